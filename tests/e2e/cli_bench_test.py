# SPDX-License-Identifier: Apache-2.0
"""The bench cells in full: verdicts, offending shapes, bytes and what the rule changes."""

import os
import pathlib
import re
import time
import unittest

import cli_support as cli

PATIENCE = 1700
COMPILES = None
# Of the cells: tokens of a row, hidden size, vocabulary. Rows are as many as devices that split them.
LENGTH, HIDDEN, VOCAB = 65536, 4096, 248320


class BenchTestCase(cli.CommandLineTestCase):
    """What one test of a run of tests has compiled, the next does not compile again."""

    def setUp(self):
        super().setUp()
        self.environment["LOGPHEAD_PLANS"] = os.environ["LOGPHEAD_TEST_PLANS"]
        folder = pathlib.Path(os.environ["LOGPHEAD_DEPS"]) / "libtpu-0.0.51"
        if not (folder / "libtpu" / "libtpu.so").is_file():
            self.skipTest("libtpu 0.0.51 is not installed (./setup)")


CP4, CP8 = "fsdp=32,context=4,expert=2", "fsdp=32,context=8,expert=2"
SPLIT = "rows=fsdp,expert sequence=context kernel=fsdp,context,expert"
DEFAULT = "rows=fsdp,expert sequence=context kernel=fsdp"
# Every row of `--preset origin`: offending shape, or COMPILES, of (mesh, shardings, chunk, mode, variant).
ORIGIN = {
    **{(CP4, DEFAULT, chunk, mode, "rule"): shape if mode == "never" else COMPILES
       for chunk, shape in ((1024, COMPILES), (2048, "s32[8,1,4,512]"), (4096, "s32[4,1,4,1024]"),
                            (8192, "s32[2,1,4,2048]"))
       for mode in ("never", "auto")},
    (CP4, DEFAULT, 4096, "auto", "ids-only"): "f32[4,1,4,1024]",
    (CP4, DEFAULT, 4096, "auto", "batch-dim"): "s32[4,1,4,1024]",
    (CP4, DEFAULT, 4096, "auto", "no-mesh"): "s32[4,1,4,1024]",
    **{(CP8, DEFAULT, chunk, mode, "rule"): shape if mode == "never" or chunk == 1024 else COMPILES
       for chunk, shape in ((512, COMPILES), (1024, "s32[8,1,8,128]"), (2048, "s32[4,1,8,256]"),
                            (4096, "s32[2,1,8,512]"))
       for mode in ("never", "auto")},
    (CP8, DEFAULT, 1024, "always", "rule"): COMPILES,
    # MaxText's layout of the kernel.
    (CP4, SPLIT, 1024, "never", "rule"): COMPILES, (CP4, SPLIT, 1024, "auto", "rule"): COMPILES,
    (CP4, SPLIT, 4096, "never", "rule"): "s32[4,1,4,1024]",
    (CP4, SPLIT, 4096, "auto", "rule"): COMPILES}


class BenchTest(BenchTestCase):
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

    def origin(self):
        started = time.monotonic()
        rows = self.plan("--preset origin --compiler libtpu==0.0.51", status=cli.NO, timeout=PATIENCE)
        seconds = time.monotonic() - started
        found = {tuple(row[key] for key in ("mesh", "shard", "chunk", "replicate_sequence",
                                            "variant")): row for row in rows}
        self.assertEqual({key: row["offending_shape"] for key, row in found.items()}, ORIGIN)
        return found, seconds

    def test_origin(self):
        found, _ = self.origin()
        for row in found.values():
            self.assertEqual(row["verdict"], "fails" if row["offending_shape"] else "compiles")
        at = lambda mesh, chunk, mode, shard=DEFAULT: found[mesh, shard, chunk, mode, "rule"]
        for mesh, chunk in ((CP4, 1024), (CP8, 512)):  # the rule is off: the same program
            never, auto = at(mesh, chunk, "never"), at(mesh, chunk, "auto")
            self.assertEqual(never["temp_bytes"], auto["temp_bytes"])
            self.assertEqual(never["collectives"], auto["collectives"])
        self.assert_gigabytes(at(CP4, 1024, "auto"), 7.62)
        self.assert_gigabytes(at(CP4, 4096, "auto"), 8.64)
        self.assert_gigabytes(at(CP4, 1024, "auto", SPLIT), 8.81)
        self.assert_gigabytes(at(CP4, 4096, "auto", SPLIT), 8.85)
        # The origin's own program takes 14.8 GB there.
        self.assertLess(at(CP4, 8192, "auto")["temp_bytes"], 14.8e9)
        self.assert_costs(at(CP4, 1024, "auto"), context=4)
        self.assertAlmostEqual(at(CP4, 1024, "auto")["wire_bytes"] / 1e9, 521, delta=26)
        self.assert_costs(at(CP8, 512, "auto"), context=8)
        # Nothing is compiled twice, and nothing changes.
        again, seconds = self.origin()
        self.assertLess(seconds, 1)
        self.assertTrue(all(row["recalled"] for row in again.values()))
        for key, row in again.items():
            self.assertEqual({**row, "recalled": None}, {**found[key], "recalled": None})
        self.explained()

    def explained(self):
        """One fitted number predicts both published changes of a step."""
        said = self.assert_runs("plan --preset bench-cp4 --explain", timeout=PATIENCE).stdout
        changes = re.findall(r"-([0-9.]+) s +-([0-9.]+) s +[0-9.]+ %  within 10 %$", said, re.M)
        self.assertEqual([published for _, published in changes], ["1.71", "9.10"], said)
        for predicted, published in changes:
            self.assertAlmostEqual(float(predicted), float(published), delta=0.1 * float(published))
        self.assertIn("20.8 ms", said)

    def test_what_the_rule_changes(self):
        same = self.assert_runs("diff --preset bench-cp4 --chunk 1024", [
            "--a", "--replicate-sequence never", "--b", "--replicate-sequence auto"],
            timeout=PATIENCE)
        self.assertTrue(same.stdout.startswith("0 lines differ"), same.stdout[:200])
        other = self.assert_runs("diff --preset bench-cp4 --replicate-sequence auto --limit 0", [
            "--a", "--chunk 1024", "--b", "--chunk 4096"], status=cli.NO, timeout=PATIENCE)
        self.assertGreater(int(other.stdout.split()[0]), 1000)


class HeadsTest(BenchTestCase):
    """The other heads, d_kernel summed and returned in f32."""

    def best(self, *words, chunks="256"):
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
        rows = self.best("--head local --program loss_and_grad --kernel keep,regather", chunks="1024")
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
