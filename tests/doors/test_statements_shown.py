"""What each statement of an answer rests on is told wherever an answer is: by both doors, the command, and pages."""

import json
from collections.abc import Callable, Iterator
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import pytest

from langchain_lgm import ConceptIterativeAnswerer
from lgm_core import Document, LanguageGraph
from lgm_core.llm.scripted import ScriptedChatModel
from llama_index_lgm import ConceptIterativeQueryEngine
from tests.support.command_line import lgm
from tests.support.openai_server import OpenAIServer, completion

ACME = Document.from_text("Acme makes pumps. Acme has an office in Cork.", id="acme", title="Acme")
QUESTION = "What is Acme?"
REPLY = "Acme makes pumps [1]. Acme was founded by Jane Doe [2]."
STATEMENTS = [
    {"text": "Acme makes pumps.", "citations": [1], "support": "supported", "not_borne_out": []},
    {
        "text": "Acme was founded by Jane Doe.",
        "citations": [],
        "support": "unsupported",
        "not_borne_out": ["founded", "Jane", "Doe"],
    },
]
DOUBT = "“Acme was founded by Jane Doe.”: no sentence read supports it"


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path / "acme.lgm", llm=ScriptedChatModel(lambda _: REPLY)) as graph:
        graph.build(ACME, extraction=False)
        yield graph


def langchain(graph: LanguageGraph) -> dict[str, Any]:
    return ConceptIterativeAnswerer(graph).invoke(QUESTION).response_metadata


def langchain_streamed(graph: LanguageGraph) -> dict[str, Any]:
    return reduce(add, ConceptIterativeAnswerer(graph).stream(QUESTION)).response_metadata


def llama_index(graph: LanguageGraph) -> dict[str, Any]:
    return ConceptIterativeQueryEngine(graph).query(QUESTION).metadata or {}


def llama_index_streamed(graph: LanguageGraph) -> dict[str, Any]:
    response: Any = ConceptIterativeQueryEngine(graph, streaming=True).query(QUESTION)
    assert list(response.response_gen)
    return dict(response.metadata)


@pytest.mark.parametrize("door", [langchain, langchain_streamed, llama_index, llama_index_streamed])
def test_both_doors_tell_them_as_plain_values(
    graph: LanguageGraph, door: Callable[[LanguageGraph], dict[str, Any]]
) -> None:
    told = door(graph)
    assert (told["statements"], told["supported"]) == (STATEMENTS, False)
    assert json.loads(json.dumps(told["statements"])) == STATEMENTS


def test_the_command_tells_them_to_programs_and_what_is_doubtful_to_readers(
    graph: LanguageGraph, tmp_path: Path
) -> None:
    with OpenAIServer([completion(REPLY)]) as server:
        asking = ["--llm", "--model", "m", "--base-url", server.base_url, "--graph", tmp_path / "acme.lgm"]
        as_json = json.loads(lgm("ask", QUESTION, *asking, "--json").stdout)
        as_text = lgm("ask", QUESTION, *asking, "--page", tmp_path / "acme.html")
    assert (as_json["statements"], as_json["supported"]) == (STATEMENTS, False)
    assert "Acme makes pumps [1]. Acme was founded by Jane Doe." in as_text.stdout
    assert f"{DOUBT}." in " ".join(as_text.stderr.split())
    assert "<q>Acme was founded by Jane Doe.</q>: no sentence read supports it" in (tmp_path / "acme.html").read_text(
        "utf-8"
    )


def test_notebooks_show_what_is_doubtful(graph: LanguageGraph) -> None:
    assert DOUBT in graph.ask(QUESTION)._repr_html_()
