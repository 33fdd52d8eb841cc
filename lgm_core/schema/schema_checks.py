"""Whether a schema contradicts itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from lgm_core.errors import SchemaError, shown
from lgm_core.model import ValueKind
from lgm_core.model.schema import ClassKind, Rule, Schema, SchemaClass, SchemaProperty
from lgm_core.schema.rule_parsing import Condition, hint, parsed_rule
from lgm_core.schema.value_fitting import is_unit, value_fits, values_of

__all__ = ["check_schema"]

_NAME = re.compile(r"[^\W\d][\w.-]*")
_IRI = re.compile(r"[A-Za-z][A-Za-z\d+.-]*:[^\s<>\"{}|\\^`\x00-\x20]*")


def check_schema(schema: Schema) -> None:
    """Check that a schema contradicts itself nowhere.

    Raises:
        SchemaError: a name or label is missing, not a word, or there twice; a field is of the wrong type; two parts
            have one identifier in RDF, or one that is none; a class that is named does not exist, or is above itself;
            no value fits a range, or its unit is unknown; two properties name each other as inverses differently; or a
            rule does not parse, or compares a property with what it never has.
    """
    for part, members in schema.parts.items():
        for member in members:
            _check_fields(part, member)
        _check_names(part, [each.name for each in members])
    classes = {each.name: each for each in schema.classes}
    _check_iris(schema)
    for each in schema.classes:
        for parent in each.parents:
            _check_named(parent, classes, "class", each.name, "parents")
            if each.name in schema.above(parent):
                raise SchemaError(f"is above itself, through {parent}", "class", each.name, "parents")
    for each_property in schema.properties:
        _check_ends(each_property, classes)
    _check_inverses(schema)
    properties = {each.name: each for each in schema.properties}
    for rule in schema.rules:
        parsed = parsed_rule(rule, schema)
        for field, condition in (*(("when", each) for each in parsed.when), ("then", parsed.then)):
            if problem := _never_holds(condition, properties.get(condition.property)):
                raise SchemaError(problem, "rule", rule.name, field)


def _never_holds(condition: Condition, of: SchemaProperty | None) -> str:
    """Return why a property never has what a rule compares it with; empty if it may."""
    orders = condition.operator not in ("is", "=", "!=")
    wanted = of.value_range if of is not None else None
    if of is None or wanted is None:
        is_thing = of is not None and of.range and orders
        return f"{condition.property} leads to things, which are not greater or less" if is_thing else ""
    said = values_of(condition.value)
    if condition.variable or wanted.kind is ValueKind.TEXT or not (said or orders):
        return ""
    of_kind = replace(wanted, low=None, high=None)
    may_be = any(
        value_fits(of_kind, value, code) or (wanted.kind, value.kind) == (ValueKind.QUANTITY, ValueKind.NUMBER)
        for code, value in said.items()
    )
    return "" if may_be else f"{condition.value!r} is no value of {of.name}, whose range is {of.range!r}"


def _check_fields(part: str, each: SchemaClass | SchemaProperty | Rule) -> None:
    for field in fields(each):
        value, is_list = getattr(each, field.name), str(field.type).startswith("tuple")
        texts = value if is_list and isinstance(value, tuple | list) else [None if is_list else value]
        if not all(isinstance(text, str) for text in texts):
            problem = f"{shown(value)} is no {'list of texts' if is_list else 'text'}"
            raise SchemaError(problem, part, str(each.name), field.name)
    if isinstance(each, SchemaClass) and each.kind not in tuple(ClassKind):
        raise SchemaError(f"{each.kind!r} is none of {', '.join(ClassKind)}", part, each.name, "kind")
    if isinstance(each, Rule):
        return
    if not all(label.strip() for label in each.labels):
        raise SchemaError("a label is empty", part, each.name, "labels")
    if each.status not in ("accepted", "proposed"):
        raise SchemaError(f"{each.status!r} is neither accepted nor proposed", part, each.name, "status")


def _check_names(part: str, names: Sequence[str]) -> None:
    for name, count in Counter(names).items():
        if not name:
            raise SchemaError(f"a {part} has no name", part, "", "name")
        if part != "rule" and not _NAME.fullmatch(name):
            problem = "a name is a letter, then letters, digits, '_', '.' and '-'; only labels have spaces"
            raise SchemaError(problem, part, name, "name")
        if part == "class" and name in tuple(ValueKind):
            raise SchemaError(f"is a range of values; call it {name.capitalize()}", part, name, "name")
        if count > 1:
            raise SchemaError(f"is there {count} times", part, name, "name")


def _check_iris(schema: Schema) -> None:
    for field in ("domain", "base"):
        if not isinstance(value := getattr(schema, field), str):
            raise SchemaError(f"{shown(value)} is no text", field=field)
    if schema.base and not _IRI.fullmatch(schema.base):
        raise SchemaError(f"{schema.base!r} is no beginning of IRIs, such as https://example.org/office#", field="base")
    seen: dict[str, str] = {}
    for part in ("class", "property"):
        for each in schema.parts[part]:
            assert not isinstance(each, Rule)
            iri, field = schema.iri_of(each), "iri" if each.iri else "name"
            if not _IRI.fullmatch(iri):
                raise SchemaError(f"{iri!r} is no IRI", part, each.name, field)
            if iri in seen:
                raise SchemaError(f"{seen[iri]} has the same identifier, {iri}", part, each.name, field)
            seen[iri] = f"the {part} {each.name}"


def _check_ends(each: SchemaProperty, classes: Mapping[str, SchemaClass]) -> None:
    try:
        ranges = each.ranges
    except ValueError as error:
        raise SchemaError(str(error), "property", each.name, "range") from None
    if (values := each.value_range) and values.unit and not is_unit(values.unit):
        problem = f"{values.unit!r} is no unit that is read in texts; numbers of anything have the range number"
        raise SchemaError(problem, "property", each.name, "range")
    for field, names in (("domain", each.domains), ("range", ranges)):
        for name in names:
            _check_named(name, classes, "property", each.name, field)
            if classes[name].status != each.status == "accepted":
                raise SchemaError(f"the class {name} is only proposed; accept it first", "property", each.name, field)


def _check_inverses(schema: Schema) -> None:
    partners: dict[str, set[str]] = {each.name: {each.inverse} - {""} for each in schema.properties}
    for each in schema.properties:
        if each.inverse:
            _check_named(each.inverse, partners, "property", each.name, "inverse")
            partners[each.inverse].add(each.name)
            if each.value_range:
                raise SchemaError("leads to values, so it has no inverse", "property", each.name, "inverse")
    for each in schema.properties:
        if each.inverse and (rivals := partners[each.inverse] - {each.name}):
            problem = f"{each.inverse} would have two inverses, {each.name} and {min(rivals)}"
            raise SchemaError(problem, "property", each.name, "inverse")


def _check_named(name: str, known: Mapping[str, object], part: str, of: str, field: str) -> None:
    if name not in known:
        kind = "property" if field == "inverse" else "class"
        raise SchemaError(f"there is no {kind} {name!r}{hint(name, known)}", part, of, field)
