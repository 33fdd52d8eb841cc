"""Titles as names: every way a text may write them, and what else a title names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lgm_core.language.concepts import concept_key
from lgm_core.retrieval.words import STOP_WORDS, Word, phrase_key, split_words, without_brackets

__all__ = ["EXACT", "MENTION", "NEAR", "PART", "TitleNames", "title_names"]

EXACT, NEAR, PART, MENTION = 1.0, 0.9, 0.25, 0.0
"""What a concept is to a section: its title, another form of the title, a part of the title, mentioned in its text."""

_LONGEST_PART = 6


@dataclass(frozen=True, slots=True)
class TitleNames:
    """What titles name.

    Attributes:
        title_of: the concept that titles each section, or -1.
        words: the words of the title of each section.
        written: concepts by the folded words of their titles.
        roles: weights by concept and section.
        labels: titles without what they have in brackets, by concept.
    """

    title_of: list[int]
    words: list[list[Word]]
    written: dict[str, int]
    roles: dict[tuple[int, int], float]
    labels: dict[int, str]


def title_names(titles: Sequence[str], openings: Sequence[str], concepts: dict[str, int]) -> TitleNames:
    """Name sections by their titles, adding to the `concepts` known so far.

    Args:
        titles: the title of each section; several may be the same.
        openings: the concept that the section's text opens with, where there is one: often a fuller form of the title.
        concepts: concept numbers by key; what is missing is added.
    """
    names = TitleNames([], [], {}, {}, {})
    for section, title in enumerate(titles):
        names.words.append(split_words(title))
        names.title_of.append(_add_title(names, section, title, openings[section], concepts))
    for section, words in enumerate(names.words):
        for key in _parts(words):
            if key in concepts:
                names.roles.setdefault((concepts[key], section), PART)
    _add_initialled(names, concepts)
    return names


def _add_title(names: TitleNames, section: int, title: str, opening: str, concepts: dict[str, int]) -> int:
    bare = without_brackets(title)
    key = concept_key(bare)
    if not key:
        return -1
    number = concepts.setdefault(key, len(concepts))
    names.roles[number, section] = EXACT if bare == title else NEAR
    words = names.words[section]
    names.written[_written(words if bare == title else split_words(bare))] = number
    names.labels[number] = bare
    if bare != title:
        full = concepts.setdefault(concept_key(title), len(concepts))
        names.written[_written(words)] = full
        names.roles[full, section] = EXACT
    for other in _other_forms(bare, key, opening):
        form = concepts.setdefault(other, len(concepts))
        names.roles.setdefault((form, section), NEAR)
    return number


def _written(words: Sequence[Word]) -> str:
    return " ".join([word.folded for word in words])


def _other_forms(bare: str, key: str, opening: str) -> Iterator[str]:
    """Yield a name before a comma (*Tulsa, Oklahoma* has one word: too vague) and the name the text opens with."""
    head, comma, _ = bare.partition(",")
    if comma and " " in head.strip():
        yield concept_key(head)
    if " " in opening and set(opening.split()) & set(key.split()) - STOP_WORDS:
        yield opening


def _parts(words: Sequence[Word]) -> Iterator[str]:
    """Yield the keys of what may be names inside a title: stretches that begin and end with a capital."""
    capitals = [index for index, word in enumerate(words) if word.is_capitalised]
    for first in capitals:
        for last in capitals:
            if first <= last < first + _LONGEST_PART and last - first + 1 < len(words):
                part = [word.folded for word in words[first : last + 1]]
                if len(part) > 1 or (part[0] not in STOP_WORDS and len(part[0]) > 2):
                    yield phrase_key(part)


def _add_initialled(names: TitleNames, concepts: dict[str, int]) -> None:
    """Give a title to names that differ from it in initials only (*Robert N. Bradbury*, *Robert North Bradbury*)."""
    titled = {concept for (concept, _), weight in names.roles.items() if weight > PART}
    sections: defaultdict[int, list[int]] = defaultdict(list)
    by_last: defaultdict[str, list[tuple[list[str], int]]] = defaultdict(list)
    for (concept, section), weight in names.roles.items():
        if weight > PART:
            sections[concept].append(section)
    keys = list(concepts)
    for concept in sections:
        words = keys[concept].split(" ")
        if 2 <= len(words) <= 5:
            by_last[words[-1]].append((words, concept))
    for key, concept in concepts.items():
        words = key.split(" ")
        if concept in titled or not 2 <= len(words) <= 5:
            continue
        alike = [other for title, other in by_last.get(words[-1], ()) if _same_but_initials(words, title)]
        if len(alike) == 1:
            for section in sections[alike[0]]:
                names.roles[concept, section] = NEAR


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
