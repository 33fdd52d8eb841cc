"""The benchmark of construction, on a paper of our own."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core import ConstructionOptions, LanguageGraph
from lgm_core.evaluation.construction.construction_benchmark import ConstructionFigures, construction_figures
from lgm_core.evaluation.construction.construction_table import construction_table
from lgm_core.evaluation.construction.recorded_folder import RecordedFolder, read_recorded_folder
from lgm_core.evaluation.construction.replay.joined_recordings import joined_recording
from lgm_core.evaluation.construction.replay.recorded_graph_model import RecordedGraphModel
from lgm_core.learning.construction.construction_options import STAGES
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


def test_each_stage_is_switched_off_and_components_take_the_place_of_cliques(recorded: RecordedFolder) -> None:
    own = construction_figures(recorded, ablations=True)
    ablations = {each.name: each.figures for each in own.ablations}
    assert len(ablations) == 2 * (len(STAGES) - 1 + 1)
    for start in ("zero LLM", "replay small"):
        assert ablations[f"{start}, without relations"]["facts"] < own.own.figures["facts"]
        assert ablations[f"{start}, without entities"]["entities"] > 0
        for figures in (each for name, each in ablations.items() if name.startswith(start)):
            assert figures["facts_without_sentence"] == figures["self_loops"] == 0
    assert ablations["replay small, without taxonomy"]["calls"] < own.replays[0].figures["calls"]
    assert set(own.as_json()["ablations"]) == set(ablations)
    assert "zero LLM, components" in construction_table(own)


def test_waits_at_once_are_fewer_than_calls(recorded: RecordedFolder) -> None:
    own = construction_figures(recorded, delay=0.04)  # enough for threads to overlap on a busy machine
    by_way = {(each.requests, each.at_once): each for each in own.waiting}
    for requests in ("batched", "paper"):
        one, eight = by_way[requests, 1], by_way[requests, 8]
        assert one.rounds == one.calls == eight.calls
        assert eight.rounds < one.rounds
    assert by_way["batched", 1].calls < by_way["paper", 1].calls
    assert "waits in a row" in construction_table(own)
    assert own.as_json()["waiting"][0]["papers"] == 1


def test_one_model_answers_for_several_papers(recorded: RecordedFolder, tmp_path: Path) -> None:
    (paper,) = recorded.papers
    other = replace(paper, id="rain-2")
    graph = recorded.graphs["small"][paper.id]
    papers, joined = joined_recording([paper, other], {paper.id: graph, other.id: replace(graph, paper="rain-2")})
    assert papers.sentences == (*paper.sentences, *other.sentences)
    assert len(joined.entities) == 2 * len(graph.entities)
    assert len(joined.by_id) == len(joined.entities)
    batches: list[int] = []
    with LanguageGraph(tmp_path / "graph.lgm", llm=RecordedGraphModel(papers, joined, "small")) as both:
        both.build([paper.document(), other.document()], workers=1, extraction=False, facts=False)
        flow = both._constructing([paper.id, other.id], None)
        step = next(flow)
        batches.append(len(step) if isinstance(step, list) else 0)
        flow.close()
    assert batches == [2]  # a batch of both papers' requests
