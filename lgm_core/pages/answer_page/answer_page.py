"""The page of an answer: the question, the answer, what it cites, and how it was found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lgm_core.model import Answer, Statement, Support, TraceStep
from lgm_core.model.concept import name_of
from lgm_core.model.trace import Finding, Round
from lgm_core.pages.answer_page.chain_tree import (
    ChainNode,
    chains_of_citations,
    chains_of_feedback,
    chains_of_plan,
    depth_of,
)
from lgm_core.pages.answer_page.cited_places import CitedPlace, PlacedSentence, SentenceLookup, cited_places
from lgm_core.pages.answer_page.marked_text import marked_answer, marked_question
from lgm_core.pages.page import Page
from lgm_core.pages.shell import rendered
from lgm_core.reasoning.solving.memory import Solution
from lgm_core.retrieval.answering.answering_steps import ConceptsStep
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["answer_page", "solution_page"]

_MOST_SHOWN = 200
"""The most sentences shown for one step, besides those kept; exhaustive rounds read thousands."""


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """A sentence that a round read.

    Attributes:
        placed: the sentence.
        is_kept: whether it was chosen or cited afterwards.
        number: the number of its citation, or 0.
    """

    placed: PlacedSentence
    is_kept: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding of a round, with concepts as written in sentences.

    Attributes:
        told: the finding of the step.
        names: concepts, questions or answers.
        lines: facts or relations, one per line.
        sentences: the sentences read or kept.
    """

    told: Finding
    names: tuple[str, ...]
    lines: tuple[str, ...]
    sentences: tuple[ShownSentence, ...]


@dataclass(slots=True)
class ShownRound:
    """A round; the one for steps before the first round has no title."""

    title: str = ""
    findings: list[ShownFinding] = field(default_factory=list)


def shown_rounds(
    trace: Sequence[TraceStep], lookup: SentenceLookup, numbers: Mapping[str, int], written: Mapping[str, str]
) -> list[ShownRound]:
    """Return the rounds of a trace.

    Args:
        trace: the steps.
        lookup: reads their sentences.
        numbers: the numbers of citations, by the id of the sentence.
        written: the concepts of the question as written in it, by key.
    """
    told = [(step, [] if isinstance(step, Round) else list(step.findings())) for step in trace]
    read = lookup.read(id for _, findings in told for finding in findings for id in finding.sentences)
    kept = frozenset(id for step in trace for id in step.supporting)
    names = {**lookup.names(read), **written}

    def sentences(ids: Iterable[str]) -> Iterator[ShownSentence]:
        """Yield the sentences to show: the first ones, and those that were kept."""
        for place, id in enumerate(id for id in ids if id in read):
            if place < _MOST_SHOWN or id in kept:
                yield ShownSentence(read[id], id in kept, numbers.get(id, 0))

    def shown(finding: Finding) -> ShownFinding:
        concepts = dict.fromkeys(names.get(key) or name_of(key) for key in finding.concepts)
        facts = (" — ".join(names.get(part, part) for part in fact.split(" — ")) for fact in finding.facts)
        return ShownFinding(
            finding, (*finding.names, *concepts), (*finding.lines, *facts), tuple(sentences(finding.sentences))
        )

    rounds = [ShownRound()]
    for step, findings in told:
        if isinstance(step, Round):
            rounds.append(ShownRound(step.title))
        rounds[-1].findings += map(shown, findings)
    return [each for each in rounds if each.findings]


def answer_page(answer: Answer, view: GraphView) -> Page:
    """Return the page of an answer.

    Args:
        answer: the answer.
        view: the part of the graph that the reader may see, with the sentences around cited ones.
    """
    return _page(answer, view, kind="Answer")


def solution_page(solution: Solution, view: GraphView) -> Page:
    """Return the page of a solution; arguments as in `answer_page`."""
    answer = Answer(
        solution.question or "What is the result of this plan?",
        ", ".join(solution.answers),
        solution.citations,
        solution.missing,
        is_evidence_only=solution.is_evidence_only,
        statements=() if solution.is_evidence_only else tuple(_of_rows(each, solution) for each in solution.answers),
        failure=solution.failure,
        usage=solution.usage,
        trace=solution.trace,
    )
    variables = list(dict.fromkeys(name for row in solution.rows for name in row.bindings))
    # Rows based on different facts may be the same.
    rows = dict.fromkeys(
        tuple(row.bindings[name].name if name in row.bindings else "" for name in variables) for row in solution.rows
    )
    return _page(answer, view, kind="Solution", plan=str(solution.plan), variables=variables, rows=list(rows))


def _of_rows(name: str, solution: Solution) -> Statement:
    """Return an answer of a solution as a statement, supported by its rows."""
    numbers = tuple(citation.number for citation in solution.citations)
    return Statement(name, numbers, Support.SUPPORTED if numbers else Support.UNSUPPORTED)


def _page(
    answer: Answer,
    view: GraphView,
    *,
    kind: str,
    plan: str = "",
    variables: Sequence[str] = (),
    rows: Sequence[Sequence[str]] = (),
) -> Page:
    lookup = SentenceLookup(view, answer.citations)
    question = marked_question(answer.question, _concepts(answer, view, lookup), view)
    written = {piece.concept: piece.text for piece in question if piece.concept}
    places = cited_places(answer.citations, lookup)
    numbers = {citation.sentence_id: citation.number for citation in answer.citations}
    text = marked_answer(answer.text, frozenset(numbers.values()))
    chains = _chains(answer, places)
    return rendered(
        "answer.html",
        title=f"{kind}: {answer.question}",
        scripts=("answer.js",),
        styles=("answer.css",),
        links=None,
        answer=answer,
        question=question,
        text=text,
        named={piece.number for piece in text},
        places=places,
        rounds=shown_rounds(answer.trace, lookup, numbers, written),
        chains=chains,
        depth=0 if chains is None else depth_of(chains),
        plan=plan,
        variables=variables,
        rows=rows,
    )


def _concepts(answer: Answer, view: GraphView, lookup: SentenceLookup) -> list[str]:
    """Return the concepts found in the question, or without a trace, those in the cited sentences."""
    found = next((step.found for step in answer.trace if isinstance(step, ConceptsStep)), None)
    if found is not None:
        return list(found)
    cited = lookup.read(citation.sentence_id for citation in answer.citations)
    return [mention.concept for mentions in view.mentions(cited).values() for mention in mentions]


def _chains(answer: Answer, places: Sequence[CitedPlace]) -> ChainNode | None:
    """Return the tree from the question to the citations, according to the trace; None without citations."""
    if not places:
        return None
    of_steps = chains_of_plan(answer.question, places, answer.trace)
    of_rounds = chains_of_feedback(answer.question, places, answer.trace)
    return of_steps or of_rounds or chains_of_citations(answer.question, places)
