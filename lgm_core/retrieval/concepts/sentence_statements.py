"""What sentences state about concepts: the sets A, B and Act of the paper's equation 2."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.graph.graph_language import graph_language
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import Clause, Mention, MentionSource, Sentence, StatementKind
from lgm_core.retrieval.concepts.plain_statements import plain_clauses

__all__ = ["Statement", "is_as_specific", "statements_about"]


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
    """Tell whether what has one value has another: what has small wings, has wings."""
    if value == other:
        return True
    words, others = value.split(), other.split()
    return bool(others) and words[-1:] == others[-1:] and set(others) <= set(words)


def statements_about(
    store: LanguageGraphStore,
    keys: Sequence[str],
    *,
    limit: int,
    where: Where | None = None,
    without: Collection[str] = (),
) -> tuple[dict[str, list[Statement]], list[Sentence]]:
    """Return what is stated about each concept, and the sentences that were read for it.

    A parsed sentence is a statement about the subjects of its clauses, another one about the concept it begins with,
    at most one word (an article, `all`) before it.

    Args:
        store: the graph.
        keys: the concepts.
        limit: how many sentences to read at most, in document order.
        where: a filter on document metadata.
        without: concepts; sentences that mention one of them are left out.
    """
    sentences = store.sentences_about(list(keys), limit=limit, where=where) if keys else []
    mentions = _by_sentence(store.mentions([sentence.id for sentence in sentences]))
    language, wanted = graph_language(store), frozenset(keys)
    evidence: dict[tuple[str, StatementKind, str, str], list[str]] = {}
    for sentence in sentences:
        mentioned = mentions.get(sentence.id, [])
        if without and any(one.concept in without for one in mentioned):
            continue
        for clause in _clauses(sentence, mentioned, wanted, language):
            stated = (clause.subject, clause.kind, clause.verb, clause.object)
            evidence.setdefault(stated, []).append(sentence.id)
    found: dict[str, list[Statement]] = {}
    for (concept, kind, predicate, value), ids in evidence.items():
        statement = Statement(concept, kind, predicate, value, tuple(dict.fromkeys(ids)))
        found.setdefault(concept, []).append(statement)
    return found, sentences


def _by_sentence(mentions: Sequence[Mention]) -> Mapping[str, list[Mention]]:
    found: dict[str, list[Mention]] = {}
    for mention in mentions:
        found.setdefault(mention.sentence_id, []).append(mention)
    return found


def _clauses(
    sentence: Sentence, mentions: Sequence[Mention], wanted: frozenset[str], language: str
) -> Iterator[Clause]:
    if sentence.clauses:
        yield from (clause for clause in sentence.clauses if clause.subject in wanted)
        return
    opening = [
        mention
        for mention in mentions
        if mention.source is not MentionSource.TITLE and len(sentence.text[: mention.start].split()) <= 1
    ]
    topic = min(opening, key=lambda one: (one.start, -one.end), default=None)
    if topic is not None and topic.concept in wanted:
        yield from plain_clauses(sentence, topic.concept, language)
