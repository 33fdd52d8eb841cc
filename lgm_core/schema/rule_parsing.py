"""The rules of a schema as conditions and a conclusion; nothing of them is ever run as code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.errors import SchemaError, nearest_name
from lgm_core.model.schema import Rule, Schema, SchemaClass, SchemaProperty

__all__ = ["Condition", "ParsedRule", "hint", "parsed_rule"]

_OPERATORS = (">=", "<=", "!=", "=", ">", "<")
_CONDITION = re.compile(r"\?(?P<subject>\w+)\s+(?P<rest>\S.*)", re.DOTALL)
_COMPARISON = re.compile(rf"(?P<name>.+?)\s*(?P<operator>{'|'.join(_OPERATORS)})\s*(?P<value>\S.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold of something, or what a rule concludes of it.

    Attributes:
        subject: the variable that stands for it, without its question mark.
        property: the name of a property; empty if it is about the class.
        operator: `is` for a class; else a comparison, `=` for a thing.
        value: the name of a class or thing, or a value as written; empty if a variable is compared.
        variable: the variable that is compared, without its question mark; empty for a value.
    """

    subject: str
    property: str
    operator: str
    value: str
    variable: str = ""


@dataclass(frozen=True, slots=True)
class ParsedRule:
    """A rule's conditions and conclusion."""

    rule: Rule
    when: tuple[Condition, ...]
    then: Condition


def parsed_rule(rule: Rule, schema: Schema) -> ParsedRule:
    """Parse a rule.

    Raises:
        SchemaError: a condition is malformed or names no class or property of the schema, or the conclusion
            uses a variable that no condition binds, or compares instead of stating.
    """
    properties, classes = _by_name(schema.properties), _by_name(schema.classes)
    field = "when"
    try:
        if not rule.when:
            raise ValueError("has no conditions")
        when = tuple(_condition(text, properties, classes) for text in rule.when)
        field = "then"
        then = _condition(rule.then, properties, classes)
        bound = {variable for condition in when for variable in (condition.subject, condition.variable)}
        if loose := {then.subject, then.variable} - {"", *bound}:
            raise ValueError(f"?{min(loose)} is in no condition")
        if then.operator not in ("is", "="):
            raise ValueError(f"{rule.then!r} compares; a conclusion states one thing")
        field = "text"
        if not rule.text.strip():
            raise ValueError("has no text; say the rule in words, which answers cite")
    except ValueError as error:
        raise SchemaError(str(error), "rule", rule.name, field) from None
    return ParsedRule(rule, when, then)


def _by_name(parts: Sequence[SchemaClass | SchemaProperty]) -> dict[str, str]:
    """Return the names of classes or properties by their names and labels; a name comes before a label of another."""
    labels = {label.casefold(): each.name for each in reversed(parts) for label in each.names}
    return labels | {each.name.casefold(): each.name for each in parts}


def _condition(text: str, properties: Mapping[str, str], classes: Mapping[str, str]) -> Condition:
    match = _CONDITION.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} does not begin with a variable, as ?x")
    subject, rest = match["subject"], match["rest"]
    if rest.startswith("is "):
        name = rest[3:].strip()
        if name.casefold() not in classes:
            raise ValueError(f"{name!r} is no class of the schema{hint(name, classes)}")
        return Condition(subject, "", "is", classes[name.casefold()])
    comparison = _COMPARISON.fullmatch(rest)
    name, operator, value = comparison.groups() if comparison else _stated(rest, properties)
    if name.casefold() not in properties:
        raise ValueError(f"{name!r} is no property of the schema{hint(name, properties)}")
    if value in ("", "?"):
        raise ValueError(f"{text!r} says no value")
    variable = value[1:] if value.startswith("?") else ""
    return Condition(subject, properties[name.casefold()], operator, "" if variable else value.strip("\"'"), variable)


def _stated(rest: str, properties: Mapping[str, str]) -> tuple[str, str, str]:
    """Return the longest property at the beginning of a statement, and the rest of it."""
    words = rest.split()
    for end in range(len(words) - 1, 0, -1):
        if " ".join(words[:end]).casefold() in properties:
            return " ".join(words[:end]), "=", " ".join(words[end:])
    return words[0], "=", " ".join(words[1:])


def hint(name: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown name: the one that was probably meant, if any."""
    nearest = nearest_name(name, known)
    return f"; did you mean {nearest!r}?" if nearest else ""
