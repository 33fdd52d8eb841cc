"""Retrieval by LlamaIndex's own indexes, as methods of `lgm bench qa`: the same passages, reader and prompt for all.

Name them by their import paths, `--retriever benchmarks.host_methods:vector_store_index` and
`--retriever benchmarks.host_methods:property_graph_index`, and an embedding model by `--embed MODULE:NAME`.

Both are used with LlamaIndex's defaults. The property graph is extracted by the language model that answers: at least a
request for each passage, and one for each question. They are recorded with the other replies, for the next run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from llama_index.core import Document, PropertyGraphIndex, VectorStoreIndex
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.llms import CompletionResponse, CompletionResponseGen, CustomLLM, LLMMetadata
from llama_index.core.schema import MetadataMode

from lgm_core.evaluation.question_answering.benchmark_corpus import BenchmarkCorpus
from lgm_core.evaluation.question_answering.recorded_answer import Excerpt
from lgm_core.llm.port import ChatModel, Message
from lgm_core.vectors.port import Embeddings

_PASSAGES = 5
"""Passages a reader gets, as from the methods of `lgm bench qa`."""

Retrieve = Callable[[str], Sequence[Excerpt]]


class GivenEmbedding(BaseEmbedding):
    """The embedding model of the benchmark, in LlamaIndex's interface."""

    given: Any

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._get_text_embeddings([text])[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return [[float(number) for number in row] for row in self.given.documents(texts)]

    def _get_query_embedding(self, query: str) -> list[float]:
        return [float(number) for number in self.given.questions([query])[0]]

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)


class GivenLLM(CustomLLM):
    """The language model of the benchmark, in LlamaIndex's interface."""

    given: Any

    @property
    def metadata(self) -> LLMMetadata:
        """Describe the model."""
        return LLMMetadata(model_name=self.given.name)

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:  # noqa: ANN401
        """Return the reply to a prompt."""
        return CompletionResponse(text=self.given.complete([Message("user", prompt)]).text)

    def stream_complete(
        self,
        prompt: str,
        formatted: bool = False,
        **kwargs: Any,  # noqa: ANN401
    ) -> CompletionResponseGen:
        """Reply the same in one piece."""
        yield self.complete(prompt)


def vector_store_index(corpus: BenchmarkCorpus) -> Retrieve:
    """Retrieve by LlamaIndex's vector index over the passages."""
    embedding = _embedding(corpus.required_embeddings())
    index = VectorStoreIndex.from_documents(_documents(corpus), embed_model=embedding)
    return _excerpts(corpus, index.as_retriever(similarity_top_k=_PASSAGES))


def property_graph_index(corpus: BenchmarkCorpus) -> Retrieve:
    """Retrieve by LlamaIndex's property graph, extracted and searched by the language model, and by vectors."""
    index = PropertyGraphIndex.from_documents(
        _documents(corpus),
        llm=_llm(corpus.model),
        embed_model=_embedding(corpus.required_embeddings()),
        use_async=False,
    )
    return _excerpts(corpus, index.as_retriever())


def _embedding(embeddings: Embeddings) -> GivenEmbedding:
    return GivenEmbedding(given=embeddings)


def _llm(model: ChatModel) -> GivenLLM:
    return GivenLLM(given=model)


def _documents(corpus: BenchmarkCorpus) -> list[Document]:
    return [
        Document(text=passage.text, id_=passage.id, metadata={"title": passage.title}) for passage in corpus.passages
    ]


def _excerpts(corpus: BenchmarkCorpus, retriever: BaseRetriever) -> Retrieve:
    """Retrieve whole passages: those that the five best nodes belong to."""
    passages = {passage.id: passage for passage in corpus.passages}

    def retrieve(question: str) -> list[Excerpt]:
        excerpts: dict[str, Excerpt] = {}
        for result in retriever.retrieve(question):
            passage = passages.get(result.node.ref_doc_id or "")
            title = passage.title if passage is not None else ""
            text = passage.text if passage is not None else result.node.get_content(MetadataMode.NONE)
            key = passage.id if passage is not None else result.node.node_id
            excerpts.setdefault(key, Excerpt(key, title, text))
        return list(excerpts.values())[:_PASSAGES]

    return retrieve
