# SPDX-License-Identifier: Apache-2.0
"""Tests of the comparison with peers: its statistics, its float64 answers, and our side of it."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import compare  # noqa: E402
import data  # noqa: E402


class StatisticsTest(unittest.TestCase):
    def test_quartiles(self):
        self.assertEqual(compare.quartiles([5, 1, 4, 2, 3]), [2, 3, 4])
        self.assertEqual(compare.quartiles([7]), [7, 7, 7])

    def test_ratios_pair_runs_that_stood_beside_each_other(self):
        # The machine slowed down twofold half way: each pair still says 3.
        self.assertEqual(compare.ratios([3, 3, 6, 6], [1, 1, 2, 2]), [3, 3, 3])
        with self.assertRaises(ValueError):
            compare.ratios([1, 2], [1])

    def test_difference_is_relative_to_the_largest(self):
        self.assertEqual(compare.difference(np.array([1.0, 8.5]), np.array([1.0, 8.0])), 0.0625)
        self.assertEqual(compare.difference(np.array([0.5]), np.array([0.0])), 0.5)


class DataTest(unittest.TestCase):
    def test_bf16_rounds_to_nearest_even(self):
        values = np.array([1 + 2**-8, 1 + 3 * 2**-8, -1 - 2**-9], np.float32)
        self.assertEqual(data.bf16(values).tolist(), [1.0, 1 + 2**-6, -1.0])

    def test_float64_gradient_is_the_finite_difference(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            data.make(data.Case("tiny", 5, 6, 40), folder)
            before = data.reference_logps(folder, range(5))
            d_hidden = data.reference_d_hidden(folder, range(5), np.ones(5))
            hidden = np.load(folder / "hidden.npy")
            step = np.float32(2**-6)
            hidden[:, 2] += step
            np.save(folder / "hidden.npy", hidden)
            above = data.reference_logps(folder, range(5))
            hidden[:, 2] -= 2 * step
            np.save(folder / "hidden.npy", hidden)
            below = data.reference_logps(folder, range(5))
            slope = (above - below) / (2 * step)
            self.assertLess(compare.difference(slope, d_hidden[:, 2]), 1e-3)
            self.assertEqual(before.shape, (5,))

    def test_clipped_tokens_have_no_cotangent(self):
        got = data.grpo_cotangents([0.5, 0.5, 0.0], np.zeros(3), np.array([1.0, -1.0, 2.0]))
        self.assertEqual(got[0], 0)
        self.assertAlmostEqual(got[1], np.exp(0.5) / 3)
        self.assertAlmostEqual(got[2], -2 / 3)


class OursTest(unittest.TestCase):
    def test_agrees_with_float64(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, HERE / "compare.py", "--quick", "--data", folder],
                capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("quick  grpo  bf16\n  logphead", done.stdout)
        self.assertTrue(done.stdout.endswith("all agree\n"), done.stdout)


if __name__ == "__main__":
    unittest.main()
