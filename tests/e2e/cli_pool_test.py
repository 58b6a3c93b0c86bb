# SPDX-License-Identifier: Apache-2.0
"""`logphead plan`: bounds of compiles, interrupts, and past compiles that nothing loses."""

import contextlib
import json
import os
import random
import resource
import shlex
import signal
import sqlite3
import subprocess
import time
import unittest

import cli_support as cli

CELL = f"--batch 4 --sequence 256 --hidden 8 --vocab 32 --topology cpu:8 --mesh {cli.MESH}"
# Without a mesh and a gradient compiles are quicker.
SMALL = "--batch 4 --sequence 256 --hidden 8 --vocab 32 --topology cpu:1"
CHUNKS = (8, 16, 32, 64, 128, 256)
KILLS = int(os.environ.get("LOGPHEAD_KILLS", "40"))


def rows_of(text):
    """Rows of a JSON report that may be cut off: those whose lines are whole."""
    lines = text.split("\n")[:-1]
    lines = [line.removeprefix(",") for line in lines]
    return [json.loads(line) for line in lines if line.startswith('{"head"')]


def facts(rows):
    """Rows by chunk, without what differs from compile to compile."""
    return {row["chunk"]: {key: value for key, value in row.items()
                           if key not in ("compile_seconds", "recalled")} for row in rows}


class PoolTestCase(cli.CommandLineTestCase):
    def setUp(self):
        super().setUp()
        self.environment["XLA_FLAGS"] = "--xla_backend_optimization_level=0"  # quicker compiles


