"""Technical documentation through both doors: the format told by the file's name or the text, code found and shown."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from langchain_core.documents import Document as LangChainDocument
from llama_index.core import Document as LlamaDocument
from llama_index.core import SimpleDirectoryReader
from llama_index.core.node_parser import SentenceSplitter

from langchain_lgm import ConceptIterativeRetriever, LanguageGraphBuilder
from lgm_core import LanguageGraph
from llama_index_lgm import LanguageGraphIndex

README = Path(__file__).parents[2] / "README.md"
Retrieve = Callable[[str], list[tuple[str, dict[str, object]]]]


def through_langchain(text: str, metadata: dict[str, object]) -> Retrieve:
    graph = LanguageGraphBuilder(workers=1).build([LangChainDocument(text, metadata=metadata)])
    retriever = ConceptIterativeRetriever(graph=graph, k=5, headings=False)
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


# Chunks that a splitter made: offsets of the source, and a sentence in two chunks given once.

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo")
SENTENCES = [f"{name} keeps {number} bees in the orchard of {name}land." for number, name in enumerate(NAMES)]
TEXT = "  " + " ".join(SENTENCES)
QUESTION = "Who keeps bees in the orchard?"


def cut(size: int, overlap: int) -> list[tuple[int, str]]:
    """Cut the text regardless of its sentences, as splitters by characters do."""
    return [(start, TEXT[start : start + size]) for start in range(0, len(TEXT) - overlap, size - overlap)]


def langchain_graph(chunks: Sequence[tuple[int, str]], *, told: bool) -> LanguageGraph:
    documents = [
        LangChainDocument(text, metadata={"source": "bees.txt"} | ({"start_index": start} if told else {}))
        for start, text in chunks
    ]
    return LanguageGraphBuilder(workers=1).build(documents)


def test_offsets_of_chunks_point_into_the_source() -> None:
    graph = langchain_graph(cut(150, 60), told=True)
    found = ConceptIterativeRetriever(graph=graph, k=30, mode="sentences").invoke(QUESTION)
    assert {result.page_content for result in found} >= set(SENTENCES)
    assert [TEXT[result.metadata["start"] : result.metadata["end"]] for result in found] == [
        result.page_content for result in found
    ]


def test_a_sentence_in_two_chunks_is_given_once_and_whole() -> None:
    graph = langchain_graph(cut(150, 60), told=True)
    found = ConceptIterativeRetriever(graph=graph, k=30, mode="sentences").invoke(QUESTION)
    assert Counter(result.page_content for result in found) == Counter(SENTENCES)
    passages = ConceptIterativeRetriever(graph=graph, k=30).invoke(QUESTION)
    text = " ".join(passage.page_content for passage in passages)
    assert [text.count(sentence) for sentence in SENTENCES] == [1] * len(SENTENCES)
    cited = [citation.text for citation in graph.ask(QUESTION).citations]
    assert len(cited) == len(set(cited))
    assert set(cited) <= set(SENTENCES)


def test_as_many_results_come_as_are_asked_for() -> None:
    graph = langchain_graph(cut(150, 60), told=True)
    for k in range(1, len(SENTENCES) + 1):
        found = ConceptIterativeRetriever(graph=graph, k=k, mode="sentences").invoke(QUESTION)
        assert len({result.page_content for result in found}) == len(found) == k


def test_without_a_start_index_whole_sentences_are_given_once() -> None:
    graph = langchain_graph(cut(150, 60), told=False)
    found = ConceptIterativeRetriever(graph=graph, k=40, mode="sentences").invoke(QUESTION)
    assert all(Counter(result.page_content for result in found)[sentence] == 1 for sentence in SENTENCES)


def test_equal_sentences_of_different_sources_are_all_given() -> None:
    pages = [LangChainDocument(SENTENCES[0], metadata={"source": name, "start_index": 0}) for name in ("a", "b")]
    graph = LanguageGraphBuilder(workers=1).build(pages)
    assert len(ConceptIterativeRetriever(graph=graph, k=5, mode="sentences").invoke(QUESTION)) == 2


@pytest.mark.parametrize("metadata", [{}, {"file_path": "bees.txt"}])
def test_nodes_of_a_llama_index_splitter(metadata: dict[str, str]) -> None:
    splitter = SentenceSplitter(chunk_size=40, chunk_overlap=20, include_metadata=False)
    nodes = splitter.get_nodes_from_documents([LlamaDocument(text=TEXT, metadata=metadata)])
    assert sum(SENTENCES[3] in node.get_content() for node in nodes) > 1
    retriever = LanguageGraphIndex(nodes, workers=1).as_retriever(similarity_top_k=30, mode="sentences")
    found = [result.node for result in retriever.retrieve(QUESTION)]
    assert Counter(node.get_content() for node in found) == Counter(SENTENCES)
    assert [TEXT[node.start_char_idx : node.end_char_idx] for node in found] == [node.get_content() for node in found]
