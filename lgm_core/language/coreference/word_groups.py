"""Group the words of a tagged sentence: auxiliaries with their verb, and noun groups with their head."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lgm_core.language.port import Token

__all__ = ["NounGroup", "VerbGroup", "noun_groups", "verb_groups"]

_NOUNS = frozenset({"NOUN", "PROPN"})
_VERBS = frozenset({"VERB", "AUX"})
_OPENS_GROUP = frozenset({"DET", "ADJ", "NUM", "NOUN", "PROPN", "PRON"})
_AFTER_HYPHEN = frozenset({"NOUN", "PROPN", "ADJ"})
_IN_GROUP = frozenset({"ADJ", "NUM", "NOUN", "PROPN"})
_STANDS_FOR_NOUN = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_POSSESSIVES = frozenset("his her its their my your our".split())


class NounGroup(NamedTuple):
    """Tokens `first` to `last` (exclusive) around the noun `head`; `is_nominal` is false for a bare adjective."""

    first: int
    last: int
    head: int
    is_nominal: bool = True


class VerbGroup(NamedTuple):
    """Auxiliaries from `first` on, adverbs among them, up to the main verb."""

    first: int
    verb: int


def verb_groups(tokens: Sequence[Token]) -> list[VerbGroup]:
    """Return the verb groups of a sentence."""
    groups = []
    at = 0
    while at < len(tokens):
        if tokens[at].upos in _VERBS:
            first = at
            while tokens[at].upos != "VERB" and _verb_goes_on(tokens, at):
                at += 1
            groups.append(VerbGroup(first, at))
        at += 1
    return groups


def _verb_goes_on(tokens: Sequence[Token], at: int) -> bool:
    after = tokens[at + 1 : at + 3]
    if after and after[0].upos in _VERBS:
        return True
    adverb = len(after) == 2 and after[0].upos in {"ADV", "PART"} and after[0].text.lower() != "to"
    return adverb and after[1].upos in _VERBS


def noun_groups(tokens: Sequence[Token]) -> list[NounGroup]:
    """Return the noun groups of a sentence, a pronoun being one of its own."""
    groups = []
    tags = [token.upos for token in tokens]
    last = 0
    for at, tag in enumerate(tags):
        if at < last or tag not in _OPENS_GROUP:
            continue
        last = at + 1
        if tag != "PRON" or _is_possessive(tokens, at):
            last = _group_end(tokens, tags, last)
        head = last - 1
        while head > at and tags[head] not in _NOUNS:
            head -= 1
        if tags[head] not in _NOUNS:
            head = last - 1
        groups.append(NounGroup(at, last, head, tags[head] in _STANDS_FOR_NOUN or tag == "DET"))
    return groups


def _is_possessive(tokens: Sequence[Token], at: int) -> bool:
    low = tokens[at].text.lower()
    if low not in _POSSESSIVES or at + 1 >= len(tokens):
        return False
    upos = tokens[at + 1].upos
    return upos in _IN_GROUP or (upos == "ADV" and low != "her")


def _group_end(tokens: Sequence[Token], tags: Sequence[str], last: int) -> int:
    while last < len(tags):
        if tags[last] not in _IN_GROUP:
            following = tags[last + 1] if last + 1 < len(tags) else ""
            hyphen = following in _AFTER_HYPHEN and tokens[last].text == "-"
            if not hyphen and not (tags[last] == "ADV" and following == "ADJ"):
                break
        last += 1
    return last
