"""Measure how much of the domain a graph learns without a model (`python -m benchmarks.pyramid_domain`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.pyramid_domain.documents import DomainDocument
from benchmarks.pyramid_domain.domain_schema import SCHEMA
from benchmarks.pyramid_domain.world import CLASSES_ABOVE, Record, World
from lgm_core.errors import InputError
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.language.concepts import concept_key
from lgm_core.model import Fact, FactEnd, SectionEnd, Value
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.schema.value_fitting import whole_value

__all__ = ["extraction_figures", "learned_graph"]

_LANGUAGE = "en"

Triple = tuple[str, str, str]


def learned_graph(documents: Iterable[DomainDocument], place: Path, annotator: str = "lite:parse") -> LanguageGraph:
    """Return a new graph with the domain's schema and open facts of documents; close it after use.

    Raises:
        InputError: a document could not be learned.
    """
    graph = LanguageGraph(place, annotator=annotator)
    graph.load_schema(SCHEMA)
    report = graph.build((each.document() for each in documents), facts="open")
    if report.failed:
        raise InputError(f"{report.failed[0].name} could not be learned: {report.failed[0].error}")
    return graph


def extraction_figures(graph: LanguageGraph, known: World, documents: Iterable[DomainDocument]) -> dict[str, Any]:
    """Return the shares of facts that a graph has.

    Args:
        graph: learned from the documents.
        known: the world that they are about.
        documents: what was learned.

    Returns:
        `recall`: the share of the records of the schema's properties that some conforming fact states; `precision`: the
        share of conforming facts that are true; `classes`: the share of things stated to be of their class; `wrong`:
        conforming facts that are not true, with a sentence; `by_wording`: how many of the statements of each wording
        state their facts, of how many; `missed`: the first records that no fact states.
    """
    view = GraphView(graph.store)
    conformance = view.conformance
    assert conformance is not None  # the graph has the domain's schema
    facts = list(graph.store.facts())
    conformance.read(facts)
    found: dict[Triple, list[Fact]] = {}
    for fact in facts:
        if fit := conformance.conforming(fact, view.grouped_predicates(fact)):
            ends = (fact.object, fact.subject) if fit.is_reversed else (fact.subject, fact.object)
            found.setdefault((_end(ends[0]), fit.property.name, _end(ends[1])), []).append(fact)
    gold = {_triple(each): each for each in known.records}
    gold |= {(o, "operates", s): each for (s, property, o), each in list(gold.items()) if property == "operator"}
    states = {
        triple: {(item.sentence_id) for fact in facts for item in fact.evidence} for triple, facts in found.items()
    }
    texts = {each.id: each.text for each in graph.store.sentences(sorted(set().union(*states.values())))}
    stated = {triple: {texts[id] for id in ids} for triple, ids in states.items()}
    wordings: Counter[tuple[str, str, bool]] = Counter()
    for document in documents:
        for statement in document.statements:
            if statement.records and statement.records[0].property in {each.property for each in known.records}:
                has_all = all(statement.text in _sentences(stated, record) for record in statement.records)
                wordings[statement.records[0].property, statement.wording, has_all] += 1
    held = [each for each in known.records if any(_sentences(stated, each))]
    missed = [each for each in known.records if each not in set(held)]
    wrong = [f"{triple} — {sorted(stated[triple])[0]}" for triple in found if triple not in gold]
    classed = [thing for thing, kind in known.classes.items() if kind in conformance.classes_of(_key(thing))]
    return {
        "facts": len(facts),
        "conforming": len(found),
        "recall": len(held) / len(known.records),
        "precision": 1 - len(wrong) / max(1, len(found)),
        "classes": len(classed) / len(known.classes),
        "wrong": wrong,
        "by_wording": {
            f"{property}: {wording}": f"{wordings[property, wording, True]} of "
            f"{wordings[property, wording, True] + wordings[property, wording, False]}"
            for property, wording in sorted({key[:2] for key in wordings})
        },
        "missed": [f"{each.subject} | {each.property} | {each.object}" for each in missed],
        "other_class": [
            f"{thing}: {sorted(own)} not {kind}"
            for thing, kind in known.classes.items()
            if (own := conformance.classes_of(_key(thing))) - {kind, *CLASSES_ABOVE.get(kind, ())}
        ],
    }


def _sentences(stated: dict[Triple, set[str]], record: Record) -> set[str]:
    subject, property, object = _triple(record)
    own = stated.get((subject, property, object), set())
    return own | (stated.get((object, "operates", subject), set()) if property == "operator" else set())


def _triple(record: Record) -> Triple:
    value = whole_value(record.object, _LANGUAGE)
    return _key(record.subject), record.property, value.normalised if value else _key(record.object)


def _key(name: str) -> str:
    return concept_key(name, _LANGUAGE)


def _end(end: FactEnd) -> str:
    if isinstance(end, Value):
        return end.normalised
    return "" if isinstance(end, SectionEnd) else end
