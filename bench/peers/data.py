# SPDX-License-Identifier: Apache-2.0
"""The arrays of a case, made once and read by every contender, and float64 answers for a part."""

import dataclasses
import pathlib

import numpy as np


@dataclasses.dataclass(frozen=True)
class Case:
    """T tokens of H hidden columns against V columns of the vocabulary."""

    name: str
    tokens: int
    hidden: int
    vocab: int


CASES = [
    Case("T2048_H1024_V32768", 2048, 1024, 32768),
    Case("T1024_H576_V49152", 1024, 576, 49152),
    Case("T512_H4096_V151936", 512, 4096, 151936),
]
QUICK = Case("quick", 96, 64, 1000)
CLIP = 0.2


def bf16(values):
    """float32 values rounded to bfloat16 (to nearest, ties to even), still as float32."""
    bits = values.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) & np.uint32(0xFFFF0000)).view(np.float32)


def make(case, folder):
    """Writes hidden [T, H], kernel [H, V] (f32 numbers that bf16 holds), targets, cotangents,
    advantages and old log-probs as .npy files."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / "done").exists():
        return
    rng = np.random.default_rng(7)
    hidden = bf16(rng.standard_normal((case.tokens, case.hidden), dtype=np.float32))
    np.save(folder / "hidden.npy", hidden)
    kernel = np.empty((case.hidden, case.vocab), np.float32)
    for row in kernel:
        row[:] = bf16(rng.standard_normal(case.vocab, dtype=np.float32) * (3 / case.hidden**0.5))
    np.save(folder / "kernel.npy", kernel)
    np.save(folder / "targets.npy", rng.integers(0, case.vocab, case.tokens).astype(np.int32))
    np.save(folder / "cotangents.npy", rng.standard_normal(case.tokens).astype(np.float32))
    np.save(folder / "advantages.npy", rng.standard_normal(case.tokens).astype(np.float32))
    # The policy that sampled was near this one: some ratios lie beyond the clip, none so near to it
    # that the rounding of logits decides.
    logps = reference_logps(folder, range(case.tokens))
    noise = rng.choice([-0.6, -0.05, 0.05, 0.6], case.tokens)
    np.save(folder / "old_logps.npy", (logps + noise).astype(np.float32))
    (folder / "done").touch()


def load(folder):
    names = ["hidden", "kernel", "targets", "cotangents", "advantages", "old_logps"]
    return {name: np.load(pathlib.Path(folder) / f"{name}.npy", mmap_mode="r") for name in names}


def logits(folder, tokens):
    """float64 [len(tokens), V]."""
    hidden = np.load(pathlib.Path(folder) / "hidden.npy", mmap_mode="r")
    kernel = np.load(pathlib.Path(folder) / "kernel.npy", mmap_mode="r")
    rows = hidden[list(tokens)].astype(np.float64)
    out = np.empty((len(rows), kernel.shape[1]))
    for first in range(0, kernel.shape[1], 8192):
        out[:, first : first + 8192] = rows @ kernel[:, first : first + 8192].astype(np.float64)
    return out


def reference_logps(folder, tokens):
    targets = np.load(pathlib.Path(folder) / "targets.npy")
    result = []
    tokens = list(tokens)
    for first in range(0, len(tokens), 64):
        part = tokens[first : first + 64]
        z = logits(folder, part)
        most = z.max(1, keepdims=True)
        lse = most[:, 0] + np.log(np.exp(z - most).sum(1))
        result.append(z[np.arange(len(part)), targets[part]] - lse)
    return np.concatenate(result)


def reference_d_hidden(folder, tokens, d_logps):
    """float64 [len(tokens), H] of sum d_logps logps."""
    targets = np.load(pathlib.Path(folder) / "targets.npy")
    kernel = np.load(pathlib.Path(folder) / "kernel.npy", mmap_mode="r")
    tokens = list(tokens)
    z = logits(folder, tokens)
    p = np.exp(z - z.max(1, keepdims=True))
    d = -p / p.sum(1, keepdims=True)
    d[np.arange(len(tokens)), targets[tokens]] += 1
    d *= np.asarray(d_logps, np.float64)[:, None]
    return sum(
        d[:, first : first + 8192] @ kernel[:, first : first + 8192].astype(np.float64).T
        for first in range(0, kernel.shape[1], 8192)
    )


def grpo_cotangents(logps, old_logps, advantages):
    """d loss / d logps of the clipped loss, mean over tokens, in float64."""
    ratio = np.exp(np.asarray(logps, np.float64) - old_logps)
    clipped = np.where(advantages > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    return np.where(clipped, 0, -advantages * ratio) / len(ratio)
