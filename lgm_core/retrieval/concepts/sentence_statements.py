"""What sentences state about concepts: the sets A, B and Act of the paper's equation 2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.normalisation import fold_phrase
from lgm_core.model import Clause, Mention, MentionSource, Sentence, StatementKind
from lgm_core.model.sentence import DENIAL

__all__ = ["Statement", "is_as_specific", "statement_kind", "statements_of"]

_WORD = re.compile(r"[^\W\d_]+")
_PIECE = re.compile(r"[^\W_]+|[,;]")


def statement_kind(sentence: Sentence, language: str) -> StatementKind:
    """Classify a sentence by its words and lemmas.

    If the language's lexicon does not distinguish tenses, a sentence without a word of ability or state is an action.
    """
    words = lexicon_of(language).clauses
    if words.kind_of_text is not None:
        return words.kind_of_text(sentence.text, sentence.lemmas)
    lemmas = _WORD.findall(fold_phrase(sentence.lemmas))
    if not (words.modals | words.able).isdisjoint(lemmas):
        return StatementKind.ABILITY
    return StatementKind.ACTION if words.states.isdisjoint(lemmas) else StatementKind.ATTRIBUTE


def plain_clauses(sentence: Sentence, subject: str, language: str) -> list[Clause]:
    """Return what a sentence says about the concept it begins with, one clause per value.

    The verb is the first lemma after the concept that is a stative or auxiliary verb, else the first that is neither an
    adverb nor a negation. The values follow it, split at commas and conjunctions, up to a relative clause.
    """
    lexicon, kind = lexicon_of(language), statement_kind(sentence, language)
    words = lexicon.clauses
    pieces = _after(subject, _PIECE.findall(fold_phrase(sentence.lemmas)), language)
    is_negated = any(piece in words.negations for piece in pieces)
    skipped = words.negations | words.modals | (words.support if is_negated else frozenset())
    pieces = [piece for piece in pieces if piece not in skipped]
    if pieces[:1] and pieces[0] in words.relatives:  # *a drone that mates*: the clause is about the concept too
        pieces = pieces[1:]
    start = next((index for index, piece in enumerate(pieces) if piece in words.states), 0)
    if not pieces[start:]:
        return []
    verb = f"{DENIAL}{pieces[start]}" if is_negated else pieces[start]
    values = dict.fromkeys(_values(pieces[start + 1 :], lexicon, language))
    return [Clause(subject, verb, value, kind) for value in values or {"": None}]


def _after(subject: str, pieces: list[str], language: str) -> list[str]:
    """Return the lemmas after the concept that a sentence begins with and after any aside that follows it."""
    own = set(subject.split())
    first = enumerate(pieces[: len(own) + 2])
    last = max((index for index, piece in first if piece in own or concept_key(piece, language) in own), default=0)
    after = pieces[last + 1 :]
    if after[:1] == [","]:  # *Kestrel Works, also known as KW, employs 140 people*
        end = after.index(",", 1) if "," in after[1:] else 0
        return after[end + 1 :]
    return after


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


_ROW = re.compile(r"[^:;]+: [^;]+(?:; [^:;]+: [^;]+)+")
"""The cells of a table row, each after its column name."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What documents say about a concept, and the sentences that say it.

    `predicate` is a verb (`be`, `not fly`, `live in`), `value` a concept key, an adjective, or empty.
    """

    concept: str
    kind: StatementKind
    predicate: str
    value: str
    sentence_ids: tuple[str, ...]


def is_as_specific(value: str, other: str) -> bool:
    """Tell whether a value implies another: *small wings* implies *wings*."""
    if value == other:
        return True
    words, others = value.split(), other.split()
    return bool(others) and words[-1:] == others[-1:] and set(others) <= set(words)


def statements_of(
    sentences: Iterable[Sentence],
    mentions: Mapping[str, Sequence[Mention]],
    concepts: Iterable[str],
    *,
    language: str,
) -> dict[str, list[Statement]]:
    """Return the statements of sentences about each concept.

    A table row is not a sentence and states nothing. A parsed sentence makes statements about the subjects of its
    clauses; any other sentence about the concept it begins with, after at most one word (an article, `all`).
    """
    wanted = frozenset(concepts)
    evidence: dict[tuple[str, StatementKind, str, str], list[str]] = {}
    for sentence in sentences:
        for clause in _clauses(sentence, mentions[sentence.id], wanted, language):
            content = (clause.subject, clause.kind, clause.verb, clause.object)
            evidence.setdefault(content, []).append(sentence.id)
    statements: dict[str, list[Statement]] = {}
    for (concept, kind, predicate, value), ids in evidence.items():
        statement = Statement(concept, kind, predicate, value, tuple(dict.fromkeys(ids)))
        statements.setdefault(concept, []).append(statement)
    return statements


def _clauses(
    sentence: Sentence, mentions: Sequence[Mention], wanted: frozenset[str], language: str
) -> Iterator[Clause]:
    if _ROW.fullmatch(sentence.text):
        return
    if sentence.clauses:
        yield from (clause for clause in sentence.clauses if clause.subject in wanted)
        return
    opening = [
        mention
        for mention in mentions
        if mention.source is not MentionSource.TITLE and len(sentence.text[: mention.start].split()) <= 1
    ]
    topic = min(opening, key=lambda mention: (mention.start, -mention.end), default=None)
    if topic is not None and topic.concept in wanted:
        yield from plain_clauses(sentence, topic.concept, language)
