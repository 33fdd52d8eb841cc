"""Concept Iterative Retrieval as a LlamaIndex query engine."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import aclosing, closing
from dataclasses import asdict, replace
from typing import Any, ClassVar

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import RESPONSE_TYPE, AsyncStreamingResponse, Response, StreamingResponse
from llama_index.core.callbacks import CallbackManager, CBEventType, EventPayload
from llama_index.core.prompts.mixin import PromptDictType
from llama_index.core.response_synthesizers import BaseSynthesizer, get_response_synthesizer
from llama_index.core.schema import NodeWithScore, QueryBundle

from lgm_core import Answer, AnswerOptions, LogicalFormOptions, PyramidOptions
from lgm_core.hosts import (
    ANSWER_OPTIONS,
    Found,
    GivenGraph,
    ShownText,
    answer_metadata,
    ask_options,
    check_options,
    given_graph,
    in_thread,
    readable_answer,
    sentences_read,
    with_ask_options,
)
from lgm_core.model import TraceStep
from lgm_core.ports import OnFailure, OnStep
from llama_index_lgm._conversion import citation_node, from_engine, to_templates, with_templates
from llama_index_lgm.instrumentation import dispatch_retrieval, step_listener, with_spans
from llama_index_lgm.models import host_model
from llama_index_lgm.retriever import ConceptIterativeRetriever

__all__ = ["ConceptIterativeQueryEngine", "LogicalFormQueryEngine", "PyramidQueryEngine"]


class ConceptIterativeQueryEngine(BaseQueryEngine):
    """Answer questions from a language graph, with citations (paper section 3.3).

    The response's source nodes are the sentences cited; `[1]` in its text refers to the node whose metadata has
    `citation` 1. If not all of the text is supported, the sentences nearest to the question follow, with `citation` 0.
    Scores are those of the ranking, 0 for a sentence found through a relation and not through its words. The response's
    metadata hold `supported`, `statements`, `is_evidence_only`, `missing_concepts`, `unread`, `read_by_rank`, `layer`,
    `failure`, `usage` and `trace`; a statement has `text`, `citations`, `support` and `not_borne_out`. Without a
    language model the text lists the best evidence and says so.

    Args:
        graph: the graph, with the language model that answers, or the index that holds it; if it is a path, answers
            only hold evidence.
        options: settings of the search; with `FeedbackOptions` answers come from facts, and missing facts are looked
            up, for this question only unless `keep` is set. `LogicalFormQueryEngine` and `PyramidQueryEngine` have
            their own options.
        on_failure: what happens to a question when the language model fails: `raise`, the default, raises an error, so
            that fallbacks and retries of the host work; `evidence` answers with the evidence found.
        streaming: return a streaming response as soon as its first text has come. Text follows while the model replies,
            except text that a further round will probably replace (`settled` in `LanguageGraph.stream`); if text is
            replaced nevertheless, the new text follows in a new paragraph. Source nodes and metadata are complete once
            the text has been read to the end. Closing its generator ends the request.
        verbose: print the steps of each answer.

    `get_prompts` and `update_prompts` show and replace the prompts of the options.
    """

    _kinds: ClassVar[tuple[type[AnswerOptions], ...]] = ANSWER_OPTIONS
    """The classes of options that it takes, the default first."""

    def __init__(
        self,
        graph: GivenGraph,
        *,
        options: AnswerOptions | None = None,
        on_failure: OnFailure = "raise",
        streaming: bool = False,
        verbose: bool = False,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        check_options(options, *self._kinds)
        self.graph = given_graph(graph)
        self.options: AnswerOptions = options or self._kinds[0]()
        self.on_failure = on_failure
        self.streaming = streaming
        self.verbose = verbose
        super().__init__(callback_manager=callback_manager)

    def retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """Return the sentences that an answer is first asked from, best first."""
        return self._retriever().retrieve(query_bundle)

    async def aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """Do what `retrieve` does without blocking the event loop."""
        return await self._retriever().aretrieve(query_bundle)

    def synthesize(
        self,
        query_bundle: QueryBundle,
        nodes: list[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
    ) -> RESPONSE_TYPE:
        """Answer from the given nodes with LlamaIndex's own synthesizer, without citations in the text.

        Raises:
            LanguageModelSetupError: the graph has no LlamaIndex LLM.
        """
        return self._synthesizer().synthesize(query_bundle, nodes, additional_source_nodes)

    async def asynthesize(
        self,
        query_bundle: QueryBundle,
        nodes: list[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
    ) -> RESPONSE_TYPE:
        """Do what `synthesize` does without blocking the event loop; raises the same."""
        return await self._synthesizer().asynthesize(query_bundle, nodes, additional_source_nodes)

    def _query(self, query_bundle: QueryBundle) -> Response | StreamingResponse:
        question = query_bundle.query_str
        with self.callback_manager.event(CBEventType.QUERY, payload={EventPayload.QUERY_STR: question}) as event:
            response = self._streamed(question) if self.streaming else self._answered(question)
            event.on_end(payload={EventPayload.RESPONSE: response})
        return response

    async def _aquery(self, query_bundle: QueryBundle) -> Response | AsyncStreamingResponse:
        question = query_bundle.query_str
        with self.callback_manager.event(CBEventType.QUERY, payload={EventPayload.QUERY_STR: question}) as event:
            response = await (self._astreamed(question) if self.streaming else self._aanswered(question))
            event.on_end(payload={EventPayload.RESPONSE: response})
        return response

    def _answered(self, question: str) -> Response:
        with with_spans():
            answer = self.graph.ask(question, self.options, on_failure=self.on_failure, on_step=self._telling(question))
        return Response(readable_answer(answer), self._sources(answer), _metadata(answer))

    async def _aanswered(self, question: str) -> Response:
        with with_spans():
            answer = await self.graph.aask(
                question, self.options, on_failure=self.on_failure, on_step=self._telling(question)
            )
        return Response(readable_answer(answer), await in_thread(self._sources, answer), _metadata(answer))

    def _streamed(self, question: str) -> StreamingResponse:
        """Wait for the first text, so that an error before it fails the query; the reader gets the rest."""
        sources, metadata = list[NodeWithScore](), dict[str, Any]()
        pieces = self._pieces(question, sources, metadata)
        with with_spans():
            first = next(pieces, "")
        return StreamingResponse(_chained(first, pieces), sources, metadata)

    async def _astreamed(self, question: str) -> AsyncStreamingResponse:
        sources, metadata = list[NodeWithScore](), dict[str, Any]()
        pieces = self._apieces(question, sources, metadata)
        with with_spans():
            first = await anext(pieces, "")
        return AsyncStreamingResponse(_achained(first, pieces), sources, metadata)

    def _pieces(
        self, question: str, sources: list[NodeWithScore], metadata: dict[str, Any]
    ) -> Generator[str, None, None]:
        """Yield the response's text; fill in sources and metadata when the answer is complete."""
        shown = ShownText()
        events = self.graph.stream(
            question, self.options, on_failure=self.on_failure, settled=True, on_step=self._telling(question)
        )
        with closing(events):
            for event in events:
                if isinstance(event, Answer):
                    sources += self._sources(event)
                    metadata |= _metadata(event)
                if piece := shown.piece(event):
                    yield piece

    async def _apieces(
        self, question: str, sources: list[NodeWithScore], metadata: dict[str, Any]
    ) -> AsyncGenerator[str, None]:
        shown = ShownText()
        events = self.graph.astream(
            question, self.options, on_failure=self.on_failure, settled=True, on_step=self._telling(question)
        )
        async with aclosing(events):
            async for event in events:
                if isinstance(event, Answer):
                    sources += await in_thread(self._sources, event)
                    metadata |= _metadata(event)
                if piece := shown.piece(event):
                    yield piece

    def _retriever(self) -> ConceptIterativeRetriever:
        return ConceptIterativeRetriever(
            self.graph,
            similarity_top_k=ask_options(self.options).window,
            mode="sentences",
            where=ask_options(self.options).where,
            callback_manager=self.callback_manager,
        )

    def _synthesizer(self) -> BaseSynthesizer:
        return get_response_synthesizer(
            host_model(self.graph.llm), callback_manager=self.callback_manager, streaming=self.streaming
        )

    def _telling(self, question: str) -> OnStep:
        listener = step_listener(self.graph)

        def tell(step: TraceStep) -> None:
            if listener is not None:
                listener(step)
            if read := sentences_read(self.graph, step):
                dispatch_retrieval(question, [from_engine(Found(each)) for each in read], self.callback_manager)
            if self.verbose:
                details = (f"{name}={value!r}" for name, value in step.details.items())
                print(f"{step.name}:", *details)  # noqa: T201  # as LlamaIndex's engines do

        return tell

    def _sources(self, answer: Answer) -> list[NodeWithScore]:
        """Return the sentences cited, then the nearest ones, without those of documents that were deleted meanwhile."""
        sources = [*((each, each.number) for each in answer.citations), *((each, 0) for each in answer.nearest)]
        if not sources:
            return []
        records = {
            record.id: record for record in self.graph.store.documents(sorted({c.document_id for c, _ in sources}))
        }
        return [
            citation_node(citation, records[citation.document_id], number)
            for citation, number in sources
            if citation.document_id in records
        ]

    def _get_prompts(self) -> PromptDictType:
        return to_templates(self._prompts)

    def _update_prompts(self, prompts: PromptDictType) -> None:
        changed: dict[str, Any] = {"prompts": with_templates(self._prompts, prompts)}
        if hasattr(self.options, "prompts"):
            self.options = replace(self.options, **changed)
        else:
            self.options = with_ask_options(self.options, replace(ask_options(self.options), **changed))

    @property
    def _prompts(self) -> Any:  # noqa: ANN401  # each class of options has prompts of its own class
        """Return the prompts that can be replaced: those of the options, or else of their `ask`."""
        return getattr(self.options, "prompts", ask_options(self.options).prompts)

    def _get_prompt_modules(self) -> dict[str, Any]:
        return {}


