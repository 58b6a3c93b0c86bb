# SPDX-License-Identifier: Apache-2.0
"""Flags and verbs that are wrong, and help that is right."""

import re
import unittest

import cli_support as cli
from cli_support import Batch, tensors_file

SHAPE = "--batch 2 --sequence 64 --hidden 8 --vocab 32"
CPU = f"plan {SHAPE} --topology cpu:8 --mesh {cli.MESH}"
RUN = "run --input in.safetensors"
VERBS = ("run", "plan", "calibrate", "plans", "bisect", "diff", "emit", "doctor")


class FlagsTest(cli.CommandLineTestCase):
    def setUp(self):
        super().setUp()
        self.write("in.safetensors", tensors_file(Batch().tensors()))

    def test_verbs(self):
        for word, says in (("runn", "did you mean run?"), ("PLAN", "did you mean plan?"),
                           ("emitt", "did you mean emit?"), ("frobnicate", "use run, plan"),
                           ("--chunk", "use run, plan"), ("-x", "use run, plan")):
            self.assert_refused(word, says=["unknown verb", says])
        self.assert_refused([""], says="unknown verb")
        self.assert_refused(["a\nb"], says=r'"a\x0ab"')
        result = self.logphead()
        self.assertEqual((result.returncode, result.stdout), (cli.USAGE, ""))
        self.assertIn("logphead doctor", result.stderr)
        for word in ("compile-child", "probe-plugin", "count-devices"):
            self.assert_refused(word, says="not by hand")

    def test_unknown_flags(self):
        for words, says in (
                (f"emit {SHAPE} --chunkk 5", "--chunkk (did you mean --chunk?)"),
                (f"emit {SHAPE} --batc=5", "--batc (did you mean --batch?)"),
                (f"emit {SHAPE} --CHUNK 5", "did you mean --chunk?"),
                (f"emit {SHAPE} ---chunk 5", "did you mean --chunk?"),
                (f"{RUN} --ouput x", "did you mean --output?"),
                (f"{RUN} --refuse-nonfinit", "did you mean --refuse-nonfinite?"),
                (f"{RUN} --zzzzzzzz", "--help lists the flags"),
                (f"{RUN} -c 5", "-c"), (f"{RUN} -", "unknown flag -"), (f"{RUN} --", "unknown flag"),
                (f"{RUN} --=5", "unknown flag"), (f"{RUN} extra", 'unexpected "extra"'),
                (f"{RUN} --entropy 5", 'unexpected "5"'),
                (f"{RUN} --mesh fsdp=2 context=2", 'unexpected "context=2"'),
                (f"{RUN} --shard rows=fsdp kernel=fsdp --mesh fsdp=2", 'unexpected "kernel=fsdp"'),
                ("doctor --verbose", "--verbose"), ("diff --chunkk 4 --a --entropy", "--chunk?"),
        ):
            with self.subTest(words):
                self.assert_refused(words, says=says)
        self.assert_refused(RUN, ["--fo\no"], says="--fo o")

    def test_values_that_are_missing_or_unwanted(self):
        for words, says in (
                (f"{RUN} --chunk", "--chunk has no value"),
                (f"{RUN} --chunk=", "--chunk has an empty value"),
                (f"{RUN} --chunk= 5", "--chunk has an empty value"),
                (f"{RUN} --output --grad", 'no value: "--grad" follows (write --output=--grad'),
                (f"{RUN} --shard", "--shard has no value"), (f"{RUN} --grad=1", "takes no value"),
                (f"{RUN} --entropy=false", "--entropy takes no value"),
                ("run", "--input is required"), ("run --input", "--input has no value"),
                (f"{RUN} --shard rows=fsdp", "--shard needs a --mesh"),
                ("emit --sequence 4 --hidden 4 --vocab 4", "--batch is missing"),
                (f"plan {SHAPE}", "--topology is missing"), ("diff", "nothing to compare"),
                (f"diff {SHAPE} --topology cpu:1", "nothing to compare"),
        ):
            with self.subTest(words):
                self.assert_refused(words, says=says)
        for flag in ("--mesh", "--chunk", "--temperature", "--output", "--replicate-sequence"):
            with self.subTest(empty=flag):
                self.assert_refused(RUN, [flag, ""], says=f"{flag} has an empty value")
        self.assertFalse((self.folder / "--grad").exists())

    def test_numbers(self):
        wrong = ("+5", "0x10", " 5", "5 ", "5.0", "1e3", "５", "five", "1_000", "--", "0b1", "५", "5\n")
        for value in wrong:
            with self.subTest(chunk=value):
                self.assert_refused(RUN, ["--chunk", value], says=["--chunk", "whole number"])
        for value, says in (("0", "use 1 or more"), ("-1", "use 1 or more"), ("-0", "use 1 or more"),
                            ("-99999999999999999999", "use 1 or more"),
                            (str(2**63), f"use {2**63 - 1} or less"),
                            ("9" * 40, f"use {2**63 - 1} or less")):
            with self.subTest(chunk=value):
                self.assert_refused(RUN, ["--chunk", value], says=["--chunk", value, says])
                self.assert_refused(f"emit {SHAPE}", [f"--chunk={value}"], says=[value, says])
        for flag in ("--batch", "--sequence", "--hidden", "--vocab"):
            for value, says in (("0", "use 1 or more"), ("-5", "use 1 or more"), ("x", "whole"),
                                (str(2**63 - 1), "or less"), (str(2**62), "or less")):
                with self.subTest(flag, value=value):
                    self.assert_refused(f"emit {SHAPE} {flag} {value}", says=[flag, says])
        big = "--batch 2000000000 --sequence 2000000000"
        self.assert_refused(f"emit {SHAPE} {big}", says=["elements", "or less"])
        self.assert_refused(f"emit {SHAPE} {big} --mesh fsdp=3,context=7", says="elements")
        for value in (str(2**31), str(-2**31 - 1), "1.5", "x"):
            for flag in ("--pad-id", "--padding-segment"):
                with self.subTest(flag, value=value):
                    self.assert_refused(f"{RUN} {flag} {value}", says=flag)
        for flag, value in (("--jobs", "0"), ("--jobs", "-1"), ("--timeout", "0"),
                            ("--timeout", "-3"), ("--timeout", "nan"), ("--timeout", "1e300")):
            with self.subTest(flag, value=value):
                self.assert_refused(f"{CPU} {flag} {value}", says=flag)
        self.assert_refused(f"diff {SHAPE} --topology cpu:1 --a --entropy --limit -1", says="--limit")

    def test_temperature(self):
        for value, says in (("0", "above 0"), ("-0.0", "above 0"), ("-1", "above 0"),
                            ("nan", "finite"), ("inf", "finite"), ("-inf", "finite"),
                            ("1e999", "beyond"), ("1e-999", "beyond"), ("1e-60", "beyond f32"),
                            ("1e60", "beyond f32"), ("0x1p3", "finite"), ("1,5", "finite"),
                            ("warm", "finite")):
            for verb in (RUN, f"emit {SHAPE}"):
                with self.subTest(value, verb=verb):
                    self.assert_refused(f"{verb} --temperature {value}", says=["--temperature", says])

    def test_meshes(self):
        for mesh, says in (
                ("fsdp", "has no size"), ("fsdp=", "whole number"), ("fsdp=0", "use 1 or more"),
                ("fsdp=-2", "use 1 or more"), ("fsdp=2,", "comma"), (",fsdp=2", "has no size"),
                ("fsdp=2,fsdp=2", "twice"), ("fs dp=2", "letters"), ("2d=2", "letters"),
                ("fsdp=2x", "whole number"), ("=2", "letters"), ('a"b=2', "letters"),
                (f"fsdp={2**64}", "whole number"), ("fsdp=1048576,context=2", "more than"),
                ("fsdp=2=2", "whole number"), ("fsdp=100", "at most 64"), ("größe=2", "letters")):
            with self.subTest(mesh):
                self.assert_refused(RUN, ["--mesh", mesh], says=says)
        for shard, says in (
                ("rows=nope", "no axis 'nope' (its axes: fsdp, context, expert)"),
                ("rows=fsdp,fsdp", "'fsdp' is used twice"), ("rows=context", "used twice"),
                ("kernel=fsdp,fsdp", "used twice"), ("rows", "rows=AXES"), ("cols=fsdp", "rows=AXES"),
                ("=fsdp", "rows=AXES"), ("rows=fsdp,", "empty piece"), ("rows=,", "empty piece")):
            for verb in (RUN, f"emit {SHAPE}"):
                with self.subTest(shard, verb=verb):
                    self.assert_refused(f"{verb} --mesh {cli.MESH} --shard {shard}", says=says)

    def test_choices(self):
        for flag, choices in (("--replicate-sequence", "auto, always or never"),
                              ("--variant", "ids-only, batch-dim or no-mesh"),
                              ("--program", "forward, backward, loss_and_grad or fused"),
                              ("--head", "chunked, local or vocab:AXES"),
                              ("--loss", "policy-gradient, ppo, grpo, dapo, dr-grpo, cispo or gspo"),
                              ("--precision", "f32 or origin"), ("--dtype", "bf16 or f32"),
                              ("--kernel-dtype", "bf16 or f32"),
                              ("--preset", "bench-cp4, bench-cp8 or origin")):
            for value in ("nonsense", "AUTO", "f16", "'"):
                with self.subTest(flag, value=value):
                    self.assert_refused(f"emit {SHAPE} {flag} {value}", says=[flag, value, choices])
        for flag, choices in (("--device", "cpu, tpu or cuda"), ("--align", "hidden or token"),
                              ("--format", "text or json"), ("--precision", "f32 or origin"),
                              ("--kernels", "auto, native or xla"),
                              ("--replicate-sequence", "auto, always or never")):
            with self.subTest(flag):
                self.assert_refused(f"{RUN} {flag} nonsense", says=[flag, "nonsense", choices])
        self.assert_refused(f"{CPU} --format xml", says=["--format", "text, json or csv"])
        self.assert_refused("doctor --format csv", says="text or json")
        for words in ("--chunk 1,,2", "--chunk ,1", "--chunk 1,", "--replicate-sequence auto,",
                      "--variant ,rule"):
            with self.subTest(words):
                self.assert_refused(f"emit {SHAPE} {words}", says="empty piece")
        self.assert_refused(f"emit {SHAPE} --chunk 1,2", says=["2 programs", "--chunk"])

    def test_heads(self):
        mesh = f"emit {SHAPE} --mesh {cli.MESH}"
        for words, says in (
                ("--head vocab:nope", ["--head: head vocab:nope", "no axis 'nope'", "context"]),
                ("--head vocab:context,context", ["--head", "used twice"]),
                ("--head vocab:", "--head"), ("--head local,", "empty piece"),
                ("--head local,expert", ["--head", "'expert' is unknown"]),
                ("--head local,local", "--head names local twice"),
                ("--head chunked,local", ["2 programs", "--head"]),
                ("--head local --kernel keep,regather", ["2 programs", "--kernel"]),
                ("--head local --kernel drop", ["--kernel", "'drop'", "keep or regather"]),
                ("--kernel keep", ["--kernel", "--head local"]),
                ("--skip-masked", ["--skip-masked", "--head local"]),
                ("--vocab 3 --head vocab:context,expert", ["--head", "4 devices", "3 columns"]),
                ("--head local --shard kernel_vocab=nope", ["kernel", "no axis 'nope'"]),
                ("--head local --shard kernel_vocab=fsdp", ["kernel", "used twice"])):
            with self.subTest(words):
                self.assert_refused(mesh, words, says=says)
        self.assert_refused(f"emit {SHAPE} --head vocab", says=["--head: head vocab:context", "mesh"])
        for words in ("--head local", "--head vocab:context", "--head vocab:context,expert",
                      "--head vocab:expert --kernel regather", "--head local --skip-masked",
                      "--head local --shard kernel_vocab=context",
                      "--head vocab:fsdp --shard kernel=fsdp,context,expert"):
            with self.subTest(words):
                text = self.assert_runs(mesh, words).stdout
                self.assertIn("sdy.manual_computation", text)
        self.assertNotIn("sdy.manual_computation", self.assert_runs(mesh, "--head chunked").stdout)

    def test_losses(self):
        mesh = f"emit {SHAPE} --mesh {cli.MESH} --head local"
        for words, says in (
                ("--clip-low 0.1", "--clip-low needs a --loss"), ("--kl 0", "--kl needs a --loss"),
                ("--fixed-length 5", "--fixed-length needs a --loss"),
                ("--loss ppo --clip-low 1.5", "--clip-low is 1.5"),
                ("--loss ppo --clip-high -1", "--clip-high is -1"),
                ("--loss policy-gradient --clip-low 0.1", ["--clip-low", "clips nothing"]),
                ("--loss grpo --fixed-length 5", ["--fixed-length", "sequence-mean-token-sum"]),
                ("--loss dr-grpo --fixed-length 0", "--fixed-length is 0"),
                ("--loss grpo --kl much", "--kl 'much'"),
                ("--loss grpo --aggregation mean", ["--aggregation", "token-mean"]),
                ("--program fused", ["--program fused", "--loss policy-gradient, ppo"]),
                ("--program forward --loss ppo", ["--program forward", "fused or loss_and_grad"]),
                ("--program backward --loss ppo", ["--program backward", "fused or loss_and_grad"])):
            with self.subTest(words):
                self.assert_refused(mesh, words, says=says)
        def emit(words):
            return self.assert_runs(mesh, words).stdout

        fused = emit("--loss grpo")
        self.assertTrue(fused.startswith("module @logphead_fused"), fused[:100])
        self.assertEqual(emit("--loss grpo --program fused"), fused)
        self.assertTrue(emit("--loss grpo --program loss_and_grad").startswith(
            "module @logphead_loss_and_grad"))
        # Each flag of a loss changes the program, and a bonus switches entropies on.
        texts = {emit(f"--loss grpo {words}") for words in (
            "", "--clip-low 0.3", "--clip-high 0.3", "--kl 0", "--kl 0.5", "--entropy-bonus 0.1",
            "--aggregation token-mean", "--aggregation sequence-mean-token-sum",
            "--aggregation sequence-mean-token-sum --fixed-length 5")}
        self.assertEqual(len(texts), 9)
        self.assertEqual(emit("--loss grpo --entropy-bonus 0.1"),
                         emit("--loss grpo --entropy-bonus 0.1 --entropy"))
        self.assertEqual(emit("--loss dr-grpo"), emit("--loss dr-grpo --fixed-length 64"))

    def test_environment(self):
        ours, theirs = "LOGPHEAD_REPLICATE_SEQUENCE", "TUNIX_LOGPS_REPLICATE_SEQUENCE"
        for env in ({ours: "yes"}, {theirs: "Auto"}, {ours: "auto", theirs: "on"}):
            for verb in (RUN, f"emit {SHAPE}", CPU):
                with self.subTest(env, verb=verb):
                    self.assert_refused(verb, env=env, says=["auto, always or never"])
        self.assert_refused(RUN, env={ours: "auto", theirs: "never"}, says=[ours, theirs, "both alike"])
        mesh, chunk = f"--mesh {cli.MESH}", "--chunk 64 --sequence 256"
        on = self.assert_runs(f"emit {SHAPE} {chunk} {mesh} --replicate-sequence always").stdout
        off = self.assert_runs(f"emit {SHAPE} {chunk} {mesh}").stdout
        self.assertNotEqual(on, off)
        for env in ({ours: "always"}, {theirs: "always"}, {ours: "always", theirs: "always"},
                    {ours: "", theirs: "always"}):
            with self.subTest(env):
                self.assertEqual(self.assert_runs(f"emit {SHAPE} {chunk} {mesh}", env=env).stdout, on)
        wins = {ours: "nonsense", theirs: "always"}
        self.assertEqual(self.assert_runs(f"emit {SHAPE} {chunk} {mesh} --replicate-sequence never",
                                          env=wins).stdout, off)

    def test_both_forms_and_the_last_one_counts(self):
        expected = self.assert_runs(f"emit {SHAPE} --chunk 16").stdout
        for words in ("--chunk=16", "--chunk 99 --chunk 16", "--chunk=99 --chunk=16",
                      "--chunk bad --chunk 16"):
            with self.subTest(words):
                self.assertEqual(self.assert_runs(f"emit {SHAPE} {words}").stdout, expected)

    def test_engines_and_compilers(self):
        for words, status, says in (
                (f"{RUN} --plugin nope.so", cli.ENGINE, "nope.so"),
                (f"{RUN} --plugin in.safetensors", cli.ENGINE, "cannot load"),
                (f"{RUN} --plugin foo==1", cli.USAGE, "known: xla-cpu-pjrt"),
                (f"{CPU} --compiler nope.so", cli.ENGINE, "--compiler nope.so"),
                (f"{CPU} --compiler in.safetensors", cli.ENGINE, "does not work"),
                (f"{CPU} --compiler libtpu==0.0.51", cli.USAGE, "not a known cpu"),
                (f"{CPU} --compiler xla-cpu-pjrt==99", cli.ENGINE, ["99", "not installed", "./setup"]),
                (f"{CPU} --compiler ,", cli.USAGE, "empty piece")):
            with self.subTest(words):
                self.assert_refused(words, status=status, says=says)
        for topology in ("cpu", "cpu:", "cpu:0", "cpu:-1", "cpu:8x8", "cpu:99999999999", ":8", "x",
                         "h100:8", "tpu7x:8", "tpu7x:2x", "tpu7x:0x2", "tpu7x:2x2x1 "):
            with self.subTest(topology):
                self.assert_refused(f"plan {SHAPE}", ["--topology", topology],
                                    says=["--topology", "tpu7x:4x4x8"])
        missing = {"LOGPHEAD_DEPS": str(self.folder)}
        for words in (RUN, CPU, f"plan {SHAPE} --topology h100:1x8"):
            with self.subTest(words):
                self.assert_refused(words, env=missing, status=cli.ENGINE, says=["./setup", "plugin"])

    def test_help(self):
        for flag in ("--help", "-h"):
            listed = self.assert_runs(flag).stdout
            self.assertEqual(re.findall(r"^  logphead (\w+)", listed, re.M), list(VERBS))
        self.assertRegex(self.assert_runs("--version").stdout, r"\Alogphead \d+\.\d+\.\d+\n\Z")
        for verb in VERBS:
            with self.subTest(verb):
                text = self.assert_runs(f"{verb} --help").stdout
                self.assertEqual(self.assert_runs(f"{verb} -h --nonsense").stdout, text)
                self.assertRegex(text, rf"\Alogphead {verb}: .+\n\nusage: logphead {verb}")
                flags = re.findall(r"^  (--[a-z-]+)[^\n]*  [^\n]+$", text, re.M)
                self.assertIn("--help", flags)
                self.assertEqual(len(flags), len(set(flags)), "a flag is listed twice")
                for line in text.splitlines():
                    self.assertLessEqual(len(line), 110, line)
                # Each flag that help shows is known to the verb.
                for flag in set(flags) - {"--help"}:
                    message = self.logphead(f"{verb} {flag}").stderr
                    self.assertNotIn("unknown flag", message)


if __name__ == "__main__":
    unittest.main()
