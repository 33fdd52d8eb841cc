"""Reading the actions of a plan (KAG, table 1)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, get_args

from lgm_core.reasoning.plan.argument_parser import ArgumentParser, PlanScanner
from lgm_core.reasoning.plan.expression_parser import parse_expression
from lgm_core.reasoning.plan.plan_parts import (
    Action,
    Constraint,
    ConstraintOperator,
    Count,
    Deduce,
    DeduceOperator,
    Direction,
    Math,
    Output,
    Part,
    PredicateTerm,
    Property,
    Retrieval,
    Sort,
    Term,
    Variable,
)

__all__ = ["ACTION_NAMES", "parse_action"]

_OPERATORS: dict[str, ConstraintOperator] = {
    "!=": "!=",
    "<=": "<=",
    ">=": ">=",
    "==": "=",
    "≠": "!=",
    "≤": "<=",
    "≥": ">=",
    "=": "=",
    "<": "<",
    ">": ">",
}

_DIRECTIONS: dict[str, Direction] = {
    "min": "min",
    "max": "max",
    "asc": "min",
    "ascending": "min",
    "desc": "max",
    "descending": "max",
}
"""Words for directions; in the paper *min* is ascending."""

_LIMIT = re.compile(r"""(?P<quote>["']?)(?P<limit>[0-9]{1,9})(?P=quote)""")

ACTION_NAMES = ("Retrieval", "Sort", "Math", "Deduce", "Count", "Output")


def parse_action(scanner: PlanScanner, known: frozenset[str], note_use: Callable[[str, int], str]) -> Action:
    """Read an action, from its name to the bracket that closes it.

    Args:
        scanner: at the beginning of the action.
        known: the variables of the plan.
        note_use: called with each variable and its offset; returns the variable that is meant.

    Raises:
        PlanError: the action cannot be read.
    """
    start = scanner.at
    name = scanner.word().lower()
    if name not in _PARSERS:
        scanner.at = start
        raise scanner.expected(f"one of {', '.join(ACTION_NAMES)}")
    scanner.expect("(")
    return _PARSERS[name](_ActionParser(scanner, known, note_use), start)


class _ActionParser:
    """Reads the arguments of an action; `start` is the offset of its name."""

    def __init__(self, scanner: PlanScanner, known: frozenset[str], note_use: Callable[[str, int], str]) -> None:
        self._scanner = scanner
        self._arguments = ArgumentParser(scanner, known, note_use)
        self._note_use = note_use

    def retrieval(self, start: int) -> Retrieval:
        ends: dict[str, Term] = {}
        predicates: list[PredicateTerm] = []
        constraints: list[tuple[str, int, Constraint]] = []
        for key, at in self._words():
            if key and self._scanner.take("."):
                constraints.append((key, at, self._constraint()))
            else:
                part = self._keyed(key, at, get_args(Part), "s=, p=, o=, or a constraint such as p.year=2011")
                if part in ends or (part == "p" and predicates):
                    raise self._scanner.error(f"{part}= is given twice", at)
                if part == "p":
                    predicates.append(self._arguments.predicate())
                else:
                    ends[part] = self._arguments.term()
        if len(ends) < 2 or not predicates:
            missing = [f"{part}=" for part in get_args(Part) if not (predicates if part == "p" else part in ends)]
            raise self._scanner.error(f"this Retrieval lacks {' and '.join(missing)}", start)
        parts: dict[str, Part] = {ends["s"].variable: "s", predicates[0].variable: "p", ends["o"].variable: "o"}
        parts.update({part: part for part in get_args(Part)})
        for key, at, _ in constraints:
            if key not in parts:
                of = ", ".join(sorted(filter(None, parts)))
                raise self._scanner.error(f"{key} is not in this Retrieval; a constraint can be on one of {of}", at)
        placed = (replace(constraint, part=parts[key]) for key, _, constraint in constraints)
        return Retrieval(ends["s"], predicates[0], ends["o"], tuple(placed))

    def sort(self, start: int) -> Sort:
        given: dict[str, Any] = {}
        keys = ("set", "orderby", "direction", "limit")
        for key, at in self._words():
            if not given and self._scanner.peek() != "=":
                self._scanner.at = at
                key = "set"
            else:
                key = "set" if key == "A" else key  # as the paper's table calls it
                key = self._keyed(key, at, keys, "set=, orderby=, direction= or limit=")
            if key in given:
                raise self._scanner.error(f"{key}= is given twice", at)
            given[key] = self._sort_argument(key)
        if "set" not in given:
            raise self._scanner.error("this Sort lacks set=", start)
        return Sort(**given)

    def math(self, start: int) -> Math:
        expression = parse_expression(self._scanner, self._note_use)
        self._scanner.expect(")", "an operator or ')'")
        return Math(expression)

    def deduce(self, start: int) -> Deduce:
        given: dict[str, Any] = {}
        keys = ("left", "right", "op")
        for word, at in self._words():
            key = self._keyed(word, at, keys, "left=, right= or op=")
            if key in given:
                raise self._scanner.error(f"{key}= is given twice", at)
            given[key] = self._choice(get_args(DeduceOperator)) if key == "op" else self._arguments.operand()
        if missing := [f"{key}=" for key in keys if key not in given]:
            raise self._scanner.error(f"this Deduce lacks {' and '.join(missing)}", start)
        return Deduce(given["left"], given["right"], given["op"])

    def count(self, start: int) -> Count:
        counted = self._arguments.reference("a variable such as o1")
        self._scanner.expect(")")
        return Count(counted)

    def output(self, start: int) -> Output:
        operands = [self._arguments.listed_operand()]
        while self._further():
            operands.append(self._arguments.listed_operand())
        return Output(tuple(operands))

    def _words(self) -> Iterator[tuple[str, int]]:
        """Yield the first word of each argument and its offset; the caller reads the rest of the argument."""
        yield self._word()
        while self._further():
            yield self._word()

    def _word(self) -> tuple[str, int]:
        """Pass a word and the white space around it; return the word and its offset."""
        self._scanner.skip()
        at = self._scanner.at
        word = self._scanner.word()
        self._scanner.skip(lines=False)
        return word, at

    def _keyed(self, key: str, at: int, keys: tuple[str, ...], what: str) -> str:
        """Pass the equals sign after a key; return the key in lower case."""
        if key.lower() not in keys or not self._scanner.take("="):
            self._scanner.at = at
            raise self._scanner.expected(what)
        return key.lower()

    def _further(self) -> bool:
        """Pass a comma and return True, or the closing bracket and return False."""
        self._scanner.skip()
        if self._scanner.take(","):
            return True
        self._scanner.expect(")", "',' or ')'")
        return False

    def _constraint(self) -> Constraint:
        """Read a constraint from its dot on; the caller sets its part."""
        name = self._arguments.property_name()
        self._scanner.skip()
        sign = self._scanner.take(*_OPERATORS)
        if not sign:
            raise self._scanner.expected(f"one of {' '.join(get_args(ConstraintOperator))}")
        return Constraint("s", name, _OPERATORS[sign], self._arguments.value())

    def _sort_argument(self, key: str) -> Variable | Property | Count | str | int:
        if key == "set":
            return self._arguments.reference("a variable such as s1")
        if key == "orderby":
            return self._order()
        return _DIRECTIONS[self._choice(tuple(_DIRECTIONS))] if key == "direction" else self._limit()

    def _order(self) -> Variable | Property | Count:
        word, at = self._word()
        if word.lower() == "count" and self._scanner.take("("):
            return self.count(at)
        self._scanner.at = at
        return self._arguments.reference("a variable such as o2, or Count(o2)")

    def _limit(self) -> int:
        self._scanner.skip()
        start = self._scanner.at
        found = self._scanner.match(_LIMIT)
        limit = int(found["limit"]) if found else 0
        if limit < 1:
            self._scanner.at = start
            raise self._scanner.expected("a whole number of at least 1")
        return limit

    def _choice(self, choices: tuple[str, ...]) -> str:
        """Read one of some words, in any case, with or without quotes."""
        scanner = self._scanner
        scanner.skip()
        start = scanner.at
        word = (scanner.quoted() or "") if scanner.at_quote() else scanner.word()
        if word.lower() not in choices:
            scanner.at = start
            raise scanner.expected(f"one of {', '.join(choices)}")
        return word.lower()


_PARSERS: dict[str, Callable[[_ActionParser, int], Action]] = {
    "retrieval": _ActionParser.retrieval,
    "sort": _ActionParser.sort,
    "math": _ActionParser.math,
    "deduce": _ActionParser.deduce,
    "count": _ActionParser.count,
    "output": _ActionParser.output,
}
