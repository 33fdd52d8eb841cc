"""The text of an answer as it grows: what a reader has been told of it, and what is new to tell."""

from __future__ import annotations

from collections.abc import Iterator

from lgm_core.flow import Result, TextSoFar
from lgm_core.model import Answer, AnswerEvent, AnswerRestart, AnswerText, TraceStep

__all__ = ["GrowingAnswer"]


class GrowingAnswer:
    """Turns what happens in a streamed run into the events of an answer.

    Args:
        settled: tell only text that no further round is expected to replace.
    """

    def __init__(self, *, settled: bool) -> None:
        self._settled = settled
        self._told = ""

    def events(self, happened: TraceStep | TextSoFar | Result[Answer]) -> Iterator[AnswerEvent]:
        """Yield what is new to tell."""
        if isinstance(happened, TraceStep):
            yield happened
        elif isinstance(happened, Result):
            if self._told != happened.value.text:
                yield from self._become(happened.value.text)
            yield happened.value
        elif not self._told.startswith(happened.text) and (happened.is_settled or not self._settled):
            yield from self._become(happened.text)

    def _become(self, text: str) -> Iterator[AnswerEvent]:
        if not text.startswith(self._told):
            yield AnswerRestart()
            self._told = ""
        if len(text) > len(self._told):
            yield AnswerText(text[len(self._told) :])
        self._told = text
