"""The page of a retrieval: the passages found for a question, and why each was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lgm_core.model import RetrievedPassage
from lgm_core.pages.answer_page.chain_tree import ChainNode, depth_of, with_named_passages
from lgm_core.pages.answer_page.cited_places import place_of
from lgm_core.pages.answer_page.marked_text import Piece, marked_spans
from lgm_core.pages.page import Page
from lgm_core.pages.shell import PageLinks, rendered
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.passage_reasons import ChainLink, PassageReason, RankingReasons

__all__ = ["retrieval_page"]

_LEAST = 0.005
"""The least share of a part of the question that is shown."""

_Place = tuple[str, tuple[str, ...]]
"""The title of a document, or its id, and the headings of a section."""


@dataclass(frozen=True, slots=True)
class _Covered:
    """A part of the question that a passage covers, how much of it, and whether passages before in the chain do not."""

    text: str
    is_concept: bool
    percent: int
    is_added: bool


@dataclass(frozen=True, slots=True)
class _Shown:
    """A passage on the page.

    Attributes:
        passage: the passage.
        reason: why it was found.
        number: its rank, from 1.
        title: its document's title, or id.
        heading: its headings, without the title.
        percent: its score in percent of the best one.
        before: the rank of the passage that leads to it; 0 if there is none on the page.
        covered: what it covers of the question.
        sentences: the pieces of each sentence, and whether it is code.
        href: its place on the document's page; may be empty.
    """

    passage: RetrievedPassage
    reason: PassageReason
    number: int
    title: str
    heading: tuple[str, ...]
    percent: int
    before: int
    covered: tuple[_Covered, ...]
    sentences: tuple[tuple[list[Piece], bool], ...]
    href: str

    @property
    def bridge(self) -> str:
        """Return the concept through which it was reached; empty if it was found directly."""
        return self.reason.chain[-1].concept if len(self.reason.chain) > 1 else ""


_UNKNOWN = PassageReason((), (), 0.0, (), (), ())
"""The reason for a passage that was deleted meanwhile."""


def retrieval_page(
    question: str,
    passages: Sequence[RetrievedPassage],
    reasons: RankingReasons,
    view: GraphView,
    *,
    links: PageLinks | None = None,
) -> Page:
    """Return the page that explains why passages were found.

    Args:
        question: the question.
        passages: the passages, best first.
        reasons: why they were found.
        view: the part of the graph that the reader may see, with the passages that lead to others.
        links: addresses of other pages, on a server that shows them.
    """
    ranks = {passage.id: number for number, passage in enumerate(passages, 1)}
    best = max((passage.score for passage in passages), default=0) or 1
    shown = [_shown(passage, ranks, reasons, best, links) for passage in passages]
    of_parts = range(len(reasons.parts))
    covered = [max((reason.covered[place] for reason in reasons.passages.values()), default=0) for place in of_parts]
    chains = _chains(question, shown, _leading(shown, view))
    return rendered(
        "retrieval.html",
        title=f"Why was this found? {question}",
        scripts=("answer.js",),
        styles=("answer.css",),
        links=links,
        question=marked_spans(question, reasons.spans(question)),
        parts=sorted(reasons.parts, key=lambda part: -part.weight),
        uncovered=[part for part, most in zip(reasons.parts, covered, strict=True) if most < _LEAST],
        passages=shown,
        chains=chains,
        depth=depth_of(chains),
    )


def _shown(
    passage: RetrievedPassage,
    ranks: Mapping[str, int],
    reasons: RankingReasons,
    best: float,
    links: PageLinks | None,
) -> _Shown:
    reason = reasons.passages.get(passage.id, _UNKNOWN)
    title, heading = place_of(passage.document.title, passage.section.path, passage.document.id)
    first = passage.sentences[0].position if passage.sentences else None
    return _Shown(
        passage,
        reason,
        ranks[passage.id],
        title,
        heading,
        percent=round(100 * max(0.0, passage.score) / best),
        before=ranks.get(reason.chain[-2].passage, 0) if len(reason.chain) > 1 else 0,
        covered=_covered(reason, reasons),
        sentences=tuple(
            (marked_spans(each.text, reasons.spans(each.text)), each.is_code) for each in passage.sentences
        ),
        href="" if links is None else links.document(passage.document.id, first),
    )


def _covered(reason: PassageReason, reasons: RankingReasons) -> tuple[_Covered, ...]:
    found = zip(reasons.parts, reason.covered, reason.added, strict=False)  # an unknown reason covers nothing
    covered = [
        (part.weight, _Covered(part.text, part.is_concept, round(100 * share), added >= _LEAST))
        for part, share, added in found
        if share >= _LEAST
    ]
    return tuple(each for _, each in sorted(covered, key=lambda pair: -pair[0]))


def _chains(question: str, shown: Sequence[_Shown], leading: Mapping[str, _Place]) -> ChainNode:
    """Return the tree from the question through its concepts to the passages, and from passage to passage."""
    root = ChainNode("question", question)
    by_id = {each.passage.id: each for each in shown}
    nodes: dict[str, ChainNode] = {}

    def passage_node(id: str, start: str, chain: Sequence[ChainLink]) -> ChainNode:
        """Return the node of the last passage of a chain, as a child of the one before."""
        if id in nodes:
            return nodes[id]
        parent = passage_node(chain[-2].passage, start, chain[:-1]) if chain[1:] else root
        bridge = chain[-1].concept if chain[1:] else start
        if bridge:
            parent = parent.child("concept", bridge)
        title, heading = (by_id[id].title, by_id[id].heading) if id in by_id else leading.get(id, (id, ()))
        numbers = (by_id[id].number,) if id in by_id else ()
        nodes[id] = ChainNode("passage" if numbers else "leading", title, heading[-1] if heading else "", numbers)
        parent.children.append(nodes[id])
        return nodes[id]

    for each in shown:
        passage_node(each.passage.id, next(iter(each.reason.path), ""), each.reason.chain)
    return with_named_passages(root)


def _leading(shown: Sequence[_Shown], view: GraphView) -> dict[str, _Place]:
    """Return the places of passages that lead to others but are not shown themselves."""
    found = {each.passage.id for each in shown}
    ids = dict.fromkeys(link.passage for each in shown for link in each.reason.chain if link.passage not in found)
    sections = view.store.sections(list(ids)) if ids else []
    documents = view.documents(section.document_id for section in sections)
    return {
        section.id: place_of(documents[section.document_id].title, section.path, section.document_id)
        for section in sections
        if section.document_id in documents
    }
