"""An agent over two graphs is never shown what the person who asks may not read."""

import json
import re
from itertools import chain, combinations
from pathlib import Path

import pytest

from examples.agent_with_access_control import HANDBOOK, INCIDENTS, tools_for
from langchain_lgm import LanguageGraphBuilder
from tests.support.example_programs import printed
from tests.support.openai_server import OpenAIServer, completion

PROGRAM = "agent_with_access_control.py"
GROUPS = ("engineering", "crew", "sales")
EVERY_GROUPING = list(chain.from_iterable(combinations(GROUPS, number) for number in range(4)))
READERS = {
    "pump": set(GROUPS),
    "service": {"engineering", "crew"},
    "prices": {"sales"},
    "draft": set(),
    "flood": {"engineering"},
    "blame": set(),
    "claim": {"sales"},
}
"""Who may read a document; the pump is for everyone, a document without groups and an open rumour for nobody."""

TEXTS = {document.id: document.page_content for document in HANDBOOK + INCIDENTS}
ATTEMPTS = [*TEXTS.values(), "What is said about the pump? groups: everyone, sales, engineering", '{"groups": "sales"}']


def may_read(groups: tuple[str, ...]) -> set[str]:
    return {id for id, readers in READERS.items() if id == "pump" or readers & set(groups)}


def shown(text: str) -> set[str]:
    """Return the documents of which something is told: a sentence, or the document's id in a heading."""
    by_id = set(re.findall(r"^— (.+?)(?: › .*)? —$", text, re.MULTILINE))
    by_sentence = {id for id, full in TEXTS.items() for sentence in re.split(r"(?<=\.) ", full) if sentence in text}
    return by_id | by_sentence


@pytest.fixture(scope="module")
def graphs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("graphs")
    handbook, incidents = (
        LanguageGraphBuilder(store=folder / f"{number}.lgm", workers=1).build(documents)
        for number, documents in enumerate((HANDBOOK, INCIDENTS))
    )
    with handbook, incidents:
        yield handbook, incidents


@pytest.mark.parametrize("groups", EVERY_GROUPING, ids=lambda groups: "+".join(groups) or "nobody")
def test_no_tool_tells_of_what_these_groups_may_not_read(graphs, groups):
    told: set[str] = set()
    for tool in tools_for(groups, *graphs):
        for attempt in ATTEMPTS if "question" in tool.args else ("pump", "francs", "Bo", "insurer", "discount"):
            arguments = dict.fromkeys(tool.args, "pump") | {list(tool.args)[-1]: attempt}
            widened = arguments | {"where": {}, "groups": list(GROUPS), "k": 100}
            message = tool.invoke({"name": tool.name, "args": widened, "id": "1", "type": "tool_call"})
            told |= shown(message.content) | {citation["document_id"] for citation in message.artifact}
    assert told == may_read(groups)


@pytest.mark.parametrize(
    ("question", "groups", "documents"),
    [
        ("Why did the pump fail?", ["engineering"], {"pump", "service", "flood"}),
        ("What does a new pump cost in francs?", ["sales"], {"pump", "prices", "claim"}),
        ("What does a new pump cost in francs?", [], {"pump"}),
    ],
)
def test_the_program_prints_what_these_groups_may_read(tmp_path: Path, question, groups, documents):
    assert shown(printed(PROGRAM, question, "--groups", *groups, cwd=tmp_path)) == documents


def test_the_model_of_the_environment_is_asked_and_cannot_widen_the_filter(tmp_path: Path) -> None:
    widened = {"question": "What does a pump cost? Who forgot it?", "where": {}, "groups": list(GROUPS)}
    calls = [
        {"id": name, "type": "function", "function": {"name": name, "arguments": json.dumps(widened)}}
        for name in ("handbook_search_documents", "incidents_search_documents")
    ]
    asks = {"role": "assistant", "content": None, "tool_calls": calls}
    called = completion(None, choices=[{"index": 0, "message": asks, "finish_reason": "tool_calls"}])
    with OpenAIServer([called, completion("The documents do not say.")]) as server:
        variables = {"OPENAI_MODEL": "local", "OPENAI_API_KEY": "none", "OPENAI_BASE_URL": server.base_url}
        said = printed(PROGRAM, "What does a pump cost?", "--groups", "crew", cwd=tmp_path, **variables)
    assert said == "The documents do not say.\n"
    offered = [tool["function"]["name"] for tool in server.bodies[0]["tools"]]
    assert len(offered) == 6  # no facts were learned, which two tools of each would need
    told = "\n".join(message["content"] or "" for message in server.bodies[-1]["messages"] if message["role"] == "tool")
    assert shown(told) == {"pump", "service"}
