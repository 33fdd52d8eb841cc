"""Query-driven feedback as flows: for one question, and for many in rounds (TCR-QF, section 3.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from lgm_core.feedback.enriched_graph import EnrichedGraph
from lgm_core.feedback.feedback_options import FeedbackOptions
from lgm_core.feedback.feedback_steps import FeedbackRoundStep
from lgm_core.feedback.question_run import QuestionRun
from lgm_core.flow import Flow, UnsentRequestsError, together, until_spent
from lgm_core.model import Answer, Statistics, Usage
from lgm_core.model.trace import End
from lgm_core.progress import tell_progress
from lgm_core.retrieval.answering.replies.brief_answer import exact_match, token_f1, without_citations

__all__ = ["AskedQuestion", "FeedbackReport", "FeedbackRound", "answer_with_feedback", "learn_from"]


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question to learn from.

    Attributes:
        text: the question.
        answers: the right answers, if they are known, to score the model's.
    """

    text: str
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FeedbackRound:
    """The graph and the answers after a round; all counts are cumulative.

    Attributes:
        number: 0 before the first round.
        concepts: in the graph.
        facts: in the graph, without rejected ones.
        sub_questions: looked up so far.
        extractions: requests for facts so far.
        open: questions for which another round follows.
        exact_match: the share of exact answers among questions with known answers, failed ones included; None without
            such questions.
        f1: the mean F1 of these answers' words; None without such questions.
        calls: requests to the language model so far.
        tokens: the tokens of these requests.
    """

    number: int
    concepts: int
    facts: int
    sub_questions: int
    extractions: int
    open: int
    exact_match: float | None
    f1: float | None
    calls: int
    tokens: int


@dataclass(frozen=True, slots=True)
class FeedbackReport:
    """The result of learning from questions.

    Attributes:
        additions: identifiers of the additions, one for each question that added something, for `LanguageGraph.undo`.
        rounds: the graph and the answers before the first round and after each round.
        answers: the last answer to each question, in the order asked.
        left: how many questions ended because a token budget was spent; the same call resumes them.
        stopped: the spent budget; empty if none was.
        usage: the total cost.
    """

    additions: tuple[str, ...]
    rounds: tuple[FeedbackRound, ...]
    answers: tuple[Answer, ...]
    left: int = 0
    stopped: str = ""
    usage: Usage = field(default_factory=Usage)

    @property
    def ends(self) -> Mapping[str, int]:
        """Return how many questions ended for each reason, the most frequent first."""
        steps = (answer.trace[-1] for answer in self.answers if answer.trace)
        return dict(Counter(step.reason if isinstance(step, End) else "" for step in steps).most_common())

    @property
    def failed(self) -> int:
        """Return for how many questions the language model failed."""
        return sum(answer.failure is not None for answer in self.answers)

    @property
    def failures(self) -> Mapping[str, int]:
        """Return for how many questions the language model failed by cause, the most frequent first."""
        causes = (answer.failure.cause for answer in self.answers if answer.failure is not None)
        return dict(Counter(causes).most_common())

    def __str__(self) -> str:
        """Return a table with a line for each round."""
        names = ("round", "concepts", "facts", "asked", "open", "EM", "F1", "calls", "tokens")
        lines = ["".join(f"{name:>10}" for name in names)]
        for row in self.rounds:
            scores = ("" if score is None else f"{score:.3f}" for score in (row.exact_match, row.f1))
            cells = (row.number, row.concepts, row.facts, row.sub_questions, row.open, *scores, row.calls, row.tokens)
            lines.append("".join(f"{cell:>10}" for cell in cells))
        told = (*self.ends.items(), *((f"failed: {cause}", count) for cause, count in self.failures.items()))
        lines += [f"{count} question{'s' if count != 1 else ''}: {reason}" for reason, count in told]
        if self.stopped:
            lines.append(f"stopped: {self.stopped}; learn from the same questions again to go on")
        return "\n".join(lines)


T = TypeVar("T")

_SPENT = "the budget of tokens is spent"
"""Why a question ends if its request was not sent; what its last round found is not added."""


def answer_with_feedback(
    question: str, graph: EnrichedGraph, options: FeedbackOptions, model_name: str
) -> Flow[Answer]:
    """Answer a question from facts, in rounds that look up what is missing and add it.

    If the language model fails, the rounds end, and the answer so far says what failed. A round adds everything that it
    found, or nothing.

    Args:
        question: the question.
        graph: the graph, which decides whether additions are kept.
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

    All requests of a round are one batch. Everything that a question adds is one addition, extended after each round.
    If the model fails at a question, the others go on. Once a token budget is spent, questions whose requests were not
    sent end, and no further round begins.

    Args:
        questions: the questions, in the order in which their facts are added.
        graph: the graph.
        options: the settings for each question.
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


def _step(row: FeedbackRound) -> FeedbackRoundStep:
    return FeedbackRoundStep(row.number, row.concepts, row.facts, row.sub_questions, row.open)
