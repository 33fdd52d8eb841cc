"""What families of embedding models expect that their files do not always say: pooling, and prefixes of texts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

from lgm_core.vectors.port import Embed, Embeddings

__all__ = ["ModelFamily", "family_of"]

_PASSAGES_FOR = "Represent this sentence for searching relevant passages: "


@dataclass(frozen=True, slots=True)
class ModelFamily:
    """How models of a family are to be used, according to their authors.

    Attributes:
        pooling: how token vectors become one: `mean`, `cls` (the first token's) or `last`.
        question: what precedes a question.
        document: what precedes a text of a document.
    """

    pooling: str = "mean"
    question: str = ""
    document: str = ""

    def embeddings(self, documents: Embed, questions: Embed, name: str) -> Embeddings:
        """Return a model of this family, from what embeds texts without prefixes."""
        return Embeddings(partial(_after, self.document, documents), partial(_after, self.question, questions), name)


_FAMILIES = (
    (r"bge-(small|base|large)(-en|$)", ModelFamily("cls", _PASSAGES_FOR)),
    (r"arctic-embed-(xs|s|m|l)$|mxbai-embed-large", ModelFamily("cls", _PASSAGES_FOR)),
    (r"e5-(small|base|large)(-v2)?$", ModelFamily("mean", "query: ", "passage: ")),
    (r"nomic-embed-text", ModelFamily("mean", "search_query: ", "search_document: ")),
    (r"embeddinggemma", ModelFamily("mean", "task: search result | query: ", "title: none | text: ")),
)


def family_of(name: str) -> ModelFamily:
    """Return the family of a model by its name or that of its folder; unknown ones take the mean and no prefix."""
    return next((family for pattern, family in _FAMILIES if re.search(pattern, name.lower())), ModelFamily())


def _after(prefix: str, embed: Embed, texts: list[str]) -> object:
    return embed([prefix + text for text in texts] if prefix else texts)
