"""Titles as names: the ways texts may write them, and what else a title names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
