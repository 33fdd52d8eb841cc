"""Titles as names: every way a text may write them, and what else a title names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lgm_core.language.concepts import concept_key
from lgm_core.retrieval.words import Word, phrase_key, split_words, stop_words, without_brackets

__all__ = ["EXACT", "MENTION", "NEAR", "PART", "TitleNames", "initialled", "title_names"]

EXACT, NEAR, PART, MENTION = 1.0, 0.9, 0.25, 0.0
"""What a concept is to a section: its title, another form of the title, a part of the title, mentioned in its text."""

_LONGEST_PART = 6
_LONGEST_INITIALLED = 5


@dataclass(frozen=True, slots=True)
class TitleNames:
    """What a section's title names.

    Attributes:
        key: the concept that titles the section, or nothing.
        label: the title without what it has in brackets.
        words: its words, folded.
        roles: concepts and what they are to the section; a part of the title matters only if it is a concept elsewhere.
        written: concepts and the words by which a text may name them.
    """

    key: str
    label: str
    words: tuple[str, ...]
    roles: tuple[tuple[str, float], ...]
    written: tuple[tuple[str, tuple[str, ...]], ...]


def title_names(title: str, opening: str, language: str) -> TitleNames:
    """Name a section by its title.

    Args:
        title: the title.
        opening: the concept that the section's text opens with, where there is one: often a fuller form of the title.
        language: that of the graph.
    """
    words = split_words(title)
    folded = tuple(word.folded for word in words)
    label = without_brackets(title)
    key = concept_key(label, language)
    roles: list[tuple[str, float]] = []
    written: list[tuple[str, tuple[str, ...]]] = []
    if key:
        roles.append((key, EXACT if label == title else NEAR))
        written.append((key, folded if label == title else tuple(word.folded for word in split_words(label))))
        if label != title:
            full = concept_key(title, language)
            roles.append((full, EXACT))
            written.append((full, folded))
        roles += [(other, NEAR) for other in _other_forms(label, key, opening, language)]
    roles += [(part, PART) for part in dict.fromkeys(_parts(words, language))]
    return TitleNames(key, label, folded, tuple(roles), tuple(written))


def _other_forms(label: str, key: str, opening: str, language: str) -> Iterator[str]:
    """Yield a name before a comma (*Tulsa, Oklahoma* has one word: too vague) and the name the text opens with."""
    head, comma, _ = label.partition(",")
    if comma and " " in head.strip():
        yield concept_key(head, language)
    if " " in opening and set(opening.split()) & set(key.split()) - stop_words(language):
        yield opening


def _parts(words: Sequence[Word], language: str) -> Iterator[str]:
    """Yield the keys of what may be names inside a title: stretches that begin and end with a capital."""
    capitals = [index for index, word in enumerate(words) if word.is_capitalised]
    for first in capitals:
        for last in capitals:
            if first <= last < first + _LONGEST_PART and last - first + 1 < len(words):
                part = [word.folded for word in words[first : last + 1]]
                if len(part) > 1 or (part[0] not in stop_words(language) and len(part[0]) > 2):
                    yield phrase_key(part, language)


def initialled(titles: Iterable[str], others: Iterable[str]) -> list[tuple[str, str]]:
    """Return which other names differ from just one title in initials only (*Robert N. Bradbury*, *Robert North B.*).

    Args:
        titles: concepts that title something.
        others: concepts that do not.
    """
    by_last: defaultdict[str, list[tuple[str, list[str]]]] = defaultdict(list)
    initials_before = set()
    for title in titles:
        words = title.split(" ")
        if 2 <= len(words) <= _LONGEST_INITIALLED:
            by_last[words[-1]].append((title, words))
            if 1 in map(len, words):
                initials_before.add(words[-1])
    found = []
    for other in others:
        last = other[other.rfind(" ") + 1 :]
        if last not in by_last or last == other:
            continue
        words = other.split(" ")
        # Without an initial in either name there is nothing to compare.
        if len(words) > _LONGEST_INITIALLED or (last not in initials_before and 1 not in map(len, words)):
            continue
        alike = [title for title, of_title in by_last[last] if _same_but_initials(words, of_title)]
        if len(alike) == 1:
            found.append((other, alike[0]))
    return found


def _same_but_initials(one: list[str], other: list[str]) -> bool:
    """Tell whether two names align when initials may stand for names and may be left out."""
    left, right, alike, shortened = 0, 0, 0, False
    while left < len(one) and right < len(other):
        a, b = one[left], other[right]
        shortened |= a != b
        if a == b or (a[0] == b[0] and 1 in (len(a), len(b))):
            alike += a == b and len(a) > 1
            left, right = left + 1, right + 1
        elif len(a) == 1:
            left += 1
        elif len(b) == 1:
            right += 1
        else:
            return False
    return shortened and alike > 0 and left == len(one) and right == len(other)
