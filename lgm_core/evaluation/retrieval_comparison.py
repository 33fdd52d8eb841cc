"""Compare what several methods retrieve for a user's questions about the user's documents (`lgm bench retrieval`)."""

from __future__ import annotations

import logging
import random
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

from lgm_core.documents.reader import UnreadableFile, read_documents
from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import Question, read_questions, with_own_ids
from lgm_core.evaluation.metrics import mean, percentile
from lgm_core.evaluation.retrieval_benchmark import document_figures
from lgm_core.evaluation.retrieval_methods import Found, Method, baselines, graph_methods, language_of, passages
from lgm_core.evaluation.word_windows import Piece, first_words
from lgm_core.facade.embedding_models import embedding_model
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.facade.opened_graph import existing_store
from lgm_core.language.port import Annotator
from lgm_core.language.words import content_stems, split_words
from lgm_core.llm.port import ChatModel
from lgm_core.model import Document
from lgm_core.progress import counted
from lgm_core.retrieval.ranking.ranking_options import RankingWeights
from lgm_core.vectors.port import Embed, Embeddings

__all__ = ["compare_retrieval"]

PAGE_DEPTHS = (1, 5, 10)
"""Numbers of best results among which one of a gold page is looked for."""

SECTION_DEPTHS = (1, 3, 5)
"""Numbers of best sections among which a gold one is looked for."""

PAGE_WORDS = (300, 1000)
"""Numbers of first words among which some of a gold page are looked for."""

COVERAGE_WORDS = (100, 300, 600)
"""Numbers of first words that are searched for those of the answer."""

_log = logging.getLogger(__name__)


def compare_retrieval(
    corpus: Sequence[Path],
    questions: Sequence[Path],
    *,
    graph: str | None = None,
    limit: int | None = None,
    sample: int | None = None,
    given_document: bool = False,
    variants: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    annotator: Annotator | str | None = None,
    embed: Embed | Embeddings | str | PathLike[str] | None = None,
    select: ChatModel | None = None,
) -> dict[str, Any]:
    """Compare what this library, BM25 and perhaps dense search retrieve from the same text, without a language model.

    What is measured for a question depends on what is known of it (see `read_questions`): whether its documents, its
    sections and its pages are found; or if no pages are known, how much of its evidence, or else of its answer, the
    first words returned contain, by the stems of content words that the question does not have.

    Args:
        corpus: files and folders of documents, as `LanguageGraph.build` reads them.
        questions: files of JSON Lines.
        graph: the path or address of a graph to search instead of `corpus`.
        limit: only the first questions of each file.
        sample: only so many questions of each file, drawn at random, always the same ones; a larger sample has those of
            a smaller one too.
        given_document: search only the documents of each question.
        variants: other weights of the ranking with which to measure passages too, by name.
        annotator: the language backend or its name.
        embed: an embedding model, for dense search and as an additional signal of the ranking.
        select: a language model that chooses among the best twenty passages.

    Returns:
        `documents` and `questions` (how many), `build_seconds` (elapsed time; not with `graph`), `measured` (by kind of
        figure, how many questions have it), and `methods`. For each method by name: `recall@1` … `recall@20` (the share
        of gold documents among the best documents), `mrr`, `all@5`; `page@1` … `page@10`, `page@300w`, `page@1000w`
        (the share of questions with a gold page among the first results, and among the first words);
        `section@1`, `@3`, `@5` (the share of questions with a gold section among the best sections);
        `evidence@100w` … and `answer@100w` … (the share of the stems among the first words); `ms_p50` and `ms_p95`
        (processor time of one retrieval). For `select` there are also `llm_calls`, `llm_tokens` and `llm_failures` (all
        calls, their tokens, and the questions without a usable reply), `llm_cached` (the questions whose reply the
        graph still had) and `llm_seconds` (elapsed time of all questions).

    Raises:
        InputError: a file is invalid; a question has no gold of any kind, or its document is not there or, with
            `given_document`, not known; pages are asked for that the graph does not know; or there are no questions.
        StoreError: there is no such graph.
    """
    if (graph is None) == (not corpus):
        raise InputError("give either documents or a graph")
    missing = next((path for path in corpus if not path.exists()), None)
    if missing is not None:
        raise InputError(f"{missing} does not exist")
    asked = [
        question
        for file in questions
        for question in _drawn(read_questions(file, limit=limit, needs_gold=False), sample)
    ]
    if not asked:
        raise InputError(f"there are no questions in {', '.join(map(str, questions))}")
    model = None if embed is None else embedding_model(embed)
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        place = graph or str(Path(folder) / "benchmark.lgm")
        if graph is None:
            figures["build_seconds"] = _build(corpus, place, annotator)
        with LanguageGraph(place, annotator=annotator) as plain:
            existing_store(plain.store)
            known = _with_known_documents(with_own_ids(asked), [record.id for record in plain.store.documents()])
            _check(known, plain, given_document=given_document)
            sections = _gold_sections(known, plain)
            measure = _Measure(known, sections, language_of(plain), given_document=given_document)
            figures = {"documents": plain.store.statistics().documents, "questions": len(known), **figures}
            compared = graph_methods(plain) | baselines(plain, model)
            methods = {name: measure.figures(name, method) for name, method in compared.items()}
        if model is not None:
            with LanguageGraph(place, annotator=annotator, embed=model) as embedded:
                for name, method in graph_methods(embedded).items():
                    methods[f"{name}, embedded"] = measure.figures(name, method)
        for name, changes in variants.items():
            options = replace(RankingWeights(), **changes)
            with LanguageGraph(place, annotator=annotator, embed=model, ranking=options) as ablated:
                methods[f"passages, {name}"] = measure.figures(name, passages(ablated))
        if select is not None:
            with LanguageGraph(place, llm=select, annotator=annotator, embed=model) as selecting:
                began = time.perf_counter()
                selected = measure.figures("select", passages(selecting, select))
                seconds, usage = time.perf_counter() - began, selecting.ledger.total
                methods["passages, selected"] = selected | {
                    "llm_calls": usage.calls,
                    "llm_tokens": usage.tokens,
                    "llm_failures": usage.failures,
                    "llm_cached": usage.cached,
                    "llm_seconds": seconds,
                }
    return figures | {"measured": measure.counts, "methods": methods}


