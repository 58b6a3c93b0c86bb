# SPDX-License-Identifier: Apache-2.0
"""Tests of the comparison with peers: its statistics, its order, its float64 answers, and ours."""

import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import agreement  # noqa: E402
import compare  # noqa: E402
import data  # noqa: E402
import report  # noqa: E402


class StatisticsTest(unittest.TestCase):
    def test_quartiles(self):
        self.assertEqual(report.quartiles([5, 1, 4, 2, 3]), [2, 3, 4])
        self.assertEqual(report.quartiles([7]), [7, 7, 7])

    def test_ratios_pair_runs_that_stood_beside_each_other(self):
        # The machine slowed down twofold half way: each pair still says 3.
        self.assertEqual(report.ratios([3, 3, 6, 6], [1, 1, 2, 2]), [3, 3, 3])
        with self.assertRaises(ValueError):
            report.ratios([1, 2], [1])

    def test_best_form_is_that_of_the_lowest_median(self):
        def row(contender, form, seconds):
            return {"contender": contender, "form": form, "seconds": seconds, "ours": [1, 1, 1]}

        rows = [row("torch", "full", [9, 3, 1]), row("torch", "chunked 8", [2, 2, 2]),
                row("torch", "linear_cross_entropy", [1, 1, 1]), row("jax", "full", [8, 8, 8]),
                {"contender": "jax", "form": "chunked 8", "error": "no"},
                dict(row("logphead", "", [1, 1, 1]), ours=[])]
        report.add_ratios(rows)
        self.assertEqual({peer: r["form"] for peer, r in report.best(rows).items()},
                         {"torch": "chunked 8", "torch linear_cross_entropy": "linear_cross_entropy",
                          "jax": "full"})
        line, = report.summary([{"case": "c", "job": "j", "dtype": "f32", "rows": rows}])
        self.assertIn("torch chunked 8: 2.00 (2.00 .. 2.00)", line)


class MeasureTest(unittest.TestCase):
    class Scripted:
        """A worker whose forms take the seconds given, and that notes who ran when."""

        def __init__(self, seconds, log):
            self.seconds, self.log = seconds, log

        def ask(self, form, **_):
            self.log.append(form)
            seconds = self.seconds[form]
            return {"seconds": seconds} if seconds else {"error": "out of memory"}

    def test_ours_runs_before_every_run_of_a_peer_and_slow_forms_run_once(self):
        log = []
        workers = {"logphead": self.Scripted({"": 1.0}, log),
                   "torch": self.Scripted({"a": 2.0, "b": 5.0, "c": None}, log)}
        rows = [{"contender": who, "form": form, "seconds": [], "ours": [], "dropped": False}
                for who, worker in workers.items() for form in worker.seconds]
        compare.measure(rows, "forward", workers, 3)
        self.assertEqual(log, ["", "a", "", "b", "", "c", "", "a", "", "a"])
        mine, fast, slow, broken = rows
        self.assertEqual(fast["ours"], [1.0] * 3)
        self.assertEqual(fast["ratio"], [2.0] * 3)
        self.assertEqual((slow["seconds"], slow["dropped"]), ([5.0], True))
        self.assertEqual(broken["error"], "out of memory")
        self.assertEqual(mine["quartiles"], [1.0] * 3)


