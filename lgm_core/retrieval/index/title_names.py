"""Titles as names: the ways texts may write them, and what else a title names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lgm_core.language.concepts import concept_key
from lgm_core.language.words import Word, phrase_key, split_words, stop_words, without_brackets
from lgm_core.retrieval.identifiers import identifier_words

__all__ = [
    "EXACT",
    "MENTION",
    "NEAR",
    "PART",
    "TitleNames",
    "has_initials_length",
    "pair_by_initials",
    "title_names",
    "written_words",
]

EXACT, NEAR, PART, MENTION = 1.0, 0.9, 0.25, 0.0
"""The role of a concept in a section: its title, another form of the title, a part of the title, mentioned in its text.

Only their order matters, with `segment.TITLE_ROLE` between PART and NEAR: a passage with another form of the title
ranks just after one with the exact title, and a part of the title does not make it the title.
"""

_LONGEST_PART = 6
"""The most words of a name within a title: longer ones are nearly the whole title."""

_SHORTEST_PART = 3
"""The fewest letters of a one-word name within a title."""

_LONGEST_WITH_INITIALS = 5
"""The most words of a name compared by initials: personal names are not longer."""


@dataclass(frozen=True, slots=True)
class TitleNames:
    """The names in a section's title.

    Attributes:
        key: the concept of the title, or an empty string.
        label: the title without bracketed parts.
        words: its words as written, including those of identifiers.
        roles: concepts and their roles in the section; a part of the title matters only if it is a concept elsewhere.
        forms: concepts and the words, as written, with which a text may name them.
    """

    key: str
    label: str
    words: tuple[str, ...]
    roles: tuple[tuple[str, float], ...]
    forms: tuple[tuple[str, tuple[str, ...]], ...]


def title_names(title: str, opening: str, language: str) -> TitleNames:
    """Return the names in a section's title.

    Args:
        title: the title.
        opening: the concept the section's text opens with, if any: often a fuller form of the title.
        language: ISO 639-1 code of the language of the document.
    """
    words = split_words(title)
    surfaces = tuple(word.surface for word in words)
    label = without_brackets(title)
    key = concept_key(label, language)
    roles: list[tuple[str, float]] = []
    forms: list[tuple[str, tuple[str, ...]]] = []
    if key:
        roles.append((key, EXACT if label == title else NEAR))
        forms.append((key, surfaces if label == title else tuple(word.surface for word in split_words(label))))
        if label != title:
            full = concept_key(title, language)
            roles.append((full, EXACT))
            forms.append((full, surfaces))
        roles += [(other, NEAR) for other in _other_forms(label, key, opening, language)]
    roles += [(part, PART) for part in dict.fromkeys(_parts(words, language))]
    in_words = (*surfaces, *identifier_words(title, is_code=False))
    return TitleNames(key, label, in_words, tuple(roles), tuple(forms))


def written_words(title: str) -> tuple[str, ...]:
    """Return the words of a title as written, and those of identifiers in it, each once."""
    return tuple(
        dict.fromkeys((*(word.surface for word in split_words(title)), *identifier_words(title, is_code=False)))
    )


def _other_forms(label: str, key: str, opening: str, language: str) -> Iterator[str]:
    """Yield a name before a comma (not *Tulsa, Oklahoma*: one word is too vague) and the name the text opens with."""
    head, comma, _ = label.partition(",")
    if comma and " " in head.strip():
        yield concept_key(head, language)
    if " " in opening and set(opening.split()) & set(key.split()) - stop_words(language):
        yield opening


def _parts(words: Sequence[Word], language: str) -> Iterator[str]:
    """Yield the keys of possible names within a title: phrases that begin and end with a capital."""
    capitals = [index for index, word in enumerate(words) if word.is_capitalised]
    for first in capitals:
        for last in capitals:
            if first <= last < first + _LONGEST_PART and last - first + 1 < len(words):
                part = [word.folded for word in words[first : last + 1]]
                if len(part) > 1 or (part[0] not in stop_words(language) and len(part[0]) >= _SHORTEST_PART):
                    yield phrase_key(part, language)


def pair_by_initials(titles: Iterable[str], others: Iterable[str]) -> list[tuple[str, str]]:
    """Return the names that differ from exactly one title, only in initials, each with the title.

    *Robert N. Bradbury* and *Robert North Bradbury* are one person; a name that fits two titles is not paired.
    """
    # Aligned names begin alike, unless one begins with an initial; and at least one of them has an initial.
    titles = [title for title in titles if has_initials_length(title.split(" "))]
    abbreviated = _TitlesByEnds(title for title in titles if _has_initial(title.split(" ")))
    sought: list[str] = []
    last_words: set[str] = set()
    for other in others:
        words = other.split(" ")
        if has_initials_length(words) and (_has_initial(words) or words[-1] in abbreviated.last_words):
            sought.append(other)
            last_words.add(words[-1])
    whole = _TitlesByEnds(title for title in titles if title[title.rfind(" ") + 1 :] in last_words)
    pairs = []
    for other in sought:
        words = other.split(" ")
        compared = whole if _has_initial(words) else abbreviated
        fitting = [title for title, title_words in compared.like(words) if _differ_in_initials(words, title_words)]
        if len(fitting) == 1:
            pairs.append((other, fitting[0]))
    return pairs


def _has_initial(words: Sequence[str]) -> bool:
    return 1 in map(len, words)


class _TitlesByEnds:
    """Titles by their last and first words; those that begin with an initial are kept separately."""

    def __init__(self, titles: Iterable[str]) -> None:
        self.last_words: set[str] = set()
        self._by_ends: defaultdict[tuple[str, str], list[tuple[str, list[str]]]] = defaultdict(list)
        self._by_last: defaultdict[str, list[tuple[str, list[str]]]] = defaultdict(list)
        for title in titles:
            words = title.split(" ")
            first, last = words[0], words[-1]
            self.last_words.add(last)
            self._by_ends[last, first if len(first) > 1 else ""].append((title, words))
            self._by_last[last].append((title, words))

    def like(self, words: list[str]) -> list[tuple[str, list[str]]]:
        """Return the titles that may align with a name."""
        first, last = words[0], words[-1]
        if len(first) == 1:
            return self._by_last.get(last, [])
        return self._by_ends.get((last, first), []) + self._by_ends.get((last, ""), [])


def has_initials_length(words: Sequence[str]) -> bool:
    """Tell whether a name has a number of words for which names are compared by initials."""
    return 2 <= len(words) <= _LONGEST_WITH_INITIALS


def _differ_in_initials(first: list[str], second: list[str]) -> bool:
    """Tell whether two names align when initials may stand for names and may be left out."""
    left, right, shared, abbreviated = 0, 0, 0, False
    while left < len(first) and right < len(second):
        a, b = first[left], second[right]
        abbreviated |= a != b
        if a == b or (a[0] == b[0] and 1 in (len(a), len(b))):
            shared += a == b and len(a) > 1
            left, right = left + 1, right + 1
        elif len(a) == 1:
            left += 1
        elif len(b) == 1:
            right += 1
        else:
            return False
    return abbreviated and shared > 0 and left == len(first) and right == len(second)
