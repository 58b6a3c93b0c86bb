# SPDX-License-Identifier: Apache-2.0
"""Policy losses of `logphead run` on 8 CPU devices, against formulas in float64."""

import dataclasses
import json
import pathlib
import subprocess
import sys
import unittest

import numpy as np

import cli_support as cli
import loss_formulas as formulas
from cli_support import read_tensors, tensors_file

ROOT = pathlib.Path(__file__).resolve().parents[2]
MESH = f"--mesh {cli.MESH}"
# Neither rows, tokens nor the hidden size are multiples of what splits them.
ROWS, TOKENS, HIDDEN = 3, 11, 5
HEADS = ("chunked", "local", "vocab:context", "vocab:context,expert")
BOUND = 1e-5          # of the largest number of an array
SCALAR_BOUND = 3e-6   # and that part of the scalar, or 1e-5 of it
# Losses with flags beside their usual settings, and what those flags change.
LOSSES = {
    "policy-gradient": ("--entropy-bonus 0.05", {"bonus": 0.05}),
    "ppo": ("--kl 0.1 --entropy-bonus -0.02 --temperature 0.7", {"kl": 0.1, "bonus": -0.02}),
    "grpo": ("", {}),
    "dapo": ("--clip-low 0.1", {"low": 0.1}),
    "dr-grpo": ("--fixed-length 7", {"fixed_length": 7.0}),
    "cispo": ("--aggregation sequence-mean-token-mean", {"aggregation": "sequence-mean-token-mean"}),
    "gspo": ("", {}),
}


def settings_of(name):
    return formulas.usual(name, TOKENS, **LOSSES[name][1])


def temperature_of(name):
    words = LOSSES[name][0].split()
    return float(words[words.index("--temperature") + 1]) if "--temperature" in words else 1.0


def random_inputs(name, vocab, seed, per_token=True):
    """A batch with packed rows, positions without a target, a mask, and ratios on each side of the
    clips. Masked tokens have ratios that overflow and old log-probs that are no number."""
    rng = np.random.default_rng(seed)

    def normal(*dims):
        return rng.standard_normal(dims).astype(np.float32)

    tokens = rng.integers(0, vocab, (ROWS, TOKENS)).astype(np.int32)
    segments = np.array([[1] * 5 + [2] * 4 + [0] * 2, [1] * 11, [1] * 2 + [2] * 9], np.int32)
    within = (segments[:, :-1] == segments[:, 1:]) & (segments[:, 1:] != 0)
    targets = np.full((ROWS, TOKENS), formulas.IGNORED, np.int32)
    targets[:, :-1] = np.where(within, tokens[:, 1:], formulas.IGNORED)
    mask = (rng.random((ROWS, TOKENS)) < 0.8).astype(np.float32)
    mask[1, 3] = mask[2, 4] = 0
    inputs = formulas.Inputs(normal(ROWS, TOKENS, HIDDEN), normal(HIDDEN, vocab), targets,
                             normal(ROWS, TOKENS) if per_token else normal(ROWS), mask=mask,
                             temperature=temperature_of(name))
    near = 0.01 if name == "gspo" else 0.3
    logps = formulas.Head(inputs).logps.astype(np.float32)
    inputs.old = logps + near * normal(ROWS, TOKENS)
    inputs.old[1, 3], inputs.old[2, 4] = -300, np.nan
    inputs.ref = logps + 0.5 * normal(ROWS, TOKENS)
    inputs.ref[1, 3] = 300
    return inputs, tokens, segments


def smooth_inputs(name, vocab, seed, per_token=True):
    """The first of a row of seeds where no ratio is at a clip, where rounding would decide."""
    while True:
        made = random_inputs(name, vocab, seed, per_token)
        if formulas.clearance(settings_of(name), made[0]) > 2e-5:
            return made
        seed += 1000


def packed(array):
    names = {"float32": "F32", "int32": "I32"}
    return names[array.dtype.name], array.shape, array.tobytes()


