"""Codes of words and phrases: 63-bit hashes, so that an index contains no word of a document."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

__all__ = ["Codes", "code_of_phrase", "code_of_word", "codes_of_phrases", "extended", "phrase_codes", "prefix_codes"]

Codes = npt.NDArray[np.int64]
"""Codes of words or phrases. Among a hundred million words, two share a code with a probability below a thousandth."""

_FACTOR = 0x9E3779B97F4A7C15
_BITS_63 = (1 << 63) - 1


@lru_cache(maxsize=1 << 16)
def code_of_word(word: str) -> int:
    """Return the code of a word."""
    digest = hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little") & _BITS_63


def code_of_phrase(words: Sequence[str]) -> int:
    """Return the code of a phrase."""
    code = 0
    for word in words:
        code = (code * _FACTOR + code_of_word(word)) & _BITS_63
    return code


def codes_of_phrases(phrases: Iterable[Sequence[str]]) -> list[int]:
    """Return the codes of phrases; quick if each begins with the one before."""
    codes: list[int] = []
    before: Sequence[str] = ()
    code = 0
    for words in phrases:
        known = len(before)
        if words[:known] != before:
            known = code = 0
        for word in words[known:]:
            code = (code * _FACTOR + code_of_word(word)) & _BITS_63
        codes.append(code)
        before = words
    return codes


def phrase_codes(words: Codes, starts: npt.NDArray[np.signedinteger]) -> Codes:
    """Return the codes of phrases.

    Args:
        words: the codes of the words of all phrases, of shape (words,).
        starts: the start of each phrase in these, and the end of the last, of shape (phrases + 1,).
    """
    lengths = np.diff(starts)
    codes = np.zeros(len(lengths), dtype=np.int64)
    for depth, longer in enumerate(_levels(lengths)):
        codes[longer] = extended(codes[longer], words[starts[longer] + depth])
    return codes


def prefix_codes(words: Codes, starts: npt.NDArray[np.signedinteger]) -> Codes:
    """Return the sorted codes of all beginnings of phrases, including the whole phrases; arguments as above."""
    lengths = np.diff(starts)
    codes, found = np.zeros(len(lengths), dtype=np.int64), [np.zeros(0, dtype=np.int64)]
    for depth, longer in enumerate(_levels(lengths)):
        codes[longer] = extended(codes[longer], words[starts[longer] + depth])
        found.append(codes[longer])
    return np.unique(np.concatenate(found))


def extended(codes: Codes, words: Codes) -> Codes:
    """Return the codes of phrases with one more word each."""
    with np.errstate(over="ignore"):
        longer = codes.astype(np.uint64) * np.uint64(_FACTOR) + words.astype(np.uint64)
    return (longer & np.uint64(_BITS_63)).astype(np.int64)


def _levels(lengths: npt.NDArray[np.signedinteger]) -> list[npt.NDArray[np.int64]]:
    """Return, for each place in a phrase, the phrases that have a word there."""
    return [np.flatnonzero(lengths > depth) for depth in range(int(lengths.max(initial=0)))]
