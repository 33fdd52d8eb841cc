"""A graph goes out and comes in, all of it or nothing; papers in Turtle are learned."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lgm_core import Document, InputError, LanguageGraph, read_documents
from lgm_core.errors import SchemaVersionError
from lgm_core.graph.canonical import canonical
from lgm_core.graph.codecs.document_records import DocumentReader, document_records
from lgm_core.graph.codecs.packing import compact_json
from lgm_core.graph.sqlite import sqlite_store
from lgm_core.model import DocumentGraph
from lgm_core.reports import ImportReport
from tests.support.any_graphs import NAMES, document_graphs
from tests.support.store_graphs import APPLES, BOATS, ORCHARD, PEARS, numbered

PAPER = {
    "title": "Combs",
    "authors": ["A. Reed", "B. Cole"],
    "keywords": ["comb"],
    "sections": [
        {
            "title": "Abstract",
            "paragraphs": [["A comb is a structure. It e.g. Holds honey.", "Bees build it."], ["So."]],
        },
        {"title": "End", "paragraphs": [["Combs are wax."]]},
    ],
}
HEAD = "@prefix dcterms: <http://purl.org/dc/terms/> .\n@prefix lgm: <urn:lgm:vocabulary#> .\n@prefix : <urn:x#> .\n"


def turtle_of(paper: dict[str, object]) -> str:
    """Write a paper in the vocabulary that `build` reads, its parts in no good order."""
    lines = [f":paper a lgm:Document ; dcterms:title {json.dumps(paper['title'])} ."]
    lines += [f":paper dcterms:creator {json.dumps(name)} ." for name in paper["authors"]]  # type: ignore[attr-defined]
    lines += [f":paper dcterms:subject {json.dumps(name)} ." for name in paper["keywords"]]  # type: ignore[attr-defined]
    for s, section in enumerate(paper["sections"], 9):  # type: ignore[arg-type]
        title = json.dumps(section["title"])
        lines.append(f':s{s} a lgm:Section ; lgm:inDocument :paper ; lgm:index "1.{s}" ; dcterms:title {title} .')
        for p, paragraph in enumerate(section["paragraphs"]):
            lines.append(f":s{s}p{p} a lgm:Paragraph ; lgm:inSection :s{s} ; lgm:index {p} .")
            for n, text in enumerate(paragraph):
                part = f":s{s}p{p}n{n} a lgm:Sentence ; lgm:inParagraph :s{s}p{p} ; lgm:index {n}"
                lines.append(f"{part} ; lgm:text {json.dumps(text)} .")
    return HEAD + "\n".join(reversed(lines))


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        graph.store.write_many([APPLES, BOATS, ORCHARD])
        yield graph


def exported(graph: LanguageGraph, format: str = "jsonl") -> bytes:
    out = io.BytesIO()
    graph.export(out, format=format)  # type: ignore[arg-type]
    return out.getvalue()


def test_the_suffix_tells_the_format(graph: LanguageGraph, tmp_path: Path) -> None:
    for suffix, format in ((".ttl", "turtle"), (".JSONLD", "jsonld"), (".graphml", "graphml"), (".txt", "jsonl")):
        graph.export(tmp_path / f"out{suffix}")
        assert (tmp_path / f"out{suffix}").read_bytes() == exported(graph, format)
    graph.export(tmp_path / "out.ttl", base="https://example.org/")
    assert b"<https://example.org/document/apples>" in (tmp_path / "out.ttl").read_bytes()
    with pytest.raises(InputError, match=r"base='https://example.org/' is for the IRIs of turtle and jsonld"):
        graph.export(tmp_path / "out.jsonl", base="https://example.org/")
    with pytest.raises(InputError, match=r"base='x' is no beginning of IRIs"):
        graph.export(tmp_path / "new.ttl", base="x")
    assert not (tmp_path / "new.ttl").exists()


def test_an_import_tells_what_came_in_and_what_it_replaced(graph: LanguageGraph, tmp_path: Path) -> None:
    graph.export(tmp_path / "graph.jsonl")
    with LanguageGraph(tmp_path / "other.lgm") as other:
        other.store.write_many([PEARS, BOATS])
        report = other.import_graph(tmp_path / "graph.jsonl")
        assert report == ImportReport(("apples", "boats", "orchard"), ("boats",), 8, 15, 4, 4, 1, 0)
        assert str(report).startswith("3 documents (1 replaced): 8 sentences, 15 mentions, 4 relations, 4 facts")
        assert [record.id for record in other.documents()] == ["apples", "boats", "orchard", "pears"]
        other.delete("pears")
        assert exported(other) == exported(graph)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (r'.*"graph".*\n', "", "line 1: is not the first line of a graph in JSON Lines"),
        (r"(?s).*", "@prefix : <urn:x#> .", "line 1: is not the first line of .* learned with `lgm build`"),
        (r"(?s).*", "", "line 1: is missing"),
        (r'"end","documents":3}\n', "", r"line \d+: is not JSON: Expecting value"),
        (r'{"type":"end".*\n', "", r"line \d+: is missing; the last line of an export has the type 'end'"),
        (r'"documents":3', '"documents":4', r"line \d+: tells of 4 documents, but there are 3"),
        (r"\Z", '{"type":"concept"}\n', r"line \d+: comes after the end"),
        (r"\A(.*\n).*\n", r"\1", "line 2: has the type 'section', and comes before any document"),
        (r'"type":"fact"', '"type":"fat"', r"line \d+: has the type 'fat', which is unknown"),
        (r'"type":"fact"', '"kind":"fact"', r"line \d+: is not an object with a type"),
        (r'{"type":"sentence".*\n', "", "line 8: document 'apples' ends here with 2 of its 3 sentences"),
        (r'"id":"boats"', '"id":"apples"', r"line \d+: is a second document with the identifier 'apples'"),
        (r'"id":"apples#1"', '"id":"apples"', "line 5: id is 'apples', which does not end with # and a position"),
        (r'"id":"apples#s0"', '"id":"apples#s1"', "document 'apples': sentence 'apples#0' is in no section"),
        (r'"level":1', '"level":-1', "line 3: level is -1, no whole number from 0"),
        (r'"path":\["Fruit"\]', '"path":"Fruit"', "line 3: path is 'Fruit', no list of texts"),
        (r'"text":"Apples are sweet."', '"text":5', "line 6: text is 5, no text"),
        (r'"text":"Apples are sweet."', r'"text":"\\ud800"', "line 6: is not UTF-8, or holds half a character"),
        (r'"text":"Apples are sweet."', '"text":"\ud800"', "line 6: is not UTF-8, or holds half a character"),
        (r'"surface":"Apples",', "", "line 4: surface is missing"),
        (r'"has_part"', '"eats"', r"line \d+: kind is 'eats', and none of is_a, has_part, alias_of"),
        (r'"start":-24107', '"start":1e400', r"line \d+: qualifiers start is inf, no number that can be stored"),
        (r'"start":-24107', '"start":NaN', r"line \d+: is not JSON: NaN is not a number"),
        (r'"start":4,"end":26', '"start":4,"end":99', "document 'orchard': the fact .*4–99"),
        (r'{"type":"concept"', "[" * 100_000, r"line \d+: is not JSON"),
    ],
)
def test_a_broken_line_is_told_and_nothing_is_stored(
    graph: LanguageGraph, tmp_path: Path, old: str, new: str, problem: str
) -> None:
    before = exported(graph)
    text = before.decode()
    changed = re.sub(old, new, text, count=1)
    assert changed != text
    path = tmp_path / "bad.jsonl"
    path.write_bytes(changed.replace("Fruits contain", "Fruits hold").encode("utf-8", "surrogatepass"))
    with pytest.raises(InputError, match=rf"bad\.jsonl: {problem}"):
        graph.import_graph(path)
    assert exported(graph) == before
    with LanguageGraph(tmp_path / "none.lgm") as none, pytest.raises(InputError, match=problem):
        none.import_graph(io.BytesIO(path.read_bytes()))
    assert not (tmp_path / "none.lgm").exists()


def test_a_broken_line_far_behind_leaves_a_graph_as_it_was(
    graph: LanguageGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_store, "_WRITE_BATCH", 100)
    before, large, path = exported(graph), tmp_path / "large.lgm", tmp_path / "large.jsonl"
    with LanguageGraph(large) as other:
        other.store.write_many(map(numbered, range(200)))  # more sentences than are written together
        other.export(path)
        whole = path.read_bytes()
        path.write_bytes(whole.replace(b'"d00199#0"', b'"d00199"'))
        with pytest.raises(InputError, match=r"large\.jsonl: line \d{3,4}: id is 'd00199'"):
            graph.import_graph(path)
        assert exported(graph) == before
        path.write_bytes(whole)
        assert len(graph.import_graph(path).documents) == 200
        graph.delete(["apples", "boats", "orchard"])
        assert exported(graph) == whole


def test_another_format_is_refused_with_the_way_out(graph: LanguageGraph, tmp_path: Path) -> None:
    (tmp_path / "new.jsonl").write_bytes(exported(graph).replace(b'"format":1', b'"format":2'))
    with pytest.raises(SchemaVersionError, match=r"new\.jsonl has format 2, but .* Build the graph again"):
        graph.import_graph(tmp_path / "new.jsonl")


def test_a_file_that_cannot_be_read_is_named(graph: LanguageGraph, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.jsonl: cannot be read: No such file"):
        graph.import_graph(tmp_path / "none.jsonl")


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(graph=document_graphs().map(canonical))
def test_the_records_of_any_document_mean_the_same_document(graph: DocumentGraph) -> None:
    first, *others = (json.loads(compact_json(record)) for record in document_records(graph))
    reader = DocumentReader(first)
    for record in others:
        reader.add(record["type"], record)
    # As text, in which 1 is not 1.0, nor 0.0 the same as -0.0.
    assert repr(canonical(reader.graph())) == repr(graph)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_graph_is_exported_and_imported_to_the_byte(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    ids = data.draw(st.lists(NAMES, max_size=2, unique=True))
    folder = tmp_path_factory.mktemp("graphs")
    with LanguageGraph(folder / "one.lgm") as one, LanguageGraph(folder / "other.lgm") as other:
        one.store.write_many([data.draw(document_graphs(id)) for id in ids])
        report = other.import_graph(io.BytesIO(exported(one)))
        assert report.documents == tuple(sorted(ids))
        for format in ("jsonl", "graphml", "turtle"):
            assert exported(other, format) == exported(one, format)


def test_a_paper_in_turtle_is_learned_as_one_in_json(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "paper.ttl").write_text(turtle_of(PAPER), encoding="utf-8")
    (tmp_path / "a" / "paper.json").write_text(json.dumps(PAPER), encoding="utf-8")
    graphs = []
    for suffix in ("ttl", "json"):
        with LanguageGraph(tmp_path / f"{suffix}.lgm") as graph:
            assert graph.build(tmp_path / "a" / f"paper.{suffix}", workers=1).ok
            graphs.append(exported(graph).replace(b"paper.ttl", b"paper.json"))
    assert graphs[0] == graphs[1]


def test_an_export_that_cannot_be_written_is_told_and_leaves_the_former(graph: LanguageGraph, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing.*the export cannot be written \(No such file or directory\)"):
        graph.export(tmp_path / "missing" / "graph.jsonl")
    (tmp_path / "real.jsonl").write_text("former")
    (tmp_path / "link.jsonl").symlink_to("real.jsonl")
    graph.export(tmp_path / "link.jsonl")
    assert (tmp_path / "link.jsonl").is_symlink()
    assert (tmp_path / "real.jsonl").read_bytes() == exported(graph)


def test_the_text_of_an_exported_graph_can_be_learned_anew(graph: LanguageGraph, tmp_path: Path) -> None:
    graph.export(tmp_path / "graph.ttl")
    with LanguageGraph(tmp_path / "other.lgm") as other:
        assert other.build(tmp_path / "graph.ttl", workers=1).learned == 3
        texts = {sentence.text for part in other.store.scan() for sentence in part.sentences}
        assert texts == {sentence.text for part in (APPLES, BOATS, ORCHARD) for sentence in part.sentences}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (HEAD + ":paper a lgm:Document", r"paper\.ttl line \d: is not Turtle"),
        (HEAD + ":paper a lgm:Document .", 'has no sentence in its "sections"'),
        (HEAD + ":paper a lgm:Document . :s a lgm:Section .", "<urn:x#s>: lgm:inDocument is missing"),
        (
            HEAD + ":paper a lgm:Document . :s a lgm:Section ; lgm:inDocument :paper ; lgm:title 'A' .",
            "<urn:x#s>: lgm:index is missing",
        ),
        (
            HEAD + ":paper a lgm:Document . :n a lgm:Sentence ; lgm:inSection :s .",
            "inSection is <urn:x#s>, which",
        ),
        (HEAD, "holds no resource of the class lgm:Document"),
    ],
)
def test_a_paper_that_cannot_be_read_is_named_and_stops_nothing(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "paper.ttl").write_text(text, encoding="utf-8")
    (tmp_path / "good.txt").write_text("Bees build combs.", encoding="utf-8")
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        report = graph.build([tmp_path / "paper.ttl", tmp_path / "good.txt"], workers=1)
        assert report.learned == 1
        with pytest.raises(InputError, match=problem):
            raise InputError(report.failed[0].name + " " + report.failed[0].error)


def test_what_a_build_would_learn_of_rdf_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "paper.ttl").write_text(turtle_of(PAPER), encoding="utf-8")
    (document,) = read_documents(tmp_path / "paper.ttl")
    assert isinstance(document, Document)
    assert (document.id, document.title, document.media_type) == ("paper.ttl", "Combs", "text/x-sentences")
    assert document.metadata == {"authors": PAPER["authors"], "keywords": PAPER["keywords"]}


def test_in_a_folder_rdf_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "paper.ttl").write_text(turtle_of(PAPER), encoding="utf-8")
    (tmp_path / "docs" / "good.txt").write_text("Bees build combs.", encoding="utf-8")
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        report = graph.build(tmp_path / "docs", workers=1)
    assert (report.learned, [ignored.error for ignored in report.ignored]) == (1, [".ttl"])
