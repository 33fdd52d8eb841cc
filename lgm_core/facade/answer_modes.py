"""The ways to answer a question: all that `ask`, estimates, commands and benchmarks know of one is registered here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from lgm_core.errors import InputError, StoreError
from lgm_core.feedback.feedback_options import FeedbackOptions
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.retrieval.answering.ask_options import AskOptions

if TYPE_CHECKING:
    from lgm_core.facade.opened_graph import OpenedGraph
    from lgm_core.feedback.enriched_graph import EnrichedGraph
    from lgm_core.flow import Flow
    from lgm_core.model import Answer
    from lgm_core.retrieval.answering.replies.reply_protocols import PreferredProtocol
    from lgm_core.retrieval.concepts.graph_view import GraphView
    from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = [
    "ANSWER_MODES",
    "AnswerMode",
    "AnswerOptions",
    "Asked",
    "ModeFlag",
    "enriched_graph",
    "mode_of",
    "option_names",
]

AnswerOptions = AskOptions | FeedbackOptions | LogicalFormOptions
"""How a question is answered: by Concept Iterative Retrieval, with query-driven feedback, or by logical forms."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asked(Generic[T]):
    """A question that some document may answer.

    Attributes:
        question: the question.
        options: the settings; the filter of the call is in them.
        graph: the graph.
        view: what the question may see of it.
        ranker: ranks that.
        preferred: the form in which the model replies, as far as it is known; None without a model.
    """

    question: str
    options: T
    graph: OpenedGraph
    view: GraphView
    ranker: Ranker
    preferred: PreferredProtocol | None


@dataclass(frozen=True, slots=True)
class ModeFlag(Generic[T]):
    """How `lgm ask` calls for a mode.

    Attributes:
        name: the flag, without dashes.
        help: what the command's help says of it.
        leave_out: what to leave out beside it, as an error says it.
        refuses: settings of the command that it refuses, besides `--mode`, `--exhaustive` and `--no-expansion`.
        own: settings that only this mode takes.
        of_own: what an error says of these without the flag.
        options: returns the options, given those for plain answers and the settings of the command by name, of which
            those that are not given are false.
    """

    name: str
    help: str
    leave_out: str
    options: Callable[[AskOptions, Mapping[str, Any]], T]
    refuses: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    of_own: str = ""

    @property
    def argument(self) -> str:
        """Return the flag as an argument is named."""
        return self.name.replace("-", "_")


@dataclass(frozen=True, slots=True)
class AnswerMode(Generic[T]):
    """A way to answer.

    Attributes:
        options: the class of its options: `AskOptions`, or one that has these as `ask`.
        flow: answers.
        has_answer: tells whether what came of it is an answer, though the language model may have failed.
        needs_model: whether a question is answered by evidence alone where there is no language model.
        can_be_estimated: whether the requests of a first round are known beforehand.
        reads_facts: whether it answers from facts.
        flag: how `lgm ask` calls for it; None for the default.
        presets: options by the names that `lgm bench qa` has for them.
    """

    options: type[T]
    flow: Callable[[Asked[T]], Flow[Answer]]
    has_answer: Callable[[Answer], bool]
    needs_model: bool = True
    can_be_estimated: bool = False
    reads_facts: bool = True
    flag: ModeFlag[T] | None = None
    presets: Mapping[str, T] = field(default_factory=dict)


def _from_sentences(asked: Asked[AskOptions]) -> Flow[Answer]:
    from lgm_core.retrieval.answering.iterative_retrieval import answer

    return answer(
        asked.question, view=asked.view, ranker=asked.ranker, options=asked.options, preferred=asked.preferred
    )


def enriched_graph(graph: OpenedGraph, options: FeedbackOptions) -> EnrichedGraph:
    """Return the graph to add to.

    Raises:
        InputError: what is added is to be kept, and the graph cannot be written.
    """
    from lgm_core.feedback.enriched_graph import EnrichedGraph, LookupMemory
    from lgm_core.retrieval.concepts.graph_view import GraphView

    store, where = graph.existing(), options.ask.where
    if options.keep and options.mode != "none":
        try:
            store.set_places({})
        except StoreError as error:
            raise InputError(f"what is added cannot be kept (keep=True): {error}; or use keep=False") from error

    whole = GraphView(store, where=where)  # reads once which documents pass the filter, which may be very many

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


def _has_planned_answer(answer: Answer) -> bool:
    """Tell whether there is an answer; without a plan a question is answered as usual, and a text tells of that."""
    is_of_planning = answer.failure is not None and answer.failure.phase == "planning"
    return not answer.is_evidence_only or (bool(answer.text) and is_of_planning)


ANSWER_MODES: tuple[AnswerMode[Any], ...] = (
    AnswerMode(
        AskOptions,
        _from_sentences,
        has_answer=lambda answer: bool(answer.text),
        can_be_estimated=True,
        reads_facts=False,
        presets={"ask": AskOptions(), "local": AskOptions.local(), "paper": AskOptions.paper()},
    ),
    AnswerMode(
        FeedbackOptions,
        _from_facts,
        has_answer=lambda answer: bool(answer.text) and not answer.is_evidence_only,
        flag=ModeFlag(
            "feedback",
            "Answer from facts; look up those missing.",
            leave_out="--feedback answers from facts; leave out --mode, --exhaustive and --no-expansion",
            options=lambda ask, given: FeedbackOptions(
                ask=ask, keep=given["keep"], max_rounds=given["iterations"] or 20, max_tokens=given["max_tokens"]
            ),
            own=("keep",),
            of_own="--keep keeps what --feedback finds; give --feedback too",
        ),
        presets={
            "facts": FeedbackOptions(mode="none", context=False),
            "facts-context": FeedbackOptions(mode="none"),
            "feedback": FeedbackOptions(),
        },
    ),
    AnswerMode(
        LogicalFormOptions,
        _by_forms,
        has_answer=_has_planned_answer,
        needs_model=False,
        flag=ModeFlag(
            "logical-forms",
            "Plan the answer, and solve it in steps from facts first.",
            leave_out="--logical-forms answers step by step; leave out --mode, --exhaustive, --no-expansion and "
            "--iterations (--rounds bounds its rounds)",
            options=lambda ask, given: LogicalFormOptions(
                rounds=given["rounds"] or 3,
                planner=given["planner"] or "auto",
                graph_answers=not given["no_graph_answers"],
                max_tokens=given["max_tokens"],
                ask=ask,
            ),
            refuses=("iterations",),
            own=("planner", "rounds", "no_graph_answers"),
            of_own="--planner, --rounds and --no-graph-answers are of --logical-forms; give it too",
        ),
        presets={"forms-graph": LogicalFormOptions(), "forms-text": LogicalFormOptions(graph_answers=False)},
    ),
)
"""All ways to answer; the first is the default."""


def mode_of(options: AnswerOptions | None) -> AnswerMode[Any]:
    """Return the mode that options are of; None is the default."""
    return next((mode for mode in ANSWER_MODES if isinstance(options, mode.options)), ANSWER_MODES[0])


def option_names() -> str:
    """Return the names of all classes of options, as a sentence lists them."""
    *others, last = (mode.options.__name__ for mode in ANSWER_MODES)
    return f"{', '.join(others)} or {last}"
