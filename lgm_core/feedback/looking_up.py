"""Looking up what is missing: passages for each sub-question, and the facts in them that the graph lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, islice, zip_longest

from lgm_core.flow import together
from lgm_core.learning.facts.end_grounding import SourceSentence, stored_sentences
from lgm_core.learning.facts.fact_extraction import extract_facts
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.learning.facts.same_facts import FactUnion
from lgm_core.model import EntityProfile, Fact, Mention, Verdict
from lgm_core.retrieval.answering.supporting_sentences import Steps
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["FoundFacts", "facts_in", "in_turn", "lacking", "sentences_found"]

_MOST_KNOWN = 60
"""The most known facts that a request names; others that are found again are left out afterwards."""
_MOST_READ = 2000
"""The most facts, or sentences that may state them, that are read to find known ones; more would take too long."""


@dataclass(frozen=True, slots=True)
class FoundFacts:
    """Facts that a language model read from sentences, and what they refer to.

    Attributes:
        facts: the facts with their evidence.
        mentions: mentions of their concepts that the graph lacks.
        profiles: what documents say about the class of their concepts.
        dropped: how many statements were dropped, by reason.
        requests: how many requests were made.
        failures: why requests failed.
    """

    facts: tuple[Fact, ...] = ()
    mentions: tuple[Mention, ...] = ()
    profiles: tuple[EntityProfile, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)
    requests: int = 0
    failures: tuple[str, ...] = ()


def sentences_found(sub_question: str, question: str, view: GraphView, ranker: Ranker, passages: int) -> list[str]:
    """Return the ids of the sentences in the passages to read for a sub-question, best passage first.

    The passages are the best ones for the sub-question, for both questions together, and for the question, in turn,
    since a sub-question may lack context from its question. Of the steps of 100 MuSiQue questions, .945 find a passage
    with their answer among eight of their own, .962 among eight in turn (benchmarks/feedback.md).
    """
    queries = dict.fromkeys((sub_question, f"{sub_question} {question}", question))
    if sub_question == question:
        queries = {question: None}
    ranked = [[hit.id for hit in ranker.passages(query, passages, allowed=view.allowed)] for query in queries]
    sections = islice(in_turn(ranked), passages)
    return [id for section in sections for id in ranker.index.sentence_ids_of(section)]


def in_turn(ranked: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the best of each ranking, then the second of each, and so on, without duplicates."""
    seen: set[str] = set()
    for row in zip_longest(*ranked):
        for id in row:
            if id is not None and id not in seen:
                seen.add(id)
                yield id


def facts_in(
    sentences: Mapping[str, Sequence[str]], view: GraphView, options: FactOptions, model_name: str
) -> Steps[FoundFacts]:
    """Ask a language model for the facts in sentences that answer questions; all requests are one batch.

    Args:
        sentences: by question, the ids of the sentences that may answer it.
        view: the graph; only visible sentences are read, and visible facts count as known.
        options: how facts are read.
        model_name: the name of the language model, for the origin of facts.
    """
    flows = []
    for question, ids in sentences.items():
        sources = _visible(view, ids)
        known = _known(view, sources)
        flows.append(extract_facts(sources, options, model_name, origin="feedback", known=known, questions=[question]))
    extractions = yield from together(flows)
    union = FactUnion()
    for extraction in extractions:
        for fact in extraction.grounded.facts:
            union.add(fact)
    return FoundFacts(
        union.facts,
        tuple(dict.fromkeys(mention for extraction in extractions for mention in extraction.grounded.mentions)),
        tuple(dict.fromkeys(profile for extraction in extractions for profile in extraction.grounded.profiles)),
        sum((extraction.grounded.dropped for extraction in extractions), Counter[str]()),
        sum(extraction.requests for extraction in extractions),
        tuple(failure for extraction in extractions for failure in extraction.failures),
    )


def lacking(found: FoundFacts, view: GraphView) -> FoundFacts:
    """Return the facts that the graph lacks now, with predicates that the graph has if these mean the same.

    Rejected facts are not lacking. Each fact is searched by the end that fewer sentences mention, since the other may
    have very many facts.
    """
    store = view.store
    ends = [[end for end in (fact.subject, fact.object) if isinstance(end, str)] for fact in found.facts]
    counts = _counts(view, {end for of_fact in ends for end in of_fact})
    rarer = dict.fromkeys(min(of_fact, key=lambda end: (counts[end], end)) for of_fact in ends if of_fact)
    known: dict[str, Fact] = {}
    for end in rarer:
        shown = store.facts_about([end], _MOST_READ, view.where)
        rejected = store.facts(concept=end, verdict=Verdict.INVALID, limit=_MOST_READ)
        known.update((fact.key, fact) for fact in (*shown, *rejected))
    union = FactUnion((known[key] for key in sorted(known)), view.grouped_predicates)
    for fact in found.facts:
        union.add(fact)
    return _with_needs(found, tuple(fact for fact in union.facts if fact.key not in known))


def _counts(view: GraphView, concepts: Iterable[str]) -> Counter[str]:
    """Return how many sentences mention each concept."""
    wanted = sorted(concepts)
    return Counter(view.store.frequencies(wanted, view.where) if wanted else {})


def _with_needs(found: FoundFacts, facts: tuple[Fact, ...]) -> FoundFacts:
    """Return facts with only the mentions and profiles that they need."""
    concepts = {concept for fact in facts for concept in fact.concepts}
    needed = {(item.sentence_id, concept) for fact in facts for item in fact.evidence for concept in fact.concepts}
    profiles = tuple(profile for profile in found.profiles if profile.concept in concepts)
    needed |= {(evidence.sentence_id, profile.concept) for profile in profiles for evidence in profile.evidence}
    mentions = tuple(mention for mention in found.mentions if (mention.sentence_id, mention.concept) in needed)
    return replace(found, facts=facts, mentions=mentions, profiles=profiles)


def _visible(view: GraphView, ids: Sequence[str]) -> list[SourceSentence]:
    """Return the sentences of documents that pass the filter, without code."""
    documents = view.documents(dict.fromkeys(id.rpartition("#")[0] for id in ids))
    visible = [id for id in dict.fromkeys(ids) if id.rpartition("#")[0] in documents]
    return [source for source in stored_sentences(view.store, visible) if not source.sentence.is_code]


def _known(view: GraphView, sources: Sequence[SourceSentence]) -> list[Fact]:
    """Return the visible facts that sentences state, as many as a request may name.

    Facts between concepts that very many sentences mention are left out: searching for them would cost more than
    reading them again.
    """
    counts = _counts(view, {concept for source in sources for concept in source.mentioned})
    rarest = sorted(counts, key=lambda concept: (counts[concept], concept))
    sentences = accumulate(counts[concept] for concept in rarest)
    concepts = [concept for concept, read in zip(rarest, sentences, strict=True) if read <= _MOST_READ]
    if not concepts:
        return []
    stated = {source.sentence.id for source in sources}
    facts = sorted(view.store.facts_about(concepts, _MOST_READ, view.where), key=lambda fact: fact.key)
    told = (fact for fact in facts if any(evidence.sentence_id in stated for evidence in fact.evidence))
    return list(islice(told, _MOST_KNOWN))
