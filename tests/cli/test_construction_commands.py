"""The commands that construct the graph of a document and show its things."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lgm_core.cli.constructing import stage_notes
from lgm_core.learning.learning_steps import ConstructionStageStep
from tests.support.command_line import lgm
from tests.support.papers import PAPER

pytestmark = pytest.mark.thorough


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ferries.md").write_text(PAPER, encoding="utf-8")
    return tmp_path


def test_a_paper_is_constructed_shown_and_taken_back(folder: Path) -> None:
    constructed = lgm("construct", "ferries.md", "--without", "global", cwd=folder)
    assert constructed.returncode == 0, constructed.stderr
    assert max(map(len, constructed.stdout.splitlines())) <= 80
    assert "entities" in constructed.stdout
    assert "global" not in constructed.stdout
    shown = lgm("entities", "ferries.md", cwd=folder)
    assert "Saltmarsh Ferries" in shown.stdout
    assert "named" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 80
    entities = json.loads(lgm("entities", "ferries.md", "--limit", "2", "--json", cwd=folder).stdout)
    assert len(entities) == 2
    addition = next(line.strip() for line in constructed.stdout.splitlines() if "-entities-" in line)
    assert lgm("undo", addition, cwd=folder).stdout == "Took back 1 addition.\n"


def test_a_graph_is_aligned_and_that_is_taken_back(folder: Path) -> None:
    (folder / "grey.md").write_text("The colour of the sea is grey. A grey color is dull.", encoding="utf-8")
    assert lgm("align", cwd=folder).returncode == 1
    lgm("build", "grey.md", cwd=folder)
    aligned = lgm("align", cwd=folder)
    assert aligned.returncode == 0, aligned.stderr
    assert aligned.stdout.startswith("1 document: 1 merge, added as align-")
    assert json.loads(lgm("align", "--json", cwd=folder).stdout)["rules"] == {"spelling": 1}
    assert lgm("undo", "--all", cwd=folder).stdout == "Took back 1 addition.\n"


def test_reports_are_json_for_programs(folder: Path) -> None:
    (report,) = json.loads(lgm("construct", "ferries.md", "--json", cwd=folder).stdout)
    assert report["document"] == "ferries.md"
    assert report["requests"] == 0
    assert report["stages"]["mentions"]["counts"]["named"] > 0


def test_concepts_of_a_document_that_is_not_constructed_are_told_as_such(folder: Path) -> None:
    lgm("build", "ferries.md", cwd=folder)
    shown = lgm("entities", "ferries.md", cwd=folder)
    assert "Nothing was constructed" in shown.stderr
    assert "Orford" in shown.stdout


def test_what_is_no_document_is_told(folder: Path) -> None:
    lgm("build", "ferries.md", cwd=folder)
    result = lgm("construct", "feries.md", cwd=folder)
    assert result.returncode == 1
    assert "perhaps 'ferries.md' is meant" in result.stderr
    (folder / "quays.md").write_text(PAPER)
    result = lgm("construct", "", cwd=folder)  # as of a variable that is not set: not all that lies here
    assert (result.returncode, result.stdout) == (1, "")
    assert "graph.documents()" in result.stderr


def test_the_cost_is_told_beforehand(folder: Path) -> None:
    told = lgm("estimate", "ferries.md", "--construct", cwd=folder)
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("1 document, 8 sentences\n")
    assert "Relations are asked for together with mentions." in told.stdout
    assert max(map(len, told.stdout.splitlines())) <= 80
    assert not (folder / "graph.lgm").exists()
    assert "--construct" in lgm("estimate", "--questions", "q.txt", "--construct", cwd=folder).stderr


def test_what_was_constructed_from_a_former_text_is_told_with_the_way_to_make_it_again(folder: Path) -> None:
    lgm("construct", "ferries.md", cwd=folder)
    listed = lgm("documents", cwd=folder)
    assert listed.stdout.splitlines()[0].endswith("\tconstructed")
    assert listed.stderr == ""
    (folder / "ferries.md").write_text(PAPER.replace("Jonas Berg", "Mira Voss"), encoding="utf-8")
    told = "Constructed from a former text; to construct again: lgm construct ferries.md\n"
    assert told in lgm("build", "ferries.md", cwd=folder).stderr
    listed = lgm("documents", cwd=folder)
    assert listed.stdout.splitlines()[0].endswith("\tconstructed from a former text")
    assert listed.stderr == told
    assert lgm("entities", "ferries.md", cwd=folder).stderr == told
    assert lgm("additions", cwd=folder).stderr == told
    lgm("construct", "ferries.md", cwd=folder)
    assert lgm("documents", cwd=folder).stderr == ""


def test_stages_are_told_as_they_end_once_it_takes_long(capsys: pytest.CaptureFixture[str]) -> None:
    step = ConstructionStageStep("a.md", "relations", 0, {"facts": 1, "names": 1200})
    stage_notes(float("inf"))(step)
    assert capsys.readouterr().err == ""
    stage_notes(0.0)(step)
    assert capsys.readouterr().err == "· a.md: relations: 1 fact, 1,200 names\n"


def test_what_documents_state_of_a_concept_is_told_where_it_is_explained(folder: Path) -> None:
    lgm("construct", "ferries.md", cwd=folder)
    told = lgm("concept", "Saltmarsh Ferries", cwd=folder).stderr
    facts = json.loads(lgm("facts", "Saltmarsh Ferries", "--json", cwd=folder).stdout)
    assert told == f"{len(facts)} facts: lgm facts 'Saltmarsh Ferries'\n"
