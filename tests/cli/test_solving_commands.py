"""Commands that plan and solve by logical forms."""

import io
import json
import sys
from pathlib import Path

import pytest

from lgm_core.cli import main
from tests.reasoning.solving.graphs import BIRTHPLACE, PLAN, venice
from tests.support.command_line import lgm

pytestmark = pytest.mark.thorough

QUESTION = "Where was the composer of Concerto in C Major Op 3 6 born?"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("graph")
    venice(folder).close()
    return folder / "venice.lgm"


def test_a_question_is_planned_and_the_plan_solved(graph: Path, tmp_path: Path) -> None:
    planned = lgm("plan", QUESTION, "--graph", graph)
    assert planned.returncode == 0, planned.stderr
    assert planned.stdout.count("Retrieval(") == 2
    plan = tmp_path / "plan.txt"
    plan.write_text(planned.stdout, encoding="utf-8-sig")  # as editors of Windows write it
    solved = lgm("solve", "--plan", plan, "--graph", graph)
    assert solved.stdout.startswith("Venice\n")
    assert "Antonio Vivaldi — from facts [1]" in solved.stdout
    assert "[2] Antonio Vivaldi was born in Venice." in solved.stdout


def test_a_solution_for_programs_has_its_steps(graph: Path, tmp_path: Path) -> None:
    plan = tmp_path / "plan.txt"
    plan.write_text(PLAN, encoding="utf-8")
    solved = json.loads(lgm("solve", "--plan", plan, "--graph", graph, "--json").stdout)
    assert (solved["answers"], solved["is_evidence_only"]) == (["22"], True)
    assert [step["basis"] for step in solved["steps"]][:3] == ["fact", "fact", "text"]
    assert solved["steps"][0]["step"].startswith("Retrieval(")
    assert solved["rows"][0]["bindings"]["o2"] == "Venice"
    assert [citation["document_id"] for citation in solved["citations"]] == ["work", "composer", "plague"]
    never = lgm("solve", "--plan", plan, "--graph", graph, "--text", "never")
    assert "No answers." in never.stderr
    assert "no result" in never.stdout


def test_a_plan_may_come_from_standard_input(
    graph: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(BIRTHPLACE))
    monkeypatch.setattr(sys, "argv", ["lgm", "solve", "--plan", "-", "--graph", str(graph)])
    with pytest.raises(SystemExit, match="0"):
        main()
    assert capsys.readouterr().out.startswith("Venice\n")


def test_ask_answers_by_logical_forms_without_a_language_model(graph: Path) -> None:
    asked = lgm("ask", QUESTION, "--graph", graph, "--mode", "logical-forms")
    assert asked.stdout.startswith("Venice [1][2]\n")
    in_one_round = lgm("ask", QUESTION, "--graph", graph, "--mode", "logical-forms", "--rounds", "1", "--json")
    answer = json.loads(in_one_round.stdout)
    assert [step["name"] for step in answer["trace"]].count("round") == 1
    assert {step["name"] for step in answer["trace"]} >= {"round", "plan", "step", "end"}


def test_ask_by_logical_forms_may_never_read_text(graph: Path) -> None:
    ask = ["ask", "Where did Antonio Vivaldi die?", "--graph", graph, "--mode", "logical-forms", "--json"]
    read, unread = (
        [step for step in json.loads(lgm(*ask, *more).stdout)["trace"] if step["name"] == "step"]
        for more in ([], ["--text", "never"])
    )
    assert [step["details"]["basis"] for step in (read[0], unread[0])] == ["text", "none"]


def test_what_cannot_be_is_said(graph: Path, tmp_path: Path) -> None:
    plan = tmp_path / "plan.txt"
    plan.write_text("Retrieval(s=s1[Venice], p=p1:born in, o=o1)\nOutput(x9)", encoding="utf-8")
    for arguments, told in {
        ("solve", "--plan", plan): "line 2, column 8",
        ("solve", "--plan", tmp_path / "none.txt"): "none.txt cannot be read",
        ("plan", "Whatever happened?"): "there is no plan for 'Whatever happened?'",
        ("plan", QUESTION, "--planner", "rules", "--llm"): "--planner rules asks no language model",
        ("ask", QUESTION, "--text", "never"): "--text is for --mode logical-forms",
        ("ask", QUESTION, "--mode", "logical-forms", "--keep"): "--keep keeps the findings of --mode feedback",
    }.items():
        refused = lgm(*arguments, "--graph", graph)
        assert refused.returncode == 1
        assert told in " ".join(refused.stderr.split())
