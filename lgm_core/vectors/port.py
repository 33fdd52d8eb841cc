"""The port for embedding models: texts or questions in, vectors out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Embed", "Embeddings"]

Embed = Callable[[list[str]], Any]
"""Turns texts into vectors: returns one row per text, in any form that NumPy can convert to a two-dimensional array."""


@dataclass(frozen=True, slots=True)
class Embeddings:
    """An embedding model that treats documents and questions differently, as models trained for retrieval do.

    Both functions return vectors in the same space, with the same number of dimensions.

    Attributes:
        documents: embeds texts of documents.
        questions: embeds questions.
        name: the model's name, for messages; it is kept with the vectors.
    """

    documents: Embed
    questions: Embed
    name: str = ""

    @classmethod
    def of(cls, embed: Embed | Embeddings) -> Embeddings:
        """Return a model as two functions; a single function serves both documents and questions."""
        return embed if isinstance(embed, Embeddings) else cls(embed, embed)
