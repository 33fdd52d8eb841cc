"""Condensation on the generated islands: fewer predicates and shorter prompts from a schema with one label each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.pyramid_domain.documents import DomainDocument
from benchmarks.pyramid_domain.domain_schema import domain_schema
from benchmarks.pyramid_domain.questions import DomainQuestion
from benchmarks.pyramid_domain.world import Record
from lgm_core import FactRetrievalOptions, LogicalFormOptions
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.language.concepts import concept_key
from lgm_core.llm.tokens import count_tokens
from lgm_core.model import Fact, Value
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.shown_facts import facts_text, number_facts, without_repetition
from lgm_core.schema.value_fitting import whole_value

__all__ = ["condensation_figures"]

_FACTS = 10
_BY_SENTENCE = FactRetrievalOptions(words=400)
_EXACT = LogicalFormOptions(planner="rules", text="never")


def condensation_figures(
    graph: LanguageGraph,
    made: Sequence[DomainDocument],
    records: Collection[Record],
    questions: Sequence[DomainQuestion],
    place: Path,
) -> dict[str, Any]:
    """Return figures before and after condensing, and whether undoing gave the same export.

    Args:
        graph: learned from the documents of the domain; its schema is as before afterwards.
        made: the documents.
        records: the facts of the domain that the schema has properties for.
        questions: the questions; those about facts count.
        place: a folder for exports.

    Returns:
        `before` and `after`, each with `predicates`: the distinct predicates of facts that state a record, or in their
        place the properties to which the facts conform, inverse ones as one; `tokens`: the mean of the ten best facts
        for a question, as a language model is shown them with their sentences; `tokens_whole`: the same with every fact
        and title written out beside its sentence; `recall`: the mean share of gold answers that exact answers from
        facts name. Further `undone`, and `worded`: the distinct predicates of those facts as stored, without a schema.
    """
    whole = domain_schema()
    asked = [each for each in questions if each.kind in ("schema", "facts")]
    properties = tuple(replace(each, labels=each.labels[:1]) for each in whole.properties)
    graph.load_schema(replace(whole, properties=properties))
    graph.export(place / "before.json")
    stating = _stating(graph, made, records)
    before = _figures(graph, stating, asked)
    graph.condense_schema()
    after = _figures(graph, stating, asked)
    graph.undo_schema()
    graph.export(place / "after.json")
    graph.undo_schema()
    is_same = (place / "before.json").read_bytes() == (place / "after.json").read_bytes()
    worded = len({fact.predicate for fact in stating})
    return {"worded": worded, "before": before, "after": after, "undone": is_same}


def _stating(graph: LanguageGraph, made: Iterable[DomainDocument], records: Collection[Record]) -> list[Fact]:
    """Return the facts of a graph between the ends of a record that one of their sentences states."""
    known, stated = set(records), defaultdict[str, set[tuple[object, object]]](set)
    for statement in (statement for document in made for statement in document.statements):
        for each in known.intersection(statement.records):
            ends = _key(each.subject), _key(each.object)
            stated[statement.text] |= {ends, ends[::-1]}
    facts = graph.store.facts()
    texts = {each.id: each.text for each in graph.store.sentences(sorted({id for fact in facts for id in _ids(fact)}))}
    return [
        fact
        for fact in facts
        for object in [fact.object.normalised if isinstance(fact.object, Value) else fact.object]
        if any((fact.subject, object) in stated[texts[id]] for id in _ids(fact))
    ]


def _ids(fact: Fact) -> list[str]:
    return [each.sentence_id for each in fact.evidence]


def _figures(graph: LanguageGraph, facts: Sequence[Fact], questions: Sequence[DomainQuestion]) -> dict[str, float]:
    view = GraphView(graph.store)
    said = set()
    for fact in facts:
        fit = view.conformance.conforming(fact, view.grouped_predicates(fact))
        said.add(min({fit.property.name, *view.conformance.inverses(fit.property.name)}) if fit else fact.predicate)
    tokens, recall = Counter[str](), 0.0
    for each in questions:
        best = graph.retrieve_facts(each.text, _BY_SENTENCE).facts
        entries = number_facts(view, [(found.fact, [found.sentences[0].sentence]) for found in best], _FACTS)
        for name, shown in (("tokens", without_repetition(entries)), ("tokens_whole", entries)):
            tokens[name] += count_tokens(facts_text(shown, context=True, size=10**6))
        answer = graph.ask(each.text, _EXACT)
        text = "" if answer.is_evidence_only else answer.text.casefold()
        recall += sum(gold.casefold() in text for gold in each.gold) / max(1, len(each.gold))
    means = {name: round(count / len(questions), 1) for name, count in tokens.items()}
    return {"predicates": len(said), **means, "recall": recall / len(questions)}


def _key(name: str) -> str:
    value = whole_value(name, "en")
    return value.normalised if value else concept_key(name, "en")
