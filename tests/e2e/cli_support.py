# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command line share: running it, batches to score, files byte by byte."""

import contextlib
import json
import math
import os
import pathlib
import random
import signal
import struct
import subprocess
import tempfile
import time
import unittest

BINARY = os.environ["LOGPHEAD"]
PLUGIN = os.environ.get("LOGPHEAD_WRAPPED_PLUGIN", "")  # see wrapped_plugin.cc
YES, NO, USAGE, ENGINE, INTERRUPTED = 0, 1, 2, 3, 130
SIZES = {"F32": 4, "I32": 4, "BF16": 2, "I64": 8, "BOOL": 1, "F64": 8, "U8": 1}
MESH = "fsdp=2,context=2,expert=2"


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


def ints(values):
    return struct.pack(f"<{len(values)}i", *values)


def encode(header, data=b""):
    """A safetensors file of a header (an object, or text as it is) and its data."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def tensors_file(tensors):
    """The bytes of a safetensors file of {name: (dtype, dims, bytes)}."""
    header, data = {}, b""
    for name, (dtype, dims, content) in tensors.items():
        header[name] = {"dtype": dtype, "shape": list(dims),
                        "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    return encode(header, data)


def read_tensors(path):
    """{name: (dtype, dims, bytes)} of a safetensors file."""
    content = pathlib.Path(path).read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    header, data = json.loads(content[8:8 + length]), content[8 + length:]
    return {name: (entry["dtype"], entry["shape"], data[slice(*entry["data_offsets"])])
            for name, entry in header.items() if name != "__metadata__"}


def as_floats(tensor):
    dtype, _, content = tensor
    assert dtype == "F32", dtype
    return struct.unpack(f"<{len(content) // 4}f", content)


class Batch:
    """A small f32 batch and, in double precision, what its head should say."""

    def __init__(self, rows=2, tokens=8, hidden=4, vocab=16, seed=7):
        self.rows, self.tokens, self.hidden, self.vocab = rows, tokens, hidden, vocab
        rng = random.Random(seed)

        def numbers(count):  # rounded to f32, as the file holds them
            return list(struct.unpack(f"<{count}f", floats([rng.gauss(0, 1) for _ in range(count)])))

        self.states = numbers(rows * tokens * hidden)
        self.kernel = numbers(hidden * vocab)
        self.targets = [rng.randrange(vocab) for _ in range(rows * tokens)]

    def tensors(self):
        return {
            "hidden": ("F32", [self.rows, self.tokens, self.hidden], floats(self.states)),
            "kernel": ("F32", [self.hidden, self.vocab], floats(self.kernel)),
            "targets": ("I32", [self.rows, self.tokens], ints(self.targets)),
        }

    def logps(self):
        values = []
        for at, target in enumerate(self.targets):
            state = self.states[at * self.hidden:(at + 1) * self.hidden]
            logits = [sum(state[h] * self.kernel[h * self.vocab + v] for h in range(self.hidden))
                      for v in range(self.vocab)]
            most = max(logits)
            total = most + math.log(sum(math.exp(logit - most) for logit in logits))
            values.append(0.0 if target == -100 else logits[target] - total)
        return values


class CommandLineTestCase(unittest.TestCase):
    """Runs the binary in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="logphead-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.endswith("REPLICATE_SEQUENCE")}
        self.environment["LOGPHEAD_PLANS"] = "none"  # tests know no past, unless they say so

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return path

    def logphead(self, *words, timeout=240, env=(), **options):
        """The finished process of a command line; words are split at spaces, lists are not."""
        argv = [BINARY]
        for word in words:
            argv += word.split() if isinstance(word, str) else [str(piece) for piece in word]
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        options.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.run(argv, cwd=self.folder, timeout=timeout, text=True, errors="replace",
                              env={**self.environment, **dict(env)}, check=False, **options)

    def assert_refused(self, *words, says=(), status=USAGE, **options):
        """One clear line on stderr that has every piece of `says`, nothing on stdout."""
        result = self.logphead(*words, **options)
        about = f"\n{words}\nstatus {result.returncode}\nstderr: {result.stderr}"
        self.assertEqual(result.returncode, status, about)
        self.assertRegex(result.stderr, r"\Alogphead( [a-z-]+)?: [^\n]+\n\Z", about)
        message = result.stderr.split(": ", 1)[1].rstrip("\n")
        self.assertFalse(message.endswith("."), about)
        self.assertFalse("A" <= message[0] <= "Z" and message[1:2].islower(), about)
        self.assertFalse(result.stdout, about)
        for piece in [says] if isinstance(says, str) else says:
            self.assertIn(piece, message, about)
        return message

    def assert_runs(self, *words, status=YES, **options):
        result = self.logphead(*words, **options)
        self.assertEqual(result.returncode, status,
                         f"\n{words}\nstdout: {result.stdout}\nstderr: {result.stderr}")
        return result

    def plan(self, *words, status=YES, **options):
        """The rows of a plan."""
        result = self.assert_runs("plan --format json", *words, status=status, **options)
        report = json.loads(result.stdout)
        self.assertEqual(set(report), {"schema", "rows", "command", "resident_bytes", "devices",
                                       "ranking", "best", "reason", "use"})
        self.assertEqual(report["schema"], 2)
        return report["rows"]

    @contextlib.contextmanager
    def started(self, *words, env=(), **options):
        """A running process, killed at the end if it still runs."""
        argv = [BINARY]
        for word in words:
            argv += word.split() if isinstance(word, str) else [str(piece) for piece in word]
        process = subprocess.Popen(argv, cwd=self.folder, stdin=subprocess.DEVNULL,
                                   env={**self.environment, **dict(env)}, **options)
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            process.wait()


def children_of(pid):
    """Processes that a process has started and that live, by id."""
    try:
        text = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return set()
    return {int(child) for child in text.split()}


def of_chunk(chunk, rows=4, tokens=256):
    """Text that programs of this chunk alone hold: the targets as their loop sees them."""
    return f"tensor<{tokens // chunk}x{rows}x{chunk}xi32>"


def wrapped(does="", when=""):
    """The environment that makes the wrapped plugin misbehave for programs with that text."""
    real = pathlib.Path(os.environ["LOGPHEAD_DEPS"]) / "xla-cpu-pjrt-0.0.1"
    return {"WRAPPED_PLUGIN": str(real / "xla_plugins" / "xla_cpu_pjrt" / "xla_cpu_pjrt.so"),
            "WRAPPED_DOES": does, "WRAPPED_WHEN": when}


def compiling(pid):
    """Children of a plan that compile, by id."""
    found = set()
    for child in children_of(pid):
        try:
            command = pathlib.Path(f"/proc/{child}/cmdline").read_bytes()
        except OSError:
            continue
        if b"compile-child" in command:
            found.add(child)
    return found


def lives(pid):
    """Whether a process is there and not merely waiting to be reaped."""
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rsplit(")", 1)[1].split()[0] not in "ZX"


def wait_until(condition, seconds=60):
    """Whether a condition comes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False
