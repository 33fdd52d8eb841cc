"""A folder of mixed files is edited, and its graph follows."""

import io
import json
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from lgm_core import LanguageGraph
from tests.support.example_programs import printed, run_example

PROGRAM = "folder_in_step.py"


def write_rows(file: Path, **rows: str) -> None:
    file.write_text("".join(json.dumps({"id": id, "text": text}) + "\n" for id, text in rows.items()))


def write_pdf(file: Path, line: str) -> None:
    canvas = Canvas(str(file))
    canvas.drawString(72, 720, line)
    canvas.save()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    (docs / "sails").mkdir(parents=True)
    (docs / "boat.md").write_text("# Boat\n\nA dinghy is a boat. A boat has a keel.\n")
    (docs / "sails" / "jib.html").write_text("<h1>Jib</h1><p>A jib is a sail.</p>")
    (docs / "oak.txt").write_text("Lili Marten sells oak.\n")
    (docs / "knots.rst").write_text("Knots\n=====\n\nA bowline is a knot.\n")
    write_rows(docs / "crew.jsonl", ann="Ann steers the boat.", bo="Bo trims the jib.")
    write_pdf(docs / "tide.pdf", "A tide table is a list of times.")
    return docs


def export(graph: LanguageGraph) -> bytes:
    stream = io.BytesIO()
    graph.export(stream)
    return stream.getvalue()


def assert_in_step(folder: Path) -> None:
    """The graph is, to the byte, one that never saw another state of the folder."""
    fresh = folder.parent / "fresh.lgm"
    fresh.unlink(missing_ok=True)
    with LanguageGraph(folder.parent / "folder.lgm") as kept, LanguageGraph(fresh) as new:
        new.build(folder, workers=1)
        assert export(kept) == export(new)


def test_the_graph_follows_every_kind_of_change(folder: Path) -> None:
    first = printed(PROGRAM, cwd=folder.parent).splitlines()
    ids = ["ann", "bo", "boat.md", "knots.rst", "oak.txt", "sails/jib.html", "tide.pdf"]
    assert first[:-1] == [f"+ {id}" for id in ids]
    assert first[-1].startswith("folder.lgm holds docs: documents: 7, ")
    assert_in_step(folder)

    (folder / "boat.md").write_text("# Boat\n\nA dinghy is a boat. A boat has a rudder.\n")  # edit
    (folder / "mast.md").write_text("# Mast\n\nA mast is a spar.\n")  # add
    (folder / "oak.txt").unlink()  # remove
    (folder / "knots.rst").rename(folder / "sails" / "hitches.rst")  # rename
    write_rows(folder / "crew.jsonl", ann="Ann steers the boat.", cy="Cy oils the keel.")  # one row goes, one comes
    second = printed(PROGRAM, cwd=folder.parent).splitlines()
    assert second[:-1] == [
        "- bo",
        "~ boat.md",
        "+ cy",
        "- knots.rst",
        "+ mast.md",
        "- oak.txt",
        "+ sails/hitches.rst",
    ]
    assert_in_step(folder)

    assert printed(PROGRAM, cwd=folder.parent).splitlines() == [second[-1]]  # nothing to do


def test_what_cannot_be_read_is_named_and_leaves_the_graph(folder: Path) -> None:
    printed(PROGRAM, "docs", "--graph", "folder.lgm", cwd=folder.parent)
    (folder / "tide.pdf").write_bytes(b"%PDF-1.7 no more")
    (folder / "oak.txt").write_text("")
    told = printed(PROGRAM, "docs", "--graph", "folder.lgm", cwd=folder.parent).splitlines()
    assert told[0] == "- oak.txt"  # an empty file holds nothing to read
    assert [line.split()[:2] for line in told[1:-1]] == [["!", "docs/tide.pdf"]]
    with LanguageGraph(folder.parent / "folder.lgm") as graph:
        assert "tide.pdf" in [record.id for record in graph.documents()]


def test_a_folder_that_is_not_there_does_not_empty_its_graph(folder: Path) -> None:
    printed(PROGRAM, cwd=folder.parent)
    folder.rename(folder.parent / "away")
    done = run_example(PROGRAM, cwd=folder.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert "docs is not a folder" in done.stderr
    with LanguageGraph(folder.parent / "folder.lgm") as graph:
        assert len(graph.documents()) == 7
