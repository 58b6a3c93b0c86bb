# SPDX-License-Identifier: Apache-2.0
"""The kernels beside PyTorch and JAX: the same arrays, in alternation, results compared."""

import argparse
import importlib.util
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile

import numpy as np

import data
from forms import FORMS

HERE = pathlib.Path(__file__).resolve().parent
JOBS = ["forward", "forward_backward", "grpo"]
CONTENDERS = {"logphead": "ours", "torch": "torch_peer", "jax": "jax_peer"}
# Largest difference over the largest number: log-probs of bf16 inputs whose logits a peer rounds
# to bf16, and gradients of its bf16 products; f32 is sums in another order.
BOUNDS = {"bf16": {"logps": 0.02, "d_hidden": 0.03, "d_kernel": 0.03},
          "f32": {"logps": 2e-5, "d_hidden": 1e-4, "d_kernel": 1e-4}}


def quartiles(values):
    """Lower quartile, median and upper quartile."""
    ordered = sorted(values)
    if len(ordered) == 1:
        return ordered * 3
    lower, middle, upper = statistics.quantiles(ordered, n=4, method="inclusive")
    return [lower, middle, upper]


def ratios(theirs, ours):
    """Quartiles of theirs[i] / ours[i]: the i-th runs stood beside each other."""
    return quartiles([t / o for t, o in zip(theirs, ours, strict=True)])


def difference(actual, expected):
    """The largest difference over the largest |expected|."""
    scale = float(np.abs(expected).max())
    return float(np.abs(actual - expected).max()) / (scale or 1.0)


