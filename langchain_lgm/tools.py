"""The graph as tools for agents: search, explain a concept, tell how two are related."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from langchain_core.tools import BaseTool, StructuredTool, ToolException
from pydantic import BaseModel, Field

from lgm_core.errors import LGMError
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.graph.port import Where
from lgm_core.retrieval.rendering import Told, tell_explanation, tell_passages, tell_relationship

__all__ = ["language_graph_tools"]

_CITE = "Cite sentences by the id in brackets before them, such as [guide.md#12]."
_Result = tuple[str, list[dict[str, Any]]]


class _Search(BaseModel):
    """What to search for."""

    question: str = Field(description="The question, in words, with the names it is about.")


class _Explain(BaseModel):
    """What to explain."""

    concept: str = Field(description="A noun or a name, such as 'honey bee'.")


class _Relate(BaseModel):
    """What to relate."""

    first: str = Field(description="A noun or a name, such as 'honey bee'.")
    second: str = Field(description="Another noun or name, such as 'stinger'.")


def language_graph_tools(graph: LanguageGraph, *, k: int = 5, where: Where | None = None) -> list[BaseTool]:
    """Make the tools `search_documents`, `explain_concept` and `relate_concepts` over a graph; they only read.

    Each returns text whose sentences stand under their ids, and as artifact the citations: a list of dicts with the
    fields of `Citation`, in the order of the text.

    Args:
        graph: the graph.
        k: how many passages a search returns, and how many relations of a kind an explanation.
        where: a filter on document metadata, which no argument of a tool can widen.
    """

    def search(question: str) -> Told:
        return tell_passages(graph.retrieve_passages(question, k, where=where))

    def explain(concept: str) -> Told:
        return tell_explanation(concept, graph.explain(concept, where=where, limit=k))

    def relate(first: str, second: str) -> Told:
        return tell_relationship(first, second, graph.relate(first, second, where=where, limit=k))

    return [
        _tool(
            search,
            "search_documents",
            "Find the passages of the documents that bear on a question, also through several steps. " + _CITE,
            _Search,
        ),
        _tool(
            explain,
            "explain_concept",
            "Tell what the documents say a concept is: other names, kinds, parts, with the sentences that state it. "
            + _CITE,
            _Explain,
        ),
        _tool(
            relate,
            "relate_concepts",
            "Tell how two concepts are related, step by step, with the sentences that state each step, or else the "
            "sentences that name both. " + _CITE,
            _Relate,
        ),
    ]


def _tool(function: Callable[..., Told], name: str, description: str, schema: type[BaseModel]) -> BaseTool:
    """Make a tool; what the library raises on purpose is told to the agent instead of ending it."""

    def call(**arguments: str) -> _Result:
        try:
            told = function(**arguments)
        except LGMError as error:
            raise ToolException(str(error)) from error
        return told.text, [asdict(one) for one in told.citations]

    async def acall(**arguments: str) -> _Result:
        return await asyncio.to_thread(call, **arguments)

    return StructuredTool.from_function(
        call,
        acall,
        name=name,
        description=description,
        args_schema=schema,
        infer_schema=False,
        response_format="content_and_artifact",
        handle_tool_error=True,
    )
