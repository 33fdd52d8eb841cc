"""What learning from questions brought, round by round (the convergence report, as the paper's table 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from lgm_core.model import Answer, Usage

__all__ = ["AskedQuestion", "FeedbackReport", "FeedbackRound"]


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
        return dict(Counter(str(step.details.get("reason", "")) for step in steps).most_common())

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
