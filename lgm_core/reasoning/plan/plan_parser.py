"""Reading plans: steps with sub-questions, or bare actions, as language models and people write them."""

from __future__ import annotations

from dataclasses import dataclass, field

from lgm_core.errors import PlanError
from lgm_core.reasoning.plan.action_parser import ACTION_NAMES, parse_action
from lgm_core.reasoning.plan.argument_parser import PlanScanner
from lgm_core.reasoning.plan.plan_parts import Action, Count, Deduce, Math, PlanStep, Retrieval, Sort

__all__ = ["MOST_CHARACTERS", "MOST_STEPS", "ParsedPlan", "begins_step", "parse_steps", "reads_as_question"]

MOST_CHARACTERS = 100_000
"""In the text of a plan."""

MOST_STEPS = 100
"""In a plan."""

_LABELS = ("logical form", "action", "function")
"""What may stand before an action, with a number and a colon: `Logical Form:`, `Action2:`."""

_STEP_WORDS = ("step", "sub-question", "subquestion", "sub question", "question", "q")
"""What may stand before the number of a sub-question; only the first also without one."""

_LIST_MARKS = "-*•>#"

_FENCE = "```"

_DIGITS = "0123456789"


@dataclass(frozen=True, slots=True)
class ParsedPlan:
    """The steps of a plan, and where in its text their variables stand.

    Attributes:
        steps: in the order in which they are written.
        places: line and column, from 1, of the first use of each variable in each step, by the step's index, and of
            the step's action by its index and an empty name.
    """

    steps: tuple[PlanStep, ...]
    places: dict[tuple[int, str], tuple[int, int]] = field(default_factory=dict)


def parse_steps(text: str) -> ParsedPlan:
    """Read the steps of a plan; whether they make sense together is not looked at.

    Raises:
        PlanError: the text is no plan, or too long.
    """
    if not isinstance(text, str):
        raise PlanError(f"a plan is text, not {type(text).__name__}")
    if len(text) > MOST_CHARACTERS:
        raise PlanError(f"the plan has {len(text):,} characters; it may have {MOST_CHARACTERS:,} at most", 1, 1)
    # Which bare words are variables is known only when all steps have been read.
    variables = {name for _, name in _PlanParser(text, frozenset()).plan().places}
    return _PlanParser(text, frozenset(variables - {""})).plan()


def reads_as_question(text: str) -> bool:
    """Return whether a sub-question, written behind `Step 1:`, is read as it is."""
    scanner = PlanScanner(text + "\n")
    return _question(scanner) == text and scanner.peek() == "\n" and not _action_begins(PlanScanner(text))


def begins_step(text: str) -> bool:
    """Return whether a text begins with a step: its number, or the name of its result, a label, or an action."""
    scanner = PlanScanner(text)
    is_listed = _pass_list_mark(scanner)
    if _pass_step_number(scanner):
        return True
    if is_listed and not _form_begins(scanner):
        _question(scanner)
        scanner.skip()
    return _form_begins(scanner)


class _PlanParser:
    def __init__(self, text: str, known: frozenset[str]) -> None:
        self._scanner = PlanScanner(text)
        self._known = known
        self._steps: list[PlanStep] = []
        self._places: dict[tuple[int, str], tuple[int, int]] = {}
        self._last: Retrieval | None = None

    def plan(self) -> ParsedPlan:
        while self._pass_blank():
            if len(self._steps) == MOST_STEPS:
                raise self._scanner.error(f"the plan has more than {MOST_STEPS} steps")
            self._steps.append(self._step())
        if not self._steps:
            raise self._scanner.error("the plan is empty; expected an action such as Retrieval(s=s1[…], p=p1:…, o=o1)")
        return ParsedPlan(tuple(self._steps), self._places)

    def _step(self) -> PlanStep:
        scanner = self._scanner
        is_listed = _pass_list_mark(scanner)
        question = ""
        if _pass_step_number(scanner) or (is_listed and not _form_begins(scanner)):
            scanner.skip(lines=False)
            if not _action_begins(scanner):
                question = _question(scanner)
            self._pass_blank()
        _pass_label(scanner)
        start = scanner.at
        line, column = scanner.place(start)
        self._places[len(self._steps), ""] = line, column
        result, result_at = _named_before(scanner)
        if not _action_begins(scanner):
            raise scanner.expected(f"a step, with one of {', '.join(ACTION_NAMES)}")
        action = parse_action(scanner, self._known, self._note_use)
        scanner.skip(lines=False)
        if scanner.take("->", "→"):
            scanner.skip(lines=False)
            at, behind = scanner.at, scanner.word()
            if not behind:
                raise scanner.expected("a name for the result")
            if result:
                raise scanner.error(f"the result has a name already: {result}", at)
            result, result_at = behind, at
            scanner.skip(lines=False)
        _pass_end(scanner)
        if result:
            self._note_result(action, result, result_at)
        if isinstance(action, Retrieval):
            self._last = action
        return PlanStep(action, question, result, line)

    def _note_result(self, action: Action, result: str, at: int) -> None:
        if not isinstance(action, Math | Count | Deduce | Sort):
            kind = type(action).__name__
            raise self._scanner.error(
                f"{kind} has no result to be called {result}; its variables name what it finds", at
            )
        self._note_use(result, at)

    def _note_use(self, name: str, at: int) -> str:
        """Note where a variable is used; return it, or what a bare s, p or o means: that of the last Retrieval."""
        if self._last is not None and name in ("s", "p", "o") and name not in self._known:
            last = self._last
            parts = {"s": last.subject.variable, "p": last.predicate.variable, "o": last.object.variable}
            name = parts[name] or name
        use = len(self._steps), name
        if use not in self._places:
            self._places[use] = self._scanner.place(at)
        return name

    def _pass_blank(self) -> bool:
        """Pass empty lines and the fences of code blocks, with a language's name; return whether anything follows."""
        scanner = self._scanner
        scanner.skip()
        while scanner.take(_FENCE):
            if scanner.text[scanner.at : scanner.line_end()].strip().isalnum():
                scanner.at = scanner.line_end()
            scanner.skip()
        return not scanner.ended


