"""What newcomers do wrong ends in a message that they find on the page on troubleshooting."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langchain_core.documents import Document as LangChainDocument

from langchain_lgm import LanguageGraphBuilder, MetaRelationGraphTransformer
from lgm_core import AskOptions, Document, Embeddings, LanguageGraph, LGMError, LogicalPlan, OpenAIChatModel
from llama_index_lgm import LanguageGraphIndex
from tests.documentation.test_messages import GAP, quoted_messages

APPLES = Document.from_text("Apples are a type of fruit. Fruits contain many vitamins.", id="apples")


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LanguageGraph:
    """Return a graph in a folder of its own, where nothing is set in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_MODEL", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    graph = LanguageGraph("my.lgm")
    graph.build([APPLES], workers=1)
    return graph


def said(mistake: Callable[[], Any]) -> str:
    with pytest.raises(LGMError) as error:
        mistake()
    return str(error.value)


def found_on_page(message: str) -> list[str]:
    """Return the headings of the page that have all the words of a message but for its gaps."""
    return [
        heading
        for heading in quoted_messages()
        if re.search(".*".join(re.escape(part.strip()) for part in heading.split(GAP)), message, re.DOTALL)
        and len(heading.replace(GAP, "").strip(" :.,")) > 10
    ]


MISTAKES: dict[str, Callable[[LanguageGraph], Any]] = {
    "a text for a path": lambda graph: graph.build("Apples are fruits.\nFruits contain vitamins."),
    "a sentence for a path": lambda graph: graph.build("Apples are fruits."),
    "a document of a framework": lambda graph: graph.build([LangChainDocument("Apples are fruits.")]),
    "a graph that is not there": lambda graph: LanguageGraph("none.lgm").ask("What are apples?"),
    "a folder for a graph": lambda graph: LanguageGraph(".").build([APPLES]),
    "a closed graph": lambda graph: (graph.close(), graph.ask("What are apples?")),
    "no question": lambda graph: graph.ask("  "),
    "an unknown operator": lambda graph: graph.ask("What are apples?", where={"year": {"$least": 2020}}),
    "an operator for a field": lambda graph: graph.ask("What are apples?", where={"$gte": {"year": 2020}}),
    "a number for a concept": lambda graph: graph.facts(3),
    "options of another kind": lambda graph: graph.ask("What are apples?", {"brief": True}),
    "a filter that deletes all": lambda graph: graph.delete(where={}),
    "no model": lambda graph: OpenAIChatModel(),
    "no key": lambda graph: OpenAIChatModel("gpt-4o-mini"),
    "a model that is needed": lambda graph: graph.reflect(),
    "vectors of two models": lambda graph: LanguageGraph(
        "my.lgm",
        embed=Embeddings(
            documents=lambda texts: [[1.0, 2.0]] * len(texts), questions=lambda texts: [[1.0]] * len(texts)
        ),
    ).retrieve_passages("What are apples?"),
    "a plan with a slip": lambda graph: LogicalPlan.parse("Step 1: Who?\nRetrieval(s=s1:Person"),
    "one document for many": lambda graph: LanguageGraphBuilder(store="one.lgm").build(LangChainDocument("Apples.")),
    "a misspelled setting": lambda graph: LanguageGraphIndex(stroe="one.lgm"),
    "no graph documents": lambda graph: MetaRelationGraphTransformer().convert_to_graph_documents([]),
    "a value that is not known": lambda graph: graph.ask("What are apples?", AskOptions(protocol="none")),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_message_of_a_mistake_is_on_the_page(mistake: str, graph: LanguageGraph) -> None:
    message = said(lambda: MISTAKES[mistake](graph))
    assert found_on_page(message), message


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("data.md", b"apples\0"),
        ("latin.md", "Äpfel sind Früchte.".encode("latin-1")),
        ("rows.jsonl", b'{"title": "Apples"}\n'),
        ("pretty.jsonl", b'{\n  "text": "Apples."\n}\n'),
        ("none.md", None),
    ],
)
def test_the_message_of_a_file_that_is_not_read_is_on_the_page(
    name: str, data: bytes | None, graph: LanguageGraph
) -> None:
    if data is not None:
        Path(name).write_bytes(data)
    (failed,) = graph.build(name).failed
    assert found_on_page(str(failed.error)), failed.error
