"""A build that removes what is gone from its folders, and nothing else."""

import shutil
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from lgm_core import Document, InputError, LanguageGraph


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "project" / "docs"
    (folder / "sub").mkdir(parents=True)
    for name in ("apple.md", "sub/pear.md", "sub/plum.md"):
        (folder / name).write_text(f"The {Path(name).stem} is a fruit.", encoding="utf-8")
    return folder


@pytest.fixture
def graph(tmp_path: Path) -> LanguageGraph:
    return LanguageGraph(tmp_path / "graph.lgm")


def ids(graph: LanguageGraph) -> list[str]:
    return [record.id for record in graph.documents()]


def test_documents_whose_files_are_gone_go_too(graph: LanguageGraph, docs: Path) -> None:
    graph.build(docs, workers=1)
    (docs / "apple.md").unlink()
    (docs / "sub" / "plum.md").rename(docs / "sub" / "sloe.md")
    assert graph.build(docs, workers=1).pruned == ()
    report = graph.build(docs, prune=True, workers=1)
    assert report.pruned == ("apple.md", "sub/plum.md")
    assert report.changes == ("removed, because their files are gone: apple.md, sub/plum.md",)
    assert ids(graph) == ["sub/pear.md", "sub/sloe.md"]
    assert all(found.document.id != "apple.md" for found in graph.retrieve_passages("Which fruit is an apple?"))


def test_only_what_came_from_the_folder_goes(graph: LanguageGraph, docs: Path, tmp_path: Path) -> None:
    other = tmp_path / "manual"
    other.mkdir()
    (other / "cart.md").write_text("A cart is a vehicle.", encoding="utf-8")
    own = Document.from_text("A fig is a fruit.", id="fig")
    cited = Document.from_text("A date is a fruit.", id="date", source="project/docs/sub/pear.md")
    graph.build([docs, other, own, cited], workers=1)
    (other / "cart.md").unlink()
    shutil.rmtree(docs / "sub")
    (docs / "sub").mkdir()
    assert graph.build(docs / "sub", prune=True, workers=1).pruned == ()  # nothing to read there: perhaps not mounted
    (docs / "sub" / "new.md").write_text("A new fruit.", encoding="utf-8")
    assert set(graph.build([docs / "sub"], prune=True, workers=1).pruned) == {"sub/pear.md", "sub/plum.md"}
    assert ids(graph) == ["apple.md", "cart.md", "date", "fig", "sub/new.md"]


def test_what_was_not_read_from_a_folder_stays(graph: LanguageGraph, docs: Path) -> None:
    keys = [f"{docs.name}/plan.md", f"/project/{docs.name}/plan.md", f"/{docs.name}/plan.md", "https://x.org/plan.md"]
    graph.build([Document.from_text("A plan.", source=key) for key in keys], workers=1)
    before = ids(graph)
    report = graph.build(docs, prune=True, workers=1)
    assert (report.pruned, report.removed, report.replacements) == ((), (), ())
    assert set(before) < set(ids(graph))


def test_a_folder_inside_the_one_that_was_built_prunes_its_own_part(graph: LanguageGraph, docs: Path) -> None:
    graph.build(docs.parent, workers=1)
    (docs / "apple.md").unlink()
    (docs / "sub" / "pear.md").unlink()
    assert graph.build(docs / "sub", prune=True, workers=1).pruned == ("docs/sub/pear.md",)
    assert graph.build(docs, prune=True, workers=1).pruned == ("docs/apple.md",)


def test_two_folders_of_one_name_keep_each_others_files(graph: LanguageGraph, docs: Path, tmp_path: Path) -> None:
    twin = tmp_path / "twin" / "docs"
    twin.mkdir(parents=True)
    (twin / "apple.md").write_text("Another apple is a computer.", encoding="utf-8")
    (twin / "quince.md").write_text("A quince is a fruit.", encoding="utf-8")
    graph.build([docs, twin], workers=1)
    before = ids(graph)
    assert graph.build([docs, twin], prune=True, workers=1).pruned == ()
    (docs / "apple.md").unlink()
    assert graph.build([docs, twin], prune=True, workers=1).pruned == ("apple.md",)
    assert ids(graph) == [id for id in before if id != "apple.md"]


def test_rows_go_with_their_lines_and_files_that_cannot_be_read_keep_what_is_known(
    graph: LanguageGraph, docs: Path
) -> None:
    rows = docs / "rows.jsonl"
    rows.write_text('{"id": "a", "text": "A fig."}\n{"id": "b", "text": "A plum."}\n', encoding="utf-8")
    graph.build(docs, workers=1)
    rows.write_text('{"id": "a", "text": "A fig."}\n{"id": 1.5}\n', encoding="utf-8")
    assert graph.build(docs, prune=True, workers=1).pruned == ()
    rows.write_text('{"id": "a", "text": "A fig."}\n', encoding="utf-8")
    assert graph.build(docs, prune=True, workers=1).pruned == ("b",)
    rows.write_text("", encoding="utf-8")
    assert graph.build(docs, prune=True, workers=1).pruned == ("a",)


def test_rows_of_another_folder_of_that_name_stay_and_are_not_replaced_untold(
    graph: LanguageGraph, docs: Path, tmp_path: Path
) -> None:
    (docs / "rows.jsonl").write_text('{"id": "a", "text": "A fig."}\n{"id": "b", "text": "A plum."}\n', "utf-8")
    graph.build(docs, workers=1)
    twin = tmp_path / "twin" / "docs"
    twin.mkdir(parents=True)
    (twin / "quince.md").write_text("A quince is a fruit.", encoding="utf-8")
    assert graph.build(twin, prune=True, workers=1).pruned == ()
    (twin / "rows.jsonl").write_text('{"id": "a", "text": "A cart."}\n', encoding="utf-8")
    (replaced,) = graph.build(twin, workers=1).replacements
    assert (replaced.id, replaced.former_source) == ("a", (docs / "rows.jsonl").as_posix())


def test_without_a_folder_there_is_nothing_to_prune_by(graph: LanguageGraph, docs: Path) -> None:
    graph.build(docs, workers=1)
    for sources in (docs / "apple.md", docs.parent / "away", [Document.from_text("A fig.")]):
        with pytest.raises(InputError, match="none of the sources is a folder"):
            graph.build(sources, prune=True)
    assert len(ids(graph)) == 3


def test_rows_go_with_those_of_a_parquet_file(graph: LanguageGraph, docs: Path) -> None:
    rows = [{"id": "fig", "text": "A fig is a fruit."}, {"id": "kite", "text": "A kite is a toy."}]
    parquet.write_table(pyarrow.Table.from_pylist(rows), docs / "rows.parquet")
    graph.build(docs, workers=1)
    parquet.write_table(pyarrow.Table.from_pylist(rows[:1]), docs / "rows.parquet")
    assert graph.build(docs, prune=True, workers=1).pruned == ("kite",)
