"""Answering a sub-question from text, where the facts do not (KAG, algorithm 2)."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.flow import Flow
from lgm_core.model import Fact
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.terms import Term
from lgm_core.reasoning.text.named_answers import named_answers
from lgm_core.reasoning.text.passage_ranking import ranked_for_step
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
) -> Flow[TextFinding]:
    """Answer a sub-question from the passages ranked best for it.

    Without a language model the answers are values and names of the wanted type in the best sentences.

    Args:
        question: the sub-question, its variables filled.
        wanted: what is looked for, with its types.
        view: what may be seen of the graph.
        ranker: ranks its passages and sentences.
        facts: what the graph states that bears on the sub-question; a language model is shown them first.
        options: how many passages are read.
        by_model: whether a language model answers.
        whole_question: the question that it is a part of.
    """
    yield from ()
    passages = ranked_for_step(question, ranker, view, options.passages)
    ids = frozenset(id for passage in passages for id in ranker.index.sentence_ids_of(passage))
    ranked = [hit.id for hit in ranker.sentences(question, _SENTENCES, allowed=ids)] if ids else []
    by_id = {sentence.id: sentence for sentence in view.store.sentences(ranked)}
    sentences = [by_id[id] for id in ranked if id in by_id]
    return TextFinding(tuple(passages), named_answers(question, wanted.types, sentences, view)[:_ANSWERS])
