"""A whole graph as GraphML, for graph tools."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from html import escape
from itertools import pairwise
from typing import BinaryIO, TypeVar

from lgm_core.graph.canonical import graph_concepts
from lgm_core.graph.codecs.document_records import end_data
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import (
    Concept,
    DocumentGraph,
    Fact,
    Mention,
    MetaRelation,
    Scalar,
    Section,
    SectionEnd,
    Sentence,
    Value,
    Verdict,
)
from lgm_core.model.facts.fact import end_identity
from lgm_core.progress import counted

__all__ = ["export_graphml"]

T = TypeVar("T")
_PAGE = 2000
"""Relations or facts read from the store at a time; bounds memory at the cost of a query per page."""

_GRAPHML_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""
_FIELDS = {
    "node": "type label id title source language metadata frequency level start end text resolved lemmas clauses "
    "paragraph page".split(),
    "edge": "type surface start end source verdict predicate qualifiers evidence".split(),
}
"""The attributes that the head declares: GraphML allows no others."""
_NUMBERS = frozenset({"frequency", "level", "start", "end", "paragraph", "page"})
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def export_graphml(store: LanguageGraphStore, out: BinaryIO) -> None:
    """Write the graph as GraphML for graph tools: a node for each document, section, sentence and concept.

    Edges are HAS_SECTION, HAS_SENTENCE, NEXT, REFERS_TO, MENTIONS, IS_A, HAS_PART, ALIAS_OF and FACT, which lead to a
    concept, a section, or a node for a value. Characters not allowed in XML are left out.
    """
    nodes: dict[str, str] = {}
    out.writelines(_graphml_head())
    counts = store.statistics()
    relations = sum(counts.relations.values()) + counts.rejected
    for number, graph in enumerate(counted(store.scan(), "exporting", "documents", counts.documents)):
        out.writelines(_concept_nodes(store, graph_concepts(graph), nodes))
        out.writelines(_document_elements(f"d{number}", graph, nodes))
    for relation in counted(_pages(store.relations), "exporting relations", "relations", relations):
        # Already known, unless the relation was written after its document was read.
        out.writelines(_concept_nodes(store, {relation.subject, relation.object}, nodes))
        out.write(_edge(nodes[relation.subject], nodes[relation.object], _relation_data(relation)))
    out.writelines(_fact_elements(store, nodes))
    out.write(b"</graph>\n</graphml>\n")


def _pages(read: Callable[..., list[T]]) -> Iterator[T]:
    """Yield all relations or facts returned by a store's method, rejected ones last."""
    for verdict in (None, Verdict.INVALID):
        offset = 0
        while page := read(verdict=verdict, offset=offset, limit=_PAGE):
            yield from page
            offset += _PAGE


def _fact_elements(store: LanguageGraphStore, nodes: dict[str, str]) -> Iterator[bytes]:
    """Yield an edge for each fact, with nodes for new values and sections."""
    ends: dict[str, str] = {}
    for fact in _pages(store.facts):
        concepts = {end for end in (fact.subject, fact.object) if isinstance(end, str)}
        yield from _concept_nodes(store, concepts, nodes)
        if isinstance(fact.object, str):
            target = nodes[fact.object]
        else:
            id = json.dumps(end_identity(fact.object), ensure_ascii=False)
            target = ends.get(id, f"v{len(ends)}")
            if id not in ends:
                ends[id] = target
                yield _node(target, {**_value_data(fact.object), "id": id})
        yield _edge(nodes[fact.subject], target, _fact_data(fact))


def _value_data(end: Value | SectionEnd) -> dict[str, Scalar]:
    if isinstance(end, SectionEnd):
        return {"type": "SectionEnd", "label": end.section_id}
    return {"type": "Value", "label": end.normalised}


def _fact_data(fact: Fact) -> dict[str, Scalar]:
    evidence = "\n".join(f"{entry.sentence_id} {entry.start} {entry.end} {entry.origin}" for entry in fact.evidence)
    data: dict[str, Scalar] = {"type": "FACT", "predicate": fact.predicate, "verdict": fact.verdict}
    if fact.qualifiers:
        data["qualifiers"] = json.dumps([[name, *end_data(end).values()] for name, end in fact.qualifiers])
    return {**data, "evidence": evidence}


def _graphml_head() -> Iterator[bytes]:
    yield _GRAPHML_HEAD.encode()
    for scope, names in _FIELDS.items():
        for name in names:
            kind = "int" if name in _NUMBERS else "string"
            yield f'<key id="{scope}_{name}" for="{scope}" attr.name="{name}" attr.type="{kind}"/>\n'.encode()
    yield b'<graph edgedefault="directed">\n'


