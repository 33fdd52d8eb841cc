"""Reading what stands in the brackets of an action: variables, types, names and values."""

from __future__ import annotations

from collections.abc import Callable

from lgm_core.errors import PlanError
from lgm_core.reasoning.plan.plan_parts import Constant, Operand, PredicateTerm, Property, Term, Variable

__all__ = ["ArgumentParser", "PlanScanner", "is_numbered", "is_word"]

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


_OPERATORS = ("=", "!=", "<", ">", "≤", "≥", "≠")
"""What the operators of constraints begin with."""

_NOT_IN_PROPERTIES = "=!<>≤≥≠,()[]{}"

_PAIRS = {"(": ")", "[": "]", "{": "}"}


class ArgumentParser:
    """Reads the arguments of actions.

    Attributes:
        scanner: where they stand.
        known: the variables of the plan. A bare word that is none of them is a name.
        note_use: told each variable and its offset; returns the variable that is meant.
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
            return Term(variable, types, names)
        scanner.at = end
        return Term(variable, types, names)

    def predicate(self) -> PredicateTerm:
        """Read `p1:director`, `p1:"director" | "film-maker"`, `p1`, or a predicate without variable."""
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
        """Read the name of a property, before an operator: `year`, `date of birth`, or in quotes."""
        scanner = self.scanner
        scanner.skip()
        name = scanner.quoted() if scanner.at_quote() else self._bare_until(_NOT_IN_PROPERTIES)
        if not name:
            raise scanner.expected("the name of a property")
        return name

    def value(self) -> Constant | Variable:
        """Read the value of a constraint; a bare word that is a variable of the plan stands for that."""
        text, start, is_quoted = self._one_name("a value or variable")
        variable, dot, name = text.partition(".")
        if is_quoted or not self._is_variable(variable):
            return Constant(text)
        if not dot:
            return Variable(self.note_use(text, start))
        if variable in self.known and name and not name[0].isspace():
            problem = f"{text} is a property; find it by a Retrieval of its own, or write it in quotes if it is a value"
            raise self.scanner.error(problem, start)
        return Constant(text)

    def operand(self) -> Operand:
        """Read a constant or, bare, a variable or property of one. A word such as o7 is always a variable."""
        text, start, is_quoted = self._one_name("a value or variable")
        variable, dot, name = text.partition(".")
        if is_quoted or not (self._is_variable(variable) or (dot and variable in ("s", "p", "o"))):
            return Constant(text)
        if dot and (not name or name[0].isspace()):
            return Constant(text)
        self.scanner.at = start
        return self.reference("a variable")

    def listed_operand(self) -> Operand:
        """Read a variable, a property of one, or a constant, which is in quotes or begins with a digit."""
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
        """Read one name; return it, its offset, and whether it stands in quotes."""
        scanner = self.scanner
        scanner.skip()
        start = scanner.at
        names = self._names(self._bare_argument, ",)", what)
        if len(names) > 1:
            raise scanner.error("expected one value, found several parted by '|'", start)
        return names[0], start, scanner.text[start : scanner.at].rstrip() != names[0]

    def reference(self, what: str) -> Variable | Property:
        """Read a variable, or a property of one: `o1`, `o1.population`, `o1."date of birth"`."""
        scanner = self.scanner
        variable = self._variable(what)
        if not scanner.take("."):
            return Variable(variable)
        name = scanner.quoted() if scanner.at_quote() else self._bare_until(",)")
        if not name:
            raise scanner.expected("the name of a property")
        return Property(variable, name)

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
            name = scanner.quoted() if scanner.at_quote() else self._bare_until("|[,)")
            if not name:
                raise scanner.expected("a type")
            types.append(name)
            end = scanner.at
            scanner.skip()
            if not scanner.take("|"):
                scanner.at = end
                return tuple(types)

    def _names(self, bare: Callable[[], str], closing: str, what: str) -> tuple[str, ...]:
        """Read names in quotes parted by `|` up to one of the closing signs, or else one bare name.

        What begins with a quote and goes on behind its end is bare: `"Heroes" (album)`, `'Tis Pity`.
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
                raise scanner.expected("a name in quotes behind '|'")
        if name is None and scanner.peek() in ('"', "`"):
            raise scanner.error("this quote is not closed")
        scanner.at = start
        name = bare()
        if not name:
            raise scanner.expected(what)
        return (name,)

    def _bare_until(self, closing: str) -> str:
        """Read what stands before one of the signs on this line, without white space around it, brackets balanced."""
        return self._bare(lambda sign: sign in closing)

    def _bare_argument(self) -> str:
        """Read what stands before the bracket that closes the action, or a comma and then the next argument."""
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
        """Return whether behind this comma stands what begins an argument: `o=`, `s.year>=`, `p.date of birth =`."""
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
    """Return whether a word is written as variables are, so that it can hardly be a name: `s1`, `math4`, `p`."""
    letters = word.rstrip("0123456789")
    return len(word) == 1 or (letters != word and letters in ("s", "p", "o", "m", "math"))
