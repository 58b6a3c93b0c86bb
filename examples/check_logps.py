# SPDX-License-Identifier: Apache-2.0
"""Checks scored log-probs, entropies and gradients against float64, from the same inputs.

Meaning of the tensors (B rows of L positions, hidden size H, vocabulary V):
  - logits are z = hidden @ kernel / temperature, over hidden [B, L, H] and kernel [H, V] or
    embedding [V, H]; bfloat16 inputs are widened exactly, nothing is rounded again.
  - logps[b, i] is the log-prob of the target of position i: targets[b, i] when given, otherwise
    tokens[b, i + 1]. With --align token the outputs lie one slot later, first slot 0.
  - A position has no target, so exactly 0 log-prob, 0 entropy and no gradient, when its target is
    -100, when mask[b, i] is 0, and with tokens also: at the end of the row, where the next token
    belongs to another segment, where segment_ids is 0 (padding), and where the token or the next
    one is --pad-id.
  - d_hidden and d_kernel (layout of either kernel or embedding) are the gradients of
    sum(logps * cotangent_logps + entropies * cotangent_entropies); a missing cotangent is 0, and
    when both are missing cotangent_logps is 1.
Exit 0 when all agree, 1 when something differs, 2 for a bad input.
"""

import argparse
import resource
import sys
import time

import numpy as np

import tensors

IGNORED = -100


class InputError(Exception):
    """A tensor that is missing, misshapen or out of range."""


def get(source, name, shape=None):
    """A tensor that must be there, of the given shape."""
    if name not in source:
        raise InputError(f"tensor '{name}' is missing")
    if shape is not None and source[name].shape != tuple(shape):
        raise InputError(f"'{name}' has shape {list(source[name].shape)}, not {list(shape)}")
    return source[name]


def targets_of(source, pad_id=None):
    """Targets i64 [B, L], -100 where a position has none, by the rules at the top."""
    shape = get(source, "hidden").shape[:2]
    if "targets" in source:
        targets = np.array(get(source, "targets", shape), dtype=np.int64)
    else:
        tokens = np.asarray(get(source, "tokens", shape)).astype(np.int64)
        targets = np.full(shape, IGNORED, dtype=np.int64)
        targets[:, :-1] = tokens[:, 1:]
        drop = np.zeros(shape, dtype=bool)
        if "segment_ids" in source:
            segments = np.asarray(get(source, "segment_ids", shape))
            drop |= segments == 0
            drop[:, :-1] |= segments[:, 1:] != segments[:, :-1]
        if pad_id is not None:
            drop |= (tokens == pad_id) | (targets == pad_id)
        targets[drop] = IGNORED
    if "mask" in source:
        targets[np.asarray(get(source, "mask", shape)) == 0] = IGNORED
    return targets


def kernel_of(source):
    """The head as f64 [V, H], from either layout."""
    hidden_size = get(source, "hidden").shape[2]
    if ("embedding" in source) == ("kernel" in source):
        raise InputError("give one of 'kernel' [H, V] and 'embedding' [V, H]")
    name, axis = ("embedding", 1) if "embedding" in source else ("kernel", 0)
    array = source[name]
    if array.ndim != 2 or array.shape[axis] != hidden_size:
        raise InputError(f"'{name}' has shape {list(array.shape)}, hidden size is {hidden_size}")
    wide = tensors.widen(array)
    return wide if name == "embedding" else np.ascontiguousarray(wide.T)


def cotangents_of(source, shape):
    """Cotangents f64 [B, L] of logps and entropies, with the defaults described at the top."""
    found = [name in source for name in ("cotangent_logps", "cotangent_entropies")]
    fill = [0.0 if any(found) else 1.0, 0.0]
    return [tensors.widen(get(source, name, shape)) if there else np.full(shape, value)
            for name, there, value in zip(("cotangent_logps", "cotangent_entropies"), found, fill)]


def reference(source, temperature=1.0, pad_id=None, gradients=False, block=128):
    """Float64 results as {logps, entropies, unit[, d_hidden, d_embedding]}, and the targets.

    `unit` is half a float32 step at the size of the largest sum of |hidden| * |kernel|: what one
    rounding inside a float32 dot product can cost a logit.

    Works through `block` positions at a time and skips those without a target.
    """
    hidden, targets, kernel = source["hidden"], targets_of(source, pad_id), kernel_of(source)
    shape, vocab = targets.shape, kernel.shape[0]
    valid = targets != IGNORED
    wrong = np.argwhere(valid & ((targets < 0) | (targets >= vocab)))
    if len(wrong):
        b, i = wrong[0]
        raise InputError(f"target {targets[b, i]} at row {b}, position {i} is outside [0, {vocab})")
    out = {"logps": np.zeros(shape), "entropies": np.zeros(shape), "unit": 0.0}
    magnitudes = np.abs(kernel).astype(np.float32)
    if gradients:
        d_logps, d_entropies = cotangents_of(source, shape)
        out["d_hidden"] = np.zeros(hidden.shape)
        out["d_embedding"] = np.zeros(kernel.shape)
    rows, columns = np.nonzero(valid)
    for start in range(0, len(rows), block):
        at = (rows[start:start + block], columns[start:start + block])
        each, target = np.arange(len(at[0])), targets[at]
        h = tensors.widen(hidden[at])
        size = (np.abs(h).astype(np.float32) @ magnitudes.T).max() / temperature
        out["unit"] = max(out["unit"], float(size) * 2.0**-24)
        z = h @ kernel.T
        z /= temperature
        z -= z.max(axis=1, keepdims=True)
        p = np.exp(z)
        total = p.sum(axis=1)
        p /= total[:, None]
        mean_z = np.einsum("nv,nv->n", p, z)
        out["logps"][at] = z[each, target] - np.log(total)
        out["entropies"][at] = np.log(total) - mean_z
        if gradients:
            cl, ce = d_logps[at], d_entropies[at]
            z -= mean_z[:, None]
            z *= -ce[:, None]
            z -= cl[:, None]
            z *= p
            z[each, target] += cl
            z /= temperature
            out["d_hidden"][at] = z @ kernel
            out["d_embedding"] += z.T @ h
    return out, targets


