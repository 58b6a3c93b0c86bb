# SPDX-License-Identifier: Apache-2.0
"""A contender as a process of its own: reads commands, runs, answers seconds. Idle in between."""

import importlib
import json
import os
import pathlib
import sys
import time

import numpy as np


def _status_mb(name):
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1]) / 1e3
    return 0.0


def _forget_peak():
    """The peak becomes what is held now; where the kernel does not offer it, it stays."""
    try:
        pathlib.Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        pass


def _run(contender, command):
    """{"seconds", "peak_mb"}: the latter is resident memory beyond what was held before the call.
    With "save", results go there as NAME.npy."""
    contender.prepare(command["form"])
    _forget_peak()
    held = _status_mb("VmRSS")
    start = time.perf_counter()
    result = contender.run(command["job"], command["form"])
    seconds = time.perf_counter() - start
    peak = _status_mb("VmHWM") - held
    if "save" in command:
        for name, array in contender.arrays(result).items():
            np.save(pathlib.Path(command["save"]) / f"{name}.npy", array)
    return {"seconds": seconds, "peak_mb": max(peak, 0.0)}


def main():
    """Lines: {"do": "open", "folder", "dtype"} | {"do": "run", "job", "form" (, "save")}; each is
    answered by one line, {"seconds", ...} or {"error"}. Results are given back after each run."""
    threads = int(sys.argv[2])
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a library prints is no answer
    module = importlib.import_module(sys.argv[1])
    contender = None
    for line in sys.stdin:
        command = json.loads(line)
        answer = {}
        try:
            if command["do"] == "open":
                contender = module.Contender(command["folder"], command["dtype"], threads)
            else:
                answer = _run(contender, command)
        except Exception as error:  # whatever a library throws, told in one line
            text = " ".join(str(error).split())
            answer["error"] = f"{type(error).__name__}: {text[:300]}"
        if contender:
            contender.clear()
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
