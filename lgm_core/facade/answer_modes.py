"""The ways to answer a question, each registered with everything that `ask`, estimates and commands need of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from lgm_core.errors import InputError, StoreError
from lgm_core.feedback.feedback_options import FeedbackOptions
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.pyramid.pyramid_options import PyramidOptions
from lgm_core.retrieval.answering.ask_options import AskOptions

if TYPE_CHECKING:
    from lgm_core.facade.opened_graph import OpenedGraph
    from lgm_core.feedback.enriched_graph import EnrichedGraph
    from lgm_core.flow import Flow
    from lgm_core.model import Answer
    from lgm_core.retrieval.answering.replies.reply_protocols import PreferredProtocol
    from lgm_core.retrieval.concepts.graph_view import GraphView
    from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["ANSWER_MODES", "AnswerMode", "AnswerOptions", "Asked", "enriched_graph", "mode_of", "option_names"]

AnswerOptions = AskOptions | FeedbackOptions | LogicalFormOptions | PyramidOptions
"""How a question is answered: by Concept Iterative Retrieval, with query-driven feedback, by logical forms, or by the
layers of a pyramid."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """A question with at least one document to answer it from.

    Attributes:
        question: the question.
        options: the settings, including the filter of the call.
        graph: the graph.
        view: what the question may see of it.
        ranker: ranks that.
        preferred: the form of the model's replies, if known; None without a model.
    """

    question: str
    options: T
    graph: OpenedGraph
    view: GraphView
    ranker: Ranker
    preferred: PreferredProtocol | None


@dataclass(frozen=True, slots=True)
class AnswerMode(Generic[T]):
    """A way to answer.

    Attributes:
        options: the class of its options: `AskOptions`, or one with these as `ask`.
        flow: answers.
        has_answer: whether a result is an answer, although the language model may have failed.
        commands: options by their names in `lgm ask --mode`.
        needs_model: whether it needs a language model; without one it returns evidence only.
        can_be_estimated: whether the requests of its first round can be computed beforehand.
        reads_facts: whether it answers from facts.
        presets: options by their names in `lgm bench qa`.
        rounds: the name of the option that limits its rounds; empty if there is none.
    """

    options: type[T]
    flow: Callable[[Asked[T]], Flow[Answer]]
    has_answer: Callable[[Answer], bool]
    commands: Mapping[str, T]
    needs_model: bool = True
    can_be_estimated: bool = False
    reads_facts: bool = True
    presets: Mapping[str, T] = field(default_factory=dict)
    rounds: str = ""


def _from_sentences(asked: Asked[AskOptions]) -> Flow[Answer]:
    from lgm_core.retrieval.answering.iterative_retrieval import answer

    return answer(
        asked.question, view=asked.view, ranker=asked.ranker, options=asked.options, preferred=asked.preferred
    )


def enriched_graph(graph: OpenedGraph, options: FeedbackOptions) -> EnrichedGraph:
    """Return the graph to add to.

    Raises:
        InputError: additions should be kept, and the graph cannot be written.
    """
    from lgm_core.feedback.enriched_graph import EnrichedGraph
    from lgm_core.feedback.lookup_memory import LookupMemory
    from lgm_core.retrieval.concepts.graph_view import GraphView

    store, where = graph.existing(), options.ask.where
    if options.keep and options.max_rounds:
        try:
            store.set_places({})
        except StoreError as error:
            raise InputError(f"what is added cannot be kept (keep=True): {error}; or use keep=False") from error

    whole = GraphView(store, where=where)  # reads the documents that pass the filter, possibly very many, only once

    def view(question: str) -> GraphView:
        return GraphView(store, where=where, question=question, languages=whole.languages, allowed=whole.allowed)

    def ranker() -> Ranker:
        return graph.ranker(where)

    embeddings = graph.rankers.embeddings
    if not options.keep:
        return EnrichedGraph(view, ranker, embeddings=embeddings)
    name = graph.llm.name if graph.llm is not None else ""
    settings = (options.extraction.recipe(name), options.passages, "words" if embeddings is None else "embeddings")
    return EnrichedGraph(view, ranker, store, embeddings, LookupMemory(store, where, repr(settings)))


def _from_facts(asked: Asked[FeedbackOptions]) -> Flow[Answer]:
    from lgm_core.feedback.feedback_flows import answer_with_feedback
    from lgm_core.retrieval.answering.evidence_only import with_nearest

    model, options = asked.graph.llm, asked.options
    assert model is not None
    graph = enriched_graph(asked.graph, options)
    result = yield from answer_with_feedback(asked.question, graph, options, model.name)
    return with_nearest(result, view=asked.view, ranker=asked.ranker, options=options.ask)


def _by_forms(asked: Asked[LogicalFormOptions]) -> Flow[Answer]:
    from lgm_core.reasoning.solving.solver import Solver

    return Solver(
        asked.question,
        view=asked.view,
        ranker=asked.ranker,
        options=asked.options,
        has_model=asked.graph.llm is not None,
        preferred=asked.preferred,
    ).flow()


def _by_layers(asked: Asked[PyramidOptions]) -> Flow[Answer]:
    from lgm_core.reasoning.pyramid.pyramid_flow import Pyramid

    return Pyramid(
        asked.question,
        view=asked.view,
        ranker=asked.ranker,
        options=asked.options,
        queries=asked.graph.queries,
        has_model=asked.graph.llm is not None,
    ).flow()


def _has_planned_answer(answer: Answer) -> bool:
    """Return whether there is an answer; if planning failed, the question was answered as usual, and text counts."""
    is_of_planning = answer.failure is not None and answer.failure.phase == "planning"
    return not answer.is_evidence_only or (bool(answer.text) and is_of_planning)


ANSWER_MODES: tuple[AnswerMode[Any], ...] = (
    AnswerMode(
        AskOptions,
        _from_sentences,
        has_answer=lambda answer: bool(answer.text),
        rounds="max_iterations",
        commands={"adaptive": AskOptions(), "local": AskOptions.local(), "paper": AskOptions.paper()},
        can_be_estimated=True,
        reads_facts=False,
        presets={"ask": AskOptions(), "local": AskOptions.local(), "paper": AskOptions.paper()},
    ),
    AnswerMode(
        FeedbackOptions,
        _from_facts,
        has_answer=lambda answer: bool(answer.text) and not answer.is_evidence_only,
        rounds="max_rounds",
        commands={"feedback": FeedbackOptions()},
        presets={
            "facts": FeedbackOptions(max_rounds=0, context=False),
            "facts-context": FeedbackOptions(max_rounds=0),
            "feedback": FeedbackOptions(),
        },
    ),
    AnswerMode(
        LogicalFormOptions,
        _by_forms,
        has_answer=_has_planned_answer,
        rounds="rounds",
        commands={"logical-forms": LogicalFormOptions()},
        needs_model=False,
        presets={"forms-graph": LogicalFormOptions(), "forms-text": LogicalFormOptions(facts="none")},
    ),
    AnswerMode(
        PyramidOptions,
        _by_layers,
        has_answer=lambda answer: bool(answer.layer),
        commands={"pyramid": PyramidOptions()},
        needs_model=False,
        presets={"pyramid": PyramidOptions()},
    ),
)
"""All ways to answer, the default first."""


def mode_of(options: AnswerOptions | None) -> AnswerMode[Any]:
    """Return the mode of options; None means the default."""
    return next((mode for mode in ANSWER_MODES if isinstance(options, mode.options)), ANSWER_MODES[0])


def option_names() -> str:
    """Return the names of all classes of options, as a sentence lists them."""
    *others, last = (mode.options.__name__ for mode in ANSWER_MODES)
    return f"{', '.join(others)} or {last}"
