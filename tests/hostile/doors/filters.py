"""Filters on metadata, in every call that takes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from lgm_core.graph.metadata_filter import parse_where
from lgm_core.graph.neo4j.whole_documents import matches
from tests.hostile.attack import Attack
from tests.hostile.graphs import asked_all, small_graph
from tests.hostile.strings import PIECES


def _filter(where: Any, _folder: Path) -> None:
    """Ask under a filter; the store lets the same documents through as the filter's meaning in Python."""
    graph = small_graph()
    held = graph.documents()
    passing = [record.id for record in graph.documents(where=where)]
    assert passing == [record.id for record in held if matches(parse_where(where), record)]
    asked_all(graph, "Which apples are fruit?", where)


def _nested_list(operator: str, depth: int) -> Any:
    where: Any = {"year": 2020}
    for _ in range(depth):
        where = {operator: [where]}
    return where


def _nested(operator: str, depth: int) -> Any:
    where: Any = {"$eq": 2020}
    for _ in range(depth):
        where = {operator: where}
    return {"year": where}


def _deep_value(depth: int) -> Any:
    value: Any = 2020
    for _ in range(depth):
        value = [value]
    return {"year": value}


def _holding_itself(_size: int) -> Any:
    where: dict[str, Any] = {}
    where["$and"] = [where, {"year": where}]
    return where


_FORMS: dict[str, Callable[[int], Any]] = {
    "$and in one another": partial(_nested_list, "$and"),
    "$or in one another": partial(_nested_list, "$or"),
    "$not in one another": partial(_nested, "$not"),
    "$eq in one another": partial(_nested, "$eq"),
    "lists in one another": _deep_value,
    "a filter that holds itself": _holding_itself,
    "many values": lambda size: {"year": {"$in": list(range(size))}},
    "many long values": lambda size: {"year": {"$nin": [str(number) * 50 for number in range(size)]}},
    "many fields": lambda size: {f"field {number}": 1 for number in range(size)},
    "many alternatives": lambda size: {"$or": [{"year": number} for number in range(size)]},
    "a long field": lambda size: {"y" * size: 1},
    "a long value": lambda size: {"year": "y" * size},
    "a long operator": lambda size: {"year": {f"${'x' * size}": 1}},
    "a long combination": lambda size: {f"${'x' * size}": []},
    "an integer of many digits": lambda size: {"year": 10**size},
    "a bound of many digits": lambda size: {"year": {"$gt": -(10**size)}},
    "fields of integers": lambda size: {10**size: 1},
    "a wrong value of many digits": lambda size: {"year": {"$exists": 10**size}},
    "wrong values of many digits": lambda size: {"year": {"$gt": [10**size]}},
    "no number": lambda _: {"year": {"$lte": float("nan")}},
    "infinity": lambda _: {"year": float("inf")},
    "bytes": lambda size: {"year": b"\xff" * size},
    "an object": lambda _: {"year": object()},
    "a type": lambda _: {"year": {"$in": str}},
    "an object for an operator": lambda _: {"year": {object(): 1}},
    "a long text to look for": lambda size: {"id": {"$text_match": "a" * size}},
    "wild cards to look for": lambda size: {"id": {"$text_match_insensitive": "%_*?[" * size}},
    "text": lambda size: "x" * size,
    "a list": lambda size: [{"year": 1}] * size,
}


def _of_piece(piece: str, _size: int) -> Any:
    return {
        "$or": [
            {piece: 1},
            {"title": piece},
            {"id": {"$text_match": piece}},
            {f"document_metadata.{piece}": {"$ne": piece}},
        ]
    }


FILTERS = [
    *(Attack(name, make, _filter, 3_000) for name, make in _FORMS.items()),
    *(Attack(f"{piece!r:.40}", partial(_of_piece, piece), _filter) for piece in PIECES),
]
