"""The benchmark of construction, on a paper of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lgm_core import ConstructionOptions, LanguageGraph
from lgm_core.evaluation.construction.construction_benchmark import ConstructionFigures, construction_figures
from lgm_core.evaluation.construction.construction_table import construction_table
from lgm_core.evaluation.construction.recorded_folder import RecordedFolder, read_recorded_folder
from lgm_core.evaluation.construction.replay.recorded_graph_model import RecordedGraphModel
from tests.evaluation.construction.recorded_papers import write_folder
from tests.support.command_line import lgm

KEYS = {
    "isolated",
    "coverage_named",
    "coverage_general",
    "coverage",
    "answer_words",
    "words",
    "facts",
    "facts_without_sentence",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("papers"))


@pytest.fixture(scope="module")
def recorded(folder: Path) -> RecordedFolder:
    return read_recorded_folder(folder)


@pytest.fixture(scope="module")
def figures(recorded: RecordedFolder) -> ConstructionFigures:
    return construction_figures(recorded)


def test_figures_have_the_same_names_with_and_without_a_model(figures: ConstructionFigures) -> None:
    found = figures.as_json()
    assert set(found) == KEYS | {"replay"}
    assert set(found["replay"]) == {"small"}
    assert set(found["replay"]["small"]) == KEYS
    assert found["facts"] > 0
    assert found["facts_without_sentence"] == 0
    assert found["coverage"] > 0.5
    assert 0 < found["words"] <= 250
    assert found["answer_words"] > 0.9


def test_a_replay_has_what_the_recording_has(figures: ConstructionFigures) -> None:
    replay, recording = figures.replays[0].figures, figures.recorded[0].figures
    assert replay["coverage"] == 1.0
    assert replay["self_loops"] == replay["unmerged"] == replay["redundant_broader"] == 0
    assert replay["isolated"] < recording["isolated"]
    assert replay["failures"] == 0
    assert replay["calls"] <= replay["published_calls"] / 3


@pytest.mark.parametrize("requests", ["batched", "paper"])
def test_every_kind_of_request_is_answered(recorded: RecordedFolder, tmp_path: Path, requests: str) -> None:
    (paper,) = recorded.papers
    model = RecordedGraphModel(paper, recorded.graphs["small"][paper.id], "small")
    with LanguageGraph(tmp_path / "graph.lgm", llm=model) as graph:
        report = graph.construct(paper.document(), ConstructionOptions(requests=requests))  # type: ignore[arg-type]
        assert not [stage.failures for stage in report.stages.values() if stage.failures]
        names = {entity.name for entity in graph.entities(paper.id)}
        assert {"Rainkeeper", "Tarn server", "soil moisture"} <= names
        assert report.stages["taxonomy"].requests > 0
        assert report.stages["predicates"].requests > 0
        assert not {name for stage in report.stages.values() for name in stage.dropped if name.startswith("no ")}
        stated = [str(fact) for fact in graph.facts("Rainkeeper")]
        assert any("measures" in fact for fact in stated)
    if requests == "paper":
        assert report.requests == report.published


def test_the_command_prints_json_or_a_table(folder: Path, figures: ConstructionFigures) -> None:
    told = json.loads(lgm("bench", "construction", str(folder), "--json").stdout)
    assert told == json.loads(json.dumps(figures.as_json()))
    table = construction_table(figures)
    assert "→ small" in table
    assert "BM25's ten sentences" in table
    missing = lgm("bench", "construction", str(folder / "nothing"))
    assert missing.returncode == 1
    assert "questions.jsonl" in missing.stderr


def test_a_folder_without_graphs_measures_without_them(tmp_path: Path) -> None:
    figures = construction_figures(read_recorded_folder(write_folder(tmp_path, models=())))
    found = figures.as_json()
    assert found["replay"] == {}
    assert "coverage" not in found
    assert found["facts"] > 0
