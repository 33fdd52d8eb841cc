"""Telling what a build, a construction or questions will cost, before any call to a language model is made.

Of questions, the requests of a first round are known as far as they do not depend on replies: they are made and their
tokens counted, not sent. Where sentences are marked before the answer, it may be asked for from none up to all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain

from lgm_core.documents.reader import Source, read_sources
from lgm_core.documents.source_counts import count_sources
from lgm_core.errors import InputError, check_options
from lgm_core.facade.answer_modes import ANSWER_MODES, Asked, mode_of
from lgm_core.facade.build import Extraction, extraction_options
from lgm_core.facade.document_construction import construction_reader, meant_documents, unread_files
from lgm_core.facade.fact_settings import Facts, named_facts
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.facade.question import checked_question
from lgm_core.facade.rdf_documents import RDF_READERS
from lgm_core.flow import Outcome
from lgm_core.language.backends import chosen_annotator
from lgm_core.language.port import Annotator
from lgm_core.learning.analysis import analyse
from lgm_core.learning.construction import construction_estimate
from lgm_core.learning.construction.construction_estimate import ConstructionEstimate
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import document_text
from lgm_core.learning.estimate import Estimate, Prices, estimate, sum_text, unsent_usage
from lgm_core.model import Document, Usage
from lgm_core.progress import counted, is_watched
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranking_options import WORDS_ONLY

__all__ = ["QuestionsEstimate", "estimate_build", "estimate_construction", "estimate_questions"]

_ANSWERING = "answering"
"""The phase of the request that ends a round."""

_ALL = tuple(range(1, 100_000))
"""A reply that marks every sentence shown; numbers that were not shown are passed over."""


@dataclass(frozen=True, slots=True)
class QuestionsEstimate:
    """What a run of questions would take; only calls and prompt tokens, since the length of replies is not known.

    Attributes:
        questions: how many questions.
        least: the first round of all questions together when nothing is marked, or when nothing needs to be marked.
        most: the same when everything is marked. Requests repeated after unusable replies come on top.
        rounds: how many rounds a question may take; each further one costs about as much again.
        costs: the money of `least` and `most`, or None without prices.
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
    prices: Prices | None = None,
) -> Estimate:
    """Tell how many calls and tokens an LLM build of documents would take, without a graph and before any call.

    Args:
        sources: documents, or paths of files and folders, one or many; what cannot be read is passed over.
        annotator: the language backend or its name; `lite` by default.
        extraction: settings of the extraction; None takes the default ones, False leaves it out.
        facts: settings of the extraction of facts; open facts cost nothing, and None leaves facts out.
        reflection: include the judging of all relations.
        prices: what tokens cost, to tell the cost in money too.

    Raises:
        InputError: there is no language backend of that name, or `extraction` or `facts` is none of these.
    """
    backend = chosen_annotator(annotator)
    expected = count_sources(sources, RDF_READERS) if is_watched() else None
    documents = (document for document in read_sources(sources, readers=RDF_READERS) if isinstance(document, Document))
    graphs = (
        analyse(document, backend, "estimate") for document in counted(documents, "estimating", "documents", expected)
    )
    options = extraction_options(extraction, has_model=True)
    return estimate(graphs, options, facts=named_facts(facts), reflection=reflection, prices=prices)


def estimate_questions(
    graph: LanguageGraph,
    questions: Iterable[str],
    options: AskOptions | None = None,
    *,
    prices: Prices | None = None,
) -> QuestionsEstimate:
    """Tell how many calls and prompt tokens it would take to ask a graph these questions; no call is made.

    Args:
        graph: the graph; it needs no language model.
        questions: the questions.
        options: settings of the search.
        prices: what tokens cost, to tell the cost in money too.

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
    """Tell how many calls and tokens it would take to construct documents, before any call is made.

    The graph needs no language model, asks no embedding model, and learns nothing.

    Args:
        graph: the graph, in which nothing is changed.
        sources: as of `LanguageGraph.construct_all`.
        options: which stages, and how long a request may be.
        prices: what tokens cost, to tell the cost in money too.

    Raises:
        InputError: there is no such document, or none can be read.
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
