"""Technical documentation through both doors: the format told by the file's name or the text, code found and shown."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from langchain_core.documents import Document as LangChainDocument
from llama_index.core import Document as LlamaDocument
from llama_index.core import SimpleDirectoryReader

from langchain_lgm import ConceptIterativeRetriever, LanguageGraphBuilder
from llama_index_lgm import LanguageGraphIndex

README = Path(__file__).parents[2] / "README.md"
Retrieve = Callable[[str], list[tuple[str, dict[str, object]]]]


def through_langchain(text: str, metadata: dict[str, object]) -> Retrieve:
    graph = LanguageGraphBuilder(workers=1).build([LangChainDocument(text, metadata=metadata)])
    retriever = ConceptIterativeRetriever(graph=graph, k=5)
    return lambda question: [(found.page_content, found.metadata) for found in retriever.invoke(question)]


def through_llama_index(text: str, metadata: dict[str, object]) -> Retrieve:
    return retrieving([LlamaDocument(text=text, metadata=metadata)])


def retrieving(documents: list[LlamaDocument]) -> Retrieve:
    retriever = LanguageGraphIndex.from_documents(documents, workers=1).as_retriever(similarity_top_k=5)
    return lambda question: [(found.node.get_content(), found.node.metadata) for found in retriever.retrieve(question)]


@pytest.mark.parametrize("through", [through_langchain, through_llama_index])
@pytest.mark.parametrize("metadata", [{"source": "docs/setup.md"}, {}])
def test_markdown_is_read_as_markdown_without_a_media_type(
    through: Callable[[str, dict[str, object]], Retrieve], metadata: dict[str, object]
) -> None:
    code = "pip install 'hive[comb]'\n  done"
    text = f"# Hive\n\nHive keeps bees.\n\n## Extras\n\nTake *one* extra:\n\n```bash\n{code}\n```\n"
    found, place = through(text, metadata)("How do I install the comb extra?")[0]
    assert found == f"Take one extra:\n{code}"
    assert place["section_path"] == ["Hive", "Extras"]


@pytest.mark.parametrize("extra", ["LangChain", "LlamaIndex", "Neo4j", "MCP", "PDF"])
def test_the_projects_own_readme_tells_how_to_install_each_extra(extra: str, readme: list[Retrieve]) -> None:
    name = {"LlamaIndex": "llama-index"}.get(extra, extra.lower())
    command = re.compile(rf'(?m)pip install [^\n]*\[[\w,-]*\b{name}\b[\w,-]*\]"')
    for retrieve in readme:
        assert any(command.search(text) for text, _ in retrieve(f"How do I install the {extra} extra?"))


@pytest.fixture(scope="module")
def readme() -> list[Retrieve]:
    langchain = through_langchain(README.read_text(encoding="utf-8"), {"source": str(README)})
    return [langchain, retrieving(SimpleDirectoryReader(input_files=[README]).load_data())]
