"""Under which ids a graph holds documents that nobody gave one, and what a second build does to them."""

import json
import shutil
import unicodedata
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from lgm_core import Document, InputError, LanguageGraph
from lgm_core.learning.document_names import DocumentNames
from tests.support.counting_store import CountingStore


@pytest.fixture
def graph(tmp_path: Path):
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        yield graph


def from_source(source: str, *texts: str) -> list[Document]:
    return [Document.from_text(text, source=source) for text in texts]


def ids(graph: LanguageGraph) -> list[str]:
    return [record.id for record in graph.documents()]


def texts(graph: LanguageGraph) -> dict[str, str]:
    return {record.id: graph.store.sentences([f"{record.id}#0"])[0].text for record in graph.documents()}


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


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


@pytest.mark.parametrize("source", ["/acme/docs/contract.md", "acme/docs/contract.md", "contract.md"])
def test_a_folder_that_is_read_takes_nothing_from_a_source_that_was_given(
    graph: LanguageGraph, tmp_path: Path, source: str
) -> None:
    graph.build(from_source(source, "Acme pays."))
    write(tmp_path / "acme" / "docs" / "contract.md", "Globex pays.")
    assert graph.build(tmp_path / "acme" / "docs", prune=True).changes == ()
    assert sorted(texts(graph).values()) == ["Acme pays.", "Globex pays."]


def test_a_source_that_is_given_takes_nothing_from_a_folder_that_was_read(graph: LanguageGraph, tmp_path: Path) -> None:
    docs = write(tmp_path / "docs" / "contract.md", "Acme pays.").parent
    graph.build(docs)
    for folder in ("", "docs/", "/docs/", "/globex/docs/"):
        graph.build(from_source(f"{folder}contract.md", "Globex pays."))
    assert sorted(texts(graph).values()) == ["Acme pays."] + ["Globex pays."] * 4


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