def _concept_nodes(store: LanguageGraphStore, keys: set[str], nodes: dict[str, str]) -> Iterator[bytes]:
    """Yield a node for each concept without one, and note its id in `nodes`."""
    new = sorted(keys - nodes.keys())
    by_key = {concept.key: concept for concept in store.find_concepts(new)}
    for key in new:
        # Missing only if its last document was deleted since the scan began.
        concept = by_key.get(key, Concept(key, key, 0))
        nodes[key] = f"c{len(nodes)}"
        data: dict[str, Scalar] = {"label": concept.name, "id": concept.key, "frequency": concept.frequency}
        yield _node(nodes[key], {"type": "Concept", **data})


def _document_elements(name: str, graph: DocumentGraph, nodes: Mapping[str, str]) -> Iterator[bytes]:
    """Yield the nodes and edges of a document; the ids of its nodes start with `name`."""
    record = graph.document
    sections = {section.id: f"{name}s{section.position}" for section in graph.sections}
    sentences = {sentence.id: f"{name}p{sentence.position}" for sentence in graph.sentences}
    metadata = json.dumps(dict(sorted(record.metadata.items())), ensure_ascii=False)
    document = {"type": "Document", "label": record.title or record.id, "id": record.id, "title": record.title}
    yield _node(name, {**document, "source": record.source, "language": record.language, "metadata": metadata})
    for section in graph.sections:
        yield _node(sections[section.id], _section_data(section))
    for sentence in graph.sentences:
        yield _node(sentences[sentence.id], _sentence_data(sentence))
    for section in graph.sections:
        yield _edge(name, sections[section.id], {"type": "HAS_SECTION"})
    for sentence in graph.sentences:
        yield _edge(sections[sentence.section_id], sentences[sentence.id], {"type": "HAS_SENTENCE"})
    for before, after in pairwise(graph.sentences):
        yield _edge(sentences[before.id], sentences[after.id], {"type": "NEXT"})
    for reference in graph.references:
        yield _edge(sentences[reference.sentence_id], sentences[reference.antecedent_id], {"type": "REFERS_TO"})
    for mention in graph.mentions:
        yield _edge(sentences[mention.sentence_id], nodes[mention.concept], _mention_data(mention))


def _section_data(section: Section) -> dict[str, Scalar]:
    label = " / ".join(section.path) or section.id
    place: dict[str, Scalar] = {"level": section.level, "start": section.start, "end": section.end}
    return {"type": "Section", "label": label, "id": section.id, "title": section.title, **place}


def _sentence_data(sentence: Sentence) -> dict[str, Scalar]:
    words = {"text": sentence.text, "resolved": sentence.resolved, "lemmas": sentence.lemmas}
    if sentence.clauses:
        words["clauses"] = "\n".join(
            "\t".join((clause.subject, clause.verb, clause.object, clause.kind)) for clause in sentence.clauses
        )
    place = {"start": sentence.start, "end": sentence.end}
    if sentence.paragraph >= 0:
        place["paragraph"] = sentence.paragraph
    if sentence.page is not None:
        place["page"] = sentence.page
    return {"type": "Sentence", "label": sentence.text, "id": sentence.id, **place, **words}


def _relation_data(relation: MetaRelation) -> dict[str, Scalar]:
    evidence = "\n".join(f"{entry.sentence_id} {entry.origin}" for entry in relation.evidence)
    return {"type": relation.kind.name, "verdict": relation.verdict, "evidence": evidence}


def _mention_data(mention: Mention) -> dict[str, Scalar]:
    place: dict[str, Scalar] = {"start": mention.start, "end": mention.end}
    return {"type": "MENTIONS", "surface": mention.surface, **place, "source": mention.source}


def _node(id: str, data: Mapping[str, Scalar]) -> bytes:
    return f'<node id="{id}">{_data("node", data)}</node>\n'.encode()


def _edge(source: str, target: str, data: Mapping[str, Scalar]) -> bytes:
    return f'<edge source="{source}" target="{target}">{_data("edge", data)}</edge>\n'.encode()


def _data(scope: str, data: Mapping[str, Scalar]) -> str:
    if undeclared := data.keys() - set(_FIELDS[scope]):
        raise ValueError(f"attributes of a GraphML {scope} that its head does not declare: {sorted(undeclared)}")
    return "".join(f'<data key="{scope}_{name}">{_text(value)}</data>' for name, value in data.items())


def _text(value: Scalar) -> str:
    # A parser would turn a bare carriage return into a line feed.
    return escape(_NOT_XML.sub("", str(value)), quote=False).replace("\r", "&#13;")
