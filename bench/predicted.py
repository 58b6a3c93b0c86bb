# SPDX-License-Identifier: Apache-2.0
"""Seconds that `logphead plan` predicts beside those that `logphead run` takes, on this machine's CPU.

Makes a random batch for each case, runs all cases in turn several times (the median counts), calibrates on
two of them, plans the others, and prints each case with its error; then the median error and the pairs of
cases that are in another order than predicted. f32; 1, 2, 4 and 8 virtual devices.

    python3 bench/predicted.py [--runs N] [--uncalibrated]
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / ".deps" / "python"), str(ROOT / "examples")]

import numpy  # noqa: E402
import tensors  # noqa: E402

MESH8 = "fsdp=2,context=2,expert=2"
# (batch, sequence, hidden, vocab), mesh, head, chunk, gradients. The first two calibrate.
CASES = [
    ((4, 512, 512, 16384), MESH8, "local", 128, True),
    ((4, 512, 512, 16384), MESH8, "chunked", 128, True),
    ((1, 512, 256, 4096), "", "chunked", 128, True),
    ((1, 1024, 256, 8192), "", "chunked", 256, True),
    ((1, 1024, 512, 16384), "", "chunked", 256, True),
    ((1, 2048, 512, 32768), "", "chunked", 512, True),
    ((1, 2048, 512, 32768), "", "chunked", 512, False),
    ((2, 1024, 256, 8192), "fsdp=2", "local", 128, True),
    ((2, 2048, 512, 16384), "fsdp=2", "local", 256, True),
    ((2, 1024, 1024, 32768), "context=2", "vocab:context", 256, True),
    ((4, 512, 256, 16384), "fsdp=2,context=2", "local", 128, False),
    ((4, 512, 256, 8192), MESH8, "vocab:context,expert", 128, True),
    ((4, 512, 256, 8192), MESH8, "chunked", 64, True),
    ((4, 1024, 512, 32768), MESH8, "vocab:context,expert", 128, True),
    ((4, 1024, 512, 32768), MESH8, "local", 128, True),
]


def logphead(*words, environment):
    finished = subprocess.run([ROOT / "build" / "logphead", *map(str, words)], env=environment,
                              capture_output=True, text=True)
    if finished.returncode not in (0, 1) or not finished.stdout:
        sys.exit(f"logphead {' '.join(map(str, words))}\n{finished.stderr}")
    return finished.stdout


def make_batch(path, case, seed):
    (batch, sequence, hidden, vocab), *_ = case
    random = numpy.random.default_rng(seed)
    tensors.write(path, {
        "hidden": random.standard_normal((batch, sequence, hidden), dtype=numpy.float32),
        "kernel": random.standard_normal((hidden, vocab), dtype=numpy.float32) * numpy.float32(0.05),
        "targets": random.integers(0, vocab, (batch, sequence), dtype=numpy.int32)})


def flags(case, topology=True):
    (batch, sequence, hidden, vocab), mesh, head, chunk, grad = case
    words = ["--head", head, "--chunk", chunk] + (["--mesh", mesh] if mesh else [])
    if not topology:
        return words + (["--grad"] if grad else [])
    devices = 1
    for axis in filter(None, mesh.split(",")):
        devices *= int(axis.split("=")[1])
    return words + ["--topology", f"cpu:{devices}", "--batch", batch, "--sequence", sequence, "--hidden", hidden,
                    "--vocab", vocab, "--dtype", "f32", "--program", "backward" if grad else "forward"]


def measure(folder, runs, environment):
    seconds = [[] for _ in CASES]
    for run in range(runs):
        for i, case in enumerate(CASES):
            batch = folder / f"{i}.safetensors"
            if run == 0:
                make_batch(batch, case, seed=i)
            report = json.loads(logphead("run", "--format", "json", "--input", batch, "--output",
                                         folder / "out.safetensors", *flags(case, topology=False),
                                         environment=environment))
            seconds[i].append(report["run_seconds"])
            if run == runs - 1:
                batch.unlink()
        print(f"run {run + 1} of {runs}", file=sys.stderr)
    return [statistics.median(each) for each in seconds]


def predict(environment):
    rows = []
    for case in CASES:
        report = json.loads(logphead("plan", "--format", "json", *flags(case), environment=environment))
        rows.append(report["rows"][0]["seconds"]["sequential"])
    return rows


def name(case):
    shape, mesh, head, chunk, grad = case
    return f"{'x'.join(map(str, shape))} {mesh or 'one device'} {head} chunk {chunk} {'gradients' if grad else 'forward'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--uncalibrated", action="store_true", help="by the built-in table alone")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="logphead-predicted-") as place:
        folder = pathlib.Path(place)
        environment = {**os.environ, "LOGPHEAD_PLANS": str(folder / "plans.sqlite")}
        measured = measure(folder, arguments.runs, environment)
        if not arguments.uncalibrated:
            both = flags(CASES[0])
            both[both.index("--head") + 1] = f"{CASES[0][2]},{CASES[1][2]}"
            print(logphead("calibrate", *both, "--measured", f"{measured[0]},{measured[1]}",
                           environment=environment))
        predicted = predict(environment)
    width = max(len(name(case)) for case in CASES)
    print(f"{'case':{width}}  measured  predicted    off")
    fitted = 0 if arguments.uncalibrated else 2
    errors = []
    for i, case in enumerate(CASES):
        off = predicted[i] / measured[i] - 1
        if i >= fitted:
            errors.append(abs(off))
        print(f"{name(case):{width}}  {measured[i]:7.3f}s  {predicted[i]:8.3f}s  {100 * off:+5.0f}%"
              f"{'  (fitted)' if i < fitted else ''}")
    swapped = [(a, b) for a in range(len(CASES)) for b in range(a)
               if (measured[a] - measured[b]) * (predicted[a] - predicted[b]) < 0]
    print(f"median error {100 * statistics.median(errors):.0f} % over {len(errors)} cases that were not fitted")
    for a, b in swapped:
        ratio = max(measured[a], measured[b]) / min(measured[a], measured[b])
        print(f"in another order than predicted ({ratio:.2f} times apart): {name(CASES[a])} | {name(CASES[b])}")
    print(f"{len(swapped)} of {len(CASES) * (len(CASES) - 1) // 2} pairs in another order")


if __name__ == "__main__":
    main()
