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
        answers: the right answers, each in full, if they are known: answers are then scored.
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
        open: questions for which a further round follows.
        exact_match: share of 1 of the questions with known answers, a failed one counting as wrong; None without any.
        f1: the mean F1 of their words; None without any.
        calls: requests to the language model so far.
        tokens: what they cost so far.
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
    """What learning from questions brought.

    Attributes:
        additions: identifiers of what was added, one for each question that added something; `LanguageGraph.undo` takes
            them back.
        rounds: the graph and the answers before the first round and after each.
        answers: the last answer to each question, in the order asked.
        left: how many questions ended because a budget of tokens was spent; learning from them again goes on with them.
        stopped: why; empty when none did.
        usage: what all of it cost.
    """

    additions: tuple[str, ...]
    rounds: tuple[FeedbackRound, ...]
    answers: tuple[Answer, ...]
    left: int = 0
    stopped: str = ""
    usage: Usage = field(default_factory=Usage)

    @property
    def ends(self) -> Mapping[str, int]:
        """Return why questions had no further round, each reason with how many, the most frequent first."""
        steps = (answer.trace[-1] for answer in self.answers if answer.trace)
        return dict(Counter(step.reason if isinstance(step, End) else "" for step in steps).most_common())

    @property
    def failed(self) -> int:
        """Return how many questions the language model failed at."""
        return sum(answer.failure is not None for answer in self.answers)

    @property
    def failures(self) -> Mapping[str, int]:
        """Return why the language model failed, each cause with how many questions, the most frequent first."""
        causes = (answer.failure.cause for answer in self.answers if answer.failure is not None)
        return dict(Counter(causes).most_common())

    def __str__(self) -> str:
        """Return a table, a line for each round."""
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


def _step(row: FeedbackRound) -> FeedbackRoundStep:
    return FeedbackRoundStep(row.number, row.concepts, row.facts, row.sub_questions, row.open)
