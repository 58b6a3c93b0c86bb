# SPDX-License-Identifier: Apache-2.0
"""Runs one check of the source tree; prints what it finds, a line each. Exit 0 none, 1 some."""

import argparse
import pathlib
import sys

import compilers
import layers
import text

_CHECKS = {
    "layers": lambda root, build: layers.problems(root),
    "licence": lambda root, build: text.licence(root),
    "length": lambda root, build: text.length(root),
    "foreign": lambda root, build: text.foreign(root),
    "format": lambda root, build: compilers.layout(root),
    "headers": compilers.headers,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("check", choices=_CHECKS)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).parents[2])
    parser.add_argument("--build", type=pathlib.Path, help="build folder (headers needs it)")
    arguments = parser.parse_args()
    found = list(_CHECKS[arguments.check](arguments.root.resolve(), arguments.build))
    print("\n".join(found) if found else f"{arguments.check}: nothing found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
