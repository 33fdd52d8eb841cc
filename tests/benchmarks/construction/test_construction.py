"""The benchmark of construction, on a paper of our own and on recordings made at random."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from benchmarks.__main__ import app
from benchmarks.construction.construction_figures import (
    ConstructionFigures,
    construct_papers,
    construction_figures,
    construction_table,
)
from benchmarks.construction.gold_entities import gold_figures, read_gold
from benchmarks.construction.graph_figures import constructed_shape, shape_figures
from benchmarks.construction.recorded_papers import (
    Paper,
    RecordedEntity,
    RecordedFolder,
    RecordedGraph,
    read_recorded_folder,
)
from benchmarks.construction.replay import RecordedGraphModel
from lgm_core import LanguageGraph
from lgm_core.learning.construction.construction_options import STAGES
from lgm_core.model import EntityClass
from tests.benchmarks.construction.papers_of_ours import write_folder

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
    assert replay["calls"] > 0


def test_every_kind_of_request_is_answered(recorded: RecordedFolder, tmp_path: Path) -> None:
    (paper,) = recorded.papers
    model = RecordedGraphModel(paper, recorded.graphs["small"][paper.id], "small")
    with LanguageGraph(tmp_path / "graph.lgm", llm=model) as graph:
        report = graph.construct(paper.document())
        assert not [stage.failures for stage in report.stages.values() if stage.failures]
        names = {entity.name for entity in graph.entities(paper.id)}
        assert {"Rainkeeper", "Tarn server", "soil moisture"} <= names
        assert report.stages["taxonomy"].requests > 0
        assert report.stages["predicates"].requests > 0
        assert not {name for stage in report.stages.values() for name in stage.dropped if name.startswith("no ")}
        stated = [str(fact) for fact in graph.facts("Rainkeeper")]
        assert any("measures" in fact for fact in stated)


def test_the_command_prints_json_or_a_table(folder: Path, figures: ConstructionFigures) -> None:
    told = CliRunner().invoke(app, ["construction", str(folder), "--json"])
    assert json.loads(told.stdout) == json.loads(json.dumps(figures.as_json()))
    table = construction_table(figures)
    assert "→ small" in table
    assert "BM25's ten sentences" in table
    missing = CliRunner().invoke(app, ["construction", str(folder / "nothing")])
    assert "questions.jsonl" in str(missing.exception)


def test_each_stage_is_switched_off(recorded: RecordedFolder) -> None:
    own = construction_figures(recorded, ablations=True)
    ablations = {each.name: each.figures for each in own.ablations}
    assert len(ablations) == 2 * (len(STAGES) - 1)
    for start in ("zero LLM", "replay small"):
        assert ablations[f"{start}, without relations"]["facts"] < own.own.figures["facts"]
        assert ablations[f"{start}, without entities"]["entities"] > 0
        for figures in (each for name, each in ablations.items() if name.startswith(start)):
            assert figures["facts_without_sentence"] == figures["self_loops"] == 0
    assert ablations["replay small, without taxonomy"]["calls"] < own.replays[0].figures["calls"]
    assert set(own.as_json()["ablations"]) == set(ablations)
    assert "zero LLM, without taxonomy" in construction_table(own)


SENTENCES = (
    "The project gave a modified term weighting (TW) algorithm to the Milis project.",
    "The projects use the modified TW algorithm, and the algorithm weighs terms.",
    "The Milis project is a project of a project team.",
    "It is an algorithm that the project team calls the term weighting algorithm.",
    "A term is a word, and a word is a term of the project.",
    "The team weighs the words of the Milis project by the algorithm.",
)
NAMES = (
    *("the project", "project", "projects", "the Milis project", "Milis project", "project team", "the team", "team"),
    *("a modified term weighting (TW) algorithm", "modified TW algorithm", "the algorithm", "algorithm", "TW"),
    *("term weighting algorithm", "term", "terms", "word", "words", "a word", "It"),
)
PAPER = Paper(
    "terms",
    "Weighing terms",
    ("Ida Marsh",),
    ("terms",),
    ({"title": "Abstract", "paragraphs": [[*SENTENCES[:2]]]}, {"title": "Use", "paragraphs": [[*SENTENCES[2:]]]}),
)


def recording(random: Random) -> RecordedGraph:
    """Return things with any names of the text's at any of their places, of any class, related to any others."""
    places = [(number, name) for number, text in enumerate(SENTENCES) for name in NAMES if name in text]
    entities = []
    for number in range(random.randint(4, 14)):
        mentions = random.sample(places, random.randint(1, 5))
        label = random.choice(mentions)[1]
        types = tuple(random.sample(("term", "project", "algorithm", "word", "team", "thing"), 3))
        own: tuple[Any, ...] = (label, tuple({name for _, name in mentions}), types, random.choice(list(EntityClass)))
        entities.append(RecordedEntity(f"e{number}", *own, random.random() < 0.5, f"{label} is it.", tuple(mentions)))
    ids = [entity.id for entity in entities]
    triples = {(random.choice(ids), random.choice("pq"), random.choice(ids)) for _ in range(12)}
    predicates = {"p": ("weighs", "One weighs the other."), "q": ("has", "One has the other.")}
    return RecordedGraph(PAPER.id, tuple(entities), predicates, tuple(sorted(triples)), ())


@pytest.mark.parametrize("seed", range(5))
def test_no_two_names_of_a_lemma_no_loop_and_no_edge_too_many(seed: int) -> None:
    graph = recording(Random(seed))
    made = construct_papers([PAPER], [], model=lambda paper: RecordedGraphModel(paper, graph, "any"))

    figures = shape_figures([constructed_shape(one.graph) for one in made.papers])

    assert figures["entities"] > 0
    assert figures["unmerged"] == figures["self_loops"] == figures["redundant_broader"] == 0
    assert figures["facts_without_sentence"] == 0


# Gold entities and coreference.

ROW = {
    "id": "d",
    "sentences": [["The", "kiln", "melts", "glaze", "."], ["It", "is", "an", "oven", "."]],
    "entities": [{"start": 1, "end": 2}, {"start": 3, "end": 4}, {"start": 5, "end": 6}],
    "coreference": [[[1, 2], [5, 6], [8, 9]]],
}
KILN, GLAZE, IT, OVEN = (0, "kiln"), (0, "glaze"), (1, "it"), (1, "oven")


def test_a_perfect_graph_has_full_figures(tmp_path: Path) -> None:
    (gold,) = _gold(tmp_path, ROW)
    assert set(gold.entities) == {frozenset({KILN, IT, OVEN}), frozenset({GLAZE})}
    figures = gold_figures([(gold, list(gold.entities))])
    assert (figures["entity_recall"], figures["coreference_muc"], figures["coreference_b_cubed"]) == (1, 1, 1)


def test_missing_links_and_entities_cost(tmp_path: Path) -> None:
    (gold,) = _gold(tmp_path, ROW)
    figures = gold_figures([(gold, [frozenset({KILN, OVEN})])])
    assert figures["entity_recall"] == 0.5
    assert figures["coreference_muc"] == pytest.approx(2 / 3)  # one link of two, none too many
    recall = (2 / 3 + 2 / 3 + 1 / 3 + 1) / 4
    assert figures["coreference_b_cubed"] == pytest.approx(2 * recall / (recall + 1))


def _gold(folder: Path, row: object) -> list:
    path = folder / "gold.jsonl"
    path.write_text(json.dumps(row) + "\n", "utf-8")
    return read_gold(path)
