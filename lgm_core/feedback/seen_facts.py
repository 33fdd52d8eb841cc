"""The facts that a question is answered from: searched for in the graph, with their context restored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lgm_core.feedback.feedback_options import FeedbackOptions
from lgm_core.feedback.looking_up import in_turn
from lgm_core.model import Fact, Sentence
from lgm_core.retrieval.answering.supporting_sentences import Steps
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.fact_retrieval_options import FactRetrievalOptions
from lgm_core.retrieval.facts.shown_facts import ShownEntry, number_facts
from lgm_core.retrieval.facts.subgraph import retrieve_facts
from lgm_core.vectors.port import Embeddings

__all__ = ["seen_facts"]

_OF_SUB_QUESTION = 5
"""Facts that are shown of those found for a sub-question."""


def seen_facts(
    question: str,
    sub_questions: Sequence[str],
    view: GraphView,
    options: FeedbackOptions,
    embeddings: Embeddings | None,
) -> Steps[list[ShownEntry]]:
    """Search the graph for the facts that lead from a question to its answer, and number their sentences.

    The search from the question may not reach what was looked up because of it. So the best facts for each sub-question
    come in turn with those for the question, the last one first: where not all fit, none is left without.

    Args:
        question: the question.
        sub_questions: what was looked up for it.
        view: the graph.
        options: the width and depth of the search, what scores its paths, and whether each fact's context is restored;
            if not, a fact stands under the number of the first sentence that is its evidence.
        embeddings: an embedding model, for paths and for restoring context.
    """
    search = FactRetrievalOptions(
        depth=options.depth, width=options.width, scorer=options.scorer, sentences=int(options.context)
    )
    of_question = yield from retrieve_facts(view, question, search, embeddings=embeddings)
    rankings = [of_question.facts]
    by_words = replace(search, depth=1, scorer="words")
    for sub_question in reversed(sub_questions):
        of_sub_question = yield from retrieve_facts(view, sub_question, by_words, embeddings=embeddings)
        rankings.append(of_sub_question.facts[:_OF_SUB_QUESTION])
    by_key = {restored.fact.key: restored for ranking in reversed(rankings) for restored in ranking}
    found = [by_key[key] for key in in_turn([[restored.fact.key for restored in ranking] for ranking in rankings])]
    if options.context:
        return number_facts(
            view, [(restored.fact, [item.sentence for item in restored.sentences]) for restored in found]
        )
    facts = [restored.fact for restored in found]
    return number_facts(view, list(zip(facts, _evidence(view, facts), strict=True)))


def _evidence(view: GraphView, facts: Sequence[Fact]) -> list[list[Sentence]]:
    """Return for each fact the first sentence of its evidence that the view shows."""
    ids = [item.sentence_id for fact in facts for item in fact.evidence]
    shown = view.documents(id.rpartition("#")[0] for id in ids)
    visible = list(dict.fromkeys(id for id in ids if id.rpartition("#")[0] in shown))
    sentences = {sentence.id: sentence for sentence in view.store.sentences(visible)} if visible else {}
    of_facts = (
        [sentences[item.sentence_id] for item in fact.evidence if item.sentence_id in sentences] for fact in facts
    )
    return [found[:1] for found in of_facts]
