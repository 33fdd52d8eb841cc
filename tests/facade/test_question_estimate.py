"""What a run of questions would cost is told before any call, and holds."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lgm_core import AskOptions, InputError, LanguageGraph, Prices, estimate_questions
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Usage
from tests.support.texts import APPLES, BOATS, ORCHARD

QUESTIONS = ["What are apples rich in?", "Who runs the orchard near Ghent?"]


@pytest.fixture
def graph(tmp_path: Path):
    with LanguageGraph(tmp_path / "test.lgm") as graph:
        graph.build([APPLES, ORCHARD, BOATS])
        yield graph


def first_round(graph: LanguageGraph, question: str, options: AskOptions, *, marks: bool) -> Usage:
    """Ask with a reader that marks all or nothing and misses nothing; return what that cost."""

    def reply(messages):
        if '"supporting"' in messages[0].content:
            return json.dumps({"supporting": list(range(1, 50)) if marks else []})
        return json.dumps({"answer": "vitamins", "citations": [], "missing": []})

    return graph.with_llm(ScriptedChatModel(reply, name=f"marks all: {marks}")).ask(question, options).usage


@pytest.mark.parametrize("exhaustive", [False, True])
def test_it_is_what_the_first_round_costs(graph: LanguageGraph, exhaustive: bool) -> None:
    options = AskOptions(exhaustive=exhaustive, max_iterations=1)
    estimated = estimate_questions(graph, QUESTIONS, options)
    least = [first_round(graph, question, options, marks=False) for question in QUESTIONS]
    most = [first_round(graph, question, options, marks=True) for question in QUESTIONS]
    assert (estimated.questions, estimated.rounds) == (2, 1)
    assert estimated.least.prompt_tokens == sum(usage.prompt_tokens for usage in least) > 0
    assert estimated.most.prompt_tokens == sum(usage.prompt_tokens for usage in most)
    assert estimated.most.calls == sum(usage.calls for usage in most)
    assert estimated.least.prompt_tokens <= estimated.most.prompt_tokens


def test_further_rounds_are_told_apart_and_prices_make_money_of_it(graph: LanguageGraph) -> None:
    estimated = estimate_questions(graph, QUESTIONS, prices=Prices(2.0, 8.0))
    assert estimated.rounds == AskOptions().max_iterations
    assert estimated.costs == (estimated.least.prompt_tokens * 2 / 1e6, estimated.most.prompt_tokens * 2 / 1e6)
    assert f"at most    {estimated.most.calls} calls, {estimated.most.prompt_tokens} prompt tokens" in str(estimated)


def test_an_empty_question_is_refused(graph: LanguageGraph) -> None:
    with pytest.raises(InputError, match="question is empty"):
        estimate_questions(graph, [" "])


@pytest.mark.thorough
def test_the_command_reads_questions_as_text_or_json(graph: LanguageGraph, tmp_path: Path) -> None:
    file = tmp_path / "questions.txt"
    file.write_text(f"{QUESTIONS[0]}\n\n{json.dumps({'question': QUESTIONS[1]})}\n")
    command = [sys.executable, "-m", "lgm_core.cli", "estimate", "--graph", str(tmp_path / "test.lgm")]
    told = subprocess.run([*command, "--questions", str(file), "--json"], capture_output=True, text=True, check=True)
    estimated = json.loads(told.stdout)
    expected = estimate_questions(graph, QUESTIONS)
    assert (estimated["questions"], estimated["most"]["prompt_tokens"]) == (2, expected.most.prompt_tokens)
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "say what to estimate: documents to build from, or --questions FILE" in refused.stderr
