"""Under which ids a graph holds given documents that have none, and what a second build does to them."""

import unicodedata
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.learning.document_names import DocumentNames
from tests.support.counting_store import CountingStore
from tests.support.held_documents import from_source, ids, texts


@pytest.fixture
def graph(tmp_path: Path):
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        yield graph


def test_an_edited_document_takes_the_place_of_what_its_source_held(graph: LanguageGraph) -> None:
    graph.build(from_source("/home/lili/notes/capital.md", "The capital is Berlin."))
    report = graph.build(from_source("/home/lili/notes/capital.md", "The capital is Madrid."))
    assert texts(graph) == {"capital.md": "The capital is Madrid."}
    assert [replaced.id for replaced in report.replacements] == ["capital.md"]
    assert report.changes == ("replaced: capital.md",)


def test_documents_that_a_source_no_longer_holds_are_removed_and_told(graph: LanguageGraph) -> None:
    graph.build(from_source("docs/fig.md", "Figs are sweet.", "Figs have seeds.", "Figs grow on trees."))
    assert ids(graph) == ["docs/fig.md", "docs/fig.md:2", "docs/fig.md:3"]
    graph.build([Document.from_text("A plum is a fruit.", id="plum", source="docs/fig.md")])
    report = graph.build(from_source("docs/fig.md", "Figs are sweet."))
    assert ids(graph) == ["docs/fig.md", "plum"]
    assert (report.skipped, report.removed) == (1, ("docs/fig.md:2", "docs/fig.md:3"))
    assert report.changes == (
        "removed, because this build took the place of what their sources held: docs/fig.md:2, docs/fig.md:3",
    )
    assert graph.store.find_concepts(["seed", "tree"]) == []


def test_documents_that_are_added_join_those_of_their_source(graph: LanguageGraph) -> None:
    pages = from_source("fig.pdf", "Figs are sweet.", "Figs have seeds.")
    for _ in range(2):
        for page in pages:
            graph.build([page], add=True)
    assert ids(graph) == ["fig.pdf", "fig.pdf:2"]


def test_one_text_from_two_sources_is_two_documents_which_a_filter_tells_apart(graph: LanguageGraph) -> None:
    report = graph.build([*from_source("a/terms.md", "Figs are sweet."), *from_source("b/terms.md", "Figs are sweet.")])
    assert (report.learned, report.failed) == (2, ())
    for source in ("a/terms.md", "b/terms.md"):
        (found,) = graph.retrieve_passages("Are figs sweet?", where={"source": source})
        assert found.document.source == source


def test_one_text_with_two_sets_of_metadata_is_two_documents(graph: LanguageGraph) -> None:
    documents = [Document.from_text("Figs are sweet.", metadata={"team": team}) for team in ("red", "blue", "red")]
    report = graph.build(documents)
    assert (report.learned, report.skipped, report.failed) == (2, 1, ())
    assert [record.metadata["team"] for record in graph.documents()] == ["red", "blue"]
    assert graph.build(documents).skipped == 3


def test_ids_are_the_same_wherever_the_documents_lie(tmp_path: Path) -> None:
    found = []
    for home in ("/home/lili/project", "/srv/data", "C:\\Users\\Lili"):
        with LanguageGraph(tmp_path / f"{len(found)}.lgm") as graph:
            pages = [f"{home}/docs/{name}" for name in ("a/index.md", "b/index.md", "guide.md")]
            graph.build([Document.from_text(f"{page[-8:]} is a page.", source=page) for page in pages])
            found.append(ids(graph))
    assert found == [["a/index.md", "b/index.md", "guide.md"]] * 3


def test_a_source_keeps_its_name_when_it_is_built_alone(graph: LanguageGraph) -> None:
    graph.build([*from_source("/home/lili/docs/a.md", "A fig."), *from_source("/home/lili/docs/sub/b.md", "A plum.")])
    graph.build(from_source("/home/lili/docs/sub/b.md", "A pear."))
    assert texts(graph) == {"a.md": "A fig.", "sub/b.md": "A pear."}
    graph.build(from_source("/srv/docs/sub/b.md", "A quince."))
    assert texts(graph) == {"a.md": "A fig.", "b.md": "A quince.", "sub/b.md": "A pear."}


