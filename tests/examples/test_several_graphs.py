"""Two graphs are asked as if they were one."""

from pathlib import Path

from lgm_core import Document, LanguageGraph
from tests.support.example_programs import printed

PROGRAM = "several_graphs.py"
QUESTION = "Where was the director of Northern Tide born?"


def built(path: Path, **texts: str) -> str:
    with LanguageGraph(path) as graph:
        graph.build([Document.from_text(text, id=name, title=name.title()) for name, text in texts.items()], workers=1)
    return str(path)


def test_what_leads_from_one_graph_to_another_is_found(tmp_path: Path) -> None:
    films = built(
        tmp_path / "films.lgm",
        tide="Northern Tide is a film that was directed by Odo Krell.",
        reef="Southern Reef is a film about a director.",
    )
    people = built(
        tmp_path / "people.lgm",
        krell="Odo Krell is a director. He was born in Ulm.",
        marten="Lili Marten is a director. She was born in Bergen.",
    )
    lines = printed(PROGRAM, QUESTION, films, people, cwd=tmp_path).splitlines()
    assert lines[0].startswith(f"{films} tide: Northern Tide")
    assert lines[1].startswith(f"{people} krell: Odo Krell")


def test_graphs_are_asked_again_with_what_was_found(tmp_path: Path) -> None:
    films = built(tmp_path / "films.lgm", tide="Northern Tide is a film that was directed by Odo Krell.")
    people = built(tmp_path / "people.lgm", krell="Odo Krell grew up beside the mill of Ulm.")
    lines = printed(PROGRAM, "Who made Northern Tide?", films, people, cwd=tmp_path).splitlines()
    assert [line.split(":")[0] for line in lines] == [f"{films} tide", f"{people} krell"]


def test_nothing_found_is_nothing_printed(tmp_path: Path) -> None:
    boats = built(tmp_path / "boats.lgm", jib="A jib is a sail.")
    assert printed(PROGRAM, "Where was the director born?", boats, boats, cwd=tmp_path) == ""
