# SPDX-License-Identifier: Apache-2.0
"""Tests of the summary, over a JUnit file that ctest itself writes."""

import pathlib
import subprocess
import tempfile
import unittest

import summary

_CMAKE = """cmake_minimum_required(VERSION 3.25)
project(cases NONE)
enable_testing()
add_test(NAME good COMMAND true)
add_test(NAME bad COMMAND false)
add_test(NAME slow COMMAND sleep 20)
set_tests_properties(slow PROPERTIES TIMEOUT 1)
add_test(NAME absent COMMAND /nowhere/program)
add_test(NAME gtest_skip COMMAND printf "a_test.cc:7: Skipped\\nno engine here\\n[  SKIPPED ] A.b\\n")
add_test(NAME unittest_skip COMMAND printf "test_a (A) ... skipped 'no model'\\nOK (skipped=1)\\n")
set_tests_properties(gtest_skip unittest_skip PROPERTIES SKIP_REGULAR_EXPRESSION "SKIPPED|skipped=")
add_test(NAME needs_bad COMMAND true)
set_tests_properties(bad PROPERTIES FIXTURES_SETUP f)
set_tests_properties(needs_bad PROPERTIES FIXTURES_REQUIRED f)
"""


class SummaryTest(unittest.TestCase):
    def run_ctest(self, *arguments):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        (root / "CMakeLists.txt").write_text(_CMAKE)
        subprocess.run(["cmake", "-G", "Ninja", "-B", root / "b", root], check=True,
                       capture_output=True)
        subprocess.run(["ctest", "--test-dir", root / "b", "--output-junit", root / "stage.xml",
                        *arguments], capture_output=True)
        return root / "stage.xml"

    def test_counts_each_kind(self):
        lines, status = summary.summarise([self.run_ctest()], [])
        self.assertEqual(lines[-1], "1 passed, 4 failed, 2 skipped")
        self.assertEqual(status, 1)
        self.assertEqual({line.split(":")[2].strip() for line in lines if line.startswith("failed")},
                         {"bad", "slow", "absent", "needs_bad"})
        self.assertIn("skipped: stage: gtest_skip: no engine here", lines)
        self.assertIn("skipped: stage: unittest_skip: no model", lines)

    def test_success_needs_a_pass_and_no_failure(self):
        path = self.run_ctest("-R", "good")
        self.assertEqual(summary.summarise([path], []), (["stage: 1 cases", "1 passed, 0 failed"], 0))
        self.assertEqual(summary.summarise([path], ["asan: build"])[0][-2:],
                         ["failed: asan: build", "1 passed, 1 failed"])
        self.assertEqual(summary.summarise([path], ["asan: build"])[1], 1)

    def test_nothing_run_is_no_success(self):
        self.assertEqual(summary.summarise([], []), (["0 passed, 0 failed"], 1))
        self.assertEqual(summary.summarise([self.run_ctest("-R", "skip")], [])[1], 1)


if __name__ == "__main__":
    unittest.main()
