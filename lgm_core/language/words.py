"""The words of texts and questions for ranking: folded, stemmed, initials joined.

Words follow Unicode's default boundaries (UAX 29), but also end at points and apostrophes. Scripts without spaces, and
Korean, whose words end in particles, are read as overlapping pairs: of characters in Chinese, Japanese and Korean, and
of letters with their vowel signs in the scripts of South-East Asia.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, compress

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.normalisation import MARKS, fold_word

__all__ = [
    "Word",
    "content_stems",
    "inverse_frequency",
    "is_pair",
    "is_roman_numeral",
    "name_stems",
    "phrase_key",
    "related_stems",
    "split_surfaces",
    "split_words",
    "stem",
    "stems",
    "stop_words",
    "without_brackets",
]

_WORD = re.compile(rf"([\w{MARKS}]+)")  # in a group: splitting gives the words and what is between them, in turn
_APOSTROPHES = frozenset("'’ʼ`")
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_ROMAN = re.compile(r"(?=[ivx]|l.)(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})")

_UNSPACED = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1050-\u109f\u1780-\u17d3"  # Thai, Lao, Burmese, Khmer
    "\u1100-\u11ff\uac00-\ud7af"  # Korean
    "\u3005\u3007\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_RUN = re.compile(f"[{_UNSPACED}]+")
_UNIT = re.compile(f".[{MARKS}]*", re.DOTALL)
"""A letter with its marks."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text: as written, folded (see `fold_word`), whether it has a capital, and its start."""

    surface: str
    folded: str
    is_capitalised: bool
    start: int


def split_words(text: str) -> list[Word]:
    """Split a text into words; see `split_surfaces`."""
    surfaces, starts = split_surfaces(text)
    return [
        Word(surface, fold_word(surface), surface[0].isupper(), start)
        for surface, start in zip(surfaces, starts, strict=True)
    ]


def split_surfaces(text: str) -> tuple[list[str], list[int]]:
    """Return the words of a text as written, and the start of each.

    Possessive endings are dropped; consecutive initials make one word (`J. R. R.`: `JRR`).
    """
    pieces = _WORD.split(text.replace("_", " "))
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
    surfaces, starts = list(compress(surfaces, is_word)), list(compress(starts, is_word))
    runs = [match.start() for match in _RUN.finditer(text)]
    return _with_pairs(surfaces, starts, runs) if runs else (surfaces, starts)


def _with_pairs(surfaces: Sequence[str], starts: Sequence[int], runs: Sequence[int]) -> tuple[list[str], list[int]]:
    """Return words and their starts, with runs of unspaced scripts split into pairs, given the starts of these runs."""
    # A run may begin with a mark that is part of no word, such as a middle dot, with no word before it.
    places = dict.fromkeys(place for run in runs if (place := bisect_right(starts, run) - 1) >= 0)
    pieces: list[str] = []
    at: list[int] = []
    end = 0
    for place in places:
        pieces += surfaces[end:place]
        at += starts[end:place]
        for piece, offset in _pairs(surfaces[place]):
            pieces.append(piece)
            at.append(starts[place] + offset)
        end = place + 1
    return [*pieces, *surfaces[end:]], [*at, *starts[end:]]


def _pairs(surface: str) -> Iterator[tuple[str, int]]:
    """Yield the pairs in a word, and the parts between its runs, each with its place in the word."""
    end = 0
    for run in _RUN.finditer(surface):
        if end < run.start():
            yield surface[end : run.start()], end
        units = [match.start() for match in _UNIT.finditer(run[0])] + [len(run[0])]
        for first, last in zip(units, units[2:] or units[1:], strict=False):
            yield run[0][first:last], run.start() + first
        end = run.end()
    if end < len(surface):
        yield surface[end:], end


def is_pair(word: str) -> bool:
    """Tell whether a word is in a script that is read as pairs."""
    return not word.isascii() and _RUN.match(word) is not None


@lru_cache(maxsize=1 << 17)
def stem(word: str, language: str) -> str:
    """Return the stem of a word, shared by its forms, in English also by derived words (*director*: `direct`)."""
    return lexicon_of(language).stem(word)


def stop_words(language: str) -> frozenset[str]:
    """Return the folded words of a language that ranking ignores."""
    return lexicon_of(language).stop_words


def stems(text: str, language: str) -> frozenset[str]:
    """Return the stems of a text's words."""
    return frozenset(stem(word.folded, language) for word in split_words(text))


@lru_cache(maxsize=1 << 14)
def content_stems(text: str, language: str, *, or_all: bool = True) -> tuple[str, ...]:
    """Return the distinct stems of a text's content words, or with `or_all` of its stop words if it has no others."""
    folded = [word.folded for word in split_words(text)]
    content = [word for word in folded if word not in stop_words(language)] or (folded if or_all else [])
    return tuple(dict.fromkeys(stem(word, language) for word in content))


def name_stems(text: str, language: str) -> frozenset[str]:
    """Return the stems of words capitalised as names; empty if the language capitalises all nouns."""
    if lexicon_of(language).capitalises_nouns:
        return frozenset()
    names = (word.folded for word in split_words(text) if word.is_capitalised)
    return frozenset(stem(word, language) for word in names if word not in stop_words(language))


def inverse_frequency(frequency: int, count: int) -> float:
    """Return the weight of a word that `frequency` of `count` texts have, as in Okapi BM25."""
    return math.log(1 + (count - frequency + 0.5) / (frequency + 0.5))


@cache
def related_stems(language: str) -> dict[str, tuple[str, ...]]:
    """Return, by the stem of a word, the stems of related words; empty for a language without any."""
    lexicon = lexicon_of(language)
    related: defaultdict[str, set[str]] = defaultdict(set)
    for group in lexicon.related_words:
        stems = {lexicon.stem(word) for word in group}
        for own in stems:
            related[own] |= stems - {own}
    return {own: tuple(sorted(others)) for own, others in related.items()}


def phrase_key(folded: Sequence[str], language: str) -> str:
    """Return the concept key of a name by its folded words."""
    return " ".join(lexicon_of(language).normalise_name(list(folded)))


def is_roman_numeral(word: str) -> bool:
    """Tell whether a folded word may be a Roman numeral below ninety: *viii*, or *i* alone, but no initial *l*."""
    return _ROMAN.fullmatch(word) is not None


def without_brackets(title: str) -> str:
    """Return a title without text in brackets, as in *Brand (play)*, unless it is all in brackets."""
    return _BRACKETS.sub("", title).strip() or title
