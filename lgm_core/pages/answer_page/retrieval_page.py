"""The page of a retrieval: the passages found for a question, and why each of them was found."""

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
"""Less of a part of a question is not told."""

_Place = tuple[str, tuple[str, ...]]
"""What a document is called, and the headings of a section of it."""


@dataclass(frozen=True, slots=True)
class _Covered:
    """A part of the question that a passage covers: what it is, how much (percent), whether no one before does."""

    text: str
    is_concept: bool
    percent: int
    is_added: bool


@dataclass(frozen=True, slots=True)
class _Shown:
    """A passage on the page.

    Attributes:
        id: its id.
        number: its rank, from 1.
        title: its document's title, or id.
        heading: its headings, without the title.
        source: where its document is from.
        start: where it begins in the document's text, in characters.
        end: where it ends there.
        score: its score.
        percent: its score as a share of the best one.
        before: the rank of the passage that leads to it; 0 for one that is not shown, or when there is none.
        bridge: the concept over which it was reached; empty when it was found by itself.
        path: the concepts from the question to it.
        covered: what it covers of the question.
        titled: the concepts of the question that title it.
        meaning: whether the likeness of meaning adds to its score.
        sentences: its text, in pieces, and whether a sentence is code.
        chain: the passages that lead to it, itself last; empty for one that is found by itself.
        href: its place on the document's page; empty where there is none.
    """

    id: str
    number: int
    title: str
    heading: tuple[str, ...]
    source: str
    start: int
    end: int
    score: float
    percent: int
    before: int
    bridge: str
    path: tuple[str, ...]
    covered: tuple[_Covered, ...]
    titled: tuple[str, ...]
    meaning: bool
    sentences: tuple[tuple[list[Piece], bool], ...]
    chain: tuple[ChainLink, ...]
    href: str


def retrieval_page(
    question: str,
    passages: Sequence[RetrievedPassage],
    reasons: RankingReasons,
    view: GraphView,
    *,
    links: PageLinks | None = None,
) -> Page:
    """Return the page that tells why passages were found.

    Args:
        question: the question.
        passages: what was found, best first.
        reasons: why, of these passages.
        view: what its reader may see of the graph: passages that lead to others are read from there.
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
    reason = reasons.passages.get(passage.id)
    chain = () if reason is None else reason.chain
    title, heading = place_of(passage.document.title, passage.section.path, passage.document.id)
    first = passage.sentences[0].position if passage.sentences else None
    leads = chain[-2].passage if len(chain) > 1 else ""
    return _Shown(
        id=passage.id,
        number=ranks[passage.id],
        title=title,
        heading=heading,
        source=passage.document.source,
        start=passage.start,
        end=passage.end,
        score=passage.score,
        percent=round(100 * max(0.0, passage.score) / best),
        before=ranks.get(leads, 0),
        bridge=chain[-1].concept if len(chain) > 1 else "",
        path=() if reason is None else reason.path,
        covered=() if reason is None else _covered(reason, reasons),
        titled=() if reason is None else reason.titled,
        meaning=reason is not None and reason.meaning > 0,
        sentences=tuple((_pieces(each.text, reasons), each.is_code) for each in passage.sentences),
        chain=chain,
        href="" if links is None else links.document(passage.document.id, first),
    )


def _pieces(text: str, reasons: RankingReasons) -> list[Piece]:
    return marked_spans(text, reasons.spans(text))


def _covered(reason: PassageReason, reasons: RankingReasons) -> tuple[_Covered, ...]:
    found = zip(reasons.parts, reason.covered, reason.added, strict=True)
    covered = [
        (part.weight, _Covered(part.text, part.is_concept, round(100 * share), added >= _LEAST))
        for part, share, added in found
        if share >= _LEAST
    ]
    return tuple(each for _, each in sorted(covered, key=lambda pair: -pair[0]))


def _chains(question: str, shown: Sequence[_Shown], leading: Mapping[str, _Place]) -> ChainNode:
    """Return the ways from the question to the passages: over a concept that it names, and from passage to passage."""
    root = ChainNode("question", question)
    by_id = {each.id: each for each in shown}
    nodes: dict[str, ChainNode] = {}

    def passage_node(id: str, start: str, chain: Sequence[ChainLink]) -> ChainNode:
        """Return the node of the last passage of a chain, below that of the one before it."""
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
        passage_node(each.id, each.path[0] if each.path else "", each.chain)
    return with_named_passages(root)


def _leading(shown: Sequence[_Shown], view: GraphView) -> dict[str, _Place]:
    """Return where the passages stand that lead to others and are not shown themselves."""
    found = {each.id for each in shown}
    ids = dict.fromkeys(link.passage for each in shown for link in each.chain if link.passage not in found)
    sections = view.store.sections(list(ids)) if ids else []
    documents = view.documents(section.document_id for section in sections)
    return {
        section.id: place_of(documents[section.document_id].title, section.path, section.document_id)
        for section in sections
        if section.document_id in documents
    }
