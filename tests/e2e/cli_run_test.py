# SPDX-License-Identifier: Apache-2.0
"""`logphead run` on real CPU engines: what it writes and what it says."""

import itertools
import json
import math
import pathlib
import re
import shlex
import struct
import unittest

import cli_support as cli
from cli_support import Batch, as_floats, floats, ints, read_tensors, tensors_file

ENGINES = ("xla-cpu-pjrt==0.0.1", "lammps-jax-pjrt-cpu==0.11.2")


class RunTest(cli.CommandLineTestCase):
    def score(self, tensors, *flags, output="out.safetensors"):
        """The tensors that a run writes, and the process."""
        self.write("in.safetensors", tensors_file(tensors))
        result = self.assert_runs("run --input in.safetensors", ["--output", output], *flags)
        return read_tensors(self.folder / output), result

    def assert_close(self, got, expected, within=5e-6):
        self.assertEqual(len(got), len(expected))
        for at, (a, b) in enumerate(zip(got, expected)):
            self.assertLessEqual(abs(a - b), within, f"at {at}: {a} and {b}")

    def test_log_probs_and_what_is_printed(self):
        batch = Batch()
        expected = batch.logps()
        for flags in ("", f"--mesh {cli.MESH} --chunk 3", f"--plugin {ENGINES[1]} --chunk 1",
                      "--mesh fsdp=3,context=2 --chunk=100", f"--chunk {2**63 - 1}"):
            with self.subTest(flags):
                out, result = self.score(batch.tensors(), flags)
                self.assertEqual(set(out), {"logps"})
                self.assertEqual(out["logps"][:2], ("F32", [2, 8]))
                self.assert_close(as_floats(out["logps"]), expected)
                self.assertEqual(result.stderr, "")
                mean = sum(expected) / 16
                self.assertIn("scored 16 of 16 positions", result.stdout)
                (printed,) = re.findall(r"^mean log-prob +(\S+)$", result.stdout, re.M)
                self.assertAlmostEqual(float(printed), mean, delta=1e-5)
                (printed,) = re.findall(r"^perplexity +(\S+)$", result.stdout, re.M)
                self.assertAlmostEqual(float(printed), math.exp(-mean), delta=1e-2)
                self.assertRegex(result.stdout, r"(?m)^tokens/s +[1-9]\d* ")
                self.assertRegex(result.stdout, r"(?m)^peak memory .*MB of the process")

    def test_gradients(self):
        batch = Batch()
        for flags in ("--grad", f"--grad --mesh {cli.MESH} --chunk 3"):
            with self.subTest(flags):
                out, _ = self.score(batch.tensors(), flags)
                self.assertEqual(set(out), {"logps", "d_hidden", "d_kernel"})
                self.assertEqual(out["d_hidden"][:2], ("F32", [2, 8, 4]))
                self.assertEqual(out["d_kernel"][:2], ("F32", [4, 16]))
                # Sums of log-probs do not change when one number is added to all logits.
                per_row = [sum(as_floats(out["d_kernel"])[h * 16:(h + 1) * 16]) for h in range(4)]
                self.assert_close(per_row, [0.0] * 4, 1e-5)
                moved = Batch()
                step = 1e-3
                moved.kernel[3] += step
                slope = (sum(moved.logps()) - sum(batch.logps())) / step
                self.assertAlmostEqual(as_floats(out["d_kernel"])[3], slope, delta=1e-2)
        weights = [0.0] * 16
        weights[5] = 2.0
        tensors = {**batch.tensors(), "cotangent_logps": ("F32", [2, 8], floats(weights))}
        out, _ = self.score(tensors, "--grad")
        d_hidden = as_floats(out["d_hidden"])
        self.assertTrue(any(d_hidden[20:24]))
        self.assertFalse(any(d_hidden[:20] + d_hidden[24:]))

    def test_entropies_alone_have_a_gradient(self):
        tensors = {**Batch().tensors(), "cotangent_entropies": ("F32", [2, 8], floats([1.0] * 16))}
        out, _ = self.score(tensors, "--grad --entropy")
        self.assertEqual(set(out), {"logps", "entropies", "d_hidden", "d_kernel"})
        self.assertTrue(all(0 < entropy < math.log(16) for entropy in as_floats(out["entropies"])))
        self.assertTrue(any(as_floats(out["d_kernel"])))

    def test_positions_without_a_target(self):
        batch = Batch()
        batch.targets[0], batch.targets[9] = -100, -100
        for mask in (("BOOL", [2, 8], bytes([1] * 15 + [0])), ("F32", [2, 8], floats([1] * 15 + [0])),
                     ("I32", [2, 8], ints([7] * 15 + [0]))):
            with self.subTest(mask[0]):
                out, result = self.score({**batch.tensors(), "mask": mask}, "--entropy --grad")
                self.assertIn("scored 13 of 16 positions", result.stdout)
                logps, entropies = as_floats(out["logps"]), as_floats(out["entropies"])
                d_hidden = as_floats(out["d_hidden"])
                for at in (0, 9, 15):
                    self.assertEqual((logps[at], entropies[at]), (0, 0))
                    self.assertFalse(any(d_hidden[at * 4:at * 4 + 4]))
                self.assert_close(logps[:15], batch.logps()[:15])

    def test_tokens_become_targets(self):
        batch = Batch()
        tokens = list(batch.targets)
        segments = [1, 1, 1, 2, 2, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]
        tensors = batch.tensors()
        del tensors["targets"]
        tensors["tokens"] = ("I64", [2, 8], struct.pack("<16q", *tokens))
        for more, kept in (({}, set(range(16)) - {7, 15}),
                           ({"segment_ids": ("I32", [2, 8], ints(segments))},
                            {0, 1, 3} | set(range(8, 15)))):
            with self.subTest(more=list(more)):
                batch.targets = [tokens[at + 1] if at in kept else -100 for at in range(16)]
                out, _ = self.score({**tensors, **more})
                self.assert_close(as_floats(out["logps"]), batch.logps())
                moved, _ = self.score({**tensors, **more}, "--align token")
                for row in (0, 8):
                    self.assertEqual(as_floats(moved["logps"])[row:row + 8],
                                     (0.0, *as_floats(out["logps"])[row:row + 7]))
        with self.subTest("a token that pads"):
            tokens[7] = tokens[6] = 999
            tensors["tokens"] = ("I32", [2, 8], ints(tokens))
            out, result = self.score(tensors, "--pad-id 999")
            self.assertIn("scored 12 of 16", result.stdout)
            self.assertEqual(as_floats(out["logps"])[5:8], (0, 0, 0))

    def test_heads_agree(self):
        """Neither rows nor tokens, hidden size or vocabulary are multiples of what splits them."""
        batch = Batch(rows=3, tokens=7, hidden=5, vocab=13)
        batch.targets[4] = batch.targets[20] = -100
        tensors = {**batch.tensors(), "mask": ("I32", [3, 7], ints([1] * 14 + [0] * 6 + [1]))}
        expected = batch.logps()
        expected[14:20] = [0.0] * 6
        reference, _ = self.score(tensors, f"--entropy --grad --mesh {cli.MESH} --kernels xla")
        for flags, kernels in itertools.product((
                "", "--head local", "--head local --kernel regather --chunk 1",
                "--head vocab --skip-masked --chunk 2", "--head vocab:context,expert",
                "--head vocab:expert,fsdp --kernel regather",
                "--shard kernel= --shard kernel_vocab=fsdp",
                "--head local --shard kernel=fsdp --shard kernel_vocab=expert",
                "--head vocab:expert --shard kernel_vocab=expert,context"), ("native", "xla")):
            with self.subTest(flags, kernels=kernels):
                out, result = self.score(tensors, f"--entropy --grad --mesh {cli.MESH} {flags}",
                                         f"--kernels {kernels}")
                self.assertEqual(set(out), {"logps", "entropies", "d_hidden", "d_kernel"})
                self.assertIn("scored 13 of 21 positions", result.stdout)
                self.assert_close(as_floats(out["logps"]), expected)
                for name, tensor in reference.items():
                    self.assertEqual(out[name][:2], tensor[:2])
                    self.assert_close(as_floats(out[name]), as_floats(tensor), 1e-5)

    def test_kernels_are_told(self):
        batch = Batch()
        for flags, line in (
                ("", r"native, \w+ \(\d+ GFLOP/s a thread\), \d+ threads?"),
                (f"--plugin {ENGINES[1]} --kernels native --head local --mesh {cli.MESH}",
                 r"native, \w+ \(\d+ GFLOP/s a thread\), \d+ threads?"),
                (f"--mesh {cli.MESH}", "native, .*: computed as head local"),
                ("--mesh fsdp=2", "native, .*: computed as head vocab:fsdp"),
                ("--kernels xla", "xla"),
                ("--precision origin", "xla: native kernels do not round logits to bf16"),
                ("--precision origin --kernels native",
                 "xla: native kernels do not round logits to bf16")):
            with self.subTest(flags):
                _, result = self.score(batch.tensors(), flags)
                self.assertRegex(result.stdout, rf"(?m)^kernels +{line}$")
        env = {"LOGPHEAD_ISA": "portable", "LOGPHEAD_THREADS": "3"}
        words = "run --input in.safetensors --format json"
        report = json.loads(self.assert_runs(words, env=env).stdout)["kernels"]
        self.assertGreater(report.pop("peak_gflops_per_thread"), 0)
        self.assertEqual(report, {"asked": "auto", "used": "native", "isa": "portable",
                                  "threads": 3, "gradient_filter": 0, "note": ""})
        report = json.loads(self.assert_runs(f"{words} --precision origin").stdout)["kernels"]
        self.assertEqual(report, {"asked": "auto", "used": "xla",
                                  "why": "native kernels do not round logits to bf16"})

    def test_kernels_that_cannot_be_had(self):
        self.write("in.safetensors", tensors_file(Batch().tensors()))
        words = "run --input in.safetensors"
        for value in ("-0.1", "1", "nan", "small"):
            self.assert_refused(f"{words} --grad --gradient-filter {value}", says="--gradient-filter")
        self.assert_refused(f"{words} --grad --gradient-filter 0.1 --kernels xla",
                            says=["--gradient-filter", "--kernels auto"])
        self.assert_refused(f"{words} --gradient-filter 0.1", says=["--grad", "--loss"])
        self.assert_refused(f"{words} --grad --gradient-filter 0.1 --precision origin",
                            says=["gradient filter", "do not round logits"])
        self.assert_refused(words, env={"LOGPHEAD_ISA": "avx9"}, says=["LOGPHEAD_ISA", "avx9"])
        self.assert_refused(words, env={"LOGPHEAD_THREADS": "0"}, says="LOGPHEAD_THREADS is '0'")
        # What is not used may be wrong.
        self.assert_runs(words, "--kernels xla", env={"LOGPHEAD_ISA": "avx9"})

    def test_a_gradient_filter_leaves_little_out(self):
        # Two columns of the first are far above the others.
        batch = Batch(hidden=16, vocab=400)
        for column in (1, 2):
            for row in range(16):
                batch.kernel[row * 400 + column] += batch.states[row] * 4
        whole, _ = self.score(batch.tensors(), "--grad")
        for filter_ in (1e-6, 1e-2):
            some, _ = self.score(batch.tensors(), f"--grad --gradient-filter {filter_}")
            self.assertEqual(as_floats(some["logps"]), as_floats(whole["logps"]))
            self.assertTrue(some["d_kernel"] != whole["d_kernel"] or filter_ < 1e-3)
            # 16 tokens, each of whose d_logits is off by less than the filter.
            bound = filter_ * 16 * max(map(abs, batch.states))
            self.assert_close(as_floats(some["d_kernel"]), as_floats(whole["d_kernel"]), bound)

    def test_threads_and_repeats_change_no_bit(self):
        batch = Batch(rows=3, tokens=7, hidden=24, vocab=1000)
        flags = ("--grad --entropy", f"--mesh {cli.MESH}")
        self.write("in.safetensors", tensors_file(batch.tensors()))
        for more in ("", "--head vocab:context", "--head local"):
            seen = set()
            for threads in ("1", "2", "3", "2"):
                self.assert_runs("run --input in.safetensors --output out", *flags, more,
                                 env={"LOGPHEAD_THREADS": threads})
                seen.add((self.folder / "out").read_bytes())
            with self.subTest(more):
                self.assertEqual(len(seen), 1)

    def test_tiny_matmuls_in_bf16(self):
        batch = Batch(rows=1, tokens=16, hidden=8, vocab=7)

        def rounded(values):
            """The bf16 bytes of values, which become what those hold."""
            (*words,) = struct.unpack(f"<{len(values)}I", floats(values))
            values[:] = struct.unpack(f"<{len(values)}f", ints_of(word & ~0xffff for word in words))
            return struct.pack(f"<{len(values)}H", *(word >> 16 for word in words))

        def ints_of(words):
            return b"".join(struct.pack("<I", word) for word in words)

        tensors = batch.tensors()
        tensors["hidden"] = ("BF16", tensors["hidden"][1], rounded(batch.states))
        tensors["kernel"] = ("BF16", tensors["kernel"][1], rounded(batch.kernel))
        for head in ("chunked", "local"):
            for chunk in (1, 3, 4, 7):
                with self.subTest(head=head, chunk=chunk):
                    out, _ = self.score(tensors, f"--head {head} --chunk {chunk}")
                    self.assert_close(as_floats(out["logps"]), batch.logps())

    def test_a_loss_of_a_nan(self):
        batch = Batch()
        batch.states[4 * 3] = float("nan")
        tensors = {**batch.tensors(), "advantages": ("F32", [2], floats([1, -1])),
                   "old_logps": ("F32", [2, 8], floats(batch.logps()[:3] + [-2.0] * 13))}
        _, result = self.score(tensors, "--loss ppo --format json")
        report = json.loads(result.stdout)
        self.assertIsNone(report["loss"])
        self.assertIsNone(report["metrics"]["ratio_mean"])
        self.assertEqual(report["metrics"]["tokens"], 16)
        _, result = self.score(tensors, "--loss ppo")
        self.assertRegex(result.stdout, r"(?m)^loss +nan$")
        mask = [1] * 16
        mask[3] = 0
        _, result = self.score({**tensors, "mask": ("I32", [2, 8], ints(mask))}, "--loss ppo",
                               "--format json")
        report = json.loads(result.stdout)
        self.assertTrue(math.isfinite(report["loss"]))
        self.assertEqual((report["metrics"]["tokens"], report["metrics"]["masked_tokens"]), (15, 1))

    def test_nan_and_infinity_are_counted(self):
        batch = Batch()
        batch.states[4 * 3] = float("nan")
        batch.states[4 * 9] = float("inf")
        out, result = self.score(batch.tensors(), f"--mesh {cli.MESH}")
        self.assertIn("note: tensor 'hidden' holds 1 NaN and 1 infinite of 64 values", result.stderr)
        self.assertIn("note: 2 of 16 log-probs are NaN or infinite", result.stderr)
        logps = as_floats(out["logps"])
        self.assertEqual([at for at in range(16) if not math.isfinite(logps[at])], [3, 9])
        _, result = self.score(batch.tensors(), "--format json")
        report = json.loads(result.stdout)
        self.assertIsNone(report["mean_logp"])
        self.assertIsNone(report["perplexity"])
        self.assertEqual(len(report["notes"]), 2)

    def test_the_summary_in_json(self):
        out, result = self.score(Batch().tensors(), f"--mesh {cli.MESH} --entropy --format json")
        report = json.loads(result.stdout)
        self.assertEqual((report["head"], report["program"]), ("chunked", "forward"))
        self.assertEqual((report["schema"], report["positions"], report["scored"], report["notes"],
                          report["output"]), (1, 16, 16, [], "out.safetensors"))
        self.assertAlmostEqual(report["mean_logp"], sum(as_floats(out["logps"])) / 16, places=6)
        self.assertAlmostEqual(report["mean_entropy"], sum(as_floats(out["entropies"])) / 16, places=6)
        for key in ("tokens_per_second", "compile_seconds", "run_seconds", "peak_process_bytes",
                    "argument_bytes", "output_bytes", "start_seconds"):
            self.assertGreater(report[key], 0, key)

    def test_output_onto_the_input(self):
        batch = Batch()
        out, _ = self.score(batch.tensors(), "--grad", output="in.safetensors")
        self.assert_close(as_floats(out["logps"]), batch.logps())

    def test_engines_that_are_not_there(self):
        self.write("in.safetensors", tensors_file(Batch().tensors()))
        kept = self.write("out", b"old")
        message = self.assert_refused("run --input in.safetensors --output out --device tpu",
                                      status=cli.ENGINE, says="cannot")
        self.assertIn("libtpu", message)
        self.assertEqual(kept.read_bytes(), b"old")

    def test_the_example_of_help(self):
        self.write("batch.safetensors", tensors_file(Batch().tensors()))
        example = self.assert_runs("run --help").stdout.split("example:\n", 1)[1]
        words = shlex.split(example.replace("\\\n", " "))
        self.assertEqual(words[:2], ["logphead", "run"])
        self.assert_runs(words[1:])
        self.assertTrue(pathlib.Path(self.folder / "scores.safetensors").is_file())


if __name__ == "__main__":
    unittest.main()
