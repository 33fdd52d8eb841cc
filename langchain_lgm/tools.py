"""The graph as tools for agents: search, explain a concept, tell how two are related."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from langchain_core.tools import BaseTool, StructuredTool, ToolException
from pydantic import BaseModel, Field, create_model

from langchain_lgm.metadata_filters import Filter, to_where
from lgm_core import LGMError
from lgm_core.hosts import SEARCH_WORDS, AgentTool, GivenGraph, given_graph, in_thread, reading_tools

__all__ = ["language_graph_tools"]

_Result = tuple[str, list[dict[str, Any]]]


def language_graph_tools(
    graph: GivenGraph,
    *,
    k: int = 5,
    words: int = SEARCH_WORDS,
    filter: Filter | None = None,
    prefix: str = "",
    include: Collection[str] | None = None,
) -> list[BaseTool]:
    """Make the tools of a graph that can serve them.

    They are `search_documents` and `explain_concept`; `relate_concepts` in a graph with relations; `find_facts` and
    `solve_logical_form` in a graph with facts; `query_schema` in one with a schema, if the extra `ontology` is there.

    They only read. Each returns text with numbered sentences below headings that name their documents, and as artifact
    the citations: a list of dicts with the fields of `Citation`, in the order of the text; `number` is that in the
    text. Errors of the library are returned as tool errors.

    Args:
        graph: the graph, the builder that holds it, or the path of an existing one.
        k: how many relations of each kind an explanation returns; `find_facts` returns four times as many facts.
        words: the most words of the sentences that a search returns.
        filter: a filter on document metadata, which arguments of a tool cannot widen.
        prefix: how tool names begin and what descriptions call the documents, so that an agent can have several graphs:
            `handbook` makes `handbook_search_documents`.
        include: the names of the tools to make, without the prefix, whatever the graph holds.

    Raises:
        InputError: the prefix, `words`, the graph or the filter cannot be used, or a tool to include does not exist.
        StoreError: there is no graph at the path.
    """
    tools = reading_tools(given_graph(graph), k=k, words=words, where=to_where(filter), prefix=prefix, include=include)
    return [_structured_tool(tool) for tool in tools]


def _structured_tool(tool: AgentTool) -> BaseTool:
    def call(**arguments: str) -> _Result:
        try:
            rendering = tool.call(**arguments)
        except LGMError as error:
            raise ToolException(str(error)) from error
        return rendering.text, [asdict(citation) for citation in rendering.citations]

    async def acall(**arguments: str) -> _Result:
        return await in_thread(call, **arguments)

    return StructuredTool.from_function(
        call,
        acall,
        name=tool.name,
        description=tool.description,
        args_schema=_arguments_schema(tool),
        infer_schema=False,
        response_format="content_and_artifact",
        handle_tool_error=True,
    )


def _arguments_schema(tool: AgentTool) -> type[BaseModel]:
    """Return a model of the tool's arguments, without a docstring, which would become part of the schema."""
    arguments: dict[str, Any] = {
        name: (str, Field(description=description)) for name, description in tool.arguments.items()
    }
    return create_model(tool.name, **arguments)
