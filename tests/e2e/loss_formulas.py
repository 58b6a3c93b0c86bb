# SPDX-License-Identifier: Apache-2.0
"""Policy losses in float64, written from their formulas: what the head's loss programs must say.

From logits z = (h W) / T of a token with target t: p = softmax(z), logp = log p_t, H = -sum p log p.
With old the log-prob under the policy that sampled, ref that under a reference, A the advantage and
r = exp(logp - old):

    policy-gradient  -A logp                                                     Williams 1992
    ppo, dapo, dr-grpo, grpo   -min(r A, clip(r, 1 - low, 1 + high) A)           Schulman et al. 2017
    cispo            -clip(r, 1 - low, 1 + high) A logp, the clipped ratio held  MiniMax 2025
    gspo             ppo with r = exp(mean of logp - old over the row's tokens)  Zheng et al. 2025

and, with any of them, + kl (exp(ref - logp) - (ref - logp) - 1) and - bonus H. dapo, dr-grpo and grpo
are ppo with other settings. gspo's gradient is that of its token form (the paper's GSPO-token): each
token's ratio moves with that token's own log-prob, s = held(s) exp(logp - held(logp)). Where the
advantages of a row are one number, that is the gradient of the sequence form.

A token counts when it has a target and its mask is not 0. Terms are averaged over tokens, or per row
and then over the rows that have a token, or summed per row, divided by a fixed length, and averaged
over those rows.
"""

import dataclasses

import numpy as np

IGNORED = -100


@dataclasses.dataclass(frozen=True)
class Settings:
    """A loss: `ratio` is none, clip, held (cispo) or sequence (gspo)."""
    ratio: str
    aggregation: str = "token-mean"
    low: float = 0.2
    high: float = 0.2
    kl: float = 0.0
    bonus: float = 0.0
    fixed_length: float = 0.0


def usual(name, length, **changes):
    """The settings that the command line documents for a loss of rows of `length` tokens."""
    settings = {
        "policy-gradient": Settings("none"),
        "ppo": Settings("clip"),
        "grpo": Settings("clip", "sequence-mean-token-mean", kl=0.04),
        "dapo": Settings("clip", high=0.28),
        "dr-grpo": Settings("clip", "sequence-mean-token-sum", fixed_length=length),
        "cispo": Settings("held"),
        "gspo": Settings("sequence", "sequence-mean-token-mean", 3e-4, 4e-4),
    }[name]
    return dataclasses.replace(settings, **changes)


@dataclasses.dataclass
class Inputs:
    """Arrays [B, L] but hidden [B, L, H] and kernel [H, V]; mask and the others may be missing."""
    hidden: np.ndarray
    kernel: np.ndarray
    targets: np.ndarray
    advantages: np.ndarray
    old: np.ndarray = None
    ref: np.ndarray = None
    mask: np.ndarray = None
    temperature: float = 1.0

    def counted(self):
        has_target = self.targets != IGNORED
        return has_target if self.mask is None else has_target & (self.mask != 0)

    def advantage(self):
        """[B, L], a number per row being that of each of its tokens."""
        per_token = self.advantages.ndim == 2
        return self.advantages if per_token else np.repeat(self.advantages[:, None], self.targets.shape[1], 1)


class Head:
    """Log-probs and entropies of every position, 0 where there is no target or the mask is 0."""

    def __init__(self, inputs):
        self.inputs, self.counted = inputs, inputs.counted()
        # What does not count may hold anything.
        self.hidden = np.where(self.counted[:, :, None], inputs.hidden, 0).astype(np.float64)
        self.kernel = inputs.kernel.astype(np.float64)
        logits = self.hidden @ self.kernel / inputs.temperature
        logits -= logits.max(axis=2, keepdims=True)
        self.log_p = logits - np.log(np.exp(logits).sum(axis=2, keepdims=True))
        self.p = np.exp(self.log_p)
        self.at = np.where(self.counted, inputs.targets, 0)[:, :, None]
        self.logps = np.where(self.counted, np.take_along_axis(self.log_p, self.at, 2)[:, :, 0], 0)
        self.entropies = np.where(self.counted, -(self.p * self.log_p).sum(axis=2), 0)

    def pull_back(self, d_logps, d_entropies):
        """d_hidden and d_kernel for the cotangents of log-probs and entropies."""
        one_hot = np.zeros_like(self.p)
        np.put_along_axis(one_hot, self.at, 1, 2)
        entropy = -(self.p * self.log_p).sum(axis=2, keepdims=True)
        d_logits = d_logps[:, :, None] * (one_hot - self.p)
        d_logits -= d_entropies[:, :, None] * self.p * (self.log_p + entropy)
        d_logits = np.where(self.counted[:, :, None], d_logits, 0) / self.inputs.temperature
        d_kernel = np.einsum("blh,blv->hv", self.hidden, d_logits)
        return d_logits @ self.kernel.T, d_kernel


