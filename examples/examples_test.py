# SPDX-License-Identifier: Apache-2.0
"""Tests of the example scripts; those that need the model are skipped when it is not set up."""

import contextlib
import io
import math
import os
import pathlib
import tempfile
import unittest

import numpy as np

import check_logps
import make_batch
import tensors
import tokenizer

_MODEL = make_batch.parse(["--output", "unused"]).model


def _small_batch(seed=7):
    """Two packed rows over a vocabulary of 11 with every kind of position in them."""
    rng = np.random.default_rng(seed)
    return {
        "hidden": rng.standard_normal((2, 7, 5)).astype(np.float32),
        "kernel": rng.standard_normal((5, 11)).astype(np.float32),
        "tokens": rng.integers(0, 11, (2, 7)).astype(np.int32),
        "segment_ids": np.array([[1, 1, 1, 2, 2, 2, 2], [1, 1, 1, 1, 1, 0, 0]], dtype=np.int32),
        "mask": np.array([[1, 1, 1, 0, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1]], dtype=np.int32),
        "cotangent_logps": rng.standard_normal((2, 7)).astype(np.float32),
        "cotangent_entropies": rng.standard_normal((2, 7)).astype(np.float32),
    }


# Where _small_batch has targets: by hand from its segment ids and mask.
_SMALL_VALID = np.array([[1, 1, 0, 0, 1, 1, 0], [1, 1, 1, 1, 0, 0, 0]], dtype=bool)


def _plain_scores(batch, hidden, kernel, temperature):
    """Log-probs and entropies by the definition, one position and one entry at a time."""
    logps, entropies = np.zeros((2, 7)), np.zeros((2, 7))
    for b, i in np.argwhere(_SMALL_VALID):
        z = [sum(hidden[b, i, h] * kernel[h, v] for h in range(5)) / temperature
             for v in range(11)]
        total = sum(math.exp(value) for value in z)
        p = [math.exp(value) / total for value in z]
        logps[b, i] = math.log(p[batch["tokens"][b, i + 1]])
        entropies[b, i] = -sum(value * math.log(value) for value in p)
    return logps, entropies


class SplitTest(unittest.TestCase):

    def test_splits_as_the_model_was_trained(self):
        for text, pieces in (
                ("It's 5 o'clock", ["It", "'s", " ", "5", " o", "'", "clock"]),
                ("in 1905, they'll", ["in", " ", "1", "9", "0", "5", ",", " they", "'ll"]),
                ("a\n\n  b", ["a", "\n\n ", " b"]),
                ("a\n\nb", ["a", "\n", "\n", "b"]),
                ("end  ", ["end", "  "]),
                ("x (y) -- z", ["x", " (", "y", ")", " --", " z"]),
                ("caf\u00e9 \u00bd", ["caf\u00e9", " ", "\u00bd"]),
                ("", [])):
            with self.subTest(text=text):
                self.assertEqual(tokenizer.split(text), pieces)

    def test_merges_the_best_ranked_pair_first(self):
        vocabulary = ["a", "b", "c", "bc", "ab", "abc", "\u00c3", "\u00a9"]
        first = tokenizer.Tokenizer(vocabulary, ["b c", "a b", "a bc"])
        self.assertEqual(first.encode("abcab"), [5, 4])
        second = tokenizer.Tokenizer(vocabulary, ["a b", "b c"])
        self.assertEqual(second.encode("abc"), [4, 2])
        self.assertEqual(second.decode(second.encode("\u00e9")), "\u00e9")


class TensorsTest(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "t.safetensors")

    def test_round_trip(self):
        saved = {"f": np.arange(6, dtype=np.float32).reshape(2, 3), "i": np.array([-1, 2**31 - 1],
                 dtype=np.int32), "b": np.array([True, False, True]), "e": np.zeros((0, 4)),
                 "h": tensors.to_bfloat16([1.5, -2.0])}
        tensors.write(self.path, saved, {"key": "value"})
        back = tensors.read(self.path)
        self.assertEqual(sorted(back), sorted(saved))
        for name, array in saved.items():
            self.assertEqual(back[name].dtype, array.dtype)
            np.testing.assert_array_equal(np.asarray(back[name]), np.asarray(array))
        self.assertIsInstance(back["h"], tensors.BFloat16)
        self.assertNotIsInstance(back["f"], tensors.BFloat16)
        self.assertEqual(tensors.read_header(self.path)[1], {"key": "value"})
        self.assertEqual(os.listdir(self.folder.name), ["t.safetensors"])

    def test_bfloat16_rounds_to_nearest_even(self):
        bits = np.array([0x3F808000, 0x3F818000, 0x3F808001, 0x3F807FFF, 0x7F7FFFFF, 0xFF800000,
                         0x7FFFFFFF, 0x80000000], dtype=np.uint32)
        got = np.asarray(tensors.to_bfloat16(bits.view(np.float32)))
        self.assertEqual([hex(value) for value in got],
                         ["0x3f80", "0x3f82", "0x3f81", "0x3f80", "0x7f80", "0xff80", "0x7fff",
                          "0x8000"])
        np.testing.assert_array_equal(tensors.widen(tensors.to_bfloat16([1.0, -0.5])), [1.0, -0.5])

    def test_refuses_broken_files(self):
        tensors.write(self.path, {"x": np.zeros(4, dtype=np.float32)})
        whole = pathlib.Path(self.path).read_bytes()
        for name, data in (("short data", whole[:-1]), ("short header", whole[:20]),
                           ("no header", whole[:5]),
                           ("unknown dtype", whole.replace(b"F32", b"F33")),
                           ("lying shape", whole.replace(b"[4]", b"[5]")),
                           ("not JSON", whole.replace(b"{", b"!"))):
            with self.subTest(name):
                pathlib.Path(self.path).write_bytes(data)
                with self.assertRaises(tensors.TensorFileError):
                    tensors.read(self.path)

    def test_failed_write_leaves_the_old_file(self):
        tensors.write(self.path, {"x": np.ones(1, dtype=np.float32)})
        with self.assertRaises(tensors.TensorFileError):
            tensors.write(self.path, {"x": np.ones(1, dtype=np.complex64)})
        self.assertEqual(tensors.read(self.path)["x"][0], 1.0)


