# SPDX-License-Identifier: Apache-2.0
"""Where results go: files that must not be lost, streams that are closed or full, empty batches."""

import json
import os
import resource
import stat
import subprocess
import unittest

import cli_support as cli
from cli_support import floats, read_tensors, tensors_file

EMIT = "emit --batch 2 --sequence 64 --hidden 8 --vocab 32"
NOBODY = 65534


def empty_batch(rows=0, tokens=8, hidden=4, vocab=16, kernel="kernel", **more):
    """A batch without a position, which needs no engine."""
    dims = [hidden, vocab] if kernel == "kernel" else [vocab, hidden]
    return tensors_file({"hidden": ("F32", [rows, tokens, hidden], b""),
                         kernel: ("F32", dims, floats([1.0] * hidden * vocab)),
                         "targets": ("I32", [rows, tokens], b""), **more})


class OutputTest(cli.CommandLineTestCase):
    def setUp(self):
        super().setUp()
        self.write("in.safetensors", empty_batch())

    def both(self, path):
        """The two verbs that write a file."""
        return (["run --input in.safetensors --grad", ["--output", path]], [EMIT, ["--output", path]])

    def test_paths_that_cannot_be_written(self):
        (self.folder / "folder").mkdir()
        (self.folder / "link").symlink_to("folder")
        os.mkfifo(self.folder / "pipe")
        before = sorted(self.folder.rglob("*"))
        for path, says in (("no/folder/out", "there is no folder no/folder"),
                           ("folder", "it is a folder"), ("folder/", "it is a folder"),
                           ("link", "it is a folder"), (".", "it is a folder"),
                           ("pipe", "not a regular file"), ("/dev/null", "not a regular file"),
                           ("/dev/full", "not a regular file"),
                           ("in.safetensors/out", "there is no folder"), ("/proc/out", "cannot write"),
                           ("x" * 255, "too long"), ("x" * 300, "too long")):
            for words in self.both(path):
                with self.subTest(path, verb=words[0]):
                    self.assert_refused(*words, says=["cannot write", says])
        self.assertEqual(sorted(self.folder.rglob("*")), before)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    def test_paths_that_may_not_be_written(self):
        as_user = {}
        if os.geteuid() == 0:
            as_user = {"user": NOBODY, "group": NOBODY}
            self.folder.chmod(0o755)
        try:
            subprocess.run([cli.BINARY, "--version"], **as_user, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            self.skipTest(f"another user cannot run the binary: {error}")
        (self.folder / "in.safetensors").chmod(0o644)
        own = self.folder / "own"
        own.mkdir()
        kept = self.write("own/kept", b"old")
        kept.chmod(0o444)
        own.chmod(0o777)
        for path in ("out", "own/kept"):
            if path == "out" and not as_user:
                self.folder.chmod(0o555)
            for words in self.both(path):
                with self.subTest(path, verb=words[0]):
                    self.assert_refused(*words, says="Permission denied", **as_user)
            self.folder.chmod(0o755)
        self.assertEqual(kept.read_bytes(), b"old")
        self.assertEqual(os.listdir(own), ["kept"])
        self.write("secret", empty_batch()).chmod(0)
        self.assert_refused("run --input secret", says="Permission denied", **as_user)

    def test_a_write_that_fails_half_way(self):
        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        kept = self.write("out", b"old")
        for words in self.both("out"):
            with self.subTest(words[0]):
                self.assert_refused(*words, says=["cannot write", "too large"], preexec_fn=small_files)
                self.assertEqual(kept.read_bytes(), b"old")
                self.assertEqual(sorted(os.listdir(self.folder)), ["in.safetensors", "out"])

    def test_replacing(self):
        with self.subTest("a file"):
            self.write("out", b"old")
            self.assert_runs("run --input in.safetensors --output out")
            self.assertEqual(set(read_tensors(self.folder / "out")), {"logps"})
        with self.subTest("the input itself"):
            self.assert_runs("run --input in.safetensors --output in.safetensors --grad")
            self.assertIn("d_kernel", read_tensors(self.folder / "in.safetensors"))
            self.write("in.safetensors", empty_batch())
        with self.subTest("what a link stands for"):
            self.write("file", b"old")
            (self.folder / "link").symlink_to("file")
            for words in self.both("link"):
                self.assert_runs(*words)
                self.assertTrue((self.folder / "link").is_symlink())
                self.assertNotEqual((self.folder / "file").read_bytes(), b"old")
        with self.subTest("names with spaces"):
            self.assert_runs(EMIT, ["--output", "a b"])
            self.assertEqual((self.folder / "a b").read_text(), self.assert_runs(EMIT).stdout)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a b", "file", "in.safetensors", "link", "out"])

    def test_standard_streams(self):
        run = "run --input in.safetensors --output out"
        for words in (EMIT, run, "--help", "--version", "plan --help"):
            with self.subTest(full=words), open("/dev/full", "w", encoding="utf-8") as full:
                result = self.logphead(words, stdout=full)
                self.assertEqual(result.returncode, cli.USAGE, result.stderr)
                self.assertRegex(result.stderr, r"\Alogphead \w+: cannot write to standard output: "
                                 r"No space left on device\n\Z")
            with self.subTest(closed=words):
                result = self.logphead(words, stdout=None, preexec_fn=lambda: os.close(1))
                self.assertEqual(result.returncode, cli.USAGE, result.stderr)
                self.assertIn("cannot write to standard output", result.stderr)
        with self.subTest("the file is whole although stdout is closed"):
            self.assertEqual(set(read_tensors(self.folder / "out")), {"logps"})
        for words, status in ((run, cli.YES), (f"{run} --chunk 0", cli.USAGE), ("", cli.USAGE),
                              (f"{EMIT} --mesh fsdp=2,idle=2 --output text", cli.YES)):
            with self.subTest("nowhere to complain", words=words):
                with open("/dev/full", "w", encoding="utf-8") as full:
                    self.assertEqual(self.logphead(words, stderr=full).returncode, status)
                self.assertEqual(self.logphead(words, stderr=None,
                                               preexec_fn=lambda: os.close(2)).returncode, status)
        with self.subTest("all closed"):
            result = self.logphead(f"{EMIT} --output text2", stdin=None, stdout=None, stderr=None,
                                   preexec_fn=lambda: os.closerange(0, 3))
            self.assertEqual(result.returncode, cli.YES)
            self.assertEqual((self.folder / "text2").read_text(), self.assert_runs(EMIT).stdout)

    def test_empty_batches(self):
        huge = 2**57  # times 4 numbers of 4 bytes, still counted in 63 bits
        for rows, tokens in ((0, 8), (2, 0), (0, 0), (0, huge), (huge, 0)):
            for kernel in ("kernel", "embedding"):
                for mesh in ("", f"--mesh {cli.MESH}", "--mesh fsdp=3,context=5"):
                    with self.subTest(rows=rows, tokens=tokens, kernel=kernel, mesh=mesh):
                        self.write("in.safetensors", empty_batch(rows, tokens, kernel=kernel))
                        result = self.assert_runs(
                            f"run --input in.safetensors --output out --entropy --grad {mesh}")
                        self.assertIn("scored 0 of 0 positions", result.stdout)
                        dims = [4, 16] if kernel == "kernel" else [16, 4]
                        self.assertEqual(read_tensors(self.folder / "out"), {
                            "logps": ("F32", [rows, tokens], b""),
                            "entropies": ("F32", [rows, tokens], b""),
                            "d_hidden": ("F32", [rows, tokens, 4], b""),
                            "d_kernel": ("F32", dims, bytes(256)),
                        })

    def test_empty_batches_are_checked_too(self):
        self.assert_refused("run --input in.safetensors --mesh fsdp=2 --shard rows=nope", says="nope")
        self.assert_refused("run --input in.safetensors --chunk 0", says="--chunk")
        self.write("in.safetensors", empty_batch(mask=("F32", [0, 7], b"")))
        self.assert_refused("run --input in.safetensors", says=["mask", "[0, 8]"])
        self.write("in.safetensors", empty_batch(hidden=3, vocab=5))
        self.assert_refused("run --input in.safetensors --plugin foo==1", says="known")

    def test_text_of_an_empty_batch_in_json(self):
        report = self.assert_runs("run --input in.safetensors --format json").stdout
        report = json.loads(report)
        self.assertEqual((report["schema"], report["positions"], report["scored"]), (1, 0, 0))
        self.assertEqual((report["mean_logp"], report["perplexity"]), (0, 1))


if __name__ == "__main__":
    unittest.main()
