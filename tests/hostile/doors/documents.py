"""Documents and their names and metadata, built into a graph, asked of, written out, read again and deleted."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from lgm_core import Document, LanguageGraph
from lgm_core.documents.media_types import HTML, MARKDOWN, PLAIN_TEXT
from tests.hostile.attack import Attack
from tests.hostile.graphs import CALLS
from tests.hostile.strings import PIECES, STRINGS

_OTHER = Document("other", "Pears are fruit. A pear is rich in fibre.", "Pears")


def _build(document: Document, folder: Path) -> None:
    """Build beside another document; what was learned goes out and in again as it is, and is deleted alone."""
    with LanguageGraph(folder / "graph.lgm", annotator="lite:parse") as graph:
        graph.build(_OTHER, workers=1, facts="open")
        before = _exported(graph, folder)
        report = graph.build(document, workers=1, facts="open")
        assert report.learned + len(report.failed) == 1
        assert all(len(each.error) < 1000 for each in report.failed)
        if not report.learned:
            assert _exported(graph, folder) == before
            return
        (held,) = [record for record in graph.documents() if record.id == document.id]
        assert (held.title, held.source) == (document.title, document.source)
        assert [record.id for record in graph.documents(where={"id": document.id})] == [document.id]
        for call in CALLS.values():
            call(graph, "Which pears are fruit?", {"title": document.title})
        _go_round(graph, folder)
        assert graph.build(document, workers=1, facts="open").skipped == 1
        assert graph.delete(document.id) == 1
        assert _exported(graph, folder) == before


def _exported(graph: LanguageGraph, folder: Path) -> bytes:
    graph.export(folder / "graph.jsonl")
    return (folder / "graph.jsonl").read_bytes()


def _go_round(graph: LanguageGraph, folder: Path) -> None:
    written = _exported(graph, folder)
    for line in written.splitlines():
        json.loads(line)
    with LanguageGraph(folder / "other.lgm") as other:
        other.import_graph(folder / "graph.jsonl")
        assert _exported(other, folder) == written
    graph.export(folder / "graph.graphml")
    _check_xml(folder / "graph.graphml")


def _check_xml(path: Path) -> None:
    from xml.parsers import expat  # it reads what we wrote ourselves

    with path.open("rb") as file:
        expat.ParserCreate().ParseFile(file)


def _construct(document: Document, folder: Path) -> None:
    with LanguageGraph(folder / "graph.lgm") as graph:
        graph.construct(document)
        assert len(graph.entities(document.id)) >= 0


def _text(make: Any, media_type: str, size: int) -> Document:
    return Document("d", make(size), "Title", {}, "d.md", media_type)


def _named(piece: str, _size: int) -> Document:
    metadata = {piece: piece, "list": [piece, None, 1.5, True], "Year": 2020}
    return Document(f"d{piece}", "Apples are fruit.", piece.strip(), metadata, piece.strip())


def _with_metadata(metadata: Any, _size: int) -> Document:
    return Document("d", "Apples are fruit.", "Title", metadata)


def _deep(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


_METADATA: dict[str, Any] = {
    "an integer of many digits": {"n": 10**400},
    "an integer of too many digits": {"n": 10**5000},
    "no number": {"n": float("nan")},
    "infinity": {"n": [1, float("-inf")]},
    "bytes": {"n": b"\xff"},
    "an object": {"n": object()},
    "lists in one another": {"n": _deep(50_000)},
    "a mapping": {"n": {"a": {"b": 1}}},
    "a key that is no text": {1: 2},
    "keys that are no text": {None: 1, "a": 2},
    "an empty key": {"": ""},
    "a long key": {"k" * 50_000: "v" * 50_000},
    "many keys": {f"key {number}": number for number in range(3_000)},
    "a start in the source": {"start_index": 10**30},
    "a start before the source": {"start_index": -5},
    "a start that is text": {"start_index": "zero"},
}

METADATA = [Attack(name, partial(_with_metadata, metadata), _build) for name, metadata in _METADATA.items()]

DOCUMENTS = [
    *(Attack(name, partial(_text, make, PLAIN_TEXT), _build, 300) for name, make in STRINGS.items()),
    *(Attack(f"named {piece!r:.40}", partial(_named, piece), _build) for piece in PIECES),
    *(
        Attack(f"{name}, as {media_type}", partial(_text, partial(str.__mul__, unit), media_type), _build, 40)
        for name, unit in (("headings", "# Fruit\n"), ("rows", "| a fig | b |\n|-|-|\n"), ("items", "- a fig\n"))
        for media_type in (MARKDOWN, HTML)
    ),
    *(
        Attack(f"constructed of {name}", partial(_text, make, PLAIN_TEXT), _construct, 500)
        for name, make in STRINGS.items()
        if name.startswith("only") or "differ" in name
    ),
]
