# SPDX-License-Identifier: Apache-2.0
"""`logphead bisect`: the first version of a compiler that fails, in trees of few and many versions."""

import json
import os
import pathlib
import shutil
import signal
import unittest

import cli_support as cli

DEPS = pathlib.Path(os.environ["LOGPHEAD_DEPS"])
TOY = ("bisect --topology tpu7x:2x2x1 --mesh fsdp=1,context=4,expert=2 --batch 2 --sequence 65536 "
       "--hidden 256 --vocab 2048 --precision origin --replicate-sequence never --chunk 4096")
CPU = "bisect --topology cpu:1 --batch 2 --sequence 64 --hidden 8 --vocab 32"
IDS = "s32[4,1,4,1024]"
REASON = "Reshape should have supported layout before reaching the emitter"
LIBTPU = "libtpu/libtpu.so"
XLA_CPU = "xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so"
REAL_CPU = DEPS / "xla-cpu-pjrt-0.0.1" / XLA_CPU


class BisectTestCase(cli.CommandLineTestCase):
    def setUp(self):
        super().setUp()
        self.tree = self.folder / "tree"
        self.environment["LOGPHEAD_DEPS"] = str(self.tree / ".deps")
        self.environment["LOGPHEAD_PLANS"] = str(self.folder / "past")

    def install(self, package, version, library, real):
        """A version in the tree of this test that is in truth the plugin `real`."""
        path = self.tree / ".deps" / f"{package}-{version}" / library
        path.parent.mkdir(parents=True)
        path.symlink_to(real)

    def bisect(self, *words, status=cli.NO, **options):
        """The report as JSON, and the verdicts by version."""
        result = self.assert_runs(*words, "--format json", status=status, **options)
        report = json.loads(result.stdout)
        self.assertEqual(list(report), ["schema", "answer", "last_good", "first_bad",
                                        "not_one_change", "not_tried", "rows", "command"])
        self.assertEqual(report["schema"], 1)
        verdicts = {row["compiler"].split("==")[1]: row["verdict"] for row in report["rows"]}
        return report, verdicts