class Report:
    """Prints one line per comparison and remembers whether all of them held."""

    def __init__(self):
        self.good = True

    def line(self, good, text):
        self.good &= bool(good)
        print(f"{'ok  ' if good else 'FAIL'} {text}")

    def compare(self, name, got, want, tolerance, relative=False):
        """Judges the largest error, absolute or as a fraction of the largest reference value."""
        if got.shape != want.shape:
            self.line(False, f"{name}: shape {list(got.shape)}, not {list(want.shape)}")
            return
        difference = np.abs(tensors.widen(got) - want)
        # max, unlike a comparison element by element, lets no NaN through.
        error = float(difference.max(initial=0.0))
        unit = "absolute"
        if relative:
            error /= float(np.abs(want).max(initial=0.0)) or 1.0
            unit = "of the largest value"
        place = ""
        if difference.size and not error <= tolerance:
            index = np.unravel_index(int(np.argmax(difference)), difference.shape)
            place = f" at {[int(i) for i in index]}: {tensors.widen(got[index])} for {want[index]}"
        self.line(error <= tolerance,
                  f"{name}: largest error {error:.2e} {unit} (allowed {tolerance:.1e}){place}")


def shift_to_tokens(values):
    """Moves each value to the slot of the token it predicts; the first slot becomes 0."""
    moved = np.zeros_like(values)
    moved[:, 1:] = values[:, :-1]
    return moved


def judge(source, scored, options):
    """Compares all that the scored file holds; returns the Report."""
    report = Report()
    gradients = [name for name in ("d_hidden", "d_kernel", "d_embedding") if name in scored]
    want, targets = reference(source, options.temperature, options.pad_id, bool(gradients))
    valid = targets != IGNORED
    align = shift_to_tokens if options.align == "token" else lambda values: values
    allowed = {"logps": options.tolerance, "entropies": options.entropy_tolerance}
    if options.entropy_tolerance is None:
        allowed["entropies"] = options.tolerance
    print(f"     one float32 rounding inside a logit can cost {want['unit']:.1e}")
    for name in ("logps", "entropies"):
        if name == "entropies" and name not in scored:
            print("     entropies: not in the scored file")
            continue
        got = get(scored, name)
        report.compare(name, got, align(want[name]), allowed[name])
        if got.shape == valid.shape:
            stray = int(np.count_nonzero(tensors.widen(got)[~align(valid)]))
            report.line(stray == 0, f"{name}: {stray} of {int((~valid).sum())} values without a "
                        "target are not exactly 0")
    allowed_gradient = options.grad_tolerance
    if allowed_gradient is None:
        is_bf16 = isinstance(source["hidden"], tensors.BFloat16)
        allowed_gradient = 2.0**-7 if is_bf16 else 1e-5
    for name in gradients:
        expected = want["d_hidden" if name == "d_hidden" else "d_embedding"]
        if name == "d_kernel" and ("kernel" in source or scored[name].shape != expected.shape):
            expected = expected.T
        report.compare(name, scored[name], expected, allowed_gradient, relative=True)
    count = int(valid.sum())
    report.line(count > 0 or valid.size == 0, f"{count} of {valid.size} positions have a target")
    if count:
        mean, entropy = want["logps"][valid].mean(), want["entropies"][valid].mean()
        print(f"     mean log-prob {mean:.6f}, perplexity {np.exp(-mean):.4f}, "
              f"mean entropy {entropy:.6f} (float64)")
    return report


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--input", required=True, help="the batch that was scored")
    parser.add_argument("--output", required=True, help="the scored file to check")
    parser.add_argument("--tolerance", type=float, default=5e-6,
                        help="absolute, of logps and entropies (default 5e-6)")
    parser.add_argument("--entropy-tolerance", type=float,
                        help="absolute, of entropies (default: that of logps)")
    parser.add_argument("--grad-tolerance", type=float,
                        help="of the largest gradient (default 1e-5, with bf16 inputs 2^-7)")
    parser.add_argument("--temperature", type=float, default=1.0, help="divides the logits")
    parser.add_argument("--align", choices=("hidden", "token"), default="hidden")
    parser.add_argument("--pad-id", type=int, help="token id that is padding")
    options = parser.parse_args(arguments)
    if not options.temperature > 0:
        parser.error("--temperature takes a number above 0")
    return options


def main(arguments=None):
    options = parse(arguments)
    started = time.perf_counter()
    try:
        report = judge(tensors.read(options.input), tensors.read(options.output), options)
    except (OSError, InputError, tensors.TensorFileError) as error:
        print(f"check_logps: {error}", file=sys.stderr)
        return 2
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"     {time.perf_counter() - started:.1f} s, peak memory {peak:.2f} GB")
    print("agrees" if report.good else "differs")
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main())
