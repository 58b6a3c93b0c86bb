# SPDX-License-Identifier: Apache-2.0
"""A contender as a process of its own: reads commands, runs, answers seconds. Idle in between."""

import importlib
import json
import sys
import time

import numpy as np


def main():
    """Lines: {"do": "open", "folder", "dtype"} | {"do": "run", "job", "form"} | {"do": "save",
    "file"}; each is answered by one line {"seconds"} or {"error"}."""
    module = importlib.import_module(sys.argv[1])
    contender = None
    last = None
    for line in sys.stdin:
        command = json.loads(line)
        answer = {}
        try:
            if command["do"] == "open":
                contender = None
                contender = module.Contender(command["folder"], command["dtype"], int(sys.argv[2]))
            elif command["do"] == "run":
                last = None
                start = time.perf_counter()
                last = contender.run(command["job"], command["form"])
                answer["seconds"] = time.perf_counter() - start
            elif command["do"] == "save":
                np.savez(command["file"], **contender.arrays(last))
        except Exception as error:  # whatever a library throws, told in one line
            text = " ".join(str(error).split())
            answer["error"] = f"{type(error).__name__}: {text[:300]}"
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
