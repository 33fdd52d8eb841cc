"""Answers as text that stands for itself, whole or as it comes, for hosts whose results are texts."""

from __future__ import annotations

from lgm_core.model import Answer, AnswerEvent, AnswerRestart, AnswerText

__all__ = ["ShownText", "readable_answer"]


def readable_answer(answer: Answer) -> str:
    """Return the answer, or where there is none, what a reader (or an agent) can use in its place."""
    if not answer.is_evidence_only:
        return answer.text
    cause = "there is no language model" if answer.failure is None else str(answer.failure)
    if not answer.citations:
        return answer.text or f"There is no answer, because {cause}, and no sentence bears on the question."
    head = f"{answer.text or f'There is no answer, because {cause}.'} The nearest evidence found:"
    return "\n".join([head, *(f"[{citation.number}] {citation.text}" for citation in answer.citations)])


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
