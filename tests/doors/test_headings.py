"""What a language model is shown through both doors stands below the titles of its document and section."""

from collections.abc import Iterator

import pytest
from llama_index.core.schema import MetadataMode
from llama_index.core.tools import RetrieverTool

from langchain_lgm import ConceptIterativeRetriever
from lgm_core import Answer, AskOptions, LanguageGraph
from lgm_core.llm.scripted import ScriptedChatModel
from llama_index_lgm import ConceptIterativeRetriever as LlamaIndexRetriever

PAGE = """# Hive

Hive keeps bees.

## Comb

Better: to read. It needs wax.

## Frame

Better: to carry. It needs wood.
"""
QUESTION = "What is better, and what does it need: wax or wood?"
COMB, FRAME = "Better: to read. It needs wax.", "Better: to carry. It needs wood."


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    folder = tmp_path_factory.mktemp("headings")
    (folder / "hive.md").write_text(PAGE, encoding="utf-8")
    with LanguageGraph(folder / "hive.lgm") as graph:
        graph.build(folder / "hive.md", workers=1)
        yield graph


def test_langchain_gives_a_passage_below_its_heading(graph: LanguageGraph) -> None:
    found = {document.id: document for document in ConceptIterativeRetriever(graph=graph).invoke(QUESTION)}
    assert found["hive.md#s1"].page_content == f"Hive › Comb\n{COMB}"
    assert found["hive.md#s2"].page_content == f"Hive › Frame\n{FRAME}"
    place = found["hive.md#s1"].metadata
    assert PAGE[place["start"] : place["end"]].strip() == COMB


def test_langchain_gives_no_heading_that_the_text_begins_with(graph: LanguageGraph) -> None:
    (found,) = ConceptIterativeRetriever(graph=graph, k=1).invoke("Who keeps bees?")
    assert found.page_content == "Hive keeps bees."


def test_langchain_gives_sentences_alone(graph: LanguageGraph) -> None:
    found = ConceptIterativeRetriever(graph=graph, mode="sentences").invoke(QUESTION)
    assert {document.page_content for document in found} >= {"Better: to read.", "It needs wood."}


def test_llama_index_shows_a_node_below_its_heading_and_keeps_its_text(graph: LanguageGraph) -> None:
    nodes = {each.node.node_id: each.node for each in LlamaIndexRetriever(graph).retrieve(QUESTION)}
    assert nodes["hive.md#s1"].get_content(MetadataMode.LLM) == f"heading: Hive › Comb\n\n{COMB}"
    assert nodes["hive.md#s2"].get_content(MetadataMode.EMBED) == f"heading: Hive › Frame\n\n{FRAME}"
    assert nodes["hive.md#s1"].get_content() == COMB
    told = str(RetrieverTool.from_defaults(LlamaIndexRetriever(graph), name="find", description="f").call(QUESTION))
    assert f"heading: Hive › Comb\n\n{COMB}" in told


def test_headings_can_be_left_out_at_both_doors(graph: LanguageGraph) -> None:
    found = ConceptIterativeRetriever(graph=graph, headings=False).invoke(QUESTION)
    assert {COMB, FRAME} <= {document.page_content for document in found}
    nodes = [each.node for each in LlamaIndexRetriever(graph, headings=False).retrieve(QUESTION)]
    assert not [node for node in nodes if "heading" in node.metadata]
    assert {node.node_id for node in nodes} == {document.id for document in found}


@pytest.mark.parametrize(
    ("brief", "comb", "frame"),
    [
        (True, "Better: to read. It needs wax.", "Better: to carry. It needs wood."),
        (False, "[1] Better: to read. [2] It needs wax.", "[3] Better: to carry. [4] It needs wood."),
    ],
)
def test_a_prompt_shows_each_section_on_a_line_of_its_own(
    graph: LanguageGraph, brief: bool, comb: str, frame: str
) -> None:
    model = ScriptedChatModel(["It needs wood [4]."])
    *_, found = graph.with_llm(model).stream(QUESTION, AskOptions(brief=brief, max_iterations=1))
    shown = model.requests[0].messages[-1].content.partition("Text:\n")[2].splitlines()
    assert shown[:2] == [f"Hive › Comb: {comb}", f"› Frame: {frame}"]
    assert isinstance(found, Answer)
    assert [PAGE[each.start : each.end] for each in found.citations] == ["It needs wood."]
