"""A chat completion that comes in chunks; any member of a chunk may be missing or of another type than documented."""

from __future__ import annotations

__all__ = ["StreamedCompletion"]


class StreamedCompletion:
    """What has come of a completion so far.

    Attributes:
        has_begun: whether anything has come that is a chunk of a completion.
        is_finished: whether the endpoint has said why it ended; if not, the connection broke off.
        usage: what the endpoint reported, in its own form; None if it did not.
    """

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self.has_begun = False
        self.is_finished = False
        self.usage: object = None

    @property
    def text(self) -> str:
        """Return the text so far."""
        return "".join(self._pieces)

    def piece(self, chunk: object) -> str:
        """Take a chunk; return the text it adds, which is empty for one with the role, reasoning or usage only."""
        choices = getattr(chunk, "choices", None)
        self.usage = getattr(chunk, "usage", None) or self.usage
        if not isinstance(choices, list) or not choices:  # the usage comes without choices
            return ""
        self.has_begun = True
        self.is_finished = self.is_finished or bool(getattr(choices[0], "finish_reason", None))
        content = getattr(getattr(choices[0], "delta", None), "content", None)
        if not isinstance(content, str):
            return ""
        self._pieces.append(content)
        return content
