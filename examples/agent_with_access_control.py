"""A LangGraph agent over two graphs that is shown only what the person who asks may read.

Every document lists the groups that may read it. The tools are made for one person and filter by these lists; nothing
that a language model writes can widen a filter, and a document without groups is read by nobody. Without OPENAI_MODEL
a scripted model calls the tools, so that this runs anywhere; with OPENAI_MODEL and OPENAI_API_KEY, that model does.

    pip install ".[langchain]" langchain langchain-openai
    python examples/agent_with_access_control.py "Why did the pump fail?" --groups engineering
"""

import argparse
import os
from collections.abc import Sequence
from typing import Any

from langchain.agents import create_agent
from langchain_core.documents import Document
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import BaseTool

from langchain_lgm import LanguageGraphBuilder, language_graph_tools
from lgm_core import LanguageGraph

HANDBOOK = [
    Document("The bilge pump is a kind of pump. It has a float switch.", id="pump", metadata={"groups": ["everyone"]}),
    Document("Lili Marten serves the pump.", id="service", metadata={"groups": ["engineering", "crew"]}),
    Document("A new pump costs 900 francs.", id="prices", metadata={"groups": ["sales"]}),
    Document("The pump is to be replaced in secret.", id="draft"),
]
INCIDENTS = [
    Document("Salt blocked the pump's switch.", id="flood", metadata={"groups": ["engineering"], "tags": ["reviewed"]}),
    Document("Bo forgot the pump.", id="blame", metadata={"groups": ["engineering"], "tags": ["rumour", "open"]}),
    Document(
        "The insurer paid 4000 francs.", id="claim", metadata={"groups": ["sales"], "tags": ["money", "reviewed"]}
    ),
]


def tools_for(groups: Sequence[str], handbook: LanguageGraph, incidents: LanguageGraph) -> list[BaseTool]:
    """Return the tools of an agent that works for somebody in these groups; of incidents, it sees the reviewed ones."""
    may_read = {"groups": {"$in": ["everyone", *groups]}}
    reviewed = {"tags": {"$contains": "reviewed"}}
    return [
        *language_graph_tools(handbook, filter=may_read, prefix="handbook"),
        *language_graph_tools(incidents, filter=may_read | reviewed, prefix="incidents"),
    ]


class ScriptedModel(BaseChatModel):
    """Searches both graphs for the question and repeats what they say."""

    searches: Sequence[str] = ()

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **options: Any) -> "ScriptedModel":
        """Remember the tools that search."""
        return ScriptedModel(searches=[tool.name for tool in tools if tool.name.endswith("search_documents")])

    def _generate(self, messages: list[BaseMessage], *others: Any, **options: Any) -> ChatResult:
        told = [message.text for message in messages if isinstance(message, ToolMessage)]
        calls = [{"name": name, "args": {"question": messages[-1].text}, "id": name} for name in self.searches]
        message = AIMessage("\n".join(told)) if told else AIMessage("", tool_calls=calls)
        return ChatResult(generations=[ChatGeneration(message=message)])


def chat_model() -> BaseChatModel:
    """Return the model that the environment names, or else the scripted one."""
    if "OPENAI_MODEL" not in os.environ:
        return ScriptedModel()
    from langchain_openai import ChatOpenAI

    return ChatOpenAI(model=os.environ["OPENAI_MODEL"])


def main() -> None:
    """Ask the agent on behalf of somebody."""
    options = argparse.ArgumentParser(description="An agent that sees what the person who asks may read.")
    options.add_argument("question", nargs="?", default="Why did the pump fail?")
    options.add_argument("--groups", nargs="*", default=["engineering"], help="engineering, crew, sales")
    given = options.parse_args()
    # Without a store, graphs last as long as the program; LanguageGraphBuilder(store="handbook.lgm") keeps one.
    with LanguageGraphBuilder().build(HANDBOOK) as handbook, LanguageGraphBuilder().build(INCIDENTS) as incidents:
        agent = create_agent(chat_model(), tools_for(given.groups, handbook, incidents))
        print(agent.invoke({"messages": [("user", given.question)]})["messages"][-1].text)


if __name__ == "__main__":
    main()
