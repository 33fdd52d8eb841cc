"""The front page of a server: counts of the graph, a search, and its documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.model import DocumentRecord, Statistics
from lgm_core.pages.page import Page
from lgm_core.pages.shell import PageLinks, rendered

__all__ = ["DocumentList", "counts_of", "front_page", "message_page"]

_ROWS = 50


@dataclass(frozen=True, slots=True)
class DocumentList:
    """The documents that a front page lists.

    Attributes:
        documents: all documents found, of which the page shows some.
        query: the search; may be empty.
        asked: the number of the page asked for, from 1.
        concept: the query if it names concepts; otherwise empty.
    """

    documents: Sequence[DocumentRecord]
    query: str = ""
    asked: int = 1
    concept: str = ""

    @property
    def last(self) -> int:
        """Return the number of the last page."""
        return max(1, -(-len(self.documents) // _ROWS))

    @property
    def number(self) -> int:
        """Return the number of the page: the one asked for, if it exists."""
        return min(max(self.asked, 1), self.last)

    @property
    def rows(self) -> Sequence[DocumentRecord]:
        """Return the documents that the page shows."""
        return self.documents[(self.number - 1) * _ROWS : self.number * _ROWS]


def counts_of(counted: Statistics) -> dict[str, int]:
    """Return the most important counts of a graph by name."""
    return {
        "documents": counted.documents,
        "sentences": counted.sentences,
        "concepts": counted.concepts,
        "relations": sum(counted.relations.values()),
        "facts": counted.facts,
    }


def front_page(name: str, counted: Statistics, listed: DocumentList, links: PageLinks) -> Page:
    """Return the front page of a graph.

    Args:
        name: the name of the graph.
        counted: its statistics.
        listed: its documents, or those found by a search.
        links: addresses of other pages.
    """
    return rendered(
        "front.html",
        title=listed.query or name,
        styles=["front.css"],
        links=links,
        name=name,
        counts=counts_of(counted),
        listed=listed,
    )


def message_page(heading: str, message: str, links: PageLinks | None = None) -> Page:
    """Return a page that says what is wrong and what to do.

    Args:
        heading: what is wrong, in a few words.
        message: why, and what to do.
        links: addresses of other pages, if the reader may see them.
    """
    return rendered(
        "message.html", title=heading, links=links, message=message if message.endswith(".") else f"{message}."
    )
