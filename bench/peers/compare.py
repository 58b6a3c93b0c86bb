# SPDX-License-Identifier: Apache-2.0
"""The kernels beside PyTorch and JAX: the same arrays, in alternation, results compared."""

import argparse
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import agreement
import data
import report
from forms import FORMS

HERE = pathlib.Path(__file__).resolve().parent
JOBS = ["forward", "forward_backward", "grpo"]
CONTENDERS = {"logphead": "ours", "torch": "torch_peer", "jax": "jax_peer"}
SLOW = 2  # forms that take so many times their peer's best are measured once


class Worker:
    """A contender's process; `threads` cores, idle unless asked."""

    def __init__(self, name, threads):
        path = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
        environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_WAIT_POLICY="PASSIVE",
                           PYTHONPATH=path)
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
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.wait()


def check_all(folder, job, dtype, workers, quick):
    """Every form runs once, unmeasured; `quick` leaves out what is compiled for minutes. Returns
    rows {contender, form, ...}, ours first, and complaints."""
    rows, wrong = [], []
    answers = agreement.Answers(folder, job)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        ours = {}
        for name, worker in workers.items():
            for form in FORMS[name][job]:
                if quick and form.startswith("compiled"):
                    continue
                row = {"contender": name, "form": form, "seconds": [], "ours": [], "dropped": False}
                rows.append(row)
                place = pathlib.Path(scratch) / ("ours" if name == "logphead" else "peer")
                place.mkdir(exist_ok=True)
                ran = worker.ask(do="run", job=job, form=form, save=str(place))
                if "error" in ran:
                    row["error"] = ran["error"]
                    continue
                row["peak_mb"] = ran["peak_mb"]
                arrays = {file.stem: np.load(file, mmap_mode="r") for file in place.glob("*.npy")}
                wrong += agreement.complaints(report.title(row), arrays, answers, ours, dtype)
                if name == "logphead":
                    ours = arrays
                else:
                    for file in place.glob("*.npy"):
                        file.unlink()
    return rows, wrong


def measure(rows, job, workers, repeats):
    """Fills the rows' seconds. Ours runs just before each run of a peer, and stands beside it."""
    def run(row):
        if "error" in row:
            return None
        ran = workers[row["contender"]].ask(do="run", job=job, form=row["form"])
        if "error" in ran:
            row["error"] = ran["error"]
            return None
        row["seconds"].append(ran["seconds"])
        return ran["seconds"]

    mine = next(row for row in rows if row["contender"] == "logphead")
    peers = [row for row in rows if row is not mine]
    for _ in range(repeats):
        if not peers:
            run(mine)
        for row in peers:
            if row["dropped"] or "error" in row:
                continue
            beside = run(mine)
            if beside is not None and run(row) is not None:
                row["ours"].append(beside)
        ran = [row for row in peers if "error" not in row]
        for row in ran:
            of_peer = [min(r["seconds"]) for r in ran if report.peer(r) == report.peer(row)]
            row["dropped"] |= row["seconds"][0] > SLOW * min(of_peer)
    report.add_ratios(rows)


def compare(case, folder, dtype, jobs, names, threads, repeats):
    """Results {case, job, dtype, rows}, printed as they come, and complaints."""
    results, complaints = [], []
    workers = {name: Worker(name, threads) for name in names}
    for name, worker in list(workers.items()):
        opened = worker.ask(do="open", folder=str(folder), dtype=dtype)
        if "error" in opened:
            complaints.append(f"{case.name} {dtype}: {name} does not open: {opened['error']}")
            workers.pop(name).close()
    for job in jobs if "logphead" in workers else []:
        rows, wrong = check_all(folder, job, dtype, workers, case is data.QUICK)
        complaints += [f"{case.name} {job} {dtype}: {text}" for text in wrong]
        measure(rows, job, workers, repeats)
        if "error" in rows[0]:
            complaints.append(f"{case.name} {job} {dtype}: ours does not run: {rows[0]['error']}")
        report.show(f"{case.name}  {job}  {dtype}", rows)
        results.append({"case": case.name, "job": job, "dtype": dtype, "rows": rows})
    for worker in workers.values():
        worker.close()
    return results, complaints


def parse():
    parser = argparse.ArgumentParser(prog="bench/peers/run", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one small case, two repeats")
    parser.add_argument("--case", action="append", help="its name; repeatable (default: all)")
    parser.add_argument("--job", action="append", choices=JOBS, help="repeatable (default: all)")
    parser.add_argument("--dtype", action="append", choices=list(agreement.BOUNDS),
                        help="(default: both)")
    parser.add_argument("--peer", action="append", choices=["torch", "jax"], help="(default: both)")
    parser.add_argument("--repeats", type=int, default=5, help="measured runs of each (default 5)")
    parser.add_argument("--threads", type=int, default=2, help="of each contender (default 2)")
    parser.add_argument("--data", default="out/peers/data", help="where arrays are kept")
    parser.add_argument("--json", metavar="FILE", help="also every second, as JSON")
    flags = parser.parse_args()
    flags.cases = [data.QUICK] if flags.quick else data.CASES
    if flags.case:
        known = {case.name: case for case in flags.cases}
        if unknown := [name for name in flags.case if name not in known]:
            parser.error(f"no case {unknown[0]}; known are {', '.join(known)}")
        flags.cases = [known[name] for name in flags.case]
    if flags.repeats < 1 or flags.threads < 1:
        parser.error("--repeats and --threads take 1 or more")
    if flags.quick:
        flags.repeats = 2
    return flags


def main():
    flags = parse()
    names = ["logphead"]
    for peer in flags.peer or ["torch", "jax"]:
        if importlib.util.find_spec(peer):
            names.append(peer)
        else:
            print(f"{peer} is not installed here, so it is not measured (bench/peers/run "
                  "installs it)")
    print(f"{report.machine()}; {flags.threads} threads; medians of {flags.repeats} alternated runs "
          "(quartiles); memory that a call took beyond what was held", flush=True)
    everything, complaints = [], []
    for case in flags.cases:
        folder = pathlib.Path(flags.data).resolve() / case.name
        print(f"{case.name}: {data.make(case, folder)}", flush=True)
        for dtype in flags.dtype or agreement.BOUNDS:
            results, wrong = compare(case, folder, dtype, flags.job or JOBS, names, flags.threads,
                                     flags.repeats)
            everything += results
            complaints += wrong
    print("ours, and the best form of each peer as a multiple of it")
    print("\n".join(report.summary(everything)))
    if flags.json:
        whole = {"machine": report.machine(), "threads": flags.threads, "results": everything,
                 "complaints": complaints}
        pathlib.Path(flags.json).write_text(json.dumps(whole, indent=1) + "\n")
    for complaint in complaints:
        print(f"differs: {complaint}")
    print("all agree" if not complaints else f"{len(complaints)} do not agree")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
