"""Read what a sentence defines and as what, as in *Brandle Hill is a hill in Orvia*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.language.coreference.gender_words import names_person
from lgm_core.language.port import Token

__all__ = ["Definition", "find_definition", "is_pleonastic"]

_COPULAS = frozenset({"is", "was"})
_PLURAL_COPULAS = frozenset({"are", "were"})
_WEATHER_AND_SEEMING = frozenset("seem appear take rain snow happen turn follow matter suffice remain cost".split())
_REPORTING = frozenset(
    """believe know say think estimate report claim announce suggest argue assume expect speculate rumor rumour note
    agree decide show find reveal hope propose allege accept recommend require need understand confirm state
    hypothesize theorize""".split()
)
_CLAUSE_OPENERS = frozenset({"that", "to", "whether", "how", "why", "what", "if", "who", "when", "until"})
_EMPTY_CLASSES = frozenset("one type kind sort form part member name title term word".split())
"""Nouns that name no class themselves: *Apple is a kind of fruit* defines a fruit."""
_IN_CLASS_PHRASE = frozenset({"ADJ", "NOUN", "PROPN", "NUM", "ADV", "PUNCT", "CCONJ", "VERB", "PART"})
_PREDICATE_WINDOW = 8
"""Words in which *It* at the start of a sentence must show its predicate to be taken as pleonastic."""


@dataclass(frozen=True, slots=True)
class Definition:
    """What a sentence defines: the `name` at `span`, and the nouns (lemmas) of its `classes`.

    `end` is the token after those nouns.
    """

    name: str
    span: tuple[int, int]
    classes: frozenset[str]
    end: int
    is_plural: bool


def find_definition(text: str, tokens: Sequence[Token], topic: str = "") -> Definition | None:
    """Return what a sentence defines, if that is inanimate and named at the start of the sentence.

    Args:
        text: the passage that the tokens are from.
        tokens: a tagged sentence.
        topic: the name to be defined; without it, any noun or name that the sentence starts with.
    """
    span, after = _topic_at_start(text, tokens, topic) if topic else _nouns_at_start(tokens)
    if span is None:
        return None
    position = _skip_parentheses(tokens, after)
    if position + 1 >= len(tokens):
        return None
    copula = tokens[position].text
    if copula not in _COPULAS and copula not in _PLURAL_COPULAS:
        return None
    nouns = _class_nouns(tokens, position + 1, bare=not topic)
    if not nouns or any(names_person(tokens[noun].lemma) for noun in nouns):
        return None
    if tokens[nouns[-1]].lemma in _EMPTY_CLASSES and len(nouns) == 1 and tokens[position + 1].text.lower() == "one":
        return None
    classes = _class_heads(tokens, nouns)
    return Definition(text[slice(*span)], span, classes, nouns[-1] + 1, copula in _PLURAL_COPULAS)


def _topic_at_start(text: str, tokens: Sequence[Token], topic: str) -> tuple[tuple[int, int] | None, int]:
    """Return where the topic stands at the start of a sentence, and the token after it."""
    skip = 1 if tokens[0].text in {"The", "A", "An"} and not topic.lower().startswith(tokens[0].text.lower()) else 0
    if skip >= len(tokens):
        return None, 0
    start = tokens[skip].start
    end = start + len(topic)
    if text[start:end].lower() != topic.lower() or text[end : end + 1].isalnum():
        return None, 0
    return (start, end), next((index for index, token in enumerate(tokens) if token.start >= end), len(tokens))


def _nouns_at_start(tokens: Sequence[Token]) -> tuple[tuple[int, int] | None, int]:
    """Return where the nouns at the start of a sentence stand, and the token after them."""
    last = 0
    while last < len(tokens) and tokens[last].upos in {"PROPN", "NOUN", "ADJ", "NUM"}:
        last += 1
    if last == 0 or tokens[last - 1].upos not in {"PROPN", "NOUN"}:
        return None, 0
    return (tokens[0].start, tokens[last - 1].end), last


def _skip_parentheses(tokens: Sequence[Token], position: int) -> int:
    """Return the token after brackets and appositions between commas."""
    while position < len(tokens) and tokens[position].text in {"(", ",", '"', "''", "”"}:
        closing = ")" if tokens[position].text == "(" else ","
        if tokens[position].text not in {"(", ","}:
            position += 1
            continue
        closings = [index for index in range(position + 1, len(tokens)) if tokens[index].text == closing]
        if not closings:
            return len(tokens)
        position = closings[0] + 1
    return position


def _class_nouns(tokens: Sequence[Token], position: int, *, bare: bool) -> list[int]:
    """Return the nouns of the phrase at `position` (`a quarterly journal published ...`).

    Args:
        tokens: the sentence.
        position: where the phrase starts.
        bare: accept a noun without a determiner, if the phrase ends there (`fruit`).
    """
    if tokens[position].upos not in {"DET", "NUM"}:
        ends = position + 1 >= len(tokens) or tokens[position + 1].upos == "PUNCT"
        return [position] if bare and ends and tokens[position].upos == "NOUN" else []
    nouns = []
    for index in range(position + 1, len(tokens)):
        token = tokens[index]
        if token.upos not in _IN_CLASS_PHRASE or token.text in "(;,":
            break
        if token.upos == "NOUN":
            nouns.append(index)
    return nouns


def _class_heads(tokens: Sequence[Token], nouns: Sequence[int]) -> frozenset[str]:
    """Return the last noun of each run of nouns, before any verb (`a publishing company and magazine based ...`)."""
    heads = set()
    for index in nouns:
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if following is None or (following.upos not in {"NOUN", "PROPN", "PART"} and following.text != "-"):
            heads.add(tokens[index].lemma.lower())
        if following is not None and following.upos == "VERB":
            break
    return frozenset(heads - _EMPTY_CLASSES)


def is_pleonastic(tokens: Sequence[Token]) -> bool:
    """Tell whether *It* at the start of a sentence refers to nothing (*It is clear that*, *It was in May that*)."""
    if tokens[0].text != "It":
        return False
    rest = [
        token
        for token in tokens[1:_PREDICATE_WINDOW]
        if token.upos not in {"ADV", "PART"} or token.text.lower() in _CLAUSE_OPENERS
    ]
    if not rest or rest[0].upos not in {"AUX", "VERB"}:
        return True
    verbs = [token for token in rest if token.upos == "VERB"]
    if verbs and (verbs[0].lemma in _WEATHER_AND_SEEMING or (verbs[0].lemma in _REPORTING and _has_clause(rest))):
        return True
    predicate = next((token for token in rest if token.upos != "AUX"), None)
    if predicate is None:
        return True
    if predicate.upos in {"ADJ", "ADP", "SCONJ", "NUM"}:
        return _has_clause(rest)
    return False


def _has_clause(tokens: Sequence[Token]) -> bool:
    return any(token.text.lower() in _CLAUSE_OPENERS for token in tokens[1:])
