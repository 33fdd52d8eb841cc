"""Reading plans: steps with sub-questions, or bare actions, as language models and people write them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lgm_core.errors import PlanError
from lgm_core.reasoning.plan.action_parser import ACTION_NAMES, parse_action
from lgm_core.reasoning.plan.argument_parser import PlanScanner
from lgm_core.reasoning.plan.plan_parts import PlanStep, Retrieval

__all__ = ["MOST_CHARACTERS", "MOST_STEPS", "ParsedPlan", "begins_step", "parse_steps", "reads_as_question"]

MOST_CHARACTERS = 100_000
"""The longest text of a plan."""

MOST_STEPS = 100

_FENCE = "```"

_LIST_MARK = re.compile(r"(?P<number>[0-9]+[.)])|[0-9]*[-*•>#][-*•>#0-9]*")
"""How lines of lists and headings begin: `- `, `1. `, `2) `, `## `."""

_STEP_NUMBER = re.compile(
    r"(?:\*\*)?(?:step|(?:sub[- ]?question|question|q)(?=[^\S\n]*[0-9]))[^\S\n]*"
    r"(?:[0-9]+[^\S\n]*(?:\*\*)?[-–—:.)]|(?:\*\*)?[:.)])(?:\*\*)?",
    re.IGNORECASE,
)
"""`Step 1:`, `Step1:`, `Q1.`, also in bold; only the word `step` may stand without a number."""

_LABEL = re.compile(r"(?<![^\W_])(?:logical form|action|function)[^\S\n]*[0-9]*[* ]*:", re.IGNORECASE)
"""What may stand before an action: `Logical Form:`, `Action2:`."""

_ACTION = re.compile(rf"(?:{'|'.join(ACTION_NAMES)})[^\S\n]*\(", re.IGNORECASE)

_LINE_END_MARKS = re.compile(r"(?:(?!```)`|\*\*|[.;])*")
"""What may stand between an action and the end of its line."""


@dataclass(frozen=True, slots=True)
class ParsedPlan:
    """The steps of a plan, and where its variables are in the text.

    Attributes:
        steps: in the order in which they are written.
        places: line and column, from 1, of the first use of each variable in each step, by the step's index and the
            variable; the empty name stands for the step's action.
    """

    steps: tuple[PlanStep, ...]
    places: dict[tuple[int, str], tuple[int, int]] = field(default_factory=dict)


def parse_steps(text: str) -> ParsedPlan:
    """Read the steps of a plan without checking that they work together.

    Raises:
        PlanError: the text is not a plan, or is too long.
    """
    if not isinstance(text, str):
        raise PlanError(f"a plan is text, not {type(text).__name__}")
    if len(text) > MOST_CHARACTERS:
        raise PlanError(f"the plan has {len(text):,} characters; it may have {MOST_CHARACTERS:,} at most", 1, 1)
    # Which bare words are variables is only known after reading all steps, so the text is read twice.
    variables = {name for _, name in _PlanParser(text, frozenset()).plan().places}
    return _PlanParser(text, frozenset(variables - {""})).plan()


def reads_as_question(text: str) -> bool:
    """Return whether a sub-question written after `Step 1:` is read back unchanged."""
    scanner = PlanScanner(text + "\n")
    return _question(scanner) == text and scanner.peek() == "\n" and not _action_begins(PlanScanner(text))


def begins_step(text: str) -> bool:
    """Return whether a text begins with a step: its number, the name of its result, a label, or an action."""
    scanner = PlanScanner(text)
    is_listed = _pass_list_mark(scanner)
    if scanner.match(_STEP_NUMBER):
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
        if scanner.match(_STEP_NUMBER) or (is_listed and not _form_begins(scanner)):
            scanner.skip(lines=False)
            if not _action_begins(scanner):
                question = _question(scanner)
            self._pass_blank()
        _pass_label(scanner)
        line, column = scanner.place(scanner.at)
        self._places[len(self._steps), ""] = line, column
        result, result_at = _named_before(scanner)
        if not _action_begins(scanner):
            raise scanner.expected(f"a step, with one of {', '.join(ACTION_NAMES)}")
        action = parse_action(scanner, self._known, self._note_use)
        scanner.skip(lines=False)
        if scanner.take("->", "→"):
            scanner.skip(lines=False)
            at, after = scanner.at, scanner.word()
            if not after:
                raise scanner.expected("a name for the result")
            if result:
                raise scanner.error(f"the result already has a name: {result}", at)
            result, result_at = after, at
            scanner.skip(lines=False)
        scanner.match(_LINE_END_MARKS)
        scanner.skip(lines=False)
        if scanner.peek() not in ("", "\n") and not scanner.text.startswith(_FENCE, scanner.at):
            raise scanner.expected("the end of the line")
        if result:
            self._note_use(result, result_at)
        if isinstance(action, Retrieval):
            self._last = action
        return PlanStep(action, question, result, line)

    def _note_use(self, name: str, at: int) -> str:
        """Note where a variable is used, and return it; a bare s, p or o means that of the last Retrieval."""
        if self._last is not None and name in ("s", "p", "o") and name not in self._known:
            last = self._last
            parts = {"s": last.subject.variable, "p": last.predicate.variable, "o": last.object.variable}
            name = parts[name] or name
        self._places.setdefault((len(self._steps), name), self._scanner.place(at))
        return name

    def _pass_blank(self) -> bool:
        """Pass empty lines and the fences of code blocks, with the language; return whether anything follows."""
        scanner = self._scanner
        scanner.skip()
        while scanner.take(_FENCE):
            if scanner.text[scanner.at : scanner.line_end()].strip().isalnum():
                scanner.at = scanner.line_end()
            scanner.skip()
        return not scanner.ended


def _pass_list_mark(scanner: PlanScanner) -> bool:
    """Pass the mark of a list or heading, if any; return whether it is a number."""
    mark = scanner.match(_LIST_MARK)
    scanner.skip(lines=False)
    return mark is not None and mark["number"] is not None


def _question(scanner: PlanScanner) -> str:
    """Read a sub-question up to a label or the end of the line; in quotes it may hold anything."""
    start, end = scanner.at, scanner.line_end()
    if (quoted := scanner.quoted()) is not None and scanner.at <= end:
        scanner.skip(lines=False)
        if scanner.peek() in ("", "\n") or _LABEL.match(scanner.text, scanner.at):
            return quoted
    for label in _LABEL.finditer(scanner.text, start, end):
        scanner.at = label.end()
        if _action_begins(scanner):
            end = label.start()
            break
    scanner.at = end
    return scanner.text[start:end].strip()


def _pass_label(scanner: PlanScanner) -> None:
    """Pass a label and the white space after it, and what marks the label or the action as bold or as code."""
    scanner.take("**")
    if scanner.match(_LABEL):
        scanner.take("**")
        scanner.skip()
    scanner.take("`")


def _form_begins(scanner: PlanScanner) -> bool:
    """Return whether an action begins here, perhaps after a label; the scanner does not move."""
    start = scanner.at
    _pass_label(scanner)
    begins = _action_begins(scanner)
    scanner.at = start
    return begins


def _action_begins(scanner: PlanScanner) -> bool:
    """Return whether an action begins here, perhaps with the name of its result; the scanner does not move."""
    start = scanner.at
    scanner.skip(lines=False)
    _named_before(scanner)
    begins = scanner.match(_ACTION) is not None
    scanner.at = start
    return begins


def _named_before(scanner: PlanScanner) -> tuple[str, int]:
    """Pass `m1 =`; return the name and its offset, or an empty name."""
    start = scanner.at
    name = scanner.word()
    scanner.skip(lines=False)
    if name and scanner.take("="):
        scanner.skip(lines=False)
        return name, start
    scanner.at = start
    return "", start