def _pass_end(scanner: PlanScanner) -> None:
    """Pass what may stand between an action and the end of its line.

    Raises:
        PlanError: something else stands there.
    """
    while not scanner.text.startswith(_FENCE, scanner.at) and scanner.take("`", "**", ".", ";"):
        pass
    scanner.skip(lines=False)
    if scanner.peek() not in ("", "\n") and not scanner.text.startswith(_FENCE, scanner.at):
        raise scanner.expected("the end of the line")


def _pass_list_mark(scanner: PlanScanner) -> bool:
    """Pass what lists and headings begin their lines with: `- `, `1. `, `2) `, `## `; return whether it is a number."""
    start = scanner.at
    while scanner.peek() and scanner.peek() in _LIST_MARKS + _DIGITS:
        scanner.at += 1
    is_number = not scanner.text[start : scanner.at].strip(_DIGITS)
    if is_number and (scanner.at == start or not scanner.take(".", ")")):
        scanner.at, is_number = start, False
    scanner.skip(lines=False)
    return is_number


def _pass_step_number(scanner: PlanScanner) -> bool:
    """Pass `Step 1:`, `Step1:` or `Q1.`, also with stars around it; return whether it stands here."""
    start = scanner.at
    scanner.take("**")
    rest = scanner.text[scanner.at : scanner.line_end()]
    word = next((word for word in _STEP_WORDS if rest[: len(word)].lower() == word), "")
    scanner.at += len(word)
    scanner.skip(lines=False)
    digits = scanner.at
    while scanner.peek() and scanner.peek() in _DIGITS:
        scanner.at += 1
    if word == "step" or (word and scanner.at > digits):
        scanner.skip(lines=False)
        scanner.take("**")
        if scanner.take(":", ".", ")") or (scanner.at > digits and scanner.take("-", "–", "—")):
            scanner.take("**")
            return True
    scanner.at = start
    return False


def _question(scanner: PlanScanner) -> str:
    """Read a sub-question up to the end of the line, or to a label on it; in quotes it may hold anything."""
    start, end = scanner.at, scanner.line_end()
    if (quoted := scanner.quoted()) is not None and scanner.at <= end:
        scanner.skip(lines=False)
        if scanner.peek() in ("", "\n") or _label_ends(scanner, scanner.line_end()):
            return quoted
    scanner.at = start
    colon = scanner.text.find(":", start, end)
    while colon >= 0:
        label = _label_start(scanner.text, start, colon)
        if label is not None and _action_begins(scanner, colon + 1):
            end = label
            break
        colon = scanner.text.find(":", colon + 1, end)
    scanner.at = end
    return scanner.text[start:end].strip()


def _label_ends(scanner: PlanScanner, line_end: int) -> bool:
    """Return whether a label stands here."""
    colon = scanner.text.find(":", scanner.at, line_end)
    return colon >= 0 and _label_start(scanner.text, scanner.at, colon) == scanner.at


def _pass_label(scanner: PlanScanner) -> None:
    """Pass a label and the white space behind it, where one stands here, and what marks it or the action as such."""
    scanner.take("**")
    if _label_ends(scanner, scanner.line_end()):
        scanner.at = scanner.text.index(":", scanner.at) + 1
        scanner.take("**")
        scanner.skip()
    scanner.take("`")


def _form_begins(scanner: PlanScanner) -> bool:
    """Return whether an action begins here, perhaps behind a label; the scanner stays where it is."""
    start = scanner.at
    _pass_label(scanner)
    begins = _action_begins(scanner)
    scanner.at = start
    return begins


def _label_start(text: str, start: int, colon: int) -> int | None:
    """Return the offset of the label that ends with a colon; None where none does."""
    before = text[start:colon].rstrip("* ").rstrip(_DIGITS).rstrip()
    for label in _LABELS:
        at = len(before) - len(label)
        if at >= 0 and before[at:].lower() == label and not before[at - 1 : at].isalnum():
            return start + at
    return None


def _action_begins(scanner: PlanScanner, at: int | None = None) -> bool:
    """Return whether an action begins here, or at an offset; the scanner stays where it is."""
    start = scanner.at
    scanner.at = start if at is None else at
    scanner.skip(lines=False)
    _named_before(scanner)
    name = scanner.word().lower()
    scanner.skip(lines=False)
    begins = scanner.peek() == "(" and name in {known.lower() for known in ACTION_NAMES}
    scanner.at = start
    return begins


def _named_before(scanner: PlanScanner) -> tuple[str, int]:
    """Pass `m1 =`; return the name and its offset, empty where none stands here."""
    start = scanner.at
    name = scanner.word()
    scanner.skip(lines=False)
    if name and scanner.take("="):
        scanner.skip(lines=False)
        return name, start
    scanner.at = start
    return "", start
