"""Why passages were found: the parts of the question that each covers, and the chain of passages that leads to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lgm_core.language.words import split_words
from lgm_core.retrieval.index.arrays import Ids
from lgm_core.retrieval.index.ranking_index import RankingIndex
from lgm_core.retrieval.ranking.query import Query
from lgm_core.retrieval.ranking.question_reading import QuestionReading
from lgm_core.retrieval.ranking.ranker import Ranker, ranked_sections
from lgm_core.retrieval.ranking.section_ranking import SectionRanking, chain_to, paths_to

__all__ = ["ChainLink", "PassageReason", "QuestionPart", "RankingReasons", "ranking_reasons"]


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """A part of a question by which passages are ranked.

    Attributes:
        text: a word of the question as written, or the name of a concept in it.
        is_concept: whether it is a concept.
        weight: its share of the whole question, from 0 to 1; rarer parts weigh more.
    """

    text: str
    is_concept: bool
    weight: float


@dataclass(frozen=True, slots=True)
class ChainLink:
    """A passage on the way to another, and the bridging concept through which it was reached.

    Attributes:
        passage: the passage's id.
        concept: the concept as documents write it; empty for the first passage.
    """

    passage: str
    concept: str


@dataclass(frozen=True, slots=True)
class PassageReason:
    """Why one passage was found.

    Attributes:
        covered: how much of each part of the question it covers, from 0 to 1.
        added: how much more of each part it covers than the passages before it in its chain.
        meaning: how much the similarity of embeddings adds to its score; 0 without an embedding model.
        titled: the concepts of the question that are in its titles.
        chain: the passages that lead to it, itself last; empty if it was found directly.
        path: the names of the concepts from the question to it; empty if only its words match.
    """

    covered: tuple[float, ...]
    added: tuple[float, ...]
    meaning: float
    titled: tuple[str, ...]
    chain: tuple[ChainLink, ...]
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RankingReasons:
    """Why passages were found for a question.

    Attributes:
        parts: the parts of the question.
        passages: the reasons, by the id of the passage.
        spans: returns where a text has words of the question, in any form: start and end of each, in order.
    """

    parts: tuple[QuestionPart, ...]
    passages: Mapping[str, PassageReason]
    spans: Callable[[str], list[tuple[int, int]]]


def ranking_reasons(
    question: str, passages: Sequence[str], ranker: Ranker, *, allowed: frozenset[str] | None = None
) -> RankingReasons:
    """Explain why passages were found; this takes as long as finding them.

    Args:
        question: the question.
        passages: the ids of the passages.
        ranker: the ranker that found them.
        allowed: the ids of the documents that it chose from; None for all.
    """
    index, ranking = ranker.index, ranked_sections(ranker, question, len(passages) or 1, allowed=allowed)
    reading = QuestionReading(question, index)
    numbered = {id: number for id in passages if (number := _number(id, index)) is not None}
    reasons = {id: _reason(number, ranking, ranker) for id, number in numbered.items()}
    wanted = {number for term in ranking.query.terms for number in term.words}
    return RankingReasons(
        tuple(_parts(question, ranking, reading, index)), reasons, lambda text: _spans(text, wanted, reading)
    )


def _number(id: str, index: RankingIndex) -> int | None:
    """Return the number of a section in the index, or None if the index lacks it."""
    sections = index.sections_of_documents([id.rpartition("#s")[0]]).tolist()
    return next((section for section in sections if index.section_id(section) == id), None)


def _parts(question: str, ranking: SectionRanking, reading: QuestionReading, index: RankingIndex) -> list[QuestionPart]:
    query, weights = ranking.query, ranking.coverage.weights.tolist()
    written: dict[int, str] = {}
    for word in split_words(question):
        for number in reading.numbers(word.surface)[:1]:
            written.setdefault(number, word.surface)
    texts = [(written.get(term.word, ""), False) for term in query.terms]
    texts += [(index.concept_name(seed.concept), True) for seed in query.seeds]
    return [QuestionPart(text, is_concept, weight) for (text, is_concept), weight in zip(texts, weights, strict=True)]


def _reason(section: int, ranking: SectionRanking, ranker: Ranker) -> PassageReason:
    index, chain = ranker.index, chain_to(section, ranking, ranker.index)
    sections = np.array([section, *(step.section for step in chain[:-1])], dtype=np.int64)
    parts, totals = ranking.coverage.of(sections)
    own, before = parts[:, 0], parts[:, 1:].max(axis=1, initial=0)
    by_words = float(ranking.coverage.weights @ own)
    names = [index.concept_name(step.concept) if place else "" for place, step in enumerate(chain)]
    return PassageReason(
        covered=tuple(own.tolist()),
        added=tuple(np.maximum(own - before, 0).tolist()),
        meaning=max(0.0, round(float(totals[0]) - by_words, 4)),
        titled=tuple(_titled(sections[:1], ranking.query, index)),
        chain=tuple(ChainLink(index.section_id(step.section), name) for step, name in zip(chain, names, strict=True)),
        path=paths_to(sections[:1], ranking, index)[0],
    )


def _titled(section: Ids, query: Query, index: RankingIndex) -> list[str]:
    titles = [(seed.concept, index.sections_titled(seed.concept)[0]) for seed in query.seeds]
    return [index.concept_name(concept) for concept, sections in titles if np.isin(section, sections).any()]


def _spans(text: str, wanted: set[int], reading: QuestionReading) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for word in split_words(text):
        end = word.start + len(word.surface)
        if text[word.start : end] == word.surface and not wanted.isdisjoint(reading.numbers(word.surface)):
            # Words that are overlapping pairs of characters are joined.
            first = found.pop()[0] if found and found[-1][1] > word.start else word.start
            found.append((first, end))
    return found
