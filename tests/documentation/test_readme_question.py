"""What the README asks of the folder `docs/` of a clone is answered there."""

import re
from collections.abc import Iterator

import pytest

from langchain_lgm import ConceptIterativeRetriever
from lgm_core import LanguageGraph
from llama_index_lgm import LanguageGraphIndex
from tests.support.pages import PAGES, README, ROOT

ANSWER = "only one at a time can write it."


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path_factory.mktemp("readme") / "my.lgm") as graph:
        graph.build(ROOT / "docs", workers=1)
        yield graph


@pytest.fixture
def question() -> str:
    of_docs = README.read_text(encoding="utf-8").partition("## In LangChain")[0]
    asked: str
    (asked,) = set(re.findall(r'(?:ask|retrieve|query)\("([^"]+)"\)', of_docs.partition("## In Python")[2]))
    return asked


def test_the_readmes_question_finds_its_answer_in_the_folder_docs(graph: LanguageGraph, question: str) -> None:
    first = graph.ask(question).citations[0]
    assert (first.document_id, first.text.endswith(ANSWER)) == ("faq.md", True)
    assert ANSWER in LanguageGraphIndex(store=graph.store).as_retriever().retrieve(question)[0].text
    found = ConceptIterativeRetriever(graph=graph).invoke(question)[0].page_content
    assert found.startswith("Frequently asked questions › Using it › Can several processes use one graph?\n")
    assert ANSWER in found


def test_no_page_answers_with_a_model_that_repeats_the_prompt() -> None:
    assert [page.name for page in PAGES if "MockLLM(" in page.read_text(encoding="utf-8")] == []