class ToyTest(BisectTestCase):
    """With libtpu: 0.0.50 compiles the toy case, 0.0.51 and 0.0.52 do not."""

    def need(self, *versions):
        for version in versions:
            if not (DEPS / f"libtpu-{version}" / LIBTPU).is_file():
                self.skipTest(f"libtpu {version} is not installed (./setup --compilers {version})")

    def alias(self, version, real):
        self.install("libtpu", version, LIBTPU, DEPS / f"libtpu-{real}" / LIBTPU)

    def test_the_regression_of_the_rule(self):
        self.need("0.0.50", "0.0.51", "0.0.52")
        for version in ("0.0.50", "0.0.51", "0.0.52"):
            self.alias(version, version)
        lines = self.assert_runs(TOY, status=cli.NO).stdout.splitlines()
        self.assertEqual(lines[0], "first version that fails: libtpu==0.0.51 "
                                   "(libtpu==0.0.50 compiles)")
        self.assertTrue(lines[1].startswith(f"libtpu==0.0.51 fails at {IDS}: {REASON}"), lines[1])
        self.assertIn("chunked chunk 4096 (replicate never), loss_and_grad on tpu7x:2x2x1", lines[2])
        self.assertEqual(lines[3].split(), ["version", "verdict", "temp", "seconds"])
        self.assertRegex(lines[4], r"^libtpu==0\.0\.50  compiles +[\d.]+ MB +[\d.]+$")
        for line, version in zip(lines[5:7], ("0.0.51", "0.0.52")):
            self.assertRegex(line, rf"^libtpu=={version}  fails at s32\[4,1,4,1024\] +- +[\d.]+$")
        self.assertEqual(lines[7:], [f"logphead {TOY}"])
        # The whole of it is remembered.
        report, verdicts = self.bisect(TOY)
        self.assertEqual(verdicts, {"0.0.50": "compiles", "0.0.51": "fails", "0.0.52": "fails"})
        self.assertEqual((report["answer"], report["last_good"], report["first_bad"]),
                         ("found", "libtpu==0.0.50", "libtpu==0.0.51"))
        self.assertTrue(all(row["recalled"] for row in report["rows"]))
        self.assertEqual(report["rows"][1]["offending_shape"], IDS)
        self.assertGreater(report["rows"][0]["temp_bytes"], 10**6)
        again = self.assert_runs(TOY, status=cli.NO).stdout
        self.assertEqual(again.count("  recalled\n"), 3)
        # From within, and where there is nothing to find.
        report, verdicts = self.bisect(TOY, "--good 0.0.51 --bad libtpu==0.0.52")
        self.assertEqual((report["answer"], list(verdicts)), ("all fail", ["0.0.51", "0.0.52"]))
        report, verdicts = self.bisect(TOY, "--bad 0.0.50", status=cli.YES)
        self.assertEqual((report["answer"], list(verdicts)), ("none fails", ["0.0.50"]))
        self.many_versions()
        self.downloads()

    # The two below use what is remembered: a plugin of equal content is the same under any name.

    def many_versions(self):
        """0.0.100 to 0.0.131, of which 0.0.123 is the first that fails: few are looked at."""
        self.tree = self.folder / "many"
        self.environment["LOGPHEAD_DEPS"] = str(self.tree / ".deps")
        for number in range(100, 132):
            self.alias(f"0.0.{number}", "0.0.50" if number < 123 else "0.0.51")
        report, verdicts = self.bisect(TOY)
        self.assertEqual((report["answer"], report["first_bad"]), ("found", "libtpu==0.0.123"))
        self.assertEqual(verdicts, {f"0.0.{number}": "compiles" if number < 123 else "fails"
                                    for number in range(100, 132)})
        self.assertEqual(report["not_one_change"], [])
        # What is known of older ones is told where the newest compiles.
        self.alias("0.0.99", "0.0.51")
        report, _ = self.bisect(TOY, "--bad 0.0.110", status=cli.YES)
        self.assertEqual((report["answer"], report["first_bad"]), ("fixed", None))
        self.assertEqual(report["not_one_change"],
                         [{"fails": "libtpu==0.0.99", "compiles": "libtpu==0.0.100"}])

    def downloads(self):
        """Only what the search needs is fetched, by the ./setup of the tree."""
        self.tree = self.folder / "sources"
        self.environment["LOGPHEAD_DEPS"] = str(self.tree / ".deps")
        self.alias("0.0.9", "0.0.50")
        self.alias("0.0.20", "0.0.52")
        (self.tree / "deps").mkdir()
        (self.tree / "deps" / "wheels.txt").write_text(
            "# name version sha256 set megabytes purpose\n"
            + "".join(f"libtpu 0.0.{number} {'0' * 64} compilers 1 compiler\n"
                      for number in (1, 9, 12, 14, 16, 18, 20, 30))
            + f"other 0.0.13 {'0' * 64} base 1 other\n")
        report, verdicts = self.bisect(TOY)
        self.assertEqual(list(verdicts), ["0.0.9", "0.0.20"])
        self.assertEqual([each["version"] for each in report["not_tried"]],
                         [f"libtpu==0.0.{number}" for number in (12, 14, 16, 18)])
        self.assertIn("not tried: libtpu==0.0.12, libtpu==0.0.14, libtpu==0.0.16, libtpu==0.0.18 "
                      "(not installed: give --download, or run ./setup --no-build --compilers "
                      "0.0.12,0.0.14,0.0.16,0.0.18)\n", self.assert_runs(TOY, status=cli.NO).stdout)
        self.assert_refused(TOY, "--good 0.0.1", status=cli.ENGINE, says=[
            "--good 0.0.1 is not installed", "--download", "./setup --no-build --compilers 0.0.1"])
        result = self.logphead(TOY, "--download")
        self.assertEqual((result.returncode, result.stdout), (cli.ENGINE, ""))
        self.assertRegex(result.stderr.splitlines()[-1], r"there is no .*/sources/setup ")
        self.script("echo 'setup: error: no network today' >&2; exit 1")
        result = self.logphead(TOY, "--download")
        self.assertEqual((result.returncode, result.stdout), (cli.ENGINE, ""))
        self.assertIn("setup did not install libtpu==0.0.14: setup: error: no network today, exited "
                      "with status 1\n", result.stderr)
        self.script("exit 0")
        self.assertIn("ended well, but libtpu==0.0.14 is not in ",
                      self.logphead(TOY, "--download").stderr)
        # From 0.0.16 on it fails.
        self.script('echo "$@" >>calls; test "$1 $2" = "--no-build --compilers" || exit 1; '
                    'real=0.0.50; case $3 in 0.0.16 | 0.0.18) real=0.0.51 ;; esac; '
                    'mkdir -p ".deps/libtpu-$3/libtpu"; '
                    f'ln -s "{DEPS}/libtpu-$real/{LIBTPU}" ".deps/libtpu-$3/{LIBTPU}"')
        result = self.assert_runs(TOY, "--download", status=cli.NO)
        self.assertTrue(result.stdout.startswith(
            "first version that fails: libtpu==0.0.16 (libtpu==0.0.14 compiles)\n"), result.stdout)
        self.assertNotIn("not tried", result.stdout)
        self.assertEqual((self.tree / "calls").read_text(),
                         "--no-build --compilers 0.0.14\n--no-build --compilers 0.0.16\n")
        self.assertEqual(result.stderr, "note: downloading libtpu==0.0.14 (1 MB)\n"
                                        "note: downloading libtpu==0.0.16 (1 MB)\n")
        # The newest one that is there compiles: newer ones are looked at.
        report, verdicts = self.bisect(TOY, "--good 0.0.9 --bad 0.0.14", status=cli.YES)
        self.assertEqual((report["answer"], report["not_tried"]), ("none fails", []))
        for number in (16, 20):
            shutil.rmtree(self.tree / ".deps" / f"libtpu-0.0.{number}")
        report, verdicts = self.bisect(TOY, "--download --bad 0.0.18")
        self.assertEqual((report["answer"], report["first_bad"]), ("found", "libtpu==0.0.16"))
        self.assertEqual(list(verdicts), ["0.0.9", "0.0.14", "0.0.16", "0.0.18"])

    def script(self, text):
        path = self.tree / "setup"
        path.write_text(f'#!/bin/sh\ncd "$(dirname "$0")"\n{text}\n')
        path.chmod(0o755)


