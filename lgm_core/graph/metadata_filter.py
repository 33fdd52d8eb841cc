"""Filters on document metadata: checked once, joined, and turned into conditions that every store can evaluate.

A value is null, a boolean, a number or a string, and is only compared with values of its kind: numbers with numbers
(`1` equals `1.0`), strings with strings by code point, booleans (never equal to `1` or `0`) and null only for equality.
Values of different kinds do not match. A list meets a condition if any of its values does; a single value counts as a
list of one. A missing field meets only `$ne`, `$nin`, `{"$exists": false}`, `{"$empty": true}` and conditions under
`$not`; `$ne` and `$nin` are the exact opposites of `$eq` and `$in`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from lgm_core.errors import InputError, nearest_name, shown
from lgm_core.graph.plain_values import NotPlainError, plain_value
from lgm_core.graph.port import Where
from lgm_core.model import Scalar

__all__ = [
    "Combination",
    "Comparison",
    "Condition",
    "MetadataFilter",
    "Quantifier",
    "fields_of",
    "filter_key",
    "joined_where",
    "kind_of",
    "listed",
    "looked_up",
    "parse_where",
    "storable_number",
]

_OWN_FIELDS = ("id", "source", "title")
"""Fields of a document that filters can name unless its metadata has a field of the same name."""

_DOCUMENT_ID = "document_id"
"""The name of the document's id in results."""

_SHADOWED = "document_metadata."
"""Where results put metadata fields whose names they use themselves."""

_LARGEST_INTEGER = 2**63 - 1
"""The largest integer of SQLite, which reads larger ones as floats."""

_MOST_CONDITIONS = 500
"""The most conditions of a filter: SQLite refuses expressions deeper than a thousand."""

_DEEPEST = 10
"""The deepest nesting of a filter: SQLite's parser has a small stack."""


class Comparison(Enum):
    """What is compared of a field's value."""

    AMONG = "among the values"
    GREATER = ">"
    GREATER_OR_EQUAL = ">="
    LESS = "<"
    LESS_OR_EQUAL = "<="
    HAS_TEXT = "a string that holds the value"
    HAS_TEXT_IN_ANY_CASE = "a string that holds the value, in upper or lower case"
    IS_FILLED = "neither null nor an empty string"
    IS_THERE = "the field exists, even with an empty list"


@dataclass(frozen=True, slots=True)
class Condition:
    """What any value of a field must meet; `values` are what it compares with: one item, except for `AMONG`."""

    field: str
    comparison: Comparison
    values: tuple[Scalar, ...] = ()


class Quantifier(Enum):
    """How many parts of a combination must hold."""

    ALL = "all"
    ANY = "any"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Combination:
    """Filters of which all, any or none must hold; at least one."""

    quantifier: Quantifier
    parts: tuple[MetadataFilter, ...]


MetadataFilter: TypeAlias = Condition | Combination


def parse_where(where: Where | None) -> MetadataFilter | None:
    """Check a filter; return it as a tree, or None if all documents pass.

    Raises:
        InputError: it is not a mapping, an operator is unknown, a value has the wrong type for its operator, a part is
            empty, or it is too large.
    """
    if where is None:
        return None
    if not isinstance(where, Mapping):
        raise InputError(f"the filter {shown(where)} is not a mapping, such as {{'year': {{'$gte': 2020}}}}")
    if not where:
        return None
    parsed = _filter(where, 1)
    if (count := _condition_count(parsed)) > _MOST_CONDITIONS:
        raise InputError(f"filter: {count} conditions are too many; use at most {_MOST_CONDITIONS}, or $in with a list")
    return parsed


def filter_key(where: Where | None) -> str:
    """Return a text equal for filters that differ only in order; empty for one that all documents pass.

    It distinguishes `1` from `True`, and is the same in every process, whatever the order of sets there.

    Raises:
        InputError: as `parse_where` does.
    """
    parsed = parse_where(where)
    return "" if parsed is None else _key_of(parsed)


def _key_of(parsed: MetadataFilter) -> str:
    if isinstance(parsed, Condition):
        values = sorted({repr(_shortest(value)) for value in parsed.values})
        return f"{parsed.field!r} {parsed.comparison.name} ({', '.join(values)})"
    return f"{parsed.quantifier.name} ({', '.join(sorted({_key_of(part) for part in parsed.parts}))})"


