"""Filters on metadata: what they mean, and that SQLite agrees with Python about it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.errors import InputError
from lgm_core.graph.metadata_filter import matches, parse_where, where_sql
from lgm_core.model import DocumentRecord, Metadata

METADATA: Metadata = {"year": 2020, "score": 1.5, "name": "apple", "draft": False, "note": None, "source": "its own"}


def record(metadata: Metadata) -> DocumentRecord:
    return DocumentRecord("d1", "Fruit", "a.md", "en", metadata, "hash", "recipe")


@pytest.fixture(scope="module")
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        yield connection


def matches_in_sql(connection: sqlite3.Connection, where: Any, document: DocumentRecord) -> bool:
    condition, parameters = where_sql(parse_where(where))
    row = "SELECT ? AS id, ? AS title, ? AS source, ? AS metadata"
    values = [document.id, document.title, document.source, json.dumps(dict(document.metadata), ensure_ascii=False)]
    found = connection.execute(f"SELECT count(*) FROM ({row}) AS d WHERE {condition}", values + parameters)
    return bool(found.fetchone()[0])


@pytest.mark.parametrize(
    "where",
    [
        {},
        {"year": 2020},
        {"year": 2020.0},
        {"year": {"$eq": 2020}, "name": "apple"},
        {"year": {"$gt": 2019, "$lte": 2020}},
        {"year": {"$gte": 2019.5}},
        {"score": {"$lt": 2}},
        {"name": {"$gt": "Zebra"}},
        {"name": {"$in": ["pear", "apple"]}},
        {"name": {"$nin": ["pear", 7]}},
        {"name": {"$nin": []}},
        {"name": {"$ne": "pear"}},
        {"year": {"$ne": "2020"}},
        {"draft": False},
        {"draft": {"$ne": 0}},
        {"note": None},
        {"note": {"$exists": True}},
        {"missing": {"$exists": False}},
        {"missing": {"$ne": 1}},
        {"missing": {"$nin": [None]}},
        {"title": "Fruit"},
        {"id": {"$in": ("d1", "d2")}},
        {"source": "its own"},
        {"title": {"$exists": True}},
    ],
)
def test_what_matches(connection: sqlite3.Connection, where: dict[str, Any]) -> None:
    assert matches(parse_where(where), record(METADATA))
    assert matches_in_sql(connection, where, record(METADATA))


@pytest.mark.parametrize(
    "where",
    [
        {"year": 2021},
        {"year": "2020"},
        {"year": {"$gt": "2000"}},
        {"year": {"$gt": 2020}},
        {"year": 2020, "name": "pear"},
        {"name": {"$lt": 5}},
        {"name": {"$in": []}},
        {"name": {"$in": [None, 0]}},
        {"draft": 0},
        {"draft": {"$in": [0, None, "false"]}},
        {"note": {"$ne": None}},
        {"note": {"$exists": False}},
        {"note": {"$lt": 5}},
        {"missing": None},
        {"missing": {"$exists": True}},
        {"missing": {"$gt": 0}},
        {"source": "a.md"},
        {"title": {"$exists": False}},
        {"id": {"$ne": "d1"}},
    ],
)
def test_what_does_not_match(connection: sqlite3.Connection, where: dict[str, Any]) -> None:
    assert not matches(parse_where(where), record(METADATA))
    assert not matches_in_sql(connection, where, record(METADATA))


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ({"year": {"$near": 3}}, r"'year' has the unknown operator '\$near'; use one of \$eq, "),
        ({"year": {}}, "'year' has no operator"),
        ({"year": [2020]}, r"'year' is compared with \[2020\].*\$in"),
        ({"year": {"$in": 2020}}, r"'year' \$in needs a list"),
        ({"year": {"$in": [[1]]}}, r"'year' is compared with \[1\]"),
        ({"year": {"$gt": None}}, r"'year' \$gt needs a number or a string, not None"),
        ({"year": {"$gt": True}}, r"'year' \$gt needs a number or a string"),
        ({"year": {"$exists": 1}}, r"'year' \$exists needs true or false"),
        ({"year": float("nan")}, "not a finite number"),
        ({"year": 10**400}, "not a finite number"),
        ({"name": "a\0b"}, "NUL"),
        ({"$or": [{"year": 1}]}, r"'\$or' is not a metadata field"),
        ("year", "where='year' is not a mapping"),
    ],
)
def test_what_cannot_be_understood_is_told(where: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_where(where)


KEYS = st.sampled_from(
    ["year", "name", "id", "title", "source", 'a"b', "a.b", "$[0]", "é", "a\\u0041", "' OR 1=1 --", ""]
)
TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=4)
NUMBERS = st.one_of(
    st.integers(-3, 3),
    st.integers(),
    st.sampled_from([2**53, 2**53 + 1, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2.0**63, 0.1, -0.0, 1e300, 5e-324]),
    st.floats(allow_nan=False, allow_infinity=False),
)
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS, st.sampled_from(["Fruit", "d1", "a.md"]))
COMPARABLE = st.one_of(NUMBERS, TEXTS)
COMPARISONS = st.one_of(
    SCALARS,
    st.dictionaries(st.sampled_from(["$eq", "$ne"]), SCALARS, min_size=1),
    st.dictionaries(st.sampled_from(["$gt", "$gte", "$lt", "$lte"]), COMPARABLE, min_size=1),
    st.dictionaries(st.sampled_from(["$in", "$nin"]), st.lists(SCALARS, max_size=4), min_size=1),
    st.dictionaries(st.just("$exists"), st.booleans(), min_size=1),
)


@given(
    metadata=st.dictionaries(KEYS, SCALARS, max_size=4),
    where=st.dictionaries(KEYS.filter(lambda key: not key.startswith("$")), COMPARISONS, max_size=3),
)
def test_sqlite_agrees_with_python(
    connection: sqlite3.Connection, metadata: dict[str, Any], where: dict[str, Any]
) -> None:
    document = record(metadata)
    assert matches_in_sql(connection, where, document) == matches(parse_where(where), document)


@given(metadata=st.dictionaries(KEYS, SCALARS, min_size=1, max_size=3))
def test_every_value_equals_itself(connection: sqlite3.Connection, metadata: dict[str, Any]) -> None:
    where = {key: {"$eq": value} for key, value in metadata.items() if not key.startswith("$")}
    assert matches(parse_where(where), record(metadata))
    assert matches_in_sql(connection, where, record(metadata))


def test_a_field_starting_with_a_dollar_cannot_be_filtered_on() -> None:
    with pytest.raises(InputError):
        parse_where({"$[0]": 1})
