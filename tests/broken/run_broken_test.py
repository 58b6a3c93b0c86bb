# SPDX-License-Identifier: Apache-2.0
"""Tests of run_broken.py over a small project: it must see what a patch does and what it does not."""

import pathlib
import subprocess
import tempfile
import unittest

import run_broken

_CMAKE = """cmake_minimum_required(VERSION 3.25)
project(small CXX)
set(CMAKE_CXX_STANDARD 20)
find_package(GTest REQUIRED)
add_executable(sum_test sum_test.cc)
target_link_libraries(sum_test PRIVATE GTest::gtest_main)
"""
_HEADER = "inline int Sum(int a, int b) {\n  return a + b;\n}\n"
_TESTS = """#include <gtest/gtest.h>
#include "sum.h"
TEST(Sum, OfZeros) { EXPECT_EQ(Sum(0, 0), 0); }
TEST(Sum, OfTwos) { EXPECT_EQ(Sum(2, 2), 4); }
TEST(Sum, OfOneAndTwo) { EXPECT_EQ(Sum(1, 2), 3); }
"""
_DIFF = """--- a/sum.h
+++ b/sum.h
@@ -1,3 +1,3 @@
 inline int Sum(int a, int b) {
-  return %s;
+  return %s;
 }
"""


class RunBrokenTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        root = pathlib.Path(cls.folder.name).resolve()
        cls.source, cls.copy = root / "source", root / "source" / "build" / "broken"
        (cls.source / "tests" / "broken").mkdir(parents=True)
        for name, text in (("CMakeLists.txt", _CMAKE), ("sum.h", _HEADER), ("sum_test.cc", _TESTS)):
            (cls.source / name).write_text(text)
        cls.write_patch("01-product", "Sum.OfOneAndTwo", "a + b", "a * b")
        run_broken.prepare(cls.source, cls.copy, root, cls.patches())

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def patches(cls):
        return sorted((cls.source / "tests" / "broken").glob("*.patch"))

    @classmethod
    def write_patch(cls, name, killers, old, new, target="sum_test"):
        path = cls.source / "tests" / "broken" / f"{name}.patch"
        path.write_text(f"Killed-by: {killers}\nTarget: {target}\n\n" + _DIFF % (old, new))
        return path

    def try_patch(self, *arguments, **options):
        patch = self.write_patch("02-other", *arguments, **options)
        self.addCleanup(patch.unlink, missing_ok=True)
        run_broken.try_patch(self.source, self.copy, self.source, patch)

    def test_exactly_the_named_tests_fail(self):
        self.try_patch("Sum.OfOneAndTwo", "a + b", "a * b")
        self.try_patch("Sum.OfTwos, Sum.OfOneAndTwo", "a + b", "a - b")
        self.try_patch("Sum.Of*", "a + b", "a + b + 1")

    def test_the_copy_is_whole_again_after_each(self):
        self.try_patch("Sum.OfOneAndTwo", "a + b", "a * b")
        self.assertEqual((self.copy / "sum.h").read_text(), _HEADER)
        run_broken.prepare(self.source, self.copy, self.source, self.patches())

    def test_a_patch_that_is_not_caught(self):
        with self.assertRaisesRegex(run_broken.Broken, "not caught by Sum.OfZeros"):
            self.try_patch("Sum.OfZeros", "a + b", "b + a")

    def test_a_patch_that_fails_other_tests_too(self):
        with self.assertRaisesRegex(run_broken.Broken, "also fails Sum.OfOneAndTwo$"):
            self.try_patch("Sum.OfTwos", "a + b", "a - b")

    def test_a_patch_that_does_not_apply(self):
        with self.assertRaisesRegex(run_broken.Broken, "does not apply"):
            self.try_patch("Sum.OfTwos", "b + a", "a - b")
        self.assertEqual((self.copy / "sum.h").read_text(), _HEADER)
        self.assertEqual(list(self.copy.glob("*.rej")), [])

    def test_a_patch_that_does_not_build(self):
        with self.assertRaisesRegex(run_broken.Broken, "sum_test did not build"):
            self.try_patch("Sum.OfTwos", "a + b", "a - ")

    def test_a_patch_that_crashes_the_tests(self):
        with self.assertRaisesRegex(run_broken.Broken, "before its report"):
            self.try_patch("Sum.*", "a + b", "__builtin_trap(), a")

    def test_a_patch_without_its_first_lines(self):
        with self.assertRaisesRegex(run_broken.Broken, "no line 'Target"):
            self.try_patch("Sum.OfTwos", "a + b", "a - b", target="x\nTarget: y")
        patch = self.write_patch("03-bare", "", "a + b", "a - b")
        self.addCleanup(patch.unlink, missing_ok=True)
        with self.assertRaisesRegex(run_broken.Broken, "the first line is not 'Killed-by"):
            run_broken.read_patch(patch)

    def test_an_unpatched_failure(self):
        (self.source / "sum.h").write_text(_HEADER.replace("a + b", "a"))
        self.addCleanup((self.source / "sum.h").write_text, _HEADER)
        with self.assertRaisesRegex(run_broken.Broken, "not patched, fails of 3: Sum.OfOneAndTwo"):
            run_broken.prepare(self.source, self.copy, self.source, self.patches())


if __name__ == "__main__":
    unittest.main()
