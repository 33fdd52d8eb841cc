"""The methods of the benchmark by name: retrieval for a plain reader, and asking the graph."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np

from lgm_core.errors import InputError
from lgm_core.evaluation.baselines import BM25
from lgm_core.evaluation.datasets import Passage
from lgm_core.evaluation.metrics import without_citations
from lgm_core.evaluation.question_answering.benchmark_corpus import BenchmarkCorpus
from lgm_core.evaluation.question_answering.recorded_answer import (
    Answering,
    Excerpt,
    MethodAnswer,
    Retrieve,
    Span,
    plain_reading,
)
from lgm_core.facade.answer_modes import ANSWER_MODES, AnswerOptions, mode_of, option_names
from lgm_core.facade.checked_arguments import ask_options, with_ask_options
from lgm_core.facade.import_paths import imported_module, imported_object
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.llm.cache import BlobReplyCache
from lgm_core.model import Answer, Citation, RetrievedSentence, Sentence, TraceStep
from lgm_core.reasoning.pyramid.pyramid_options import PyramidOptions
from lgm_core.retrieval.answering.answering_steps import AnswerFailed, AnswerStep
from lgm_core.vectors.unit_vectors import unit_vectors

__all__ = ["DEFAULT_METHODS", "Method", "asking", "imported_retrieval", "method_named"]


def imported_retrieval(path: str, corpus: BenchmarkCorpus) -> Retrieve:
    """Return the retriever that the factory at an import path makes.

    The factory takes the corpus (`passages`, `embeddings`, `model`) and returns a function from a question to excerpts,
    or a retriever with LangChain's interface: `invoke` returns documents with `page_content` and `metadata`.

    Raises:
        InputError: there is no such factory, or it returns something else.
    """
    factory = imported_object(path)
    if not callable(factory):
        raise InputError(f"{path} is not callable; it must be a function that takes the corpus and returns a retriever")
    retriever = factory(corpus)
    retrieve = getattr(retriever, "invoke", retriever)
    if not callable(retrieve):
        raise InputError(f"{path} returned {retriever!r}; it must be a function or have a method `invoke`")

    def excerpts(question: str) -> Sequence[Excerpt]:
        return [_excerpt(path, result) for result in retrieve(question)]

    return excerpts


def source_fingerprint(path: str) -> str:
    """Hash the source of the module of an import path, so that answers made by an older version are not reused."""
    file = getattr(imported_module(path), "__file__", None)
    return hashlib.sha256(Path(file).read_bytes()).hexdigest() if file else ""


def _excerpt(path: str, result: Any) -> Excerpt:  # noqa: ANN401  # whatever a retriever returns
    if isinstance(result, Excerpt):
        return result
    text, metadata = getattr(result, "page_content", None), getattr(result, "metadata", None)
    if not isinstance(text, str) or not isinstance(metadata, dict):
        raise InputError(f"{path} returned {result!r}; it must return Excerpts, or documents with page_content")
    passage_id = metadata.get("id", getattr(result, "id", None))
    return Excerpt(str(passage_id or ""), str(metadata.get("title", "")), text)


DEFAULT_METHODS = ("none", "bm25", "passages", "sentences", "ask", "local")
"""The methods with few requests per question and no further model."""


@dataclass(frozen=True, slots=True)
class Method:
    """A way to answer questions.

    Attributes:
        name: its name in the figures.
        settings: a text that changes with everything that decides its answers, other than the engine's code.
        prepare: prepares it for a corpus.
        reads_facts: whether it asks a graph with open facts, which need a language backend that parses.
    """

    name: str
    settings: str
    prepare: Callable[[BenchmarkCorpus], Answering]
    reads_facts: bool = False


def method_named(name: str, *, full: bool = False) -> Method:
    """Return a method by its name, or by the import path (`MODULE:NAME`) of a retriever or of options for `ask`.

    Args:
        name: the name or path.
        full: answer in full sentences, not briefly.

    Raises:
        InputError: there is no such method.
    """
    options = imported_object(name) if ":" in name else ASK_METHODS.get(name)
    if isinstance(options, AnswerOptions):
        options = with_ask_options(options, replace(ask_options(options), brief=not full))
        return Method(name, repr(options), partial(asking, options=options), mode_of(options).reads_facts)
    if name in RETRIEVAL_METHODS or ":" in name:
        settings = source_fingerprint(name) if ":" in name else name
        return Method(name, f"{settings}, full" if full else settings, partial(_reading, name=name, full=full))
    known = ", ".join([*RETRIEVAL_METHODS, *ASK_METHODS])
    raise InputError(
        f"there is no method {name!r}; use {known}, or the import path (MODULE:NAME) of a retriever or {option_names()}"
    )


def _reading(corpus: BenchmarkCorpus, name: str, *, full: bool) -> Answering:
    if ":" in name:
        return plain_reading(imported_retrieval(name, corpus), corpus.model, full=full)
    make = RETRIEVAL_METHODS[name]
    return plain_reading(make(corpus) if make is not None else None, corpus.model, full=full)


_PASSAGES = 5
"""How many passages a reader gets; the usual number in published comparisons."""

_SENTENCES = 10
"""How many sentences a reader gets: about as many tokens as three passages (benchmarks/answers.md)."""


def _bm25(corpus: BenchmarkCorpus) -> Retrieve:
    index = BM25([f"{passage.title} {passage.text}" for passage in corpus.passages])
    return lambda question: [_whole(corpus.passages[number]) for number in index.rank(question, _PASSAGES)]


def _dense(corpus: BenchmarkCorpus) -> Retrieve:
    embeddings = corpus.required_embeddings()
    vectors = unit_vectors(embeddings.documents, [f"{passage.title}: {passage.text}" for passage in corpus.passages])

    def retrieve(question: str) -> list[Excerpt]:
        scores = vectors @ unit_vectors(embeddings.questions, [question])[0]
        return [_whole(corpus.passages[int(number)]) for number in np.argsort(-scores, kind="stable")[:_PASSAGES]]

    return retrieve


def _ranked_passages(corpus: BenchmarkCorpus) -> Retrieve:
    return lambda question: [
        Excerpt(passage.document.id, passage.document.title, passage.text)
        for passage in corpus.graph.retrieve_passages(question, k=_PASSAGES)
    ]


def _ranked_sentences(corpus: BenchmarkCorpus) -> Retrieve:
    """Retrieve the best sentences of the graph under the titles of their documents, in document order.

    The title of the best sentence comes first; documents with the same title are merged.
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