class LogicalFormQueryEngine(ConceptIterativeQueryEngine):
    """Answer questions by logical forms: planned, and solved in steps from facts first (KAG).

    ```python
    engine = LogicalFormQueryEngine(index, options=LogicalFormOptions(rounds=3))
    ```

    Arguments and response are those of `ConceptIterativeQueryEngine`; streamed text comes at once, and the `trace` in
    the metadata has the plan and the result of each step. Facts only answer if they were learned. Without a language
    model, rules plan and facts answer: the text then lists the names found. Questions without a plan are answered as by
    `ConceptIterativeQueryEngine`, whose prompts `update_prompts` replaces.
    """

    _kinds = (LogicalFormOptions,)


class PyramidQueryEngine(ConceptIterativeQueryEngine):
    """Answer questions from the first layer that can: the graph's schema, its facts, its text (PolyRAG).

    ```python
    engine = PyramidQueryEngine(index, options=PyramidOptions(layers=("schema", "facts")))
    ```

    Arguments and response are those of `ConceptIterativeQueryEngine`; streamed text comes at once, `layer` in the
    metadata names the layer that answered, and the `trace` says why those above did not. Facts only answer if they were
    learned. Without a language model, rules plan, and schema and facts answer.
    """

    _kinds = (PyramidOptions,)


def _metadata(answer: Answer) -> dict[str, Any]:
    return {
        **answer_metadata(answer),
        "usage": asdict(answer.usage),
        "trace": [{"step": step.name, **step.details} for step in answer.trace],
    }


def _chained(first: str, rest: Generator[str, None, None]) -> Generator[str, None, None]:
    with closing(rest):
        if first:
            yield first
        yield from rest


async def _achained(first: str, rest: AsyncGenerator[str, None]) -> AsyncGenerator[str, None]:
    async with aclosing(rest):
        if first:
            yield first
        async for piece in rest:
            yield piece
