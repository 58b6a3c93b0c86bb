# SPDX-License-Identifier: Apache-2.0
"""`logphead plan` and `diff` on CPU devices: rows, formats, compilers that crash or hang, kill -9."""

import csv
import io
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import unittest

import cli_support as cli

SHAPE = "--batch 4 --sequence 256 --hidden 8 --vocab 32"
CELL = f"{SHAPE} --topology cpu:8 --mesh {cli.MESH}"
# The names are the issue's; more keys may follow.
KEYS = {"head", "chunk", "replicate_sequence", "variant", "mesh", "topology", "compiler", "verdict",
        "message", "offending_shape", "temp_bytes", "argument_bytes", "output_bytes",
        "compile_seconds", "collectives", "program", "loss", "kernel", "matmul_flops"}


class PlanTest(cli.CommandLineTestCase):
    def wrapped_plan(self, *words, status, does, when=""):
        return self.plan(CELL, ["--compiler", cli.PLUGIN], *words, status=status,
                         env=cli.wrapped(does, when))

    def test_rows(self):
        rows = self.plan(CELL, "--chunk 32,64 --replicate-sequence never,always --variant rule,ids-only")
        self.assertEqual([(row["chunk"], row["replicate_sequence"], row["variant"]) for row in rows],
                         [(chunk, mode, variant) for chunk in (32, 64)
                          for mode in ("never", "always") for variant in ("rule", "ids-only")])
        for row in rows:
            self.assertLessEqual(KEYS, set(row))
            self.assertEqual((row["head"], row["mesh"], row["topology"], row["compiler"]),
                             ("chunked", cli.MESH, "cpu:8", "xla-cpu-pjrt==0.0.1"))
            self.assertEqual((row["verdict"], row["message"], row["offending_shape"]),
                             ("compiles", "", None))
            for key in ("temp_bytes", "argument_bytes", "output_bytes"):
                self.assertIsInstance(row[key], int)
                self.assertGreater(row[key], 0)
            self.assertGreater(row["compile_seconds"], 0)
            self.assertTrue(row["collectives"])
            for counts in row["collectives"].values():
                self.assertEqual(set(counts), {"count", "bytes", "executions", "executed_bytes"})
                self.assertGreater(counts["count"], 0)
                self.assertGreaterEqual(counts["executions"], counts["count"])
                self.assertGreaterEqual(counts["executed_bytes"], counts["bytes"])
            # Four matmuls, and what the partitioner does twice on the mesh.
            matmuls, rest = divmod(row["matmul_flops"], 2 * 4 * 256 * 8 * 32 // 8)
            self.assertGreaterEqual(matmuls, 4)
            self.assertEqual(rest, 0)
            self.assertEqual((row["program"], row["loss"], row["kernel"]),
                             ("loss_and_grad", None, None))
        # B/4 rows, L/2 tokens and H/2 of the kernel on a device; bf16, targets and weights of 4 bytes.
        local = 1 * 128
        self.assertEqual(rows[0]["argument_bytes"], local * 8 * 2 + 4 * 32 * 2 + 3 * local * 4)
        self.assertEqual(rows[0]["temp_bytes"], rows[1]["temp_bytes"])

    def test_formats(self):
        words = f"plan {CELL} --chunk 64 --program forward"
        text = self.assert_runs(words).stdout
        self.assertIn("chunked forward on cpu:8, mesh fsdp=2,context=2,expert=2: batch 4", text)
        self.assertIn("1 of 1 compile", text)
        command = text.splitlines()[-1]
        self.assertEqual(shlex.split(command), ["logphead", *words.split()])
        again = self.assert_runs(command.removeprefix("logphead ")).stdout
        self.assertEqual(re.sub(r"\d+\.\d ", "", again), re.sub(r"\d+\.\d ", "", text))
        report = self.assert_runs(words, "--format csv --json rows.json").stdout
        written = json.loads((self.folder / "rows.json").read_text())
        (row,) = list(csv.DictReader(io.StringIO(report)))
        self.assertLessEqual(KEYS, set(row))
        self.assertEqual(set(row), set(written["rows"][0]))
        for key in ("mesh", "verdict", "temp_bytes", "offending_shape"):
            self.assertEqual(row[key], str(written["rows"][0][key] or ""))

    def test_several_heads(self):
        words = f"plan {CELL} --chunk 32 --program forward --head chunked,vocab:context,expert"
        lines = self.assert_runs(words).stdout.splitlines()
        self.assertTrue(lines[0].startswith("forward on cpu:8, mesh "), lines[0])
        self.assertEqual(lines[1].split()[:3], ["head", "chunk", "replicate"])
        self.assertEqual(lines[2].split()[:3], ["chunked", "32", "auto"])
        self.assertEqual(lines[3].split()[:3], ["vocab:context,expert", "32", "-"])
        result = self.assert_runs(words, "--replicate-sequence always --format csv "
                                  "--save-programs saved")
        self.assertIn("note: the replicate rule is the chunked head's alone", result.stderr)
        rows = list(csv.DictReader(io.StringIO(result.stdout)))
        self.assertEqual([(row["head"], row["replicate_sequence"], row["kernel"]) for row in rows],
                         [("chunked", "always", ""), ("vocab:context,expert", "", "keep")])
        self.assertEqual(len(os.listdir(self.folder / "saved")), 2)
        text = self.assert_runs(f"plan {CELL} --head local --kernel keep,regather --loss grpo "
                                "--chunk 64").stdout
        self.assertTrue(text.startswith("local fused (grpo) on cpu:8"), text)
        self.assertIn("  regather  ", text)

    def test_diff_of_heads(self):
        cell = f"diff {CELL} --chunk 32 --program loss_and_grad"
        self.assert_runs(cell, ["--a", "--head local", "--b", "--head local --loss dapo"],
                         status=cli.NO)
        self.assert_refused(cell, ["--a", "", "--b", "--head local,vocab"], says="2 programs")

    def test_both_engines_and_no_mesh(self):
        rows = self.plan(SHAPE, "--topology cpu:1 --chunk 64 --compiler "
                         "xla-cpu-pjrt==0.0.1,lammps-jax-pjrt-cpu==0.11.2")
        self.assertEqual([row["compiler"] for row in rows],
                         ["xla-cpu-pjrt==0.0.1", "lammps-jax-pjrt-cpu==0.11.2"])
        for row in rows:
            self.assertEqual((row["verdict"], row["mesh"], row["collectives"]), ("compiles", "", {}))
        text = self.assert_runs(f"plan {SHAPE} --topology cpu:1 --chunk 64").stdout
        self.assertIn("on cpu:1, no mesh: batch 4", text)

    def test_the_mesh_must_fill_the_topology(self):
        for words, says in (
                (f"{SHAPE} --topology cpu:8", ["1 device", "cpu:8 has 8"]),
                (f"{SHAPE} --topology cpu:8 --mesh fsdp=2,context=2", ["4 devices", "multiply to 8"]),
                (f"{SHAPE} --topology cpu:2 --mesh {cli.MESH}", ["8 devices", "multiply to 2"])):
            with self.subTest(words):
                self.assert_refused("plan", words, says=says)
                self.assert_refused("diff", words, "--a --entropy", says=says)

    def test_a_compiler_that_crashes_is_a_row(self):
        for does, says in (("abort", ["signal 6", "this compiler gives up"]),
                           ("segfault", ["signal 11"]), ("exit", ["ended without a report"])):
            with self.subTest(does):
                rows = self.wrapped_plan("--chunk 32,64,128", status=cli.NO, does=does,
                                         when=cli.of_chunk(64))
                self.assertEqual([row["verdict"] for row in rows],
                                 ["compiles", "crashed", "compiles"])
                for piece in says:
                    self.assertIn(piece, rows[1]["message"])
                self.assertNotIn("\n", rows[1]["message"])
                for key in ("temp_bytes", "argument_bytes", "output_bytes", "offending_shape"):
                    self.assertIsNone(rows[1][key])
        with self.subTest("diff"):
            self.assert_refused(f"diff {CELL}", ["--compiler", cli.PLUGIN, "--a", "--chunk 64"],
                                status=cli.ENGINE, env=cli.wrapped("abort"), says=["crashed", "signal 6"])

    def test_a_compiler_that_hangs_is_a_row(self):
        rows = self.wrapped_plan("--chunk 32,64 --timeout 15", status=cli.NO, does="hang",
                                 when=cli.of_chunk(64))
        self.assertEqual([row["verdict"] for row in rows], ["compiles", "timeout"])
        self.assertRegex(rows[1]["message"], r"timed out after 15\.\d s")

    def test_a_compiler_that_prints(self):
        rows = self.wrapped_plan("--chunk 64", status=cli.YES, does="print")
        self.assertEqual(rows[0]["verdict"], "compiles")

    def test_streams_and_files_that_fill_up(self):
        words = f"plan {SHAPE} --topology cpu:1 --chunk 64"
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = self.logphead(words, stdout=full)
        self.assertEqual(result.returncode, cli.USAGE)
        self.assertEqual(result.stderr, "logphead plan: cannot write to standard output: "
                         "No space left on device\n")
        self.assert_refused(words, "--json /dev/full", says="/dev/full: No space left")
        for path, says in (("no/rows.json", "No such file"), (".", "Is a directory")):
            self.assert_refused(words, ["--json", path], says=["cannot write", says])
        self.write("file", b"old")
        self.assert_refused(words, "--save-programs file", says="cannot make the folder file")
        self.assert_refused(words, "--save-programs /proc/none", says="cannot make the folder")
        self.assertEqual((self.folder / "file").read_bytes(), b"old")

    def test_bad_input_leaves_no_trace(self):
        kept = self.write("rows.json", b"old")
        self.assert_refused(f"plan {SHAPE} --topology cpu:8 --json rows.json --save-programs made",
                            says="multiply to 8")
        self.assertEqual(kept.read_bytes(), b"old")
        self.assertEqual(os.listdir(self.folder), ["rows.json"])

    def test_kill_9_keeps_finished_rows_and_leaves_no_child(self):
        for form in ("text", "json", "csv"):
            with self.subTest(form), open(self.folder / "out", "w+b") as out:
                env = cli.wrapped("hang", cli.of_chunk(128))
                with self.started(f"plan {CELL} --chunk 32,64,128 --jobs 1 --format {form}",
                                  ["--compiler", cli.PLUGIN], env=env, stdout=out,
                                  stderr=subprocess.DEVNULL) as process:
                    path = self.folder / "out"
                    self.assertTrue(cli.wait_until(lambda: len(self.rows(form, path)) == 2),
                                    path.read_text())
                    self.assertTrue(cli.wait_until(lambda: cli.children_of(process.pid)))
                    (child,) = cli.children_of(process.pid)
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    self.assertTrue(cli.wait_until(lambda: not cli.lives(child), 10), "an orphan lives")
                self.assertEqual(self.rows(form, path), [32, 64])

    @staticmethod
    def rows(form, path):
        """Chunks of the complete lines of rows in a report that is not finished."""
        lines = path.read_text().split("\n")[:-1]
        if form == "json":
            return [json.loads(line.removeprefix(","))["chunk"] for line in lines if "chunk" in line]
        if form == "csv":
            return [int(row["chunk"]) for row in csv.DictReader(lines) if row["collectives"]]
        return [int(line.split()[0]) for line in lines
                if re.match(r" *\d+  auto .* compiles ", line)]

    def test_ending_the_plan_ends_its_children(self):
        for sent in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(sent), self.started(
                    f"plan {CELL} --chunk 64", ["--compiler", cli.PLUGIN], env=cli.wrapped("hang"),
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                self.assertTrue(cli.wait_until(lambda: cli.compiling(process.pid)))
                children = cli.children_of(process.pid)
                process.send_signal(sent)
                self.assertEqual(process.wait(10), cli.INTERRUPTED)
                for child in children:
                    self.assertTrue(cli.wait_until(lambda pid=child: not cli.lives(pid), 10))

    def test_as_many_at_once_as_there_are_cores(self):
        cores = len(os.sched_getaffinity(0))
        for jobs, expected in (("", min(cores, 4)), ("--jobs 1", 1), ("--jobs 3", 3)):
            with self.subTest(jobs), self.started(
                    f"plan {CELL} --chunk 16,32,64,128 {jobs}", ["--compiler", cli.PLUGIN],
                    env=cli.wrapped("hang"), stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL) as process:
                # All that start hang, so what is there stays there.
                self.assertTrue(cli.wait_until(lambda: len(cli.compiling(process.pid)) >= expected))
                self.assertFalse(cli.wait_until(lambda: len(cli.compiling(process.pid)) > expected, 1))

    def test_diff(self):
        cell = f"diff {SHAPE} --topology cpu:1"
        same = self.assert_runs(cell, ["--a", "--chunk 64", "--b", "--chunk=64"])
        self.assertTrue(same.stdout.startswith("0 lines differ"), same.stdout)
        self.assertEqual(len(same.stdout.splitlines()), 1)
        other = self.assert_runs(cell, ["--a", "--chunk 64", "--b", "--chunk 32"], "--limit 5",
                                 status=cli.NO)
        self.assertRegex(other.stdout, r"\A[1-9]\d* lines differ: ")
        # Without one side's flags the shared ones count.
        self.assert_runs(cell, "--chunk 64", ["--a", "", "--b", "--chunk 64"])
        for side, says in (("--chunk 32,64", "2 programs"), ("--chunkk 3", "did you mean --chunk?"),
                           ("word", "programs alone"), ("--limit 3", "programs alone"),
                           ("--a x", "programs alone"), ("--help", "programs alone"),
                           ("--chunk '3", "quote")):
            with self.subTest(side):
                self.assert_refused(cell, ["--a", "", "--b", side], says=["--b", says])

    def test_diff_of_saved_programs(self):
        self.assert_runs(f"plan {SHAPE} --topology cpu:1 --chunk 32,64 --save-programs saved")
        saved = sorted(os.listdir(self.folder / "saved"))
        self.assertEqual(len(saved), 2, saved)
        self.assertTrue(self.assert_runs("diff", [f"saved/{saved[0]}"] * 2).stdout.startswith("0 "))
        self.assert_runs("diff", [f"saved/{name}" for name in saved], status=cli.NO)
        whole = (self.folder / "saved" / saved[0]).read_bytes()
        for content, says in ((b"", "not an optimised program"), (b"text", "not an optimised program"),
                              (whole[:len(whole) // 2], "optimised program")):
            self.write("bad", content)
            self.assert_refused("diff", ["bad", f"saved/{saved[0]}"], says=says)
        for words in (["bad"], ["a", "b", "c"]):
            self.assert_refused("diff", words, says="two saved programs")
        self.assert_refused(f"diff saved/{saved[0]} none", says=["none", "No such file"])
        self.assert_refused("diff bad bad --a --entropy", says="either two saved programs")

    def test_the_examples_of_help(self):
        for verb, status in (("plan", cli.YES), ("diff", cli.NO), ("emit", cli.YES)):
            with self.subTest(verb):
                text = self.assert_runs(f"{verb} --help").stdout
                example = text.split("example:\n", 1)[1].replace("\\\n", " ")
                words = shlex.split(example)
                self.assertEqual(words[:2], ["logphead", verb])
                self.assert_runs(words[1:], status=status)

    def test_doctor(self):
        report = json.loads(self.assert_runs("doctor --format json").stdout)
        self.assertTrue(report["usable"])
        names = [plugin["name"] for plugin in report["plugins"]]
        self.assertIn("xla-cpu-pjrt==0.0.1", names)
        lines = self.assert_runs("doctor").stdout
        self.assertIn("ready:", lines)
        kernels = report["kernels"]
        self.assertGreaterEqual(kernels["threads"], 1)
        rates = {isa["name"]: isa["peak_gflops_per_thread"] for isa in kernels["isas"]}
        self.assertEqual(list(rates), ["portable", "avx2", "avx512", "avx512bf16"])
        self.assertEqual(max(rates, key=rates.get), kernels["bf16"])
        self.assertRegex(lines, rf"ok +isa +{kernels['bf16']} .*GFLOP/s a thread, taken for bf16")
        for isa in kernels["isas"]:
            self.assertEqual(isa["why"] == "", isa["available"])
            self.assertRegex(lines, rf"{'ok' if isa['available'] else 'absent'} +isa +{isa['name']} ")
        told = self.assert_runs("doctor", env={"LOGPHEAD_ISA": "avx9", "LOGPHEAD_THREADS": "x"}).stdout
        self.assertRegex(told, "kernels: LOGPHEAD_ISA: .*avx9")
        self.assertIn("kernel threads: LOGPHEAD_THREADS is 'x'", told)
        env = {"LOGPHEAD_DEPS": str(self.folder)}
        lines = self.assert_runs("doctor", status=cli.NO, env=env).stdout
        for engine in ("cpu", "tpu", "cuda"):
            self.assertRegex(lines, rf"missing +{engine} .*(\./setup)")
        self.write("broken.so", b"not a library")
        env["LOGPHEAD_CPU_PLUGIN"] = "broken.so"
        self.assertRegex(self.assert_runs("doctor", status=cli.NO, env=env).stdout,
                         r"broken +cpu .*broken\.so")


if __name__ == "__main__":
    unittest.main()