DIFFERENT = [
    ("/acme/docs/contract.md", "/globex/docs/contract.md"),
    ("../kb/a.md", "kb/a.md"),
    ("kb/a.md", "./kb/a.md"),
    ("/home/ann/kb/a.md", "home/ann/kb/a.md"),
    ("/kb/a.md", "kb/a.md"),
    ("C:\\kb\\a.md", "D:\\kb\\a.md"),
    ("s3://acme/a.md", "s3://globex/a.md"),
]


@pytest.mark.parametrize("sources", [*DIFFERENT, *((second, first) for first, second in DIFFERENT)])
@pytest.mark.parametrize("add", [False, True])
def test_sources_that_are_written_otherwise_are_others(
    graph: LanguageGraph, sources: tuple[str, str], add: bool
) -> None:
    both = [document for source in sources for document in from_source(source, f"{source} is a page.")]
    for document in both:
        graph.build([document], add=add)
    held = {record.source: record.id for record in graph.documents()}
    assert set(held) == set(sources)
    for again in (both, both[::-1], both[:1], both[1:]):
        report = graph.build(again, add=add)
        assert (report.skipped, report.learned, report.removed) == (len(again), 0, ())
    graph.build(from_source(sources[0], f"{sources[0]} is new."))
    assert {record.source: record.id for record in graph.documents()} == held
    assert graph.delete(held[sources[1]]) == 1
    assert set(texts(graph)) == {held[sources[0]]}


@pytest.mark.parametrize("source", ["slack", "N/A", "slack/general", "news.com", "Dr. Smith", "v1.2", "ann@acme.com"])
def test_what_is_no_path_or_address_identifies_nothing(graph: LanguageGraph, source: str) -> None:
    for _ in range(2):
        for text in ("Figs are sweet.", "Plums are blue."):
            graph.build(from_source(source, text))
    assert sorted(texts(graph).values()) == ["Figs are sweet.", "Plums are blue."]
    assert {record.source for record in graph.documents(where={"source": source})} == {source}


@pytest.mark.parametrize(
    "source", ["fig.pdf", "Fig.final.MD", "../kb/a", "~/kb/a", "/kb/a", "kb\\a.rtf", "kb/a.7z", "s3://kb/a"]
)
def test_paths_and_addresses_identify_a_document(graph: LanguageGraph, source: str) -> None:
    for text in ("Figs are sweet.", "Figs are sour."):
        graph.build(from_source(source, text))
    assert list(texts(graph).values()) == ["Figs are sour."]


def test_one_source_in_two_forms_of_unicode_is_one(graph: LanguageGraph) -> None:
    composed = "kb/caf\u00e9.md"
    graph.build(from_source(unicodedata.normalize("NFD", composed), "Figs are sweet."))
    graph.build(from_source(composed, "Figs are sour."))
    assert list(texts(graph).values()) == ["Figs are sour."]


def test_one_more_document_of_a_source_takes_as_many_calls_to_the_store_as_the_first(tmp_path: Path) -> None:
    calls = []
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        for number in range(12):
            store = CountingStore(graph.store)
            names = DocumentNames(store, adds=True)
            (named,) = names.named(from_source("kb/fig.pdf", f"Page {number} is a page."))
            calls.append(store.calls.total())
            graph.build([named], add=True, workers=1, index=False)
    assert len(set(calls[1:])) == 1
    assert calls[-1] <= 3


def test_an_id_that_is_set_later_counts(graph: LanguageGraph) -> None:
    (document,) = from_source("docs/fig.md", "Figs are sweet.")
    graph.build(replace(document, id="mine"))
    assert ids(graph) == ["mine"]


def test_new_random_ids_for_texts_that_are_there_are_counted(graph: LanguageGraph, tmp_path: Path) -> None:
    def loaded() -> list[Document]:
        return [Document.from_text(text, id=str(uuid4())) for text in ("Figs are sweet.", "Bees fly.")]

    assert graph.build(loaded()).doubled == 0
    with LanguageGraph(tmp_path / "graph.lgm") as restarted:
        assert restarted.build([*loaded(), Document.from_text("A cart.", id=str(uuid4()))]).doubled == 2
