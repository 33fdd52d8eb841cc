"""What `ask` does when a language model fails, and what it remembers of a model."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import AskOptions, Document, InputError, LanguageGraph, LanguageModelError
from lgm_core.llm.scripted import ScriptedChatModel

QUESTION = "What do pears contain?"


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path / "test.lgm") as graph:
        graph.build(Document.from_text("Pears are a type of fruit. Fruits contain many vitamins.", id="pears"))
        yield graph


def failing(graph: LanguageGraph) -> LanguageGraph:
    return graph.with_llm(ScriptedChatModel(lambda _: LanguageModelError("gone")))


def test_a_failing_model_leaves_the_evidence(graph: LanguageGraph) -> None:
    for answer in (failing(graph).ask(QUESTION), asyncio.run(failing(graph).aask(QUESTION))):
        assert (answer.text, answer.supported, answer.is_evidence_only) == ("", False, True)
        assert (answer.failure and answer.failure.cause) == "gone"
        assert answer.citations


def test_a_failing_model_raises_if_asked_to(graph: LanguageGraph) -> None:
    message = "there is no answer: the language model failed once while answering: gone"
    with pytest.raises(LanguageModelError, match=message):
        failing(graph).ask(QUESTION, on_failure="raise")
    with pytest.raises(LanguageModelError, match=message):
        asyncio.run(failing(graph).aask(QUESTION, on_failure="raise"))


def test_an_answer_that_was_had_is_no_failure(graph: LanguageGraph) -> None:
    script = iter(["Vitamins.\nMissing: seeds of pears", LanguageModelError("gone")])
    asked = graph.with_llm(ScriptedChatModel(script))
    answer = asked.ask(QUESTION, AskOptions(window=1, brief=True), on_failure="raise")
    assert answer.text == "Vitamins"
    assert answer.failure is not None


def test_without_a_model_nothing_fails(graph: LanguageGraph) -> None:
    answer = graph.ask(QUESTION, on_failure="raise")
    assert (answer.is_evidence_only, answer.failure) == (True, None)


def test_another_word_for_failure_is_refused(graph: LanguageGraph) -> None:
    with pytest.raises(InputError, match="on_failure='ignore' does not exist; use 'evidence' or 'raise'"):
        graph.ask(QUESTION, on_failure="ignore")  # type: ignore[arg-type]


def test_what_is_learned_of_a_models_replies_is_kept_between_questions(graph: LanguageGraph) -> None:
    model = ScriptedChatModel(lambda _: '{"answer": "Vitamins"}')
    asked = graph.with_llm(model)
    for question in (QUESTION, "What are pears?", "What is in pears?"):
        assert "Vitamins" in asked.ask(question, AskOptions(max_iterations=1)).text
    assert [request.schema is not None for request in model.requests] == [False, False, True]
