"""Agents that obey documents: tools tell what the filter lets through, and do nothing else, whatever they are given."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from langchain_lgm import language_graph_tools
from lgm_core import LanguageGraph
from lgm_core.hosts import reading_tools
from lgm_core.mcp_server import graph_server
from lgm_core.model.invisible import INVISIBLE
from tests.support.injection.orders import ORDERS
from tests.support.injection.paths import LEDGER, OURS, SECRET, VAULT
from tests.support.mcp_clients import client_of

WIDENING = {"where": {"readers": "birch"}, "filter": None, "k": 1000, "document_id": "vault"}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path_factory.mktemp("orders") / "g.lgm") as graph:
        numbered = [replace(order, id=f"{order.id} {number}") for number, order in enumerate(ORDERS)]
        documents = [order.document() for order in numbered]
        graph.build([*documents, LEDGER, VAULT], workers=1, facts="open")
        yield graph


def test_tools_tell_only_what_the_filter_lets_through_each_sentence_under_its_number(graph: LanguageGraph) -> None:
    revision = graph.store.revision()
    given = ["Maud Ferris", "the press", *(order.text or order.title for order in ORDERS[::4])]
    for tool in reading_tools(graph, k=5, where=OURS):
        told = [tool.call(**dict.fromkeys(tool.arguments, each)) for each in given]
        assert tool.name not in ("search_documents", "find_facts") or len(told[0].citations) > 3
        for each in told:
            assert SECRET not in each.text
            assert not re.search(f"[{INVISIBLE}]", each.text)
            assert "vault" not in {citation.document_id for citation in each.citations}
            numbers = [int(found) for found in re.findall(r"^\[(\d+)\]", each.text, re.MULTILINE)]
            assert numbers == [citation.number for citation in each.citations]
    assert graph.store.revision() == revision


def test_no_argument_widens_a_tool(graph: LanguageGraph) -> None:
    for tool in reading_tools(graph, k=5, where=OURS):
        given = dict.fromkeys(tool.arguments, "the vault of Maud Ferris")
        for name, value in WIDENING.items():
            with pytest.raises(TypeError):
                tool.call(**given, **{name: value})
    for tool in language_graph_tools(graph, k=5, filter=OURS):
        given = dict.fromkeys(tool.args, "the vault of Maud Ferris")
        assert SECRET not in str(tool.invoke({**given, **WIDENING}))


def test_a_server_that_reads_has_no_tool_that_writes(graph: LanguageGraph) -> None:
    async def called() -> list[str]:
        async with client_of(graph_server(graph, k=5, where=OURS)) as client:
            names = await client.names()
            assert set(names) == {tool.name for tool in reading_tools(graph, k=5, where=OURS)}
            told = []
            for name in ("delete_document", "learn_document", *names):
                arguments = {"id": "ledger", "title": "", "text": "Mallory.", "question": "vault", "concept": "vault"}
                arguments |= {"first": "Maud Ferris", "second": "vault", "plan": "Output(vault)"}
                try:
                    told.append((await client.call(name, **arguments, **WIDENING))["text"])
                except Exception as error:  # of the SDK, whose kinds differ by version
                    told.append(str(error))
            return told

    revision = graph.store.revision()
    told = asyncio.run(called())
    assert not any(SECRET in each for each in told)
    assert graph.store.revision() == revision
    assert {"ledger", "vault"} <= {record.id for record in graph.documents()}
