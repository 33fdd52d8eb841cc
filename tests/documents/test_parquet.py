"""Parquet files: rows are documents, as lines of JSON Lines are."""

import json
import sys
from datetime import UTC, date, datetime
from decimal import Decimal

import pyarrow
import pytest
from pyarrow import parquet

from lgm_core import Document, LanguageGraph, read_documents

ROWS = [
    {"id": "a", "title": "Apples", "text": "Apples are fruits.", "year": 1931, "tags": ["red", "round"]},
    {"id": "b", "text": "Boats float.\0", "metadata": {"harbour": "Ghent", "depth": 2.5}},
    {"text": "Kites fly.", "year": 1932},
    {"text": " "},
    {"title": "No text", "text": None},
    {"id": "a", "text": "Another text of this name."},
]


def written(path, rows, **options):
    parquet.write_table(pyarrow.Table.from_pylist(rows), path, **options)
    return path


def columns(rows):
    """Return rows of which the first has every key, from which pyarrow takes the columns."""
    names = {name: None for row in rows for name in row}
    return [names | row for row in rows]


def seen(results):
    return [result if isinstance(result, Document) else (result.line, result.reason) for result in results]


@pytest.mark.parametrize("group", [1, 2, 100])
def test_rows_are_read_as_lines_of_json_are(tmp_path, group):
    (tmp_path / "json").mkdir()
    (tmp_path / "parquet").mkdir()
    lines = tmp_path / "json" / "rows.jsonl"
    lines.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    rows = written(tmp_path / "parquet" / "rows.parquet", columns(ROWS), row_group_size=group)
    as_json, as_parquet = seen(read_documents(lines)), seen(read_documents(rows))
    assert [result[0] for result in as_parquet if isinstance(result, tuple)] == [4, 5, 6]
    assert len(as_json) == len(as_parquet) == 6
    for one, other in zip(as_json, as_parquet, strict=True):
        if isinstance(one, Document):
            assert (one.text, one.title, one.metadata) == (other.text, other.title, other.metadata)
            assert one.id.replace("jsonl", "parquet") == other.id
        else:
            assert one == other


def test_values_that_json_does_not_have_become_such_as_it_has_or_are_left_out(tmp_path):
    when = datetime(2024, 5, 6, 7, 8, tzinfo=UTC)
    row = {"text": "A text.", "day": date(2024, 5, 6), "when": when, "price": Decimal("1.5"), "raw": b"1", "n": None}
    (document,) = read_documents(written(tmp_path / "rows.parquet", [row]))
    assert document.metadata == {"day": "2024-05-06", "when": "2024-05-06T07:08:00+00:00", "price": 1.5}


ODD = {
    "a day in the year 2,942,000": pyarrow.array([2**30], pyarrow.date32()),
    "a time in the year 36,000,000": pyarrow.array([2**60], pyarrow.timestamp("ms")),
    "a time zone that nobody knows": pyarrow.array([1], pyarrow.timestamp("s", tz="Nowhere/Else")),
    "a span of nanoseconds": pyarrow.array([1], pyarrow.duration("ns")),
    "a map": pyarrow.array([[("a", 1)]], pyarrow.map_(pyarrow.string(), pyarrow.int32())),
    "bytes": pyarrow.array([b"\xff"], pyarrow.binary()),
    "a text that is not UTF-8": pyarrow.array([b"\xff"], pyarrow.binary()).view(pyarrow.string()),
    "a list of such days": pyarrow.array([[{"day": 2**30}]], pyarrow.list_(pyarrow.struct({"day": pyarrow.date32()}))),
}


@pytest.mark.parametrize("kind", ODD)
def test_a_cell_that_python_has_no_value_for_is_left_out(tmp_path, kind):
    table = pyarrow.table({"text": ["A text."], "year": [1931], "odd": ODD[kind]})
    parquet.write_table(table, tmp_path / "rows.parquet")
    (document,) = read_documents(tmp_path / "rows.parquet")
    assert document.metadata == {"year": 1931}


def test_nanoseconds_become_microseconds_whether_or_not_pandas_is_there(tmp_path):
    when = pyarrow.array([1_577_836_800_000_001_999], pyarrow.timestamp("ns", tz="UTC"))
    time = pyarrow.array([1_999], pyarrow.time64("ns"))
    parquet.write_table(pyarrow.table({"text": ["A text."], "when": when, "time": time}), tmp_path / "rows.parquet")
    (document,) = read_documents(tmp_path / "rows.parquet")
    assert document.metadata == {"when": "2020-01-01T00:00:00.000001+00:00", "time": "00:00:00.000001"}


def repeated():
    """Return a text a hundred times, packed as once."""
    return pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * 100, pyarrow.int32()), ["a " * 500_000])


