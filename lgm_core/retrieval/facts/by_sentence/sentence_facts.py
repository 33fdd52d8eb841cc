"""Facts for a question by sentence: of those that rank best for it, as many as a budget of words lets in.

Paths over facts, the other way of `retrieve_facts`, lead from name to name. Where a question is about a text as a
whole, or names nothing, they find little, and a fact beside its sentence says most words twice. Here sentences are
chosen and shown once with all their facts: those that state a fact, and those that tell more of what it is about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

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
from lgm_core.retrieval.facts.by_sentence.sentence_worths import sentence_worths
from lgm_core.retrieval.facts.candidate_sentences import CandidateSentence, read_candidates
from lgm_core.retrieval.facts.fact_paths import FactReader
from lgm_core.retrieval.facts.fact_text import names_as_written
from lgm_core.retrieval.facts.start_concepts import start_concepts
from lgm_core.retrieval.facts.triple_similarity import content_stems
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["facts_by_sentence"]

_RANKED = 300
"""Sentences that a ranker is asked for; with those beside them they are the candidates."""

_WORDS_A_CANDIDATE = 3
"""Of the candidates the best are looked at for facts, one for so many words of the budget: far more than fit."""

_NOVELTY = 0.5
"""How much what a sentence says anew counts: its worth is multiplied by this power of the share of its content words
that are not shown yet."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A sentence as it would be shown, with the facts that it states and the concepts that it mentions."""

    candidate: CandidateSentence
    facts: tuple[Fact, ...]
    mentioned: frozenset[str]
    line: str
    words: frozenset[str]
    worth: float

    @property
    def length(self) -> int:
        return len(self.line.split())


def facts_by_sentence(view: GraphView, ranker: Ranker, question: str, words: int) -> FactSubgraph:
    """Find the sentences that rank best for a question, and return the facts that they state.

    Each fact has the sentences that were chosen and state it, and then those that state no fact but mention its ends;
    `text` shows all of them, best first.

    Args:
        view: what the question may see of the graph.
        ranker: over just that.
        question: the question.
        words: how many words `text` may have; sentences that do not fit any more are passed over for shorter ones.
    """
    ranked = ranker.sentences(question, _RANKED, allowed=view.allowed)
    ids = dict.fromkeys(near for hit in ranked for near in _with_neighbours(hit.id))
    candidates = {candidate.sentence.id: candidate for candidate in read_candidates(view, ids)}
    worths = sentence_worths(question, [hit.id for hit in ranked], candidates)
    considered = list(worths.items())[: max(1, words // _WORDS_A_CANDIDATE)]
    chosen = _chosen(_shown(view, [(candidates[id], worth) for id, worth in considered]), words)
    sentences = {
        each.candidate.sentence.id: RetrievedSentence(
            each.candidate.sentence, each.candidate.section, each.candidate.document, each.worth
        )
        for each in chosen
    }
    facts: dict[str, Fact] = {fact.key: fact for each in chosen for fact in each.facts}
    of_facts: dict[str, list[RetrievedSentence]] = defaultdict(list)
    for each in sorted(chosen, key=lambda each: not each.facts):  # those that state facts come first
        told = each.facts or [fact for fact in facts.values() if not each.mentioned.isdisjoint(fact.concepts)]
        for fact in told:
            of_facts[fact.key].append(sentences[each.candidate.sentence.id])
    return FactSubgraph(
        question,
        tuple(start_concepts(view, question)),
        tuple(FactPath((fact.subject,), (fact,), of_facts[key][0].score) for key, fact in facts.items()),
        tuple(RestoredFact(fact, tuple(of_facts[key])) for key, fact in facts.items()),
        names_as_written(view, facts.values()),
        "\n".join(each.line for each in chosen),
    )


def _chosen(shown: Iterable[_Shown], words: int) -> list[_Shown]:
    """Return sentences that fit, one after the other that which is worth most beside those before it."""
    left = list(shown)
    chosen: list[_Shown] = []
    said: set[str] = set()
    ends: set[str] = set()
    while True:
        left = [
            each
            for each in left
            if each.length <= words
            and all(each.candidate.sentence.text != one.candidate.sentence.text for one in chosen)
        ]
        open_ = [each for each in left if each.facts or not ends.isdisjoint(each.mentioned)]
        if not open_:
            return chosen
        best = max(open_, key=lambda each: each.worth * _novelty(each.words, said))
        chosen.append(best)
        left.remove(best)
        words -= best.length
        said |= best.words
        ends.update(concept for fact in best.facts for concept in fact.concepts)


def _novelty(words: frozenset[str], said: set[str]) -> float:
    return float((len(words - said) / len(words)) ** _NOVELTY) if words else 0.0


def _with_neighbours(id: str) -> list[str]:
    document, _, position = id.rpartition("#")
    return [sentence_id(document, int(position) + step) for step in (0, -1, 1) if int(position) + step >= 0]


def _shown(view: GraphView, candidates: Sequence[tuple[CandidateSentence, float]]) -> list[_Shown]:
    """Return sentences as they would be shown."""
    mentions: Mapping[str, Sequence[Mention]] = view.mentions(candidate.sentence.id for candidate, _ in candidates)
    reader = FactReader(view)
    stated = {
        candidate.sentence.id: _facts_of(candidate.sentence, mentions.get(candidate.sentence.id, ()), reader)
        for candidate, _ in candidates
    }
    names = names_as_written(view, (fact for facts in stated.values() for fact in facts))
    return [
        _Shown(
            candidate,
            tuple(stated[id]),
            frozenset(mention.concept for mention in mentions.get(id, ())),
            marked_sentence(id, candidate.sentence.text, stated[id], mentions.get(id, ()), names),
            frozenset(content_stems(candidate.sentence.text, candidate.document.language)),
            worth,
        )
        for candidate, worth in candidates
        for id in [candidate.sentence.id]
    ]


def _facts_of(sentence: Sentence, mentions: Sequence[Mention], reader: FactReader) -> list[Fact]:
    """Return the facts that a sentence states; each is about a concept that the sentence mentions."""
    found = {
        fact.key: fact
        for concept in dict.fromkeys(mention.concept for mention in mentions)
        for fact in reader.about((concept,))
        if any(item.sentence_id == sentence.id for item in fact.evidence)
    }
    return [found[key] for key in sorted(found)]
