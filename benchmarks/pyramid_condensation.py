"""Condensation on the generated islands: fewer predicates and shorter prompts from a schema with one label each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.pyramid_domain.domain_schema import domain_schema
from benchmarks.pyramid_domain.questions import DomainQuestion
from benchmarks.pyramid_domain.world import Record
from lgm_core import FactRetrievalOptions, LogicalFormOptions
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.language.concepts import concept_key
from lgm_core.llm.tokens import count_tokens
from lgm_core.model import SectionEnd, Value
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.shown_facts import facts_text, number_facts
from lgm_core.schema.value_fitting import whole_value

__all__ = ["condensation_figures"]

_FACTS = 10
_BY_SENTENCE = FactRetrievalOptions(words=400)
_EXACT = LogicalFormOptions(planner="rules", text="never")


def condensation_figures(
    graph: LanguageGraph, records: Sequence[Record], questions: Sequence[DomainQuestion], place: Path
) -> dict[str, Any]:
    """Return figures before and after condensing, and whether undoing gave the same export.

    Args:
        graph: learned from the documents of the domain; its schema is as before afterwards.
        records: the facts of the domain that the schema has properties for.
        questions: the questions; those about facts count.
        place: a folder for exports.

    Returns:
        `before` and `after`, each with `predicates`: the distinct predicates, or properties in their place, of facts
        that state a record; `tokens`: the mean of the ten best facts for a question with their sentences; `recall`: the
        mean share of gold answers that exact answers from facts name; and `undone`.
    """
    whole = domain_schema()
    asked = [each for each in questions if each.kind in ("schema", "facts")]
    properties = tuple(replace(each, labels=each.labels[:1]) for each in whole.properties)
    graph.load_schema(replace(whole, properties=properties))
    graph.export(place / "before.json")
    before = _figures(graph, records, asked)
    graph.condense_schema()
    after = _figures(graph, records, asked)
    graph.undo_schema()
    graph.export(place / "after.json")
    graph.undo_schema()
    is_same = (place / "before.json").read_bytes() == (place / "after.json").read_bytes()
    return {"before": before, "after": after, "undone": is_same}


def _figures(graph: LanguageGraph, records: Sequence[Record], questions: Sequence[DomainQuestion]) -> dict[str, float]:
    view = GraphView(graph.store)
    assert view.conformance is not None  # a schema was loaded
    pairs = {(_key(each.subject), _key(each.object)) for each in records}
    said = set()
    for fact in graph.store.facts():
        object = fact.object.normalised if isinstance(fact.object, Value) else fact.object
        if not isinstance(object, SectionEnd) and not pairs.isdisjoint(
            ((fact.subject, object), (object, fact.subject))
        ):
            fit = view.conformance.conforming(fact, view.grouped_predicates(fact))
            said.add(fit.property.name if fit else fact.predicate)
    tokens, recall = 0, 0.0
    for each in questions:
        found = [restored.fact for restored in graph.retrieve_facts(each.text, _BY_SENTENCE).facts[:_FACTS]]
        ids = {fact.key: fact.evidence[0].sentence_id for fact in found}
        sentences = {sentence.id: sentence for sentence in graph.store.sentences(sorted(set(ids.values())))}
        entries = number_facts(view, [(fact, [sentences[ids[fact.key]]]) for fact in found])
        tokens += count_tokens(facts_text(entries, context=True, size=10**6))
        answer = graph.ask(each.text, _EXACT)
        text = "" if answer.is_evidence_only else answer.text.casefold()
        recall += sum(gold.casefold() in text for gold in each.gold) / max(1, len(each.gold))
    return {"predicates": len(said), "tokens": tokens / len(questions), "recall": recall / len(questions)}


def _key(name: str) -> str:
    value = whole_value(name, "en")
    return value.normalised if value else concept_key(name, "en")
