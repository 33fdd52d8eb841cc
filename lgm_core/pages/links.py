"""Addresses of pages on the server that shows them; a page in a file has no links to others."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

__all__ = ["PageLinks", "sentence_anchor"]


@dataclass(frozen=True, slots=True)
class PageLinks:
    """Where pages link to each other.

    Attributes:
        root: what the addresses begin with; it ends with a slash.
    """

    root: str = "/"

    @property
    def front(self) -> str:
        """Return the address of the front page."""
        return self.root

    def graph(self, start: str = "") -> str:
        """Return the address of the graph's page, around a concept or what a question names."""
        return self._address("graph", start=start)

    def document(self, document_id: str, position: int | None = None) -> str:
        """Return the address of a document's page, at the sentence of a position in it.

        The position is there twice: of a long document the server shows the part with it, and the browser goes to it.
        """
        if position is None:
            return self._address("document", id=document_id)
        return f"{self._address('document', id=document_id, at=str(position))}#{sentence_anchor(position)}"

    def retrieval(self, question: str) -> str:
        """Return the address of the page that tells why passages are found for a question."""
        return self._address("retrieve", question=question)

    def _address(self, name: str, **parameters: str) -> str:
        given = {key: value.encode("utf-8", "replace") for key, value in parameters.items() if value}
        return f"{self.root}{name}" + (f"?{urlencode(given)}" if given else "")


def sentence_anchor(position: int) -> str:
    """Return the HTML id of a document's sentence by its position, from 0."""
    return f"s{position}"
