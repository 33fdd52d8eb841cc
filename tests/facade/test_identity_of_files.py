"""Under which ids a graph holds the files of folders, and what a second build of them does."""

import json
import shutil
from pathlib import Path

import pytest

from lgm_core import InputError, LanguageGraph
from tests.support.held_documents import from_source, ids, texts


@pytest.fixture
def graph(tmp_path: Path):
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        yield graph


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


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
