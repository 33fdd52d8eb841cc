"""The page of an answer: the question, the answer, what it cites, and how it was found."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.model import Answer, Statement, Support
from lgm_core.pages.answer_page.chain_tree import (
    ChainNode,
    chains_of_citations,
    chains_of_feedback,
    chains_of_plan,
    depth_of,
)
from lgm_core.pages.answer_page.cited_places import CitedPlace, cited_places
from lgm_core.pages.answer_page.marked_text import marked_answer, marked_question
from lgm_core.pages.answer_page.rounds import shown_rounds
from lgm_core.pages.answer_page.sentence_lookup import SentenceLookup
from lgm_core.pages.links import PageLinks
from lgm_core.pages.page import Page
from lgm_core.pages.shell import rendered
from lgm_core.reasoning.solving.solution import Solution
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["answer_page", "solution_page"]


def answer_page(answer: Answer, view: GraphView, *, links: PageLinks | None = None) -> Page:
    """Return the page of an answer.

    Args:
        answer: the answer.
        view: what its reader may see of the graph: sentences around those that it cites come from there.
        links: addresses of other pages, on a server that shows them.
    """
    return _page(answer, view, links, kind="Answer")


def solution_page(solution: Solution, view: GraphView, *, links: PageLinks | None = None) -> Page:
    """Return the page of what a plan came to; arguments as in `answer_page`."""
    answer = Answer(
        solution.question or "What does this plan come to?",
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
    # Rows that rest on different facts may say the same.
    rows = dict.fromkeys(
        tuple(row.bindings[name].name if name in row.bindings else "" for name in variables) for row in solution.rows
    )
    return _page(answer, view, links, kind="Solution", plan=str(solution.plan), variables=variables, rows=list(rows))


def _of_rows(name: str, solution: Solution) -> Statement:
    """Return what a solution names as a statement, which its rows bear out."""
    numbers = tuple(citation.number for citation in solution.citations)
    return Statement(name, numbers, Support.SUPPORTED if numbers else Support.UNSUPPORTED)


def _page(
    answer: Answer,
    view: GraphView,
    links: PageLinks | None,
    *,
    kind: str,
    plan: str = "",
    variables: Sequence[str] = (),
    rows: Sequence[Sequence[str]] = (),
) -> Page:
    lookup = SentenceLookup(view, links, answer.citations)
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
        links=links,
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
    """Return the concepts found in the question; where the trace names none, those of the sentences that are cited."""
    found = [step.details["found"] for step in answer.trace if step.name == "concepts"]
    if found:
        return list(found[0])
    cited = lookup.read(citation.sentence_id for citation in answer.citations)
    return [mention.concept for mentions in view.mentions(cited).values() for mention in mentions]


def _chains(answer: Answer, places: Sequence[CitedPlace]) -> ChainNode | None:
    """Return the picture of the ways to what is cited, by what the trace tells of them; None when nothing is."""
    if not places:
        return None
    of_steps = chains_of_plan(answer.question, places, answer.trace)
    of_rounds = chains_of_feedback(answer.question, places, answer.trace)
    return of_steps or of_rounds or chains_of_citations(answer.question, places)
