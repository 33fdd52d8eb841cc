"""A LlamaIndex app finds with the graph what its vectors alone do not."""

from pathlib import Path

from lgm_core import LanguageGraph
from lgm_core.demo import demo_folder
from tests.support.example_programs import printed

PROGRAM = "llama_index_app.py"
PAGES = {page.name for page in (demo_folder() / "documents").iterdir()}


def test_the_graph_adds_the_second_document_of_a_chain(tmp_path: Path) -> None:
    lines = printed(PROGRAM, cwd=tmp_path).splitlines()
    where = lines.index("vectors and graph:")
    assert lines[0] == "vectors:"
    before, after = ([line.split(":")[0].strip() for line in part] for part in (lines[1:where], lines[where + 1 :]))
    assert len(before) == len(after) == 3
    assert set(before) | set(after) <= PAGES
    assert "honey-bee.md" in before
    assert "pioneers.md" not in before
    assert {"honey-bee.md", "pioneers.md"} <= set(after)
    assert "born in the German village of Mittelbiber" in "".join(lines[where:])
    with LanguageGraph(tmp_path / "app.lgm") as graph:
        assert {record.id for record in graph.documents()} == PAGES
