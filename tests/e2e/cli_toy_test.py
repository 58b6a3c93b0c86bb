# SPDX-License-Identifier: Apache-2.0
"""The compiler failure that the replicate rule repairs, at toy width on 8 TPU devices."""

import os
import pathlib
import unittest

import cli_support as cli

CELL = ("--topology tpu7x:2x2x1 --mesh fsdp=1,context=4,expert=2 --batch 2 --sequence 65536 "
        "--hidden 256 --vocab 2048 --precision origin")
IDS, COTANGENT = "s32[4,1,4,1024]", "f32[4,1,4,1024]"
REASON = "Reshape should have supported layout before reaching the emitter"


class ToyTest(cli.CommandLineTestCase):
    def setUp(self):
        super().setUp()
        self.need("0.0.51")

    def need(self, version):
        folder = pathlib.Path(os.environ["LOGPHEAD_DEPS"]) / f"libtpu-{version}"
        if not (folder / "libtpu" / "libtpu.so").is_file():
            self.skipTest(f"libtpu {version} is not installed (./setup --compilers {version})")

    def rows_of(self, words, expected):
        """The plan's rows; `expected` is the offending shape of each row, None where it compiles."""
        status = cli.NO if any(expected) else cli.YES
        rows = self.plan(CELL, words, status=status, timeout=900)
        self.assertEqual([(row["verdict"], row["offending_shape"]) for row in rows],
                         [("fails", shape) if shape else ("compiles", None) for shape in expected])
        for row in rows:
            if row["verdict"] == "fails":
                self.assertIn(REASON, row["message"])
                self.assertIn(row["offending_shape"], row["message"])
                self.assertIsNone(row["temp_bytes"])
            else:
                self.assertGreater(row["temp_bytes"], 0)
        return rows

    def test_the_rule(self):
        rows = self.rows_of("--chunk 1024,4096 --replicate-sequence never,auto",
                            [None, None, IDS, None])
        # At 1024 the rule is off: the same program.
        self.assertEqual(rows[0]["temp_bytes"], rows[1]["temp_bytes"])
        self.assertEqual(rows[0]["collectives"], rows[1]["collectives"])
        self.assertIn("all-gather", rows[3]["collectives"])

    def test_negative_controls(self):
        self.rows_of("--chunk 4096 --replicate-sequence auto --variant ids-only,batch-dim,no-mesh",
                     [COTANGENT, IDS, IDS])

    def test_a_failure_tells_its_shape_in_text(self):
        result = self.assert_runs("plan", CELL, "--chunk 4096 --replicate-sequence never",
                                  status=cli.NO)
        self.assertIn(" fails ", result.stdout)
        self.assertIn(f"at {IDS}", result.stdout)
        self.assertIn(REASON, result.stdout)
        self.assertIn("0 of 1 compile", result.stdout)

    def matrix(self, version, unfixed):
        self.need(version)
        rows = self.rows_of(f"--compiler libtpu=={version} --chunk 1024,4096 "
                            "--replicate-sequence never,auto", [None, None, unfixed, None])
        self.assertEqual({row["compiler"] for row in rows}, {f"libtpu=={version}"})

    def test_compiler_0_0_50_takes_the_unfixed_program(self):
        self.matrix("0.0.50", None)

    def test_compiler_0_0_51_does_not(self):
        self.matrix("0.0.51", IDS)

    def test_compiler_0_0_52_does_not(self):
        self.matrix("0.0.52", IDS)

    def test_several_compilers_in_one_plan(self):
        self.need("0.0.50")
        rows = self.rows_of("--compiler libtpu==0.0.50,0.0.51 --chunk 4096 "
                            "--replicate-sequence never", [None, IDS])
        self.assertEqual([row["compiler"] for row in rows], ["libtpu==0.0.50", "libtpu==0.0.51"])

    def test_compilers_that_are_not_installed(self):
        self.assert_refused("plan", CELL, "--compiler libtpu==0.0.1", status=cli.ENGINE,
                            says=["libtpu==0.0.1 is not installed", "./setup --compilers 0.0.1"])

    def test_topologies_that_the_compiler_does_not_know(self):
        for topology in ("tpu7x:3x3x3", "tpu99:2x2x1", "tpu7x:2x2x2x2", "v5p:1000x1000x1000"):
            with self.subTest(topology):
                self.assert_refused("plan", CELL, f"--topology {topology}", says=[topology])

    def test_a_mesh_of_another_size(self):
        other = CELL.replace("fsdp=1", "fsdp=2")
        self.assertNotEqual(other, CELL)
        self.assert_refused("plan", other,
                            says=["16 devices", "tpu7x:2x2x1 has 8", "multiply to 8"])


if __name__ == "__main__":
    unittest.main()
