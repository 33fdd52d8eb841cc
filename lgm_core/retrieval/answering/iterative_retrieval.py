"""Concept Iterative Retrieval (paper section 3.3): from a question to a cited answer, as one flow.

A language model that fails never fails the answer: without a reply the answer has `is_evidence_only`, no text, and the
evidence found; `failure` says what failed.
"""

from __future__ import annotations

from dataclasses import replace

from lgm_core.flow import Flow, traced
from lgm_core.model import Answer
from lgm_core.retrieval.answering.adaptive_rounds import AdaptiveRounds
from lgm_core.retrieval.answering.answer_record import failure_in
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.evidence_only import with_nearest
from lgm_core.retrieval.answering.exhaustive_rounds import ExhaustiveRounds
from lgm_core.retrieval.answering.replies.reply_protocols import PreferredProtocol
from lgm_core.retrieval.answering.sentence_ranker import SentenceRanker
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["answer"]


def answer(
    question: str,
    *,
    view: GraphView,
    ranker: SentenceRanker,
    options: AskOptions | None = None,
    preferred: PreferredProtocol | None = None,
) -> Flow[Answer]:
    """Answer a question with citations, in rounds until the language model misses nothing more.

    The trace goes to the driver and into the answer.

    Args:
        question: the question.
        view: what the question may see of the graph; its filter is the one that counts, not that of the options.
        ranker: ranks the sentences of the graph, under the same filter.
        options: the settings; they choose between adaptive and exhaustive rounds.
        preferred: the form in which the model replies, shared by its questions; what it replies is learned from.
    """
    options = options or AskOptions()
    if options.exhaustive:
        flow = ExhaustiveRounds(question, view, ranker, options).flow()
    else:
        flow = AdaptiveRounds(question, view, ranker, options, preferred or PreferredProtocol()).flow()
    run = yield from traced(flow)
    result = replace(run.result, failure=failure_in(run.trace), usage=run.usage, trace=run.trace)
    return with_nearest(result, view=view, ranker=ranker, options=options)