class PoolTest(PoolTestCase):
    def plan_with(self, *words, cell=CELL, does="", when="", **options):
        return self.plan(cell, ["--compiler", cli.PLUGIN], *words, env=cli.wrapped(does, when),
                         **options)

    def stored(self, name="past"):
        """How many compiles are remembered."""
        path = self.folder / name
        if not path.exists():
            return 0
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            try:
                rows = database.execute("select description from compiles").fetchall()
            except sqlite3.OperationalError:  # not made yet
                return 0
        return sum(1 for (text,) in rows if json.loads(text)["program"] != "device count")

    def test_a_compile_that_takes_too_much_memory_is_a_row(self):
        rows = self.plan_with("--chunk 32,64,128 --compile-memory 1 --plans past", status=cli.NO,
                              does="eat", when=cli.of_chunk(64))
        self.assertEqual([row["verdict"] for row in rows], ["compiles", "memory", "compiles"])
        self.assertRegex(rows[1]["message"], r"\Athe compiler took 1\.\d\d GiB of memory "
                         r"\(the limit is 1\.00 GiB\)")
        self.assertIsNone(rows[1]["temp_bytes"])
        # It is not remembered, what compiled is.
        rows = self.plan_with("--chunk 32,64,128 --plans past", does="abort",
                              when=cli.of_chunk(32))
        self.assertEqual([row["verdict"] for row in rows], ["compiles"] * 3)

    def test_a_compile_that_is_killed_is_a_row(self):
        with open(self.folder / "out", "w+b") as out, self.started(
                f"plan {CELL} --chunk 64,32 --format json --jobs 1 --plans past",
                ["--compiler", cli.PLUGIN], env=cli.wrapped("hang", cli.of_chunk(64)),
                stdout=out) as process:
            self.assertTrue(cli.wait_until(lambda: cli.compiling(process.pid)))
            (child,) = cli.compiling(process.pid)
            os.kill(child, signal.SIGKILL)
            self.assertEqual(process.wait(60), cli.NO)
        rows = json.loads((self.folder / "out").read_text())["rows"]
        self.assertEqual([row["verdict"] for row in rows], ["crashed", "compiles"])
        self.assertEqual(rows[0]["message"], "the compiler was killed, probably by the system for "
                         "want of memory")
        self.assertEqual(self.stored(), 1)

    def test_an_interrupt_prints_what_is_done_and_leaves_no_child(self):
        # As from a keyboard, to all processes at once, and as from a supervisor.
        for form, sent, send in (("json", signal.SIGINT, os.killpg),
                                 ("text", signal.SIGTERM, os.kill)):
            with self.subTest(form), self.started(
                    f"plan {CELL} --chunk 32,64,128,16 --format {form} --jobs 2",
                    f"--plans {form}.past",
                    ["--compiler", cli.PLUGIN], env=cli.wrapped("hang", cli.of_chunk(64)),
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                    start_new_session=True) as process:
                self.assertTrue(cli.wait_until(lambda: self.stored(f"{form}.past") == 3))
                (hanging,) = cli.compiling(process.pid)
                sent_at = time.monotonic()
                send(process.pid, sent)
                out, err = process.communicate(timeout=30)
                self.assertLess(time.monotonic() - sent_at, 5)
                self.assertEqual(process.returncode, cli.INTERRUPTED, err)
                self.assertEqual(err, "logphead plan: interrupted: 3 of 4 cases done\n")
                self.assertFalse(cli.lives(hanging))
                if form == "json":
                    rows = json.loads(out)["rows"]
                    self.assertEqual([(row["chunk"], row["verdict"]) for row in rows],
                                     [(chunk, "compiles") for chunk in (32, 128, 16)])
                else:
                    self.assertEqual(shlex.split(out.splitlines()[-1])[:2], ["logphead", "plan"])
                    self.assertIn("3 of 3 compile", out)

    def test_the_time_for_all_prunes_what_is_late(self):
        self.plan_with("--chunk 128 --plans past")
        rows = self.plan_with("--chunk 32,64,128 --jobs 1 --for 0.02 --plans past", does="hang",
                              status=cli.NO)
        self.assertEqual({row["chunk"]: row["verdict"] for row in rows},
                         {32: "pruned", 64: "pruned", 128: "compiles"})
        started, waiting = [row["message"] for row in rows if row["verdict"] == "pruned"]
        self.assertRegex(started,
                         r"\Astopped after 1\.\d s when the plan's 0\.02 minutes were over\Z")
        self.assertEqual(waiting, "not yet started when the plan's 0.02 minutes were over")
        self.assertEqual(self.stored(), 1)
        for value in ("0", "-1", "x", "1e9"):
            for flag in ("--for", "--compile-memory"):
                self.assert_refused("plan", CELL, [flag, value], says=flag)

    def test_a_warm_plan_compiles_nothing(self):
        words = "--chunk 32,64 --replicate-sequence never,always --plans past"
        cold = self.plan_with(words)
        # This compiler cannot even be asked for its devices any more.
        env = {**cli.wrapped("abort"), "WRAPPED_PLUGIN": "/none"}
        warm = self.plan(CELL, words, ["--compiler", cli.PLUGIN], env=env)
        for old, new in zip(cold, warm, strict=True):
            self.assertEqual(old["compile_seconds"], new["compile_seconds"])
        self.assertEqual([{**row, "recalled": None} for row in cold],
                         [{**row, "recalled": None} for row in warm])
        # Another program, or one to be saved, is compiled; so is all without the past, and with
        # another environment of the compiler's.
        for more in ("--entropy", "--save-programs saved", "--plans none"):
            with self.subTest(more):
                rows = self.plan_with(words, more, does="abort", status=cli.NO)
                self.assertEqual({row["verdict"] for row in rows}, {"crashed"})
        env = {**cli.wrapped("abort"), "XLA_FLAGS": "--xla_cpu_enable_fast_math=false"}
        rows = self.plan(CELL, words, ["--compiler", cli.PLUGIN], env=env, status=cli.NO)
        self.assertEqual({row["verdict"] for row in rows}, {"crashed"})

    def test_trouble_with_the_past_is_a_note(self):
        cell = f"plan {SMALL} --chunk 32,64"
        self.write("file", b"")
        for path in ("file/past", "/proc/none/past"):
            result = self.assert_runs(cell, ["--plans", path])
            self.assertRegex(result.stderr, r"\Anote: compiles are not remembered: [^\n]+\n\Z")
            self.assertIn("2 of 2 compile", result.stdout)
        self.write("past", b"no database" * 1000)
        result = self.assert_runs(cell, "--plans past")
        self.assertRegex(result.stderr, r"\Anote: [^\n]+\n\Z")
        self.assertEqual(self.stored(), 2)

    def test_two_planners_share_the_past(self):
        words = f"plan {CELL} --chunk 16,32,64,128 --format json --plans past --jobs 1"
        with contextlib.ExitStack() as stack:
            planners = [stack.enter_context(self.started(
                words, ["--compiler", cli.PLUGIN], env=cli.wrapped(), stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True)) for _ in range(2)]
            outputs = [planner.communicate(timeout=120) for planner in planners]
        for (out, err), planner in zip(outputs, planners, strict=True):
            self.assertEqual((planner.returncode, err), (cli.YES, ""))
            self.assertEqual([row["verdict"] for row in json.loads(out)["rows"]], ["compiles"] * 4)
        self.assertEqual(facts(json.loads(outputs[0][0])["rows"]),
                         facts(json.loads(outputs[1][0])["rows"]))
        self.assertEqual(self.stored(), 4)


