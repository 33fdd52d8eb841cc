"""Recordings of several papers as one, so that one model can answer for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from lgm_core.evaluation.construction.recorded_folder import Paper, RecordedGraph

__all__ = ["joined_recording"]


def joined_recording(papers: Sequence[Paper], graphs: Mapping[str, RecordedGraph]) -> tuple[Paper, RecordedGraph]:
    """Return papers after each other as one paper, with what their graphs have; ids tell the paper.

    Args:
        papers: at least one.
        graphs: by paper.
    """
    entities, triples, broader = [], [], []
    predicates: dict[str, tuple[str, str]] = {}
    before = 0
    for paper in papers:
        graph, mark = graphs[paper.id], f"{paper.id} "
        for entity in graph.entities:
            mentions = tuple((before + number, surface) for number, surface in entity.mentions)
            entities.append(replace(entity, id=mark + entity.id, mentions=mentions))
        triples += [(mark + subject, mark + predicate, mark + object_) for subject, predicate, object_ in graph.triples]
        broader += [(mark + narrower, mark + other) for narrower, other in graph.broader]
        predicates |= {mark + id: wording for id, wording in graph.predicates.items()}
        before += len(paper.sentences)
    sections = tuple(section for paper in papers for section in paper.sections)
    joined = replace(papers[0], sections=sections)
    return joined, RecordedGraph(joined.id, tuple(entities), predicates, tuple(triples), tuple(broader))