class FormulasTestCase(unittest.TestCase):
    """The formulas themselves."""

    def test_gradients_of_the_formulas_are_slopes(self):
        rng = np.random.default_rng(5)
        for name in LOSSES:
            for aggregation in ("token-mean", "sequence-mean-token-mean", "sequence-mean-token-sum"):
                inputs = smooth_inputs(name, 7, 1)[0]
                settings = dataclasses.replace(settings_of(name), aggregation=aggregation, kl=0.3,
                                               bonus=0.2, fixed_length=9.0)
                result = formulas.evaluate(settings, inputs)
                for tensor in ("hidden", "kernel"):
                    with self.subTest(name, aggregation=aggregation, tensor=tensor):
                        direction = rng.standard_normal(getattr(inputs, tensor).shape)
                        slope = formulas.slope_along(settings, inputs, tensor, direction, step=1e-6)
                        gradient = (result[f"d_{tensor}"] * direction).sum()
                        self.assertGreater(abs(gradient), 1e-4)
                        self.assertAlmostEqual(slope, gradient, delta=1e-6 * max(1, abs(gradient)))

    def test_one_advantage_per_row_makes_gspo_the_sequence_form(self):
        inputs = smooth_inputs("gspo", 7, 2, per_token=False)[0]
        inputs.advantages = np.abs(inputs.advantages) * np.array([1, -1, 1], np.float32)
        # Wide clips, so that no row is flat.
        settings = dataclasses.replace(settings_of("gspo"), low=0.5, high=0.5)
        direction = np.random.default_rng(6).standard_normal(inputs.kernel.shape)
        slope = formulas.slope_along(settings, inputs, "kernel", direction, step=1e-6, hold=False)
        gradient = (formulas.evaluate(settings, inputs)["d_kernel"] * direction).sum()
        self.assertGreater(abs(gradient), 1e-3)
        self.assertAlmostEqual(slope, gradient, delta=1e-6 * abs(gradient) + 1e-8)


class LossRuns(cli.CommandLineTestCase):
    """Batches with losses, run and compared."""

    def write_inputs(self, made, tied=False):
        inputs, tokens, segments = made
        kernel = {"embedding": inputs.kernel.T.copy()} if tied else {"kernel": inputs.kernel}
        arrays = {"hidden": inputs.hidden, **kernel, "tokens": tokens, "segment_ids": segments,
                  "mask": inputs.mask, "advantages": inputs.advantages, "old_logps": inputs.old,
                  "ref_logps": inputs.ref}
        self.write("in.safetensors",
                   tensors_file({name: packed(array) for name, array in arrays.items()}))

    def run_loss(self, name, head, *flags):
        """The arrays that a run writes, d_kernel as [H, V], and its report."""
        result = self.assert_runs(f"run --input in.safetensors --output out --format json {MESH} "
                                  f"--entropy --head {head} --loss {name} {LOSSES[name][0]}", *flags)
        arrays = {}
        for tensor, (dtype, dims, content) in read_tensors(self.folder / "out").items():
            self.assertEqual(dtype, "F32", tensor)
            arrays[tensor] = np.frombuffer(content, np.float32).reshape(dims)
        return arrays, json.loads(result.stdout)

    def assert_same(self, got, expected, bound=BOUND, scalar_bound=SCALAR_BOUND):
        self.assertEqual(set(got), set(expected))
        for name, want in expected.items():
            want = np.asarray(want, np.float64)
            self.assertEqual(got[name].shape, want.shape, name)
            largest = np.abs(want).max()
            allowed = bound * largest + (0 if want.ndim else scalar_bound)
            self.assertLessEqual(np.abs(got[name] - want).max(), allowed, f"{name}, largest {largest}")
            if want.ndim:
                self.assertGreater(largest, 0, f"{name} is all zeros")
                self.assertFalse(got[name][want == 0].any(), f"{name} is not 0 where it should be")


