# SPDX-License-Identifier: Apache-2.0
"""PyTorch: full logits, chunks under checkpoint, F.linear_cross_entropy, torch.compile."""

import torch
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

import data


def _logps(hidden, kernel, targets):
    logits = (hidden @ kernel).float()
    return -F.cross_entropy(logits, targets, reduction="none")


class Contender:
    def __init__(self, folder, dtype, threads):
        torch.set_num_threads(threads)
        torch.manual_seed(0)
        kind = torch.bfloat16 if dtype == "bf16" else torch.float32
        arrays = {name: torch.from_numpy(v.copy()) for name, v in data.load(folder).items()}
        self.hidden = arrays["hidden"].to(kind).requires_grad_()
        self.kernel = arrays["kernel"].to(kind).requires_grad_()
        self.targets = arrays["targets"].long()
        self.cotangents, self.advantages, self.old_logps = (
            arrays[name] for name in ("cotangents", "advantages", "old_logps")
        )
        self.table = None
        self.compiled = torch.compile(_logps)

    def _all_logps(self, form):
        if form == "full":
            return _logps(self.hidden, self.kernel, self.targets)
        if form == "compiled":
            return self.compiled(self.hidden, self.kernel, self.targets)
        kind, chunk = form.split()
        logps = self.compiled if kind == "compiled" else _logps
        parts = zip(self.hidden.split(int(chunk)), self.targets.split(int(chunk)))
        return torch.cat(
            [checkpoint(logps, h, self.kernel, t, use_reentrant=False) for h, t in parts]
        )

    def prepare(self, form):
        """Before the clock runs: the table [V, H] of F.linear_cross_entropy."""
        if form == "linear_cross_entropy":
            self.table = self.kernel.detach().t().contiguous().requires_grad_()

    def run(self, job, form):
        if job == "forward":
            with torch.no_grad():
                return {"logps": self._all_logps(form)}
        if form == "linear_cross_entropy":
            loss = F.linear_cross_entropy(self.hidden, self.table, self.targets)
            loss.backward()
            return {"mean_loss": loss, "mean_d_hidden": self.hidden.grad,
                    "mean_d_kernel": self.table.grad.t()}
        logps = self._all_logps(form)
        if job == "grpo":
            ratio = torch.exp(logps - self.old_logps)
            clipped = ratio.clamp(1 - data.CLIP, 1 + data.CLIP)
            loss = -torch.minimum(ratio * self.advantages, clipped * self.advantages).mean()
            loss.backward()
        else:
            logps.backward(self.cotangents)
        return {"logps": logps, "d_hidden": self.hidden.grad, "d_kernel": self.kernel.grad}

    def arrays(self, last):
        return {name: value.detach().float().numpy() for name, value in last.items()}

    def clear(self):
        """Gives back the gradients."""
        self.hidden.grad = self.kernel.grad = self.table = None
