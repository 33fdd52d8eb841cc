"""Facts for a question by sentence: of those that rank best for it, as many as a budget of words lets in.

Paths over facts, the other way of `retrieve_facts`, lead from name to name. Where a question is about a text as a
whole, or names nothing, they find little, and a fact beside its sentence says most words twice. Here sentences are
chosen, only those that state a fact, and shown once with all their facts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from lgm_core.model import (
    Fact,
    FactPath,
    FactSubgraph,
    Mention,
    RestoredFact,
    RetrievedSentence,
    Sentence,
    sentence_id,
)
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.by_sentence.marked_sentence import marked_sentence
from lgm_core.retrieval.facts.by_sentence.sentence_order import combined_order
from lgm_core.retrieval.facts.candidate_sentences import CandidateSentence, read_candidates
from lgm_core.retrieval.facts.fact_paths import FactReader
from lgm_core.retrieval.facts.fact_text import names_as_written
from lgm_core.retrieval.facts.start_concepts import start_concepts
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["facts_by_sentence"]

_RANKED = 300
"""Sentences that a ranker is asked for; with those beside them they are the candidates."""

_AT_ONCE = 20
"""Sentences whose facts are read together."""


def facts_by_sentence(view: GraphView, ranker: Ranker, question: str, words: int) -> FactSubgraph:
    """Find the sentences that rank best for a question and state facts, and return their facts.

    Each fact of the result has the sentences that were chosen and state it; `text` shows them, best first.

    Args:
        view: what the question may see of the graph.
        ranker: over just that.
        question: the question.
        words: how many words `text` may have; sentences that do not fit any more are passed over for shorter ones.
    """
    ranked = ranker.sentences(question, _RANKED, allowed=view.allowed)
    ids = dict.fromkeys(near for hit in ranked for near in _with_neighbours(hit.id))
    candidates = {candidate.sentence.id: candidate for candidate in read_candidates(view, ids)}
    order = combined_order(question, [hit.id for hit in ranked], candidates)
    scores = {hit.id: hit.score for hit in ranked}
    reader = FactReader(view)
    chosen: list[RetrievedSentence] = []
    of_facts: dict[str, list[RetrievedSentence]] = defaultdict(list)
    facts: dict[str, Fact] = {}
    lines: list[str] = []
    used = 0
    for start in range(0, len(order), _AT_ONCE):
        if used >= words:
            break
        some = [candidates[id] for id in order[start : start + _AT_ONCE]]
        for candidate, stated, line in _stating(view, reader, some):
            length = len(line.split())
            if used + length > words or line in lines:
                continue
            used += length
            lines.append(line)
            sentence = candidate.sentence
            chosen.append(
                RetrievedSentence(sentence, candidate.section, candidate.document, scores.get(sentence.id, 0.0))
            )
            for fact in stated:
                facts.setdefault(fact.key, fact)
                of_facts[fact.key].append(chosen[-1])
    restored = [RestoredFact(fact, tuple(of_facts[key])) for key, fact in facts.items()]
    paths = [FactPath((fact.subject,), (fact,), of_facts[key][0].score) for key, fact in facts.items()]
    names = names_as_written(view, facts.values())
    return FactSubgraph(
        question, tuple(start_concepts(view, question)), tuple(paths), tuple(restored), names, "\n".join(lines)
    )


def _with_neighbours(id: str) -> list[str]:
    document, _, position = id.rpartition("#")
    return [sentence_id(document, int(position) + step) for step in (0, -1, 1) if int(position) + step >= 0]


def _stating(
    view: GraphView, reader: FactReader, candidates: Sequence[CandidateSentence]
) -> Iterator[tuple[CandidateSentence, list[Fact], str]]:
    """Yield those of some sentences that state facts, with these and as they are shown."""
    mentions = view.mentions(candidate.sentence.id for candidate in candidates)
    stated = {
        candidate.sentence.id: _facts_of(candidate.sentence, mentions.get(candidate.sentence.id, []), reader)
        for candidate in candidates
    }
    names = names_as_written(view, (fact for facts in stated.values() for fact in facts))
    for candidate in candidates:
        sentence = candidate.sentence
        if facts := stated[sentence.id]:
            line = marked_sentence(sentence.id, sentence.text, facts, mentions.get(sentence.id, []), names)
            yield candidate, facts, line


def _facts_of(sentence: Sentence, mentions: Sequence[Mention], reader: FactReader) -> list[Fact]:
    """Return the facts that a sentence states; each is about a concept that the sentence mentions."""
    found = {
        fact.key: fact
        for concept in dict.fromkeys(mention.concept for mention in mentions)
        for fact in reader.about((concept,))
        if any(item.sentence_id == sentence.id for item in fact.evidence)
    }
    return [found[key] for key in sorted(found)]