ASK_METHODS: Mapping[str, AnswerOptions] = {
    name: options for mode in ANSWER_MODES for name, options in mode.presets.items()
}
"""The options of each method by its name."""


def asking(corpus: BenchmarkCorpus, options: AnswerOptions) -> Answering:
    """Answer by asking the corpus's graph, or its graph with open facts."""

    def answer(question: str) -> MethodAnswer:
        graph = corpus.fact_graph if mode_of(options).reads_facts else corpus.graph
        BlobReplyCache(graph.store).clear()  # a cached reply would seem to cost nothing
        rounds = _Rounds(corpus, graph.store)
        answered = graph.ask(question, options, on_step=rounds.on_step)
        layer = answered.layer if isinstance(options, PyramidOptions) else None
        return replace(rounds.method_answer(answered), layer=layer)

    return answer


class _Rounds:
    """Follows the trace of an answer: the number of rounds, and the answer and cost of the first one."""

    def __init__(self, corpus: BenchmarkCorpus, store: LanguageGraphStore) -> None:
        self._model, self._store = corpus.model, store
        self._began = corpus.model.prompt_tokens
        self._texts: list[str] = []
        self._claimed: dict[str, tuple[str, ...]] = {}
        self._first_tokens = 0

    def on_step(self, step: TraceStep) -> None:
        """Record each answer; the first round ends with the first one."""
        if isinstance(step, AnswerStep | AnswerFailed):
            text, claimed = (step.text, step.claimed) if isinstance(step, AnswerStep) else ("", ())
            self._claimed[text] = claimed
            self._texts.append(without_citations(text))
            if len(self._texts) == 1:
                self._first_tokens = self._model.prompt_tokens - self._began

    def method_answer(self, answer: Answer) -> MethodAnswer:
        """Return the answer for the benchmark; evidence instead of an answer counts as no answer."""
        text = "" if answer.is_evidence_only else without_citations(answer.text)
        return MethodAnswer(
            text,
            citations=() if answer.is_evidence_only else _spans(answer.citations),
            own_citations=_spans(self._store.sentences(self._claimed.get(answer.text, ()))),
            supported=answer.supported,
            statements=tuple(str(statement.support) for statement in answer.statements),
            rounds=max(1, len(self._texts)),
            first_text=self._texts[0] if len(self._texts) > 1 else text,
            first_round_prompt_tokens=self._first_tokens if self._texts else None,
            failure="" if answer.text or answer.failure is None else str(answer.failure),
        )


def _spans(cited: Iterable[Citation | Sentence]) -> tuple[Span, ...]:
    return tuple((each.document_id, each.start, each.end) for each in cited)
