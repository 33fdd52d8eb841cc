"""Add a language graph to a LlamaIndex app that has a vector index and a query engine: three lines, marked below.

The question needs two documents, of which words alone find one: who bred the bee, and where that person was born. The
embedding and the LLM stand in for yours, so that this runs without a key; the mock LLM repeats what it is given.

    pip install ".[llama-index]"
    python examples/llama_index_app.py "Where was the monk born who bred the Buckfast bee?"
"""

import argparse
import re
from pathlib import Path
from zlib import crc32

from llama_index.core import SimpleDirectoryReader, VectorStoreIndex
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.llms import MockLLM
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.retrievers import QueryFusionRetriever

from lgm_core.demo import demo_folder
from llama_index_lgm import LanguageGraphIndex

QUESTION = "Where was the monk born who bred the Buckfast bee?"


class WordEmbedding(BaseEmbedding):
    """Counts words, each in one of 512 places of a vector."""

    def _get_text_embedding(self, text: str) -> list[float]:
        vector = [0.0] * 512
        for word in re.findall(r"\w+", text.lower()):
            vector[crc32(word.encode()) % len(vector)] += 1.0
        return vector

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


def engines(folder: Path, store: Path, k: int = 3) -> tuple[RetrieverQueryEngine, RetrieverQueryEngine]:
    """Return the app's query engine as it was, and with the graph."""
    llm = MockLLM()
    documents = SimpleDirectoryReader(folder, exclude_hidden=False).load_data()  # the pages may lie below `.venv`
    index = VectorStoreIndex.from_documents(documents, embed_model=WordEmbedding())
    retriever = index.as_retriever(similarity_top_k=k)
    before = RetrieverQueryEngine.from_args(retriever, llm=llm)

    # The three lines: learn the documents, retrieve from both, and hand that to the query engine.
    graph = LanguageGraphIndex.from_documents(documents, store=store).as_retriever(similarity_top_k=k)
    both = QueryFusionRetriever(
        [retriever, graph], llm=llm, num_queries=1, mode="reciprocal_rerank", similarity_top_k=k
    )
    after = RetrieverQueryEngine.from_args(both, llm=llm)
    return before, after


def main() -> None:
    """Ask both engines and show the sources that their answers are made from."""
    options = argparse.ArgumentParser(description="A LlamaIndex app before and after a language graph was added.")
    options.add_argument("question", nargs="?", default=QUESTION)
    options.add_argument("--folder", type=Path, default=demo_folder() / "documents", help="the bee pages, if not given")
    options.add_argument("--graph", type=Path, default=Path("app.lgm"))
    given = options.parse_args()
    for name, engine in zip(["vectors", "vectors and graph"], engines(given.folder, given.graph), strict=True):
        response = engine.query(given.question)
        print(f"{name}:")
        for source in response.source_nodes:
            print(f"  {source.metadata['file_name']}: {source.text[:100].strip()!r}")


if __name__ == "__main__":
    main()
