"""A graph whose facts are the evidence triples of questions, on the sentences that are gold for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lgm_core.evaluation.datasets import Passage, Question
from lgm_core.evaluation.metrics import is_half_covered
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.value_finder import find_values
from lgm_core.learning.facts.fact_claims import FactClaim
from lgm_core.learning.facts.fact_grounding import GroundedFacts, ground_facts
from lgm_core.learning.facts.same_facts import predicate_key
from lgm_core.learning.facts.source_sentences import SourceSentence, stored_sentences
from lgm_core.model import Addition, Fact, FactEnd, FactEvidence, Mention, sentence_id
from lgm_core.model.concept import escaped_key
from lgm_core.retrieval.words import split_words, without_brackets

__all__ = ["add_evidence"]

_ORIGIN = "import:evidence"


def add_evidence(
    store: LanguageGraphStore, questions: Iterable[Question], passages: dict[str, Passage]
) -> dict[str, int]:
    """Add the evidence triples of questions as facts; return how many were grounded, and how many were not.

    Each triple is grounded as recorded facts are: in a gold sentence, else in another sentence of the gold passages.
    The triple of which no sentence names both ends is added all the same, to the gold sentence with most of its words,
    which is made to mention them: this measures what is made of facts, not how they are found.
    """
    counts: Counter[str] = Counter(grounded=0, forced=0)
    facts: dict[str, Fact] = {}
    mentions: dict[tuple[str, str], Mention] = {}
    for question in questions:
        gold, others = _sentences(store, question, passages)
        if not gold:
            continue
        for triple in question.evidence_triples:
            subject, predicate, object_ = (part.strip(' "') or part for part in triple)
            claim = FactClaim(subject, predicate, object_)
            grounded = ground_facts([claim], gold, _ORIGIN)
            if not grounded.facts:
                grounded = ground_facts([claim], others, _ORIGIN)
            counts["grounded" if grounded.facts else "forced"] += 1
            if not grounded.facts:
                grounded = _forced(claim, gold)
            for fact in grounded.facts:
                known = facts.get(fact.key)
                evidence = tuple(sorted({*fact.evidence, *(known.evidence if known else ())}))
                facts[fact.key] = replace(fact, evidence=evidence)
            for mention in grounded.mentions:
                mentions.setdefault((mention.sentence_id, mention.concept), mention)
    store.add(
        Addition(
            "evidence",
            "import",
            "evidence",
            "2026-01-01T00:00:00Z",
            facts=tuple(facts.values()),
            mentions=tuple(mentions.values()),
        )
    )
    return dict(counts)


def _sentences(
    store: LanguageGraphStore, question: Question, passages: dict[str, Passage]
) -> tuple[list[SourceSentence], list[SourceSentence]]:
    """Return the gold sentences of a question, and all sentences of its gold passages."""
    records = {record.id: record for record in store.documents(list(question.gold_passages))}
    ids = [sentence_id(record.id, place) for record in records.values() for place in range(record.sentence_count)]
    of_passages = stored_sentences(store, ids)
    spans = [
        (gold.passage_id, span)
        for gold in question.gold_sentences
        if (span := passages[gold.passage_id].sentence_span(gold.index)) is not None
    ]
    gold = [
        source
        for source in of_passages
        if any(
            passage == source.sentence.document_id
            and (
                is_half_covered(span, [(source.sentence.start, source.sentence.end)])
                or is_half_covered((source.sentence.start, source.sentence.end), [span])
            )
            for passage, span in spans
        )
    ]
    return gold or of_passages, of_passages


def _forced(claim: FactClaim, gold: Sequence[SourceSentence]) -> GroundedFacts:
    """Return a triple as a fact of the sentence that has most of its words."""
    wanted = {word.folded for word in split_words(f"{claim.subject} {claim.object}")}

    def shared(source: SourceSentence) -> int:
        text = f"{' '.join(source.titles)} {source.sentence.text}"
        return len(wanted & {word.folded for word in split_words(text)})

    source = max(gold, key=shared)
    language, id = source.language, source.sentence.id
    subject = concept_key(without_brackets(claim.subject), language) or escaped_key(claim.subject.casefold())
    object_: FactEnd = concept_key(claim.object, language) or escaped_key(claim.object.casefold())
    found = find_values(claim.object, lexicon_of(language))
    if len(found) == 1 and (found[0].start, found[0].end) == (0, len(claim.object)):
        object_ = found[0].value
    evidence = FactEvidence(id, 0, len(source.sentence.text), claim.predicate, _ORIGIN)
    fact = Fact(subject, predicate_key(claim.predicate, language), object_, (), (evidence,))
    mentions = [Mention(id, subject, claim.subject, 0, len(source.sentence.text))]
    if isinstance(object_, str):
        mentions.append(Mention(id, object_, claim.object, 0, len(source.sentence.text)))
    return GroundedFacts((fact,), tuple(each for each in mentions if each.concept not in source.mentioned))