class LossTestCase(LossRuns):
    def check(self, name, vocab, heads, seed, *flags):
        """Runs each head against the formulas; what each wrote."""
        tied = seed % 2 == 1
        made = smooth_inputs(name, vocab, seed, per_token=seed % 3 != 0)
        self.write_inputs(made, tied)
        expected = formulas.evaluate(settings_of(name), made[0])
        wrote = {}
        for head in heads:
            with self.subTest(loss=name, vocab=vocab, head=head, flags=flags):
                got, report = self.run_loss(name, head, *flags)
                if tied:
                    got["d_kernel"] = got["d_kernel"].T
                self.assert_same(got, expected)
                self.assertEqual((report["head"], report["loss_name"]), (head, name))
                self.assertEqual(np.float32(report["loss"]), got["loss"])
                self.assertEqual({metric: np.float32(value) for metric, value in
                                  report["metrics"].items()},
                                 {metric: value for metric, value in got.items()
                                  if value.ndim == 0 and metric != "loss"})
                wrote[head] = got
        return wrote

    def test_grpo_on_each_head(self):
        self.check("grpo", 257, HEADS, 11, "--chunk 3")

    def test_inputs_that_are_missing_or_of_another_shape(self):
        made = random_inputs("grpo", 7, 3)
        run = f"run --input in.safetensors --output out {MESH}"
        for tensor, loss, says in (("advantages", "ppo", ["'advantages'", "loss ppo", "[3] or [3, 11]"]),
                                   ("old_logps", "cispo", ["'old_logps'", "loss cispo", "[3, 11]"]),
                                   ("ref_logps", "grpo", ["'ref_logps'", "loss grpo", "kl of 0.04"])):
            self.write_inputs(made)
            tensors = read_tensors(self.folder / "in.safetensors")
            kept = {name: value for name, value in tensors.items() if name != tensor}
            with self.subTest("missing", tensor=tensor):
                self.write("in.safetensors", tensors_file(kept))
                self.assert_refused(run, f"--loss {loss}", says=says)
                self.assertFalse((self.folder / "out").exists())
            for dtype, dims in (("F32", [11, 3]), ("F32", [33]), ("I32", [3, 11]), ("BF16", [3, 11])):
                with self.subTest(tensor=tensor, dtype=dtype, dims=dims):
                    content = bytes(33 * cli.SIZES[dtype])
                    self.write("in.safetensors", tensors_file({**kept, tensor: (dtype, dims, content)}))
                    self.assert_refused(run, f"--loss {loss}", says=[f"'{tensor}'", "must be", "[3, 11]"])
        with self.subTest("not needed"):
            self.write("in.safetensors", tensors_file(
                {name: value for name, value in tensors.items() if name not in ("old_logps", "ref_logps")}))
            self.assert_runs(run, "--loss policy-gradient")
        for flags, says in (("--program fused", "--loss"), ("--kl 0.1", "--loss"),
                            ("--loss grpo --program forward", "--program"),
                            ("--loss reinforce", "policy-gradient"),
                            ("--loss grpo --head vocab:context,expert,fsdp", "7 columns"),
                            ("--loss grpo --head vocab:nope", "nope")):
            with self.subTest(flags):
                self.write_inputs(made)
                self.assert_refused(run, flags, says=says)

    def test_empty_batches(self):
        for rows, tokens in ((0, 4), (2, 0)):
            arrays = {"hidden": np.zeros((rows, tokens, 2)), "kernel": np.ones((2, 3)),
                      "advantages": np.zeros(rows), "old_logps": np.zeros((rows, tokens)),
                      "ref_logps": np.zeros((rows, tokens))}
            tensors = {name: packed(array.astype(np.float32)) for name, array in arrays.items()}
            tensors["targets"] = packed(np.zeros((rows, tokens), np.int32))
            self.write("in.safetensors", tensors_file(tensors))
            for name in ("dr-grpo", "ppo"):
                with self.subTest(name, rows=rows):
                    result = self.assert_runs(f"run --input in.safetensors --output out {MESH}",
                                              f"--head local --loss {name}")
                    self.assertRegex(result.stdout, r"(?m)^loss +0$")
                    out = read_tensors(self.folder / "out")
                    self.assertEqual(set(out), {"loss", "tokens", "masked_tokens", "ratio_mean",
                                                "clip_fraction_low", "clip_fraction_high",
                                                "approx_kl_k1", "approx_kl_k3", "logps", "d_hidden",
                                                "d_kernel"})
                    self.assertEqual(out["loss"], ("F32", [], bytes(4)))
                    self.assertEqual(out["d_hidden"], ("F32", [rows, tokens, 2], b""))
                    self.assertEqual(out["d_kernel"], ("F32", [2, 3], bytes(24)))

    def test_cotangents_beside_a_loss_are_told_and_not_used(self):
        made = smooth_inputs("grpo", 7, 4)
        self.write_inputs(made)
        before, _ = self.run_loss("grpo", "local")
        tensors = read_tensors(self.folder / "in.safetensors")
        tensors["cotangent_logps"] = packed(np.full((ROWS, TOKENS), 9, np.float32))
        self.write("in.safetensors", tensors_file(tensors))
        result = self.assert_runs(f"run --input in.safetensors --output out {MESH} --entropy --grad "
                                  "--head local --loss grpo --align token")
        self.assertIn("note: 'cotangent_logps' is not used", result.stderr)
        self.assertIn("note: --align token moves what is written", result.stderr)
        after = read_tensors(self.folder / "out")
        for name in ("loss", "d_kernel", "d_hidden"):
            self.assertEqual(after[name][2], before[name].tobytes(), name)
        moved = np.frombuffer(after["logps"][2], np.float32).reshape(ROWS, TOKENS)
        self.assertTrue((moved[:, 1:] == before["logps"][:, :-1]).all())

    def test_nothing_counts(self):
        made = random_inputs("grpo", 7, 6)
        made[0].mask[:] = 0
        self.write_inputs(made)
        for name, head in (("grpo", "chunked"), ("dapo", "local"), ("dr-grpo", "vocab:context"),
                           ("gspo", "vocab:context,expert")):
            with self.subTest(name, head=head):
                got, _ = self.run_loss(name, head)
                self.assertEqual(got.pop("masked_tokens"), ROWS * TOKENS)
                for tensor, array in got.items():
                    self.assertFalse(array.any(), tensor)

    def check_all(self, name, seed):
        chunk = f"--chunk {1 + seed % 7}"
        fused = self.check(name, 257, HEADS, seed, chunk)
        two = self.check(name, 257, ("chunked",), seed, chunk, "--program loss_and_grad")
        two |= self.check(name, 257, ("vocab:context,expert",), seed, chunk,
                          "--program loss_and_grad --kernel regather")
        for head, wrote in two.items():
            with self.subTest("one pass says what two say", loss=name, head=head):
                self.assert_same(fused[head], wrote, bound=2e-6, scalar_bound=1e-6)
        self.check(name, 3, ("vocab:context",), seed + 1)

    def test_policy_gradient(self):
        self.check_all("policy-gradient", 21)

    def test_ppo(self):
        self.check_all("ppo", 32)

    def test_grpo(self):
        self.check_all("grpo", 43)

    def test_dapo(self):
        self.check_all("dapo", 54)

    def test_dr_grpo(self):
        self.check_all("dr-grpo", 65)

    def test_cispo(self):
        self.check_all("cispo", 76)

    def test_gspo(self):
        self.check_all("gspo", 87)


