"""Showing answers, what plans come to, and why passages are found: each as a page."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from lgm_core.errors import InputError, shown
from lgm_core.facade.ask import Asking
from lgm_core.facade.opened_graph import OnStep
from lgm_core.facade.question import AnswerOptions, checked_question, limiting_where
from lgm_core.facade.retrieve import Retrieving
from lgm_core.graph.port import Where
from lgm_core.model import Answer, RetrievedPassage
from lgm_core.pages.answer_page.answer_page import answer_page, solution_page
from lgm_core.pages.answer_page.retrieval_page import retrieval_page
from lgm_core.pages.page import Page
from lgm_core.pages.shell import PageLinks
from lgm_core.reasoning.solving.memory import Solution
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.passage_reasons import ranking_reasons
from lgm_core.worker_threads import in_thread

__all__ = ["AnswerShowing", "found_passages_page"]


class AnswerShowing(Asking, Retrieving):
    """The methods of `LanguageGraph` that show answers and retrievals as pages."""

    def show_answer(
        self,
        answer: Answer | Solution | str,
        options: AnswerOptions | None = None,
        *,
        where: Where | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> Page:
        """Return the page of an answer: what it cites, each sentence in its place, and how it was found.

        ```python
        graph.show_answer("What are apples rich in?").open()
        ```

        The page is one file without links to others (`Page.save`, `Page.open`); in a notebook it shows itself. What an
        answer cites is as it was when it was asked; the sentences around that are read from the graph as it is now.

        Args:
            answer: an answer, what a plan came to (`solve`), or a question, which is asked first.
            options: of a question, how it is answered.
            where: of a question, a filter on document metadata, in addition to that of the options: both must hold.
            on_step: of a question, called with each trace step.
            cancel: ends the search when set.

        Raises:
            InputError: the question is empty, the filter cannot be understood or joined, or an answer that is there
                is given options or a filter.
            Cancelled: `cancel` was set.
            LanguageModelSetupError: no request to the language model can succeed.
        """
        if isinstance(answer, str):
            where, question = limiting_where(options, where), answer
            return self._answer_page(self.ask(question, options, where=where, on_step=on_step, cancel=cancel), where)
        return self._answer_page(_asked(answer, options, where), None)

    async def ashow_answer(
        self,
        answer: Answer | Solution | str,
        options: AnswerOptions | None = None,
        *,
        where: Where | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> Page:
        """Do what `show_answer` does without blocking the event loop; raises the same."""
        if isinstance(answer, str):
            where, question = limiting_where(options, where), answer
            asked = await self.aask(question, options, where=where, on_step=on_step, cancel=cancel)
            return await in_thread(self._answer_page, asked, where)
        return await in_thread(self._answer_page, _asked(answer, options, where), None)

    def show_retrieval(
        self,
        question: str,
        k: int = 5,
        *,
        where: Where | None = None,
        passages: Sequence[RetrievedPassage] | None = None,
    ) -> Page:
        """Return the page that tells why the `k` best passages were found for a question; needs no language model.

        ```python
        graph.show_retrieval("What are apples rich in?").open()
        ```

        Each passage shows which words and concepts of the question it holds, from which passage it was reached and over
        which bridging concept, and what it adds to that one.

        Args:
            question: the question.
            k: how many passages.
            where: a filter on document metadata.
            passages: what `retrieve_passages` found for the question under the same filter, as with a language model
                that selects; it is not looked for again, and those that the filter does not let pass are left out.

        Raises:
            InputError: the question is empty, `k` is no number of passages, or the filter cannot be understood.
        """
        return found_passages_page(self, question, k, where=where, passages=passages)

    async def ashow_retrieval(
        self,
        question: str,
        k: int = 5,
        *,
        where: Where | None = None,
        passages: Sequence[RetrievedPassage] | None = None,
    ) -> Page:
        """Do what `show_retrieval` does in a worker thread; raises the same."""
        return await in_thread(self.show_retrieval, question, k, where=where, passages=passages)

    def _answer_page(self, answer: Answer | Solution, where: Where | None) -> Page:
        view = GraphView(self.existing(), where=where, question=answer.question)
        return solution_page(answer, view) if isinstance(answer, Solution) else answer_page(answer, view)


def found_passages_page(
    graph: AnswerShowing,
    question: str,
    k: int,
    *,
    where: Where | None = None,
    passages: Sequence[RetrievedPassage] | None = None,
    links: PageLinks | None = None,
) -> Page:
    """Return the page of `show_retrieval`, with links to other pages where a server shows them; raises the same."""
    question = checked_question(question)
    view, ranker = graph._seen(question, where)
    if passages is None:
        passages = graph.retrieve_passages(question, k, where=where)
    visible = view.documents(passage.document.id for passage in passages)
    found = [passage for passage in passages if passage.document.id in visible]
    reasons = ranking_reasons(question, [passage.id for passage in found], ranker, allowed=view.allowed)
    return retrieval_page(question, found, reasons, view, links=links)


def _asked(answer: Answer | Solution, options: AnswerOptions | None, where: Where | None) -> Answer | Solution:
    if not isinstance(answer, Answer | Solution):
        raise InputError(
            f"the answer is {shown(answer)}; give what `ask` or `solve` returned, or the question itself: what was "
            "asked through LlamaIndex or LangChain is then answered from the replies that the graph has kept"
        )
    if options is not None or where is not None:
        raise InputError("options and a filter say how a question is asked; this is an answer, so give them to `ask`")
    return answer
