# SPDX-License-Identifier: Apache-2.0
"""The files of the source tree, without what building and installing leave in it."""

import fnmatch
import pathlib

_NOT_SOURCE = (".git", ".deps", ".ccache", ".cache", "build", "build-*", "out", "__pycache__")


def source_files(root, suffixes=None):
    """Sorted paths under root of the files with one of the suffixes (of all files by default)."""
    root, found = pathlib.Path(root), []

    def visit(folder):
        for entry in folder.iterdir():
            if any(fnmatch.fnmatch(entry.name, pattern) for pattern in _NOT_SOURCE):
                continue
            if entry.is_dir() and not entry.is_symlink():
                visit(entry)
            elif suffixes is None or entry.suffix in suffixes:
                found.append(entry)

    visit(root)
    return sorted(found)
