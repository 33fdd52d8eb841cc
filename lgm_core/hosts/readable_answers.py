"""Answers as text that stands for itself, whole or as it comes, for hosts whose results are texts."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from lgm_core.model import Answer, AnswerEvent, AnswerRestart, AnswerText, Citation

__all__ = ["ShownText", "answer_metadata", "citation_metadata", "readable_answer"]


def readable_answer(answer: Answer) -> str:
    """Return the answer, or where there is none, what a reader (or an agent) can use in its place."""
    if not answer.is_evidence_only:
        return answer.text
    cause = "there is no language model" if answer.failure is None else str(answer.failure)
    if not answer.citations:
        return answer.text or f"There is no answer, because {cause}, and no sentence bears on the question."
    head = f"{answer.text or f'There is no answer, because {cause}.'} The nearest evidence found:"
    return "\n".join([head, *(f"[{citation.number}] {citation.text}" for citation in answer.citations)])


def answer_metadata(answer: Answer) -> dict[str, Any]:
    """Return what an answer is besides its text and citations, as plain values, which hosts can store."""
    return {
        "supported": answer.supported,
        "statements": [
            asdict(each)
            | {
                "citations": list(each.citations),
                "support": each.support.value,
                "not_borne_out": list(each.not_borne_out),
            }
            for each in answer.statements
        ],
        "is_evidence_only": answer.is_evidence_only,
        "missing_concepts": list(answer.missing_concepts),
        "unread": answer.unread,
        "read_by_rank": answer.read_by_rank,
        "failure": None if answer.failure is None else asdict(answer.failure),
    }


def citation_metadata(citation: Citation) -> dict[str, Any]:
    """Return a citation as plain values."""
    return asdict(citation) | {"section_path": list(citation.section_path), "path": list(citation.path)}


class ShownText:
    """The text that a reader has been shown of an answer that streams; it cannot be taken back."""

    def __init__(self) -> None:
        self._text = ""

    def piece(self, event: AnswerEvent) -> str:
        """Return what an event adds; text that takes the place of other text begins a paragraph of its own."""
        match event:
            case AnswerText():
                piece = event.text
            case AnswerRestart():
                self._text, piece = "", "\n\n"
                return piece
            case Answer():
                whole = readable_answer(event)
                piece = whole.removeprefix(self._text) if whole.startswith(self._text) else f"\n\n{whole}"
            case _:
                piece = ""
        self._text += piece
        return piece
