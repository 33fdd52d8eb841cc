"""Exports, Turtle, JSON-LD and recorded facts that are read into a graph."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from lgm_core import LanguageGraph, read_documents
from lgm_core.reports import ExportFormat, UnreadableFile
from tests.hostile.attack import Attack
from tests.hostile.graphs import DOCUMENTS, small_graph
from tests.hostile.strings import PIECES


def _import(text: str, folder: Path) -> None:
    """Import into a new graph, and into one that holds documents, which are there afterwards."""
    data = text.encode("utf-8", "surrogatepass")
    for name in ("new", "other"):
        with LanguageGraph(folder / f"{name}.lgm") as graph:
            if name == "other":
                graph.build(DOCUMENTS, workers=1)
            try:
                graph.import_graph(io.BytesIO(data))
            finally:
                held = {record.id for record in graph.documents()} if graph.store.exists() else set()
                assert name == "new" or held >= {document.id for document in DOCUMENTS}


def _read(given: tuple[str, str], folder: Path) -> None:
    """Read the texts of documents from a file of RDF."""
    text, suffix = given
    path = folder / f"paper.{suffix}"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    for document in read_documents(path):
        if isinstance(document, UnreadableFile):
            raise document.error


def _turtle(before: str, unit: str, after: str, size: int) -> tuple[str, str]:
    return before + unit * (size // len(unit)) + after, "ttl"


def _nested(suffix: str, before: str, opening: str, closing: str, after: str, size: int) -> tuple[str, str]:
    depth = size // len(opening)
    return before + opening * depth + "1" + closing * depth + after, suffix


_SUBJECT = "<urn:a> <urn:b> "
_XSD = "^^<http://www.w3.org/2001/XMLSchema#"
_LAUGHS = "".join(f'<!ENTITY a{number + 1} "{f"&a{number};" * 10}">' for number in range(12))
_TURTLE = {
    "a long literal": (f'{_SUBJECT}"', "x", '" .'),
    "a literal without an end": (f'{_SUBJECT}"', "x", ""),
    "quotes without an end": (f'{_SUBJECT}"""', '"" ', ""),
    "escapes": (f'{_SUBJECT}"', '\\"', '" .'),
    "an IRI that climbs": ("<", "../", "> <urn:b> <urn:c> ."),
    "a base that climbs": ("", "@base <../> .\n", "<a> <b> <c> ."),
    "escapes in an IRI": ("<", "\\u0041", "> <urn:b> <urn:c> ."),
    "comments": ("", "#", ""),
    "semicolons": ("<urn:a> <urn:b> <urn:c> ", "; ", "."),
    "commas": (f"{_SUBJECT}<urn:c>", ", <urn:c>", " ."),
    "digits": (_SUBJECT, "9", " ."),
    "a large exponent": (f"{_SUBJECT}1e", "9", " ."),
    "an integer of many digits": (f'{_SUBJECT}"', "9", f'"{_XSD}integer> .'),
    "a year of many digits": (f'{_SUBJECT}"', "9", f'-01-01"{_XSD}date> .'),
    "a duration of many digits": (f'{_SUBJECT}"P', "9", f'Y"{_XSD}duration> .'),
    "a language of many parts": (f'{_SUBJECT}"x"@', "a-", "a ."),
    "zero bytes": ("", "\0", ""),
    "surrogates": (f'{_SUBJECT}"', "\ud800", '" .'),
    "entities in entities": (
        f'{_SUBJECT}"""<!DOCTYPE l [<!ENTITY a0 "lol">{_LAUGHS}]><l>&a12;</l>',
        " ",
        '"""^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral> .',
    ),
    "an entity from a file": (
        f'{_SUBJECT}"""<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><l>&a;</l>',
        " ",
        '"""^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral> .',
    ),
    "HTML": (f'{_SUBJECT}"', "<div>", '"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#HTML> .'),
    "spaces": ("", " ", ""),
}
_NESTED = {
    "nodes in one another": ("ttl", _SUBJECT, "[ <urn:c> ", " ]", " ."),
    "lists in one another": ("ttl", _SUBJECT, "(", ")", " ."),
    "formulas in one another": ("ttl", _SUBJECT, "{ ", "}", " ."),
    "JSON lists in one another": ("jsonld", "", "[", "]", ""),
    "JSON objects in one another": ("jsonld", "", '{"http://a/b":', "}", ""),
    "graphs in one another": ("jsonld", "", '{"@graph":[', "]}", ""),
    "JSON-LD lists in one another": ("jsonld", '{"http://a/b":', '{"@list":[', "]}", "}"),
    "contexts in one another": ("jsonld", "", '{"@context":', "}", ""),
    "included in one another": ("jsonld", "", '{"@included":[', "]}", ""),
    "reverse in one another": ("jsonld", "", '{"@reverse":{"http://a/b":', "}}", ""),
    "terms in one another": ("jsonld", '{"@context":{"n":"@nest"},"n":', '{"n":', "}", "}"),
}
_JSON_LD: dict[str, Callable[[int], Any]] = {
    "many contexts": lambda size: {"@context": [{f"a{n}": f"http://a/{n}"} for n in range(size // 20)], "a1": "x"},
    "terms of terms": lambda size: {"@context": {f"a{n}": f"a{n + 1}:b" for n in range(size // 20)}, "a1": "x"},
    "terms in a circle": lambda _: {"@context": {"a": "b:x", "b": "a:x"}, "a": "x"},
    "a context elsewhere": lambda _: {"@context": "http://127.0.0.1:9/context", "a": "x"},
    "a context in a file": lambda _: {"@context": ["file:///etc/passwd"], "a": "x"},
    "a context imported": lambda _: {"@context": {"@import": "file:///etc/passwd"}, "a": "x"},
    "numbers of many digits": lambda size: {"@context": {"a": "http://a/"}, "a": 10 ** min(size, 4_000)},
    "surrogates": lambda _: {"@id": "urn:\ud800", "http://a/b": "\ud800"},
    "zero bytes": lambda _: {"@id": "urn:\0", "http://a/b": "\0"},
    "types of another kind": lambda _: {"@type": {"a": 1}, "@id": [1]},
    "settings of another kind": lambda _: {"@context": {"a": 5, "b": [1], "c": {"@id": 5}, "@vocab": 5}, "a": 1},
    "languages": lambda size: {
        "@context": {"a": {"@id": "http://a/", "@container": "@language"}},
        "a": {f"e-{n}": "x" for n in range(size // 20)},
    },
    "a number": lambda _: 5,
}


def _json_ld(make: Callable[[int], Any], size: int) -> tuple[str, str]:
    return json.dumps(make(size)), "jsonld"


_SYNTAXES: Mapping[ExportFormat, str] = {"turtle": "ttl", "jsonld": "jsonld"}


def _exported(format: ExportFormat) -> str:
    stream = io.BytesIO()
    small_graph().export(stream, format=format)
    return stream.getvalue().decode()


def _with_piece(format: ExportFormat, piece: str, _size: int) -> str:
    """Return the export of a small graph in which a word has become this piece, as it is."""
    return _exported(format).replace("Paris", piece).replace("2020", piece)


def _rdf_with_piece(format: ExportFormat, suffix: str, piece: str, size: int) -> tuple[str, str]:
    return _with_piece(format, piece, size), suffix


def _nested_line(opening: str, closing: str, size: int) -> str:
    depth = size // len(opening)
    return _exported("jsonl").replace('{"type":"concept"', opening * depth + "1" + closing * depth, 1)


_LINES: dict[str, Callable[[str, int], str]] = {
    "a long line": lambda text, size: text.replace("Paris", "x" * size),
    "a number of many digits": lambda text, size: text.replace('"start":0', '"start":' + "9" * size),
    "a number without end": lambda text, _: text.replace('"start":0', '"start":1e999'),
    "positions far behind": lambda text, _: text.replace("#0", "#999999"),
    "no documents": lambda text, _: "\n".join(line for line in text.split("\n") if '"document"' not in line),
    "many of one line": lambda text, size: text.replace('{"type":"end"', '{"type":"concept"}\n' * size + "{"),
    "lines in another order": lambda text, _: "\n".join(reversed(text.split("\n"))),
    "the export twice": lambda text, _: text * 2,
    "zero bytes": lambda text, size: text + "\0" * size,
}


def _lines(make: Callable[[str, int], str], size: int) -> str:
    return make(_exported("jsonl"), size)


def _import_facts(rows: Any, folder: Path) -> None:
    with LanguageGraph(folder / "graph.lgm") as graph:
        graph.build(DOCUMENTS[0], workers=1)
        graph.import_facts(rows)
        assert graph.documents()


_ROWS: dict[str, Any] = {
    "a row of another kind": [1],
    "triples of another kind": [{"id": "a", "triples": 5}],
    "a triple of another kind": [{"id": "a", "triples": [5, None, ["a"], [1, 2, 3], {"a": "b"}]}],
    "long names": [{"id": "a", "triples": [["Mary" * 20_000, "ate", "apple" * 20_000]]}],
    "a long id": [{"id": "a" * 20_000, "triples": [["Mary", "ate", "an apple"]]}],
    "surrogates": [{"id": "a", "triples": [["Mary\ud800", "ate\0", "an apple"]]}],
    "many triples": [{"id": "a", "triples": [["Mary", f"ate {number}", "an apple"] for number in range(300)]}],
    "long predicates": [{"id": "a", "triples": [["Mary", f"ate {number * 9_000}", "an apple"] for number in "ab"]}],
    **{
        f"{piece!r:.40}": [{"id": "a", "triples": [["Mary", piece, "an apple"], [piece, "is", "Mary"]]}]
        for piece in PIECES
    },
}

EXCHANGE = [
    *(Attack(f"Turtle of {name}", partial(_turtle, *parts), _read, 3_000) for name, parts in _TURTLE.items()),
    *(Attack(name, partial(_nested, *parts), _read, 30_000) for name, parts in _NESTED.items()),
    *(Attack(f"JSON-LD of {name}", partial(_json_ld, make), _read, 3_000) for name, make in _JSON_LD.items()),
    *(Attack(f"an export with {name}", partial(_lines, make), _import, 3_000) for name, make in _LINES.items()),
    *(
        Attack(f"a line of {' '.join(pair)} in one another", partial(_nested_line, *pair), _import, 30_000)
        for pair in (("[", "]"), ('{"a":', "}"))
    ),
    *(Attack(f"an export with {piece!r:.40}", partial(_with_piece, "jsonl", piece), _import) for piece in PIECES),
    *(
        Attack(f"{suffix} with {piece!r:.40}", partial(_rdf_with_piece, format, suffix, piece), _read)
        for piece in PIECES
        for format, suffix in _SYNTAXES.items()
    ),
    *(Attack(f"facts: {name}", partial(lambda rows, _: rows, rows), _import_facts) for name, rows in _ROWS.items()),
]
