# SPDX-License-Identifier: Apache-2.0
"""Counts the test cases in ctest's JUnit files; the last line is 'N passed, N failed[, N skipped]'.

Failed cases and skipped ones, with their reasons, are named before it. Exit 0 when something passed
and nothing failed, else 1.
"""

import argparse
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

_NO_REASON = "no reason given"


def skip_reason(output):
    """What a skipped GoogleTest or unittest case printed as its reason."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    for index, line in enumerate(lines):
        if line.endswith(": Skipped"):  # GoogleTest: FILE:LINE: Skipped, then the text
            following = lines[index + 1] if index + 1 < len(lines) else ""
            return following if following and not following.startswith("[") else _NO_REASON
        _, found, reason = line.partition("... skipped ")  # unittest -v
        if found:
            return reason.strip("'\"")
    return _NO_REASON


def read(path):
    """The cases of one file as (name, 'passed' | 'failed' | 'skipped', detail)."""
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        status, name = case.get("status"), case.get("name")
        skipped = case.find("skipped")
        message = skipped.get("message", "") if skipped is not None else ""
        if status == "run":
            yield name, "passed", ""
        elif message.startswith("SKIP_"):
            yield name, "skipped", skip_reason(case.findtext("system-out") or "")
        elif status == "disabled":
            yield name, "skipped", "disabled"
        else:  # failed, timed out, crashed, or not run for want of a program or of what comes first
            failure = case.find("failure")
            yield name, "failed", message or (failure.get("message") or "" if failure is not None
                                              else "not run")


def summarise(paths, failed_stages):
    """Lines to print and the exit status; the name of a file is the name of its stage."""
    lines, counts = [], {"passed": 0, "failed": 0, "skipped": 0}
    for path in paths:
        cases = list(read(path))
        for name, status, detail in cases:
            counts[status] += 1
            if status != "passed":
                lines.append(f"{status}: {path.stem}: {name}" + (f": {detail}" if detail else ""))
        lines.append(f"{path.stem}: {len(cases)} cases")
    for stage in failed_stages:
        counts["failed"] += 1
        lines.append(f"failed: {stage}")
    last = "{passed} passed, {failed} failed".format(**counts)
    if counts["skipped"]:
        last += ", {skipped} skipped".format(**counts)
    return [*lines, last], 0 if counts["passed"] and not counts["failed"] else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--failed", action="append", default=[], metavar="STAGE",
                        help="a stage that ended before its tests; counts as one failed")
    arguments = parser.parse_args()
    lines, status = summarise(arguments.files, arguments.failed)
    print("\n".join(lines))
    return status


if __name__ == "__main__":
    sys.exit(main())