class Worker:
    """A contender's process; `threads` cores, idle unless asked."""

    def __init__(self, name, threads):
        environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_WAIT_POLICY="PASSIVE",
                           PYTHONPATH=os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")]))
        self.process = subprocess.Popen(
            [sys.executable, HERE / "worker.py", CONTENDERS[name], str(threads)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=environment,
        )

    def ask(self, **command):
        try:
            self.process.stdin.write(json.dumps(command) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        return json.loads(line) if line else {"error": "its process ended"}

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def check(case, folder, job, results, dtype):
    """Complaints about results that do not agree with float64 or with each other."""
    tokens = np.unique(np.linspace(0, case.tokens - 1, 24).astype(int))
    inputs = data.load(folder)
    expected = {"logps": data.reference_logps(folder, tokens)}
    cotangents = inputs["cotangents"]
    if job == "grpo":
        own = data.reference_logps(folder, range(case.tokens))
        cotangents = data.grpo_cotangents(own, inputs["old_logps"], inputs["advantages"])
    if job != "forward":
        expected["d_hidden"] = data.reference_d_hidden(folder, tokens, cotangents[tokens])
    complaints = []
    if not results:
        return [f"{case.name} {job} {dtype}: nothing ran"]
    first = next(iter(results.values()))
    for who, arrays in results.items():
        for name, bound in BOUNDS[dtype].items():
            if name not in arrays:
                continue
            against = {"float64": (arrays[name][tokens], expected[name])} if name in expected else {}
            if arrays is not first:
                against["logphead"] = (arrays[name], first[name])
            for other, (actual, right) in against.items():
                off = difference(actual, right)
                if not off <= bound:
                    complaints.append(f"{case.name} {job} {dtype}: {name} of {who} is {off:.1e} "
                                      f"from {other}, bound {bound}")
    return complaints


def compare(case, folder, job, dtype, workers, repeats):
    """Rows {contender, form, seconds}, and complaints. Every form runs once first, unmeasured."""
    rows, results, complaints = [], {}, []
    for name, worker in workers.items():
        for form in FORMS[name][job]:
            warm = worker.ask(do="run", job=job, form=form)
            if "error" in warm:
                rows.append({"contender": name, "form": form, "error": warm["error"]})
                continue
            with tempfile.TemporaryDirectory(dir=folder) as scratch:
                file = pathlib.Path(scratch) / "r.npz"
                saved = worker.ask(do="save", file=str(file))
                if "error" in saved:
                    complaints.append(f"{case.name} {job} {name} {form}: {saved['error']}")
                else:
                    results[f"{name} {form}".strip()] = dict(np.load(file))
            rows.append({"contender": name, "form": form, "seconds": []})
    complaints += check(case, folder, job, results, dtype)
    for _ in range(repeats):
        for row in rows:
            if "seconds" in row:
                again = workers[row["contender"]].ask(do="run", job=job, form=row["form"])
                row["seconds"].append(again.get("seconds", float("nan")))
    return rows, complaints


def show(case, job, dtype, rows):
    ours = next((row for row in rows if row["contender"] == "logphead" and "seconds" in row), None)
    print(f"{case.name}  {job}  {dtype}")
    for row in rows:
        title = f"{row['contender']} {row['form']}".strip()
        if "error" in row:
            print(f"  {title:28} does not run: {row['error']}")
            continue
        lower, middle, upper = quartiles(row["seconds"])
        line = f"  {title:28} {middle:9.3f} s  ({lower:.3f} .. {upper:.3f})"
        if ours and row is not ours:
            row["ratio"] = ratios(row["seconds"], ours["seconds"])
            lower, middle, upper = row["ratio"]
            line += f"  {middle:6.2f} x ours  ({lower:.2f} .. {upper:.2f})"
        print(line, flush=True)


def machine():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return f"{line.split(':', 1)[1].strip()}, {os.cpu_count()} cores"
    return platform.processor()


def main():
    parser = argparse.ArgumentParser(prog="bench/peers/run", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one small case, two repeats")
    parser.add_argument("--case", action="append", help="its name; repeatable (default: all)")
    parser.add_argument("--job", action="append", choices=JOBS, help="repeatable (default: all)")
    parser.add_argument("--dtype", action="append", choices=list(BOUNDS), help="(default: both)")
    parser.add_argument("--peer", action="append", choices=["torch", "jax"], help="(default: both)")
    parser.add_argument("--repeats", type=int, default=5, help="measured runs of each (default 5)")
    parser.add_argument("--threads", type=int, default=2, help="of each contender (default 2)")
    parser.add_argument("--data", default="out/peers/data", help="where arrays are kept")
    parser.add_argument("--json", metavar="FILE", help="also every second, as JSON")
    flags = parser.parse_args()
    cases = [data.QUICK] if flags.quick else data.CASES
    if flags.case:
        cases = [case for case in cases if case.name in flags.case]
        if not cases:
            parser.error(f"--case: known are {', '.join(case.name for case in data.CASES)}")
    repeats = 2 if flags.quick else flags.repeats
    names = ["logphead"]
    for peer in flags.peer or ["torch", "jax"]:
        if importlib.util.find_spec(peer):
            names.append(peer)
        else:
            print(f"{peer} is not installed here, so it is not measured (bench/peers/run "
                  "installs it)")
    print(f"{machine()}; {flags.threads} threads; medians of {repeats} alternated runs (quartiles)")
    everything, complaints = [], []
    for case in cases:
        folder = pathlib.Path(flags.data).resolve() / case.name
        data.make(case, folder)
        for dtype in flags.dtype or BOUNDS:
            workers = {name: Worker(name, flags.threads) for name in names}
            for name, worker in list(workers.items()):
                opened = worker.ask(do="open", folder=str(folder), dtype=dtype)
                if "error" in opened:
                    complaints.append(f"{name}: {opened['error']}")
                    workers.pop(name).close()
            for job in flags.job or JOBS:
                rows, wrong = compare(case, folder, job, dtype, workers, repeats)
                complaints += wrong
                show(case, job, dtype, rows)
                everything.append({"case": case.name, "job": job, "dtype": dtype, "rows": rows})
            for worker in workers.values():
                worker.close()
    if flags.json:
        report = {"machine": machine(), "threads": flags.threads, "results": everything,
                  "complaints": complaints}
        pathlib.Path(flags.json).write_text(json.dumps(report, indent=1) + "\n")
    for complaint in complaints:
        print(f"differs: {complaint}")
    print("all agree" if not complaints else f"{len(complaints)} do not agree")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
