"""A small window of sentences as a language model is shown it: under their titles, a line each; code has its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lgm_core.llm.quoting import plain
from lgm_core.model import Sentence
from lgm_core.retrieval.answering.evidence_chunks import NONE, code_lines
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
    title = plain(ordered[0].document.title)
    texts = [f"{title}:"] if title else []
    for sentence in ordered:
        text = _shown(sentence.sentence)
        texts.append(f"[{sentence.number}]{'' if text.startswith(chr(10)) else ' '}{text}" if numbered else text)
    return _LABEL.sub("› ", _joined(texts), count=1)


def _shown(sentence: Sentence) -> str:
    """Return a sentence on one line, or code on lines of its own, each quoted if it could pass for the request's."""
    if not sentence.is_code:
        return plain(sentence.text)
    return "\n".join(_LABEL.sub("› ", line) for line in code_lines(sentence.text).split("\n")) + "\n"


def _joined(texts: Iterable[str]) -> str:
    """Join texts with spaces, unless a line ends or begins where they meet."""
    joined = ""
    for text in texts:
        meets_line = not joined or joined.endswith("\n") or text.startswith("\n")
        joined += text if meets_line else f" {text}"
    return joined.rstrip("\n")
