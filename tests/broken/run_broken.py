# SPDX-License-Identifier: Apache-2.0
"""Breaks a copy of the source tree on purpose, to see that exactly the right tests fail.

A patch NN-name.patch opens with lines that say what must catch it; * stands for anything in a name:
  Killed-by: Suite.Test[, Suite.Test2 ...]
  Target: head_test
'prepare' brings the copy up to date, builds the target of every patch and runs it: all tests must
pass. 'patch FILE' applies one patch, rebuilds its target and runs all of its tests: the named ones
must fail, and no other. Product code has no switch for any of this. Exit 0 as it must be, 1 not.
"""

import argparse
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "static"))
import tree  # noqa: E402


class Broken(Exception):
    """A patch or a copy is not as it must be."""


def read_patch(path):
    """The target and the patterns of the tests that must fail."""
    lines = path.read_text().splitlines()
    match = re.fullmatch(r"Killed-by:\s*(\S.*)", lines[0] if lines else "")
    if not match:
        raise Broken(f"{path.name}: the first line is not 'Killed-by: Suite.Test, ...'")
    targets = [line.split(":", 1)[1].strip() for line in lines[1:5] if line.startswith("Target:")]
    if len(targets) != 1:
        raise Broken(f"{path.name}: no line 'Target: NAME_test' after the first")
    return targets[0], [name.strip() for name in match[1].split(",") if name.strip()]


def sync(source, copy):
    """Makes copy equal to source, but for its build folder, touching only files that differ."""
    wanted = {path.relative_to(source): path for path in tree.source_files(source)
              if copy not in path.parents}
    for path in tree.source_files(copy):
        if path.relative_to(copy) not in wanted:
            path.unlink()
    for name, path in wanted.items():
        place, content = copy / name, path.read_bytes()
        if place.is_file() and place.read_bytes() == content:
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)  # with the time of now, so that it is built again
        place.chmod(path.stat().st_mode)


def run(command, what, **options):
    """Runs a command; Broken with what it printed when it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", **options)
    if done.returncode:
        raise Broken(f"{what}:\n{done.stdout[-4000:]}")


def build(source, copy, deps, targets):
    """Builds targets of the copy. Its layout is that of source, so a compiler cache serves both."""
    environment = {**os.environ, "CCACHE_DIR": str(source / ".ccache"), "CCACHE_NOHASHDIR": "1",
                   "CCACHE_BASEDIR": str(copy)}
    folder = copy / "build"
    if not (folder / "build.ninja").exists():
        run(["cmake", "-G", "Ninja", "-S", copy, "-B", folder, "-DCMAKE_BUILD_TYPE=Release",
             "-DCMAKE_CXX_COMPILER=g++", "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache",
             f"-DLOGPHEAD_DEPS={deps}"], "the copy is not configured", env=environment)
    run(["cmake", "--build", folder, "-j", str(os.cpu_count()), "--target", *targets],
        f"{', '.join(targets)} did not build", env=environment)


def find_program(copy, target):
    """The test program of a target, wherever in the build folder it lies."""
    found = [path for path in (copy / "build").rglob(target) if os.access(path, os.X_OK)
             and path.is_file()]
    if len(found) != 1:
        raise Broken(f"{len(found)} programs named {target} in {copy / 'build'}")
    return found[0]


def run_tests(copy, deps, target):
    """Runs a whole test program; returns how many tests ran and the names of those that failed."""
    report = copy / "build" / f"{target}.json"
    report.unlink(missing_ok=True)
    program = find_program(copy, target)
    done = subprocess.run([program, f"--gtest_output=json:{report}"], cwd=program.parent,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", stdin=subprocess.DEVNULL, timeout=600,
                          env={**os.environ, "LOGPHEAD_DEPS": str(deps)})
    if not report.exists():
        raise Broken(f"{target} ended with {done.returncode} before its report:\n"
                     f"{done.stdout[-2000:]}")
    suites = json.loads(report.read_text())["testsuites"]
    tests = [(f"{suite['name']}.{test['name']}", test) for suite in suites
             for test in suite["testsuite"]]
    return len(tests), sorted(name for name, test in tests if test.get("failures"))


def check_kill(name, patterns, failures):
    """Broken unless every failure has a pattern and every pattern a failure."""
    alive = [pattern for pattern in patterns
             if not any(fnmatch.fnmatchcase(failure, pattern) for failure in failures)]
    others = [failure for failure in failures
              if not any(fnmatch.fnmatchcase(failure, pattern) for pattern in patterns)]
    if alive:
        raise Broken(f"{name}: not caught by {', '.join(alive)} (failed: {', '.join(failures)})")
    if others:
        raise Broken(f"{name}: also fails {', '.join(others)}")


def prepare(source, copy, deps, patches):
    """Builds the copy as it is and demands that all tests of the patches' targets pass."""
    copy.mkdir(parents=True, exist_ok=True)
    sync(source, copy)
    targets = sorted({read_patch(patch)[0] for patch in patches})
    build(source, copy, deps, targets)
    for target in targets:
        count, failures = run_tests(copy, deps, target)
        if failures or not count:
            raise Broken(f"{target}, not patched, fails of {count}: {', '.join(failures)}")
        print(f"{target}: {count} tests pass without a patch")


def try_patch(source, copy, deps, patch):
    """Applies one patch, runs its target, and takes the patch back."""
    target, patterns = read_patch(patch)
    sync(source, copy)
    try:
        run(["patch", "-p1", "--forward", "--fuzz=0", "--no-backup-if-mismatch", "--reject-file=-",
             "-i", patch], f"{patch.name} does not apply", cwd=copy)
        build(source, copy, deps, [target])
        count, failures = run_tests(copy, deps, target)
        check_kill(patch.name, patterns, failures)
        print(f"{patch.name}: of {count} tests these fail: {', '.join(failures)}")
    finally:
        sync(source, copy)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--copy", type=pathlib.Path, required=True)
    parser.add_argument("--deps", type=pathlib.Path, required=True)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("prepare")
    verbs.add_parser("patch").add_argument("file", type=pathlib.Path)
    arguments = parser.parse_args()
    source, copy = arguments.source.resolve(), arguments.copy.resolve()
    deps = arguments.deps.resolve()
    try:
        if arguments.verb == "prepare":
            prepare(source, copy, deps, sorted((source / "tests" / "broken").glob("*.patch")))
        else:
            try_patch(source, copy, deps, arguments.file.resolve())
    except Broken as problem:
        print(problem)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
