"""LangChain's metadata filters as filters of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from langchain_core.structured_query import Comparator, Comparison, FilterDirective, Operation, Operator

from lgm_core import InputError
from lgm_core.hosts import joined_where
from lgm_core.ports import Where

__all__ = ["Filter", "to_where"]

Filter: TypeAlias = Mapping[str, Any] | FilterDirective
"""A filter like those of LangChain's vector stores, `{"$or": [{"year": {"$gte": 2020}}, {"tags": "new"}]}`, or the
`filter` of a `StructuredQuery`, as made by self-querying."""

_COMPARATORS = {
    Comparator.EQ: "$eq",
    Comparator.NE: "$ne",
    Comparator.GT: "$gt",
    Comparator.GTE: "$gte",
    Comparator.LT: "$lt",
    Comparator.LTE: "$lte",
    Comparator.CONTAIN: "$contains",
    Comparator.IN: "$in",
    Comparator.NIN: "$nin",
}


def to_where(filter: Filter | None) -> Where | None:
    """Turn a filter into the engine's; None lets everything through.

    Raises:
        InputError: it is a function, an operator is not supported, or an operator cannot compare a value.
    """
    return joined_where(_directive(filter) if isinstance(filter, FilterDirective) else filter, None)


def _directive(directive: FilterDirective) -> Mapping[str, Any]:
    if isinstance(directive, Comparison):
        if directive.comparator not in _COMPARATORS:
            known = ", ".join(comparator.value for comparator in _COMPARATORS)
            raise InputError(f"the comparator {directive.comparator.value!r} is not supported; use one of {known}")
        return {directive.attribute: {_COMPARATORS[directive.comparator]: _value(directive.value)}}
    if not isinstance(directive, Operation):
        raise InputError(f"the filter {directive!r} is neither a comparison nor an operation")
    parts = [_directive(argument) for argument in directive.arguments]
    match directive.operator:
        case Operator.AND:
            return {"$and": parts}
        case Operator.OR:
            return {"$or": parts}
        case Operator.NOT:
            return {"$not": {"$or": parts}}


def _value(value: object) -> object:
    """Return a value as it stands in metadata; LangChain writes dates as `{"type": "date", "date": …}`."""
    if isinstance(value, Mapping) and isinstance(kind := value.get("type"), str) and kind in value:
        return value[kind]
    return value