class AgreementTest(unittest.TestCase):
    def test_difference_is_relative_to_the_largest(self):
        self.assertEqual(agreement.difference(np.array([1.0, 8.5]), np.array([1.0, 8.0])), 0.0625)
        self.assertEqual(agreement.difference(np.array([0.5]), np.array([0.0])), 0.5)
        self.assertEqual(agreement.difference(np.float32(3), np.float64(2)), 0.5)

    def test_difference_sees_every_row_and_what_is_no_number(self):
        right = np.ones((200, 3))
        wrong = right.copy()
        wrong[199, 2] = 2
        self.assertEqual(agreement.difference(wrong, right), 1)
        wrong[70, 0] = np.nan
        self.assertEqual(agreement.difference(wrong, right), np.inf)

    def test_wrong_results_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            data.make(data.Case("tiny", 5, 6, 40), folder)
            answers = agreement.Answers(folder, "grpo")
            inputs = data.load(folder)
            d_logps = np.full(5, -0.2)
            arrays = {"logps": np.array(inputs["logps"]),
                      "mean_loss": -inputs["logps"].mean(),
                      "mean_d_hidden": data.reference_d_hidden(folder, range(5), d_logps),
                      "mean_d_kernel": data.reference_d_kernel(folder, np.arange(40), d_logps)}
            self.assertEqual(agreement.complaints("x", arrays, answers, {}, "f32"), [])
            for name in arrays:
                wrong = dict(arrays, **{name: arrays[name] * 1.001})
                told = agreement.complaints("x", wrong, answers, arrays, "f32")
                self.assertEqual(len(told), 2, told)
                self.assertIn(f"{name} of x is 1.0e-03 from float64", told[0])
                self.assertIn("from logphead", told[1])


class DataTest(unittest.TestCase):
    def test_bf16_rounds_to_nearest_even(self):
        values = np.array([1 + 2**-8, 1 + 3 * 2**-8, -1 - 2**-9], np.float32)
        self.assertEqual(data.bf16(values).tolist(), [1.0, 1 + 2**-6, -1.0])

    def test_float64_gradients_are_finite_differences(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            data.make(data.Case("tiny", 5, 6, 40), folder)
            d_logps = np.arange(1.0, 6.0)
            d_hidden = data.reference_d_hidden(folder, range(5), d_logps)
            d_kernel = data.reference_d_kernel(folder, np.array([3, 7]), d_logps)
            self.assertEqual((d_hidden.shape, d_kernel.shape), ((5, 6), (6, 2)))
            for name, at, right in (("hidden", (slice(None), 2), d_hidden[:, 2]),
                                    ("kernel", (4, 7), d_kernel[4:5, 1])):
                array = np.load(folder / f"{name}.npy")
                logps = []
                for step in (2**-6, -(2**-6)):
                    moved = array.copy()
                    moved[at] += np.float32(step)
                    np.save(folder / f"{name}.npy", moved)
                    logps.append(data.reference(folder, range(5))[0])
                np.save(folder / f"{name}.npy", array)
                slope = d_logps * (logps[0] - logps[1]) / 2**-5
                slope = slope if name == "hidden" else slope.sum(keepdims=True)
                self.assertLess(agreement.difference(slope, right), 1e-3)

    def test_clipped_tokens_have_no_cotangent(self):
        got = data.grpo_cotangents([0.5, 0.5, 0.0], np.zeros(3), np.array([1.0, -1.0, 2.0]))
        self.assertEqual(got[0], 0)
        self.assertAlmostEqual(got[1], np.exp(0.5) / 3)
        self.assertAlmostEqual(got[2], -2 / 3)

    def test_real_tokens_are_those_scored(self):
        batch = {"hidden": np.arange(2 * 4 * 3, dtype=np.float32).reshape(2, 4, 3),
                 "embedding": np.arange(15, dtype=np.float32).reshape(5, 3),
                 "tokens": np.array([[1, 2, 3, 4], [4, 3, 2, 1]], np.int32),
                 "mask": np.array([[0, 1, 0, 0], [1, 0, 1, 0]], np.int32)}
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "batch.safetensors"
            data.tensors.write(file, batch)
            case = data.Case("real", 3, 3, 5, real=True)
            with unittest.mock.patch.object(data, "REAL", file):
                self.assertEqual(data.make(case, folder), "arrays of the real batch")
            inputs = data.load(folder)
            self.assertEqual(inputs["targets"].tolist(), [3, 3, 1])
            self.assertEqual(inputs["hidden"][:, 0].tolist(), [3, 12, 18])
            self.assertEqual(inputs["kernel"].T.tolist(), batch["embedding"].tolist())


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
