"""Figures of recorded graphs, and folders that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lgm_core import InputError
from lgm_core.evaluation.construction.answer_words import answer_words, recorded_hop, sentences_by_bm25
from lgm_core.evaluation.construction.graph_figures import coverage, published_calls, recorded_shape, shape_figures
from lgm_core.evaluation.construction.recorded_folder import RecordedFolder, read_recorded_folder
from tests.evaluation.construction.recorded_papers import GRAPH, write_folder


@pytest.fixture
def folder(tmp_path: Path) -> RecordedFolder:
    return read_recorded_folder(write_folder(tmp_path))


def test_a_recorded_graph_is_measured(folder: RecordedFolder) -> None:
    figures = shape_figures([recorded_shape(folder.graphs["small"]["rain-1"])])
    assert figures["entities"] == 8
    assert (figures["named"], figures["general"], figures["other"]) == (2, 5, 1)
    assert figures["isolated"] == 4 / 8  # sensor, database, databases, farmers
    assert figures["facts_without_sentence"] == figures["facts"] == 4
    assert figures["self_loops"] == 1
    assert figures["unmerged"] == 1
    assert figures["in_one_sentence"] == 3 / 4
    assert figures["redundant_broader"] == pytest.approx(1 / 3)


def test_calls_are_those_of_the_published_formulas(folder: RecordedFolder) -> None:
    (paper,) = folder.papers
    texts = 4 + 3 + 2  # sentences, paragraphs, sections
    assert paper.text_count == texts
    expected = 3 * texts + 2 * 8 + texts + 5 * 4 // 2 + 2 + 4
    assert published_calls(paper, folder.graphs["small"]["rain-1"]) == expected


def test_coverage_counts_named_and_general_entities_under_any_name(folder: RecordedFolder) -> None:
    shape = recorded_shape(folder.graphs["small"]["rain-1"])
    assert coverage([(shape, shape)]) == {"coverage_named": 1.0, "coverage_general": 1.0, "coverage": 1.0}
    few = recorded_shape(read_recorded_folder_without(folder, {"rain", "database"}).graphs["small"]["rain-1"])
    assert coverage([(few, shape)])["coverage_named"] == 0.5
    assert coverage([(few, shape)])["coverage_general"] == 1.0  # *databases* has the name


def read_recorded_folder_without(folder: RecordedFolder, ids: set[str]) -> RecordedFolder:
    from dataclasses import replace

    graph = folder.graphs["small"]["rain-1"]
    kept = replace(graph, entities=tuple(one for one in graph.entities if one.id not in ids), triples=(), broader=())
    return replace(folder, graphs={"small": {"rain-1": kept}})


def test_answers_words_are_looked_for_in_what_is_shown(folder: RecordedFolder) -> None:
    best = answer_words(folder.questions, sentences_by_bm25(folder.papers, k=1))
    assert best.share == pytest.approx(1.0)
    assert best.words == 8.0
    hop = answer_words(folder.questions, recorded_hop(list(folder.graphs["small"].values()), k=1))
    assert 0 < hop.share < 1


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"questions\.jsonl"):
        read_recorded_folder(tmp_path)
    folder = write_folder(tmp_path / "one")
    (folder / "papers.jsonl").write_text("", "utf-8")
    with pytest.raises(InputError, match="no paper 'rain-1'"):
        read_recorded_folder(folder)
    folder = write_folder(tmp_path / "two")
    (folder / "graphs-small.jsonl.gz").write_bytes(b"no gzip")
    with pytest.raises(InputError, match=r"graphs-small\.jsonl\.gz"):
        read_recorded_folder(folder)
    folder = write_folder(tmp_path / "three")
    (folder / "graphs-other.jsonl").write_text(json.dumps(GRAPH | {"id": "rain-2"}) + "\n", "utf-8")
    with pytest.raises(InputError, match="no graph of rain-1"):
        read_recorded_folder(folder)


def test_there_may_be_no_recorded_graph(tmp_path: Path) -> None:
    assert read_recorded_folder(write_folder(tmp_path, models=())).graphs == {}
