# SPDX-License-Identifier: Apache-2.0
"""JAX on the CPU: full logits, and chunks under jax.checkpoint."""

import os

import data


class Contender:
    def __init__(self, folder, dtype, threads):
        many = "true" if threads > 1 else "false"
        os.environ["XLA_FLAGS"] = f"--xla_cpu_multi_thread_eigen={many}"
        os.environ["NPROC"] = str(threads)
        import jax
        import jax.numpy as jnp

        self.jax, self.jnp = jax, jnp
        kind = jnp.bfloat16 if dtype == "bf16" else jnp.float32
        arrays = {name: jnp.asarray(value) for name, value in data.load(folder).items()}
        self.hidden = arrays["hidden"].astype(kind)
        self.kernel = arrays["kernel"].astype(kind)
        self.rest = tuple(
            arrays[name] for name in ("targets", "cotangents", "advantages", "old_logps")
        )
        self.programs = {}

    def _logps(self, hidden, kernel, targets):
        jnp, jax = self.jnp, self.jax
        z = jnp.dot(hidden, kernel, preferred_element_type=jnp.float32)
        at_target = jnp.take_along_axis(z, targets[:, None], 1)[:, 0]
        return at_target - jax.nn.logsumexp(z, -1)

    def _program(self, job, form):
        jnp, jax = self.jnp, self.jax

        def all_logps(hidden, kernel, targets):
            if form == "full":
                return self._logps(hidden, kernel, targets)
            chunk = min(int(form.split()[1]), len(targets))
            part = jax.checkpoint(lambda xs: self._logps(xs[0], kernel, xs[1]))
            whole = len(targets) // chunk * chunk
            split = (hidden[:whole].reshape(-1, chunk, hidden.shape[1]),
                     targets[:whole].reshape(-1, chunk))
            return jax.lax.map(part, split).reshape(-1)

        def forward(hidden, kernel, targets, *_):
            return {"logps": all_logps(hidden, kernel, targets)}

        def gradients(hidden, kernel, targets, cotangents, advantages, old_logps):
            def loss(hidden, kernel):
                logps = all_logps(hidden, kernel, targets)
                if job == "forward_backward":
                    return (logps * cotangents).sum(), logps
                ratio = jnp.exp(logps - old_logps)
                clipped = jnp.clip(ratio, 1 - data.CLIP, 1 + data.CLIP)
                return -jnp.minimum(ratio * advantages, clipped * advantages).mean(), logps

            (_, logps), (d_hidden, d_kernel) = jax.value_and_grad(
                loss, argnums=(0, 1), has_aux=True
            )(hidden, kernel)
            return {"logps": logps, "d_hidden": d_hidden, "d_kernel": d_kernel}

        return jax.jit(forward if job == "forward" else gradients)

    def run(self, job, form):
        key = (job, form)
        if key not in self.programs:
            program = self._program(job, form)
            self.programs[key] = program.lower(self.hidden, self.kernel, *self.rest).compile()
        return self.jax.block_until_ready(
            self.programs[key](self.hidden, self.kernel, *self.rest)
        )

    def arrays(self, last):
        return {n: self.jax.device_get(v.astype(self.jnp.float32)) for n, v in last.items()}

    def prepare(self, form):
        """Nothing to do before the clock runs."""

    def clear(self):
        """Nothing is held but inputs."""
