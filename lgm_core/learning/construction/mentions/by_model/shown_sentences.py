"""Sentences as a language model is shown them: numbered, under their headings, in groups that fit a request."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.shown_texts import cut, sentence_lines
from lgm_core.learning.facts.source_sentences import SourceSentence
from lgm_core.llm.tokens import count_tokens

__all__ = ["section_batches", "shown"]

_CHARACTERS_PER_TOKEN = 8
"""A sentence longer than a request is cut off at so many characters for each of its tokens."""


def shown(sentences: Sequence[SourceSentence], last: str, tokens: int) -> str:
    """Return numbered lines under headings, and one more sentence at the end.

    Args:
        sentences: in order.
        last: a sentence that is not the document's.
        tokens: length of a request, at most.
    """
    lines = sentence_lines(sentences, tokens * _CHARACTERS_PER_TOKEN)
    return f"{lines}\n[{len(sentences) + 1}] {last}"


def section_batches(text: DocumentText, tokens: int) -> list[list[SourceSentence]]:
    """Return the sentences of sections in groups of at most so many tokens; only a longer section is divided."""
    batches: list[list[SourceSentence]] = []
    length = 0
    for section in text.sections:
        for part in cut(section.sentences, tokens):
            own = sum(count_tokens(source.sentence.text) for source in part)
            if not batches or length + own > tokens:
                batches.append([])
                length = 0
            batches[-1] += part
            length += own
    return batches
