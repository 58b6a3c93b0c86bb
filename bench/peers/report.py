# SPDX-License-Identifier: Apache-2.0
"""What is printed of measured rows: medians, ratios to ours, the best form of each peer."""

import os
import pathlib
import platform
import statistics


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


def machine():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return f"{line.split(':', 1)[1].strip()}, {os.cpu_count()} cores"
    return platform.processor()


def add_ratios(rows):
    """Puts `quartiles` into each row that ran, and `ratio` into those that ran beside ours."""
    for row in rows:
        if "error" not in row:
            row["quartiles"] = quartiles(row["seconds"])
            if row.get("ours"):
                row["ratio"] = ratios(row["seconds"], row["ours"])


def title(row):
    return f"{row['contender']} {row['form']}".strip()


def show(heading, rows):
    print(heading)
    for row in rows:
        if "error" in row:
            print(f"  {title(row):28} does not run: {row['error']}")
            continue
        lower, middle, upper = row["quartiles"]
        line = f"  {title(row):28} {middle:9.4f} s  ({lower:.4f} .. {upper:.4f})"
        if "ratio" in row:
            lower, middle, upper = row["ratio"]
            line += f"  {middle:6.2f} x ours  ({lower:.2f} .. {upper:.2f})"
        line += f"  +{row['peak_mb']:.0f} MB"
        if row["dropped"]:
            line += "  slow: run once"
        print(line, flush=True)


def peer(row):
    """Whose row it is; linear_cross_entropy computes something else and is a peer of its own."""
    return title(row) if row["form"] == "linear_cross_entropy" else row["contender"]


def best(rows):
    """The row of each peer with the lowest median."""
    found = {}
    for row in rows:
        if "ratio" not in row:
            continue
        who = peer(row)
        if who not in found or row["quartiles"][1] < found[who]["quartiles"][1]:
            found[who] = row
    return found


def summary(everything):
    """Lines, one for each case, job and dtype: ours in seconds and each peer's best form over it."""
    lines = []
    for part in everything:
        ours = [row for row in part["rows"] if row["contender"] == "logphead" and "seconds" in row]
        if not ours:
            continue
        line = f"{part['case']:20} {part['job']:17}{part['dtype']:5}{ours[0]['quartiles'][1]:8.3f} s"
        for row in best(part["rows"]).values():
            lower, middle, upper = row["ratio"]
            line += f"  {title(row)}: {middle:.2f} ({lower:.2f} .. {upper:.2f})"
        lines.append(line)
    return lines
