# SPDX-License-Identifier: Apache-2.0
"""Byte-level BPE tokenizer whose vocabulary and merges come from a gguf file's metadata."""

import unicodedata

_CONTRACTIONS = ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d")


def _byte_alphabet():
    """The printable character that stands for each byte in byte-level vocabularies."""
    printable = set(range(0x21, 0x7F)) | set(range(0xA1, 0xAD)) | set(range(0xAE, 0x100))
    alphabet, spare = {}, 0x100
    for byte in range(256):
        if byte in printable:
            alphabet[byte] = chr(byte)
        else:
            alphabet[byte] = chr(spare)
            spare += 1
    return alphabet


def _kind(char):
    # str.isspace also counts four control characters that Unicode's White_Space does not.
    if char.isspace() and not "\x1c" <= char <= "\x1f":
        return "space"
    major = unicodedata.category(char)[0]
    return {"L": "letter", "N": "digit"}.get(major, "other")


def _run_end(text, start, kind):
    end = start
    while end < len(text) and _kind(text[end]) == kind:
        end += 1
    return end


def _split_piece(text):
    """The GPT-2 split of a text: contractions, words with one leading space, runs of blanks."""
    at, pieces = 0, []
    while at < len(text):
        word = next((c for c in _CONTRACTIONS if text.startswith(c, at)), None)
        if word:
            end = at + len(word)
        else:
            first = at + (text[at] == " " and at + 1 < len(text))
            kind = _kind(text[first])
            if kind != "space":
                end = _run_end(text, first, kind)
            else:
                end = _run_end(text, at, "space")
                # The last blank before a word is left over: a space then joins that word.
                if end < len(text) and end - at > 1:
                    end -= 1
        pieces.append(text[at:end])
        at = end
    return pieces


def split(text):
    """Splits a text as SmolLM2 was trained: every digit alone, the rest as GPT-2 does."""
    pieces, start = [], 0
    for at, char in enumerate(text):
        if _kind(char) == "digit":
            pieces += _split_piece(text[start:at]) + [char]
            start = at + 1
    return pieces + _split_piece(text[start:])


class Tokenizer:
    """Text to token ids and back."""

    def __init__(self, tokens, merges):
        """`tokens`: the vocabulary in id order; `merges`: "left right" pairs, best first."""
        self._tokens = list(tokens)
        self._ids = {token: index for index, token in enumerate(self._tokens)}
        self._ranks = {tuple(merge.split(" ")): rank for rank, merge in enumerate(merges)}
        self._to_char = _byte_alphabet()
        self._to_byte = {char: byte for byte, char in self._to_char.items()}
        self._cache = {}

    def id_of(self, token):
        """The id of one vocabulary entry, e.g. a control token; KeyError when there is none."""
        return self._ids[token]

    def encode(self, text):
        """Token ids of a plain text; control tokens in the text are not recognised."""
        ids = []
        for piece in split(text):
            if piece not in self._cache:
                self._cache[piece] = self._merge(piece)
            ids += self._cache[piece]
        return ids

    def decode(self, ids):
        """The text of token ids; bytes that are not UTF-8 become replacement characters."""
        data = bytearray()
        for index in ids:
            token = self._tokens[index]
            if all(char in self._to_byte for char in token):
                data += bytes(self._to_byte[char] for char in token)
            else:
                data += token.encode("utf-8")
        return data.decode("utf-8", errors="replace")

    def _merge(self, piece):
        parts = [self._to_char[byte] for byte in piece.encode("utf-8")]
        last = len(self._ranks)
        while len(parts) > 1:
            pairs = list(zip(parts, parts[1:]))
            best = min(pairs, key=lambda pair: self._ranks.get(pair, last))
            if best not in self._ranks:
                break
            merged, at = [], 0
            while at < len(parts):
                if at + 1 < len(parts) and (parts[at], parts[at + 1]) == best:
                    merged.append(parts[at] + parts[at + 1])
                    at += 2
                else:
                    merged.append(parts[at])
                    at += 1
            parts = merged
        return [self._ids[part] for part in parts]
