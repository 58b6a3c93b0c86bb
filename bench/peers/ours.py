# SPDX-License-Identifier: Apache-2.0
"""The kernels through their C interface."""

import ctypes
import os
import pathlib

import numpy as np

import data

_LIBRARY = os.environ.get(
    "LOGPHEAD_KERNELS_LIBRARY",
    pathlib.Path(__file__).resolve().parents[2] / "build" / "liblogphead_kernels.so",
)
_LOSS = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, *[ctypes.POINTER(ctypes.c_float)] * 4
)


class Matrix(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("dtype", ctypes.c_int),
        ("row_stride", ctypes.c_int64),
        ("column_stride", ctypes.c_int64),
    ]


class Inputs(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("tokens", ctypes.c_int64),
        ("hidden", ctypes.c_int64),
        ("columns", ctypes.c_int64),
        ("hidden_states", Matrix),
        ("kernel", Matrix),
        ("targets", ctypes.c_void_p),
        ("targets_stride", ctypes.c_int64),
        ("temperature", ctypes.c_double),
    ]


class Options(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("threads", ctypes.c_int),
        ("isa", ctypes.c_char_p),
        ("gradient_filter", ctypes.c_double),
    ]


def _matrix(array):
    return Matrix(array.ctypes.data, int(array.dtype == np.uint16), array.shape[1], 1)


class Contender:
    def __init__(self, folder, dtype, threads):
        self.lib = ctypes.CDLL(str(_LIBRARY))
        self.lib.logphead_error.restype = ctypes.c_char_p
        self.data = {name: np.array(value) for name, value in data.load(folder).items()}
        self.halves = dtype == "bf16"
        if self.halves:
            for name in ["hidden", "kernel"]:
                self.data[name] = (self.data[name].view(np.uint32) >> 16).astype(np.uint16)
        tokens, hidden = self.data["hidden"].shape
        self.inputs = Inputs(
            ctypes.sizeof(Inputs), tokens, hidden, self.data["kernel"].shape[1],
            _matrix(self.data["hidden"]), _matrix(self.data["kernel"]),
            self.data["targets"].ctypes.data, 1, 1.0,
        )
        self.options = Options(ctypes.sizeof(Options), threads, None, 0.0)
        self.logps, self.lse = np.zeros((2, tokens), np.float32)
        self.d_hidden = np.zeros(self.data["hidden"].shape, self.data["hidden"].dtype)
        self.d_kernel = np.zeros(self.data["kernel"].shape, np.float32)
        self.outputs = [_matrix(self.d_hidden), _matrix(self.d_kernel)]

    def _call(self, name, *arguments):
        pointers = [
            ctypes.c_void_p(a.ctypes.data) if isinstance(a, np.ndarray) else a for a in arguments
        ]
        call = getattr(self.lib, f"logphead_{name}")
        if call(ctypes.byref(self.inputs), ctypes.byref(self.options), *pointers) != 0:
            raise RuntimeError(self.lib.logphead_error().decode())

    def run(self, job, _form):
        outputs = [ctypes.byref(output) for output in self.outputs]
        if job == "grpo":
            def loss(_context, first, count, logps, _entropies, d_logps, _d_entropies):
                part = slice(first, first + count)
                np.ctypeslib.as_array(d_logps, (count,))[:] = data.grpo_cotangents(
                    np.ctypeslib.as_array(logps, (count,)),
                    self.data["old_logps"][part], self.data["advantages"][part],
                ) * (count / len(self.logps))
            self._call("one_pass", _LOSS(loss), None, self.logps, None, *outputs)
        else:
            self._call("forward", self.logps, None, self.lse)
            if job == "forward_backward":
                self._call("backward", self.lse, None, self.data["cotangents"], None, *outputs)
        return job

    def arrays(self, job):
        if job == "forward":
            return {"logps": self.logps}
        wide = self.d_hidden
        if self.halves:
            wide = (wide.astype(np.uint32) << 16).view(np.float32)
        return {"logps": self.logps, "d_hidden": wide, "d_kernel": self.d_kernel}

    def prepare(self, form):
        """Nothing to do before the clock runs."""

    def clear(self):
        """Outputs are the caller's, so they stay."""
