"""Answers as plain text and metadata, complete or as they come, for hosts whose results are texts."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from lgm_core.model import Answer, AnswerEvent, AnswerRestart, AnswerText, Citation

__all__ = ["ShownText", "answer_metadata", "citation_metadata", "readable_answer"]


def readable_answer(answer: Answer) -> str:
    """Return the text of an answer; without an answer, say why and list the nearest evidence."""
    if not answer.is_evidence_only:
        return answer.text
    cause = "there is no language model" if answer.failure is None else str(answer.failure)
    if not answer.citations:
        return answer.text or f"There is no answer, because {cause}, and no sentence is about the question."
    head = f"{answer.text or f'There is no answer, because {cause}.'} The nearest evidence found:"
    return "\n".join([head, *(f"[{citation.number}] {citation.text}" for citation in answer.citations)])


def answer_metadata(answer: Answer) -> dict[str, Any]:
    """Return everything in an answer besides its text and citations, as plain values that hosts can store."""
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
        "layer": answer.layer,
        "failure": None if answer.failure is None else asdict(answer.failure),
    }


def citation_metadata(citation: Citation) -> dict[str, Any]:
    """Return a citation as plain values, without the page if it has none."""
    fields = asdict(citation)
    if citation.page is None:
        del fields["page"]
    return fields | {"section_path": list(citation.section_path), "path": list(citation.path)}


class ShownText:
    """The text of a streamed answer that a reader has seen, which cannot be removed."""

    def __init__(self) -> None:
        self._text = ""

    def piece(self, event: AnswerEvent) -> str:
        """Return the text that an event adds; text that replaces other text begins a new paragraph."""
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
