"""How many entities of a gold annotation a graph has, and how well it tells which mentions are one thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.construction.recorded_papers import Paper, RecordedGraph
from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import read_rows
from lgm_core.language.concepts import concept_key
from lgm_core.model import DocumentGraph, document_entities

__all__ = ["GoldDocument", "constructed_things", "gold_figures", "joined_with", "read_gold", "recorded_things"]

Place = tuple[int, str]
"""Where a thing is mentioned: the number of the sentence, and the concept key of the surface."""


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """A document's gold entities, each as the places of its mentions."""

    id: str
    entities: tuple[frozenset[Place], ...]


def read_gold(path: Path) -> list[GoldDocument]:
    """Read gold documents in the form of SciERC as JSON Lines.

    A row has `id`, `sentences` (lists of tokens), `entities` (`start`, `end`: token numbers in the document, the
    last excluded) and `coreference`, lists of such spans `[start, end]` that are one thing. A mention in no list is a
    thing by itself.

    Raises:
        InputError: the file cannot be read, or a row is not of this form.
    """
    return [_gold(place, row) for place, row in read_rows(path)]


def gold_figures(pairs: Iterable[tuple[GoldDocument, Sequence[frozenset[Place]]]]) -> dict[str, float]:
    """Compare things that a graph has with gold entities, all documents taken together.

    `entity_recall`: the share of gold entities of which some mention's name is a name in the graph. Of coreference, as
    MUC counts it (links that are missing or too many) and as B-cubed does (for each mention, the share of its thing
    that is right): F1 over the gold mentions, of which each that the graph does not have is a thing by itself.
    """
    found = total = documents = 0
    muc: defaultdict[str, float] = defaultdict(float)
    cubed: defaultdict[str, float] = defaultdict(float)
    for gold, things in pairs:
        documents += 1
        names = {key for thing in things for _, key in thing}
        total += len(gold.entities)
        found += sum(any(key in names for _, key in entity) for entity in gold.entities)
        thing_of = {place: number for number, thing in enumerate(things) for place in thing}
        groups: defaultdict[Any, set[Place]] = defaultdict(set)
        for place in frozenset().union(*gold.entities):
            groups[thing_of.get(place, place)].add(place)
        own = [frozenset(group) for group in groups.values()]
        for counts, more in (
            (muc, _muc(gold.entities, own, "recall")),
            (muc, _muc(own, gold.entities, "precision")),
            (cubed, _cubed(gold.entities, own)),
        ):
            for name, count in more.items():
                counts[name] += count
    return {
        "documents": documents,
        "entity_recall": found / total if total else 0.0,
        "coreference_muc": _f1(muc),
        "coreference_b_cubed": _f1(cubed),
    }


def recorded_things(graph: RecordedGraph) -> list[frozenset[Place]]:
    """Return the things of a recorded graph by the places of their mentions."""
    return [
        frozenset((number, concept_key(surface, "en")) for number, surface in entity.mentions)
        for entity in graph.entities
    ]


def constructed_things(graph: DocumentGraph) -> list[frozenset[Place]]:
    """Return the things of a constructed document by the places of their mentions; pronouns by the pronoun."""
    positions = {sentence.id: sentence.position for sentence in graph.sentences}
    return [
        frozenset(
            (positions[mention.sentence_id], concept_key(mention.surface, "en"))
            for mention in thing.mentions
            if mention.end > mention.start
        )
        for thing in document_entities(graph, every_concept=False)
    ]


def joined_with(gold: Sequence[GoldDocument], papers: Iterable[Paper]) -> list[tuple[GoldDocument, Paper]]:
    """Return gold documents with the papers whose titles are their ids, and that have as many sentences.

    Raises:
        InputError: there is none.
    """
    by_title: Mapping[str, Paper] = {paper.title: paper for paper in papers}
    joined = [(each, by_title[each.id]) for each in gold if each.id in by_title]
    if not joined:
        raise InputError("no gold document has a paper's title as its id; there is nothing to compare")
    return joined


def _gold(place: str, row: Mapping[str, Any]) -> GoldDocument:
    try:
        tokens = [(number, token) for number, sentence in enumerate(row["sentences"]) for token in sentence]
        spans = [_span(entity) for entity in row["entities"]]
        clusters = [[_span(span) for span in cluster] for cluster in row.get("coreference") or ()]
        clustered = {span for cluster in clusters for span in cluster}
        groups = [*clusters, *([span] for span in dict.fromkeys(spans) if span not in clustered)]
        things = [frozenset(_place(tokens, span) for span in group) for group in groups]
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise InputError(f"{place}: not a gold document: {type(error).__name__} {error}") from error
    return GoldDocument(str(row["id"]), tuple(things))


def _span(item: Any) -> tuple[int, int]:  # noqa: ANN401  # JSON
    start, end = (item["start"], item["end"]) if isinstance(item, Mapping) else item[:2]
    return int(start), int(end)


def _place(tokens: Sequence[tuple[int, str]], span: tuple[int, int]) -> Place:
    words = [word for _, word in tokens[span[0] : span[1]]]
    return tokens[span[0]][0], concept_key(" ".join(words), "en")


def _muc(keys: Sequence[frozenset[Place]], others: Sequence[frozenset[Place]], name: str) -> dict[str, float]:
    """Count the links that make up things, and those of them that others have."""
    group_of = {place: number for number, group in enumerate(others) for place in group}
    links = kept = 0
    for key in keys:
        links += len(key) - 1
        kept += len(key) - len({group_of.get(place, place) for place in key})
    return {f"{name} found": kept, f"{name} all": links}


def _cubed(gold: Sequence[frozenset[Place]], own: Sequence[frozenset[Place]]) -> dict[str, float]:
    counts: defaultdict[str, float] = defaultdict(float)
    gold_of = {place: thing for thing in gold for place in thing}
    for group in own:
        for place in group:
            shared = len(group & gold_of[place])
            counts["recall found"] += shared / len(gold_of[place])
            counts["precision found"] += shared / len(group)
            counts["recall all"] += 1
            counts["precision all"] += 1
    return counts


def _f1(counts: Mapping[str, float]) -> float:
    recall, precision = (
        counts.get(f"{name} found", 0.0) / counts[f"{name} all"] if counts.get(f"{name} all") else 0.0
        for name in ("recall", "precision")
    )
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
