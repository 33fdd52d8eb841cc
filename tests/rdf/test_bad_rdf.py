"""RDF that cannot be read: the line, or the resource and what is wrong with it."""

from __future__ import annotations

import io
import json
import sys

import pytest

from lgm_core import InputError
from lgm_core.errors import MissingDependencyError
from lgm_core.rdf.given_texts import GivenText, read_texts
from lgm_core.rdf.write.graph_writing import write_jsonld, write_turtle
from tests.support.store_graphs import ORCHARD

OUT = io.BytesIO()
write_turtle([ORCHARD], OUT)
TURTLE = OUT.getvalue().decode()


def read(text: str) -> list[GivenText]:
    return read_texts(text.encode(), "turtle")


def test_a_syntax_error_names_the_line() -> None:
    lines = TURTLE.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith(":sentence-1"))
    lines[place + 4] = '    lgm:text "The orchard ;'
    with pytest.raises(InputError, match=f"^line {place + 5}: is not Turtle: newline found in string literal"):
        read("\n".join(lines))
    with pytest.raises(InputError, match=r'^line 1: is not Turtle: Prefix "lgm:" not bound'):
        read("lgm:x lgm:y 1 .")
    with pytest.raises(InputError, match=r"^line 2: is not JSON: "):
        read_texts(b'{"@context":\n', "jsonld")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("lgm:index 1 ;", "", "sentence-1>: lgm:index is missing"),
        ("lgm:index 1 ;", "lgm:index 1, 2 ;", "sentence-1>: lgm:index has 2 values where one is expected"),
        ("lgm:index 1 ;", 'lgm:index "x"^^xsd:integer ;', "lgm:index is 'x', no number"),
        ("lgm:index 1 ;", "lgm:index :here ;", "lgm:index is <.*#here> where a value is expected"),
        ("The orchard stands", "The \\u0000 stands", "lgm:text is 'The .x00 stands in Kent.', which holds a zero"),
        ("The orchard stands", "The \\uD800 stands", "which holds a zero or half a character"),
        ("lgm:inSection :section-0 ;", "lgm:inSection :section-9 ;", "section-9>, which the file does not describe"),
        ("a lgm:Document", "a lgm:Book", "holds no resource of the class lgm:Document"),
    ],
)  # fmt: skip
def test_what_is_missing_or_wrong_is_named(old: str, new: str, problem: str) -> None:
    assert old in TURTLE
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
        read_texts(json.dumps(data).encode(), "jsonld")
    assert not fetched


def test_messages_can_be_printed_whatever_they_name() -> None:
    document, section = (f"urn:lgm:vocabulary#{name}" for name in ("Document", "Section"))
    named = [{"@type": document, "@id": "urn:a"}, {"@type": section, "@id": "urn:\ud800"}]
    for data in (named, {"@type": "\ud800", "@id": 5}):
        with pytest.raises(InputError) as caught:
            read_texts(json.dumps(data).encode(), "jsonld")
        assert str(caught.value).encode()


def test_a_list_without_an_end_is_no_list() -> None:
    endless = '_:b <{0}first> "a" ; <{0}rest> _:b .'.format("http://www.w3.org/1999/02/22-rdf-syntax-ns#")
    with pytest.raises(InputError, match="lgm:values is no list, or one without an end"):
        read(TURTLE + '<urn:lgm:document/orchard> lgm:metadata [ lgm:field "a" ; lgm:values _:b ] . ' + endless)


@pytest.mark.parametrize("text", ["[" * 20_000, "@prefix : <u:> . :a :b " + "[ :b " * 20_000])
def test_nesting_without_end_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"is not (usable )?Turtle"):
        read(text)
    with pytest.raises(InputError, match="is not"):
        read_texts(b"[" * 100_000, "jsonld")


def test_other_encodings_are_refused_with_the_line() -> None:
    with pytest.raises(InputError, match="line 2: is not UTF-8: byte 0xff"):
        read_texts(b"#\n\xff", "turtle")


def test_without_rdflib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rdflib", None)
    with pytest.raises(MissingDependencyError, match="Reading Turtle and JSON-LD needs the extra `rdf`"):
        read(TURTLE)
    write_jsonld([ORCHARD], io.BytesIO())  # writing needs nothing


def test_days_that_python_cannot_hold_are_read_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    changed = TURTLE.replace('"1904"^^xsd:gYear', '"-0043-03-15"^^xsd:date')
    assert changed != TURTLE
    assert read(changed) == read(TURTLE)
    assert not caplog.records