def _shortest(value: Scalar) -> Scalar:
    """Return a number as an integer if possible, since `1` and `1.0` are equal."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def fields_of(parsed: MetadataFilter) -> list[str]:
    """Return the distinct fields named in a filter."""
    if isinstance(parsed, Condition):
        return [parsed.field]
    return list(dict.fromkeys(field for part in parsed.parts for field in fields_of(part)))


def _filter(where: object, depth: int) -> MetadataFilter:
    if not isinstance(where, Mapping) or not where:
        raise InputError(f"filter: {shown(where)} is not a filter, such as {{'year': {{'$gte': 2020}}}}")
    if depth > _DEEPEST:
        raise InputError(f"filter: it is nested more than {_DEEPEST} levels deep; make it flatter")
    parts: list[MetadataFilter] = []
    for name, requirement in where.items():
        if not isinstance(name, str):
            raise InputError(f"filter: {shown(name)} is not the name of a metadata field")
        if name.startswith("$"):
            parts.append(_combined(name, requirement, depth))
        else:
            parts.append(_field_filter(name, requirement, depth))
    return _all_of(parts)


def _combined(name: str, requirement: object, depth: int) -> MetadataFilter:
    """Return the filter of `$and`, `$or` or `$not`, at the top or nested."""
    if name == "$not":
        return _none_of([_filter(requirement, depth + 1)])
    if name not in ("$and", "$or"):
        raise InputError(f"filter: {shown(name)} is not a metadata field; filters are combined by $and, $or and $not")
    if not isinstance(requirement, list | tuple) or not requirement:
        raise InputError(f"filter: {name} needs a list of filters, not {shown(requirement)}")
    parts = [_filter(part, depth + 1) for part in requirement]
    return _all_of(parts) if name == "$and" else Combination(Quantifier.ANY, tuple(parts))


def _field_filter(field: str, requirement: object, depth: int) -> MetadataFilter:
    """Return the filter on one field: a value, or operators with values."""
    if depth > _DEEPEST:
        raise InputError(f"filter: it is nested more than {_DEEPEST} levels deep; make it flatter")
    if not isinstance(requirement, Mapping):
        return _equal(field, requirement)
    if not requirement:
        raise InputError(f"filter: {shown(field)} has no operator; use one of {_names()}")
    parts: list[MetadataFilter] = []
    for name, value in requirement.items():
        if name == "$not":
            if not isinstance(value, Mapping):
                raise InputError(
                    f"filter: {shown(field)} $not needs an operator, such as {{'$in': [1, 2]}}, not {shown(value)}"
                )
            parts.append(_none_of([_field_filter(field, value, depth + 1)]))
        elif name in _OPERATORS:
            parts.append(_OPERATORS[name](field, value))
        else:
            near = nearest_name(f"${str(name).lstrip('$')}", _OPERATORS)
            given = f"{shown(name)} (perhaps {near})" if near else shown(name)
            raise InputError(f"filter: {shown(field)} has the unknown operator {given}; use one of {_names()}")
    return _all_of(parts)


def _all_of(parts: list[MetadataFilter]) -> MetadataFilter:
    return parts[0] if len(parts) == 1 else Combination(Quantifier.ALL, tuple(parts))


def _none_of(parts: list[MetadataFilter]) -> MetadataFilter:
    return Combination(Quantifier.NONE, tuple(parts))


def _condition_count(parsed: MetadataFilter) -> int:
    return 1 if isinstance(parsed, Condition) else sum(map(_condition_count, parsed.parts))


def _equal(field: str, value: object) -> Condition:
    return Condition(field, Comparison.AMONG, (_checked(field, value),))


def _contains_all(field: str, values: object) -> MetadataFilter:
    wanted = _list(field, "$all", values)
    if not wanted:
        raise InputError(f"filter: {shown(field)} $all needs at least one value; without any, all documents would pass")
    return _all_of([Condition(field, Comparison.AMONG, (value,)) for value in wanted])


def _list(field: str, name: str, values: object) -> tuple[Scalar, ...]:
    if not isinstance(values, list | tuple | set | frozenset):
        raise InputError(f"filter: {shown(field)} {name} needs a list of values, not {shown(values)}")
    return tuple(_checked(field, item) for item in values)


def _ordering(name: str, comparison: Comparison) -> Callable[[str, object], MetadataFilter]:
    def parse(field: str, value: object) -> MetadataFilter:
        checked = _checked(field, value)
        if kind_of(checked) not in ("number", "string"):
            raise InputError(f"filter: {shown(field)} {name} needs a number or a string, not {shown(value)}")
        return Condition(field, comparison, (checked,))

    return parse


def _yes_or_no(name: str, comparison: Comparison, *, opposite: bool = False) -> Callable[[str, object], MetadataFilter]:
    def parse(field: str, value: object) -> MetadataFilter:
        if not isinstance(value, bool):
            raise InputError(f"filter: {shown(field)} {name} needs true or false, not {shown(value)}")
        condition = Condition(field, comparison)
        return condition if value is not opposite else _none_of([condition])

    return parse


def _text(name: str, comparison: Comparison) -> Callable[[str, object], MetadataFilter]:
    def parse(field: str, value: object) -> MetadataFilter:
        if not isinstance(value, str) or not value:
            raise InputError(f"filter: {shown(field)} {name} needs a string to look for, not {shown(value)}")
        return Condition(field, comparison, (_checked(field, value),))

    return parse


_OPERATORS: Mapping[str, Callable[[str, Any], MetadataFilter]] = {
    "$eq": _equal,
    "$ne": lambda field, value: _none_of([_equal(field, value)]),
    "$gt": _ordering("$gt", Comparison.GREATER),
    "$gte": _ordering("$gte", Comparison.GREATER_OR_EQUAL),
    "$lt": _ordering("$lt", Comparison.LESS),
    "$lte": _ordering("$lte", Comparison.LESS_OR_EQUAL),
    "$in": lambda field, values: Condition(field, Comparison.AMONG, _list(field, "$in", values)),
    "$nin": lambda field, values: _none_of([Condition(field, Comparison.AMONG, _list(field, "$nin", values))]),
    "$contains": _equal,
    "$all": _contains_all,
    "$exists": _yes_or_no("$exists", Comparison.IS_THERE),
    "$empty": _yes_or_no("$empty", Comparison.IS_FILLED, opposite=True),
    "$text_match": _text("$text_match", Comparison.HAS_TEXT),
    "$text_match_insensitive": _text("$text_match_insensitive", Comparison.HAS_TEXT_IN_ANY_CASE),
}


def _names() -> str:
    return ", ".join((*_OPERATORS, "$not"))


def looked_up(field: str) -> tuple[str | None, str | None]:
    """Return where to look up a field: in the metadata under this name, else among the document's own fields."""
    if field == _DOCUMENT_ID:
        return None, "id"
    if field.startswith(_SHADOWED):
        return field.removeprefix(_SHADOWED), None
    return field, field if field in _OWN_FIELDS else None


