# SPDX-License-Identifier: Apache-2.0
"""Which forms of each job every contender has."""

_CHUNKS = [f"chunked {chunk}" for chunk in (128, 256, 512)]
FORMS = {
    "logphead": {"forward": [""], "forward_backward": [""], "grpo": [""]},
    "torch": {
        "forward": ["full", *_CHUNKS, "compiled"],
        "forward_backward": ["full", *_CHUNKS, "compiled"],
        # One scalar: the mean cross entropy, whose gradient needs three matmuls as GRPO's does.
        "grpo": ["full", *_CHUNKS, "linear_cross_entropy"],
    },
    "jax": {
        "forward": ["full", "chunked 256"],
        "forward_backward": ["full", "chunked 256"],
        "grpo": ["full", "chunked 256"],
    },
}
