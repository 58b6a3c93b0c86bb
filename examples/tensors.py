# SPDX-License-Identifier: Apache-2.0
"""Reads and writes safetensors files with numpy alone: a JSON header, then the raw tensors."""

import json
import math
import os
import tempfile

import numpy as np


class TensorFileError(Exception):
    """A file that is not a well-formed safetensors file, with the reason."""


class BFloat16(np.ndarray):
    """uint16 array holding the bits of bfloat16 numbers; `widen` gives the numbers themselves."""


_DTYPES = {
    "F64": np.dtype("<f8"), "F32": np.dtype("<f4"), "F16": np.dtype("<f2"), "BF16": np.dtype("<u2"),
    "I64": np.dtype("<i8"), "I32": np.dtype("<i4"), "I16": np.dtype("<i2"), "I8": np.dtype("i1"),
    "U8": np.dtype("u1"), "BOOL": np.dtype("?"),
}
_NAMES = {dtype: name for name, dtype in _DTYPES.items() if name != "BF16"}
_MAX_HEADER = 100_000_000


def to_bfloat16(values):
    """Rounds float32 numbers to bfloat16, to nearest with ties to even; NaN stays NaN."""
    values = np.ascontiguousarray(values, dtype=np.float32)
    bits = values.view(np.uint32)
    rounded = (bits + (np.uint32(0x7FFF) + ((bits >> 16) & np.uint32(1)))) >> 16
    # The carry of the rounding would turn some NaNs into infinity or zero.
    quiet = (bits >> 16) | np.uint32(0x40)
    return np.where(np.isnan(values), quiet, rounded).astype(np.uint16).view(BFloat16)


def widen(array, dtype=np.float64):
    """The numbers of a tensor as `dtype`, whatever it is stored as (bfloat16 included)."""
    if isinstance(array, BFloat16):
        bits = np.asarray(array).astype(np.uint32) << np.uint32(16)
        return bits.view(np.float32).astype(dtype, copy=False)
    return np.asarray(array).astype(dtype, copy=False)


def write(path, tensors, metadata=None):
    """Writes {name: array} to `path`, which is replaced only once the whole file is on disk."""
    header, blobs, offset = {}, [], 0
    if metadata:
        header["__metadata__"] = {str(key): str(value) for key, value in metadata.items()}
    for name, array in tensors.items():
        is_bf16 = isinstance(array, BFloat16)
        plain = np.ascontiguousarray(np.asarray(array))
        if not is_bf16 and plain.dtype not in _NAMES:
            raise TensorFileError(f"tensor '{name}' of {plain.dtype} has no safetensors name")
        header[name] = {
            "dtype": "BF16" if is_bf16 else _NAMES[plain.dtype],
            "shape": list(plain.shape),
            "data_offsets": [offset, offset + plain.nbytes],
        }
        blobs.append(plain)
        offset += plain.nbytes
    text = json.dumps(header, separators=(",", ":")).encode("utf-8")
    # Spaces after the JSON keep the data 8-byte aligned for readers that map the file.
    text += b" " * (-len(text) % 8)
    folder = os.path.dirname(os.path.abspath(path))
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=os.path.basename(path) + ".")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(len(text).to_bytes(8, "little"))
            out.write(text)
            for blob in blobs:
                out.write(blob.reshape(-1).view(np.uint8).data)
            out.flush()
            os.fsync(out.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def read_header(path):
    """The header of the file as (entries, metadata, offset of the first data byte), checked."""
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        prefix = file.read(8)
        length = int.from_bytes(prefix, "little")
        if len(prefix) < 8 or length > min(_MAX_HEADER, size - 8):
            raise TensorFileError(f"{path}: the header does not fit in the file's {size} bytes")
        try:
            header = json.loads(file.read(length))
        except ValueError as error:
            raise TensorFileError(f"{path}: the header is not JSON ({error})") from error
    if not isinstance(header, dict):
        raise TensorFileError(f"{path}: the header is not a JSON object")
    metadata = header.pop("__metadata__", {})
    return header, metadata, 8 + length


def _entry(path, name, entry, data_bytes):
    try:
        dtype, shape = entry["dtype"], [int(n) for n in entry["shape"]]
        begin, end = (int(n) for n in entry["data_offsets"])
    except (KeyError, TypeError, ValueError) as error:
        raise TensorFileError(f"{path}: tensor '{name}' has a malformed entry") from error
    if dtype not in _DTYPES:
        raise TensorFileError(f"{path}: tensor '{name}' has unknown dtype {dtype}")
    expected = math.prod(shape) * _DTYPES[dtype].itemsize
    if min(shape, default=0) < 0 or not 0 <= begin <= end <= data_bytes or end - begin != expected:
        raise TensorFileError(
            f"{path}: tensor '{name}' of shape {shape} needs {expected} bytes, its offsets are "
            f"[{begin}, {end}] in {data_bytes} bytes of data")
    return dtype, shape, begin


def read(path):
    """All tensors of the file as {name: read-only array}, mapped from disk, not copied."""
    header, _, start = read_header(path)
    data_bytes = os.path.getsize(path) - start
    tensors = {}
    for name, entry in header.items():
        dtype, shape, begin = _entry(path, name, entry, data_bytes)
        if math.prod(shape) == 0:
            array = np.zeros(shape, dtype=_DTYPES[dtype])
        else:
            array = np.memmap(path, dtype=_DTYPES[dtype], mode="r", offset=start + begin,
                              shape=tuple(shape))
        tensors[name] = array.view(BFloat16) if dtype == "BF16" else array
    return tensors
