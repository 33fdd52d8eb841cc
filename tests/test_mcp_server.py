"""The graph as an MCP server, called by the SDK's own client in process, over stdio and over HTTP."""

import json
import re
import socket
import subprocess
import sys
import time
from contextlib import closing
from http.client import HTTPConnection
from inspect import signature
from pathlib import Path

import pytest

pytest.importorskip("mcp")

from mcp import StdioServerParameters

from lgm_core.cli.serving import serve
from lgm_core.errors import InputError
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.mcp_server import graph_server
from lgm_core.model import Document, Schema, SchemaClass
from tests.support.mcp_clients import client_of
from tests.support.texts import APPLES, BOATS, ORCHARD

READING = ["search_documents", "explain_concept", "relate_concepts", "find_facts", "solve_logical_form"]


@pytest.fixture
def graph(tmp_path):
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build([APPLES, ORCHARD, BOATS], workers=1, facts="open")
        yield graph


async def test_the_tools_only_read_and_say_what_they_take(graph):
    async with client_of(graph_server(graph)) as client:
        tools = await client.tools()
        assert [tool["name"] for tool in tools] == READING
        assert [tool["annotations"]["readOnlyHint"] for tool in tools] == [True] * len(READING)
        arguments = [tool["inputSchema"]["properties"] for tool in tools]
        assert [list(properties) for properties in arguments] == [
            ["question"],
            ["concept"],
            ["first", "second"],
            ["concept"],
            ["plan"],
        ]
        assert [
            name for properties in arguments for name, schema in properties.items() if not schema["description"]
        ] == []


async def test_what_conforms_to_a_schema_is_asked_in_sparql(graph):
    assert await served(graph) == READING
    graph.load_schema(Schema(classes=(SchemaClass("Fruit"),)))
    assert await served(graph) == [*READING, "query_schema"]
    async with client_of(graph_server(graph)) as client:
        found = await client.call("query_schema", query="SELECT ?f { ?f a :Fruit }")
        assert sorted(found["text"].splitlines()[:3]) == ["Apples [2]", "f", "pear [1]"]
        cited = [each["text"] for each in found["structuredContent"]["citations"]]
        assert cited == ["A pear is a fruit.", "Apples are a type of fruit."]
        wrong = await client.call("query_schema", query="SELECT ?f { ?f a :Friut }")
        assert wrong["isError"]
        assert "did you mean Fruit?" in wrong["text"]
        tool = (await client.tools())[-1]
        assert "class :Fruit (fruit)" in tool["inputSchema"]["properties"]["query"]["description"]


async def served(graph):
    async with client_of(graph_server(graph, is_writable=False)) as client:
        return await client.names()


async def test_tools_are_those_that_the_graph_can_serve(tmp_path):
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build([APPLES, ORCHARD, BOATS], workers=1)
        for include, served in ((None, READING[:3]), (["find_facts"], ["find_facts"])):
            async with client_of(graph_server(graph, include=include)) as client:
                assert await client.names() == served


async def test_a_writable_server_has_the_tools_for_what_clients_may_add(tmp_path):
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build([Document.from_text("Boats sail.", id="boats")], workers=1)
        async with client_of(graph_server(graph, is_writable=True)) as client:
            assert await client.names() == [*READING, "learn_document", "delete_document"]
        async with client_of(graph_server(graph, is_writable=True, include=["find_facts"])) as client:
            assert await client.names() == ["find_facts", "learn_document", "delete_document"]


async def test_results_have_numbered_sentences_and_citations(graph):
    async with client_of(graph_server(graph)) as client:
        searched = await client.call("search_documents", question="Who runs the orchard?")
        numbers = {
            citation["sentence_id"]: citation["number"] for citation in searched["structuredContent"]["citations"]
        }
        assert f"[{numbers['orchard#1']}] Lili Marten runs the orchard near Ghent." in searched["text"]
        related = await client.call("relate_concepts", first="apple", second="pear")
        assert related["text"].splitlines()[:2] == [
            "apple — is a — fruit [1]",
            "pear — is a — fruit [2]",
        ]


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("search_documents", {}, "question"),
        ("search_documents", {"question": 3}, "question"),
        ("search_documents", {"question": " "}, "the question is empty"),
        ("relate_concepts", {"first": "apple"}, "second"),
        ("explain_concept", {"concept": "submarine"}, "no concept named 'submarine'"),
        ("relate_concepts", {"first": "apple", "second": "submarine"}, "no concept named 'submarine'. Try"),
    ],
)
async def test_wrong_arguments_get_a_clear_answer(graph, tool, arguments, said):
    async with client_of(graph_server(graph)) as client:
        result = await client.call(tool, **arguments)
        assert said in result["text"]
        assert result["isError"] == ("submarine" not in arguments.values())


