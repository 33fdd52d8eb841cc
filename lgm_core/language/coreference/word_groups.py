"""Group the words of a tagged sentence: auxiliaries with their verb, and noun groups with their head (chunking)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lgm_core.language.port import Token

__all__ = ["NounGroup", "VerbGroup", "noun_groups", "verb_groups"]

_NOUNS = frozenset({"NOUN", "PROPN"})
_VERBS = frozenset({"VERB", "AUX"})
_OPENS_GROUP = frozenset({"DET", "ADJ", "NUM", "NOUN", "PROPN", "PRON"})
_IN_GROUP = frozenset({"ADJ", "NUM", "NOUN", "PROPN"})
_AFTER_HYPHEN = frozenset({"NOUN", "PROPN", "ADJ"})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_POSSESSIVES = frozenset("his her its their my your our".split())


class NounGroup(NamedTuple):
    """Tokens `first` to `last` (exclusive) around the noun `head`; `is_nominal` is false for a bare adjective."""

    first: int
    last: int
    head: int
    is_nominal: bool = True


class VerbGroup(NamedTuple):
    """Auxiliaries and the adverbs among them from `first` on, up to the main verb `verb`."""

    first: int
    verb: int


def verb_groups(tokens: Sequence[Token]) -> list[VerbGroup]:
    """Return the verb groups of a sentence."""
    groups = []
    index = 0
    while index < len(tokens):
        if tokens[index].upos in _VERBS:
            first = index
            while tokens[index].upos != "VERB" and _verb_follows(tokens, index):
                index += 1
            groups.append(VerbGroup(first, index))
        index += 1
    return groups


def _verb_follows(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a verb follows an auxiliary, at once or after one adverb or *not*: *was often seen*."""
    following = tokens[index + 1 : index + 3]
    if following and following[0].upos in _VERBS:
        return True
    adverb = len(following) == 2 and following[0].upos in {"ADV", "PART"} and following[0].text.lower() != "to"
    return adverb and following[1].upos in _VERBS


def noun_groups(tokens: Sequence[Token]) -> list[NounGroup]:
    """Return the noun groups of a sentence; a pronoun is a group of its own."""
    groups = []
    tags = [token.upos for token in tokens]
    last = 0
    for index, tag in enumerate(tags):
        if index < last or tag not in _OPENS_GROUP:
            continue
        last = index + 1
        if tag != "PRON" or _is_possessive(tokens, index):
            last = _group_end(tokens, tags, last)
        head = last - 1
        while head > index and tags[head] not in _NOUNS:
            head -= 1
        if tags[head] not in _NOUNS:
            head = last - 1
        groups.append(NounGroup(index, last, head, tags[head] in _NOMINAL or tag == "DET"))
    return groups


def _is_possessive(tokens: Sequence[Token], index: int) -> bool:
    """Tell a possessive that opens a noun group (*her boat*, *his very old boat*) from an object (*saw her often*)."""
    lower = tokens[index].text.lower()
    if lower not in _POSSESSIVES or index + 1 >= len(tokens):
        return False
    next_tag = tokens[index + 1].upos
    return next_tag in _IN_GROUP or (next_tag == "ADV" and lower != "her")


def _group_end(tokens: Sequence[Token], tags: Sequence[str], last: int) -> int:
    """Extend a group over nouns, adjectives and numbers, hyphens (*well - known*) and adverbs before adjectives."""
    while last < len(tags):
        if tags[last] not in _IN_GROUP:
            next_tag = tags[last + 1] if last + 1 < len(tags) else ""
            is_hyphen = next_tag in _AFTER_HYPHEN and tokens[last].text == "-"
            if not is_hyphen and not (tags[last] == "ADV" and next_tag == "ADJ"):
                break
        last += 1
    return last
