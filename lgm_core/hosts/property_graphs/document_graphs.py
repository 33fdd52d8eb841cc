"""Learning documents for property graphs of hosts, without storing anything."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from itertools import islice

from lgm_core.facade.build import Extraction, extraction_options
from lgm_core.facade.fact_settings import fact_annotator
from lgm_core.flow import Flow, RequestLimiter, Session, arun, run
from lgm_core.language.backends import chosen_annotator
from lgm_core.language.port import Annotator
from lgm_core.learning.build_report import FailedDocument
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.learning.in_memory import learn_in_memory
from lgm_core.learning.learning_steps import ExtractionFailed
from lgm_core.llm.port import ChatModel
from lgm_core.model import Document, DocumentGraph, TraceStep

__all__ = ["DocumentGraphLearner", "in_batches"]

_BATCH = 32
"""Documents analysed together: enough requests to use the LLM's concurrency, few enough for memory."""


class DocumentGraphLearner:
    """Learn the graph of each document separately.

    Args:
        llm: also extracts relations; without one only patterns do.
        extraction: settings of that extraction; False turns it off, None takes the default settings.
        annotator: the language backend or its name; `lite` by default, and `lite:parse` for facts.
        facts: also read facts from the parse of sentences.
        concurrency: the most LLM requests at a time.
        limiter: admits the LLM requests; several learners may share it.
        on_failure: called with each LLM request without a result; the findings of patterns are kept.

    Raises:
        InputError: the language backend does not exist, or does not parse and facts are wanted, or `extraction` is of
            another type.
    """

    def __init__(
        self,
        *,
        llm: ChatModel | None = None,
        extraction: Extraction = None,
        annotator: Annotator | str | None = None,
        facts: bool = False,
        concurrency: int = 8,
        limiter: RequestLimiter | None = None,
        on_failure: Callable[[FailedDocument], None] | None = None,
    ) -> None:
        options = FactOptions() if facts else None
        self._annotator = fact_annotator(options, chosen_annotator(annotator), is_named=annotator is not None)
        self._facts = facts
        self._extraction = extraction_options(extraction, has_model=llm is not None)
        self._llm_name = llm.name if llm is not None else ""
        self._on_failure = on_failure
        self._session = Session(llm, concurrency, on_step=self._report_failure, limiter=limiter)

    def learn(self, documents: Iterable[Document]) -> Iterator[DocumentGraph]:
        """Yield the graph of each document, in the given order; documents are read one batch ahead.

        Raises:
            BudgetSpentError: the tokens of the limiter are spent; this batch yields nothing.
            LanguageModelSetupError: the LLM cannot be used as it is set up.
        """
        for batch in in_batches(documents):
            yield from run(self._learning(batch), self._session)

    async def alearn(self, documents: Iterable[Document]) -> AsyncIterator[DocumentGraph]:
        """Do what `learn` does without blocking the event loop; raises the same."""
        for batch in in_batches(documents):
            for graph in await arun(self._learning(batch), self._session):
                yield graph

    def _learning(self, documents: tuple[Document, ...]) -> Flow[list[DocumentGraph]]:
        return learn_in_memory(
            documents,
            annotator=self._annotator,
            extraction=self._extraction,
            llm_name=self._llm_name,
            facts=self._facts,
        )

    def _report_failure(self, step: TraceStep) -> None:
        if isinstance(step, ExtractionFailed) and self._on_failure is not None:
            self._on_failure(FailedDocument(step.document, step.error))


def in_batches(documents: Iterable[Document]) -> Iterator[tuple[Document, ...]]:
    """Yield documents in batches of at most 32, without reading further ahead."""
    remaining = iter(documents)
    while batch := tuple(islice(remaining, _BATCH)):
        yield batch
