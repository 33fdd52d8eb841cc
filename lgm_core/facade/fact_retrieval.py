"""Retrieving facts: those that bear on a question, each with the sentence that it came from."""

from __future__ import annotations

import threading

from lgm_core.errors import check_options
from lgm_core.facade.opened_graph import OnStep, OpenedGraph
from lgm_core.facade.question import checked_question
from lgm_core.flow import Flow, arun, run
from lgm_core.graph.port import Where
from lgm_core.model import FactSubgraph
from lgm_core.retrieval.facts.fact_retrieval_options import FactRetrievalOptions
from lgm_core.retrieval.facts.sentence_facts import facts_by_sentence
from lgm_core.retrieval.facts.subgraph import retrieve_facts

__all__ = ["FactRetrieving"]


class FactRetrieving(OpenedGraph):
    """The methods of `LanguageGraph` that find facts for a question."""

    def retrieve_facts(
        self,
        question: str,
        options: FactRetrievalOptions | None = None,
        *,
        where: Where | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> FactSubgraph:
        """Return the facts that bear on a question, as paths from the concepts it names, with their sentences.

        Without options no language model is asked. A graph that was built without facts has none. With a budget,
        `FactRetrievalOptions(words=250)`, the facts are those of the sentences that rank best, and `text` shows both.

        Args:
            question: the question.
            options: depth, width, who judges paths, how many sentences a fact gets; or a budget of words.
            where: a filter on document metadata; nothing of other documents is used.
            on_step: called with the steps `fact paths`, one for each depth that a language model judged.
            cancel: ends the call when set.

        Raises:
            InputError: the question is empty, the options are others, or the filter cannot be understood.
            Cancelled: `cancel` was set.
            LanguageModelSetupError: a language model is to judge paths, and there is none, or no request can succeed.
        """
        session = self._question_session(on_step, cancel, where=where)
        return run(self._retrieving_facts(question, options, where), session)

    async def aretrieve_facts(
        self,
        question: str,
        options: FactRetrievalOptions | None = None,
        *,
        where: Where | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> FactSubgraph:
        """Do what `retrieve_facts` does without blocking the event loop; raises the same."""
        session = self._question_session(on_step, cancel, where=where)
        return await arun(self._retrieving_facts(question, options, where), session)

    def _retrieving_facts(
        self, question: str, options: FactRetrievalOptions | None, where: Where | None
    ) -> Flow[FactSubgraph]:
        question = checked_question(question)
        check_options(options, FactRetrievalOptions)
        view, ranker = self._seen(question, where)
        if options is not None and options.words is not None:
            return facts_by_sentence(view, ranker, question, options.words)
        return (yield from retrieve_facts(view, question, options, embeddings=self._ranker.embeddings))
