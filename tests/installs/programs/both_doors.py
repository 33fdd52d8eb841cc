"""LlamaIndex and LangChain side by side: driver 5, and version 1 of the MCP SDK, which the adapters of both need."""

import asyncio
import os
import sys
from importlib.metadata import version

from langchain_core.documents import Document as LangChainDocument
from langchain_mcp_adapters.client import MultiServerMCPClient
from llama_index.core import Document as LlamaIndexDocument
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

from langchain_lgm import ConceptIterativeRetriever, LanguageGraphBuilder
from llama_index_lgm import LanguageGraphIndex

SERVE = ["-m", "lgm_core.cli", "serve", "--mcp", "--graph", "both.lgm"]


async def explained_by_both() -> tuple[object, object]:
    """Return what the tool `explain_concept` tells either framework's adapter."""
    server = {"transport": "stdio", "command": sys.executable, "args": SERVE}
    by_name = {tool.name: tool for tool in await MultiServerMCPClient({"graph": server}).get_tools()}
    langchain = await by_name["explain_concept"].ainvoke({"concept": "apple"})
    tools = await McpToolSpec(BasicMCPClient(sys.executable, args=SERVE)).to_tool_list_async()
    (explain,) = (tool for tool in tools if tool.metadata.name == "explain_concept")
    return langchain, await explain.acall(concept="apple")


assert (version("mcp").split(".")[0], version("neo4j").split(".")[0]) == ("1", "5")
LanguageGraphBuilder(store="both.lgm").build([LangChainDocument("An apple is a kind of fruit.", id="apples")])
index = LanguageGraphIndex.from_documents(
    [LlamaIndexDocument(text="A pear is a kind of fruit.", id_="pears")], store="both.lgm"
)
assert "pear" in index.as_retriever().retrieve("What is a pear?")[0].text
assert "apple" in ConceptIterativeRetriever(graph=index.graph).invoke("What is an apple?")[0].page_content
for told in asyncio.run(explained_by_both()):
    assert "[1] An apple is a kind of fruit." in str(told), told

if "NEO4J_URI" in os.environ:
    from llama_index.graph_stores.neo4j import Neo4jPropertyGraphStore

    uri, user, password = (os.environ[f"NEO4J_{name}"] for name in ("URI", "USERNAME", "PASSWORD"))
    place = Neo4jPropertyGraphStore(user, password, uri, refresh_schema=False, create_indexes=False)
    shared = LanguageGraphIndex.from_documents(
        [LlamaIndexDocument(text="A plum is a fruit.", id_="plums")], store=place
    )
    assert "plum" in shared.as_retriever().retrieve("What is a plum?")[0].text
    shared.delete_ref_doc("plums")