def _checked(field: str, value: object) -> Scalar:
    """Return a value in a form that every store can compare, as metadata store it."""
    if not isinstance(value, str | int | float | None) or isinstance(value, Enum):
        with suppress(NotPlainError):
            value = plain_value(value)
    if isinstance(value, str):
        if "\0" in value:
            raise InputError(
                f"filter: {shown(field)} is compared with a string that holds a NUL character: {shown(value)}"
            )
        return value
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        number = storable_number(value)
        if math.isfinite(number):
            return number
        raise InputError(f"filter: {shown(field)} is compared with {shown(value)}, which is not a finite number")
    raise InputError(
        f"filter: {shown(field)} is compared with {shown(value)}; use a string, number, boolean or null, "
        "or a list under $in (any of them) or $all"
    )


def kind_of(value: object) -> str:
    """Return the kind of a value: `null`, `boolean`, `number` or `string`; empty for others."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    return "string" if isinstance(value, str) else ""


def storable_number(value: float) -> float:
    """Return an integer beyond 64 bits as a float, as SQLite reads it."""
    if isinstance(value, int) and not -_LARGEST_INTEGER - 1 <= value <= _LARGEST_INTEGER:
        try:
            return float(value)
        except OverflowError:
            return math.inf
    return value


def listed(ids: str | Sequence[str]) -> Sequence[str]:
    """Return ids as a list, also a single one."""
    return [ids] if isinstance(ids, str) else ids


def joined_where(fixed: Where | None, asked: Where | None) -> Where | None:
    """Return a filter for documents that pass both; None for all documents.

    Raises:
        InputError: one of them is not a valid filter.
    """
    given = [where for where in (fixed, asked) if parse_where(where) is not None]
    return {"$and": given} if len(given) > 1 else given[0] if given else None
