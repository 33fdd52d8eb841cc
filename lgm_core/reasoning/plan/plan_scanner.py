"""A place in the text of a plan: what stands there, and errors that say where that is."""

from __future__ import annotations

from lgm_core.errors import PlanError

__all__ = ["PlanScanner", "is_word"]

_QUOTES = "\"'`"

_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", **{quote: quote for quote in _QUOTES}}
"""What a backslash and a character stand for inside quotes; before any other character a backslash is itself."""

_MOST_SHOWN = 20
"""Characters of a text that an error quotes."""


class PlanScanner:
    """Reads the text of a plan from left to right; `at` is the offset of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def place(self, at: int) -> tuple[int, int]:
        """Return line and column of an offset, from 1; lines end with a line feed."""
        return self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at)

    def error(self, problem: str, at: int | None = None) -> PlanError:
        """Return the error that says what is wrong at an offset, the next character's if none is given."""
        return PlanError(problem, *self.place(self.at if at is None else at))

    def expected(self, what: str) -> PlanError:
        """Return the error that says what should stand here, and what does."""
        line = self.text[self.at : self.line_end()].rstrip()
        if line:
            found = f"{line[:_MOST_SHOWN]!r}" + "…" * (len(line) > _MOST_SHOWN)
        else:
            found = "the end of the line" if self.line_end() < len(self.text) else "the end"
        return self.error(f"expected {what}, found {found}")

    @property
    def ended(self) -> bool:
        """Return whether nothing follows."""
        return self.at >= len(self.text)

    def line_end(self) -> int:
        """Return the offset at which this line ends."""
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def peek(self) -> str:
        """Return the next character; empty at the end."""
        return self.text[self.at : self.at + 1]

    def skip(self, *, lines: bool = True) -> None:
        """Pass over white space, line ends among it unless told otherwise."""
        while (sign := self.peek()).isspace() and (lines or sign != "\n"):
            self.at += 1

    def take(self, *signs: str) -> str:
        """Return and pass the first of some signs that stands here; empty where none does."""
        for sign in signs:
            if self.text.startswith(sign, self.at):
                self.at += len(sign)
                return sign
        return ""

    def expect(self, sign: str, what: str = "") -> None:
        """Pass white space and a sign.

        Raises:
            PlanError: something else stands here.
        """
        self.skip()
        if not self.take(sign):
            raise self.expected(what or f"'{sign}'")

    def word(self) -> str:
        """Return and pass a name of letters, digits and underscores that does not begin with a digit, or nothing."""
        end = self.at
        if self.peek().isidentifier():
            while end < len(self.text) and is_word(f"_{self.text[end]}"):
                end += 1
        word, self.at = self.text[self.at : end], end
        return word

    def at_quote(self) -> bool:
        """Return whether a quote stands here."""
        return self.peek() != "" and self.peek() in _QUOTES

    def quoted(self) -> str | None:
        """Return and pass a text in quotes, unescaped; None where there is none, or its quote is not closed."""
        if not self.at_quote():
            return None
        quote, parts, at = self.peek(), [], self.at + 1
        while at < len(self.text) and self.text[at] != quote:
            if self.text[at] == "\\" and self.text[at + 1 : at + 2] in _ESCAPED:
                at += 1
                parts.append(_ESCAPED[self.text[at]])
            else:
                parts.append(self.text[at])
            at += 1
        if at >= len(self.text):
            return None
        self.at = at + 1
        return "".join(parts)


def is_word(text: str) -> bool:
    """Return whether a text is a name as variables have it; unlike in Python, a middle dot multiplies."""
    return text.isidentifier() and "·" not in text
