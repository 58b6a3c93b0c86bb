# SPDX-License-Identifier: Apache-2.0
"""What every committed text keeps to: licence line, length, and nothing of one machine in it."""

import re

import tree

_MOST_LINES = 700
_MANY_LINES = 500
_CODE = {".h", ".cc", ".py"}
_SCRIPTS = ("setup", "run", "test", ".ci/run")
_LICENCE = "SPDX-License-Identifier: Apache-2.0"
_FOREIGN = (
    (re.compile(r"(?<![\w.:/-])/(work|root|home|Users|tmp|opt|mnt|srv)/[\w.]"), "a machine's path"),
    (re.compile(r"pythonhosted\.org|\b(pypi|crates)\.(org|io)\b|\bregistry\.npmjs\b|\bghcr\.io\b"
                r"|\b(deb|ftp|security|snapshot)\.debian\.org|\bhuggingface\.co\b"
                r"|-index[-]url\b"), "a registry's address"),
)


def _text(path):
    try:
        return path.read_text()
    except UnicodeDecodeError:
        return None  # a binary seed or golden file


def licence(root):
    """Files of code without the licence line at their top."""
    for path in tree.source_files(root):
        where = path.relative_to(root).as_posix()
        if path.suffix in _CODE or where in _SCRIPTS:
            if not any(_LICENCE in line for line in path.read_text().splitlines()[:2]):
                yield f"{where}:1: no line {_LICENCE}"


def length(root):
    """Files of code that are too long; prints those that are about to be."""
    for path in tree.source_files(root, _CODE):
        where = path.relative_to(root).as_posix()
        lines = len(path.read_text().splitlines())
        if lines > _MOST_LINES:
            yield f"{where}:{lines}: more than {_MOST_LINES} lines"
        elif lines > _MANY_LINES:
            print(f"{where}:{lines}: warning: more than {_MANY_LINES} lines")


def foreign(root):
    """Places that name one machine's folders or a registry."""
    for path in tree.source_files(root):
        text = _text(path)
        for number, line in enumerate((text or "").splitlines(), 1):
            for pattern, what in _FOREIGN:
                if match := pattern.search(line):
                    where = path.relative_to(root).as_posix()
                    yield f"{where}:{number}: {what}: {match[0]}"
