"""Query-driven feedback as flows: for one question, and for many in rounds (TCR-QF, section 3.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from lgm_core.feedback.enriched_graph import EnrichedGraph
from lgm_core.feedback.feedback_options import FeedbackOptions
from lgm_core.feedback.feedback_report import AskedQuestion, FeedbackReport, FeedbackRound
from lgm_core.feedback.question_run import QuestionRun
from lgm_core.flow import Flow, UnsentRequestsError, together, until_spent
from lgm_core.model import Answer, Statistics, TraceStep, Usage
from lgm_core.progress import tell_progress
from lgm_core.retrieval.answering.replies.exact_match import exact_match, token_f1, without_citations

__all__ = ["answer_with_feedback", "learn_from"]

T = TypeVar("T")

_SPENT = "the budget of tokens is spent"
"""The end of a question that a request was not sent for; what its last round found is not added."""


def answer_with_feedback(
    question: str, graph: EnrichedGraph, options: FeedbackOptions, model_name: str
) -> Flow[Answer]:
    """Answer a question from facts, in rounds that look up what is missing and add it.

    A language model that fails ends the rounds with the answer so far, which says what failed; a round adds all that it
    found, or nothing.

    Args:
        question: the question.
        graph: the graph, and whether what is added is kept.
        options: the settings.
        model_name: the name of the language model, for the origin of facts.
    """
    run = QuestionRun(question, graph, options, model_name)
    yield from run.answer()
    while not run.end:
        found = yield from run.look_up()
        if found is not None:
            run.add(found)
            if not run.end:
                yield from run.answer()
    yield from run.check()
    result = run.result()
    yield result.trace[-1]
    return result


def learn_from(
    questions: Sequence[AskedQuestion],
    graph: EnrichedGraph,
    options: FeedbackOptions,
    model_name: str,
    *,
    counted: Callable[[], Statistics],
) -> Flow[FeedbackReport]:
    """Take many questions through rounds of feedback together, so that each round's facts serve all questions.

    The requests of all questions in a round are one batch. What a question adds is one addition, from its first round
    to its last; each round's part is added at once. A question that the model fails at ends; the others go on. Once a
    budget of tokens is spent, questions that a request was not sent for end, and no further round begins.

    Args:
        questions: the questions, in the order in which they add.
        graph: the graph.
        options: the settings, for each question.
        model_name: the name of the language model, for the origin of facts.
        counted: counts what the graph holds now.
    """
    runs = [QuestionRun(question.text, graph, options, model_name) for question in questions]
    stopped = ""

    def told(round_number: int) -> None:
        done = sum(bool(run.end) for run in runs)
        note = f"round {round_number}" if round_number else ""
        tell_progress("learning from questions", done, len(runs), "questions", note=note)

    def ended(run: QuestionRun, steps: Flow[T]) -> Flow[T | None]:
        nonlocal stopped
        result = yield from until_spent(steps)
        if not isinstance(result, UnsentRequestsError):
            return result
        stopped, run.end = str(result), _SPENT
        run.usage += result.usage
        return None

    told(0)
    yield from together([ended(run, run.answer()) for run in runs])
    rounds = [_round(0, questions, runs, counted())]
    yield _step(rounds[-1])
    while going := [run for run in runs if not run.end]:
        if stopped:
            for run in going:
                run.end = _SPENT
            break
        told(len(rounds))
        found = yield from together([ended(run, run.look_up()) for run in going])
        for run, facts in zip(going, found, strict=True):
            if facts is not None:
                run.add(facts)
        yield from together([ended(run, run.answer()) for run in going if not run.end])
        rounds.append(_round(len(rounds), questions, runs, counted()))
        yield _step(rounds[-1])
    told(len(rounds))
    yield from together([ended(run, run.check()) for run in runs if run.end != _SPENT])
    return FeedbackReport(
        additions=tuple(run.addition for run in runs if run.added),
        rounds=tuple(rounds),
        answers=tuple(run.result() for run in runs),
        stopped=stopped,
        left=sum(run.end == _SPENT for run in runs),
        usage=sum((run.usage for run in runs), Usage()),
    )


def _round(
    number: int, questions: Sequence[AskedQuestion], runs: Sequence[QuestionRun], statistics: Statistics
) -> FeedbackRound:
    answers = [(run.result(), question.answers) for run, question in zip(runs, questions, strict=True)]
    scored = [("" if answer.failure else without_citations(answer.text), right) for answer, right in answers if right]
    usage = sum((run.usage for run in runs), Usage())
    return FeedbackRound(
        number=number,
        concepts=statistics.concepts,
        facts=statistics.facts,
        sub_questions=sum(len(run.sub_questions) for run in runs),
        extractions=sum(run.extractions for run in runs),
        open=sum(not run.end for run in runs),
        exact_match=sum(exact_match(text, right) for text, right in scored) / len(scored) if scored else None,
        f1=sum(token_f1(text, right) for text, right in scored) / len(scored) if scored else None,
        calls=usage.calls,
        tokens=usage.tokens,
    )


def _step(row: FeedbackRound) -> TraceStep:
    names = ("number", "concepts", "facts", "sub_questions", "open")
    return TraceStep("feedback round", {name: getattr(row, name) for name in names})
