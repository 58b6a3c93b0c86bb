# SPDX-License-Identifier: Apache-2.0
"""What the compilers say of single files: format, and headers that need a neighbour."""

import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import tempfile

import tree

_COMPILERS = ("g++", "clang++-14")
_KEPT = ("-I", "-isystem", "-D", "-std=")
_INCLUDE = re.compile(r'^#include "(.+)"', re.MULTILINE)


def layout(root):
    """Places where clang-format would write something else."""
    files = [path.relative_to(root) for path in tree.source_files(root, {".h", ".cc"})]
    if files:
        done = subprocess.run(["clang-format-14", "--dry-run", "-Werror", "--style=file", *files],
                              cwd=root, capture_output=True, text=True)
        yield from (line for line in done.stderr.splitlines() if "error:" in line)
        if done.returncode and "error:" not in done.stderr:
            yield f"clang-format-14 failed: {done.stderr.strip()}"


def _flags(build):
    """By source file: the include folders, definitions and the standard it is built with."""
    flags = {}
    with open(os.path.join(build, "compile_commands.json")) as file:
        for entry in json.load(file):
            words, kept = iter(shlex.split(entry["command"])), []
            for word in words:
                if word == "-isystem":
                    kept += [word, next(words)]
                elif word.startswith(_KEPT):
                    kept.append(word)
            flags[entry["file"]] = kept
    return flags


def _header_flags(root, build, headers):
    """For each header, the flags of a source that includes it, else of one of its folder."""
    by_include, by_folder = {}, {}
    for source, flags in _flags(build).items():
        by_folder.setdefault(os.path.dirname(source), flags)
        if os.path.exists(source):
            with open(source) as file:
                for name in _INCLUDE.findall(file.read()):
                    by_include.setdefault(os.path.join(root, name), flags)
    plain = ["-std=c++20", f"-I{root}"]
    return {header: by_include.get(header, by_folder.get(os.path.dirname(header), plain))
            for header in map(str, headers)}


def headers(root, build):
    """Headers that do not compile alone, with the compiler's first words on each."""
    paths = [path for path in tree.source_files(root, {".h"})]
    flags = _header_flags(root, build, paths)

    def compile_alone(job):
        compiler, path = job
        with tempfile.NamedTemporaryFile("w", suffix=".cc") as source:
            source.write(f'#include "{path}"\n#include "{path}"\n')  # twice: a guard is there
            source.flush()
            done = subprocess.run(
                [compiler, "-fsyntax-only", "-Wall", "-Wextra", "-Werror", *flags[str(path)],
                 source.name], capture_output=True, text=True)
        if done.returncode:
            first = next((line for line in done.stderr.splitlines() if "error:" in line), "?")
            return f"{path.relative_to(root)}: not alone with {compiler}: {first}"
        return None

    jobs = [(compiler, path) for path in paths for compiler in _COMPILERS]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from filter(None, pool.map(compile_alone, jobs))
