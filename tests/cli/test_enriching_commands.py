"""Commands that learn from questions, list what was added, and take it back."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.feedback.graphs import QUESTION, Player, small_graph
from tests.support.command_line import lgm
from tests.support.openai_server import OpenAIServer, Response, completion

pytestmark = pytest.mark.thorough


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    small_graph(tmp_path / "test.lgm").close()
    return tmp_path / "test.lgm"


def playing() -> OpenAIServer:
    """Return a server behind which a scripted model plays feedback."""
    player = Player()

    def reply(request: dict[str, Any]) -> Response:
        return completion(str(player.reply_to(request["messages"][-1]["content"])))

    return OpenAIServer(reply)


def test_learning_from_questions_is_reported_listed_and_taken_back(graph: Path, tmp_path: Path) -> None:
    questions = tmp_path / "questions.jsonl"
    questions.write_text(json.dumps({"question": QUESTION, "answer": "Tennessee"}))
    before = lgm("export", "--graph", graph).stdout
    with playing() as server:
        model = ["--model", "m", "--base-url", server.base_url]
        learned = json.loads(lgm("learn-from", questions, "--graph", graph, *model, "--json").stdout)
    assert [row["facts"] for row in learned["rounds"]] == [0, 1, 2, 2]
    assert learned["rounds"][-1]["exact_match"] == 1
    assert f"feedback: {QUESTION}" in lgm("additions", "--graph", graph).stdout
    refused = lgm("undo", "feedback-1", "--graph", graph)
    assert (refused.returncode, learned["additions"][0] in refused.stderr) == (1, True)
    assert lgm("undo", "--all", "--graph", graph).stdout == "Took back 1 addition.\n"
    assert lgm("export", "--graph", graph).stdout == before
    assert "Nothing was added" in lgm("additions", "--graph", graph).stderr


def test_ask_with_feedback_keeps_only_what_it_is_told_to(graph: Path) -> None:
    with playing() as server:
        asking = [
            "ask",
            QUESTION,
            "--graph",
            graph,
            "--mode",
            "feedback",
            "--model",
            "m",
            "--base-url",
            server.base_url,
        ]
        assert "Tennessee [1]" in lgm(*asking).stdout
        assert json.loads(lgm("additions", "--graph", graph, "--json").stdout) == []
        kept = lgm(*asking, "--keep")
    (addition,) = json.loads(lgm("additions", "--graph", graph, "--json").stdout)
    assert "Tennessee [1]" in kept.stdout
    assert f"2 facts added; to undo: lgm undo {addition['id']} --graph {graph}" in " ".join(kept.stderr.split())
    assert (addition["label"], addition["facts"]) == (QUESTION, 2)


def test_questions_may_be_plain_text(graph: Path, tmp_path: Path) -> None:
    questions = tmp_path / "questions.txt"
    questions.write_text(f"{QUESTION}\n\n")
    with playing() as server:
        told = lgm("learn-from", questions, "--graph", graph, "--model", "m", "--base-url", server.base_url)
    assert (told.returncode, "1 question: nothing is missing" in told.stdout) == (0, True)
    assert lgm("estimate", "--questions", questions, "--graph", graph).returncode == 0


def test_a_model_that_fails_at_every_question_is_told_with_its_cause(graph: Path, tmp_path: Path) -> None:
    questions = tmp_path / "questions.txt"
    questions.write_text(QUESTION)
    told = lgm("learn-from", questions, "--graph", graph, "--model", "m", "--base-url", "http://127.0.0.1:9/v1")
    assert told.returncode == 1
    assert "1 question: failed: " in told.stdout
    assert "127.0.0.1:9" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["undo"], "name the additions to undo, or use --all"),
        (["undo", "feedback-1", "--all"], "name the additions to undo, or use --all"),
        (["ask", QUESTION, "--keep"], "--keep keeps the findings of --mode feedback"),
        (["ask", QUESTION, "--check"], "--check asks a language model"),
        (["ask", QUESTION, "--mode", "papers"], "use one of adaptive, local, paper, feedback, logical-forms"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str], message: str, graph: Path) -> None:
    told = lgm(*arguments, "--graph", graph)
    assert (told.returncode, message in told.stderr) == (1, True)
