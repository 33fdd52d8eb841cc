"""Looking up what is missing: passages for each sub-question, and the facts in them that the graph lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, islice, zip_longest

from lgm_core.flow import together
from lgm_core.language.concepts import concept_key
from lgm_core.learning.facts.end_grounding import SourceSentence, stored_sentences
from lgm_core.learning.facts.fact_extraction import extract_facts
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.learning.facts.same_facts import FactUnion
from lgm_core.model import EntityProfile, Fact, FactEnd, Mention, SectionEnd, Value, Verdict
from lgm_core.model.concept import name_of
from lgm_core.retrieval.answering.supporting_sentences import Steps
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["FoundFacts", "facts_in", "in_turn", "lacking", "sentences_found"]

_MOST_KNOWN = 60
"""Facts that a request says are known; those that are found again all the same are left out afterwards."""
_MOST_READ = 2000
"""Facts, or sentences that may state them, that are read to find those known; more would take longer than a model."""


@dataclass(frozen=True, slots=True)
class FoundFacts:
    """Facts that a language model read from sentences, and what they need.

    Attributes:
        facts: with their evidence.
        mentions: of their concepts, where sentences did not have them.
        profiles: what documents say that the things are.
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

    def stated_in(self, text: str, language: str) -> FoundFacts:
        """Return those of the facts that a text states: subject and object by all their words."""
        words = set(concept_key(text, language).split())
        facts = tuple(
            fact for fact in self.facts if all(_words(end, language) <= words for end in (fact.subject, fact.object))
        )
        return _with_needs(self, facts)


def sentences_found(sub_question: str, question: str, view: GraphView, ranker: Ranker, passages: int) -> list[str]:
    """Return the ids of the sentences of the passages to look through for a sub-question, best passage first.

    The passages are those ranked best for the sub-question, for it together with the question that it belongs to, and
    for the question, in turn: by itself a sub-question may have lost what the question told. Of the steps of 100
    questions of MuSiQue, .945 find a passage with their answer among eight of their own, .962 among eight in turn
    (benchmarks/feedback.md).
    """
    queries = dict.fromkeys((sub_question, f"{sub_question} {question}", question))
    if sub_question == question:
        queries = {question: None}
    ranked = [[hit.id for hit in ranker.passages(query, passages, allowed=view.allowed)] for query in queries]
    sections = islice(in_turn(ranked), passages)
    return [id for section in sections for id in ranker.index.sentence_ids_of(section)]


def in_turn(ranked: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield what rankings hold: the best of each, then the second of each, and so on, each once."""
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
        view: the graph; sentences it does not show are left out, and the facts that it shows are known.
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
    """Return those of the facts that the graph lacks now, under predicates that it has where they say the same.

    What was rejected is not lacking. A fact is looked for at that of its ends which fewer sentences mention: the other
    may be a concept with very many facts.
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
    union = FactUnion(known[key] for key in sorted(known))
    for fact in found.facts:
        union.add(fact)
    return _with_needs(found, tuple(fact for fact in union.facts if fact.key not in known))


def _counts(view: GraphView, concepts: Iterable[str]) -> Counter[str]:
    """Return how many sentences mention each concept."""
    wanted = sorted(concepts)
    return Counter(view.store.frequencies(wanted, view.where) if wanted else {})


def _with_needs(found: FoundFacts, facts: tuple[Fact, ...]) -> FoundFacts:
    """Return facts with those mentions and profiles alone that are about them."""
    concepts = {concept for fact in facts for concept in fact.concepts}
    needed = {(item.sentence_id, concept) for fact in facts for item in fact.evidence for concept in fact.concepts}
    profiles = tuple(profile for profile in found.profiles if profile.concept in concepts)
    needed |= {(evidence.sentence_id, profile.concept) for profile in profiles for evidence in profile.evidence}
    mentions = tuple(mention for mention in found.mentions if (mention.sentence_id, mention.concept) in needed)
    return replace(found, facts=facts, mentions=mentions, profiles=profiles)


def _visible(view: GraphView, ids: Sequence[str]) -> list[SourceSentence]:
    """Return sentences of documents that pass the filter, without code."""
    documents = view.documents(dict.fromkeys(id.rpartition("#")[0] for id in ids))
    visible = [id for id in dict.fromkeys(ids) if id.rpartition("#")[0] in documents]
    return [source for source in stored_sentences(view.store, visible) if not source.sentence.is_code]


def _known(view: GraphView, sources: Sequence[SourceSentence]) -> list[Fact]:
    """Return the facts that the graph shows of sentences, as many as a request tells of.

    Those between concepts that very many sentences mention are left out: finding them would cost more than being told
    of them again does.
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


def _words(end: FactEnd, language: str) -> set[str]:
    if isinstance(end, SectionEnd):
        return set()
    return set(concept_key(end.text, language).split() if isinstance(end, Value) else name_of(end).split())
