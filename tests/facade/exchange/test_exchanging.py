"""A graph goes out as RDF and comes in, all of it or nothing; papers in Turtle are learned."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, ImportReport, InputError, LanguageGraph, read_documents
from lgm_core.facade.exchange.graph_import import first_repeated
from tests.support.store_graphs import APPLES, BOATS, ORCHARD, PEARS

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
    with pytest.raises(InputError, match=r"base='https://example.org/' is where the IRIs of turtle and jsonld begin"):
        graph.export(tmp_path / "out.jsonl", base="https://example.org/")
    with pytest.raises(InputError, match=r"base='x' is no beginning of IRIs"):
        graph.export(tmp_path / "new.ttl", base="x")
    assert not (tmp_path / "new.ttl").exists()


async def test_an_import_tells_what_came_in_and_what_it_replaced(graph: LanguageGraph, tmp_path: Path) -> None:
    await graph.aexport(tmp_path / "graph.ttl")
    with LanguageGraph(tmp_path / "other.lgm") as other:
        other.store.write_many([PEARS, BOATS])
        report = await other.aimport_graph(tmp_path / "graph.ttl")
        assert report == ImportReport(("apples", "boats", "orchard"), ("boats",), 8, 15, 4, 4, 1, 0)
        assert str(report).startswith("3 documents (1 replaced): 8 sentences, 15 mentions, 4 relations, 4 facts")
        assert [record.id for record in other.documents()] == ["apples", "boats", "orchard", "pears"]
        other.delete("pears")
        assert exported(other) == exported(graph)


def test_nothing_is_stored_when_anything_is_wrong(graph: LanguageGraph, tmp_path: Path) -> None:
    before, turtle = exported(graph), exported(graph, "turtle").decode()
    changed = turtle.replace("Apples are sweet.", "Apples are sour.")
    bad = {
        "cut.ttl": (changed[:-60], r"cut\.ttl: line \d+: is not Turtle"),
        "end.ttl": (changed.replace("lgm:end 26 ;", "lgm:end 99 ;"), r"end\.ttl: document 'orchard': the fact .*4–99"),
        "kind.ttl": (
            changed.replace('lgm:relationKind "has_part"', 'lgm:relationKind "eats"'),
            "is 'eats', and none of",
        ),
        "twice.ttl": (changed.replace('identifier "boats"', 'identifier "apples"'), "several documents .* 'apples'"),
        "context.jsonld": ('{"@context": "http://localhost:9/x"}', "names the context 'http://localhost:9/x'"),
    }
    for name, (text, problem) in bad.items():
        assert text != changed
        (tmp_path / name).write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=problem):
            graph.import_graph(tmp_path / name)
        assert exported(graph) == before
        with LanguageGraph(tmp_path / "none.lgm") as none, pytest.raises(InputError, match=problem):
            none.import_graph(tmp_path / name)
        assert not (tmp_path / "none.lgm").exists()
    with pytest.raises(InputError, match="format='xml' is not known; use one of: turtle, jsonld"):
        graph.import_graph(io.BytesIO(), format="xml")  # type: ignore[arg-type]


class CountedId(str):
    """An id that counts how often ids are compared."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        CountedId.compared += 1
        return super().__eq__(other)

    __hash__ = str.__hash__


def test_ids_that_come_twice_are_found_in_one_pass() -> None:
    ids = [CountedId(f"document {number}") for number in range(2000)]
    assert first_repeated(ids) is None
    assert CountedId.compared < len(ids)
    assert first_repeated([*ids, "document 7", "document 1500"]) == "document 1500"


def test_a_stream_is_turtle_unless_told(graph: LanguageGraph, tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "other.lgm") as other:
        assert other.import_graph(io.BytesIO(exported(graph, "turtle"))).replaced == ()
        report = other.import_graph(io.BytesIO(exported(graph, "jsonld")), format="jsonld")
        assert report.replaced == report.documents
        assert exported(other) == exported(graph)


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
