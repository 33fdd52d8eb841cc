"""What a sentence states about the concept it begins with, without a parse: from its lemmas and auxiliaries."""

from __future__ import annotations

import re

from lgm_core.language.concepts import concept_key, folded
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.lexicons.english_inflection import singular
from lgm_core.language.lexicons.english_lexicon import ABLE, MODALS
from lgm_core.model import Clause, Sentence, StatementKind

__all__ = ["plain_clauses", "statement_kind"]

_WORD = re.compile(r"[^\W\d_]+")
_PIECE = re.compile(r"[^\W_]+|[,;]")
_EVENT = re.compile(
    r"\b(?:(?:was|were|has been|have been|had been|had)\s+(?:\w+ly\s+)?\w+(?:ed|en|ing)"
    r"|(?:is|are|am|has|have)\s+(?:\w+ly\s+)?(?:being\s+\w+|\w{2,}ing|\w+ed\s+since))\b",
    re.IGNORECASE,
)
_CAN = MODALS | ABLE | {"cannot"}
_HELPERS = frozenset({"was", "were", "has", "have", "had"})
_AUXILIARIES = frozenset(
    "am are been being did does doing done had has is s was were an her him his its me my our their them us".split()
)


def statement_kind(sentence: Sentence, language: str) -> StatementKind:
    """Classify a sentence by its auxiliaries and lemmas.

    What something can do is an ability, and so is what it does in general (simple present); what it is or has is an
    attribute; what happened or is happening is an action. In other languages than English, where tenses are not told
    apart, what is no ability and no attribute is an action.
    """
    lexicon = lexicon_of(language)
    lemmas = set(_WORD.findall(folded(sentence.lemmas)))
    if lexicon.code != "en":
        return _other_kind(lexicon, lemmas)
    written = _WORD.findall(sentence.text)
    words = [word.casefold() for word in written]
    # `May` inside a sentence is the month.
    if not _CAN.isdisjoint(words[:1] + written[1:]):
        return StatementKind.ABILITY
    if _EVENT.search(sentence.text) or _has_participle(words, _WORD.findall(folded(sentence.lemmas))):
        return StatementKind.ACTION
    if not lexicon.clauses.states.isdisjoint(lemmas):
        return StatementKind.ATTRIBUTE
    # A form that is neither its own lemma nor ends in -s is a past tense or participle (`rose`, `painted`).
    known = lemmas | _AUXILIARIES
    is_event = any(not word.endswith("s") and known.isdisjoint((word, singular(word))) for word in words)
    return StatementKind.ACTION if is_event else StatementKind.ABILITY


def _has_participle(words: list[str], lemmas: list[str]) -> bool:
    """Tell an irregular participle after *was*, *were* or *have*: *were sold*, *have left*."""
    if len(words) != len(lemmas):
        return False
    return any(
        helper in _HELPERS and word != lemma and not word.endswith(("s", "er", "est")) and singular(word) != lemma
        for helper, word, lemma in zip(words, words[1:], lemmas[1:], strict=False)
    )


def _other_kind(lexicon: Lexicon, lemmas: set[str]) -> StatementKind:
    words = lexicon.clauses
    if not lemmas.isdisjoint(words.modals | words.able):
        return StatementKind.ABILITY
    return StatementKind.ACTION if lemmas.isdisjoint(words.states) else StatementKind.ATTRIBUTE


def plain_clauses(sentence: Sentence, subject: str, language: str) -> list[Clause]:
    """Return what a sentence says of the concept it begins with; each of several values is a clause.

    The verb is the first lemma after the concept that is a state's or an auxiliary's, else the first that is neither
    an adverb nor a negation; values are what follows it, cut at commas and conjunctions, up to a relative clause.
    """
    lexicon, kind = lexicon_of(language), statement_kind(sentence, language)
    words = lexicon.clauses
    pieces = _after(subject, _PIECE.findall(folded(sentence.lemmas)))
    denied = any(piece in words.negations for piece in pieces)
    passed = words.negations | words.modals | (words.support if denied else frozenset())
    pieces = [piece for piece in pieces if piece not in passed]
    if pieces[:1] and pieces[0] in words.relatives:  # *a drone that mates*: the clause is about the concept too
        pieces = pieces[1:]
    at = next((n for n, piece in enumerate(pieces) if piece in words.states), 0)
    if not pieces[at:]:
        return []
    verb = f"not {pieces[at]}" if denied else pieces[at]
    values = dict.fromkeys(_values(pieces[at + 1 :], lexicon, language))
    return [Clause(subject, verb, value, kind) for value in values or {"": None}]


def _after(subject: str, pieces: list[str]) -> list[str]:
    """Return the lemmas after the words of the concept that a sentence begins with."""
    own = set(subject.split())
    last = max((n for n, piece in enumerate(pieces[: len(own) + 2]) if piece in own), default=0)
    return pieces[last + 1 :]


def _values(pieces: list[str], lexicon: Lexicon, language: str) -> list[str]:
    values: list[list[str]] = [[]]
    for piece in pieces:
        if piece in lexicon.clauses.relatives:
            break
        if piece in lexicon.clauses.conjunctions or piece == ";":
            values.append([])
        else:
            values[-1].append(piece)
    keys = [concept_key(" ".join(value), language) for value in values if value]
    openers = tuple(f"{noun} {lexicon.genitive} " for noun in lexicon.empty_nouns) if lexicon.genitive else ()
    return [
        next((key.removeprefix(opener) for opener in openers if key.startswith(opener)), key) for key in keys if key
    ]