def _drawn(questions: Sequence[Question], sample: int | None) -> Sequence[Question]:
    """Return a random sample that is the same each time, in random order; all questions in theirs without a number."""
    if sample is None:
        return questions
    return random.Random(0).sample(questions, len(questions))[:sample]  # noqa: S311  # no secret


def _build(corpus: Sequence[Path], place: str, annotator: Annotator | str | None) -> float:
    """Learn documents and return the seconds."""
    began = time.perf_counter()
    with LanguageGraph(place, annotator=annotator) as graph:
        report = graph.build(_readable(corpus))
        if report.failed:
            first = report.failed[0]
            raise InputError(f"{len(report.failed)} documents could not be learned; {first.name}: {first.error}")
        graph.ranker()  # the index
    return time.perf_counter() - began


def _readable(corpus: Sequence[Path]) -> Iterator[Document]:
    for result in read_documents(corpus):
        if isinstance(result, UnreadableFile):
            _log.warning("%s", result.error)
            continue
        yield result


def _with_known_documents(questions: Sequence[Question], ids: Sequence[str]) -> list[Question]:
    """Return questions with the ids of their documents, which they may name by the file, with or without its suffix.

    Raises:
        InputError: a document is not there, or several have this name.
    """
    owners: dict[str, set[str]] = {}
    for id in ids:
        for name in {PurePosixPath(id).name, PurePosixPath(id).stem}:
            owners.setdefault(name, set()).add(id)
    names = {id: {id} for id in ids}

    def known(name: str, question: Question) -> str:
        found = names.get(name) or owners.get(name, set())
        if len(found) != 1:
            problem = "is not there" if not found else f"may be any of {', '.join(sorted(found))}"
            raise InputError(f"the document {name!r} of question {question.id!r} {problem}")
        return next(iter(found))

    return [
        replace(
            question,
            gold_passages=tuple(known(name, question) for name in question.gold_passages),
            gold_pages=tuple((known(name, question), page) for name, page in question.gold_pages),
            gold_sections=tuple((known(name, question), heading) for name, heading in question.gold_sections),
        )
        for question in questions
    ]


def _check(questions: Sequence[Question], graph: LanguageGraph, *, given_document: bool) -> None:
    asked = {document for question in questions for document, _ in question.gold_pages}
    last_pages = {
        document.document.id: max(sentence.page or 0 for sentence in document.sentences)
        for document in graph.store.scan(sorted(asked))
        if document.sentences
    }
    for question in questions:
        if not (question.gold_passages or question.gold_sections or question.evidence or question.answers):
            raise InputError(
                f"question {question.id!r} needs `doc`, `gold_passages`, `sections`, `evidence` or `answer`"
            )
        if given_document and not question.gold_passages:
            raise InputError(f"question {question.id!r} names no document, in which it could be asked")
        for document, page in question.gold_pages:
            last = last_pages.get(document, 0)
            if not last:
                raise InputError(
                    f"the pages of {document!r} are not known, only those of PDF files; leave out the pages of "
                    f"question {question.id!r}"
                )
            if page >= last:
                raise InputError(
                    f"page {page + 1} of question {question.id!r} is after page {last}, the last with text in "
                    f"{document!r}; `pages` count from 0, `page_numbers` from 1"
                )


