"""Telling what the language model will cost for a run of questions, before any call is made.

The requests of a first round are known as far as they do not depend on replies: they are made and their tokens counted,
not sent. Where sentences are marked before the answer, the answer may be asked for from none of them up to all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lgm_core.errors import check_options
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.facade.question import checked_question
from lgm_core.flow import Outcome
from lgm_core.learning.estimate import Prices, sum_text, unsent_usage
from lgm_core.model import Usage
from lgm_core.progress import counted
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.iterative_retrieval import answer
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranking_weights import WORDS_ONLY

__all__ = ["QuestionsEstimate", "estimate_questions"]

_ANSWERING = "answering"
"""The phase of the request that ends a round."""

_ALL = tuple(range(1, 100_000))
"""A reply that marks every sentence shown; numbers that were not shown are passed over."""


@dataclass(frozen=True, slots=True)
class QuestionsEstimate:
    """What a run of questions would take; only calls and prompt tokens, since the length of replies is not known.

    Attributes:
        questions: how many questions.
        least: the first round of all questions together when nothing is marked, or when nothing needs to be marked.
        most: the same when everything is marked. Requests repeated after unusable replies come on top.
        rounds: how many rounds a question may take; each further one costs about as much again.
        costs: the money of `least` and `most`, or None without prices.
    """

    questions: int
    least: Usage
    most: Usage
    rounds: int
    costs: tuple[float, float] | None = None

    def __str__(self) -> str:
        """Return a summary of a few lines."""
        lines = [f"{self.questions} questions, of up to {self.rounds} rounds each; in the first round"]
        for name, usage in (("at least", self.least), ("at most", self.most)):
            mean = round(usage.prompt_tokens / max(1, self.questions))
            lines.append(f"{name:<10} {usage.calls} calls, {usage.prompt_tokens} prompt tokens ({mean} a question)")
        if self.costs is not None:
            least, most = map(sum_text, self.costs)
            lines.append(f"cost       {least} to {most}, replies not included")
        return "\n".join(lines)


def estimate_questions(
    graph: LanguageGraph,
    questions: Iterable[str],
    options: AskOptions | None = None,
    *,
    prices: Prices | None = None,
) -> QuestionsEstimate:
    """Tell how many calls and prompt tokens it would take to ask a graph these questions; no call is made.

    Args:
        graph: the graph; it needs no language model.
        questions: the questions.
        options: settings of the search.
        prices: what tokens cost, to tell the cost in money too.

    Raises:
        InputError: a question is empty.
    """
    check_options(options, AskOptions)
    options = options or AskOptions()
    ranker = graph.ranker(options.where)
    if not options.graph:
        ranker = ranker.with_options(WORDS_ONLY)
    count, least, most = 0, Usage(), Usage()
    for question in counted(questions, "estimating", "questions"):
        checked_question(question)
        count += 1
        view = GraphView(graph.store, where=options.where, question=question, languages=ranker.languages)
        flows = (answer(question, view=view, ranker=ranker, options=options) for _ in range(2))
        least += unsent_usage(next(flows), Outcome(()), until=_ANSWERING)
        most += unsent_usage(next(flows), Outcome(_ALL), until=_ANSWERING)
    costs = (prices.cost(least), prices.cost(most)) if prices is not None else None
    return QuestionsEstimate(count, least, most, options.rounds, costs)
