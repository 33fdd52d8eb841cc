"""The answer to a question, with the sentences it cites."""

from __future__ import annotations

from dataclasses import dataclass, field

from lgm_core.model.usage import TraceStep, Usage

__all__ = [
    "Answer",
    "Citation",
]


@dataclass(frozen=True, slots=True)
class Citation:
    """A sentence that supports an answer; `number` is how the answer's text refers to it, as in `[1]`.

    `start` and `end` are character offsets into the original text of the document; `path` holds the concepts that led
    from the question to the sentence.
    """

    number: int
    sentence_id: str
    document_id: str
    document_title: str
    section_path: tuple[str, ...]
    start: int
    end: int
    text: str
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question.

    Without a language model `text` is empty, `is_evidence_only` is true and the citations are the best evidence.
    `unread` counts the sentences about the question's concepts that the reading budget left out.
    """

    question: str
    text: str
    citations: tuple[Citation, ...] = ()
    missing_concepts: tuple[str, ...] = ()
    supported: bool = False
    is_evidence_only: bool = False
    unread: int = 0
    usage: Usage = field(default_factory=Usage)
    trace: tuple[TraceStep, ...] = ()
