# SPDX-License-Identifier: Apache-2.0
"""Heads, programs and losses compiled at toy width: collectives, FLOPs and bytes of each."""

import math
import os
import pathlib
import unittest

import cli_support as cli

ROWS, LENGTH, HIDDEN, VOCAB, DEVICES = 4, 4096, 256, 2048, 8
WIDTH = f"--batch {ROWS} --hidden {HIDDEN} --vocab {VOCAB} --mesh {cli.MESH}"
CELL = f"{WIDTH} --sequence {LENGTH}"
CPU, TPU = "cpu:8", "tpu7x:2x2x1"
# Of the mesh fsdp=2,context=2,expert=2: devices that share the vocabulary.
SHARES = {"local": 1, "vocab:context": 2, "vocab:expert": 2, "vocab:context,expert": 4}
LIST = ",".join(SHARES)
LOSSES = ("policy-gradient", "ppo", "grpo", "dapo", "dr-grpo", "cispo", "gspo")
TWO_PASSES, ONE_PASS = "--program loss_and_grad --loss grpo", "--program fused --loss grpo"
PATIENCE = 900


def flops(matmuls, rows=ROWS, length=LENGTH, hidden=HIDDEN, vocab=VOCAB, devices=DEVICES):
    """On one device, where no token meets a column twice."""
    return 2 * matmuls * rows * length * hidden * vocab // devices


