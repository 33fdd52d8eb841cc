"""A document's text as prompts of construction show it: on lines, inside tags that it cannot close, in parts that fit.

Texts of documents, and what models said of them, are data: whatever they hold, a line stays one line, and a field one
field.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.facts.source_sentences import SourceSentence
from lgm_core.llm.quoting import quoted
from lgm_core.llm.tokens import count_tokens

__all__ = ["Window", "cut", "plain_field", "section_windows", "sentence_lines"]

_LONGEST = 2000
"""Characters of a sentence or other text in a request, at most; longer ones are tables or code."""

_BAR = re.compile(r"(?<!\S)\|(?!\S)")
"""What stands between fields."""

Window = tuple[SourceSentence, ...]
"""Sentences that are asked about together, in order."""


def plain_field(text: str, longest: int = _LONGEST) -> str:
    """Return a text on one line, of at most so many characters, unable to close a tag or to begin another field."""
    return _BAR.sub("/", quoted(text[:longest]))


def sentence_lines(sentences: Sequence[SourceSentence], longest: int = _LONGEST) -> str:
    """Return sentences as lines `[1] …` under their headings, `# …`."""
    lines: list[str] = []
    current = ""
    for number, source in enumerate(sentences, start=1):
        heading = plain_field(" › ".join(source.titles))
        if heading != current:
            lines.append(f"# {heading}")
            current = heading
        lines.append(f"[{number}] {plain_field(source.sentence.text, longest)}")
    return "\n".join(lines)


def section_windows(text: DocumentText, tokens: int) -> list[Window]:
    """Return the sections, cut between sentences where they are longer than so many tokens."""
    return [window for section in text.sections for window in cut(section.sentences, tokens)]


def cut(sentences: Iterable[SourceSentence], tokens: int) -> Iterator[Window]:
    """Yield runs of at most so many tokens, cut between sentences; a longer sentence stands by itself."""
    run: list[SourceSentence] = []
    length = 0
    for source in sentences:
        own = count_tokens(source.sentence.text)
        if run and length + own > tokens:
            yield tuple(run)
            run, length = [], 0
        run.append(source)
        length += own
    if run:
        yield tuple(run)
