"""Whether a schema contradicts itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from lgm_core.errors import SchemaError, nearest_name
from lgm_core.model.schema import ClassKind, Schema, SchemaClass, SchemaProperty
from lgm_core.schema.rule_parsing import parsed_rule

__all__ = ["check_schema"]

_NAME = re.compile(r"[^\W\d][\w.-]*")


def check_schema(schema: Schema) -> None:
    """Check that a schema contradicts itself nowhere.

    Raises:
        SchemaError: a name or label is missing, not a word, or there twice; a class that is named does not exist, or
            is above itself; no value fits a range; two properties name each other as inverses differently; or a rule
            does not parse.
    """
    for part, names in (
        ("class", [each.name for each in schema.classes]),
        ("property", [each.name for each in schema.properties]),
        ("rule", [each.name for each in schema.rules]),
    ):
        _check_names(part, names)
    classes = {each.name: each for each in schema.classes}
    for each in schema.classes:
        _check_class(each, schema, classes)
    properties = {each.name: each for each in schema.properties}
    for each_property in schema.properties:
        _check_property(each_property, classes, properties)
    for rule in schema.rules:
        parsed_rule(rule, schema)


def _check_names(part: str, names: Sequence[str]) -> None:
    for name, count in Counter(names).items():
        if not name:
            raise SchemaError(f"a {part} has no name", part, "", "name")
        if part != "rule" and not _NAME.fullmatch(name):
            problem = "a name is a letter, then letters, digits, '_', '.' and '-'; only labels have spaces"
            raise SchemaError(problem, part, name, "name")
        if count > 1:
            raise SchemaError(f"is there {count} times", part, name, "name")


def _check_class(each: SchemaClass, schema: Schema, classes: Mapping[str, SchemaClass]) -> None:
    _check_common(each, "class")
    if each.kind not in tuple(ClassKind):
        raise SchemaError(f"{each.kind!r} is none of {', '.join(ClassKind)}", "class", each.name, "kind")
    for parent in each.parents:
        _check_named(parent, classes, "class", each.name, "parents")
        if each.name in schema.above(parent):
            raise SchemaError(f"is above itself, through {parent}", "class", each.name, "parents")


def _check_property(
    each: SchemaProperty, classes: Mapping[str, SchemaClass], properties: Mapping[str, SchemaProperty]
) -> None:
    _check_common(each, "property")
    try:
        has_values = each.value_range is not None
    except ValueError as error:
        raise SchemaError(str(error), "property", each.name, "range") from None
    for field, names in (("domain", each.domains), ("range", each.ranges)):
        for name in names:
            _check_named(name, classes, "property", each.name, field)
            if classes[name].status != each.status == "accepted":
                raise SchemaError(f"the class {name} is only proposed; accept it first", "property", each.name, field)
    if not each.inverse:
        return
    _check_named(each.inverse, properties, "property", each.name, "inverse")
    if has_values:
        raise SchemaError("leads to values, so it has no inverse", "property", each.name, "inverse")
    inverses = [each.name, properties[each.inverse].inverse]
    inverses += [other.name for other in properties.values() if other.inverse == each.inverse]
    if rivals := sorted(set(inverses) - {"", each.name}):
        problem = f"{each.inverse} would have two inverses, {each.name} and {rivals[0]}"
        raise SchemaError(problem, "property", each.name, "inverse")


def _check_common(each: SchemaClass | SchemaProperty, part: str) -> None:
    if not all(label.strip() for label in each.labels):
        raise SchemaError("a label is empty", part, each.name, "labels")
    if each.status not in ("accepted", "proposed"):
        raise SchemaError(f"{each.status!r} is neither accepted nor proposed", part, each.name, "status")


def _check_named(name: str, known: Mapping[str, object], part: str, of: str, field: str) -> None:
    if name not in known:
        near = nearest_name(name, known)
        kind = "property" if field == "inverse" else "class"
        problem = f"there is no {kind} {name!r}" + (f"; did you mean {near!r}?" if near else "")
        raise SchemaError(problem, part, of, field)