class HeadsTest(cli.CommandLineTestCase):
    def need(self, *folders):
        """Skips unless one of the wheels is installed."""
        deps = pathlib.Path(os.environ["LOGPHEAD_DEPS"])
        if not any(path.is_dir() for folder in folders for path in deps.glob(folder)):
            wheel = folders[0].removesuffix("-*")
            flag = " --cuda" if "cuda" in wheel else ""
            self.skipTest(f"{wheel} is not installed (./setup{flag})")

    def heads(self, topology, *words, **options):
        """Rows that all compile, by head, kernel and chunk."""
        if topology == TPU:
            self.need("libtpu-0.0.51")
        rows = self.plan(f"--topology {topology}", *words, timeout=PATIENCE, **options)
        for row in rows:
            self.assertEqual((row["verdict"], row["message"]), ("compiles", ""))
            self.assertGreater(row["temp_bytes"], 0)
        return {(row["head"], row["kernel"], row["chunk"]): row for row in rows}

    def everything_compiles(self, topology):
        for words, program, loss in (("", "loss_and_grad", None), ("--loss grpo", "fused", "grpo"),
                                     ("--program forward", "forward", None)):
            with self.subTest(program):
                found = self.heads(topology, CELL, f"--head chunked,{LIST} --chunk 256 {words}",
                                   "--replicate-sequence always")
                self.assertEqual(set(found), {("chunked", None, 256)} |
                                 {(head, "keep", 256) for head in SHARES})
                for (head, kernel, _), row in found.items():
                    chunked = head == "chunked"
                    self.assertEqual((row["program"], row["loss"]), (program, loss))
                    self.assertEqual((row["replicate_sequence"], row["variant"]),
                                     ("always", "rule") if chunked else (None, None))
                    self.assertEqual(kernel, None if chunked else "keep")

    def test_everything_compiles_on_cpu(self):
        self.everything_compiles(CPU)

    def test_everything_compiles_for_tpu(self):
        self.everything_compiles(TPU)

    def the_kernel_is_gathered_once_per_pass(self, topology):
        words = f"{CELL} --head {LIST} --program loss_and_grad --kernel keep,regather"
        few = self.heads(topology, words, "--chunk 1024")
        many = self.heads(topology, words, "--chunk 128")
        # CPU engines compute bf16 in f32, and gather it so.
        width = 4 if topology == CPU else 2
        for head, shares in SHARES.items():
            kernel = HIDDEN * VOCAB // shares * width
            with self.subTest(head):
                keep, regather = few[head, "keep", 1024], few[head, "regather", 1024]
                gathers = [row["collectives"]["all-gather"] for row in (keep, regather)]
                # The local head gathers it again in 4 tiles.
                self.assertEqual(gathers[1]["executions"] - gathers[0]["executions"],
                                 4 if head == "local" else 1)
                self.assertEqual(gathers[1]["executed_bytes"] - gathers[0]["executed_bytes"], kernel)
                if head == "local":  # which gathers nothing else
                    self.assertEqual(gathers[0], {"count": 1, "bytes": kernel, "executions": 1,
                                                  "executed_bytes": kernel})
                # Each chunk moves its own tokens and nothing of the kernel: 8 times the chunks are the
                # same bytes.
                for how in ("keep", "regather"):
                    a = few[head, how, 1024]["collectives"]
                    b = many[head, how, 128]["collectives"]
                    self.assertEqual({kind: count["executed_bytes"] for kind, count in a.items()},
                                     {kind: count["executed_bytes"] for kind, count in b.items()})

    def test_the_kernel_is_gathered_once_per_pass_on_cpu(self):
        self.the_kernel_is_gathered_once_per_pass(CPU)

    def test_the_kernel_is_gathered_once_per_pass_for_tpu(self):
        self.the_kernel_is_gathered_once_per_pass(TPU)

    def fused_is_three_quarters(self, topology):
        two = self.heads(topology, CELL, f"--head {LIST} --chunk 256", TWO_PASSES)
        one = self.heads(topology, CELL, f"--head {LIST} --chunk 256", ONE_PASS)
        self.assertEqual({row["matmul_flops"] for row in two.values()}, {flops(4)})
        self.assertEqual({row["matmul_flops"] for row in one.values()}, {flops(3)})

    def test_fused_is_three_quarters_of_the_flops_on_cpu(self):
        self.fused_is_three_quarters(CPU)

    def test_fused_is_three_quarters_of_the_flops_for_tpu(self):
        self.fused_is_three_quarters(TPU)

    def test_the_chunked_head_is_fused_too(self):
        shape = f"--batch 2 --sequence 512 --hidden 64 --vocab {VOCAB} --chunk 64"
        for words, matmuls in ((TWO_PASSES, 4), (ONE_PASS, 3)):
            (row,) = self.heads("cpu:1", shape, words).values()
            self.assertEqual(row["matmul_flops"], flops(matmuls, 2, 512, 64, devices=1))
            self.assertEqual(row["collectives"], {})

    def test_a_vocabulary_that_is_not_shared_evenly_is_padded(self):
        (row,) = self.heads(CPU, WIDTH, "--sequence 512 --vocab 1001 --head vocab:context,expert "
                            "--chunk 64 --program forward").values()
        self.assertEqual(row["matmul_flops"], flops(1, length=512, vocab=4 * math.ceil(1001 / 4)))

    def test_every_loss_in_one_pass_where_it_allows(self):
        shape = f"{WIDTH} --sequence 256 --head local --chunk 64"
        for loss in LOSSES:
            with self.subTest(loss):
                counts = []
                for program in ("loss_and_grad", "fused"):
                    (row,) = self.heads(CPU, shape, f"--program {program} --loss {loss}").values()
                    self.assertEqual((row["loss"], row["program"]), (loss, program))
                    counts.append(row["matmul_flops"])
                # A token's gradient of gspo depends on its whole row.
                expected = (4, 4) if loss == "gspo" else (4, 3)
                self.assertEqual(counts, [flops(n, length=256) for n in expected])

    def test_an_unknown_number_of_chunks_is_null(self):
        (row,) = self.heads(CPU, CELL, "--head local --chunk 256 --skip-masked").values()
        self.assertIsNone(row["matmul_flops"])
        gather = row["collectives"]["all-gather"]
        self.assertEqual((gather["count"], gather["executions"]), (1, 1))
        (row,) = self.heads(CPU, CELL, "--head vocab:context --chunk 256 --skip-masked").values()
        gather = row["collectives"]["all-gather"]
        self.assertGreater(gather["count"], 1)
        self.assertIsNone(gather["executions"])
        self.assertIsNone(gather["executed_bytes"])

    def test_temporaries_do_not_grow_with_the_sequence(self):
        # What is there once per token of a device: at most hidden and d_hidden in the order of chunks,
        # in their bf16, and 32 numbers of 4 bytes (targets, masks, advantages, log-probs). Logits
        # would be 4 * VOCAB, and d_hidden in f32 twice what it is.
        per_token = 2 * (2 * HIDDEN) + 32 * 4
        lengths = (4096, 65536)
        for words in (TWO_PASSES, ONE_PASS):
            rows = [self.heads(TPU, WIDTH, f"--head chunked,{LIST} --chunk 256 --sequence {length}",
                               words, "--replicate-sequence always") for length in lengths]
            more_tokens = ROWS * (lengths[1] - lengths[0]) // DEVICES
            for key, short in rows[0].items():
                with self.subTest(words, head=key[0]):
                    growth = rows[1][key]["temp_bytes"] - short["temp_bytes"]
                    self.assertLessEqual(growth, per_token * more_tokens)

    def test_other_tpus(self):
        self.need("libtpu-0.0.51")
        for topology, mesh in (("v5p:2x2x2", cli.MESH), ("v6e:2x4", cli.MESH)):
            for words in ("--program loss_and_grad", "--loss grpo"):
                with self.subTest(topology, words=words):
                    self.heads(topology, CELL, f"--mesh {mesh} --head {LIST} --chunk 256", words)

    def test_gpus(self):
        self.need("jax-cuda13-pjrt-*")
        shape = (f"--batch 8 --sequence 32768 --hidden 4096 --vocab 151936 --mesh {cli.MESH} "
                 "--topology h100:1x8")
        for words in ("--program loss_and_grad", "--loss grpo"):
            with self.subTest(words):
                for row in self.heads("h100:1x8", shape, f"--head {LIST} --chunk 512",
                                      words).values():
                    self.assertLess(row["temp_bytes"], 80e9)


if __name__ == "__main__":
    unittest.main()
