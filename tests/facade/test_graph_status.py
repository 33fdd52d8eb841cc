"""The state of a graph: what it holds, its size, and what is out of date."""

import json
from collections.abc import Iterable
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

from lgm_core import Document, Embeddings, LanguageGraph, StoreError
from lgm_core.facade.graph_status import is_of_older_release
from lgm_core.model import Verdict
from tests.support.embedders import hashed_words
from tests.support.papers import PAPER
from tests.support.texts import APPLES, BOATS, write_corpus

TEXTS = {"apples.md": "Apples are a type of fruit.", "boats.txt": "A dinghy is a small boat."}


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def graph(tmp_path: Path, docs: Path) -> Iterable[LanguageGraph]:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build(docs, workers=1, index=True)
        yield graph


def test_a_graph_as_it_was_built_is_fresh(graph: LanguageGraph, tmp_path: Path) -> None:
    status = graph.status()
    assert (status.place, status.revision) == (str(tmp_path / "g.lgm"), graph.store.revision())
    assert status.counts == graph.statistics()
    assert status.languages == {"en": 2}
    assert status.size is not None
    assert status.size >= (tmp_path / "g.lgm").stat().st_size > 0
    assert status.index.state == "fresh"
    assert status.index.size == sum(file.stat().st_size for file in (tmp_path / "g.lgm-index").iterdir())
    assert (status.stale.changed, status.stale.gone, status.stale.older, status.stale.unchecked) == ((), (), (), 0)
    assert not status.is_stale
    assert str(status).endswith("Up to date with the files.")
    with pytest.raises(FrozenInstanceError):
        status.place = "elsewhere"  # type: ignore[misc]


def test_the_model_of_the_vectors_is_told(graph: LanguageGraph, tmp_path: Path) -> None:
    assert graph.status().embedding_model is None
    assert "\n  vectors" not in str(graph.status())
    with LanguageGraph(tmp_path / "g.lgm", embed=Embeddings(hashed_words, hashed_words, "hashes")) as embedded:
        embedded.retrieve_passages("apples")
    status = graph.status()
    assert status.embedding_model == f"hashes ({len(hashed_words(['apples'])[0])} dimensions)"
    assert f"B   {status.embedding_model}\n" in str(status).partition("\n  vectors")[2]


def test_files_that_changed_or_are_gone_are_named(graph: LanguageGraph, docs: Path) -> None:
    (docs / "apples.md").write_text("Apples are vegetables.", encoding="utf-8")
    (docs / "boats.txt").unlink()
    status = graph.status()
    assert (status.stale.changed, status.stale.gone) == (("apples.md",), ("boats.txt",))
    assert status.is_stale
    assert "  1 document changed since learned: apples.md" in str(status)
    assert "  1 document gone from the files: boats.txt" in str(status)
    assert "--prune" in str(status)
    graph.build(docs, prune=True, workers=1)
    assert not graph.status().is_stale


def test_rows_that_their_file_lacks_are_removed_as_the_status_says(graph: LanguageGraph, docs: Path) -> None:
    write_corpus(docs / "rows.jsonl", [APPLES, BOATS])
    graph.build(docs, workers=1)
    write_corpus(docs / "rows.jsonl", [APPLES])
    assert (graph.status().stale.changed, graph.status().stale.gone) == ((), ("boats",))
    graph.build(docs, workers=1, prune=True)
    assert not graph.status().is_stale


def test_rows_without_ids_that_their_file_lacks_are_removed_by_the_next_build(graph: LanguageGraph, docs: Path) -> None:
    rows = [json.dumps({"text": text}) for text in ("Plums are sweet.", "Pears are green.")]
    (docs / "rows.jsonl").write_text("\n".join(rows), encoding="utf-8")
    graph.build(docs, workers=1)
    (docs / "rows.jsonl").write_text(rows[0], encoding="utf-8")
    assert graph.status().stale.changed == ("rows.jsonl:2",)
    graph.build(docs, workers=1)
    assert not graph.status().is_stale


def test_an_index_that_cannot_be_read_is_none(graph: LanguageGraph, tmp_path: Path) -> None:
    for file in (tmp_path / "g.lgm-index").iterdir():
        file.write_bytes(b"")
    assert (graph.status().index.state, graph.status().index.size) == ("missing", 0)


def test_files_need_not_be_read(graph: LanguageGraph, docs: Path) -> None:
    (docs / "apples.md").write_text("Apples are vegetables.", encoding="utf-8")
    status = graph.status(files=False)
    assert (status.stale.changed, status.stale.unchecked) == ((), None)
    assert "Nothing is known to be out of date." in str(status)


