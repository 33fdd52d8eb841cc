"""Methods that retrieve text and let the plain reader answer from it: passages, sentences, or nothing at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter

import numpy as np

from lgm_core.evaluation.baselines.bm25 import BM25
from lgm_core.evaluation.datasets import Passage
from lgm_core.evaluation.question_answering.methods.benchmark_corpus import BenchmarkCorpus
from lgm_core.evaluation.question_answering.methods.plain_reader import Excerpt, Retrieve
from lgm_core.model import RetrievedSentence
from lgm_core.vectors.unit_vectors import unit_vectors

__all__ = ["RETRIEVAL_METHODS"]

_PASSAGES = 5
"""Passages a reader gets, the usual number in the comparisons of the field."""

_SENTENCES = 10
"""Sentences a reader gets: as many tokens as some three passages (benchmarks/answers.md)."""


def _bm25(corpus: BenchmarkCorpus) -> Retrieve:
    """Retrieve passages by BM25."""
    index = BM25([f"{passage.title} {passage.text}" for passage in corpus.passages])
    return lambda question: [_whole(corpus.passages[number]) for number in index.rank(question, _PASSAGES)]


def _dense(corpus: BenchmarkCorpus) -> Retrieve:
    """Retrieve the passages whose vectors are nearest to the question's."""
    embeddings = corpus.required_embeddings()
    vectors = unit_vectors(embeddings.documents, [f"{passage.title}: {passage.text}" for passage in corpus.passages])

    def retrieve(question: str) -> list[Excerpt]:
        scores = vectors @ unit_vectors(embeddings.questions, [question])[0]
        return [_whole(corpus.passages[int(number)]) for number in np.argsort(-scores, kind="stable")[:_PASSAGES]]

    return retrieve


def _ranked_passages(corpus: BenchmarkCorpus) -> Retrieve:
    """Retrieve the best passages of the graph."""
    return lambda question: [
        Excerpt(passage.document.id, passage.document.title, passage.text)
        for passage in corpus.graph.retrieve_passages(question, k=_PASSAGES)
    ]


def _ranked_sentences(corpus: BenchmarkCorpus) -> Retrieve:
    """Retrieve the best sentences of the graph, under the titles of their documents.

    Titles come in the order of their best sentence, the sentences of a title in the order of their places in documents;
    documents of one title are taken together.
    """

    def retrieve(question: str) -> list[Excerpt]:
        by_title: dict[str, list[RetrievedSentence]] = {}
        for sentence in corpus.graph.retrieve_sentences(question, k=_SENTENCES):
            by_title.setdefault(sentence.document.title or sentence.document.id, []).append(sentence)
        return [_joined(sentences) for sentences in by_title.values()]

    return retrieve


RETRIEVAL_METHODS: Mapping[str, Callable[[BenchmarkCorpus], Retrieve] | None] = {
    "none": None,
    "bm25": _bm25,
    "dense": _dense,
    "passages": _ranked_passages,
    "sentences": _ranked_sentences,
}
"""The ways to retrieve by name; None retrieves nothing."""


def _whole(passage: Passage) -> Excerpt:
    return Excerpt(passage.id, passage.title, passage.text)


def _joined(sentences: list[RetrievedSentence]) -> Excerpt:
    document = sentences[0].document
    in_order = sorted(sentences, key=attrgetter("sentence.position"))
    return Excerpt(document.id, document.title, " ".join(sentence.text for sentence in in_order))
