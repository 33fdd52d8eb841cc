"""RDF that cannot be read: the line, or the resource and what is wrong with it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from lgm_core import InputError, MissingDependencyError
from lgm_core.model import DocumentGraph
from lgm_core.rdf.read.graph_reading import read_graphs, read_rdf_file
from lgm_core.rdf.write.graph_writing import write_jsonld, write_turtle
from tests.support.store_graphs import ORCHARD

OUT = io.BytesIO()
write_turtle([ORCHARD], OUT)
TURTLE = OUT.getvalue().decode()


def read(text: str) -> list[DocumentGraph]:
    return list(read_graphs(text.encode(), "turtle"))


def test_a_syntax_error_names_the_line() -> None:
    lines = TURTLE.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith(":sentence-1"))
    lines[place + 4] = '    lgm:text "The orchard ;'
    with pytest.raises(InputError, match=f"^line {place + 5}: is not Turtle: newline found in string literal"):
        read("\n".join(lines))
    with pytest.raises(InputError, match=r'^line 1: is not Turtle: Prefix "lgm:" not bound'):
        read("lgm:x lgm:y 1 .")
    with pytest.raises(InputError, match=r"^line 2: is not JSON: "):
        list(read_graphs(b'{"@context":\n', "jsonld"))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("lgm:index 1 ;", "", "sentence-1>: lgm:index is missing"),
        ("lgm:index 1 ;", "lgm:index 1, 2 ;", "sentence-1>: lgm:index has 2 values where one is expected"),
        ("lgm:index 1 ;", 'lgm:index "1" ;', "sentence-1>: lgm:index is '1', no whole number from 0"),
        ("lgm:index 1 ;", 'lgm:index "x"^^xsd:integer ;', "lgm:index is 'x', no number"),
        ("lgm:start 46 ;", "lgm:start :here ;", "lgm:start is <.*#here> where a value is expected"),
        ("lgm:start 46 ;", "lgm:start -1 ;", "lgm:start is -1, no whole number from 0"),
        ("lgm:least -24107", "lgm:least 1e400", "lgm:objectValue of .*: lgm:least is inf, no number that can"),
        ("The orchard stands", "The \\u0000 stands", "lgm:text is 'The .x00 stands in Kent.', which holds a zero"),
        ("The orchard stands", "The \\uD800 stands", "which holds a zero or half a character"),
        ('lgm:verdict "unknown"', 'lgm:verdict "maybe"', "lgm:verdict is 'maybe', and none of valid, unknown, invalid"),
        ('lgm:path ( "Orchard" )', "lgm:path :section-0", "section-0>: lgm:path is no list"),
        ("lgm:inSection :section-0 ;", "lgm:inSection :section-9 ;", "which the document does not have"),
        ("lgm:inSentence :sentence-1 ;\n", "lgm:inSentence :sentence-7 ;\n", "which is no sentence of the file"),
        ("[ lgm:inSentence :sentence-1 ;", "[ lgm:inSentence :x ;", "lgm:evidence of <.*>: lgm:inSentence is <.*#x>"),
        ("lgm:inDocument <urn:lgm:document/orchard> ;\n    lgm:key", "lgm:key", ""),
        ("orchard> ;\n    rdf:subject", "y> ;\n    rdf:subject", "is <.*/y>, which is no document of the file"),
        ("a lgm:Document", "a lgm:Book", "holds no resource of the class lgm:Document"),
        ('lgm:contentHash "hash', 'lgm:hash "hash', "has no lgm:contentHash: this is the text of a document"),
    ],
)  # fmt: skip
def test_what_is_missing_or_wrong_is_named(old: str, new: str, problem: str) -> None:
    assert old in TURTLE
    if not problem:  # entities follow from other parts, so nothing of them is needed
        assert read(TURTLE.replace(old, new)) == read(TURTLE)
        return
    with pytest.raises(InputError, match=problem):
        read(TURTLE.replace(old, new))


@pytest.mark.parametrize(
    "data",
    [
        {"@context": "https://example.org/context.jsonld"},
        {"@context": [{"a": "urn:a#"}, "https://example.org/context.jsonld"]},
        {"@graph": [{"a": {"@context": "https://example.org/context.jsonld"}}]},
        {"@context": {"a": {"@id": "urn:a", "@context": "context.jsonld"}}},
        {"@context": {"@import": "https://example.org/context.jsonld"}},
        {"@context": [["https://example.org/context.jsonld"]]},
        {"@context": [[["/etc/hostname"]]]},
        {"@context": [{"@context": [[{"@context": "file:///etc/hostname"}]]}]},
        {"@context": {"@context": "/etc/hostname"}},
        {"@context": {"a": {"@id": "urn:a", "@context": [["/etc/hostname"]]}}, "a": {"b": 1}},
        [[{"@included": [{"@context": [["/etc/hostname"]]}]}]],
    ],
)
def test_no_context_is_ever_fetched(data: object, monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[object] = []
    monkeypatch.setattr("rdflib.plugins.shared.jsonld.context.source_to_json", fetched.append)
    monkeypatch.setattr("urllib.request.urlopen", fetched.append)
    with pytest.raises(InputError, match=r"names the context .*, which would have to be fetched; nothing is"):
        list(read_graphs(json.dumps(data).encode(), "jsonld"))
    assert not fetched


def test_messages_can_be_printed_whatever_they_name() -> None:
    for data in ({"@type": "urn:lgm:vocabulary#Document", "@id": "urn:\ud800"}, {"@type": "\ud800", "@id": 5}):
        with pytest.raises(InputError) as caught:
            list(read_graphs(json.dumps(data).encode(), "jsonld"))
        assert str(caught.value).encode()


def test_a_list_without_an_end_is_no_list() -> None:
    endless = '_:b <{0}first> "a" ; <{0}rest> _:b .'.format("http://www.w3.org/1999/02/22-rdf-syntax-ns#")
    with pytest.raises(InputError, match="lgm:path is no list, or one without an end"):
        read(TURTLE.replace('lgm:path ( "Orchard" )', "lgm:path _:b") + endless)


@pytest.mark.parametrize("text", ["[" * 20_000, "@prefix : <u:> . :a :b " + "[ :b " * 20_000])
def test_nesting_without_end_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"is not (usable )?Turtle"):
        read(text)
    with pytest.raises(InputError, match="is not"):
        list(read_graphs(b"[" * 100_000, "jsonld"))


def test_other_encodings_are_refused_with_the_line() -> None:
    with pytest.raises(InputError, match="line 2: is not UTF-8: byte 0xff"):
        list(read_graphs(b"#\n\xff", "turtle"))


def test_a_file_is_named_and_its_suffix_tells_the_syntax(tmp_path: Path) -> None:
    path = tmp_path / "graph.ttl"
    path.write_text(TURTLE + ":x", encoding="utf-8")
    with pytest.raises(InputError, match=r"graph\.ttl: line \d+: is not Turtle: it ends too early"):
        read_rdf_file(path)
    with pytest.raises(InputError, match=r"graph\.rdf: no suffix of RDF that is read; there are .ttl, .nt, .jsonld"):
        read_rdf_file(tmp_path / "graph.rdf")
    with pytest.raises(InputError, match=r"other\.ttl: cannot be read: No such file"):
        read_rdf_file(tmp_path / "other.ttl")


def test_without_rdflib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rdflib", None)
    with pytest.raises(MissingDependencyError, match="Reading Turtle and JSON-LD needs the extra `rdf`"):
        read(TURTLE)
    write_jsonld([ORCHARD], io.BytesIO())  # writing needs nothing


def test_days_that_python_cannot_hold_are_read_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    (graph,) = read(TURTLE.replace('"1904"^^xsd:gYear', '"-0043-03-15"^^xsd:date'))
    assert len(graph.facts) == 4
    assert not caplog.records
