"""Words of texts and questions as ranking sees them: folded, cut to a stem, initials closed up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, compress

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.normalisation import fold_word

__all__ = [
    "Word",
    "phrase_key",
    "split_surfaces",
    "split_words",
    "stem",
    "stop_words",
    "without_brackets",
]

_WORD = re.compile(r"([^\W_]+)")  # in a group: splitting gives the words and what is between them, in turn
_APOSTROPHES = frozenset("'’ʼ`")
_BRACKETS = re.compile(r"\s*\([^()]*\)")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text: folded (lower case, no accents), whether it was written with a capital, and where it starts."""

    folded: str
    is_capitalised: bool
    start: int


def split_words(text: str) -> list[Word]:
    """Split a text into words; see `split_surfaces`."""
    surfaces, starts = split_surfaces(text)
    return [
        Word(fold_word(surface), surface[0].isupper(), start) for surface, start in zip(surfaces, starts, strict=True)
    ]


def split_surfaces(text: str) -> tuple[list[str], list[int]]:
    """Split a text into words as written, and tell where each starts.

    Possessive endings are dropped; initials in a row make one word (`J. R. R.`: `JRR`).
    """
    pieces = _WORD.split(text)
    lengths = list(map(len, pieces))
    surfaces, starts = pieces[1::2], list(accumulate(lengths))[:-1:2]
    is_word = bytearray(b"\1") * len(surfaces)
    initials, last_initial = 0, -2  # where the row of initials began, and the last initial of it
    for place in [place for place, length in enumerate(lengths[1::2]) if length == 1]:
        surface, before, after = surfaces[place], pieces[2 * place], pieces[2 * place + 2]
        if surface in "sS" and before[-1:] in _APOSTROPHES:
            is_word[place] = 0
        elif surface.isupper() and after[:1] == ".":
            if last_initial == place - 1 and len(before) <= 2:
                surfaces[initials] += surface
                is_word[place] = 0
            else:
                initials = place
            last_initial = place
    return list(compress(surfaces, is_word)), list(compress(starts, is_word))


@lru_cache(maxsize=1 << 17)
def stem(word: str, language: str) -> str:
    """Cut a folded word so that its forms meet, in English also near relatives (*director*, *directed*: `direct`)."""
    return lexicon_of(language).stem(word)


def stop_words(language: str) -> frozenset[str]:
    """Return the words of a language that have no weight in ranking."""
    return lexicon_of(language).stop_words


def phrase_key(folded: Sequence[str], language: str) -> str:
    """Return the concept key of a name by its folded words."""
    return " ".join(lexicon_of(language).normalise_name(list(folded)))


def without_brackets(title: str) -> str:
    """Return a title without what it has in brackets, as in *Brand (play)*; all of it if nothing else is left."""
    return _BRACKETS.sub("", title).strip() or title
