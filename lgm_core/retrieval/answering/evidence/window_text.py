"""A small window of sentences as a language model is shown it: under their titles, a line each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lgm_core.retrieval.answering.evidence.evidence_chunks import NONE, single_line
from lgm_core.retrieval.numbered_sentences import NumberedSentence

__all__ = ["window_text"]

_LABEL = re.compile(r"\A(?=\W*(?:text|question|answer|missing)\s*[:：])", re.IGNORECASE)
"""What a line of the request itself begins with; a line of the data never does."""


def window_text(sentences: Sequence[NumberedSentence], *, numbered: bool) -> str:
    """Show sentences under the titles of their documents, those of one document in its order.

    Documents keep the order in which their first sentence comes.

    Args:
        sentences: what to show, best first.
        numbered: put `[number]` before each sentence.
    """
    by_document: dict[str, list[NumberedSentence]] = {}
    for sentence in sentences:
        by_document.setdefault(sentence.document.id, []).append(sentence)
    return "\n".join(_line(group, numbered) for group in by_document.values()) or NONE


def _line(sentences: Iterable[NumberedSentence], numbered: bool) -> str:
    """Show the sentences of one document; a line that could pass for the question or the reply is quoted."""
    ordered = sorted(sentences, key=lambda sentence: sentence.sentence.position)
    title = single_line(ordered[0].document.title)
    texts = (single_line(sentence.sentence.text) for sentence in ordered)
    marked = (
        f"[{sentence.number}] {text}" if numbered else text for sentence, text in zip(ordered, texts, strict=True)
    )
    return _LABEL.sub("› ", f"{title}: {' '.join(marked)}" if title else " ".join(marked), count=1)