class RealBatchTestCase(LossRuns):
    """Hidden states of a language model and its vocabulary of 49152."""

    def setUp(self):
        super().setUp()
        self.batch = ROOT / "out" / "batch.safetensors"
        if not self.batch.exists():
            self.batch = self.folder / "batch.safetensors"
            subprocess.run([sys.executable, ROOT / "examples" / "make_batch.py", "--cotangents",
                            "--output", self.batch], check=True, stdout=subprocess.DEVNULL)

    def test_heads_agree_on_the_real_batch(self):
        """examples_test.py checks the chunked one in float64."""
        results = {}
        for head in ("chunked --chunk 128", "local --chunk 128", "vocab:context,expert"):
            self.assert_runs(["run", "--input", self.batch], f"--output out {MESH} --entropy --grad",
                             f"--head {head}", timeout=900)
            results[head] = {name: np.frombuffer(content, np.float32)
                             for name, (_, _, content) in read_tensors(self.folder / "out").items()}
        expected = results.pop("chunked --chunk 128")
        self.assertEqual(set(expected), {"logps", "entropies", "d_hidden", "d_kernel"})
        for head, got in results.items():
            for name, want in expected.items():
                with self.subTest(head, tensor=name):
                    self.assertGreater(np.count_nonzero(want), want.size // 2)
                    self.assertLessEqual(np.abs(got[name] - want).max(), BOUND * np.abs(want).max())

    def test_a_loss_of_real_tokens(self):
        """The start of each row, whose formulas fit into memory. Sums of |h| |w| reach 235 inside one
        logit here: an f32 rounding of that size is 1.4e-5 of a ratio."""
        arrays = {name: np.frombuffer(content, {"F32": np.float32, "I32": np.int32}[dtype]).reshape(dims)
                  for name, (dtype, dims, content) in read_tensors(self.batch).items()}
        rows, tokens = 3, 45
        cut = {name: arrays[name][:rows, :tokens].copy()
               for name in ("hidden", "tokens", "segment_ids", "mask")}
        same = cut["segment_ids"][:, :-1] == cut["segment_ids"][:, 1:]
        targets = np.full((rows, tokens), formulas.IGNORED, np.int32)
        targets[:, :-1] = np.where(same & (cut["segment_ids"][:, 1:] > 0), cut["tokens"][:, 1:],
                                   formulas.IGNORED)
        rng = np.random.default_rng(8)
        inputs = formulas.Inputs(cut["hidden"], arrays["embedding"].T, targets,
                                 rng.standard_normal(rows).astype(np.float32), mask=cut["mask"])
        logps = formulas.Head(inputs).logps
        inputs.old = (logps + 0.3 * rng.standard_normal(logps.shape)).astype(np.float32)
        inputs.ref = (logps + 0.3 * rng.standard_normal(logps.shape)).astype(np.float32)
        self.assertGreater(formulas.clearance(settings_of("grpo"), inputs), 1e-4)
        self.write_inputs((inputs, cut["tokens"], cut["segment_ids"]), tied=True)
        expected = formulas.evaluate(settings_of("grpo"), inputs)
        self.assertGreater(expected["tokens"], 50)
        for head in ("chunked", "vocab:context,expert"):
            with self.subTest(head):
                got, _ = self.run_loss("grpo", head)
                got["d_kernel"] = got["d_kernel"].T
                self.assert_same(got, expected, bound=5e-5, scalar_bound=5e-5)


if __name__ == "__main__":
    unittest.main()
