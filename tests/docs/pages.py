# SPDX-License-Identifier: Apache-2.0
"""What the documents hold: marked shell blocks with their outputs, links, and paths of this tree.

Before each ```sh block stands a line that says how it is tested, and before a ```text block that
shows its output one that says how closely that is compared:
  <!-- test: fast -->                  run, exit status 0 expected
  <!-- test: full, exit 1 -->          run in the full tier, exit status 1 expected
  <!-- test: skip, why it cannot -->   not run
  <!-- output: exact -->               the same text; ... stands for anything in a line, or as a
                                       line of its own for any lines
  <!-- output: words -->               as exact, but numbers outside of [] and spaces are free
"""

import dataclasses
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "static"))
import tree  # noqa: E402

_FENCE = re.compile(r"^```(\w*)\s*$")
_MARK = re.compile(r"^<!--\s*(test|output):\s*(.*?)\s*-->$")
_TEST = re.compile(r"(?P<level>fast|full)(, exit (?P<status>\d+))?|skip, (?P<reason>\S.*)")
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`]+)`")
_PLACEHOLDER = re.compile(r"[A-Z]{2}(?!\w*\.md$)")
_PATH = re.compile(r"(logphead|tests|docs|examples|cmake|deps|python|bench)/[\w./*-]*|\.?[\w-]+\.(md|txt|json)")


@dataclasses.dataclass
class Block:
    """One shell block: `level` is fast, full or skip; `output` is None when none is compared."""

    line: int
    text: str
    level: str
    status: int = 0
    compare: str | None = None
    output: str | None = None


def _fences(lines):
    """(first line number, language, mark or None, text) of each fenced block."""
    start = language = mark = None
    for number, line in enumerate(lines, 1):
        fence = _FENCE.match(line)
        if start is None and fence:
            before = lines[number - 2].strip() if number > 1 else ""
            start, language, mark = number, fence[1], _MARK.match(before)
        elif start is not None and line.rstrip() == "```":
            yield start, language, mark, "\n".join(lines[start:number - 1]) + "\n"
            start = None
    if start is not None:
        yield start, "unclosed", None, ""


def read_blocks(text):
    """The shell blocks of a document, and what is wrong with their marks (a text each)."""
    blocks, wrong = [], []
    for line, language, mark, content in _fences(text.splitlines()):
        if language == "unclosed":
            wrong.append(f"{line}: the block is not closed")
        elif language == "sh":
            test = _TEST.fullmatch(mark[2]) if mark and mark[1] == "test" else None
            if test:
                blocks.append(Block(line, content, test["level"] or "skip", int(test["status"] or 0)))
            else:
                wrong.append(f"{line}: no line '<!-- test: fast|full[, exit N] -->' or "
                             "'<!-- test: skip, reason -->' before the block")
        elif mark and mark[1] == "output":
            if mark[2] not in ("exact", "words") or not blocks or blocks[-1].output is not None:
                wrong.append(f"{line}: '<!-- output: exact|words -->' follows one shell block")
            else:
                blocks[-1].compare, blocks[-1].output = mark[2], content
        elif mark:
            wrong.append(f"{line}: '<!-- test: ... -->' is for a sh block")
    return blocks, wrong


def _words(text):
    """The text without its numbers, those in [] kept, each line with single spaces."""
    pieces = re.split(r"(\[[^\]\n]*\])", text)
    pieces[::2] = [re.sub(r"\d+(\.\d+)?", "#", piece) for piece in pieces[::2]]
    return "\n".join(" ".join(line.split()) for line in "".join(pieces).strip().splitlines())


def same_output(compare, wanted, got):
    """Whether what was printed is what the document shows."""
    if compare == "words":
        wanted, got = _words(wanted), _words(got)
    pattern = ""
    for line in wanted.rstrip().splitlines():
        pieces = [re.escape(piece) for piece in line.split("...")]
        pattern += r"(?:[^\n]*\n)*?" if line.strip() == "..." else "[^\\n]*?".join(pieces) + r"\n"
    return re.fullmatch(pattern, got.rstrip() + "\n") is not None


def _without_blocks(text):
    lines, inside = [], False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = not inside
        lines.append("" if inside or line.startswith("```") else line)
    return lines


def anchors(text):
    """The anchors of a document's headings."""
    found = set()
    for line in _without_blocks(text):
        if heading := re.match(r"#+\s+(.*)", line):
            plain = re.sub(r"[^\w\s-]", "", heading[1].strip().lower())
            found.add(re.sub(r"\s", "-", plain))
    return found


def dead_links(root, page):
    """Links of a page to files and headings that are not there, and paths in code spans likewise."""
    for number, line in enumerate(_without_blocks(page.read_text()), 1):
        for link in _LINK.findall(line):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path) if path else page
            if not target.exists():
                yield f"{page.relative_to(root)}:{number}: no file {path}"
            elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text()):
                yield f"{page.relative_to(root)}:{number}: no heading #{anchor} in {target.name}"
        for code in _CODE.findall(line):
            # Paths are named from the root or from the page's own folder; NAME and NN stand for any.
            if not _PATH.fullmatch(code) or _PLACEHOLDER.search(code):
                continue
            if not any(any(folder.glob(code.rstrip("/"))) for folder in (root, page.parent)):
                yield f"{page.relative_to(root)}:{number}: no file {code}"


def tested_pages(root):
    """The documents whose shell blocks are run."""
    pages = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").glob("*.md"))]
    return [page for page in pages if page.exists()]


def all_pages(root):
    """Every document of the tree."""
    return tree.source_files(root, {".md"})
