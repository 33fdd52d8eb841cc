"""Constructing the graphs of documents for property graphs of a host's own, without keeping them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lgm_core.errors import BudgetSpentError
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.flow import RequestLimiter
from lgm_core.flow.limits import LimitedChatModel
from lgm_core.hosts.property_graphs.concept_entities import LocalEntity, concept_entities, concept_names
from lgm_core.hosts.property_graphs.document_graphs import in_batches
from lgm_core.language.concepts import concept_key
from lgm_core.language.port import Annotator
from lgm_core.language.predicate_forms import predicate_form
from lgm_core.learning.build_report import FailedDocument
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.construction_report import ConstructionReport
from lgm_core.learning.construction.document_text import document_text
from lgm_core.learning.in_memory import fact_properties, relation_properties
from lgm_core.llm.port import ChatModel
from lgm_core.model import (
    Document,
    DocumentEntity,
    DocumentGraph,
    EntityClass,
    Fact,
    FactEnd,
    RelationKind,
    Value,
    Verdict,
    broader_things,
    document_entities,
)
from lgm_core.worker_threads import in_thread

__all__ = ["LocalGraph", "LocalGraphConstructor", "LocalRelation", "concept_relations", "fact_graph"]

_NOT_IN_LABELS = re.compile(r"\W+")
"""Stores put labels into queries, so no text of a document may end a label there."""

_NO_TYPES = frozenset({"one", "thing", "other"})
"""Words at the end of a phrase that say nothing of what it is: *the small ones*."""


@dataclass(frozen=True, slots=True)
class LocalRelation:
    """A relation of a document between two of its entities.

    Attributes:
        source: the name of its subject; the key, if `concept_relations` made it.
        label: its predicate as one word in capitals, the same for all forms of a verb: `DIRECT_BY`, `IS_A`.
        target: the name or key of its object.
        properties: its sentences, where they stand in the text, what read it from them, and the wording of facts.
    """

    source: str
    label: str
    target: str
    properties: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LocalGraph:
    """The graph of a document: its entities and the relations between them."""

    entities: tuple[LocalEntity, ...] = ()
    relations: tuple[LocalRelation, ...] = ()


class LocalGraphConstructor:
    """Constructs the graph of each document separately.

    Args:
        llm: constructs; without one, phrases and clauses are read.
        options: settings of the construction.
        annotator: the language backend or its name; `lite:parse` by default.
        concurrency: the most LLM requests at a time.
        limiter: admits the LLM requests; several constructors may share it.
        on_failure: called with each document for which an LLM request failed.
        mentions: which things without a relation to return: None for those that are named or have several names, True
            for all, False for none.

    Raises:
        InputError: the language backend does not exist.
    """

    def __init__(
        self,
        *,
        llm: ChatModel | None = None,
        options: ConstructionOptions | None = None,
        annotator: Annotator | str | None = None,
        concurrency: int = 8,
        limiter: RequestLimiter | None = None,
        on_failure: Callable[[FailedDocument], None] | None = None,
        mentions: bool | None = None,
    ) -> None:
        # Each batch has its own graph, but all share one limiter.
        self._llm = llm if llm is None or limiter is None else LimitedChatModel(llm, limiter, lambda: False)
        self._options, self._annotator = options, annotator
        self._concurrency, self._on_failure, self._mentions = concurrency, on_failure, mentions

    def learn(self, documents: Iterable[Document]) -> Iterator[LocalGraph]:
        """Yield the graph of each document in the given order, an empty one without text; a batch is read ahead.

        Raises:
            BudgetSpentError: the tokens of the limiter are spent; this batch yields nothing.
            InputError: the language backend does not parse, and there is no LLM.
            LanguageModelSetupError: the LLM cannot be used as it is set up.
        """
        for batch in in_batches(documents):
            with self._graph() as graph:
                ids = self._learned(graph, batch)
                self._report_failures(graph.construct_all(ids, self._options), batch)
                graphs = _local_graphs(graph, len(batch), self._mentions)
            yield from graphs

    async def alearn(self, documents: Iterable[Document]) -> AsyncIterator[LocalGraph]:
        """Do what `learn` does without blocking the event loop; raises the same."""
        for batch in in_batches(documents):
            with self._graph() as graph:
                ids = await in_thread(self._learned, graph, batch)
                self._report_failures(await graph.aconstruct_all(ids, self._options), batch)
                graphs = await in_thread(_local_graphs, graph, len(batch), self._mentions)
            for found in graphs:
                yield found

    @contextmanager
    def _graph(self) -> Iterator[LanguageGraph]:
        """Open a temporary graph; hosts cache replies of models themselves."""
        with (
            TemporaryDirectory(prefix="lgm-") as folder,
            LanguageGraph(
                Path(folder) / "graph.lgm",
                llm=self._llm,
                annotator=self._annotator,
                concurrency=self._concurrency,
                cache_replies=False,
            ) as graph,
        ):
            yield graph

    def _learned(self, graph: LanguageGraph, documents: Sequence[Document]) -> list[str]:
        """Learn documents with their numbers as ids; return the ids of those with words."""
        numbered = [
            replace(document, id=str(number), source="", location=None) for number, document in enumerate(documents)
        ]
        graph.build(numbered, extraction=False, facts=False, index=False, workers=1)
        return [learned.document.id for learned in graph.store.scan() if document_text(learned).sentences]

    def _report_failures(self, reports: Sequence[ConstructionReport], documents: Sequence[Document]) -> None:
        for report in reports:
            if report.stopped:
                raise BudgetSpentError(report.stopped)
            failures = [failure for stage in report.stages.values() for failure in stage.failures]
            if failures and self._on_failure is not None:
                self._on_failure(FailedDocument(documents[int(report.document)].id, failures[0]))


def _local_graphs(graph: LanguageGraph, count: int, mentions: bool | None) -> list[LocalGraph]:
    found = {learned.document.id: _local_graph(learned, mentions=mentions) for learned in graph.store.scan()}
    return [found.get(str(number), LocalGraph()) for number in range(count)]


def _local_graph(graph: DocumentGraph, *, mentions: bool | None) -> LocalGraph:
    things = document_entities(graph, every_concept=False)
    spelled = concept_names(graph, [thing.key for thing in things])
    names = _distinct_names([spelled[thing.key] for thing in things])
    entities: dict[FactEnd, LocalEntity] = {}
    for thing, name in zip(things, names, strict=True):
        entities |= dict.fromkeys(thing.keys, _thing_entity(thing, name, graph.document.language))
    predicates = {member: group.name for group in graph.predicate_groups for member in group.members}
    relations = []
    for fact in graph.facts:
        if isinstance(fact.object, Value):
            entities.setdefault(fact.object, _value_entity(fact.object))
        if fact.subject in entities and fact.object in entities and fact.verdict is not Verdict.INVALID:
            relations.append(_fact_relation(graph, fact, predicates.get(fact.predicate, fact.predicate), entities))
    named = {key: entities[key].name for thing in things for key in thing.keys}
    for (narrow, broad), stated in broader_things(graph.relations, named).items():
        evidence = tuple(dict.fromkeys(entry for relation in stated for entry in relation.evidence))
        properties = relation_properties(graph, replace(stated[0], evidence=evidence))
        relations.append(LocalRelation(narrow, RelationKind.IS_A.name, broad, dict(properties)))
    for relation in graph.relations:
        ends = named.get(relation.subject), named.get(relation.object)
        is_part = relation.kind is RelationKind.HAS_PART and relation.verdict is not Verdict.INVALID
        if is_part and ends[0] is not None and ends[1] is not None and ends[0] != ends[1]:
            properties = relation_properties(graph, relation)
            relations.append(LocalRelation(ends[0], relation.kind.name, ends[1], dict(properties)))
    kept = {name for relation in relations for name in (relation.source, relation.target)}
    kept |= {
        name
        for thing, name in zip(things, names, strict=True)
        if mentions or (mentions is None and (thing.entity_class is EntityClass.NAMED or len(thing.keys) > 1))
    }
    found = {entity.name: entity for entity in entities.values() if entity.name in kept}
    return LocalGraph(tuple(found.values()), tuple(relations))


def _distinct_names(names: Sequence[str]) -> list[str]:
    """Return names, numbered if several things have the same."""
    seen: dict[str, int] = {}
    distinct = []
    for name in names:
        seen[name] = number = seen.get(name, 0) + 1
        distinct.append(name if number == 1 else f"{name} ({number})")
    return distinct


def _thing_entity(thing: DocumentEntity, name: str, language: str) -> LocalEntity:
    properties = {
        "key": thing.key,
        "class": thing.entity_class.value if thing.entity_class is not None else "",
        "types": list(thing.types),
        "aliases": list(thing.aliases),
        "description": thing.description,
        "relevance": thing.relevance,
    }
    kept = {field: value for field, value in properties.items() if value not in ("", [], None)}
    types = (_singular(type) if language == "en" else type for type in thing.types)
    label = next((_label(type) for type in types if type not in _NO_TYPES), "")
    return LocalEntity(name, f"{label[:1].upper()}{label[1:]}" or "Entity", kept)


def _singular(type: str) -> str:
    """Return an English type in the singular, so that *models* and *a model* are of one type."""
    return (concept_key(type, "en") or type) if type.islower() else type


def fact_graph(graph: DocumentGraph) -> LocalGraph:
    """Return the facts between concepts, or from concepts to values, with these as entities."""
    concepts = concept_entities(replace(graph, relations=()), only_related=True)
    entities: dict[FactEnd, LocalEntity] = dict(concepts.items())
    facts = [fact for fact in graph.facts if isinstance(fact.object, str | Value)]
    entities |= {fact.object: _value_entity(fact.object) for fact in facts if isinstance(fact.object, Value)}
    relations = [_fact_relation(graph, fact, fact.predicate, entities) for fact in facts]
    return LocalGraph(tuple(entities.values()), tuple(relations))


def concept_relations(graph: DocumentGraph) -> list[LocalRelation]:
    """Return the meta-relations of a document; their ends are the keys of `concept_entities`."""
    return [
        LocalRelation(relation.subject, relation.kind.name, relation.object, dict(relation_properties(graph, relation)))
        for relation in graph.relations
    ]


def _fact_relation(
    graph: DocumentGraph, fact: Fact, predicate: str, entities: Mapping[FactEnd, LocalEntity]
) -> LocalRelation:
    source, target = entities[fact.subject].name, entities[fact.object].name
    label = _label(" ".join(predicate_form(predicate, graph.document.language).telling)).upper()
    return LocalRelation(source, label or "STATES", target, dict(fact_properties(graph, fact)))


def _value_entity(value: Value) -> LocalEntity:
    return LocalEntity(value.text, value.kind.value.capitalize(), {"value": value.normalised})


def _label(text: str) -> str:
    return _NOT_IN_LABELS.sub("_", text).strip("_")
