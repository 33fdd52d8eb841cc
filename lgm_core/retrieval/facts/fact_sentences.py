"""The facts found for a question as sentences, each with the facts that it gives their context."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from lgm_core.model import FactPath, FactSubgraph, RetrievedSentence
from lgm_core.model.concept import name_of
from lgm_core.retrieval.facts.fact_text import fact_line

__all__ = ["FactSentence", "fact_sentences"]


@dataclass(frozen=True, slots=True)
class FactSentence:
    """A sentence with facts.

    Attributes:
        sentence: the sentence, with the score of the best path to its facts and the names of the concepts of that path.
        facts: what it states that bears on the question, as `Ada Lovelace — worked with — Babbage (in 1843)`.
    """

    sentence: RetrievedSentence
    facts: tuple[str, ...]


def fact_sentences(subgraph: FactSubgraph, k: int) -> list[FactSentence]:
    """Return the sentences of facts, `k` at most, those of the best facts first, each once."""
    paths: dict[str, FactPath] = {}
    for path in subgraph.paths:
        for fact in path.facts:
            paths.setdefault(fact.key, path)
    sentences: dict[str, RetrievedSentence] = {}
    lines: defaultdict[str, list[str]] = defaultdict(list)
    for restored in subgraph.facts:
        for sentence in restored.sentences:
            path = paths[restored.fact.key]
            names = tuple(subgraph.names.get(key, name_of(key)) for key in path.concepts)
            sentences.setdefault(sentence.id, replace(sentence, score=path.score, path=names))
            lines[sentence.id].append(fact_line(restored.fact, subgraph.names))
    return [FactSentence(sentence, tuple(lines[id])) for id, sentence in list(sentences.items())[:k]]
