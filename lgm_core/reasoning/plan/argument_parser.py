"""Reading the arguments of an action: variables, types, names and values."""

from __future__ import annotations

import re
from collections.abc import Callable

from lgm_core.errors import PlanError
from lgm_core.reasoning.plan.plan_parts import Constant, Operand, PredicateTerm, Property, Term, Variable

__all__ = ["ArgumentParser", "PlanScanner", "is_numbered", "is_word"]

_QUOTES = "\"'`"

_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", **{quote: quote for quote in _QUOTES}}
"""What a backslash and a character mean inside quotes; before other characters a backslash is just a backslash."""

_MOST_SHOWN = 20
"""How many characters of a text an error quotes."""


class PlanScanner:
    """Reads the text of a plan from left to right; `at` is the offset of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def place(self, at: int) -> tuple[int, int]:
        """Return the line and column of an offset, both from 1; lines end with a line feed."""
        return self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at)

    def error(self, problem: str, at: int | None = None) -> PlanError:
        """Return an error at an offset, by default that of the next character."""
        return PlanError(problem, *self.place(self.at if at is None else at))

    def expected(self, what: str) -> PlanError:
        """Return an error that says what was expected here and what was found."""
        line = self.text[self.at : self.line_end()].rstrip()
        if line:
            found = f"{line[:_MOST_SHOWN]!r}" + "…" * (len(line) > _MOST_SHOWN)
        else:
            found = "the end of the line" if self.line_end() < len(self.text) else "the end"
        return self.error(f"expected {what}, found {found}")

    @property
    def ended(self) -> bool:
        """Return whether the text ends here."""
        return self.at >= len(self.text)

    def line_end(self) -> int:
        """Return the offset of the end of this line."""
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def peek(self) -> str:
        """Return the next character, or an empty text at the end."""
        return self.text[self.at : self.at + 1]

    def skip(self, *, lines: bool = True) -> None:
        """Pass white space, including line ends unless `lines` is false."""
        while (sign := self.peek()).isspace() and (lines or sign != "\n"):
            self.at += 1

    def take(self, *signs: str) -> str:
        """Pass the first of the signs that the text continues with and return it, or an empty text."""
        for sign in signs:
            if self.text.startswith(sign, self.at):
                self.at += len(sign)
                return sign
        return ""

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Pass and return what a pattern matches here; None if it does not match."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def expect(self, sign: str, what: str = "") -> None:
        """Pass white space and a sign.

        Raises:
            PlanError: the text continues differently.
        """
        self.skip()
        if not self.take(sign):
            raise self.expected(what or f"'{sign}'")

    def word(self) -> str:
        """Pass a name of letters, digits and underscores that does not begin with a digit; return it, if any."""
        end = self.at
        if self.peek().isidentifier():
            while end < len(self.text) and is_word(f"_{self.text[end]}"):
                end += 1
        word, self.at = self.text[self.at : end], end
        return word

    def at_quote(self) -> bool:
        """Return whether the next character is a quote."""
        return self.peek() != "" and self.peek() in _QUOTES

    def quoted(self) -> str | None:
        """Pass a text in quotes and return it unescaped; None if there is none or its quote is not closed."""
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
    """Return whether a text can be the name of a variable; unlike in Python, a middle dot is an operator."""
    return text.isidentifier() and "·" not in text


_OPERATORS = ("=", "!=", "<", ">", "≤", "≥", "≠")
"""How the operators of constraints begin."""

_NOT_IN_PROPERTIES = "=!<>≤≥≠,()[]{}"

_PAIRS = {"(": ")", "[": "]", "{": "}"}


class ArgumentParser:
    """Reads the arguments of actions.

    Attributes:
        scanner: reads the plan's text.
        known: the variables of the plan. Any other bare word is a name.
        note_use: called with each variable and its offset; returns the variable that is meant.
    """

    def __init__(self, scanner: PlanScanner, known: frozenset[str], note_use: Callable[[str, int], str]) -> None:
        self.scanner = scanner
        self.known = known
        self.note_use = note_use

    def term(self) -> Term:
        """Read `s1`, `s1:Film|Series`, `s1[Gilda]`, or `s1:Film["Gilda" | "Laura"]`."""
        scanner = self.scanner
        variable = self._variable("a variable such as s1")
        types: tuple[str, ...] = ()
        names: tuple[str, ...] = ()
        end = scanner.at
        scanner.skip()
        if scanner.take(":"):
            scanner.skip()
            if scanner.peek() != "[":
                types = self._types()
            end = scanner.at
            scanner.skip()
        if scanner.take("["):
            names = self._names(lambda: self._bare_until("]"), "]", "a name")
            scanner.expect("]")
        else:
            scanner.at = end
        return Term(variable, types, names)

    def predicate(self) -> PredicateTerm:
        """Read `p1:director`, `p1:"director" | "film-maker"`, `p1`, or a predicate without a variable."""
        scanner, start = self.scanner, self.scanner.at
        word = scanner.word()
        end = scanner.at
        scanner.skip()
        if word and scanner.take(":"):
            variable = self.note_use(word, start)
            return PredicateTerm(variable, self._names(self._bare_argument, ",)", "a predicate"))
        if word and scanner.peek() in (",", ")") and (is_numbered(word) or word in self.known):
            scanner.at = end
            return PredicateTerm(self.note_use(word, start))
        scanner.at = start
        return PredicateTerm(names=self._names(self._bare_argument, ",)", "a predicate such as p1:director"))

    def property_name(self) -> str:
        """Read the name of a property before an operator: `year`, `date of birth`, or in quotes."""
        self.scanner.skip()
        return self._quoted_or_bare(_NOT_IN_PROPERTIES, "the name of a property")

    def value(self) -> Constant | Variable:
        """Read the value of a constraint: a variable of the plan, or a constant."""
        text, start, is_quoted = self._one_name("a value or variable")
        variable, dot, name = text.partition(".")
        if is_quoted or not self._is_variable(variable):
            return Constant(text)
        if not dot:
            return Variable(self.note_use(text, start))
        if variable in self.known and name and not name[0].isspace():
            problem = f"{text} is a property; find it with its own Retrieval, or write it in quotes if it is a value"
            raise self.scanner.error(problem, start)
        return Constant(text)

    def operand(self) -> Operand:
        """Read a constant, a variable, or a property of one. An unquoted word such as o7 is always a variable."""
        text, start, is_quoted = self._one_name("a value or variable")
        variable, dot, name = text.partition(".")
        if is_quoted or not (self._is_variable(variable) or (dot and variable in ("s", "p", "o"))):
            return Constant(text)
        if dot and (not name or name[0].isspace()):
            return Constant(text)
        self.scanner.at = start
        return self.reference("a variable")

    def listed_operand(self) -> Operand:
        """Read a variable, a property of one, or a constant, which must be in quotes or begin with a digit."""
        scanner = self.scanner
        scanner.skip()
        if scanner.at_quote():
            text = scanner.quoted()
            if text is None:
                raise scanner.error("this quote is not closed")
            return Constant(text)
        if scanner.peek().isdigit():
            return Constant(self._bare_until(",)"))
        return self.reference("a variable such as o1, or a name in quotes")

    def _is_variable(self, word: str) -> bool:
        return word in self.known or (len(word) > 1 and is_numbered(word))

    def _one_name(self, what: str) -> tuple[str, int, bool]:
        """Read one name; return it, its offset, and whether it is in quotes."""
        scanner = self.scanner
        scanner.skip()
        start = scanner.at
        names = self._names(self._bare_argument, ",)", what)
        if len(names) > 1:
            raise scanner.error("expected one value, found several separated by '|'", start)
        return names[0], start, scanner.text[start : scanner.at].rstrip() != names[0]

    def reference(self, what: str) -> Variable | Property:
        """Read a variable, or a property of one: `o1`, `o1.population`, `o1."date of birth"`."""
        variable = self._variable(what)
        if not self.scanner.take("."):
            return Variable(variable)
        return Property(variable, self._quoted_or_bare(",)", "the name of a property"))

    def _variable(self, what: str) -> str:
        self.scanner.skip()
        start = self.scanner.at
        word = self.scanner.word()
        if not word:
            raise self.scanner.expected(what)
        return self.note_use(word, start)

    def _types(self) -> tuple[str, ...]:
        scanner, types = self.scanner, []
        while True:
            scanner.skip()
            types.append(self._quoted_or_bare("|[,)", "a type"))
            end = scanner.at
            scanner.skip()
            if not scanner.take("|"):
                scanner.at = end
                return tuple(types)

    def _names(self, bare: Callable[[], str], closing: str, what: str) -> tuple[str, ...]:
        """Read names in quotes, separated by `|`, up to one of the closing signs, or else one bare name.

        A name that goes on after its closing quote is bare: `"Heroes" (album)`, `'Tis Pity`.
        """
        scanner = self.scanner
        scanner.skip()
        start, names = scanner.at, []
        while (name := scanner.quoted()) is not None:
            names.append(name)
            scanner.skip()
            if scanner.peek() and scanner.peek() in closing:
                return tuple(names)
            if not scanner.take("|"):
                break
            scanner.skip()
            if not scanner.at_quote():
                raise scanner.expected("a name in quotes after '|'")
        if name is None and scanner.peek() in ('"', "`"):
            raise scanner.error("this quote is not closed")
        scanner.at = start
        name = bare()
        if not name:
            raise scanner.expected(what)
        return (name,)

    def _quoted_or_bare(self, closing: str, what: str) -> str:
        name = self.scanner.quoted() if self.scanner.at_quote() else self._bare_until(closing)
        if not name:
            raise self.scanner.expected(what)
        return name

    def _bare_until(self, closing: str) -> str:
        """Read this line up to one of the signs, outside brackets."""
        return self._bare(lambda sign: sign in closing)

    def _bare_argument(self) -> str:
        """Read up to the bracket that closes the action, or to a comma that another argument follows."""
        return self._bare(lambda sign: sign == ")" or (sign == "," and self._argument_follows()))

    def _bare(self, ends: Callable[[str], bool]) -> str:
        scanner = self.scanner
        scanner.skip()
        start = scanner.at
        closing: list[str] = []
        while (sign := scanner.peek()) not in ("", "\n") and (closing or not ends(sign)):
            if closing and sign == closing[-1]:
                closing.pop()
            elif sign in _PAIRS:
                closing.append(_PAIRS[sign])
            scanner.at += 1
        return scanner.text[start : scanner.at].rstrip()

    def _argument_follows(self) -> bool:
        """Return whether an argument begins after this comma: `o=`, `s.year>=`, `p.date of birth =`."""
        scanner, start = self.scanner, self.scanner.at
        scanner.at += 1
        scanner.skip()
        follows = bool(scanner.word())
        scanner.skip(lines=False)
        if follows and scanner.take(".") and scanner.quoted() is None and not scanner.peek().isspace():
            self._bare_until(_NOT_IN_PROPERTIES)
        scanner.skip(lines=False)
        follows = follows and bool(scanner.take(*_OPERATORS))
        scanner.at = start
        return follows


def is_numbered(word: str) -> bool:
    """Return whether a word looks like a variable and hardly like a name: `s1`, `math4`, `p`."""
    letters = word.rstrip("0123456789")
    return len(word) == 1 or (letters != word and letters in ("s", "p", "o", "m", "math"))
