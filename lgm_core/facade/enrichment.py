"""Learning from questions: facts that they show to be missing are looked up and kept, and can be taken back."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lgm_core.errors import InputError, LanguageModelSetupError, StoreError, nearest_name
from lgm_core.facade.opened_graph import OnStep, OpenedGraph
from lgm_core.facade.question import checked_question, limiting_where
from lgm_core.feedback.enriched_graph import EnrichedGraph, LookupMemory, forget_lookups
from lgm_core.feedback.feedback_flows import AskedQuestion, FeedbackReport, answer_with_feedback, learn_from
from lgm_core.feedback.feedback_options import FeedbackOptions
from lgm_core.flow import Flow, arun, run
from lgm_core.model import AdditionRecord, Answer
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker
from lgm_core.worker_threads import in_thread

__all__ = ["Enriching"]

_MOST_NAMED = 10
"""Additions that an error names."""


class Enriching(OpenedGraph):
    """The methods of `LanguageGraph` that add what questions show to be missing, list what was added, and undo it."""

    def learn_from_questions(
        self,
        questions: Iterable[str | AskedQuestion],
        options: FeedbackOptions | None = None,
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> FeedbackReport:
        """Take questions through rounds of feedback together, and keep the facts that they show to be missing.

        In each round every question that is still open names what its answer lacks; passages are looked up for it, and
        facts in them that the graph has not are added. What a question adds is one addition, which `undo` takes back.
        A round that has ended stays when the run is cancelled or breaks off. A question that the model fails at ends
        with its answer so far and counts as wrong; the others go on.

        Args:
            questions: the questions; of an `AskedQuestion` with known answers, the answers are scored in each round.
            options: settings of each question; what they add is kept whatever they say.
            on_step: called with each trace step; `feedback round` tells the state after a round.
            cancel: ends the run when set.

        Raises:
            InputError: there are no questions, one is empty, or the graph cannot be written.
            Cancelled: `cancel` was set.
            LanguageModelSetupError: there is no language model, or no request to it can succeed.
        """
        return run(
            self._learning_from(questions, options),
            self._session(on_step, cancel, where=limiting_where(options, None, FeedbackOptions)),
        )

    async def alearn_from_questions(
        self,
        questions: Iterable[str | AskedQuestion],
        options: FeedbackOptions | None = None,
        *,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> FeedbackReport:
        """Do what `learn_from_questions` does without blocking the event loop; raises the same."""
        return await arun(
            self._learning_from(questions, options),
            self._session(on_step, cancel, where=limiting_where(options, None, FeedbackOptions)),
        )

    def additions(self) -> list[AdditionRecord]:
        """Return what was added to the graph after its documents were learned, ordered by time and id."""
        return self.existing().additions()

    async def aadditions(self) -> list[AdditionRecord]:
        """Do what `additions` does in a worker thread."""
        return await in_thread(self.additions)

    def undo(self, ids: str | AdditionRecord | Iterable[str | AdditionRecord]) -> int:
        """Take additions back, all in one transaction; return how many there were.

        What documents or other additions also state stays. What questions with feedback looked up in vain is forgotten,
        also when there is nothing to take back.

        Args:
            ids: of additions, or one id; `FeedbackReport.additions` names them. The records that `additions` returns
                serve as well.

        Raises:
            InputError: there is no addition of an id, or something is no id; nothing was taken back then.
        """
        wanted = _addition_ids(ids)
        known = [record.id for record in self.existing().additions()]
        if unknown := [id for id in wanted if id not in set(known)]:
            raise InputError(_unknown(unknown, known))
        count = self.store.undo(wanted) if wanted else 0
        forget_lookups(self.store)
        return count

    async def aundo(self, ids: str | AdditionRecord | Iterable[str | AdditionRecord]) -> int:
        """Do what `undo` does in a worker thread; raises the same."""
        return await in_thread(self.undo, ids)

    def _learning_from(
        self, questions: Iterable[str | AskedQuestion], options: FeedbackOptions | None
    ) -> Flow[FeedbackReport]:
        asked = _asked(questions)
        for question in asked:
            checked_question(question.text)
        if not asked:
            raise InputError("there are no questions to learn from")
        if self.llm is None:
            raise LanguageModelSetupError("learning from questions needs a language model; pass `llm=…` or `--llm`")
        options = replace(options or FeedbackOptions(), keep=True)
        graph = self._enriched(options)
        return (
            yield from learn_from(asked, graph, options, self.llm.name, counted=lambda: self.existing().statistics())
        )

    def _feedback(self, question: str, options: FeedbackOptions) -> Flow[Answer]:
        """Answer a question with feedback, given a language model and documents that pass the filter."""
        assert self.llm is not None
        return (yield from answer_with_feedback(question, self._enriched(options), options, self.llm.name))

    def _enriched(self, options: FeedbackOptions) -> EnrichedGraph:
        """Return the graph to add to.

        Raises:
            InputError: what is added is to be kept, and the graph cannot be written.
        """
        store, where = self.existing(), options.ask.where
        if options.keep and options.mode != "none":
            try:
                store.set_places({})
            except StoreError as error:
                raise InputError(f"what is added cannot be kept (keep=True): {error}; or use keep=False") from error

        whole = GraphView(store, where=where)  # reads once which documents pass the filter, which may be very many

        def view(question: str) -> GraphView:
            return GraphView(store, where=where, question=question, languages=whole.languages, allowed=whole.allowed)

        def ranker() -> Ranker:
            return self._ranker.over(self.existing(), where)[0]

        embeddings = self._ranker.embeddings
        if not options.keep:
            return EnrichedGraph(view, ranker, embeddings=embeddings)
        name = self.llm.name if self.llm is not None else ""
        settings = (options.extraction.recipe(name), options.passages, "words" if embeddings is None else "embeddings")
        memory = LookupMemory(store, where, repr(settings))
        return EnrichedGraph(view, ranker, store, embeddings, memory)


def _asked(questions: Iterable[str | AskedQuestion]) -> list[AskedQuestion]:
    """Return questions as they are scored.

    Raises:
        InputError: something is no question.
    """
    asked = []
    for item in _each(questions, (str, AskedQuestion), "questions"):
        if not isinstance(item, str | AskedQuestion):
            raise InputError(f"a question is {item!r:.60}; it must be a text, or AskedQuestion(text, answers)")
        asked.append(AskedQuestion(item) if isinstance(item, str) else item)
    return asked


def _addition_ids(additions: str | AdditionRecord | Iterable[str | AdditionRecord]) -> list[str]:
    """Return the ids of additions, each once.

    Raises:
        InputError: something is neither an id nor a record.
    """
    ids: dict[str, None] = {}
    for item in _each(additions, (str, AdditionRecord), "ids of additions"):
        id = item.id if isinstance(item, AdditionRecord) else item
        if not isinstance(id, str):
            raise InputError(f"an addition is {item!r:.60}; it must be its id or a record of graph.additions()")
        ids[id] = None
    return list(ids)


def _each(given: Any, one: tuple[type, ...], what: str) -> Iterable[Any]:  # noqa: ANN401  # whatever a caller gives
    """Return what was given one by one, a single item as the only one."""
    if isinstance(given, one):
        return [given]
    if isinstance(given, Mapping) or not isinstance(given, Iterable):
        raise InputError(f"{what} were asked for, not {given!r:.60}")
    return given


def _unknown(unknown: Sequence[str], known: Sequence[str]) -> str:
    names = [f"{id} (perhaps {near})" if (near := nearest_name(id, known)) else id for id in unknown]
    if not known:
        return f"there is no addition {', '.join(names)}; nothing was added to this graph"
    more = f" and {len(known) - _MOST_NAMED} more" if len(known) > _MOST_NAMED else ""
    return f"there is no addition {', '.join(names)}; there are: {', '.join(known[-_MOST_NAMED:])}{more}"