def test_rows_of_a_file_are_compared_one_by_one(tmp_path: Path) -> None:
    rows = [{"id": f"row-{number}", "text": f"Apples {number} are fruits."} for number in range(3)]
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build(file, workers=1)
        assert not graph.status().is_stale
        rows[1]["text"] = "Apples are no fruits."
        file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        assert graph.status().stale.changed == ("row-1",)


def test_what_no_build_read_from_a_file_is_not_called_changed(tmp_path: Path, docs: Path) -> None:
    source = str(docs / "apples.md")
    pages = [Document.from_text(f"Page {number} of a loader.", source=source) for number in range(2)]
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build([*pages, BOATS], workers=1)
        status = graph.status()
    assert status.stale.changed == status.stale.gone == ()
    assert status.stale.unchecked == 3
    assert "3 documents could not be compared with a file: made by a program, or from files elsewhere." in str(status)


def test_a_folder_that_is_not_there_is_no_reason_to_call_its_files_gone(graph: LanguageGraph, docs: Path) -> None:
    docs.rename(docs.with_name("moved"))
    assert (graph.status().stale.gone, graph.status().stale.unchecked) == ((), 2)


def test_the_index_falls_behind_by_each_document(graph: LanguageGraph, docs: Path) -> None:
    graph.build([APPLES, BOATS], workers=1, index=False)
    assert (graph.status().index.state, graph.status().index.behind) == ("stale", 2)
    graph.store.delete(["apples"])  # without the facade, which would keep the index
    assert graph.status().index.state in ("stale", "missing")
    graph.retrieve_passages("What is a dinghy?")
    graph.build([replace(BOATS, text="A punt is a boat.")], workers=1, index=True)
    assert graph.status().index.state == "fresh"


def test_a_deletion_without_the_facade_leaves_the_index_behind(graph: LanguageGraph) -> None:
    graph.store.delete(["boats.txt"])
    status = graph.status().index
    assert (status.state, status.behind) in (("stale", 1), ("missing", 0))


def test_a_verdict_does_not_age_the_index(graph: LanguageGraph) -> None:
    graph.store.set_verdicts({("is_a", "apple", "fruit"): Verdict.VALID}, {("is_a", "apple", "fruit"): "hash"})
    status = graph.status()
    assert status.index.state == "fresh"
    assert status.counts.verdicts == {"valid": 1}
    assert "valid 1" in str(status)


def test_without_an_index_there_is_none(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build([APPLES], workers=1, index=False)
        assert (graph.status().index.state, graph.status().index.size) == ("missing", 0)


def test_a_graph_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "none.lgm") as graph, pytest.raises(StoreError, match="there is no such graph"):
        graph.status()


@pytest.mark.parametrize(
    ("change", "is_older"),
    [
        (lambda recipe: recipe, False),
        (lambda recipe: recipe.replace("patterns-", "patterns-0"), True),
        (lambda recipe: recipe.replace("lite-", "lite-0"), True),
        (lambda recipe: recipe.replace("facts:open-", "facts:open-0"), True),
        (lambda recipe: recipe.replace(recipe.split("+")[0], "spacy-en-core_web_sm-3.8.0-1"), False),
        (lambda recipe: f"{recipe}+llm:some-model:abc", False),
    ],
    ids=["as it is", "patterns", "lite", "open facts", "another backend", "a model"],
)
def test_documents_of_an_older_release_are_told_by_their_recipes(
    change: object, is_older: bool, tmp_path: Path
) -> None:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build([APPLES], workers=1, facts="open")
        (record,) = graph.documents()
        graph.store.write_many(
            [replace(each, document=replace(record, recipe=change(record.recipe))) for each in graph.store.scan()]  # type: ignore[operator]
        )
        assert graph.status().stale.older == (("apples",) if is_older else ())
    assert is_of_older_release(record.recipe) is False


def test_an_incomplete_document_and_a_former_construction_are_named(graph: LanguageGraph, docs: Path) -> None:
    (docs / "boats.txt").write_text(PAPER, encoding="utf-8")
    graph.construct(docs / "boats.txt")
    (docs / "boats.txt").write_text(PAPER.replace("Jonas Berg", "Mira Voss"), encoding="utf-8")
    graph.build(docs, workers=1)
    marked = [
        replace(each, document=replace(each.document, recipe=f"{each.document.recipe}+incomplete"))
        for each in graph.store.scan(["apples.md"])
    ]
    graph.store.write_many(marked)
    stale = graph.status().stale
    assert (stale.incomplete, stale.constructed) == (("apples.md",), ("boats.txt",))