class PackTest(unittest.TestCase):

    def test_longest_first_into_the_emptiest_row(self):
        self.assertEqual(make_batch.pack([288, 218, 281, 224, 204], 4), [[0], [2], [3], [1, 4]])
        self.assertEqual(make_batch.pack([1, 2], 1), [[0, 1]])
        with self.assertRaisesRegex(ValueError, "use 1 to 2"):
            make_batch.pack([1, 2], 3)

    def test_mask_marks_positions_that_predict_unprompted_tokens(self):
        sequences = [[3, 4, 5, 6, 7], [8, 9, 1]]
        hidden = [np.full((len(tokens), 2), len(tokens), np.float32) for tokens in sequences]
        batch, _ = make_batch.assemble(sequences, hidden, 1, 4, 2)
        np.testing.assert_array_equal(batch["segment_ids"], [[1, 1, 1, 1, 1, 2, 2, 2]])
        np.testing.assert_array_equal(batch["mask"], [[0, 1, 1, 1, 0, 0, 1, 0]])
        np.testing.assert_array_equal(batch["tokens"], [[3, 4, 5, 6, 7, 8, 9, 1]])
        padded, _ = make_batch.assemble(sequences, hidden, 2, 4, 0)
        np.testing.assert_array_equal(padded["segment_ids"][1], [1, 1, 1, 0, 0, 0, 0, 0])
        np.testing.assert_array_equal(padded["mask"][1], [1, 1, 0, 0, 0, 0, 0, 0])


    def test_inputs_of_a_loss(self):
        batch, kept = _small_batch(), _small_batch()
        advantages = np.arange(14.0).reshape(2, 7)
        make_batch.add_loss_inputs(batch, advantages)
        np.testing.assert_array_equal(batch["advantages"], advantages)
        for name, temperature in (("old_logps", 1.1), ("ref_logps", 0.9)):
            want, _ = _plain_scores(kept, kept["hidden"].astype(float), kept["kernel"].astype(float),
                                    temperature)
            np.testing.assert_allclose(batch[name], want, rtol=0, atol=1e-6)
            self.assertEqual(batch[name].dtype, np.float32)
            np.testing.assert_array_equal(batch[name] != 0, _SMALL_VALID)


class ReferenceTest(unittest.TestCase):

    def test_matches_the_definition(self):
        batch = _small_batch()
        hidden, kernel = batch["hidden"].astype(float), batch["kernel"].astype(float)
        want = _plain_scores(batch, hidden, kernel, 0.7)
        got, targets = check_logps.reference(batch, 0.7, block=3)
        np.testing.assert_array_equal(targets != check_logps.IGNORED, _SMALL_VALID)
        np.testing.assert_allclose(got["logps"], want[0], rtol=0, atol=1e-13)
        np.testing.assert_allclose(got["entropies"], want[1], rtol=0, atol=1e-13)
        sizes = np.abs(hidden[_SMALL_VALID]) @ np.abs(kernel) / 0.7
        self.assertAlmostEqual(got["unit"] / (sizes.max() * 2.0**-24), 1.0, delta=1e-5)

    def test_gradients_match_finite_differences(self):
        batch = _small_batch()
        got, _ = check_logps.reference(batch, 0.7, gradients=True, block=3)
        hidden, kernel = batch["hidden"].astype(float), batch["kernel"].astype(float)

        def loss():
            logps, entropies = _plain_scores(batch, hidden, kernel, 0.7)
            return float((logps * batch["cotangent_logps"]).sum() +
                         (entropies * batch["cotangent_entropies"]).sum())

        for array, gradient in ((hidden, got["d_hidden"]), (kernel, got["d_embedding"].T)):
            for index in np.ndindex(array.shape):
                value, step = array[index], 1e-5
                array[index] = value + step
                above = loss()
                array[index] = value - step
                slope = (above - loss()) / (2 * step)
                array[index] = value
                self.assertAlmostEqual(gradient[index], slope, delta=1e-8)

    def test_targets_and_pad_id(self):
        batch = _small_batch()
        del batch["segment_ids"], batch["mask"]
        batch["tokens"] = np.array([[4, 5, 0, 0, 0, 0, 0], [0, 0, 0, 6, 7, 8, 9]], dtype=np.int32)
        np.testing.assert_array_equal(
            check_logps.targets_of(batch, 0),
            [[5] + [-100] * 6, [-100] * 3 + [7, 8, 9, -100]])
        batch["targets"] = np.full((2, 7), 11, dtype=np.int32)
        with self.assertRaisesRegex(check_logps.InputError, r"outside \[0, 11\)"):
            check_logps.reference(batch)


