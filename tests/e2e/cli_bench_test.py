# SPDX-License-Identifier: Apache-2.0
"""The bench cells in full: verdicts, offending shapes, bytes and what the rule changes."""

import os
import pathlib
import unittest

import cli_support as cli

PATIENCE = 1700
COMPILES = None


class BenchTest(cli.CommandLineTestCase):
    def setUp(self):
        super().setUp()
        folder = pathlib.Path(os.environ["LOGPHEAD_DEPS"]) / "libtpu-0.0.51"
        if not (folder / "libtpu" / "libtpu.so").is_file():
            self.skipTest("libtpu 0.0.51 is not installed (./setup)")

    def table(self, words, expected):
        """Rows by (chunk, mode, variant); `expected` has the offending shape or COMPILES of each."""
        status = cli.NO if any(expected.values()) else cli.YES
        rows = self.plan(words, "--compiler libtpu==0.0.51", status=status, timeout=PATIENCE)
        found = {(row["chunk"], row["replicate_sequence"], row["variant"]): row for row in rows}
        self.assertEqual({key: row["offending_shape"] for key, row in found.items()}, expected)
        for row in rows:
            self.assertEqual(row["verdict"], "fails" if row["offending_shape"] else "compiles")
        return found

    def assert_gigabytes(self, row, expected):
        self.assertAlmostEqual(row["temp_bytes"] / 1e9, expected, delta=expected * 0.05)

    def test_context_4(self):
        rows = self.table("--preset bench-cp4 --chunk 1024,2048,4096,8192 "
                          "--replicate-sequence never,auto", {
                              (1024, "never", "rule"): COMPILES, (1024, "auto", "rule"): COMPILES,
                              (2048, "never", "rule"): "s32[8,1,4,512]",
                              (2048, "auto", "rule"): COMPILES,
                              (4096, "never", "rule"): "s32[4,1,4,1024]",
                              (4096, "auto", "rule"): COMPILES,
                              (8192, "never", "rule"): "s32[2,1,4,2048]",
                              (8192, "auto", "rule"): COMPILES})
        never, auto = rows[1024, "never", "rule"], rows[1024, "auto", "rule"]
        self.assertEqual(never["temp_bytes"], auto["temp_bytes"])
        self.assertEqual(never["collectives"], auto["collectives"])
        self.assert_gigabytes(auto, 7.62)
        self.assert_gigabytes(rows[4096, "auto", "rule"], 8.64)
        # The origin's own program takes 14.8 GB there.
        self.assertLess(rows[8192, "auto", "rule"]["temp_bytes"], 14.8e9)

    def test_context_4_negative_controls(self):
        self.table("--preset bench-cp4 --chunk 4096 --replicate-sequence auto "
                   "--variant ids-only,batch-dim,no-mesh", {
                       (4096, "auto", "ids-only"): "f32[4,1,4,1024]",
                       (4096, "auto", "batch-dim"): "s32[4,1,4,1024]",
                       (4096, "auto", "no-mesh"): "s32[4,1,4,1024]"})

    def test_context_8(self):
        rows = self.table("--preset bench-cp8 --chunk 512,1024,2048,4096 "
                          "--replicate-sequence never,auto", {
                              (512, "never", "rule"): COMPILES, (512, "auto", "rule"): COMPILES,
                              (1024, "never", "rule"): "s32[8,1,8,128]",
                              (1024, "auto", "rule"): "s32[8,1,8,128]",
                              (2048, "never", "rule"): "s32[4,1,8,256]",
                              (2048, "auto", "rule"): COMPILES,
                              (4096, "never", "rule"): "s32[2,1,8,512]",
                              (4096, "auto", "rule"): COMPILES})
        self.assertEqual(rows[512, "never", "rule"]["temp_bytes"],
                         rows[512, "auto", "rule"]["temp_bytes"])
        self.table("--preset bench-cp8 --chunk 1024 --replicate-sequence always",
                   {(1024, "always", "rule"): COMPILES})

    def test_the_kernel_split_over_every_axis(self):
        rows = self.table("--preset bench-cp4 --chunk 1024,4096 --replicate-sequence never,auto "
                          "--shard kernel=fsdp,context,expert", {
                              (1024, "never", "rule"): COMPILES, (1024, "auto", "rule"): COMPILES,
                              (4096, "never", "rule"): "s32[4,1,4,1024]",
                              (4096, "auto", "rule"): COMPILES})
        self.assert_gigabytes(rows[1024, "auto", "rule"], 8.81)
        self.assert_gigabytes(rows[4096, "auto", "rule"], 8.85)

    def test_what_the_rule_changes(self):
        same = self.assert_runs("diff --preset bench-cp4 --chunk 1024", [
            "--a", "--replicate-sequence never", "--b", "--replicate-sequence auto"],
            timeout=PATIENCE)
        self.assertTrue(same.stdout.startswith("0 lines differ"), same.stdout[:200])
        other = self.assert_runs("diff --preset bench-cp4 --replicate-sequence auto --limit 0", [
            "--a", "--chunk 1024", "--b", "--chunk 4096"], status=cli.NO, timeout=PATIENCE)
        self.assertGreater(int(other.stdout.split()[0]), 1000)


if __name__ == "__main__":
    unittest.main()
