"""Schemas loaded into a graph from files and exported again: all of one, or nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.errors import InputError, SchemaError
from lgm_core.model import Schema, SchemaClass
from tests.schema.offices import OFFICE, SCHEMA

SUFFIXES = [".toml", ".ttl", ".nt", ".rdf", ".owl", ".xml", ".jsonld"]


@pytest.fixture
def graph(tmp_path: Path) -> LanguageGraph:
    return LanguageGraph(tmp_path / "office.lgm")


def changes(graph: LanguageGraph) -> list[str]:
    return [version.change for version in graph.store.read_schema()]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_an_exported_schema_loads_as_the_same_and_makes_no_change(
    graph: LanguageGraph, tmp_path: Path, suffix: str
) -> None:
    graph.load_schema(SCHEMA)
    graph.export_schema(tmp_path / f"first{suffix}")
    loaded = graph.load_schema(tmp_path / f"first{suffix}")
    graph.export_schema(tmp_path / f"second{suffix}")
    assert {each.name for each in loaded.properties} == {each.name for each in SCHEMA.properties}
    versions = len(changes(graph))
    assert graph.load_schema(tmp_path / f"second{suffix}") == loaded == graph.schema()
    assert len(changes(graph)) == versions


def test_a_file_makes_the_graph_and_is_the_origin_of_what_names_none(graph: LanguageGraph, tmp_path: Path) -> None:
    (tmp_path / "office.toml").write_text(OFFICE, encoding="utf-8")
    loaded = graph.load_schema(str(tmp_path / "office.toml"))
    assert graph.status().counts.documents == 0
    assert changes(graph) == ["load office.toml"]
    assert {each.origin for each in (*loaded.classes, *loaded.properties)} == {"file:office.toml", "graph"}
    assert graph.status().schema == {"classes": 5, "properties": 4, "rules": 1, "proposed": 2}
    assert "classes 5 · properties 4 · rules 1 · proposed 2" in str(graph.status())


def test_owl_may_be_turtle(graph: LanguageGraph, tmp_path: Path) -> None:
    graph.load_schema(SCHEMA)
    graph.export_schema(tmp_path / "office.ttl")
    graph.export_schema(tmp_path / "office.xml")
    for syntax in ("ttl", "xml"):
        (tmp_path / "office.owl").write_bytes(b"\xef\xbb\xbf" + (tmp_path / f"office.{syntax}").read_bytes())
        assert len(graph.load_schema(tmp_path / "office.owl").classes) == len(SCHEMA.classes)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.toml", OFFICE.replace('parents = ["Service"]', 'parents = ["Permit"]'), "a.toml: line 11: .* above itself"),
        ("a.toml", OFFICE.replace('parents = ["Service"]', 'parents = ["Srvice"]'), "line 11: .* did you mean 'Serv"),
        ("a.toml", OFFICE.replace("0..500", "9..5"), "line 38: .* no value fits"),
        ("a.toml", "[[class]]\nname = \n", "a.toml: line 2: not TOML"),
        ("a.toml", b"domain = 'b\xfcro'", "a.toml: line 1: is not UTF-8"),
        ("a.ttl", "@prefix a <b> .\n", "a.ttl: line 1"),
        ("a.owl", "<rdf:RDF>\n<a</rdf:RDF>", "a.owl: line"),
        ("a.jsonld", "{\n]", "a.jsonld: line 2"),
        ("a.ttl", "<urn:a> <urn:b> <urn:c> .", "no classes or properties"),
        ("a.csv", "name", "suffixes .toml, .ttl"),
        ("missing.toml", None, "missing.toml: cannot be read"),
    ],
)
def test_a_wrong_file_stores_nothing(
    graph: LanguageGraph, tmp_path: Path, name: str, text: str | bytes | None, words: str
) -> None:
    if text is not None:
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError, match=words):
        graph.load_schema(tmp_path / name)
    assert not graph.store.exists()
    graph.load_schema(SCHEMA)
    with pytest.raises(InputError, match=words):
        graph.load_schema(tmp_path / name)
    assert graph.schema() == SCHEMA
    assert changes(graph) == ["load a schema"]


def test_a_schema_made_in_python_is_checked_too(graph: LanguageGraph) -> None:
    with pytest.raises(SchemaError, match="above itself"):
        graph.load_schema(Schema(classes=(SchemaClass("A", parents=("B",)), SchemaClass("B", parents=("A",)))))
    with pytest.raises(InputError, match="no schema"):
        graph.load_schema(["office.toml"])
    with pytest.raises(SchemaError, match="'movie' is no list of texts"):
        graph.load_schema(Schema(classes=(SchemaClass("Film", "movie"),)))  # type: ignore[arg-type]
    assert not graph.store.exists()


def test_loading_is_taken_back_as_one_change(graph: LanguageGraph) -> None:
    graph.build([Document.from_text("Ice is cold.", id="x")])
    graph.load_schema(SCHEMA)
    graph.load_schema(replace(SCHEMA, rules=()))
    assert graph.undo_schema() == "load a schema"
    assert graph.schema() == SCHEMA


def test_nothing_is_exported_without_a_schema_or_with_an_unknown_suffix(graph: LanguageGraph, tmp_path: Path) -> None:
    graph.build([Document.from_text("Ice is cold.", id="x")])
    with pytest.raises(InputError, match="has no schema"):
        graph.export_schema(tmp_path / "x.toml")
    graph.load_schema(SCHEMA)
    with pytest.raises(InputError, match=r"suffixes \.toml"):
        graph.export_schema(tmp_path / "x.docx")
    with pytest.raises(InputError, match="cannot be written"):
        graph.export_schema(tmp_path / "missing" / "x.toml")
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".lgm" and "lgm" not in path.name] == []


def test_deleting_every_document_keeps_a_loaded_schema(graph: LanguageGraph) -> None:
    graph.build([Document.from_text("Ice is cold.", id="x")])
    graph.load_schema(SCHEMA)
    graph.delete("x")
    assert graph.schema() == SCHEMA


def test_an_export_whose_schema_contradicts_itself_is_not_imported(graph: LanguageGraph, tmp_path: Path) -> None:
    graph.build([Document.from_text("Ice is cold.", id="x")])
    graph.load_schema(SCHEMA)
    graph.export(tmp_path / "right.jsonl")
    other = LanguageGraph(tmp_path / "other.lgm")
    wrong = (tmp_path / "right.jsonl").read_text(encoding="utf-8").replace("Service|Hearing", "Servise|Hearing")
    (tmp_path / "wrong.jsonl").write_text(wrong, encoding="utf-8")
    with pytest.raises(InputError, match=r"wrong\.jsonl: property 'needs', domain: there is no class 'Servise'"):
        other.import_graph(tmp_path / "wrong.jsonl")
    assert not other.store.exists() or other.documents() == []
    other.import_graph(tmp_path / "right.jsonl")
    assert other.schema() == SCHEMA
