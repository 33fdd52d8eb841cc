"""Arguments that beginners give: an error that names the value and the way out."""

from pathlib import Path

import pytest

from lgm_core import Document, InputError, LanguageGraph
from tests.support.texts import APPLES


@pytest.fixture
def graph(tmp_path: Path) -> LanguageGraph:
    graph = LanguageGraph(tmp_path / "g.lgm")
    graph.build(APPLES)
    return graph


@pytest.mark.parametrize(
    ("k", "said"),
    [
        ("2", "k='2' is not a whole number; give one, such as k=5"),
        (2.5, "k=2.5 is not a whole number"),
        (None, "k=None is not a whole number"),
        (True, "k=True is not a whole number"),
        (0, "k=0 asks for nothing; give 1 or more"),
        (-3, "k=-3 asks for nothing"),
    ],
)
def test_a_number_of_results_that_is_none(graph: LanguageGraph, k: object, said: str) -> None:
    for retrieve in (graph.retrieve_passages, graph.retrieve_sentences):
        with pytest.raises(InputError, match=said):
            retrieve("What are apples?", k)  # type: ignore[arg-type]


@pytest.mark.parametrize("limit", [-1, 0, 1.5, True, "2"])
def test_a_limit_that_is_no_number_of_results(graph: LanguageGraph, limit: object) -> None:
    looks = (
        lambda: graph.documents(limit=limit),  # type: ignore[arg-type]
        lambda: graph.explain("apple", limit=limit),  # type: ignore[arg-type]
        lambda: graph.relate("apple", "fruit", limit=limit),  # type: ignore[arg-type]
        lambda: graph.facts("apple", limit=limit),  # type: ignore[arg-type]
    )
    for look in looks:
        with pytest.raises(InputError, match=f"limit={limit!r} (is not a whole number|asks for nothing)"):
            look()


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        (None, "None cannot be learned from; give documents, or paths"),
        (3, "3 cannot be learned from"),
        ([None], "None is neither a document of lgm_core nor a path"),
        ([{"text": "Apples are sweet."}], "is neither a document of lgm_core nor a path"),
        ("Apples are sweet.\nPears are, too.", "is a text, not a path; learn a text with Document.from_text"),
        (["sweet " * 500], "is a text, not a path"),
    ],
)
def test_what_is_nothing_to_learn_from(tmp_path: Path, sources: object, said: str) -> None:
    with pytest.raises(InputError, match=said) as refused:
        LanguageGraph(tmp_path / "g.lgm").build(sources)  # type: ignore[arg-type]
    assert len(str(refused.value)) < 400
    assert list(tmp_path.iterdir()) == []


def test_a_long_text_in_place_of_a_question_is_quoted_in_part(graph: LanguageGraph) -> None:
    with pytest.raises(InputError, match="the question is not text") as refused:
        graph.ask(["x" * 10_000])  # type: ignore[arg-type]
    assert len(str(refused.value)) < 200


def test_files_that_are_passed_over_are_reported(tmp_path: Path) -> None:
    for name in ("a.xlsx", "b.xlsx", "c.png", "Makefile"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "empty.md").touch()
    (tmp_path / "pears.md").write_text("A pear is a fruit.", encoding="utf-8")
    report = LanguageGraph(tmp_path / "g.sqlite").build(tmp_path)
    assert report.ok
    assert [(Path(file.name).name, file.error) for file in report.ignored] == [
        ("Makefile", "no suffix"),
        ("a.xlsx", ".xlsx"),
        ("b.xlsx", ".xlsx"),
        ("c.png", ".png"),
        ("empty.md", "empty"),
    ]
    named = LanguageGraph(tmp_path / "g.sqlite").build([tmp_path / "a.xlsx"])
    assert (named.learned, named.ignored) == (1, ())


def test_documents_of_ones_own_are_still_welcome(tmp_path: Path) -> None:
    documents = (Document.from_text(text, id=text[:1]) for text in ("A fig is a fruit.", "Bees fly."))
    assert LanguageGraph(tmp_path / "g.lgm").build(documents).learned == 2


def test_a_setting_that_a_graph_does_not_have(tmp_path: Path) -> None:
    said = r"LanguageGraph has no setting embedding \(perhaps embed\); known are: store, llm, annotator, "
    with pytest.raises(InputError, match=said):
        LanguageGraph(tmp_path / "g.lgm", embedding=len)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="store"):
        LanguageGraph()  # type: ignore[call-arg]