@pytest.mark.parametrize(
    "column",
    [
        repeated,
        lambda: pyarrow.ListArray.from_arrays(pyarrow.array([0] + [100] * 100, pyarrow.int32()), repeated()),
        lambda: pyarrow.array(["a" * 1_000_000] * 100),
    ],
    ids=["one text in many rows", "one text in a list", "one text packed well"],
)
def test_a_file_that_unpacks_to_far_more_than_its_size_is_read_up_to_there(tmp_path, column):
    table = pyarrow.table({"text": [f"Boat {number} floats." for number in range(100)], "more": column()})
    parquet.write_table(table, tmp_path / "rows.parquet", compression="zstd")
    assert (tmp_path / "rows.parquet").stat().st_size < 100_000
    *documents, refused = read_documents(tmp_path / "rows.parquet")
    assert len(documents) < 60
    assert refused.reason.startswith("unpacks to ")


def test_a_large_file_is_read_whole(tmp_path):
    rows = [{"text": f"Boat {number} floats. " * 100, "kind": "boat"} for number in range(2000)]
    path = written(tmp_path / "rows.parquet", rows)
    assert path.stat().st_size < 500_000
    assert len([each for each in read_documents(path) if isinstance(each, Document)]) == 2000


def test_a_build_learns_a_folder_of_parts_and_names_what_is_wrong_in_them(tmp_path):
    folder = tmp_path / "corpus.parquet"
    folder.mkdir()
    written(folder / "part-0.parquet", [{"text": "Apples are fruits."}, {"text": "Pears are fruits."}])
    written(folder / "part-1.parquet", columns([{"text": "Boats float."}, {"text": None}]))
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        report = graph.build(folder)
        assert report.learned == graph.statistics().documents == 3
        assert graph.build(folder).skipped == 3
    (failed,) = report.failed
    assert failed.name.endswith("part-1.parquet:2")


def test_a_row_that_cannot_be_read_is_named_as_a_row(tmp_path):
    (unreadable,) = read_documents(written(tmp_path / "rows.parquet", [{"title": "No text", "text": None}]))
    assert 'rows.parquet, row 1, has no "text"; it needs a string there, found null' in str(unreadable.error)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda data: b"", "is not a readable Parquet file"),
        (lambda data: b"text, and no table", "is not a readable Parquet file"),
        (lambda data: data[:-20], "is not a readable Parquet file"),
        (lambda data: data[:4] + bytes(200) + data[204:], "is damaged"),
    ],
)
def test_a_damaged_file_is_named(tmp_path, damage, said):
    path = written(tmp_path / "rows.parquet", [{"text": f"Boat {number} floats." * 20} for number in range(500)])
    path.write_bytes(damage(path.read_bytes()))
    (unreadable,) = read_documents(path)
    assert said in unreadable.reason


def test_a_table_without_texts_is_named_once_with_its_columns(tmp_path):
    (unreadable,) = read_documents(written(tmp_path / "rows.parquet", [{"id": "a", "content": "A text."}] * 3))
    assert 'has no column "text"' in unreadable.reason
    assert "its columns are id, content: rename one" in unreadable.reason


def test_texts_of_bytes_are_read_where_they_are_utf8(tmp_path):
    rows = [{"text": "Boats float at Gdańsk.".encode()}, {"text": b"\xff\xfe"}]
    document, unreadable = read_documents(written(tmp_path / "rows.parquet", rows))
    assert document.text == "Boats float at Gdańsk."
    assert "found bytes that are not UTF-8" in unreadable.reason


def test_a_table_without_rows_is_passed_over_in_a_folder(tmp_path):
    written(tmp_path / "part-1.parquet", [{"text": "Boats float."}])
    parquet.write_table(pyarrow.table({"text": pyarrow.array([], pyarrow.string())}), tmp_path / "part-2.parquet")
    ignored = []
    (document,) = read_documents(tmp_path, on_ignored=ignored.append)
    assert document.text == "Boats float."
    assert [(file.path.name, file.reason) for file in ignored] == [("part-2.parquet", "empty")]


def test_a_table_without_rows_is_named(tmp_path):
    parquet.write_table(pyarrow.table({"text": pyarrow.array([], pyarrow.string())}), tmp_path / "none.parquet")
    (unreadable,) = read_documents(tmp_path / "none.parquet")
    assert unreadable.reason == "has no rows"


def test_without_pyarrow_the_extra_is_named(tmp_path, monkeypatch):
    path = written(tmp_path / "rows.parquet", [{"text": "A text."}])
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    (unreadable,) = read_documents(path)
    assert "needs the extra `parquet`" in unreadable.reason
