# SPDX-License-Identifier: Apache-2.0
"""The handlers of liblogphead_ffi.so in JAX: numbers, gradients in place, 8 devices, errors."""

import ctypes
import os
import unittest

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"  # read by the import

import jax
import jax.numpy as jnp
import numpy as np

HANDLERS = ("softmax", "softmax_keeping", "backward", "backward_of")
ATTRIBUTES = {"temperature": np.float64(0.7), "vocab_major": False, "isa": "",
              "threads": np.int64(0)}
GRADIENT_ATTRIBUTES = ATTRIBUTES | {"gradient_filter": np.float64(0)}
NO_IDS = np.zeros(0, np.int32)
NOTHING = np.zeros(0, np.float32)
TOKENS, HIDDEN, VOCAB = 16, 24, 130


def per_token(count):
    return jax.ShapeDtypeStruct((count,), jnp.float32)


def softmax(hidden, kernel, targets, ids=NO_IDS, **changed):
    call = jax.ffi.ffi_call("logphead_softmax", [per_token(hidden.shape[0])] * 5)
    return call(hidden, kernel, targets, ids, **(ATTRIBUTES | changed))


def backward(hidden, kernel, targets, state):
    call = jax.ffi.ffi_call("logphead_backward",
                            [jax.ShapeDtypeStruct(hidden.shape, hidden.dtype),
                             jax.ShapeDtypeStruct(kernel.shape, jnp.float32)])
    return call(hidden, kernel, targets, NO_IDS, *state, **GRADIENT_ATTRIBUTES)


def backward_of(hidden, kernel, targets, d_logps, before):
    """Gradients from kept logits, d_kernel added to `before` in its place."""
    # f32 logits, tokens and columns rounded up by at most 64.
    logits = jax.ShapeDtypeStruct(((TOKENS + 64) * (VOCAB + 64),), jnp.float32)
    keep = jax.ffi.ffi_call("logphead_softmax_keeping", [per_token(TOKENS)] * 5 + [logits])
    top, total, _, _, _, kept = keep(hidden, kernel, targets, NO_IDS, **ATTRIBUTES)
    call = jax.ffi.ffi_call("logphead_backward_of",
                            [jax.ShapeDtypeStruct(hidden.shape, hidden.dtype),
                             jax.ShapeDtypeStruct(kernel.shape, jnp.float32)],
                            input_output_aliases={10: 1})
    return call(hidden, kernel, targets, NO_IDS, top, jnp.log(total), NOTHING, d_logps, NOTHING,
                kept, before, **GRADIENT_ATTRIBUTES)


