"""Filters on document metadata: parsed once, then evaluated in Python or inside a SQLite query.

A value is null, a boolean, a number or a string, and is compared only with its own kind: numbers with numbers (`1`
equals `1.0`), strings with strings by code point, booleans (never equal to `1` or `0`) and null only for equality.
Values of different kinds do not match. A missing field matches only `$ne`, `$nin` and `{"$exists": false}`; `$ne` and
`$nin` are the exact opposites of `$eq` and `$in`.
"""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from lgm_core.errors import InputError
from lgm_core.graph.port import Where
from lgm_core.model import DocumentRecord, Scalar

__all__ = ["Condition", "Operator", "matches", "parse_where", "where_sql"]

_OWN_FIELDS = ("id", "source", "title")
"""Fields of a document that a filter can name beside its metadata."""
_LARGEST_INTEGER = 2**63 - 1
"""The largest integer of SQLite, which reads greater ones as floats."""


class Operator(StrEnum):
    """How a field is compared with what a filter asks."""

    EQ = "$eq"
    NE = "$ne"
    GT = "$gt"
    GTE = "$gte"
    LT = "$lt"
    LTE = "$lte"
    IN = "$in"
    NIN = "$nin"
    EXISTS = "$exists"


@dataclass(frozen=True, slots=True)
class Condition:
    """One comparison of a field; `values` has one item, or any number for `$in` and `$nin`."""

    field: str
    operator: Operator
    values: tuple[Scalar, ...]


_ORDERINGS: Mapping[Operator, tuple[str, Callable[[Any, Any], bool]]] = {
    Operator.GT: (">", operator.gt),
    Operator.GTE: (">=", operator.ge),
    Operator.LT: ("<", operator.lt),
    Operator.LTE: ("<=", operator.le),
}


def parse_where(where: Where | None) -> tuple[Condition, ...]:
    """Check a filter and return its conditions, all of which must hold.

    Raises:
        InputError: it is no mapping, an operator is unknown, or a value is not what its operator compares.
    """
    if where is not None and not isinstance(where, Mapping):
        raise InputError(f"where={where!r} is not a mapping, such as {{'year': {{'$gte': 2020}}}}")
    conditions: list[Condition] = []
    for field, requirement in (where or {}).items():
        if not isinstance(field, str) or field.startswith("$"):
            raise InputError(
                f"where: {field!r} is not a metadata field; all conditions of a filter are combined by 'and'"
            )
        comparisons = requirement if isinstance(requirement, Mapping) else {Operator.EQ: requirement}
        if not comparisons:
            raise InputError(f"where: {field!r} has no operator; use one of {_names()}")
        conditions.extend(_condition(field, name, value) for name, value in comparisons.items())
    return tuple(conditions)


def _names() -> str:
    return ", ".join(Operator)


def _condition(field: str, name: str, value: object) -> Condition:
    try:
        comparison = Operator(name)
    except ValueError:
        raise InputError(f"where: {field!r} has the unknown operator {name!r}; use one of {_names()}") from None
    if comparison in (Operator.IN, Operator.NIN):
        if not isinstance(value, list | tuple | set | frozenset):
            raise InputError(f"where: {field!r} {name} needs a list of values, not {value!r}")
        return Condition(field, comparison, tuple(_checked(field, item) for item in value))
    if comparison is Operator.EXISTS and not isinstance(value, bool):
        raise InputError(f"where: {field!r} $exists needs true or false, not {value!r}")
    if comparison in _ORDERINGS and _kind(value) not in ("number", "string"):
        raise InputError(f"where: {field!r} {name} needs a number or a string, not {value!r}")
    return Condition(field, comparison, (_checked(field, value),))


def _checked(field: str, value: object) -> Scalar:
    """Return a value that every store can compare."""
    if isinstance(value, str):
        if "\0" in value:
            raise InputError(f"where: {field!r} is compared with a string that holds a NUL character: {value!r}")
        return value
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        number = _number(value)
        if math.isfinite(number):
            return number
        raise InputError(f"where: {field!r} is compared with {value!r}, which is not a finite number")
    raise InputError(f"where: {field!r} is compared with {value!r}; use a string, number, boolean or null, or $in")


