"""The doors, the tools of agents, the server and the command, where they take a filter."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from langchain_core.documents import Document as LangChainDocument
from llama_index.core.schema import NodeWithScore
from typer.testing import CliRunner

from langchain_lgm import ConceptIterativeAnswerer, LogicalFormAnswerer, language_graph_tools
from langchain_lgm import ConceptIterativeRetriever as LangChainRetriever
from langchain_lgm import PyramidRetriever as LangChainPyramidRetriever
from lgm_core import AskOptions, LogicalFormOptions, PyramidOptions, estimate_questions
from lgm_core.cli.application import app
from lgm_core.hosts import reading_tools
from lgm_core.mcp_server import graph_server
from llama_index_lgm import (
    ConceptIterativeQueryEngine,
    LanguageGraphIndex,
    LogicalFormQueryEngine,
    PyramidQueryEngine,
)
from llama_index_lgm import ConceptIterativeRetriever as LlamaIndexRetriever
from llama_index_lgm import PyramidRetriever as LlamaIndexPyramidRetriever
from tests.support.mcp_clients import client_of
from tests.support.tenants.engine_calls import QUERY, Asked

_RUN_IDS = re.compile(r"lc_run--[0-9a-f-]+|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")


def _nodes(nodes: Iterable[NodeWithScore]) -> list[object]:
    return [(node.score, node.node.metadata, node.node.get_content()) for node in nodes]


def _documents(documents: Iterable[LangChainDocument]) -> list[object]:
    return [(document.page_content, document.metadata) for document in documents]


_TOOLS = ["search_documents", "explain_concept", "relate_concepts", "find_facts", "solve_logical_form", "query_schema"]


def _arguments(asked: Asked) -> list[tuple[str, dict[str, str]]]:
    """Return calls of the tools of agents."""
    first, second = asked.case.names
    given = (
        {"question": asked.case.question},
        {"concept": first},
        {"first": first, "second": second},
        {"concept": first},
        {"plan": asked.case.plan},
        {"query": QUERY},
    )
    return list(zip(_TOOLS, given, strict=True))


def _tools(asked: Asked) -> object:
    tools = {tool.name: tool for tool in reading_tools(asked.graph, k=3, where=asked.where, include=_TOOLS)}
    return [tools[name].call(**arguments) for name, arguments in _arguments(asked)]


def _langchain_tools(asked: Asked) -> object:
    tools = {tool.name: tool for tool in language_graph_tools(asked.graph, k=3, filter=asked.where, include=_TOOLS)}
    calls = [
        tools[name].invoke({"type": "tool_call", "name": name, "id": "1", "args": arguments})
        for name, arguments in _arguments(asked)
    ]
    return [(message.content, message.artifact) for message in calls]


def _server(asked: Asked) -> object:
    async def called() -> list[object]:
        async with client_of(graph_server(asked.graph, k=3, where=asked.where, include=_TOOLS)) as client:
            results = [await client.call(name, **arguments) for name, arguments in _arguments(asked)]
        return [(result["structuredContent"], result["text"]) for result in results]

    return asyncio.run(called())


def _langchain_retriever(asked: Asked) -> object:
    question, modes = asked.case.question, ("passages", "sentences", "facts")
    limited = [LangChainRetriever(graph=asked.graph, k=4, filter=asked.where, mode=mode) for mode in modes]
    free = [LangChainRetriever(graph=asked.graph, k=4, mode=mode) for mode in modes]
    return [
        *(_documents(retriever.invoke(question)) for retriever in limited),
        *(_documents(retriever.invoke(question, filter=asked.where)) for retriever in free),
        *(retriever.find_with_scores(question, filter=asked.where) for retriever in free),
        LangChainRetriever(graph=asked.graph, k=4, filter=asked.where, select=asked.model).invoke(question),
        *(_documents(asyncio.run(retriever.ainvoke(question))) for retriever in limited),
    ]


def _langchain_pyramid(asked: Asked) -> object:
    question, within = asked.case.question, PyramidOptions(ask=AskOptions(where=asked.where))
    limited = [
        LangChainPyramidRetriever(graph=asked.graph, k=4, filter=asked.where),
        LangChainPyramidRetriever(graph=asked.graph, k=4, options=within, llm=asked.obedient),
    ]
    return [
        *(_documents(retriever.invoke(question)) for retriever in limited),
        *(_documents(asyncio.run(retriever.ainvoke(question))) for retriever in limited),
        _documents(LangChainPyramidRetriever(graph=asked.graph, k=4).invoke(question, filter=asked.where)),
    ]


def _langchain_answers(asked: Asked) -> object:
    graph = asked.graph.with_llm(asked.model)
    messages = [
        answerer.invoke(asked.case.question, filter=asked.where)
        for answerer in (
            ConceptIterativeAnswerer(graph, on_failure="evidence"),
            LogicalFormAnswerer(graph, on_failure="evidence"),
            ConceptIterativeAnswerer(asked.graph.with_llm(None), options=AskOptions(where=asked.where)),
            ConceptIterativeAnswerer(graph, options=PyramidOptions(), on_failure="evidence"),
        )
    ]
    messages.append(asyncio.run(ConceptIterativeAnswerer(graph).ainvoke(asked.case.question, filter=asked.where)))
    return _RUN_IDS.sub("", repr([(message.content, message.response_metadata) for message in messages]))


def _llama_index_retriever(asked: Asked) -> object:
    index = LanguageGraphIndex.from_existing(asked.graph.store)
    retrievers = [
        *(
            LlamaIndexRetriever(asked.graph, similarity_top_k=4, mode=mode, where=asked.where)
            for mode in ("passages", "sentences", "facts")
        ),
        LlamaIndexRetriever(asked.graph, similarity_top_k=4, where=asked.where, select=asked.model),
        index.as_retriever(where=asked.where),
        LlamaIndexPyramidRetriever(asked.graph, similarity_top_k=4, where=asked.where),
        LlamaIndexPyramidRetriever(asked.graph, options=PyramidOptions(ask=AskOptions(where=asked.where))),
    ]
    retrieved = [retriever.retrieve(asked.case.question) for retriever in retrievers]
    awaited = [asyncio.run(retriever.aretrieve(asked.case.question)) for retriever in retrievers]
    return [_nodes(nodes) for nodes in (*retrieved, *awaited)]


def _llama_index_answers(asked: Asked) -> object:
    graph, options = asked.graph.with_llm(asked.model), AskOptions(where=asked.where)
    engines = [
        ConceptIterativeQueryEngine(graph, options=options, on_failure="evidence"),
        LogicalFormQueryEngine(graph, options=LogicalFormOptions(ask=options), on_failure="evidence"),
        PyramidQueryEngine(graph, options=PyramidOptions(ask=options), on_failure="evidence"),
        LanguageGraphIndex.from_existing(asked.graph.store).as_query_engine(
            asked.model, where=asked.where, on_failure="evidence"
        ),
    ]
    responses = [engine.query(asked.case.question) for engine in engines]
    responses += [asyncio.run(engine.aquery(asked.case.question)) for engine in engines]
    return [(response.response, _nodes(response.source_nodes), response.metadata) for response in responses]


def _estimated(asked: Asked) -> object:
    return estimate_questions(asked.graph, [asked.case.question], AskOptions(where=asked.where, exhaustive=True))


def _command(
    name: str, *arguments: Callable[[Asked], str] | str, stdin: Callable[[Asked], str] | None = None
) -> Callable[[Asked], object]:
    """Return a call of a command, which has its filter even where all documents pass it.

    What is logged is for who writes filters, and not compared: tests/facade/tenants/test_tenants.py has a test of it.
    """

    def call(asked: Asked) -> object:
        given = [argument if isinstance(argument, str) else argument(asked) for argument in arguments]
        place = str(asked.graph.store)
        line = [name, *given, "--graph", place, "--where", json.dumps(asked.case.where)]
        logging.disable()
        try:
            result = CliRunner().invoke(app, line, input=stdin and stdin(asked))
        finally:
            logging.disable(logging.NOTSET)
        return (result.exit_code, result.output.replace(place, "GRAPH"))

    return call


def _question(asked: Asked) -> str:
    return asked.case.question


def _first(asked: Asked) -> str:
    return asked.case.names[0]


def _second(asked: Asked) -> str:
    return asked.case.names[1]


def _shown_graph(asked: Asked) -> object:
    """Show the graph and a document by the command, and read the pages that it writes."""
    with tempfile.TemporaryDirectory() as folder:
        page = str(Path(folder) / "page.html")
        told = [
            _command("show", *what, "--output", page)(asked)
            for what in ((), (_first,), ("--document", asked.case.everything[0].id))
        ]
        written = Path(page).read_text(encoding="utf-8") if Path(page).exists() else ""
        return repr([told, written]).replace(page, "PAGE")


def _plan(asked: Asked) -> str:
    return asked.case.plan


DOORS: dict[str, Callable[[Asked], object]] = {
    "reading_tools": _tools,
    "language_graph_tools": _langchain_tools,
    "graph_server": _server,
    "langchain retriever": _langchain_retriever,
    "langchain pyramid": _langchain_pyramid,
    "langchain answers": _langchain_answers,
    "llama_index retriever": _llama_index_retriever,
    "llama_index answers": _llama_index_answers,
    "estimate_questions": _estimated,
    "lgm ask": _command("ask", _question),
    "lgm retrieve": _command("retrieve", _question, "--json"),
    "lgm retrieve sentences": _command("retrieve", _question, "--mode", "sentences"),
    "lgm retrieve facts": _command("retrieve", _question, "--mode", "facts"),
    "lgm facts": _command("facts", _first),
    "lgm documents": _command("documents"),
    "lgm concept": _command("concept", _first),
    "lgm concept pair": _command("concept", _first, _second),
    "lgm sparql": _command("sparql", QUERY),
    "lgm plan": _command("plan", _question),
    "lgm show": _shown_graph,
    "lgm solve": _command("solve", "--plan", "-", stdin=_plan),
}
"""Calls of what stands around the engine; none changes the graph."""
