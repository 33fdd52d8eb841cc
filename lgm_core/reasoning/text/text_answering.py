"""Answering a sub-question from text, where the facts do not (KAG, algorithm 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lgm_core.flow import Flow
from lgm_core.model import Fact, Sentence
from lgm_core.reasoning.execution.bindings import Binding
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.terms import Term
from lgm_core.reasoning.text.model_answers import model_answers
from lgm_core.reasoning.text.named_answers import confirming_answers, named_answers
from lgm_core.reasoning.text.passage_ranking import ranked_for_step
from lgm_core.reasoning.text.text_conditions import Condition, is_same_end
from lgm_core.reasoning.text.text_finding import TextFinding
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["answer_from_text"]

_SENTENCES = 6
"""Best sentences of the passages in which values and names are looked for without a language model."""
_ANSWERS = 5
"""Answers found without a language model that are kept: the right one of a step of MuSiQue is the first for .35, among
three for .60, among five for .67 (benchmarks/reasoning.md)."""


def answer_from_text(
    question: str,
    wanted: Term,
    *,
    view: GraphView,
    ranker: Ranker,
    facts: Sequence[Fact],
    options: LogicalFormOptions,
    by_model: bool,
    whole_question: str = "",
    expected: Binding | None = None,
    other: str = "",
    conditions: Sequence[Condition] = (),
) -> Flow[TextFinding]:
    """Answer a sub-question from the passages ranked best for it.

    A language model is shown the facts and the passages, and names its answers with the sentences that state them. It
    may find none; then there is no answer. Without a language model, and where it fails, the answers are values and
    names of the wanted type in the best sentences.

    Args:
        question: the sub-question, its variables filled.
        wanted: what is looked for, with its types.
        view: what may be seen of the graph.
        ranker: ranks its passages and sentences.
        facts: what the graph states that bears on the sub-question; a language model is shown them first.
        options: how many passages are read.
        by_model: whether a language model answers.
        whole_question: the question that it is a part of.
        expected: what the plan names as the answer already; text may only confirm it, and nothing else answers.
        other: the name of the other end, where an answer is expected.
        conditions: of the constraints. Without a language model the answers of sentences that do not meet them weigh
            less; a language model reads them in the sub-question.
    """
    if expected is not None:
        missing = [name for name in (other, expected.name) if name.casefold() not in question.casefold()]
        question = " ".join((question, *missing))
    passages = ranked_for_step(question, ranker, view, options.passages)
    ids = [id for passage in passages for id in ranker.index.sentence_ids_of(passage)]
    error = ""
    if by_model and (ids or facts):
        answers, error, gap = yield from model_answers(
            question,
            wanted.types,
            whole_question=whole_question,
            facts=facts,
            sentences=_in_order(ids, view),
            view=view,
            options=options,
        )
        if not error:
            if expected is not None:
                same = [answer for answer in answers if is_same_end(answer.binding, expected, view)]
                answers = tuple(replace(answer, binding=expected) for answer in same[:1])
            return TextFinding(tuple(passages), answers, by_model=True, gap=gap)
    ranked = [hit.id for hit in ranker.sentences(question, _SENTENCES, allowed=frozenset(ids))] if ids else []
    best = _in_order(ranked, view)
    if expected is not None:
        return TextFinding(
            tuple(passages), confirming_answers(question, expected, other, best, view, conditions), error=error
        )
    named = named_answers(question, wanted.types, best, view, conditions)
    return TextFinding(tuple(passages), named[:_ANSWERS], error=error)


def _in_order(ids: Sequence[str], view: GraphView) -> list[Sentence]:
    sentences = {sentence.id: sentence for sentence in view.store.sentences(list(ids))}
    return [sentences[id] for id in ids if id in sentences]
