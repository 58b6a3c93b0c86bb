# SPDX-License-Identifier: Apache-2.0
"""The arrays of a case, made once and read by every contender, and float64 answers for a part."""

import dataclasses
import pathlib
import sys

import numpy as np

_ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(_ROOT / "examples"))
import tensors  # noqa: E402


@dataclasses.dataclass(frozen=True)
class Case:
    """T tokens of H hidden columns against V columns of the vocabulary."""

    name: str
    tokens: int
    hidden: int
    vocab: int
    real: bool = False  # the sizes of the real batch


CASES = [
    Case("T2048_H1024_V32768", 2048, 1024, 32768),
    Case("T1024_H576_V49152", 1024, 576, 49152, real=True),
    Case("T512_H4096_V151936", 512, 4096, 151936),
]
QUICK = Case("quick", 96, 64, 1000)
CLIP = 0.2
REAL = _ROOT / "out" / "batch.safetensors"


def bf16(values):
    """float32 values rounded to bfloat16 (to nearest, ties to even), still as float32."""
    return tensors.widen(tensors.to_bfloat16(values), np.float32)


def _real(case):
    """(hidden [T, H], table [V, H], targets [T]) of the first T scored tokens of the real batch;
    None when it is not there or has other sizes."""
    try:
        batch = tensors.read(REAL)
    except (OSError, tensors.TensorFileError):
        return None
    scored = np.argwhere(batch["mask"])[: case.tokens]
    if len(scored) < case.tokens or batch["embedding"].shape != (case.vocab, case.hidden):
        return None
    rows, columns = scored.T
    return batch["hidden"][rows, columns], batch["embedding"], batch["tokens"][rows, columns + 1]


def make(case, folder):
    """Writes hidden [T, H], kernel [H, V] (f32 numbers that bf16 holds), targets, cotangents,
    advantages, old log-probs, and float64 log-probs and log-sum-exps, as .npy files. Returns what
    the numbers are."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    real = _real(case) if case.real else None
    source = "arrays of the real batch" if real else "synthetic arrays"
    if case.real and not real:
        source += f" (for those of the real batch, ./run makes {REAL.name} first)"
    done = folder / "done"
    if done.exists() and done.read_text() == source:
        return source
    rng = np.random.default_rng(7)
    if real:
        hidden, table, targets = real
    else:
        hidden = rng.standard_normal((case.tokens, case.hidden), dtype=np.float32)
        targets = rng.integers(0, case.vocab, case.tokens)
    np.save(folder / "hidden.npy", bf16(tensors.widen(hidden, np.float32)))
    kernel = np.empty((case.hidden, case.vocab), np.float32)
    for i, row in enumerate(kernel):
        if real:
            row[:] = bf16(tensors.widen(table[:, i], np.float32))
        else:
            drawn = rng.standard_normal(case.vocab, dtype=np.float32)
            row[:] = bf16(drawn * (3 / case.hidden**0.5))
    np.save(folder / "kernel.npy", kernel)
    np.save(folder / "targets.npy", targets.astype(np.int32))
    np.save(folder / "cotangents.npy", rng.standard_normal(case.tokens).astype(np.float32))
    np.save(folder / "advantages.npy", rng.standard_normal(case.tokens).astype(np.float32))
    # The policy that sampled was near this one: some ratios lie beyond the clip, none so near to it
    # that the rounding of logits decides.
    logps, lse = reference(folder, range(case.tokens))
    noise = rng.choice([-0.6, -0.05, 0.05, 0.6], case.tokens)
    np.save(folder / "old_logps.npy", (logps + noise).astype(np.float32))
    np.save(folder / "logps.npy", logps)
    np.save(folder / "lse.npy", lse)
    done.write_text(source)
    return source


def load(folder):
    names = ["hidden", "kernel", "targets", "cotangents", "advantages", "old_logps", "logps", "lse"]
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


def reference(folder, tokens):
    """float64 log-probs and log-sum-exps of tokens."""
    targets = np.load(pathlib.Path(folder) / "targets.npy")
    logps, lses = [], []
    tokens = list(tokens)
    for first in range(0, len(tokens), 256):
        part = tokens[first : first + 256]
        z = logits(folder, part)
        most = z.max(1)
        at_target = z[np.arange(len(part)), targets[part]]
        for row in z:  # in place: [256, V] in float64 is large enough once
            row -= row.max()
            np.exp(row, out=row)
        lse = most + np.log(z.sum(1))
        logps.append(at_target - lse)
        lses.append(lse)
    return np.concatenate(logps), np.concatenate(lses)


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


def reference_d_kernel(folder, columns, d_logps):
    """float64 [H, len(columns)] of sum d_logps logps over all tokens; needs lse.npy."""
    arrays = load(folder)
    hidden = arrays["hidden"].astype(np.float64)
    z = hidden @ arrays["kernel"][:, columns].astype(np.float64)
    d = (arrays["targets"][:, None] == columns) - np.exp(z - arrays["lse"][:, None])
    return hidden.T @ (d * np.asarray(d_logps, np.float64)[:, None])


def grpo_cotangents(logps, old_logps, advantages):
    """d loss / d logps of the clipped loss, mean over tokens, in float64."""
    ratio = np.exp(np.asarray(logps, np.float64) - old_logps)
    clipped = np.where(advantages > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    return np.where(clipped, 0, -advantages * ratio) / len(ratio)
