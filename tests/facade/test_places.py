"""Where a graph is: what is not there is not made by looking, and what names no place is refused."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lgm_core import InputError, LanguageGraph, StoreError
from tests.support.texts import APPLES

READING: dict[str, Callable[[LanguageGraph], object]] = {
    "ask": lambda graph: graph.ask("What are apples?"),
    "retrieve_passages": lambda graph: graph.retrieve_passages("What are apples?"),
    "retrieve_sentences": lambda graph: graph.retrieve_sentences("What are apples?"),
    "explain": lambda graph: graph.explain("apple"),
    "relate": lambda graph: graph.relate("apple", "fruit"),
    "documents": lambda graph: graph.documents(),
    "statistics": lambda graph: graph.statistics(),
    "export": lambda graph: graph.export(graph.store.path.with_name("out.jsonl")),
    "reflect": lambda graph: graph.reflect(),
}


@pytest.mark.parametrize("read", READING.values(), ids=READING)
def test_reading_what_is_not_there_is_an_error_and_makes_no_file(
    tmp_path: Path, read: Callable[[LanguageGraph], object]
) -> None:
    with pytest.raises(StoreError, match=r"typo\.lgm: there is no such graph; check the name, or build it first"):
        read(LanguageGraph(tmp_path / "typo.lgm"))
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_deleted_from_what_is_not_there(tmp_path: Path) -> None:
    assert LanguageGraph(tmp_path / "typo.lgm").delete("apples") == 0
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_is_no_graph_to_read_but_one_can_be_built_in_it(tmp_path: Path) -> None:
    (tmp_path / "new.lgm").touch()
    graph = LanguageGraph(tmp_path / "new.lgm")
    with pytest.raises(StoreError, match="there is no such graph"):
        graph.statistics()
    graph.build(APPLES)
    assert graph.statistics().documents == 1


def test_a_build_that_learned_nothing_of_what_it_was_given_leaves_no_file(tmp_path: Path) -> None:
    report = LanguageGraph(tmp_path / "new.lgm").build(tmp_path / "nowhere")
    assert [(failed.name, failed.error) for failed in report.failed] == [(str(tmp_path / "nowhere"), "does not exist")]
    assert list(tmp_path.iterdir()) == []


def test_a_build_of_no_documents_makes_an_empty_graph(tmp_path: Path) -> None:
    graph = LanguageGraph(tmp_path / "new.lgm")
    graph.build([])
    assert LanguageGraph(tmp_path / "new.lgm").documents() == []
    assert graph.retrieve_passages("What are apples?") == []


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("http://localhost:7474", "store=http://… is not a supported address"),
        ("bolt://", "store='bolt://' is not an address of a graph in Neo4j, such as bolt://HOST:7687"),
        (3, "store=3 is neither the path of a graph file, nor an address of Neo4j, nor a store"),
        (None, "store=None is neither the path"),
    ],
)
def test_what_names_no_place_is_refused_at_once(place: object, said: str) -> None:
    with pytest.raises(InputError, match=said.replace("?", r"\?")):
        LanguageGraph(place)  # type: ignore[arg-type]
