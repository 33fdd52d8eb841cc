"""Agents that obey documents: tools tell what the filter lets through, and do nothing else, whatever they are given."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from mcp import Client

from langchain_lgm import language_graph_tools
from lgm_core import LanguageGraph
from lgm_core.hosts import reading_tools
from lgm_core.mcp_server import graph_server
from lgm_core.model.invisible import INVISIBLE
from tests.support.injection.orders import ORDERS
from tests.support.injection.paths import LEDGER, OURS, SECRET, VAULT

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
    for tool in reading_tools(graph, k=5, where=OURS):
        for order in ORDERS:
            told = tool.call(**dict.fromkeys(tool.arguments, f"{order.text or order.title} Maud Ferris"))
            named = tool.call(**dict.fromkeys(tool.arguments, "Maud Ferris"))
            for each in (told, named):
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
        async with Client(graph_server(graph, k=5, where=OURS)) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert names == {tool.name for tool in reading_tools(graph, k=5, where=OURS)}
            told = []
            for name in ("delete_document", "learn_document", *names):
                arguments = {"id": "ledger", "title": "", "text": "Mallory.", "question": "vault", "concept": "vault"}
                arguments |= {"first": "Maud Ferris", "second": "vault", "plan": "Output(vault)"}
                try:
                    result = await client.call_tool(name, {**arguments, **WIDENING})
                except Exception as error:  # of the SDK, whose kinds differ by version
                    told.append(str(error))
                else:
                    told.append("".join(part.text for part in result.content))
            return told

    revision = graph.store.revision()
    told = asyncio.run(called())
    assert not any(SECRET in each for each in told)
    assert graph.store.revision() == revision
    assert {"ledger", "vault"} <= {record.id for record in graph.documents()}