async def test_errors_of_tools_are_told_to_the_client_and_not_logged(graph, caplog):
    caplog.set_level("DEBUG")
    async with client_of(graph_server(graph, is_writable=True)) as client:
        for _ in range(5):
            for tool, arguments in (
                ("search_documents", {"question": " "}),
                ("solve_logical_form", {"plan": "Output(x9)"}),
                ("delete_document", {"id": "skep"}),
                ("learn_document", {"id": "\ud800", "text": "A skep is a basket."}),
            ):
                told = await client.call(tool, **arguments)
                assert told["isError"] or told["text"].startswith("The plan cannot be executed")
    assert not [record for record in caplog.records if record.exc_info or "Traceback" in record.getMessage()]
    assert "the question is empty" not in caplog.text


async def test_what_a_client_sends_is_repeated_in_part(graph):
    long = "submarine " * 10_000
    async with client_of(graph_server(graph, is_writable=True)) as client:
        for tool, arguments in (
            ("explain_concept", {"concept": long}),
            ("relate_concepts", {"first": long, "second": long}),
            ("learn_document", {"id": f"{long}\ud800", "text": "A skep is a basket."}),
        ):
            assert len((await client.call(tool, **arguments))["text"]) < 600


async def test_writing_has_to_be_asked_for(graph):
    async with client_of(graph_server(graph, is_writable=True)) as client:
        assert await client.names() == [*READING, "learn_document", "delete_document"]
        await client.call("learn_document", id="skep", text="A skep is a basket.")
        assert "— skep —" in (await client.call("search_documents", question="What is a skep?"))["text"]
        assert "skep — is a — basket [1]" in (await client.call("explain_concept", concept="skep"))["text"]
        assert (await client.call("delete_document", id="skep"))["text"] == "Deleted 1 documents."
        again = await client.call("delete_document", id="skep")
        assert (again["isError"], "no document has the id 'skep'" in again["text"]) == (True, True)
    with pytest.raises(InputError, match="cannot be writable"):
        graph_server(graph, where={"id": "boats"}, is_writable=True)


async def test_a_filter_of_the_server_holds_for_every_tool(graph):
    async with client_of(graph_server(graph, where={"id": "boats"})) as client:
        told = (await client.call("search_documents", question="Who runs the orchard and its dinghy?"))["text"]
        assert set(re.findall(r"^— (\w+) › ", told, re.MULTILINE)) == {"boats"}
        assert "no concept named" in (await client.call("explain_concept", concept="pear"))["text"]


@pytest.mark.thorough
async def test_it_serves_over_stdio(graph, tmp_path):
    arguments = ["-m", "lgm_core.cli", "serve", "--mcp", "--graph", str(tmp_path / "g.lgm")]
    async with client_of(StdioServerParameters(command=sys.executable, args=arguments)) as client:
        assert await client.names() == READING
        assert "— boats ›" in (await client.call("explain_concept", concept="dinghy"))["text"]


@pytest.mark.thorough
async def test_it_serves_over_http_on_this_machine(graph, tmp_path):
    port = free_port()
    options = ["--http", "--port", str(port), "--graph", str(tmp_path / "g.lgm")]
    server = subprocess.Popen([sys.executable, "-m", "lgm_core.cli", "serve", "--mcp", *options])
    try:
        wait_for(port, server)
        async with client_of(f"http://127.0.0.1:{port}/mcp") as client:
            assert await client.names() == READING
            assert "— boats ›" in (await client.call("explain_concept", concept="dinghy"))["text"]
        assert (
            400 <= answered(port, host=f"graphs.example:{port}") < 500
        )  # a web page that has its name mean this machine
        assert 400 <= answered(port, origin="http://graphs.example") < 500
    finally:
        server.terminate()
        server.wait(timeout=30)


@pytest.mark.thorough
def test_serving_needs_a_graph(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "lgm_core.cli", "serve", "--mcp", "--graph", str(tmp_path / "none.lgm")]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 1
    assert "there is no graph at" in told.stderr


def answered(port: int, **headers: str) -> int:
    """Return the status with which a server answers the request that begins a session."""
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "page", "version": "1"}}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about})
    usual = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request("POST", "/mcp", body, usual | headers)
        return connection.getresponse().status


def test_it_listens_on_this_machine_alone_unless_told_otherwise() -> None:
    assert signature(serve).parameters["host"].default == "127.0.0.1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port: int, server: subprocess.Popen) -> None:
    for _ in range(300):
        assert server.poll() is None, "the server ended"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("the server does not listen")