class VerdictTest(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.batch = _small_batch()
        want, _ = check_logps.reference(self.batch, gradients=True)
        self.scored = {"logps": want["logps"].astype(np.float32),
                       "entropies": want["entropies"].astype(np.float32),
                       "d_hidden": want["d_hidden"].astype(np.float32),
                       "d_kernel": want["d_embedding"].T.astype(np.float32)}

    def _exit(self, *flags):
        paths = [os.path.join(self.folder.name, name) for name in ("in", "out")]
        tensors.write(paths[0], self.batch)
        tensors.write(paths[1], self.scored)
        with contextlib.redirect_stdout(io.StringIO()) as out, \
                contextlib.redirect_stderr(io.StringIO()):
            code = check_logps.main(["--input", paths[0], "--output", paths[1], *flags])
        self.printed = out.getvalue()
        return code

    def test_agrees(self):
        self.assertEqual(self._exit(), 0, "as computed")
        self.assertEqual(self.printed.count("ok  "), 7)

    def test_agrees_with_token_alignment(self):
        for name in ("logps", "entropies"):
            self.scored[name] = check_logps.shift_to_tokens(self.scored[name])
        self.assertEqual(self._exit("--align", "token"), 0)
        self.assertEqual(self._exit(), 1)

    def test_each_wrong_value_is_found(self):
        for name, index, value in (("logps", (0, 0), 1e-5), ("entropies", (1, 3), 1e-5),
                                   ("logps", (0, 2), 1e-9), ("entropies", (1, 6), 1e-9),
                                   ("logps", (0, 0), np.nan), ("d_hidden", (0, 1, 2), 1e-3),
                                   ("d_kernel", (4, 10), 1e-3), ("d_kernel", (0, 0), np.nan)):
            with self.subTest(name=name, index=index):
                kept = self.scored[name][index]
                self.scored[name][index] += value
                self.assertEqual(self._exit(), 1)
                self.scored[name][index] = kept
        self.assertEqual(self._exit("--temperature", "1.1"), 1)

    def test_entropies_have_their_own_tolerance_when_given(self):
        self.scored["entropies"][0, 0] += 1e-3
        self.assertEqual(self._exit("--entropy-tolerance", "2e-3"), 0)
        self.assertEqual(self._exit("--tolerance", "2e-3"), 0)
        self.assertEqual(self._exit("--tolerance", "2e-3", "--entropy-tolerance", "5e-4"), 1)

    def test_bad_inputs_exit_2(self):
        del self.scored["logps"]
        self.assertEqual(self._exit(), 2)

    def test_nothing_scored_is_no_agreement(self):
        self.batch["mask"][:] = 0
        self.scored = {"logps": np.zeros((2, 7), np.float32)}
        self.assertEqual(self._exit(), 1)


@unittest.skipUnless(os.path.exists(_MODEL), f"the model file is not set up: {_MODEL}")
class RealBatchTest(unittest.TestCase):

    def test_real_batch(self):
        with tempfile.TemporaryDirectory() as folder, \
                contextlib.redirect_stdout(io.StringIO()) as out:
            path = os.path.join(folder, "batch.safetensors")
            flags = ["--output", path, "--dtype", "bf16", "--cotangents", "--if-missing"]
            self.assertEqual(make_batch.main(flags), 0)
            self.assertNotIn("up to date", out.getvalue())
            self.assertEqual(make_batch.main(flags), 0)
            self.assertIn("up to date", out.getvalue())
            batch = tensors.read(path)
            self.assertEqual(batch["embedding"].shape, (49152, 576))
            self.assertGreaterEqual(int((batch["segment_ids"] > 0).sum()), 1024)
            got, targets = check_logps.reference(batch)
            valid = targets != check_logps.IGNORED
            np.testing.assert_array_equal(valid, batch["mask"] == 1)
            self.assertLess(math.exp(-got["logps"][valid].mean()), 25)
            self.assertGreater(math.exp(-got["logps"][valid].mean()), 15)


if __name__ == "__main__":
    unittest.main()
