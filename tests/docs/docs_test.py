# SPDX-License-Identifier: Apache-2.0
"""Tests of the documents that run nothing of the product, and of the tools that look at them."""

import os
import pathlib
import tempfile
import unittest

import pages
import run_blocks

_ROOT = pathlib.Path(__file__).resolve().parents[2]


class DocumentsTest(unittest.TestCase):
    def test_every_shell_block_is_marked(self):
        found = [f"{page.relative_to(_ROOT)}:{wrong}" for page in pages.tested_pages(_ROOT)
                 for wrong in pages.read_blocks(page.read_text())[1]]
        self.assertEqual(found, [])

    def test_links_and_paths_exist(self):
        found = [dead for page in pages.all_pages(_ROOT) for dead in pages.dead_links(_ROOT, page)]
        self.assertEqual(found, [])

    def test_the_readme_reaches_a_result_within_its_first_screen(self):
        text = (_ROOT / "README.md").read_text()
        self.assertLess(text.index("./run"), len("\n".join(text.splitlines()[:40])))

    def test_the_changelog_has_the_version(self):
        cmake = (_ROOT / "CMakeLists.txt").read_text()
        version = cmake.split("project(logphead VERSION ")[1].split()[0]
        self.assertIn(f"\n## {version}", (_ROOT / "CHANGELOG.md").read_text())


class ToolsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()

    def run_text(self, text, status=0, output=None, compare=None):
        block = pages.Block(1, text, "fast", status, compare, output)
        return run_blocks.run_block(block, self.root, self.root)

    def test_blocks_are_read(self):
        blocks, wrong = pages.read_blocks(
            "<!-- test: full, exit 3 -->\n```sh\na\nb\n```\n\n<!-- output: words -->\n```text\nc\n"
            "```\n<!-- test: skip, it is slow -->\n```sh\nd\n```\n```json\n{}\n```\n")
        self.assertEqual(wrong, [])
        self.assertEqual(blocks, [pages.Block(2, "a\nb\n", "full", 3, "words", "c\n"),
                                  pages.Block(12, "d\n", "skip")])

    def test_wrong_marks_are_found(self):
        for text in ("```sh\na\n```\n", "<!-- test: quick -->\n```sh\na\n```\n",
                     "<!-- test: skip -->\n```sh\na\n```\n", "<!-- test: fast -->\n\n```sh\na\n```\n",
                     "<!-- output: exact -->\n```text\na\n```\n", "<!-- test: fast -->\n```sh\na\n",
                     "<!-- test: fast -->\n```text\na\n```\n",
                     "<!-- test: fast -->\n```sh\na\n```\n<!-- output: about -->\n```text\na\n```\n"):
            self.assertEqual(len(pages.read_blocks(text)[1]), 1, text)

    def test_status_and_output_are_checked(self):
        self.assertEqual(self.run_text("echo a; exit 2", 2), "")
        self.assertIn("exit status 2", self.run_text("echo a; exit 2"))
        self.assertIn("exit status 1", self.run_text("false\necho a"))
        self.assertEqual(self.run_text("echo one; echo two >&2", 0, "one\ntwo\n", "exact"), "")
        self.assertIn("shows", self.run_text("echo one", 0, "two\n", "exact"))

    def test_the_folder_of_the_product_comes_first(self):
        program = self.root / "logphead"
        program.write_text("#!/bin/sh\necho here $PWD\n")
        program.chmod(0o755)
        self.assertEqual(self.run_text("logphead", 0, f"here {self.root}\n", "exact"), "")

    def test_outputs_are_compared(self):
        self.assertTrue(pages.same_output("exact", "a ... c\n", "a b b c\n"))
        self.assertFalse(pages.same_output("exact", "a ... c\n", "a b\nb c\n"))
        for lines in ("", "b\n", "b\nb\n"):
            self.assertTrue(pages.same_output("exact", "a\n...\nc\n", f"a\n{lines}c\n"))
        self.assertFalse(pages.same_output("exact", "a\n...\nc\n", "a\nb\nc\nd\n"))
        self.assertFalse(pages.same_output("exact", "a 1\n", "a 2\n"))
        self.assertTrue(pages.same_output("words", "rows 12  1.5 GB at s32[4,1]\n",
                                          "rows 7 22.75 GB   at s32[4,1]\n"))
        self.assertFalse(pages.same_output("words", "1.5 GB", "1.5 MB"))
        self.assertFalse(pages.same_output("words", "at s32[4,1]", "at s32[8,1]"))
        self.assertFalse(pages.same_output("words", "4096 fails", "4096 compiles"))

    def test_dead_links_are_found(self):
        (self.root / "docs").mkdir()
        (self.root / "docs" / "b.md").write_text("# A title: of `b`\n")
        page = self.root / "a.md"
        page.write_text("[b](docs/b.md#a-title-of-b) [x](https://example.com/x) `docs/*.md` `docs/NAME.md/x`\n"
                        "```sh\ncat [no](block.md)\n```\n")
        self.assertEqual(list(pages.dead_links(self.root, page)), [])
        page.write_text("[c](docs/c.md)\n[b](docs/b.md#no)\n`docs/d.md` [a](#none)\n")
        self.assertEqual([dead.split(" ")[0] for dead in pages.dead_links(self.root, page)],
                         ["a.md:1:", "a.md:2:", "a.md:3:", "a.md:3:"])


if __name__ == "__main__":
    os.environ.pop("BASH_ENV", None)
    unittest.main()
