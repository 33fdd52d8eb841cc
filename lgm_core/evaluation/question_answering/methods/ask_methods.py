"""Methods that ask the graph: the default, other modes, from facts, and by plans."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from lgm_core.evaluation.answer_scores import without_citations
from lgm_core.evaluation.question_answering.methods.benchmark_corpus import BenchmarkCorpus
from lgm_core.evaluation.question_answering.methods.plain_reader import Answering, MethodAnswer
from lgm_core.facade.question import AnswerOptions, ask_options, with_ask_options
from lgm_core.feedback.feedback_options import FeedbackOptions
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.llm.cache import BlobReplyCache
from lgm_core.model import Answer, TraceStep
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.retrieval.answering.ask_options import AskOptions

__all__ = ["ASK_METHODS", "asking", "reads_facts", "with_brief"]


ASK_METHODS: Mapping[str, AnswerOptions] = {
    "ask": AskOptions(),
    "local": AskOptions.local(),
    "paper": AskOptions.paper(),
    "facts": FeedbackOptions(mode="none", context=False),
    "facts-context": FeedbackOptions(mode="none"),
    "feedback": FeedbackOptions(),
    "forms-graph": LogicalFormOptions(),
    "forms-text": LogicalFormOptions(graph_answers=False),
}
"""The options of each method by its name."""


def with_brief(options: AnswerOptions, brief: bool) -> AnswerOptions:
    """Return the same options for brief answers, as the questions of benchmarks want them, or for full ones."""
    return with_ask_options(options, replace(ask_options(options), brief=brief))


def reads_facts(options: AnswerOptions) -> bool:
    """Tell whether options ask a graph with open facts."""
    return not isinstance(options, AskOptions)


def asking(corpus: BenchmarkCorpus, options: AnswerOptions) -> Answering:
    """Answer by asking the corpus's graph, with open facts in it if it is to answer from facts."""

    def answer(question: str) -> MethodAnswer:
        graph = corpus.fact_graph if reads_facts(options) else corpus.graph
        BlobReplyCache(graph.store).clear()  # a reply from the graph's own cache would seem to cost nothing
        rounds = _Rounds(corpus, graph.store)
        return rounds.method_answer(graph.ask(question, options, on_step=rounds.on_step))

    return answer


class _Rounds:
    """Follows the trace of an answer: how many rounds asked for one, what the first said, and what it cost."""

    def __init__(self, corpus: BenchmarkCorpus, store: LanguageGraphStore) -> None:
        self._model, self._store = corpus.model, store
        self._began = corpus.model.prompt_tokens
        self._texts: list[str] = []
        self._claimed: dict[str, list[str]] = {}
        self._first_tokens = 0

    def on_step(self, step: TraceStep) -> None:
        """Take notice of each answer; the first round ends with the first."""
        if step.name == "answer":
            text = str(step.details.get("text", ""))
            self._claimed[text] = step.details.get("claimed", [])
            self._texts.append(without_citations(text))
            if len(self._texts) == 1:
                self._first_tokens = self._model.prompt_tokens - self._began

    def method_answer(self, answer: Answer) -> MethodAnswer:
        """Return what the benchmark records; evidence that stands in for an answer supports none."""
        text = "" if answer.is_evidence_only else without_citations(answer.text)
        return MethodAnswer(
            text,
            citations=() if answer.is_evidence_only else answer.citations,
            own_citations=tuple(self._store.sentences(self._claimed.get(answer.text, []))),
            supported=answer.supported,
            statements=tuple(str(statement.support) for statement in answer.statements),
            rounds=max(1, len(self._texts)),
            first_text=self._texts[0] if len(self._texts) > 1 else text,
            first_round_prompt_tokens=self._first_tokens if self._texts else None,
            failure="" if answer.text or answer.failure is None else str(answer.failure),
        )
