"""What sentences state about concepts: the sets A, B and Act of the paper's equation 2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.model import Clause, Mention, MentionSource, Sentence, StatementKind
from lgm_core.retrieval.concepts.plain_statements import plain_clauses

__all__ = ["Statement", "is_as_specific", "statements_of"]

_ROW = re.compile(r"[^:;]+: [^;]+(?:; [^:;]+: [^;]+)+")
"""The cells of a table's row, each after the name of its column."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What documents say of a concept, and the sentences that say so.

    `predicate` is a verb (`be`, `not fly`, `live in`), `value` a concept key, an adjective, or empty.
    """

    concept: str
    kind: StatementKind
    predicate: str
    value: str
    sentence_ids: tuple[str, ...]


def is_as_specific(value: str, other: str) -> bool:
    """Tell whether a value implies another: what has small wings, has wings."""
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
    """Return what sentences state about each of some concepts.

    The row of a table is no sentence, and states nothing. A parsed sentence is a statement about the subjects of its
    clauses, another one about the concept it begins with, at most one word (an article, `all`) before it.

    Args:
        sentences: the sentences.
        mentions: what they mention, by sentence id.
        concepts: the concepts.
        language: the language of the graph.
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