def _gold_sections(questions: Sequence[Question], graph: LanguageGraph) -> dict[str, frozenset[str]]:
    """Return by question the ids of its gold sections; headings are compared by their words.

    Raises:
        InputError: a document has no such heading.
    """
    asked = {document for question in questions for document, _ in question.gold_sections}
    ids: dict[tuple[str, str], set[str]] = {}
    for graph_of_document in graph.store.scan(sorted(asked)):
        for section in graph_of_document.sections:
            ids.setdefault((section.document_id, _words(section.path[-1] if section.path else "")), set()).add(
                section.id
            )
    found = {}
    for question in questions:
        for document, heading in question.gold_sections:
            if (document, _words(heading)) not in ids:
                raise InputError(f"{document!r} has no heading {heading!r}, which question {question.id!r} names")
        gold = (ids[document, _words(heading)] for document, heading in question.gold_sections)
        found[question.id] = frozenset[str]().union(*gold)
    return found


def _words(heading: str) -> str:
    return " ".join(word.folded for word in split_words(heading))


class _Measure:
    """Measures methods by the same questions.

    Args:
        questions: the questions.
        sections: the ids of the gold sections of each, by its id.
        language: of the documents.
        given_document: whether to search only the documents of each question.
    """

    def __init__(
        self,
        questions: Sequence[Question],
        sections: Mapping[str, frozenset[str]],
        language: str,
        *,
        given_document: bool,
    ) -> None:
        self._questions = questions
        self._sections = sections
        self._language = language
        self._given = given_document
        self.counts: dict[str, int] = {}
        """By kind of figure (`recall`, `page` …), for how many questions it is defined."""

    def figures(self, name: str, method: Method) -> dict[str, float]:
        """Return the means over the questions for which each figure is defined, and the processor time."""
        values: dict[str, list[float]] = {}
        milliseconds: list[float] = []
        for question in counted(self._questions, name, "questions"):
            for figure, value in self._of(question, method, milliseconds):
                values.setdefault(figure, []).append(value)
        self.counts = {figure.partition("@")[0]: len(found) for figure, found in values.items() if "@" in figure}
        times = {"ms_p50": percentile(milliseconds, 0.5), "ms_p95": percentile(milliseconds, 0.95)}
        return {figure: mean(found) for figure, found in values.items()} | times

    def _of(self, question: Question, method: Method, milliseconds: list[float]) -> Iterator[tuple[str, float]]:
        found: dict[int, Found] = {}

        def retrieved(words: int) -> Found:
            budget = words if method.has_budget else PAGE_WORDS[-1]
            if budget not in found:
                began = time.process_time()
                found[budget] = method.retrieve(question.text, question.gold_passages if self._given else (), budget)
                milliseconds.append(1000 * (time.process_time() - began))
            return found[budget]

        def first(words: int) -> list[Piece]:
            return first_words((piece for result in retrieved(words) for piece in result), words)

        if question.gold_passages and not self._given:
            pieces = (piece for result in retrieved(PAGE_WORDS[-1]) for piece in result)
            ranked = list(dict.fromkeys(piece.document_id for piece in pieces))
            yield from document_figures(ranked, question.gold_passages)
        if gold := self._sections[question.id]:
            pieces = (piece for result in retrieved(PAGE_WORDS[-1]) for piece in result)
            sections = list(dict.fromkeys(piece.section_id for piece in pieces))
            for depth in SECTION_DEPTHS:
                yield f"section@{depth}", float(not gold.isdisjoint(sections[:depth]))
        if question.gold_pages:
            best = retrieved(PAGE_WORDS[-1])
            for depth in PAGE_DEPTHS:
                yield f"page@{depth}", _has_page((piece for result in best[:depth] for piece in result), question)
            for words in PAGE_WORDS:
                yield f"page@{words}w", _has_page(first(words), question)
        elif question.evidence or question.answers:
            kind, text = (
                ("evidence", " ".join(question.evidence)) if question.evidence else ("answer", question.answers[0])
            )
            wanted = self._stems(text) - self._stems(question.text)
            for words in COVERAGE_WORDS if wanted else ():
                stems = self._stems(" ".join(piece.text for piece in first(words)))
                yield f"{kind}@{words}w", len(wanted & stems) / len(wanted)

    def _stems(self, text: str) -> frozenset[str]:
        return frozenset(content_stems(text, self._language, or_all=False))


def _has_page(pieces: Iterable[Piece], question: Question) -> float:
    return float(any((piece.document_id, piece.page) in question.gold_pages for piece in pieces))
