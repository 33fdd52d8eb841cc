"""Filters on metadata: what they mean, and that SQLite agrees with Python about it."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lgm_core.errors import InputError
from lgm_core.graph import metadata_filter
from lgm_core.graph.metadata_filter import filter_key, parse_where
from lgm_core.graph.neo4j.whole_documents import matches
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.graph.sqlite.filter_sql import add_filter_functions, where_sql
from lgm_core.model import DocumentRecord, Metadata
from tests.support.store_graphs import document

METADATA: Metadata = {
    "year": 2020,
    "score": 1.5,
    "name": "apple",
    "draft": False,
    "note": None,
    "source": "its own",
    "tags": ["red", "Süß", 7, True, None],
    "readers": [],
    "document_id": "another",
    "blank": "",
}


def record(metadata: Metadata) -> DocumentRecord:
    return DocumentRecord("d1", "Fruit", "a.md", "en", metadata, "hash", "recipe")


@pytest.fixture(scope="module")
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        add_filter_functions(connection)
        yield connection


def matches_in_sql(connection: sqlite3.Connection, where: Any, document: DocumentRecord) -> bool:
    condition, parameters = where_sql(where)
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
        {"tags": "red"},
        {"tags": {"$contains": 7}},
        {"tags": {"$in": ["green", "red"]}},
        {"tags": {"$all": ["red", 7.0, True]}},
        {"tags": {"$gt": 6}},
        {"tags": None},
        {"tags": {"$nin": ["green", 1]}},
        {"name": {"$contains": "apple"}},
        {"readers": {"$exists": True}},
        {"readers": {"$ne": "me"}},
        {"readers": {"$empty": True}, "blank": {"$empty": True}, "note": {"$empty": True}, "missing": {"$empty": True}},
        {"tags": {"$empty": False}, "draft": {"$empty": False}},
        {"name": {"$text_match": "ppl"}},
        {"name": {"$text_match_insensitive": "APP"}},
        {"tags": {"$text_match_insensitive": "SÜSS"}},
        {"year": {"$not": {"$gt": 2020}}},
        {"missing": {"$not": {"$gt": 2020}}},
        {"$or": [{"year": 1999}, {"tags": "red"}]},
        {"$and": [{"year": 2020}, {"year": {"$lt": 2021}}], "name": "apple"},
        {"$not": {"year": 1999}},
        {"$not": {"$or": [{"year": 1999}, {"tags": "green"}]}},
        {"$not": {"year": 2020, "name": "pear"}},
        {"$or": [{"$and": [{"year": 1}, {"name": "apple"}]}, {"$not": {"draft": True}}]},
        {"document_id": "d1"},
        {"document_id": {"$in": ["d1", "another"]}},
        {"document_metadata.document_id": "another"},
        {"document_id": {"$exists": True}},
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
        {"tags": "re"},
        {"tags": {"$contains": "green"}},
        {"tags": {"$all": ["red", "green"]}},
        {"tags": {"$nin": ["green", "red"]}},
        {"tags": {"$ne": "red"}},
        {"tags": {"$gt": 7}},
        {"tags": 1},
        {"tags": '["red", "Süß", 7, true, null]'},
        {"readers": {"$in": ["me", None, ""]}},
        {"readers": None},
        {"readers": {"$exists": False}},
        {"tags": {"$empty": True}},
        {"missing": {"$empty": False}},
        {"name": {"$text_match": "APP"}},
        {"year": {"$text_match": "2020"}},
        {"tags": {"$not": {"$contains": "red"}}},
        {"$or": [{"year": 1999}, {"tags": "green"}]},
        {"$and": [{"year": 2020}, {"year": {"$lt": 2020}}]},
        {"$not": {"year": 2020}},
        {"$not": {"$or": [{"year": 2020}, {"tags": "green"}]}},
        {"document_id": "another"},
        {"document_metadata.title": "Fruit"},
    ],
)
def test_what_does_not_match(connection: sqlite3.Connection, where: dict[str, Any]) -> None:
    assert not matches(parse_where(where), record(METADATA))
    assert not matches_in_sql(connection, where, record(METADATA))


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ({"year": {"$near": 3}}, r"'year' has the unknown operator '\$near' \(perhaps \$ne\); use one of \$eq, "),
        ({"year": {"gte": 3}}, r"unknown operator 'gte' \(perhaps \$gte\); use one of"),
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
        ({"year": {"$all": []}}, r"'year' \$all needs at least one value"),
        ({"year": {"$contains": [2020]}}, r"'year' is compared with \[2020\].*\$all"),
        ({"year": {"$empty": "yes"}}, r"'year' \$empty needs true or false"),
        ({"name": {"$text_match": ""}}, r"'name' \$text_match needs a string"),
        ({"name": {"$text_match": 3}}, r"'name' \$text_match needs a string"),
        ({"year": {"$not": 3}}, r"'year' \$not needs an operator"),
        ({"year": {"$not": {}}}, "'year' has no operator"),
        ({"year": {"$not": {"$near": 3}}}, r"unknown operator '\$near'"),
        ({"$nor": [{"year": 1}]}, r"'\$nor' is not a metadata field; .* \$and, \$or and \$not"),
        ({"$or": []}, r"\$or needs a list of filters"),
        ({"$and": {"year": 1}}, r"\$and needs a list of filters"),
        ({"$or": [{"year": 1}, {}]}, r"\{\} is not a filter"),
        ({"$not": {}}, r"\{\} is not a filter"),
        ({"$not": [{"year": 1}]}, "is not a filter"),
        ({3: 1}, "3 is not the name of a metadata field"),
        ({"$or": [{"year": year} for year in range(501)]}, r"501 conditions are too many; .* \$in"),
        ("year", "the filter 'year' is not a mapping"),
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
SCALARS: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.booleans(), NUMBERS, TEXTS, st.sampled_from(["Fruit", "d1", "a.md"])
)
COMPARABLE = st.one_of(NUMBERS, TEXTS)
VALUES = st.one_of(SCALARS, st.lists(SCALARS, max_size=3))
OPERATORS = st.one_of(
    st.dictionaries(st.sampled_from(["$eq", "$ne", "$contains"]), SCALARS, min_size=1),
    st.dictionaries(st.sampled_from(["$gt", "$gte", "$lt", "$lte"]), COMPARABLE, min_size=1),
    st.dictionaries(st.sampled_from(["$in", "$nin"]), st.lists(SCALARS, max_size=4), min_size=1),
    st.dictionaries(st.just("$all"), st.lists(SCALARS, min_size=1, max_size=3), min_size=1),
    st.dictionaries(st.sampled_from(["$exists", "$empty"]), st.booleans(), min_size=1),
    st.dictionaries(
        st.sampled_from(["$text_match", "$text_match_insensitive"]), TEXTS.filter(bool) | st.just("RUI"), min_size=1
    ),
)
COMPARISONS = st.one_of(SCALARS, OPERATORS, st.fixed_dictionaries({"$not": OPERATORS}))
FIELDS = st.dictionaries(
    KEYS.filter(lambda key: not key.startswith("$")) | st.sampled_from(["document_id", "document_metadata.id"]),
    COMPARISONS,
    min_size=1,
    max_size=3,
)
FILTERS = st.recursive(
    FIELDS,
    lambda inner: st.one_of(
        st.dictionaries(st.sampled_from(["$and", "$or"]), st.lists(inner, min_size=1, max_size=3), min_size=1),
        st.fixed_dictionaries({"$not": inner}),
    ),
    max_leaves=3,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # filters within filters take long to draw
@given(metadata=st.dictionaries(KEYS, VALUES, max_size=4), where=FILTERS)
def test_sqlite_agrees_with_python(
    connection: sqlite3.Connection, metadata: dict[str, Any], where: dict[str, Any]
) -> None:
    document = record(metadata)
    assert matches_in_sql(connection, where, document) == matches(parse_where(where), document)


@settings(deadline=None)
@given(metadata=st.dictionaries(KEYS, VALUES, min_size=1, max_size=3))
def test_every_value_equals_itself(connection: sqlite3.Connection, metadata: dict[str, Any]) -> None:
    where = {
        key: {"$all": value} if isinstance(value, list) else {"$eq": value}
        for key, value in metadata.items()
        if not key.startswith("$") and value != []
    }
    assert matches(parse_where(where), record(metadata))
    assert matches_in_sql(connection, where, record(metadata))


def test_an_own_field_that_is_a_number_is_compared_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata_filter, "_OWN_FIELDS", ("sentence_count",))
    where = {"sentence_count": {"$gte": 2}}
    with SQLiteStore(tmp_path / "graph.lgm") as store:
        store.write_many([document("one", "A."), document("two", "A.", "B.")])
        assert [record.id for record in store.documents(where=where)] == ["two"]
        assert [matches(parse_where(where), record) for record in store.documents()] == [False, True]


def test_a_field_starting_with_a_dollar_cannot_be_filtered_on() -> None:
    with pytest.raises(InputError):
        parse_where({"$[0]": 1})


def test_the_largest_filter_is_understood_by_sqlite(connection: sqlite3.Connection) -> None:
    where: dict[str, Any] = {"$or": [{"year": year} for year in range(1521, 2021)]}
    assert matches_in_sql(connection, where, record(METADATA))
    assert not matches_in_sql(connection, where, record({"year": 2021}))


def nested(rounds: int) -> dict[str, Any]:
    """Return a filter with two levels more for each round."""
    where: dict[str, Any] = {"year": 2020}
    for number in range(rounds):
        where = {"title": "", "$not": {"$or": [{"name": str(number)}, where]}}
    return where


def test_the_deepest_filter_is_understood_by_sqlite(tmp_path: Path) -> None:
    with SQLiteStore(tmp_path / "g.lgm") as store:
        store.write(document("d1", "A [fruit].", metadata={"year": 2020}))
        for rounds in (3, 4):
            found = [sentence.id for sentence in store.sentences_about(["fruit"], where=nested(rounds))]
            assert found == [f"{record.id}#0" for record in store.documents(["d1"], nested(rounds))]
            assert found == (["d1#0"] if matches(parse_where(nested(rounds)), store.documents()[0]) else [])
    with pytest.raises(InputError, match="nested more than 10 levels deep"):
        parse_where(nested(5))


def test_filters_that_say_the_same_in_another_order_have_one_key() -> None:
    first = {"tenant": {"$in": ["alpha", "beta", 1, "alpha"]}, "$or": [{"year": 1}, {"tags": {"$all": ["a", "b"]}}]}
    second = {"$or": [{"tags": {"$all": ("b", "a")}}, {"year": 1.0}], "tenant": {"$in": ["beta", 1.0, "alpha"]}}
    assert filter_key(first) == filter_key(second)
    assert filter_key(None) == filter_key({}) == ""


def test_filters_that_differ_have_other_keys() -> None:
    filters: list[Any] = [
        {"a": 1},
        {"a": True},
        {"a": "1"},
        {"a": None},
        {"b": 1},
        {"a": {"$ne": 1}},
        {"a": {"$gt": 1}},
        {"a": {"$in": [1, 2]}},
        {"a": {"$in": ["1, 2"]}},
        {"a": {"$in": []}},
        {"a": {"$all": [1, 2]}},
        {"$or": [{"a": 1}, {"a": 2}]},
        {"a": {"$exists": True}},
    ]
    assert len({filter_key(where) for where in filters}) == len(filters)


def test_a_key_is_the_same_in_each_process() -> None:
    program = "from lgm_core.graph.metadata_filter import filter_key; print(filter_key({'a': {'$in': set('abcdef')}}))"
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert told == {filter_key({"a": {"$in": list("fedcba")}}) + "\n"}
