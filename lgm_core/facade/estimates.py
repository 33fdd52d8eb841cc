"""Estimating the cost of a build, a construction or questions before any call to a language model.

For questions, the requests of a first round are made and their tokens counted, as far as they do not depend on replies,
but not sent. If sentences are marked before the answer, between none and all of them may be marked.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain
from os import PathLike

from lgm_core.documents.reader import Source, read_sources
from lgm_core.documents.source_counts import count_sources
from lgm_core.errors import InputError, check_options
from lgm_core.facade.answer_modes import ANSWER_MODES, Asked, mode_of
from lgm_core.facade.build import Extraction, extraction_options
from lgm_core.facade.checked_arguments import checked_question
from lgm_core.facade.document_construction import construction_reader, meant_documents, unread_files
from lgm_core.facade.embedding_models import embedding_model
from lgm_core.facade.fact_settings import Facts, named_facts
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.facade.rdf_documents import RDF_READERS
from lgm_core.flow import Outcome
from lgm_core.language.backends import chosen_annotator
from lgm_core.language.port import Annotator
from lgm_core.learning.analysis import analyse
from lgm_core.learning.construction import construction_estimate
from lgm_core.learning.construction.construction_estimate import ConstructionEstimate
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import document_text
from lgm_core.learning.estimate import EmbeddingEstimate, Estimate, Prices, estimate, sum_text, unsent_usage
from lgm_core.llm.tokens import count_tokens
from lgm_core.model import Document, DocumentGraph, Usage
from lgm_core.progress import counted, is_watched
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranking_options import WORDS_ONLY
from lgm_core.retrieval.ranking.sentence_vectors import under_title
from lgm_core.vectors.port import Embed, Embeddings
from lgm_core.vectors.unit_vectors import unit_vectors

__all__ = ["QuestionsEstimate", "estimate_build", "estimate_construction", "estimate_questions"]

_ANSWERING = "answering"
"""The phase of the last request of a round."""

_ALL = tuple(range(1, 100_000))
"""A reply that marks every sentence shown; other numbers are ignored."""


@dataclass(frozen=True, slots=True)
class QuestionsEstimate:
    """The cost of a run of questions: calls and prompt tokens only, since the length of replies is unknown.

    Attributes:
        questions: how many questions.
        least: the first round of all questions if nothing is marked, or nothing needs to be.
        most: the same if everything is marked; requests repeated after unusable replies are not included.
        rounds: the most rounds of a question; each costs about as much as the first.
        costs: the money for `least` and `most`; None without prices.
    """

    questions: int
    least: Usage
    most: Usage
    rounds: int
    costs: tuple[float, float] | None = None

    def __str__(self) -> str:
        """Return a summary of a few lines."""
        lines = [f"{self.questions} questions, of up to {self.rounds} rounds each; in the first round"]
        for name, usage in (("at least", self.least), ("at most", self.most)):
            mean = round(usage.prompt_tokens / max(1, self.questions))
            lines.append(f"{name:<10} {usage.calls} calls, {usage.prompt_tokens} prompt tokens ({mean} a question)")
        if self.costs is not None:
            least, most = map(sum_text, self.costs)
            lines.append(f"cost       {least} to {most}, replies not included")
        return "\n".join(lines)


def estimate_build(
    sources: Source | Iterable[Source],
    *,
    annotator: Annotator | str | None = None,
    extraction: Extraction = None,
    facts: Facts = None,
    reflection: bool = False,
    embed: Embed | Embeddings | str | PathLike[str] | None = None,
    prices: Prices | None = None,
) -> Estimate:
    """Estimate the calls and tokens of an LLM build of documents; needs no graph and calls no language model.

    Args:
        sources: documents, or paths of files and folders, one or several; unreadable ones are skipped.
        annotator: the language backend or its name; `lite` by default.
        extraction: settings of the extraction; None takes the default settings, False leaves it out.
        facts: settings of the extraction of facts; open facts cost nothing, and None leaves facts out.
        reflection: include judging all relations.
        embed: an embedding model as for `LanguageGraph`, which embeds a few sentences, to measure its time.
        prices: the price of tokens, to include the cost in money.

    Raises:
        InputError: the language backend or embedding model does not exist, or `extraction` or `facts` is of another
            type.
        LGMError: the embedding model failed, or cannot be loaded.
    """
    backend, sample = chosen_annotator(annotator), EmbeddingSample()
    embeddings = None if embed is None else embedding_model(embed)
    expected = count_sources(sources, RDF_READERS) if is_watched() else None
    documents = (document for document in read_sources(sources, readers=RDF_READERS) if isinstance(document, Document))
    graphs: Iterable[DocumentGraph] = (
        analyse(document, backend, "estimate") for document in counted(documents, "estimating", "documents", expected)
    )
    options = extraction_options(extraction, has_model=True)
    if embeddings is not None:
        graphs = map(sample.passed, graphs)
    told = estimate(graphs, options, facts=named_facts(facts), reflection=reflection, prices=prices)
    if embeddings is None:
        return told
    embedding = sample.estimate(embeddings, None if prices is None else prices.embedding)
    cost = None if told.cost is None or embedding.cost is None else told.cost + embedding.cost
    return replace(told, embedding=embedding, cost=cost)


def estimate_questions(
    graph: LanguageGraph, questions: Iterable[str], options: AskOptions | None = None, *, prices: Prices | None = None
) -> QuestionsEstimate:
    """Estimate the calls and prompt tokens of asking a graph these questions; makes no call.

    Args:
        graph: the graph; it needs no language model.
        questions: the questions.
        options: settings of the search.
        prices: the price of tokens, to include the cost in money.

    Raises:
        InputError: a question is empty.
    """
    check_options(options, *(mode.options for mode in ANSWER_MODES if mode.can_be_estimated))
    options = options or AskOptions()
    mode = mode_of(options)
    ranker = graph.ranker(options.where)
    if not options.graph:
        ranker = ranker.with_options(WORDS_ONLY)
    count, least, most = 0, Usage(), Usage()
    for question in counted(questions, "estimating", "questions"):
        checked_question(question)
        count += 1
        view = GraphView(graph.store, where=options.where, question=question, languages=ranker.languages)
        asked = Asked(question, options, graph._opened, view, ranker, preferred=None)
        least += unsent_usage(mode.flow(asked), Outcome(()), until=_ANSWERING)
        most += unsent_usage(mode.flow(asked), Outcome(_ALL), until=_ANSWERING)
    costs = (prices.cost(least), prices.cost(most)) if prices is not None else None
    return QuestionsEstimate(count, least, most, options.max_iterations, costs)


def estimate_construction(
    graph: LanguageGraph,
    sources: Source | Iterable[Source],
    options: ConstructionOptions | None = None,
    *,
    prices: Prices | None = None,
) -> ConstructionEstimate:
    """Estimate the calls and tokens of constructing documents; makes no call.

    Args:
        graph: the graph, which needs no language model and is not changed.
        sources: as for `LanguageGraph.construct_all`.
        options: which stages, and the length of requests.
        prices: the price of tokens, to include the cost in money.

    Raises:
        InputError: a document does not exist, or none can be read.
    """
    check_options(options, ConstructionOptions)
    reader = construction_reader(graph._opened, "")
    meant = meant_documents(sources, graph.store)
    if not meant.ids:
        raise InputError(unread_files(meant.unreadable))
    outdated = {document.id: document for document in meant.outdated}
    held = graph.store.scan([id for id in meant.ids if id not in outdated], own=True) if graph.store.exists() else ()
    analysed = (analyse(document, reader, "estimate") for document in outdated.values())
    graphs = counted(chain(held, analysed), "estimating", "documents", len(meant.ids))
    texts = map(document_text, graphs)
    told = construction_estimate.estimate_construction(texts, options or ConstructionOptions(), reader, prices)
    return replace(told, unreadable=meant.unreadable)


_TIMED = 64
"""Texts that are embedded to measure the time: enough for batches as they come in a build, and soon done."""


class EmbeddingSample:
    """Counts the sentences of documents that pass, and keeps some of them, each with the same probability."""

    def __init__(self) -> None:
        self._texts = self._tokens = 0
        self._kept: list[str] = []
        self._random = random.Random(0)  # noqa: S311  # a sample, no secret

    def passed(self, graph: DocumentGraph) -> DocumentGraph:
        """Count the sentences of a document, and return it."""
        titles = {section.id: section.title or graph.document.title for section in graph.sections}
        for sentence in graph.sentences:
            text = under_title(titles.get(sentence.section_id, ""), sentence.text)
            self._texts += 1
            self._tokens += count_tokens(text)
            if len(self._kept) < _TIMED:
                self._kept.append(text)
            elif (place := self._random.randrange(self._texts)) < _TIMED:
                self._kept[place] = text
        return graph

    def estimate(self, embeddings: Embeddings, price: float | None) -> EmbeddingEstimate:
        """Embed the sample with a model, and return what all sentences would take.

        Args:
            embeddings: the model.
            price: the price of a million tokens; None without one.

        Raises:
            LGMError: the model failed, or cannot be loaded.
        """
        seconds = 0.0
        if self._kept:
            unit_vectors(embeddings.documents, self._kept[:1])  # loads it
            began = time.perf_counter()
            unit_vectors(embeddings.documents, self._kept)
            sampled = sum(map(count_tokens, self._kept))
            seconds = (time.perf_counter() - began) * self._tokens / max(1, sampled)
        cost = None if price is None else self._tokens * price / 1_000_000
        return EmbeddingEstimate(self._texts, self._tokens, seconds, cost)
