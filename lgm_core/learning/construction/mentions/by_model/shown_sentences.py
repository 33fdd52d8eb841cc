"""Sentences as a language model is shown them: numbered, under their headings, in groups that fit a request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.facts.source_sentences import SourceSentence
from lgm_core.llm.tokens import count_tokens

__all__ = ["cut", "section_batches", "shown"]

_CHARACTERS_PER_TOKEN = 8
"""A sentence longer than a request is cut off at so many characters for each of its tokens."""

_CLOSING_TAG = re.compile(r"</(?=sentences)")


def shown(sentences: Sequence[SourceSentence], last: str, tokens: int) -> str:
    """Return numbered lines under headings, and one more sentence at the end.

    Args:
        sentences: in order.
        last: a sentence that is not the document's.
        tokens: length of a request, at most.
    """
    lines: list[str] = []
    current = ""
    for number, source in enumerate(sentences, start=1):
        heading = _single_line(" › ".join(source.titles))
        if heading != current:
            lines.append(f"# {heading}")
            current = heading
        lines.append(f"[{number}] {_single_line(source.sentence.text[: tokens * _CHARACTERS_PER_TOKEN])}")
    lines.append(f"[{len(sentences) + 1}] {last}")
    return "\n".join(lines)


def section_batches(text: DocumentText, tokens: int) -> list[list[SourceSentence]]:
    """Return the sentences of sections in groups of at most so many tokens; only a longer section is divided."""
    batches: list[list[SourceSentence]] = []
    length = 0
    for section in text.sections:
        for part in cut(section.sentences, tokens):
            own = _length(part)
            if not batches or length + own > tokens:
                batches.append([])
                length = 0
            batches[-1] += part
            length += own
    return batches


def cut(sentences: Sequence[SourceSentence], tokens: int) -> Iterator[list[SourceSentence]]:
    """Yield runs of at most so many tokens, cut between sentences; a longer sentence stands by itself."""
    run: list[SourceSentence] = []
    length = 0
    for source in sentences:
        own = _length([source])
        if run and length + own > tokens:
            yield run
            run, length = [], 0
        run.append(source)
        length += own
    if run:
        yield run


def _length(sentences: Sequence[SourceSentence]) -> int:
    return sum(count_tokens(source.sentence.text) for source in sentences)


def _single_line(text: str) -> str:
    """Return a text on one line, unable to close the tag that it is quoted in."""
    return _CLOSING_TAG.sub("< /", " ".join(text.split()))