def test_folders_with_files_of_one_name_are_kept_apart_whichever_way_they_are_given(
    graph: LanguageGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, text in (("one", "Figs are sweet."), ("two", "Carts have wheels.")):
        write(tmp_path / folder / "sub" / "readme.md", text)
    monkeypatch.chdir(tmp_path / "one")
    graph.build(".")
    monkeypatch.chdir(tmp_path / "two")
    graph.build(".")
    held = {"sub/readme.md": "Figs are sweet.", "two/sub/readme.md": "Carts have wheels."}
    assert texts(graph) == held
    for again in (tmp_path / "two", tmp_path, tmp_path / "two" / "sub" / "readme.md", [tmp_path / "two", "../one"]):
        report = graph.build(again)
        assert (report.learned, report.failed) == (0, ())
    assert texts(graph) == held


def test_two_folders_of_one_name_in_one_build_are_kept_apart(graph: LanguageGraph, tmp_path: Path) -> None:
    for place, text in (("a", "Figs are sweet."), ("b", "Carts have wheels.")):
        write(tmp_path / place / "docs" / "readme.md", text)
    folders = [tmp_path / "a" / "docs", tmp_path / "b" / "docs"]
    assert graph.build(folders).learned == 2
    assert texts(graph) == {"b/docs/readme.md": "Carts have wheels.", "readme.md": "Figs are sweet."}
    assert graph.build(folders).skipped == 2
    assert graph.build(folders[1]).skipped == 1


def monorepo(root: Path) -> Path:
    for part in ("pump", "valve", "gate"):
        write(root / "mono" / part / "docs" / "README.md", f"The {part} is a machine.")
    return root / "mono"


IDS_OF_MONOREPO = {
    "README.md": "The pump is a machine.",
    "gate/docs/README.md": "The gate is a machine.",
    "valve/docs/README.md": "The valve is a machine.",
}


def test_folders_of_one_name_built_one_after_the_other_keep_their_files(graph: LanguageGraph, tmp_path: Path) -> None:
    mono = monorepo(tmp_path)
    for _ in range(2):
        for part in ("pump", "valve", "gate"):
            report = graph.build(mono / part / "docs")
            assert (report.changes, report.removed) == ((), ())
        assert texts(graph) == IDS_OF_MONOREPO
    assert graph.build(mono).skipped == 3
    write(mono / "pump" / "docs" / "README.md", "The pump is old.")
    assert graph.build(mono / "pump" / "docs").changes == ("replaced: README.md",)
    assert graph.build(mono / "valve" / "docs", prune=True).changes == ()
    assert texts(graph) == {**IDS_OF_MONOREPO, "README.md": "The pump is old."}


def test_a_file_gone_from_a_folder_leaves_its_id_to_no_folder_of_that_name(
    graph: LanguageGraph, tmp_path: Path
) -> None:
    mono = monorepo(tmp_path)
    graph.build(mono / "pump" / "docs")
    (mono / "pump" / "docs" / "README.md").unlink()
    assert graph.build(mono / "valve" / "docs", prune=True).changes == ()
    assert ids(graph) == ["README.md", "valve/docs/README.md"]
    write(mono / "pump" / "docs" / "other.md", "A pump.")
    assert graph.build(mono / "pump" / "docs", prune=True).pruned == ("README.md",)


def test_a_tree_that_has_moved_keeps_its_ids_in_whatever_order_it_is_built(
    graph: LanguageGraph, tmp_path: Path
) -> None:
    mono = monorepo(tmp_path)
    for part in ("pump", "valve", "gate"):
        graph.build(mono / part / "docs")
    shutil.move(mono, tmp_path / "elsewhere" / "mono")
    for part in ("gate", "valve", "pump"):
        report = graph.build(tmp_path / "elsewhere" / "mono" / part / "docs")
        assert (report.skipped, report.changes) == (1, ())
    shutil.copytree(tmp_path / "elsewhere" / "mono" / "pump", tmp_path / "mill")
    write(tmp_path / "mill" / "docs" / "README.md", "The mill is a machine.")
    graph.build(tmp_path / "mill" / "docs")
    assert texts(graph) == {**IDS_OF_MONOREPO, "mill/docs/README.md": "The mill is a machine."}


def test_a_document_replaced_from_another_place_says_where_it_was(graph: LanguageGraph, tmp_path: Path) -> None:
    old = write(tmp_path / "old" / "docs" / "README.md", "Figs are sweet.")
    graph.build(old.parent)
    shutil.rmtree(tmp_path / "old")
    new = write(tmp_path / "new" / "docs" / "README.md", "Carts have wheels.")
    report = graph.build(new.parent)
    assert [(replaced.id, replaced.former_source) for replaced in report.replacements] == [
        ("README.md", old.as_posix())
    ]
    write(new, "Carts have four wheels.")
    assert graph.build(new.parent).changes == ("replaced: README.md",)


def test_relative_sources_of_two_current_folders_are_kept_apart(
    graph: LanguageGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mono = monorepo(tmp_path)
    for part in ("pump", "valve", "pump"):
        monkeypatch.chdir(mono / part)
        graph.build(from_source("docs/README.md", Path("docs/README.md").read_text("utf-8")))
    assert texts(graph) == {
        "docs/README.md": "The pump is a machine.",
        "valve/docs/README.md": "The valve is a machine.",
    }


def test_a_link_to_a_folder_is_that_folder(graph: LanguageGraph, tmp_path: Path) -> None:
    docs = monorepo(tmp_path) / "pump" / "docs"
    graph.build(docs)
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "docs").symlink_to(docs)
    assert graph.build(tmp_path / "link" / "docs").skipped == 1


def test_copies_from_another_folder_are_told_all_or_none(graph: LanguageGraph, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    write(tree / "a" / "x.md", "Figs are sweet.")
    write(tree / "b" / "y.md", "Carts have wheels.")
    graph.build(tree / "a")
    assert graph.build(tree).copies == ()
    assert ids(graph) == ["b/y.md", "x.md"]
    shutil.copytree(tree, tmp_path / "moved2")
    report = graph.build(tmp_path / "moved2")
    assert [(copy.id, copy.original) for copy in report.copies] == [("a/x.md", "x.md"), ("moved2/b/y.md", "b/y.md")]
    assert report.changes == (
        "held twice, as the same text comes from another place: a/x.md (the text of x.md), "
        "moved2/b/y.md (the text of b/y.md)",
    )
    assert graph.build(tmp_path / "moved2").changes == ()
    assert ids(graph) == ["a/x.md", "b/y.md", "moved2/b/y.md", "x.md"]


def test_files_below_a_folder_that_was_built_have_their_paths_in_it_as_ids(
    graph: LanguageGraph, tmp_path: Path
) -> None:
    docs = write(tmp_path / "docs" / "fig.md", "Figs are sweet.").parent
    graph.build(docs)
    write(docs / "sub" / "plum.md", "Plums are blue.")
    graph.build(docs / "sub")
    graph.build(write(docs / "sub" / "pear.md", "Pears are green."))
    assert ids(graph) == ["fig.md", "sub/pear.md", "sub/plum.md"]
    assert {record.source for record in graph.documents()} == {"docs/fig.md", "docs/sub/pear.md", "docs/sub/plum.md"}
    assert graph.build(docs).skipped == 3
    docs = shutil.move(docs, tmp_path / "there" / "docs")  # as on another machine
    assert [graph.build(each).skipped for each in (docs / "sub", docs / "sub" / "pear.md", docs)] == [2, 1, 3]
    graph.build(tmp_path)
    write(docs / "fig.md", "Figs are sour.")
    graph.build(docs / "fig.md")
    assert [record.source for record in graph.documents() if record.id == "fig.md"] == ["docs/fig.md"]


def test_a_file_that_is_given_by_name_makes_its_folder_no_root(graph: LanguageGraph, tmp_path: Path) -> None:
    graph.build(write(tmp_path / "fig.md", "Figs are sweet."))
    graph.build(write(tmp_path / "docs" / "sub" / "plum.md", "Plums are blue.").parent.parent)
    assert ids(graph) == ["fig.md", "sub/plum.md"]


def test_a_root_above_the_sources_is_what_their_ids_begin_below(graph: LanguageGraph, tmp_path: Path) -> None:
    row = write(tmp_path / "docs" / "sub" / "rows.jsonl", '{"id": "row", "text": "A pear is green."}')
    file = write(tmp_path / "docs" / "sub" / "plum.md", "Plums are blue.")
    graph.build([file, row, *from_source(f"{tmp_path}/docs/b/fig.md", "Figs are sweet.")], root=tmp_path / "docs")
    assert [(record.id, record.source) for record in graph.documents()] == [
        ("b/fig.md", f"{tmp_path}/docs/b/fig.md"),
        ("row", "docs/sub/rows.jsonl"),
        ("sub/plum.md", "docs/sub/plum.md"),
    ]
    assert graph.build(tmp_path / "docs").skipped == 2


def test_a_folder_takes_the_place_of_a_former_root(graph: LanguageGraph, tmp_path: Path) -> None:
    old = write(tmp_path / "docs" / "fig.md", "Figs are sweet.").parent
    write(old / "sub" / "rows.jsonl", json.dumps({"text": "Bees fly."}) + "\n" + json.dumps({"text": "Ants dig."}))
    write(old / "plum.md", "Plums are blue.")
    graph.build(old)
    held = ids(graph)
    new = shutil.move(old, tmp_path / "there" / "handbook")
    (new / "plum.md").unlink()
    write(new / "fig.md", "Figs are sour.")
    write(new / "sub" / "rows.jsonl", json.dumps({"text": "Bees fly."}))
    report = graph.build(new, root=old, prune=True)
    assert report.changes == (
        "replaced: fig.md",
        "removed, because this build took the place of what their sources held: sub/rows.jsonl:2",
        "removed, because their files are gone: plum.md",
    )
    assert ids(graph) == [id for id in held if id not in ("plum.md", "sub/rows.jsonl:2")]
    assert [record.source for record in graph.documents() if record.id == "fig.md"] == ["handbook/fig.md"]
    assert [graph.build(new, root=root).skipped for root in (old, None)] == [2, 2]


def test_a_folder_with_a_new_name_is_another_one_until_it_takes_the_place_of_the_former(
    graph: LanguageGraph, tmp_path: Path
) -> None:
    tree = write(tmp_path / "tree" / "a" / "x.md", "Figs are sweet.").parent.parent
    write(tree / "b" / "y.md", "Carts have wheels.")
    graph.build(tree)
    renamed = shutil.move(tree, tmp_path / "renamed")
    report = graph.build(renamed)
    copies = [("renamed/a/x.md", "a/x.md"), ("renamed/b/y.md", "b/y.md")]
    assert [(copy.id, copy.original) for copy in report.copies] == copies
    report = graph.build(renamed, root=tree, prune=True)
    assert (report.skipped, report.pruned) == (2, ("renamed/a/x.md", "renamed/b/y.md"))
    assert ids(graph) == ["a/x.md", "b/y.md"]


def test_a_root_that_is_neither_above_the_sources_nor_known_is_refused(graph: LanguageGraph, tmp_path: Path) -> None:
    docs = write(tmp_path / "docs" / "fig.md", "Figs are sweet.").parent
    graph.build(docs)
    other = write(tmp_path / "other" / "plum.md", "Plums are blue.").parent
    with pytest.raises(InputError, match=f"nor is a folder that the graph was built from \\({docs}\\)"):
        graph.build(other, root=tmp_path / "away")
    with pytest.raises(InputError, match="a moved folder must be the only one"):
        graph.build([other, docs], root=docs)
    assert ids(graph) == ["fig.md"]


def test_a_file_with_a_new_name_is_told_as_a_copy_unless_it_is_pruned(graph: LanguageGraph, tmp_path: Path) -> None:
    file = write(tmp_path / "docs" / "fig.md", "Figs are sweet.")
    graph.build(file.parent)
    file.rename(file.with_name("plum.md"))
    assert [copy.original for copy in graph.build(file.parent).copies] == ["fig.md"]
    file.with_name("plum.md").rename(file.with_name("quince.md"))
    report = graph.build(file.parent, prune=True)
    assert (report.pruned, report.copies) == (("fig.md", "plum.md"), ())


def test_files_of_graphs_that_knew_no_places_are_found_again(graph: LanguageGraph, tmp_path: Path) -> None:
    docs = monorepo(tmp_path) / "pump" / "docs"
    graph.build(docs)
    graph.store.set_places({"README.md": ""})
    assert graph.build(docs).skipped == 1
    assert graph.store.places(["README.md"]) == {"README.md": f"{docs.as_posix()}/./README.md"}


def test_rows_without_ids_are_replaced_and_those_of_a_file_with_a_bad_row_stay(
    graph: LanguageGraph, tmp_path: Path
) -> None:
    rows = [json.dumps({"text": text}) for text in ("Figs are sweet.", "Carts have wheels.", "Bees fly.")]
    file = write(tmp_path / "rows.jsonl", "\n".join(rows))
    graph.build(file)
    assert ids(graph) == ["rows.jsonl", "rows.jsonl:2", "rows.jsonl:3"]
    write(file, rows[0] + "\n{")
    assert graph.build(file).removed == ()
    write(file, rows[0])
    assert graph.build(file).removed == ("rows.jsonl:2", "rows.jsonl:3")


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
