# SPDX-License-Identifier: Apache-2.0
"""Which forms of each job every contender has."""

_TORCH = ["full", "chunked 128", "chunked 256", "chunked 512", "compiled", "compiled 256"]
_JAX = ["full", "chunked 128", "chunked 512"]
FORMS = {
    "logphead": {"forward": [""], "forward_backward": [""], "grpo": [""]},
    "torch": {
        "forward": _TORCH,
        "forward_backward": _TORCH,
        # One scalar: the mean cross entropy, whose gradient needs three matmuls as GRPO's does.
        "grpo": [*_TORCH, "linear_cross_entropy"],
    },
    "jax": {"forward": _JAX, "forward_backward": _JAX, "grpo": _JAX},
}
