"""Concept Iterative Retrieval as a LlamaIndex query engine."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Generator
from dataclasses import asdict
from typing import Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import AsyncStreamingResponse, Response, StreamingResponse
from llama_index.core.callbacks import CallbackManager, CBEventType, EventPayload
from llama_index.core.schema import NodeWithScore, QueryBundle

from lgm_core import Answer, AskOptions, LanguageGraph, OnFailure
from llama_index_lgm._conversion import citation_node
from llama_index_lgm.instrumentation import step_listener, with_spans

__all__ = ["ConceptIterativeQueryEngine"]

_PIECE = re.compile(r"\s*\S+\s*")


class ConceptIterativeQueryEngine(BaseQueryEngine):
    """Answer questions from a language graph, with citations (paper section 3.3).

    The response's source nodes are the sentences cited; `[1]` in its text is the one whose metadata has `citation` 1.
    Its metadata holds `supported`, `is_evidence_only`, `missing_concepts`, `unread`, `failure`, `usage` and
    `trace`. Without a
    language model the text lists the best evidence and says so.

    Args:
        graph: the graph, with the language model that is to answer.
        options: settings of the search.
        on_failure: what becomes of a question when the language model fails: by default an error, so that fallbacks and
            retries of the host work; `evidence` answers with the evidence found.
        streaming: return a streaming response. What streams are pieces of the finished text: only the end of a model's
            reply says whether it was the last or another round follows, and what was streamed cannot be taken back.
    """

    def __init__(
        self,
        graph: LanguageGraph,
        *,
        options: AskOptions | None = None,
        on_failure: OnFailure = "raise",
        streaming: bool = False,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self.graph = graph
        self.options = options or AskOptions()
        self.on_failure = on_failure
        self.streaming = streaming
        super().__init__(callback_manager=callback_manager)

    def _query(self, query_bundle: QueryBundle) -> Response | StreamingResponse:
        question = query_bundle.query_str
        with self.callback_manager.event(CBEventType.QUERY, payload={EventPayload.QUERY_STR: question}) as event:
            with with_spans():
                answer = self.graph.ask(
                    question, self.options, on_failure=self.on_failure, on_step=step_listener(self.graph)
                )
            response = self._response(answer, self._sources(answer))
            event.on_end(payload={EventPayload.RESPONSE: response})
        if not self.streaming:
            return response
        return StreamingResponse(_pieces(str(response)), response.source_nodes, response.metadata)

    async def _aquery(self, query_bundle: QueryBundle) -> Response | AsyncStreamingResponse:
        question = query_bundle.query_str
        with self.callback_manager.event(CBEventType.QUERY, payload={EventPayload.QUERY_STR: question}) as event:
            with with_spans():
                answer = await self.graph.aask(
                    question, self.options, on_failure=self.on_failure, on_step=step_listener(self.graph)
                )
            response = self._response(answer, await asyncio.to_thread(self._sources, answer))
            event.on_end(payload={EventPayload.RESPONSE: response})
        if not self.streaming:
            return response
        return AsyncStreamingResponse(_apieces(str(response)), response.source_nodes, response.metadata)

    def _sources(self, answer: Answer) -> list[NodeWithScore]:
        """Return the cited sentences; those of a document that was deleted meanwhile are left out."""
        ids = sorted({citation.document_id for citation in answer.citations})
        records = {record.id: record for record in self.graph.store.documents(ids)}
        return [
            citation_node(citation, records[citation.document_id])
            for citation in answer.citations
            if citation.document_id in records
        ]

    def _response(self, answer: Answer, sources: list[NodeWithScore]) -> Response:
        metadata = {
            "supported": answer.supported,
            "is_evidence_only": answer.is_evidence_only,
            "missing_concepts": list(answer.missing_concepts),
            "unread": answer.unread,
            "failure": None if answer.failure is None else asdict(answer.failure),
            "usage": asdict(answer.usage),
            "trace": [{"step": step.name, **step.details} for step in answer.trace],
        }
        return Response(_text(answer), sources, metadata)

    def _get_prompt_modules(self) -> dict[str, Any]:
        return {}


def _text(answer: Answer) -> str:
    """Return the answer, or where there is none, what a reader (or an agent) can use in its place."""
    if not answer.is_evidence_only:
        return answer.text
    cause = "there is no language model" if answer.failure is None else str(answer.failure)
    if not answer.citations:
        return answer.text or f"There is no answer, because {cause}, and no sentence bears on the question."
    head = f"{answer.text or f'There is no answer, because {cause}.'} The nearest evidence found:"
    return "\n".join([head, *(f"[{citation.number}] {citation.text}" for citation in answer.citations)])


def _pieces(text: str) -> Generator[str, None, None]:
    yield from (piece.group() for piece in _PIECE.finditer(text))


async def _apieces(text: str) -> AsyncGenerator[str, None]:
    for piece in _pieces(text):
        yield piece
