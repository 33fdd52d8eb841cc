"""LangChain with its own packages of today: version 2 of the MCP SDK, driver 6, and a chain that asks in Cypher."""

import asyncio
import os
import re
import sys
from importlib.metadata import version
from pathlib import Path

from langchain_core.documents import Document
from langchain_core.runnables import RunnableLambda
from mcp import Client, StdioServerParameters

from langchain_lgm import ConceptIterativeRetriever, LanguageGraphBuilder

GUIDE = Path(sys.argv[1]).read_text(encoding="utf-8")
SERVE = ["-m", "lgm_core.cli", "serve", "--mcp", "--graph", "alone.lgm"]


async def explained() -> str:
    """Return what the tool `explain_concept` tells the SDK's own client."""
    async with Client(StdioServerParameters(command=sys.executable, args=SERVE)) as client:
        return str((await client.call_tool("explain_concept", {"concept": "apple"})).content)


def told_by_model(prompt: object) -> str:
    """Answer as a language model that knows the guide's four questions: with Cypher, or with what was found."""
    text = str(prompt)
    if "Generate Cypher" not in text:
        return text
    assert "(:Concept)-[:IS_A]->(:Concept)" in text
    assert "graph = 'bees'" in text
    return next(cypher for question, cypher, _ in asked if question in text)


assert (version("mcp").split(".")[0], version("neo4j").split(".")[0]) == ("2", "6")
graph = LanguageGraphBuilder(store="alone.lgm").build([Document("An apple is a kind of fruit.", id="apples")])
assert "apple" in ConceptIterativeRetriever(graph=graph).invoke("What is an apple?")[0].page_content
assert "[1] An apple is a kind of fruit." in asyncio.run(explained())

if "NEO4J_URI" in os.environ:
    asked = re.findall(r"^\| (.+\?) \| `(.+)` \| (.+) \|$", GUIDE, re.MULTILINE)
    assert len(asked) == 4
    (code,) = re.findall(r"```python\n(import os\n.+?)```", GUIDE, re.DOTALL)
    names = {"llm": RunnableLambda(told_by_model)}
    exec(compile(code, "docs/guides/neo4j.md", "exec"), names)
    for question, _, found in asked:
        answer = names["chain"].invoke({"query": question})["result"]
        assert all(name in answer for name in found.split(", ")), answer
    names["graph"].delete([record.id for record in names["graph"].documents()])
