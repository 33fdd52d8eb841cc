"""Cycles of is-a relations, which make something a kind of itself, and the relations overruled to break them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from lgm_core.model import MetaRelation, Verdict

__all__ = ["in_circles", "overruled"]

_Node = TypeVar("_Node", bound=Hashable)


def in_circles(links: Iterable[tuple[_Node, _Node]]) -> set[tuple[_Node, _Node]]:
    """Return those of some links, each from one node to another, that are part of a cycle."""
    links = set(links)
    after: defaultdict[_Node, list[_Node]] = defaultdict(list)
    for start, end in links:
        after[start].append(end)
    part = {node: number for number, nodes in enumerate(_strong_components(after)) for node in nodes}
    return {(start, end) for start, end in links if part[start] == part[end]}


def overruled(relations: Sequence[MetaRelation]) -> list[MetaRelation]:
    """Return the relations of one kind to overrule so that no cycle is left.

    A relation is overruled if others with at least as much evidence lead from its end back to its start: confirmed ones
    count more than others, then those that more sentences state, then those that more readers found. In a tie, all are
    overruled.
    """
    kept: list[MetaRelation] = []
    given_way: list[MetaRelation] = []
    by_weight: defaultdict[tuple[bool, int, int], list[MetaRelation]] = defaultdict(list)
    for relation in relations:
        by_weight[_weight(relation)].append(relation)
    for weight in sorted(by_weight, reverse=True):
        kept += by_weight[weight]
        circular = in_circles((relation.subject, relation.object) for relation in kept)
        # Relations with more evidence form no cycle on their own, and in one with these they are not overruled.
        given_way += [relation for relation in by_weight[weight] if (relation.subject, relation.object) in circular]
        gone = {relation.key for relation in given_way}
        kept = [relation for relation in kept if relation.key not in gone]
    return given_way


def _weight(relation: MetaRelation) -> tuple[bool, int, int]:
    """Return the weight of a relation's evidence: verdict, number of sentences, number of readers."""
    sentences = {evidence.sentence_id for evidence in relation.evidence}
    origins = {evidence.origin for evidence in relation.evidence}
    return relation.verdict is Verdict.VALID, len(sentences), len(origins)


def _strong_components(after: dict[_Node, list[_Node]]) -> Iterator[list[_Node]]:
    """Yield the strongly connected components (Tarjan 1972), without recursion."""
    order: dict[_Node, int] = {}
    lowest: dict[_Node, int] = {}
    open_nodes: dict[_Node, None] = {}
    for root in list(after):
        if root in order:
            continue
        path = [(root, iter(after.get(root, ())))]
        order[root] = lowest[root] = len(order)
        open_nodes[root] = None
        while path:
            node, ends = path[-1]
            for end in ends:
                if end not in order:
                    order[end] = lowest[end] = len(order)
                    open_nodes[end] = None
                    path.append((end, iter(after.get(end, ()))))
                    break
                if end in open_nodes:
                    lowest[node] = min(lowest[node], order[end])
            else:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[node])
                if lowest[node] == order[node]:
                    component: list[_Node] = []
                    while not component or component[-1] != node:
                        component.append(open_nodes.popitem()[0])
                    yield component