def _kind(value: object) -> str:
    """Return which of the four kinds a value is, or an empty string."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    return "string" if isinstance(value, str) else ""


def _number(value: float) -> float:
    """Return an integer beyond 64 bits as a float, which is how SQLite reads it."""
    if isinstance(value, int) and not -_LARGEST_INTEGER - 1 <= value <= _LARGEST_INTEGER:
        try:
            return float(value)
        except OverflowError:
            return math.inf
    return value


def matches(conditions: tuple[Condition, ...], document: DocumentRecord) -> bool:
    """Tell whether a document meets all conditions."""
    return all(_holds(condition, document) for condition in conditions)


def _holds(condition: Condition, document: DocumentRecord) -> bool:
    name = condition.field
    present = name in document.metadata or name in _OWN_FIELDS
    value = document.metadata[name] if name in document.metadata else getattr(document, name) if present else None
    match condition.operator:
        case Operator.EXISTS:
            return present is condition.values[0]
        case Operator.EQ | Operator.IN:
            return present and _among(value, condition.values)
        case Operator.NE | Operator.NIN:
            return not (present and _among(value, condition.values))
        case ordering:
            bound = condition.values[0]
            return present and _kind(value) == _kind(bound) and _ORDERINGS[ordering][1](_comparable(value), bound)


def _comparable(value: Scalar) -> Scalar:
    return _number(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _among(value: Scalar, values: tuple[Scalar, ...]) -> bool:
    return any(_kind(value) == _kind(candidate) and _comparable(value) == candidate for candidate in values)


def where_sql(conditions: tuple[Condition, ...]) -> tuple[str, list[str]]:
    """Return the filter as a SQL condition on a row `d` of `document`, with its parameters.

    Fields and values are always parameters. Values travel as JSON, so that SQLite reads them exactly as it reads the
    metadata; keys are compared by `json_each`, because a JSON path cannot spell every key.
    """
    terms: list[str] = []
    parameters: list[str] = []
    for condition in conditions:
        source, names = _field_sql(condition.field)
        test, values = _test_sql(condition)
        absent = condition.operator in (Operator.NE, Operator.NIN) or condition == _missing(condition.field)
        exists = f"EXISTS (SELECT 1 FROM ({source}) AS field WHERE {test})"  # noqa: S608 - fixed text with parameters
        terms.append(f"NOT {exists}" if absent else exists)
        parameters += names + values
    return " AND ".join(terms) or "1", parameters


def _missing(field: str) -> Condition:
    return Condition(field, Operator.EXISTS, (False,))


def _field_sql(field: str) -> tuple[str, list[str]]:
    """Return a query for the type and value of a field; the document's own fields give way to metadata."""
    metadata = "SELECT type, value FROM json_each(d.metadata) WHERE key = ?"
    if field not in _OWN_FIELDS:
        return metadata, [field]
    own = f"SELECT 'text', d.{field} WHERE NOT EXISTS ({metadata})"
    return f"{metadata} UNION ALL {own}", [field, field]


def _test_sql(condition: Condition) -> tuple[str, list[str]]:
    """Return the test on the columns `type` and `value` of a field that is there."""
    if condition.operator is Operator.EXISTS:
        return "1", []
    if condition.operator in _ORDERINGS:
        bound = condition.values[0]
        types = "('text')" if isinstance(bound, str) else "('integer', 'real')"
        symbol = _ORDERINGS[condition.operator][0]
        return f"field.type IN {types} AND field.value {symbol} json_extract(?, '$')", [json.dumps(bound)]
    strings = [value for value in condition.values if _kind(value) == "string"]
    numbers = [value for value in condition.values if _kind(value) == "number"]
    constants = [json.dumps(value) for value in condition.values if _kind(value) in ("null", "boolean")]
    listed = "(SELECT value FROM json_each(?))"
    test = (
        f"(field.type = 'text' AND field.value IN {listed})"
        f" OR (field.type IN ('integer', 'real') AND field.value IN {listed})"
        f" OR field.type IN {listed}"
    )
    return test, [json.dumps(strings), json.dumps(numbers), json.dumps(constants)]
