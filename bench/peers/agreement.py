# SPDX-License-Identifier: Apache-2.0
"""Whether results agree: each with float64 where that is known, and all with ours."""

import numpy as np

import data

# Largest difference over the largest number: log-probs of bf16 inputs whose logits a peer rounds
# to bf16, and gradients of its bf16 products; f32 is sums in another order.
BOUNDS = {"bf16": {"logps": 0.02, "loss": 0.02, "d_hidden": 0.03, "d_kernel": 0.03},
          "f32": {"logps": 2e-5, "loss": 2e-5, "d_hidden": 1e-4, "d_kernel": 1e-4}}
_ROWS = 64


def difference(actual, expected):
    """The largest difference over the largest |expected|; infinite where something is no number."""
    most = scale = 0.0
    actual, expected = np.atleast_1d(actual), np.atleast_1d(expected)
    for first in range(0, len(expected), _ROWS):  # mapped files need not fit into memory
        a, e = actual[first : first + _ROWS], expected[first : first + _ROWS]
        off = float(np.abs(a - e).max())
        most = max(most, off if np.isfinite(off) else np.inf)
        scale = max(scale, float(np.abs(e).max()))
    return most / (scale or 1.0)


class Answers:
    """float64 answers of a case for some tokens and columns. The mean cross entropy, of
    F.linear_cross_entropy, has names of its own."""

    def __init__(self, folder, job):
        inputs = data.load(folder)
        logps = np.asarray(inputs["logps"])
        tokens, vocab = len(logps), inputs["kernel"].shape[1]
        self.tokens = np.unique(np.linspace(0, tokens - 1, 24).astype(int))
        some = np.linspace(0, vocab - 1, 4).astype(int)
        self.columns = np.unique(np.concatenate([inputs["targets"][:4], some]))
        self.right = {"logps": logps[self.tokens]}
        if job == "forward":
            return
        cotangents = inputs["cotangents"]
        if job == "grpo":
            cotangents = data.grpo_cotangents(logps, inputs["old_logps"], inputs["advantages"])
            self._gradients(folder, "mean_", np.full(tokens, -1 / tokens))
            self.right["mean_loss"] = -logps.mean()
        self._gradients(folder, "", np.asarray(cotangents))

    def _gradients(self, folder, prefix, d_logps):
        self.right[f"{prefix}d_hidden"] = data.reference_d_hidden(
            folder, self.tokens, d_logps[self.tokens])
        self.right[f"{prefix}d_kernel"] = data.reference_d_kernel(folder, self.columns, d_logps)

    def part(self, name, array):
        """What of a whole result there is an answer for."""
        if name.endswith("loss"):
            return array
        return array[:, self.columns] if name.endswith("d_kernel") else array[self.tokens]


def complaints(who, arrays, answers, ours, dtype):
    """Sentences about results {name: array} beyond the bounds from float64 or from `ours`."""
    found = []
    for name, array in arrays.items():
        bound = BOUNDS[dtype][name.removeprefix("mean_")]
        against = {"float64": difference(answers.part(name, array), answers.right[name])}
        if name in ours:
            against["logphead"] = difference(array, ours[name])
        for other, off in against.items():
            if not off <= bound:
                found.append(f"{name} of {who} is {off:.1e} from {other}, bound {bound}")
    return found
