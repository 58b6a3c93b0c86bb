# SPDX-License-Identifier: Apache-2.0
"""The bench cells in full: verdicts, offending shapes, bytes and what the rule changes."""

import os
import pathlib
import unittest

import cli_support as cli

PATIENCE = 1700
COMPILES = None
# Of the cells: tokens of a row, hidden size, vocabulary. Rows are as many as devices that split them.
LENGTH, HIDDEN, VOCAB = 65536, 4096, 248320


class BenchTestCase(cli.CommandLineTestCase):
    def setUp(self):
        super().setUp()
        folder = pathlib.Path(os.environ["LOGPHEAD_DEPS"]) / "libtpu-0.0.51"
        if not (folder / "libtpu" / "libtpu.so").is_file():
            self.skipTest("libtpu 0.0.51 is not installed (./setup)")


class BenchTest(BenchTestCase):
    def table(self, words, expected):
        """Rows by (chunk, mode, variant); `expected` has the offending shape or COMPILES of each."""
        status = cli.NO if any(expected.values()) else cli.YES
        rows = self.plan(words, "--compiler libtpu==0.0.51", status=status, timeout=PATIENCE)
        found = {(row["chunk"], row["replicate_sequence"], row["variant"]): row for row in rows}
        self.assertEqual({key: row["offending_shape"] for key, row in found.items()}, expected)
        for row in rows:
            self.assertEqual(row["verdict"], "fails" if row["offending_shape"] else "compiles")
        return found

    def assert_costs(self, row, context):
        """What the chunked head repeats and sends, in the origin's precision."""
        # Each device along context computes all tokens of its rows, where local divides them.
        local = 2 * 4 * LENGTH // context * HIDDEN * VOCAB
        self.assertEqual(row["matmul_flops"], context * local)
        # Per chunk the kernel is gathered forward and backward, and its bf16 gradient summed, which
        # sends as much as both.
        chunks, gather = LENGTH // row["chunk"], HIDDEN * VOCAB * 2
        self.assertAlmostEqual(row["wire_bytes"], chunks * 4 * gather,
                               delta=0.05 * chunks * 4 * gather)
        wire = {(use["kind"], use["axes"]): use for use in row["wire"]}
        for use, executions in ((("all-gather", "fsdp"), 2 * chunks),
                                (("all-reduce", "fsdp,expert"), chunks)):
            self.assertEqual(wire[use]["executions"], executions)
        self.assertEqual(row["unknown"], [])

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
        self.assert_costs(auto, context=4)
        self.assertAlmostEqual(auto["wire_bytes"] / 1e9, 521, delta=26)
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


class HeadsTest(BenchTestCase):
    """The other heads, d_kernel summed and returned in f32, at the best of a few chunks."""

    def best(self, *words, chunks="64,128,256,512"):
        """The row of least temporaries of each (head, kernel); every row must compile."""
        rows = self.plan("--preset bench-cp4 --precision f32 --compiler libtpu==0.0.51",
                         f"--chunk {chunks}", *words, timeout=PATIENCE)
        for row in rows:
            self.assertEqual((row["verdict"], row["message"]), ("compiles", ""))
        best = {}
        for row in sorted(rows, key=lambda row: -row["temp_bytes"]):
            best[row["head"], row["kernel"]] = row
        return best

    def assert_flops(self, row, matmuls, context=4):
        """Each token of a row meets each column once, whoever holds them."""
        self.assertEqual(row["matmul_flops"], 2 * matmuls * LENGTH // context * HIDDEN * VOCAB)

    def assert_wire(self, row, kind, expected):
        """What a device sends along fsdp, the 31/32 of it that are not its own, within 5 %."""
        sent = sum(use["wire_bytes"] for use in row["wire"]
                   if (use["kind"], use["axes"]) == (kind, "fsdp"))
        self.assertAlmostEqual(sent, expected, delta=0.05 * expected)

    def test_heads_vocab_over_context(self):
        (row,) = self.best("--head vocab:context --program loss_and_grad").values()
        self.assertLessEqual(row["temp_bytes"], 2.3e9)
        self.assert_flops(row, 4)

    def test_heads_vocab_over_context_and_expert(self):
        (row,) = self.best("--head vocab:context,expert --program loss_and_grad").values()
        self.assertLessEqual(row["temp_bytes"], 1.75e9)
        self.assert_flops(row, 4)

    def test_heads_fused(self):
        (row,) = self.best("--head vocab:context,expert --loss grpo").values()
        self.assertLessEqual(row["temp_bytes"], 1.5e9)
        self.assert_flops(row, 3)

    def test_heads_local(self):
        rows = self.best("--head local --program loss_and_grad --kernel keep,regather")
        keep, regather = rows["local", "keep"], rows["local", "regather"]
        self.assertLessEqual(keep["temp_bytes"], 12e9)
        self.assertLess(regather["temp_bytes"], keep["temp_bytes"])
        kernel = HIDDEN * VOCAB * 2
        # The second time in 4 tiles.
        for row, gathers, passes in ((keep, 1, 1), (regather, 5, 2)):
            self.assert_flops(row, 4)
            gather = row["collectives"]["all-gather"]
            self.assertEqual((gather["executions"], gather["executed_bytes"]),
                             (gathers, passes * kernel))
            # In bf16 there, each time; and the gradient back once, in f32.
            self.assert_wire(row, "all-gather", passes * kernel)
            self.assert_wire(row, "reduce-scatter", 2 * kernel)

    def test_heads_context_8(self):
        for words, matmuls in (("--program loss_and_grad", 4), ("--loss grpo", 3)):
            with self.subTest(words):
                rows = self.best("--preset bench-cp8 --head local,vocab:context,vocab:context,expert",
                                 words, chunks="256")
                for row in rows.values():
                    self.assert_flops(row, matmuls, context=8)

    def test_heads_kernel_split_over_every_axis(self):
        for words, matmuls in (("--program loss_and_grad", 4), ("--loss grpo", 3)):
            with self.subTest(words):
                rows = self.best("--shard kernel=fsdp,context,expert", words,
                                 "--head local,vocab:context,vocab:context,expert", chunks="256")
                for row in rows.values():
                    self.assert_flops(row, matmuls)


if __name__ == "__main__":
    unittest.main()
