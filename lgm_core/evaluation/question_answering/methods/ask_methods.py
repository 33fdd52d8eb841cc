"""Methods that answer by Concept Iterative Retrieval: the defaults, other modes, and the ablations of Table 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from lgm_core.evaluation.answer_scores import without_citations
from lgm_core.evaluation.question_answering.methods.benchmark_corpus import BenchmarkCorpus
from lgm_core.evaluation.question_answering.methods.plain_reader import Answering, MethodAnswer
from lgm_core.llm.cache import BlobReplyCache
from lgm_core.model import Answer, TraceStep
from lgm_core.retrieval.answering.ask_options import AskOptions

__all__ = ["ASK_METHODS", "asking"]


def _paper(**switches: bool) -> AskOptions:
    """Return the paper's mode with some switches of its Table 1."""
    return replace(AskOptions.paper(), **switches)  # type: ignore[arg-type]  # the switches are all of type bool


ASK_METHODS: Mapping[str, Callable[[], AskOptions]] = {
    "ask": AskOptions,
    "local": AskOptions.local,
    "paper": _paper,
    "paper-no-iteration": partial(_paper, iteration=False),
    "paper-no-graph": partial(_paper, graph=False),
    "paper-no-expansion": partial(_paper, expansion=False),
    "paper-no-knowledge": partial(_paper, llm_knowledge=False),
}
"""The options of each method by its name; all of them are asked for brief answers."""


def asking(corpus: BenchmarkCorpus, options: AskOptions) -> Answering:
    """Answer by asking the corpus's graph."""

    def answer(question: str) -> MethodAnswer:
        BlobReplyCache(corpus.graph.store).clear()  # a reply from the graph's own cache would seem to cost nothing
        rounds = _Rounds(corpus)
        return rounds.method_answer(corpus.graph.ask(question, options, on_step=rounds.on_step))

    return answer


class _Rounds:
    """Follows the trace of an answer: how many rounds there were, what the first said, and what it cost."""

    def __init__(self, corpus: BenchmarkCorpus) -> None:
        self._model = corpus.model
        self._began = corpus.model.prompt_tokens
        self._count = 0
        self._first_text: str | None = None
        self._first_tokens: int | None = None

    def on_step(self, step: TraceStep) -> None:
        """Take notice of the beginning of a round and of the first answer."""
        if step.name == "round":
            self._count += 1
            if self._count == 2:
                self._first_tokens = self._model.prompt_tokens - self._began
        elif step.name == "answer" and self._first_text is None:
            self._first_text = without_citations(str(step.details.get("text", "")))

    def method_answer(self, answer: Answer) -> MethodAnswer:
        """Return what the benchmark records; evidence that stands in for an answer supports none."""
        failure = _failure(answer)
        text = "" if answer.is_evidence_only else without_citations(answer.text)
        return MethodAnswer(
            text,
            citations=() if answer.is_evidence_only else answer.citations,
            supported=answer.supported,
            rounds=max(1, self._count),
            first_text=text if self._first_text is None or self._count < 2 else self._first_text,
            first_round_prompt_tokens=self._first_tokens,
            failure=failure,
        )


def _failure(answer: Answer) -> str:
    """Return why there is no answer, or nothing if there is one, or if there is nothing that supports one."""
    return "" if answer.text or answer.failure is None else str(answer.failure)
