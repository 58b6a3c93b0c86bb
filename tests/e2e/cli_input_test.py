# SPDX-License-Identifier: Apache-2.0
"""Bad input files of `logphead run`: each is refused in one line that says what would work."""

import os
import pathlib
import random
import struct
import unittest

import cli_support as cli
from cli_support import Batch, floats, ints, tensors_file

OLD = b"what was there before"


class InputTest(cli.CommandLineTestCase):
    """Every file is scored onto an existing output, which must stay as it was."""

    def refuse(self, content, says, *flags, output=True):
        path = self.write("in.safetensors", content) if isinstance(content, bytes) else content
        kept = self.write("out.safetensors", OLD)
        before = sorted(self.folder.iterdir())
        words = ["run", ["--input", path], *flags]
        if output:
            words.append("--output out.safetensors")
        message = self.assert_refused(*words, says=says)
        self.assertEqual(kept.read_bytes(), OLD)
        self.assertEqual(sorted(self.folder.iterdir()), before, "a file was left behind")
        return message

    def changed(self, **changes):
        """A good batch with some tensors replaced, or dropped where None."""
        tensors = {**Batch().tensors(), **changes}
        return tensors_file({name: value for name, value in tensors.items() if value is not None})

    def test_tensors_that_are_not_there(self):
        for changes, says in (
                ({"hidden": None}, ["hidden"]),
                ({"kernel": None}, ["kernel", "embedding"]),
                ({"targets": None}, ["targets", "tokens"]),
                ({"embedding": ("F32", [16, 4], floats([0] * 64))}, ["kernel", "embedding", "keep"]),
                ({"tokens": ("I32", [2, 8], ints([0] * 16))}, ["targets", "tokens", "keep one"]),
        ):
            with self.subTest(changes=changes):
                self.refuse(self.changed(**changes), says)
        with self.subTest("a name with a slip"):
            tensors = Batch().tensors()
            tensors["hiden"] = tensors.pop("hidden")
            self.refuse(tensors_file(tensors), ["hidden", "hiden"])
        with self.subTest("no tensor at all"):
            self.refuse(tensors_file({}), "hidden")

    def test_tensors_of_another_shape(self):
        for name, dims, wanted in (
                ("hidden", [64], "[batch, sequence, hidden]"),
                ("hidden", [16, 4], "[batch, sequence, hidden]"),
                ("hidden", [1, 2, 8, 4], "[batch, sequence, hidden]"),
                ("hidden", [2, 32, 1], "[1, vocab]"),
                ("kernel", [64], "[4, vocab]"),
                ("kernel", [16, 4], "[4, vocab]"),
                ("kernel", [4, 16, 1], "[4, vocab]"),
                ("targets", [16], "[2, 8]"),
                ("targets", [8, 2], "[2, 8]"),
                ("targets", [2, 8, 1], "[2, 8]"),
        ):
            with self.subTest(tensor=name, dims=dims):
                dtype, _, content = Batch().tensors()[name]
                self.refuse(self.changed(**{name: (dtype, dims, content)}), ["must be", wanted])
        for name in ("mask", "cotangent_logps", "cotangent_entropies"):
            with self.subTest(tensor=name):
                wrong = ("F32", [2, 4], floats([1] * 8))
                self.refuse(self.changed(**{name: wrong}), [name, "f32[2,4]", "[2, 8]"])
        with self.subTest("a hidden size of nothing"):
            self.refuse(self.changed(hidden=("F32", [2, 8, 0], b""), kernel=("F32", [0, 16], b"")),
                        ["hidden", "1 or more"])
        with self.subTest("no vocabulary"):
            self.refuse(self.changed(kernel=("F32", [4, 0], b"")), "kernel")
        with self.subTest("segments of another shape"):
            self.refuse(self.changed(targets=None, tokens=("I32", [2, 8], ints([1] * 16)),
                                     segment_ids=("I32", [2, 7], ints([1] * 14))),
                        ["segment_ids", "[2, 8]"])

    def test_tensors_of_another_dtype(self):
        for name, dtype, count in (("hidden", "F64", 64), ("hidden", "I32", 64),
                                   ("kernel", "U8", 64), ("targets", "F32", 16),
                                   ("targets", "BOOL", 16), ("mask", "F64", 16),
                                   ("cotangent_logps", "BF16", 16)):
            with self.subTest(tensor=name, dtype=dtype):
                dims = {"hidden": [2, 8, 4], "kernel": [4, 16]}.get(name, [2, 8])
                content = bytes(count * cli.SIZES[dtype])
                self.refuse(self.changed(**{name: (dtype, dims, content)}), [name, "must be"])
        for dtype in ("F8_NEWER", "float32", "", "F32 "):
            with self.subTest(unknown=dtype):
                self.refuse(cli.encode({"hidden": {"dtype": dtype, "shape": [1, 1, 1],
                                                   "data_offsets": [0, 4]}}, bytes(4)),
                            ["hidden", "dtype"])

    def test_targets_out_of_range(self):
        for value in (16, -1, -101, 2**31 - 1, -2**31):
            with self.subTest(target=value):
                targets = Batch().targets
                targets[11] = value
                self.refuse(self.changed(targets=("I32", [2, 8], ints(targets))),
                            [str(value), "row 1", "position 3", "[0, 16)"])
        with self.subTest("several"):
            self.refuse(self.changed(targets=("I32", [2, 8], ints([99] * 16))),
                        ["row 0", "position 0", "16"])
        with self.subTest("tokens"):
            tokens = [1] * 16
            tokens[9] = 16
            self.refuse(self.changed(targets=None, tokens=("I32", [2, 8], ints(tokens))),
                        ["tokens", "16", "row 1", "position 1"])
        with self.subTest("an i64 beyond i32"):
            wide = [0] * 15 + [2**40]
            self.refuse(self.changed(targets=("I64", [2, 8], struct.pack("<16q", *wide))),
                        [str(2**40), "row 1", "position 7"])

    def test_nan_and_infinity_on_request(self):
        states = Batch().states
        states[5], states[6], states[7] = float("nan"), float("inf"), float("-inf")
        for name, change in (
                ("hidden", ("F32", [2, 8, 4], floats(states))),
                ("kernel", ("F32", [4, 16], floats([float("nan")] + [float("inf")] * 2 + [0] * 61))),
                ("hidden", ("BF16", [2, 8, 4], struct.pack("<64H", 0x7FC0, 0x7F80, 0xFF80,
                                                           *[0] * 61))),
                ("cotangent_logps", ("F32", [2, 8], floats([float("nan"), float("inf"),
                                                            float("-inf")] + [0] * 13))),
        ):
            with self.subTest(tensor=name, dtype=change[0]):
                self.refuse(self.changed(**{name: change}),
                            [name, "1 NaN and 2 infinite", "--refuse-nonfinite"],
                            "--refuse-nonfinite")

    def test_files_that_are_cut(self):
        good = self.changed()
        header = 8 + struct.unpack("<Q", good[:8])[0]
        for length in {0, 1, 7, 8, 9, header // 2, header - 1, header, header + 1, len(good) - 1}:
            with self.subTest(length=length):
                self.refuse(good[:length], "in.safetensors")
        with self.subTest("one byte more"):
            self.refuse(good + b"x", "in.safetensors")

    def test_headers_that_lie(self):
        good, data = self.changed(), bytes(384)
        entry = {"dtype": "F32", "shape": [2, 8, 4], "data_offsets": [0, 256]}
        for name, content in {
                "length 2^63": struct.pack("<Q", 2**63) + good[8:],
                "length 2^64-1": struct.pack("<Q", 2**64 - 1) + good[8:],
                "length 0": struct.pack("<Q", 0) + good[8:],
                "not JSON": cli.encode(b"{'hidden': 1}"),
                "not an object": cli.encode(b"[1, 2]"),
                "deep": cli.encode(b"[" * 100000),
                "not UTF-8": cli.encode(b'{"\xff\xfe": 1}'),
                "offsets past the end": cli.encode({"hidden": {**entry, "data_offsets": [0, 2**40]}},
                                                   data),
                "offsets backwards": cli.encode({"hidden": {**entry, "data_offsets": [256, 0]}},
                                                data),
                "offsets negative": cli.encode({"hidden": {**entry, "data_offsets": [-256, 0]}},
                                               data),
                "offsets of another size": cli.encode({"hidden": {**entry, "data_offsets": [0, 128]}},
                                                      data),
                "dimensions that overflow": cli.encode(
                    {"hidden": {**entry, "shape": [2**32, 2**32, 1]}}, data),
                "negative dimension": cli.encode({"hidden": {**entry, "shape": [-2, 8, 4]}}, data),
                "fractional dimension": cli.encode({"hidden": {**entry, "shape": [2.5, 8, 4]}}, data),
                "shape as text": cli.encode({"hidden": {**entry, "shape": "248"}}, data),
                "overlap": cli.encode({"hidden": entry, "kernel": entry}, bytes(256)),
                "hole": cli.encode({"hidden": {**entry, "data_offsets": [64, 320]}}, bytes(320)),
                "no dtype": cli.encode({"hidden": {"shape": [1], "data_offsets": [0, 4]}}, data),
                "twice": cli.encode(b'{"hidden": 1, "hidden": 2}'),
        }.items():
            with self.subTest(name):
                self.refuse(content, "in.safetensors")
        with self.subTest("names with control characters stay on one line"):
            self.refuse(cli.encode({"a\nb\x1b[31m": {"dtype": "F32"}}), "in.safetensors")

    def test_bytes_changed_at_random(self):
        """No byte of the header makes it crash or hang: it is refused, or is another good file."""
        good, rng = bytearray(self.changed()), random.Random(3)
        header = 8 + struct.unpack("<Q", good[:8])[0]
        for _ in range(60):
            bad = bytearray(good)
            for _ in range(rng.randrange(1, 4)):
                bad[rng.randrange(header)] = rng.randrange(256)
            self.write("in.safetensors", bytes(bad))
            # No such engine: a file that is still good ends there.
            result = self.logphead("run --input in.safetensors --plugin no-such-plugin.so")
            self.assertIn(result.returncode, (cli.USAGE, cli.ENGINE), (bytes(bad), result.stderr))
            self.assertRegex(result.stderr, r"\A(note: [^\n]+\n)*logphead run: [^\n]+\n\Z")

    def test_inputs_that_are_no_files(self):
        os.mkfifo(self.folder / "pipe")
        (self.folder / "folder").mkdir()
        (self.folder / "loop").symlink_to("loop")
        for path, says in (("pipe", "not a regular file"), ("folder", "it is a folder"),
                           ("missing", "No such file"), ("/dev/null", "not a regular file"),
                           ("/dev/zero", "not a regular file"), ("loop", "symbolic links"),
                           ("in\nput", "No such file"), ("folder/x/y", "No such file")):
            with self.subTest(path=path):
                self.refuse(pathlib.Path(path), ["cannot open", says])


if __name__ == "__main__":
    unittest.main()