def reference(hidden, kernel, targets, d_logps):
    """Log-probs and gradients in double precision; targets below 0 have none."""
    hidden, kernel = np.asarray(hidden, np.float64), np.asarray(kernel, np.float64)
    logits = hidden @ kernel / 0.7
    logits -= logits.max(axis=1, keepdims=True)
    p = np.exp(logits)
    logps = logits - np.log(p.sum(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    rows = np.arange(len(targets))
    hit = np.zeros_like(p)
    hit[rows, targets] = 1
    d_logits = (hit - p) * np.where(targets >= 0, d_logps, 0)[:, None] / 0.7
    return (np.where(targets >= 0, logps[rows, targets], 0), d_logits @ kernel.T,
            hidden.T @ d_logits)


class JaxTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        library = ctypes.CDLL(os.environ["LOGPHEAD_FFI_LIBRARY"])
        for name in HANDLERS:
            handler = jax.ffi.pycapsule(getattr(library, f"logphead_ffi_{name}"))
            jax.ffi.register_ffi_target(f"logphead_{name}", handler, platform="cpu")

    def setUp(self):
        random = np.random.default_rng(5)
        self.hidden = random.normal(size=(TOKENS, HIDDEN)).astype(np.float32)
        self.kernel = random.normal(size=(HIDDEN, VOCAB)).astype(np.float32)
        self.targets = random.integers(-1, VOCAB, TOKENS).astype(np.int32)
        self.targets[:2] = (-1, VOCAB - 1)
        self.d_logps = random.normal(size=TOKENS).astype(np.float32)
        self.right = reference(self.hidden, self.kernel, self.targets, self.d_logps)

    def close(self, actual, right, bound):
        scale = np.abs(right).max()
        self.assertGreater(scale, 0.1)
        np.testing.assert_allclose(np.asarray(actual, np.float64), right, rtol=0,
                                   atol=bound * scale)

    def test_numbers_in_both_dtypes(self):
        @jax.jit
        def run(hidden, kernel, targets, d_logps):
            top, total, _, target, found = softmax(hidden, kernel, targets)
            state = (top, jnp.log(total), NOTHING, d_logps, NOTHING)
            d_hidden, d_kernel = backward(hidden, kernel, targets, state)
            return target - jnp.log(total), found, d_hidden, d_kernel

        for dtype, bound in ((jnp.float32, 1e-5), (jnp.bfloat16, 1e-2)):
            hidden, kernel = jnp.asarray(self.hidden, dtype), jnp.asarray(self.kernel, dtype)
            logps, found, d_hidden, d_kernel = run(hidden, kernel, self.targets, self.d_logps)
            right = reference(hidden, kernel, self.targets, self.d_logps)
            self.close(logps, right[0], 1e-5)
            np.testing.assert_array_equal(found, self.targets >= 0)
            self.assertEqual(d_hidden.dtype, dtype)
            self.close(d_hidden, right[1], bound)
            self.close(d_kernel, right[2], bound)

    def test_gradients_are_added_in_place(self):
        before = np.full((HIDDEN, VOCAB), 3, np.float32)
        d_hidden, d_kernel = jax.jit(backward_of, donate_argnums=4)(
            self.hidden, self.kernel, self.targets, self.d_logps, jnp.asarray(before))
        self.close(d_hidden, self.right[1], 1e-5)
        self.close(d_kernel - before, self.right[2], 1e-5)

    def test_eight_devices_share_the_vocabulary(self):
        mesh = jax.make_mesh((8,), ("v",), axis_types=(jax.sharding.AxisType.Auto,))
        width = 17  # 8 x 17 = 136: 6 columns are padding
        kernel = np.pad(self.kernel, ((0, 0), (0, 8 * width - VOCAB)))
        ids = np.where(np.arange(8 * width) < VOCAB, np.arange(8 * width), -1).astype(np.int32)
        spec = jax.sharding.PartitionSpec

        def part(hidden, own, targets, own_ids):
            top, total, _, target, found = softmax(hidden, own, targets, own_ids)
            most = jax.lax.pmax(top, "v")
            total = jax.lax.psum(total * jnp.exp(top - most), "v")
            target = jax.lax.psum(jnp.where(found != 0, target + top - most, 0), "v")
            return target - jnp.log(total), jax.lax.psum(found, "v")

        run = jax.jit(jax.shard_map(
            part, mesh=mesh, in_specs=(spec(), spec(None, "v"), spec(), spec("v")),
            out_specs=(spec(), spec()), check_vma=False))
        logps, found = run(self.hidden, kernel, self.targets, ids)
        self.close(np.where(self.targets >= 0, logps, 0), self.right[0], 1e-5)
        np.testing.assert_array_equal(found, self.targets >= 0)

    def test_errors_are_exceptions(self):
        with self.assertRaisesRegex(Exception, r"targets is s32\[15\] \(must be s32\[16\]\)"):
            jax.jit(softmax)(self.hidden, self.kernel, self.targets[1:])
        with self.assertRaisesRegex(Exception, r"kernel is f32\[23,130\] \(must be \[24, V\]"):
            jax.jit(softmax)(self.hidden, self.kernel[1:], self.targets)
        with self.assertRaisesRegex(Exception, "target 130 of token 3 is not below"):
            self.targets[3] = VOCAB
            jax.block_until_ready(jax.jit(softmax)(self.hidden, self.kernel, self.targets))
        with self.assertRaisesRegex(Exception, "there is no instruction set avx9"):
            softmax(self.hidden, self.kernel, self.targets, isa="avx9")


if __name__ == "__main__":
    unittest.main()
