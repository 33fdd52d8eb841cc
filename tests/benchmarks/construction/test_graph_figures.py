"""Figures of recorded graphs, and folders that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.construction.graph_figures import (
    answer_words,
    coverage,
    recorded_hop,
    recorded_shape,
    sentences_by_bm25,
    shape_figures,
)
from benchmarks.construction.recorded_papers import RecordedFolder, read_recorded_folder
from tests.benchmarks.construction.papers_of_ours import write_folder


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
