"""Metadata filters as conditions of SQL queries."""

from __future__ import annotations

import json
import sqlite3

from lgm_core.graph.metadata_filter import (
    Combination,
    Comparison,
    Condition,
    MetadataFilter,
    Quantifier,
    kind_of,
    looked_up,
    parse_where,
)
from lgm_core.graph.port import Where

__all__ = ["ALL", "add_filter_functions", "where_sql"]

ALL = "1"
"""The condition that every document meets."""

# Keys are compared by `json_each`, because a JSON path cannot express every key.
_FIELD = "SELECT type, value FROM json_each(d.metadata) WHERE key = ?"
_VALUES = """
    SELECT type, value FROM json_each(d.metadata) WHERE key = ? AND type <> 'array' UNION ALL
    SELECT item.type, item.value FROM json_each(d.metadata) AS list,
        json_each(CASE list.type WHEN 'array' THEN list.value ELSE '[]' END) AS item WHERE list.key = ?
"""
"""The types and values of a field, one row per value of a list."""

_LISTED = "(SELECT value FROM json_each(?))"


def add_filter_functions(connection: sqlite3.Connection) -> None:
    """Give a connection the functions that `where_sql` calls: SQLite only folds the case of ASCII letters."""
    connection.create_function("lgm_casefold", 1, _casefold, deterministic=True)


def _casefold(value: str | bytes | float | None) -> str | bytes | float | None:
    return value.casefold() if isinstance(value, str) else value


def where_sql(where: Where | None) -> tuple[str, list[str]]:
    """Return a filter as a SQL condition on a row `d` of `document`, with its parameters; `ALL` without a condition.

    Fields and values are always parameters. Values are passed as JSON, so that SQLite reads them exactly like the
    metadata.

    Raises:
        InputError: the filter cannot be understood.
    """
    parsed = parse_where(where)
    return (ALL, []) if parsed is None else _sql(parsed)


def _sql(condition: MetadataFilter) -> tuple[str, list[str]]:
    match condition:
        case Combination(quantifier, parts):
            terms, parameters = zip(*map(_sql, parts), strict=True)
            joined = f"({(' AND ' if quantifier is Quantifier.ALL else ' OR ').join(terms)})"
            all_parameters = [parameter for of_part in parameters for parameter in of_part]
            return (f"NOT {joined}" if quantifier is Quantifier.NONE else joined), all_parameters
        case Condition():
            rows, names = _rows_sql(condition)
            test, values = _test_sql(condition)
            return f"EXISTS (SELECT 1 FROM ({rows}) AS field WHERE {test})", names + values  # noqa: S608  # fixed text


def _rows_sql(condition: Condition) -> tuple[str, list[str]]:
    """Return a query for types and values of a field; metadata take precedence over the document's own fields."""
    name, own_field = looked_up(condition.field)
    if name is None:
        return f"SELECT typeof(d.{own_field}) AS type, d.{own_field} AS value", []
    rows, names = (_FIELD, [name]) if condition.comparison is Comparison.IS_THERE else (_VALUES, [name, name])
    if own_field is None:
        return rows, names
    own = f"SELECT typeof(d.{own_field}), d.{own_field} WHERE NOT EXISTS ({_FIELD})"
    return f"{rows} UNION ALL {own}", [*names, name]


def _test_sql(condition: Condition) -> tuple[str, list[str]]:
    """Return the test on the columns `type` and `value` of an existing field."""
    values = condition.values
    match condition.comparison:
        case Comparison.IS_THERE:
            return "1", []
        case Comparison.IS_FILLED:
            return "field.type <> 'null' AND NOT (field.type = 'text' AND field.value = '')", []
        case Comparison.HAS_TEXT:
            return "field.type = 'text' AND instr(field.value, ?)", [str(values[0])]
        case Comparison.HAS_TEXT_IN_ANY_CASE:
            folded = "instr(lgm_casefold(field.value), lgm_casefold(?))"
            return f"field.type = 'text' AND {folded}", [str(values[0])]
        case Comparison.AMONG:
            return _among_sql(condition)
        case ordering:
            types = "('text')" if isinstance(values[0], str) else "('integer', 'real')"
            test = f"field.type IN {types} AND field.value {ordering.value} json_extract(?, '$')"
            return test, [json.dumps(values[0])]


def _among_sql(condition: Condition) -> tuple[str, list[str]]:
    strings = [value for value in condition.values if kind_of(value) == "string"]
    numbers = [value for value in condition.values if kind_of(value) == "number"]
    constants = [json.dumps(value) for value in condition.values if kind_of(value) in ("null", "boolean")]
    test = (
        f"(field.type = 'text' AND field.value IN {_LISTED})"
        f" OR (field.type IN ('integer', 'real') AND field.value IN {_LISTED})"
        f" OR field.type IN {_LISTED}"
    )
    return test, [json.dumps(strings), json.dumps(numbers), json.dumps(constants)]
