"""The texts that a language model is asked about: sentences, paragraphs and sections, or windows of sections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.facts.source_sentences import SourceSentence
from lgm_core.llm.tokens import count_tokens

__all__ = ["level_texts", "section_windows"]

Window = tuple[SourceSentence, ...]
"""Sentences that are asked about together, in order."""


def level_texts(text: DocumentText, limit: int) -> list[Window]:
    """Return each sentence, paragraph and section, as the published pipeline asks about them, cut at so many tokens."""
    return [
        *((source,) for source in text.sentences),
        *(part for section in text.sections for paragraph in section.paragraphs for part in _cut(paragraph, limit)),
        *section_windows(text, limit),
    ]


def section_windows(text: DocumentText, limit: int) -> list[Window]:
    """Return the sections, cut between sentences where they are longer than so many tokens."""
    return [window for section in text.sections for window in _cut(section.sentences, limit)]


def _cut(sentences: Iterable[SourceSentence], limit: int) -> Iterator[Window]:
    window: list[SourceSentence] = []
    held = 0
    for source in sentences:
        tokens = count_tokens(source.sentence.text)
        if window and held + tokens > limit:
            yield tuple(window)
            window, held = [], 0
        window.append(source)
        held += tokens
    if window:
        yield tuple(window)
