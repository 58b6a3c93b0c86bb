# SPDX-License-Identifier: Apache-2.0
"""Runs the shell blocks of one document, as a reader would: from the root, with logphead on PATH.

Exit 0 when every block of the level ends as its mark says, 1 when one does not or there is none.
"""

import argparse
import os
import pathlib
import subprocess
import sys

import pages

_SECONDS = {"fast": 60, "full": 1500}


def run_block(block, root, binaries):
    """What is wrong with a block's run; empty when nothing is."""
    environment = {**os.environ, "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}"}
    # A reader's shell has these as the reader set them; the documents show their defaults.
    for name in ("LOGPHEAD_REPLICATE_SEQUENCE", "TUNIX_LOGPS_REPLICATE_SEQUENCE"):
        environment.pop(name, None)
    # Not those of the reader's own plans.
    environment["LOGPHEAD_PLANS"] = str(root / "out" / "test" / "plans.sqlite")
    try:
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", block.text], cwd=root, text=True,
                              env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, errors="replace",
                              timeout=_SECONDS[block.level])
    except subprocess.TimeoutExpired:
        return f"did not end within {_SECONDS[block.level]} s"
    if done.returncode != block.status:
        return (f"exit status {done.returncode}, the document says {block.status}; "
                f"printed:\n{done.stdout[-4000:]}")
    if block.output is not None and not pages.same_output(block.compare, block.output, done.stdout):
        return f"printed:\n{done.stdout[-4000:]}\nthe document shows:\n{block.output}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--level", choices=_SECONDS, required=True)
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--binaries", type=pathlib.Path, required=True, help="folder of logphead")
    arguments = parser.parse_args()
    root, failed, ran = arguments.root.resolve(), 0, 0
    blocks, _ = pages.read_blocks(arguments.page.read_text())
    for block in blocks:
        if block.level == arguments.level:
            ran += 1
            problem = run_block(block, root, arguments.binaries.resolve())
            failed += bool(problem)
            print(f"{arguments.page.name}:{block.line}: {problem or 'ok'}", flush=True)
    print(f"{ran} blocks, {failed} failed")
    return 1 if failed or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
