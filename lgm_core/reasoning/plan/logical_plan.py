"""A plan: the steps by which a question is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from lgm_core.errors import PlanError, shown
from lgm_core.reasoning.plan.argument_parser import is_numbered, is_word
from lgm_core.reasoning.plan.expression_parser import MOST_PARTS
from lgm_core.reasoning.plan.plan_parser import MOST_CHARACTERS, MOST_STEPS, parse_steps
from lgm_core.reasoning.plan.plan_parts import (
    Action,
    ConstraintOperator,
    Count,
    Deduce,
    DeduceOperator,
    Direction,
    Expression,
    Math,
    Number,
    Output,
    PlanStep,
    PredicateTerm,
    Property,
    Retrieval,
    Sort,
    Term,
    operands_of,
    parts_of,
    used_variables,
)
from lgm_core.reasoning.plan.plan_writer import written_steps

__all__ = ["LogicalPlan"]

_Kind = Literal["thing", "predicate", "result"]

_KINDS: dict[_Kind, str] = {"thing": "a subject or object", "predicate": "a predicate", "result": "a result"}

_Places = Mapping[tuple[int, str], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Declared:
    """A variable as the first step with it declares it."""

    step: int
    kind: _Kind
    types: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(slots=True)
class _Checks:
    """Checks the steps of one plan; `declared` are the variables of the steps checked so far."""

    steps: Sequence[PlanStep]
    places: _Places
    makers: dict[str, int]
    declared: dict[str, _Declared] = field(default_factory=dict)

    def error(self, index: int, problem: str, name: str = "") -> PlanError:
        """Return an error in a step, at the first use of a variable in it or at its action."""
        line, column = self.places.get((index, name)) or self.places.get((index, ""), (self.steps[index].line, 1))
        return PlanError(f"step {index + 1}: {problem}", line, column)

    def check(self, index: int) -> None:
        """Check a step and declare its variables."""
        step = self.steps[index]
        _check_words(self, index, step)
        for name in used_variables(step.action):
            if name not in self.declared:
                raise self._unknown(index, name)
        if isinstance(step.action, Retrieval):
            self._check_retrieval(index, step.action)
        if step.result:
            self._declare_result(index, step)

    def _unknown(self, index: int, name: str) -> PlanError:
        maker = self.makers.get(name)
        if maker is None:
            known = f"; known are {', '.join(self.declared)}" if self.declared else ""
            return self.error(index, f"nothing is called {name} before this step{known}", name)
        if maker == index:
            return self.error(index, f"{name} is used in the step that finds it", name)
        return self.error(index, f"{name} is used before step {maker + 1} finds it; put that step first", name)

    def _check_retrieval(self, index: int, action: Retrieval) -> None:
        subject, predicate, end = action.subject, action.predicate, action.object
        names = [name for name in (subject.variable, predicate.variable, end.variable) if name]
        for name in names:
            if names.count(name) > 1:
                raise self.error(index, f"{name} is used twice; s, p and o need variables of their own", name)
        self._declare_end(index, subject)
        self._declare_predicate(index, predicate)
        self._declare_end(index, end)

    def _declare_end(self, index: int, term: Term) -> None:
        name = term.variable
        if not term.types and not term.names and name not in self.declared and not _is_variable(name):
            raise self.error(index, f"{name} looks like a name; write s1[{name}], or o1 to look for it", name)
        self._declare(index, name, _Declared(index, "thing", term.types, term.names))

    def _declare_predicate(self, index: int, predicate: PredicateTerm) -> None:
        name = predicate.variable
        if not name and not predicate.names:
            raise self.error(index, "the predicate has neither variable nor name")
        if name and not predicate.names and name not in self.declared and not is_numbered(name):
            raise self.error(index, f"{name} looks like a predicate; write p1:{name}", name)
        if name:
            self._declare(index, name, _Declared(index, "predicate", names=predicate.names))

    def _declare(self, index: int, name: str, new: _Declared) -> None:
        """Declare a variable, or check that it is used as before."""
        known = self.declared.setdefault(name, new)
        if known.kind == new.kind or (known.kind == "result" and new.kind == "thing"):
            if new.types in ((), known.types) and new.names in ((), known.names):
                return
            problem = f"{name} was given another type or name in step {known.step + 1}; use another variable"
        else:
            problem = f"{name} is {_KINDS[known.kind]} in step {known.step + 1}; it cannot be {_KINDS[new.kind]}"
        raise self.error(index, problem, name)

    def _declare_result(self, index: int, step: PlanStep) -> None:
        if not isinstance(step.action, Math | Count | Deduce | Sort):
            problem = f"{type(step.action).__name__} has no result to name; its variables already name what it finds"
            raise self.error(index, problem, step.result)
        if step.result in self.declared:
            first = self.declared[step.result].step + 1
            raise self.error(index, f"{step.result} is already a name in step {first}", step.result)
        self.declared[step.result] = _Declared(index, "result")


def check_steps(steps: Sequence[PlanStep], places: _Places | None = None) -> None:
    """Check that the steps of a plan work together.

    Args:
        steps: the steps.
        places: see `ParsedPlan.places`.

    Raises:
        PlanError: a variable is unknown or used before it is found; a name is given twice; a variable gets another type
            or name later; something is empty, too long or out of range.
    """
    if not steps:
        raise PlanError("a plan needs at least one step")
    if len(steps) > MOST_STEPS:
        raise PlanError(f"the plan has {len(steps)} steps; it may have {MOST_STEPS} at most")
    checks = _Checks(steps, places or {}, _makers(steps))
    for index in range(len(steps)):
        checks.check(index)


def _makers(steps: Sequence[PlanStep]) -> dict[str, int]:
    """Return the index of the first step that finds each variable."""
    makers: dict[str, int] = {}
    for index, step in enumerate(steps):
        found = [step.result]
        if isinstance(step.action, Retrieval):
            found += [step.action.subject.variable, step.action.predicate.variable, step.action.object.variable]
        for name in filter(None, found):
            makers.setdefault(name, index)
    return makers


def _is_variable(word: str) -> bool:
    """Return whether a word without type or name is a variable rather than a name."""
    return is_numbered(word) or not word[:1].isupper()


def _check_words(checks: _Checks, index: int, step: PlanStep) -> None:
    """Check that a step can be written as text: no name is empty or endless, and numbers are in range."""
    if problem := _out_of_range(step.action):
        raise checks.error(index, problem)
    variables, names = _words(step.action)
    for variable in (*variables, *filter(None, [step.result])):
        if not is_word(variable):
            raise checks.error(index, f"{variable!r:.60} is not a variable; write letters and digits, such as o1")
    if not all(map(str.strip, names)):
        raise checks.error(index, "a name, type, predicate or property is empty")
    if sum(map(len, (step.question, *variables, *names))) > MOST_CHARACTERS:
        raise checks.error(index, f"the step has more than {MOST_CHARACTERS:,} characters")


def _words(action: Action) -> tuple[list[str], list[str]]:
    """Return the variables of an action, and its names, types, predicates and properties."""
    variables = list(used_variables(action))
    names = [part.name for part in operands_of(action) if isinstance(part, Property)]
    if isinstance(action, Retrieval):
        subject, predicate, end = action.subject, action.predicate, action.object
        variables += [subject.variable, end.variable, *filter(None, [predicate.variable])]
        names += [*subject.types, *subject.names, *predicate.names, *end.types, *end.names]
        names += [constraint.property for constraint in action.constraints]
    return variables, names


def _out_of_range(action: Action) -> str:
    """Return what is wrong with the numbers and choices of an action, if anything."""
    match action:
        case Sort(_, _, direction, limit):
            if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
                return f"limit is {shown(limit)}; it must be a whole number of at least 1"
            return _not_among("direction", direction, get_args(Direction))
        case Deduce(operator=operator):
            return _not_among("op", operator, get_args(DeduceOperator))
        case Output(()):
            return "Output needs at least one variable"
        case Math(expression):
            return _too_large(expression)
        case Retrieval(constraints=constraints):
            problems = (_not_among("an operator", part.operator, get_args(ConstraintOperator)) for part in constraints)
            return next(filter(None, problems), "")
        case _:
            return ""


def _not_among(what: str, given: str, choices: tuple[str, ...]) -> str:
    return "" if given in choices else f"{what} is {given!r:.60}; it must be one of {', '.join(choices)}"


def _too_large(expression: Expression) -> str:
    for count, part in enumerate(parts_of(expression), 1):
        if count > MOST_PARTS:
            return f"the expression has more than {MOST_PARTS} parts; make it several steps"
        if isinstance(part, Number) and not (part.text.isascii() and part.text.replace(".", "", 1).isdigit()):
            return f"{part.text!r:.60} is not a number"
    return ""


@dataclass(frozen=True, slots=True)
class LogicalPlan:
    """The steps that answer a question; each uses only what earlier steps found.

    `str(plan)` is its text, which parses to an equal plan.

    Raises:
        PlanError: the steps do not work together: a variable is unknown or used before it is found, a name is given
            twice, or a variable gets another type or name later.
    """

    steps: tuple[PlanStep, ...]

    def __post_init__(self) -> None:
        """Check that the steps work together."""
        check_steps(self.steps)

    @classmethod
    def parse(cls, text: str) -> LogicalPlan:
        """Read a plan as people or language models write it (KAG, tables 1, 13 and 14).

        Args:
            text: actions, one on each line, or steps: `Step 1: a sub-question` and, on the next line,
                `Logical Form: …`. Names may be in quotes or backticks, and must be if they hold unbalanced brackets.

        Raises:
            PlanError: the text is not a plan; says in which line and column, and what was expected there.
        """
        parsed = parse_steps(text)
        check_steps(parsed.steps, parsed.places)
        return cls(parsed.steps)

    def __str__(self) -> str:
        """Return the plan's text."""
        return written_steps(self.steps)