class VerdictsTest(BisectTestCase):
    """On CPUs: versions that are the real plugin, and others that crash, hang or eat memory."""

    def versions(self, pattern, does="abort"):
        """xla-cpu-pjrt 0.0.1, 0.0.2, ...: + compiles, - does what is said."""
        self.environment.update(cli.wrapped(does))
        for number, sign in enumerate(pattern, start=1):
            self.install("xla-cpu-pjrt", f"0.0.{number}", XLA_CPU,
                         REAL_CPU if sign == "+" else cli.PLUGIN)

    def test_crashes_count_as_failures(self):
        self.versions("+++-----")
        report, verdicts = self.bisect(CPU)
        self.assertEqual((report["answer"], report["first_bad"]), ("found", "xla-cpu-pjrt==0.0.4"))
        self.assertEqual(verdicts["0.0.4"], "crashed")
        self.assertIn("this compiler gives up",
                      self.assert_runs(CPU, status=cli.NO).stdout.splitlines()[1])

    def test_time_and_memory_count_as_failures(self):
        self.versions("+-", does="hang")
        self.assertEqual(self.bisect(CPU, "--timeout 3")[1],
                         {"0.0.1": "compiles", "0.0.2": "timeout"})
        self.environment.update(cli.wrapped("eat"))
        self.assertEqual(self.bisect(CPU, "--compile-memory 1")[1],
                         {"0.0.1": "compiles", "0.0.2": "memory"})

    def test_versions_that_fail_again_are_told(self):
        # The oldest is too old: good ones are looked for from the newest.
        self.versions("-++--")
        report, _ = self.bisect(CPU)
        self.assertEqual((report["answer"], report["first_bad"]), ("found", "xla-cpu-pjrt==0.0.4"))
        self.assertEqual(report["not_one_change"],
                         [{"fails": "xla-cpu-pjrt==0.0.1", "compiles": "xla-cpu-pjrt==0.0.3"}])
        self.assertIn("\nnot one change: xla-cpu-pjrt==0.0.3 compiles although xla-cpu-pjrt==0.0.1 "
                      "does not\n", self.assert_runs(CPU, "--plans none", status=cli.NO).stdout)

    def test_all_fail(self):
        self.versions("---")
        lines = self.assert_runs(CPU, status=cli.NO).stdout.splitlines()
        self.assertEqual(lines[0], "fails in every version tried: xla-cpu-pjrt==0.0.1 to "
                                   "xla-cpu-pjrt==0.0.3")

    def test_none_fails(self):
        self.versions("+-+")
        result = self.assert_runs(CPU)
        self.assertTrue(result.stdout.startswith(
            "no version fails: the newest tried, xla-cpu-pjrt==0.0.3, compiles\n"), result.stdout)
        self.assertEqual(result.stderr, "")

    def test_flags_that_do_not_fit(self):
        self.versions("++")
        for words, says in (
                ("--chunk 8,16", ["2 programs", "--chunk"]),
                ("--good 0.0.2 --bad 0.0.1", "--good 0.0.2 is not older than --bad 0.0.1"),
                ("--good 0.0.2 --bad 0.0.2", "not older"),
                ("--good 0.0.3", ["--good '0.0.3' is no version of xla-cpu-pjrt", "0.0.1, 0.0.2"]),
                ("--bad other==0.0.1", "--bad 'other==0.0.1'"),
                ("--package libtpu", ["--package", "libtpu", "xla-cpu-pjrt"]),
                ("--download", ["--download", "libtpu"]), ("--format csv", "text or json"),
                ("--compiler xla-cpu-pjrt==0.0.1", "--compiler"), ("--jobs 2", "--jobs"),
                ("--mesh fsdp=2", ["fsdp=2", "cpu:1 has 1"]),
                ("--topology cpu:0", "--topology"), ("--timeout 0", "--timeout")):
            with self.subTest(words):
                self.assert_refused(CPU, words, says=says)
        self.assert_refused("bisect --batch 2 --sequence 64 --hidden 8 --vocab 32",
                            says="--topology is missing")
        self.assert_refused(CPU, env={"LOGPHEAD_DEPS": str(self.folder)}, status=cli.ENGINE,
                            says=["no version of xla-cpu-pjrt", "./setup"])
        self.assert_refused(CPU, "--package lammps-jax-pjrt-cpu", status=cli.ENGINE,
                            says="no version of lammps-jax-pjrt-cpu")

    def test_interrupts_print_what_is_known(self):
        self.versions("+-", does="hang")
        self.assert_runs(CPU, "--bad 0.0.1")
        with open(self.folder / "out", "w+") as out, self.started(CPU, stdout=out) as process:
            self.assertTrue(cli.wait_until(lambda: cli.compiling(process.pid)))
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(60), cli.INTERRUPTED)
            out.seek(0)
            text = out.read()
        self.assertTrue(text.startswith("interrupted: the first version that fails is not known\n"))
        self.assertRegex(text, r"\nxla-cpu-pjrt==0\.0\.1  compiles .* recalled\n")


if __name__ == "__main__":
    unittest.main()
