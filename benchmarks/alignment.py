"""Measure alignment: what concepts reach before and after, ranking, what stays apart, and undoing.

Neighbours are things: names that the graph takes for one count once, and a name reaches what any of them does. A step
is a relation or a fact between two concepts; every concept of the graph counts in the means, those without any too.
"""

from __future__ import annotations

import hashlib
import io
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.pooled_questions import ranked_documents, read_pooled, scores_of
from lgm_core.errors import InputError
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.language.words import without_brackets
from lgm_core.learning.construction.cliques import connected_groups
from lgm_core.model import THING, MetaRelation, RelationKind

__all__ = ["alignment_benchmark", "hop_neighbours"]

_HOPS = 3
_DRAWN = 50


def alignment_benchmark(
    folder: Path, recorded: Path | None, *, store: str | None = None, drawn: Path | None = None, seed: int = 34
) -> dict[str, Any]:
    """Build a graph of a corpus, align it, and undo that.

    Args:
        folder: holds corpus.jsonl and questions.jsonl.
        recorded: recorded triples to begin with.
        store: where to build the graph, such as an address of Neo4j; None takes a new file.
        drawn: a file to write merges and is-a relations to, drawn at random, with their sentences.
        seed: of the drawing.

    Raises:
        InputError: a file cannot be used.
    """
    pool = read_pooled([folder / "corpus.jsonl"], [folder / "questions.jsonl"])
    with tempfile.TemporaryDirectory() as place, LanguageGraph(store or str(Path(place) / "benchmark.lgm")) as graph:
        if store is not None and graph.store.exists() and graph.store.documents():
            raise InputError(f"{graph.store} holds a graph; give an empty one")
        graph.build(passage.document() for passage in pool.passages)
        if recorded is not None:
            graph.import_facts(recorded)
        digest, before = _digest(graph), _figures(graph, pool.questions)
        began = time.process_time()
        report = graph.align()
        seconds = time.process_time() - began
        after = _figures(graph, pool.questions)
        relations = [each for each in graph.store.relations() if any(item.is_inferred for item in each.evidence)]
        merged = {end for each in _of_kind(relations, RelationKind.ALIAS_OF) for end in (each.subject, each.object)}
        homonyms = _homonyms(graph.store)
        if drawn is not None:
            drawn.write_text("\n".join(_drawn(graph.store, relations, random.Random(seed))), encoding="utf-8")
        graph.undo(report.addition)
        return {
            "merges": report.merges,
            "is_a": report.is_a,
            "parts": report.parts,
            "rules": dict(report.rules),
            "refused": dict(report.refused),
            "before": before,
            "after": after,
            "names of titles that differ in their bracket": len(homonyms),
            "of these merged with another name": len(homonyms & merged),
            "undone to the byte": _digest(graph) == digest,
            "seconds": seconds,
        }


def hop_neighbours(store: LanguageGraphStore) -> list[float]:
    """Return how many things a concept reaches within one, two and three steps, as means over all concepts."""
    links, aliases = list[tuple[str, str]](), list[tuple[str, str]]()
    for relation in store.relations():
        if THING not in (relation.subject, relation.object):
            (aliases if relation.kind is RelationKind.ALIAS_OF else links).append((relation.subject, relation.object))
    links += [(fact.subject, fact.object) for fact in store.facts() if isinstance(fact.object, str)]
    names = {key: group[0] for group in connected_groups(aliases) for key in group}
    keys = sorted({key for pair in (*links, *aliases) for key in pair})
    places = {key: place for place, key in enumerate(keys)}
    things = [places[names.get(key, key)] for key in keys]
    beside: defaultdict[int, set[int]] = defaultdict(set)
    for first, second in links:
        one, other = things[places[first]], things[places[second]]
        if one != other:
            beside[one].add(other)
            beside[other].add(one)
    # A set of things is the bits of an integer.
    reached = {thing: 1 << thing for thing in beside}
    means = []
    for _ in range(_HOPS):
        wider = {}
        for thing, near in beside.items():
            wider[thing] = reached[thing]
            for other in near:
                wider[thing] |= reached[other]
        reached = wider
        counts = {thing: bits.bit_count() - 1 for thing, bits in reached.items()}
        means.append(sum(counts.get(thing, 0) for thing in things) / store.statistics().concepts)
    return means


def _figures(graph: LanguageGraph, questions: Sequence[Any]) -> dict[str, float]:
    scores = scores_of(partial(ranked_documents, graph.ranker()), questions)
    means = hop_neighbours(graph.store)
    hops = {f"neighbours within {hop}": mean for hop, mean in enumerate(means, start=1)}
    return {
        "concepts": graph.statistics().concepts,
        **hops,
        "recall@2": scores["recall@2"],
        "recall@5": scores["recall@5"],
    }


def _homonyms(store: LanguageGraphStore) -> set[str]:
    """Return the concepts that are the titles of several documents, apart from what stands in brackets."""
    titles: defaultdict[str, set[str]] = defaultdict(set)
    for record in store.documents():
        titles[concept_key(without_brackets(record.title), record.language)].add(record.title)
    return {key for key, own in titles.items() if len(own) > 1}


def _of_kind(relations: Sequence[MetaRelation], kind: RelationKind) -> list[MetaRelation]:
    return [each for each in relations if each.kind is kind]


def _drawn(store: LanguageGraphStore, relations: Sequence[MetaRelation], chance: random.Random) -> Iterator[str]:
    for kind in (RelationKind.ALIAS_OF, RelationKind.IS_A):
        own = _of_kind(relations, kind)
        for each in chance.sample(own, min(_DRAWN, len(own))):
            yield f"{kind}\t{each.subject}\t{each.object}\t{each.evidence[0].origin}"
            for sentence in store.sentences([item.sentence_id for item in each.evidence][:2]):
                yield f"\t{sentence.text}"


def _digest(graph: LanguageGraph) -> str:
    out = io.BytesIO()
    graph.export(out, format="jsonl")
    return hashlib.sha256(out.getvalue()).hexdigest()