def shares(settings, counted):
    """Each token's factor in the aggregate."""
    length = counted.sum(axis=1, keepdims=True)
    rows = max((length > 0).sum(), 1)
    if settings.aggregation == "token-mean":
        share = np.full(counted.shape, 1 / max(counted.sum(), 1))
    elif settings.aggregation == "sequence-mean-token-mean":
        share = np.broadcast_to(1 / np.maximum(length, 1) / rows, counted.shape)
    else:
        assert settings.aggregation == "sequence-mean-token-sum", settings.aggregation
        share = np.full(counted.shape, 1 / settings.fixed_length / rows)
    return np.where(counted, share, 0)


def exponents(settings, logps, inputs, held=None):
    """log r per token, [B, L]; `held` log-probs are those that a sequence's ratio is taken at."""
    counted = inputs.counted()
    if settings.ratio != "sequence":
        return np.where(counted, logps - np.where(counted, inputs.old, 0), 0)
    held = logps if held is None else held
    gaps = np.where(counted, held - np.where(counted, inputs.old, 0), 0)
    mean = gaps.sum(axis=1, keepdims=True) / np.maximum(counted.sum(axis=1, keepdims=True), 1)
    return mean + (logps - held)


def objective(settings, inputs, head, held=None):
    """The loss. `held` are log-probs at which held factors are taken: those of `head` by default."""
    counted, a = inputs.counted(), inputs.advantage()
    logps = head.logps
    if settings.ratio == "none":
        terms = -a * logps
    else:
        def clipped(ratio):
            return np.clip(ratio, 1 - settings.low, 1 + settings.high)
        if settings.ratio == "held":
            at = logps if held is None else held
            terms = -clipped(np.exp(exponents(settings, at, inputs))) * a * logps
        else:
            ratio = np.exp(exponents(settings, logps, inputs, held))
            terms = -np.minimum(ratio * a, clipped(ratio) * a)
    if settings.kl:
        gap = np.where(counted, inputs.ref, 0) - logps
        terms = terms + settings.kl * (np.exp(gap) - gap - 1)
    terms = terms - settings.bonus * head.entropies
    return np.where(counted, shares(settings, counted) * np.where(counted, terms, 0), 0).sum()


def slopes(settings, inputs, head):
    """Derivatives of the loss by each log-prob and each entropy."""
    counted, a = inputs.counted(), inputs.advantage()
    if settings.ratio == "none":
        slope = -a
    else:
        ratio = np.exp(exponents(settings, head.logps, inputs))
        inside = (ratio >= 1 - settings.low) & (ratio <= 1 + settings.high)
        if settings.ratio == "held":
            slope = -np.clip(ratio, 1 - settings.low, 1 + settings.high) * a
        else:
            # Outside the clips only the worse of the two, which is not flat, pulls back.
            pulls = inside | ((ratio > 1) & (a < 0)) | ((ratio < 1) & (a > 0))
            slope = np.where(pulls, -ratio * a, 0)
    if settings.kl:
        slope = slope + settings.kl * (1 - np.exp(np.where(counted, inputs.ref, 0) - head.logps))
    share = shares(settings, counted)
    return np.where(counted, share * slope, 0), -settings.bonus * share


def metrics(settings, inputs, head):
    """What is told beside the loss; means are over the tokens that count."""
    counted = inputs.counted()
    tokens = counted.sum()

    def mean(values):
        return float(np.where(counted, values, 0).sum() / max(tokens, 1))

    told = {"tokens": float(tokens), "masked_tokens": float(counted.size - tokens)}
    if settings.ratio != "none":
        log_ratio = exponents(settings, head.logps, inputs)
        ratio = np.exp(log_ratio)
        told |= {"ratio_mean": mean(ratio), "clip_fraction_low": mean(ratio < 1 - settings.low),
                 "clip_fraction_high": mean(ratio > 1 + settings.high),
                 "approx_kl_k1": mean(-log_ratio), "approx_kl_k3": mean(ratio - 1 - log_ratio)}
    told["entropy_mean"] = mean(head.entropies)
    return told


def evaluate(settings, inputs):
    """Everything, by the names of the command line's outputs."""
    head = Head(inputs)
    d_logps, d_entropies = slopes(settings, inputs, head)
    d_hidden, d_kernel = head.pull_back(d_logps, d_entropies)
    return {"loss": float(objective(settings, inputs, head)), "logps": head.logps, "entropies": head.entropies,
            "d_hidden": d_hidden, "d_kernel": d_kernel, **metrics(settings, inputs, head)}


def clearance(settings, inputs):
    """How far the nearest ratio is from a clip: there the loss has no derivative."""
    if settings.ratio == "none":
        return float("inf")
    ratio = np.exp(exponents(settings, Head(inputs).logps, inputs))[inputs.counted()]
    return min(np.abs(ratio - (1 - settings.low)).min(), np.abs(ratio - (1 + settings.high)).min())


def slope_along(settings, inputs, name, direction, step=1e-5, hold=True):
    """The loss's central difference along a direction of hidden or kernel. Without `hold` a
    sequence's ratio moves with all of its log-probs."""
    held = Head(inputs).logps if hold else None
    values = []
    for sign in (1, -1):
        moved = dataclasses.replace(
            inputs, **{name: getattr(inputs, name).astype(np.float64) + sign * step * direction})
        values.append(objective(settings, moved, Head(moved), held))
    return (values[0] - values[1]) / (2 * step)