class KillsTest(PoolTestCase):
    """Random ends of the planner, of a compile, and of the disk's space."""

    WORDS = (f"plan {SMALL} --program forward --format json --plans past "
             f"--chunk {','.join(map(str, CHUNKS))}")

    def start(self, out, does="", **options):
        return self.started(self.WORDS, ["--compiler", cli.PLUGIN], env=cli.wrapped(does),
                            stdout=out, stderr=subprocess.PIPE, **options)

    def kill_planner(self, rng, out):
        with self.start(out) as process:
            time.sleep(rng.uniform(0, self.cold_seconds))
            process.send_signal(signal.SIGKILL)
            process.communicate()
        return "killed"

    def kill_child(self, rng, out):
        with self.start(out) as process:
            time.sleep(rng.uniform(0, self.cold_seconds))
            for child in sorted(cli.compiling(process.pid))[:1]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            _, err = process.communicate(timeout=120)
            self.assertIn(process.returncode, (cli.YES, cli.NO), err)
        return "whole"

    def fill_disk(self, rng, out):
        limit = rng.randrange(33 << 10, 140 << 10)  # the files outgrow it or not
        with self.start(out, preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_FSIZE, (limit, limit))) as process:
            _, err = process.communicate(timeout=120)
            self.assertEqual(process.returncode, cli.YES, err)
            self.assertLessEqual(err.count(b"\n"), 1, err)
        return "full" if err else "whole"

    def check(self, printed, how):
        """What was printed is remembered, and whatever is remembered is right."""
        result = self.logphead(self.WORDS, ["--compiler", cli.PLUGIN], env=cli.wrapped("abort"))
        self.assertEqual(result.stderr, "")
        recalled = {chunk: row for chunk, row in facts(json.loads(result.stdout)["rows"]).items()
                    if row["verdict"] == "compiles"}
        for chunk, row in recalled.items():
            self.assertEqual(row, self.reference[chunk])
        for chunk, row in facts(printed).items():
            if row["verdict"] == "compiles":
                self.assertEqual(row, self.reference[chunk])
                if how != "full":
                    self.assertIn(chunk, recalled, "a row that was printed is lost")
            else:
                self.assertEqual((row["verdict"], how), ("crashed", "whole"), row["message"])
        return len(recalled)

    def test_kills_lose_nothing_and_give_nothing_wrong(self):
        began = time.monotonic()
        result = self.assert_runs(self.WORDS, "--plans none", ["--compiler", cli.PLUGIN],
                                  env=cli.wrapped())
        self.cold_seconds = time.monotonic() - began
        self.reference = facts(json.loads(result.stdout)["rows"])
        self.assertEqual([row["verdict"] for row in self.reference.values()],
                         ["compiles"] * len(CHUNKS))
        rng = random.Random(20261130)
        ends, printed_rows, recalled_rows = {}, 0, 0
        for turn in range(KILLS):
            if rng.random() < 0.7:  # else the past goes on
                for name in ("past", "past-wal", "past-shm", "past.lock"):
                    (self.folder / name).unlink(missing_ok=True)
            kill = rng.choice((self.kill_planner, self.kill_planner, self.kill_child,
                               self.fill_disk))
            with self.subTest(turn=turn, kill=kill.__name__):
                with open(self.folder / "out", "w+b") as out:
                    how = kill(rng, out)
                printed = rows_of((self.folder / "out").read_text())
                if how != "killed":
                    self.assertEqual(len(printed), len(CHUNKS))
                recalled_rows += self.check(printed, how)
                printed_rows += len(printed)
                ends[kill.__name__, how] = ends.get((kill.__name__, how), 0) + 1
        print(f"{KILLS} kills in {time.monotonic() - began:.0f} s: {ends}, {printed_rows} rows "
              f"printed, {recalled_rows} recalled")
        self.assertGreater(printed_rows, KILLS)


if __name__ == "__main__":
    unittest.main()
