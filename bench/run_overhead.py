# SPDX-License-Identifier: Apache-2.0
"""Host overhead of `logphead run` beside the engine's own time, on the real batch.

Runs the command several times and prints, for each run and as medians: the wall time of the whole
process, the engine's time (start, compile and run, as the command reports them), and the rest as a share of
the engine's time. Times on a shared machine are noisy; the share is what to read.

    python3 bench/run_overhead.py [--runs N] [-- FLAGS OF logphead run]
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BATCH = ROOT / "out" / "batch.safetensors"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("flags", nargs="*", help="of logphead run; default: 8 devices with gradients")
    arguments = parser.parse_args()
    if not BATCH.exists():
        sys.exit(f"{BATCH.relative_to(ROOT)} is missing: ./run makes it")
    flags = arguments.flags or [
        "--mesh", "fsdp=2,context=2,expert=2", "--chunk", "128", "--entropy", "--grad"]
    command = [ROOT / "build" / "logphead", "run", "--format", "json", "--input", BATCH,
               "--output", ROOT / "out" / "bench.safetensors", *flags]
    shares = []
    for _ in range(arguments.runs):
        started = time.perf_counter()
        finished = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
        wall = time.perf_counter() - started
        report = json.loads(finished.stdout)
        engine = sum(report[f"{what}_seconds"] for what in ("start", "compile", "run"))
        shares.append((wall - engine) / engine)
        print(f"wall {wall:.3f} s, engine {engine:.3f} s, overhead {100 * shares[-1]:.1f} %", flush=True)
    print(f"median overhead {100 * statistics.median(shares):.1f} % of the engine's time over {len(shares)} runs")


if __name__ == "__main__":
    main()
