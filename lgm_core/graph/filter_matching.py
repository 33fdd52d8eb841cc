"""Evaluating metadata filters in Python."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lgm_core.graph.metadata_filter import (
    Combination,
    Condition,
    MetadataFilter,
    Quantifier,
    Test,
    kind_of,
    looked_up,
    storable_number,
)
from lgm_core.model import DocumentRecord, Scalar

__all__ = ["matches"]

_ORDERINGS: Mapping[Test, Callable[[Any, Any], bool]] = {
    Test.GREATER: operator.gt,
    Test.GREATER_OR_EQUAL: operator.ge,
    Test.LESS: operator.lt,
    Test.LESS_OR_EQUAL: operator.le,
}


def matches(condition: MetadataFilter | None, document: DocumentRecord) -> bool:
    """Tell whether a document passes a filter; without one, every document does."""
    match condition:
        case None:
            return True
        case Combination(Quantifier.ALL, parts):
            return all(matches(part, document) for part in parts)
        case Combination(quantifier, parts):
            return any(matches(part, document) for part in parts) is (quantifier is Quantifier.ANY)
        case Condition(field, test, compared):
            values = _values(field, document)
            if values is None or test is Test.IS_THERE:
                return values is not None
            return any(_passes(value, test, compared) for value in values)


def _values(field: str, document: DocumentRecord) -> Sequence[Scalar] | None:
    """Return the values of a field, a single one as a list of one; None when the document has no such field."""
    name, own_field = looked_up(field)
    if name is not None and name in document.metadata:
        value = document.metadata[name]
        return [value] if value is None or isinstance(value, str | int | float) else value
    return None if own_field is None else [getattr(document, own_field)]


def _passes(value: Scalar, test: Test, compared: tuple[Scalar, ...]) -> bool:
    if test is Test.IS_FILLED:
        return value is not None and value != ""
    if test is Test.AMONG:
        kind, comparable = kind_of(value), _comparable(value)
        return any(kind == kind_of(candidate) and comparable == candidate for candidate in compared)
    (bound,) = compared
    if kind_of(value) != kind_of(bound):
        return False
    if test in _ORDERINGS:
        return _ORDERINGS[test](_comparable(value), bound)
    text, sought = str(value), str(bound)
    return sought in text if test is Test.HAS_TEXT else sought.casefold() in text.casefold()


def _comparable(value: Scalar) -> Scalar:
    return storable_number(value) if isinstance(value, int | float) and not isinstance(value, bool) else value
