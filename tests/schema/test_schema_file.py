"""Schemas in TOML: what is written is read back, and errors name the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from lgm_core.errors import SchemaError
from lgm_core.model import ClassKind, Schema
from lgm_core.schema.schema_file import parse_schema, read_schema_file, schema_text
from tests.schema.offices import OFFICE, SCHEMA


def test_a_schema_comes_back_from_toml_as_it_was() -> None:
    assert parse_schema(schema_text(SCHEMA)) == SCHEMA
    assert schema_text(parse_schema(schema_text(SCHEMA))) == schema_text(SCHEMA)
    assert len(SCHEMA.classes) == 6
    assert SCHEMA.classes[2].kind is ClassKind.EVENT
    assert SCHEMA.classes[4].labels == ("hard waste", 'bulky "waste"')


def test_an_empty_file_is_an_empty_schema() -> None:
    assert parse_schema("") == Schema()
    assert parse_schema("\ufeff# only a comment\n") == Schema()


@pytest.mark.parametrize("text", ["", "# nothing yet\n", 'domain = "office"\n'])
def test_a_file_without_any_part_is_no_schema_to_load(text: str, tmp_path: Path) -> None:
    path = tmp_path / "office.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SchemaError, match=r"office\.toml: line 1: has no class, property or rule"):
        read_schema_file(path)


@pytest.mark.parametrize("condition", ["?s fee > 10", "?s fee > 10 Euro", "?s fee = free", "?s openSince < 1990"])
def test_rules_compare_with_what_the_range_has(condition: str) -> None:
    rule = parse_schema(OFFICE.replace("?s fee <= 10", condition, 1)).rules[0]
    assert condition in rule.when


def line_of(text: str) -> int:
    """Return the line of the first occurrence of a text in the office's schema."""
    return OFFICE[: OFFICE.index(text)].count("\n") + 1


CHANGES = [
    # what is there, what it becomes, the text in whose line the error is, words of the message
    (
        'parents = ["Service"]',
        'parents = ["Servic"]',
        'parents = ["Service"]',
        "no class 'Servic'; did you mean 'Service'",
    ),
    ('parents = ["Service"]', 'parents = ["Permit"]', 'parents = ["Service"]', "above itself"),
    ('description = "What the office does."', 'parents = ["Permit"]', "description =", "above itself, through Permit"),
    ('labels = ["costs"]', 'labls = ["costs"]', 'labels = ["costs"]', "labels"),
    ('labels = ["costs"]', "labels = [1]", 'labels = ["costs"]', "no list of texts"),
    ('labels = ["costs"]', 'labels = ["costs", " "]', 'labels = ["costs"]', "label is empty"),
    ('name = "Permit"', 'name = "Building permit"', 'name = "Permit"', "only labels have spaces"),
    ("EUR 0..500", "EUR 9..5", "range = ", "no value fits"),
    ('range = "date"', 'range = "date kg"', 'range = "date"', "no range"),
    ('range = "date"', 'range = "dat"', 'range = "date"', "no class 'dat'"),
    ('name = "neededBy"\ndomain', 'name = "fee"\ndomain', 'name = "neededBy"', "2 times"),
    ('range = "date"', 'inverse = "needs"', 'inverse = "needs"', "two inverses, neededBy and openSince"),
    ('labels = ["costs"]', 'inverse = "needs"', 'labels = ["costs"]', "no inverse"),
    ('kind = "event"', 'kind = "happening"', 'kind = "event"', "none of entity, event"),
    ('kind = "event"', 'status = "maybe"', 'kind = "event"', "neither accepted nor proposed"),
    ('kind = "event"', 'status = "proposed"', 'domain = "Service|Hearing"', "Hearing is only proposed"),
    ("?s fee <= 10", "?s feee <= 10", "when = ", "did you mean 'fee'"),
    ('then = "?s is Permit"', 'then = "?x is Permit"', "then = ", "?x is in no condition"),
    ('text = "Services for at most 10 euros are permits."', "", "[[rule]]", "has no text"),
    ('kind = "event"', "kind = ", 'kind = "event"', "not TOML"),
    ('domain = "office"', "domain = 1", 'domain = "office"', "no text"),
    ('name = "Permit"', "name = 7", 'name = "Permit"', "7 is no text"),
    ("https://example.org/office#", "our office", "base = ", "no beginning of IRIs"),
    ("https://forms.example.org/F1", "form 1", "iri = ", "no IRI"),
    ("https://forms.example.org/F1", "https://example.org/office#Permit", "iri = ", "the class Permit has the same"),
    ('name = "openSince"', 'name = "Sofa"', 'name = "openSince"', "the class Sofa has the same identifier"),
    ('name = "Sofa"', 'name = "text"', 'name = "Sofa"', "range of values"),
    ("EUR 0..500", "florins", "range = ", "'florins' is no unit"),
    ("?s fee <= 10", "?s fee <= 10 kg", "when = ", "'10 kg' is no value of fee, whose range is 'quantity EUR 0..500'"),
    ("?s fee <= 10", "?s fee != 10 dollars", "when = ", "'10 dollars' is no value of fee"),
    ("?s fee <= 10", "?s fee <= many", "when = ", "'many' is no value of fee"),
    ("?s fee <= 10", "?s needs <= 10", "when = ", "needs leads to things"),
    ('then = "?s is Permit"', 'then = "?s openSince 3 weeks"', "then = ", "'3 weeks' is no value of openSince"),
    ("?s is Service", "?s fee", "when = ", "'?s fee' says no value"),
]


@pytest.mark.parametrize(("there", "instead", "place", "words"), CHANGES)
def test_an_error_names_the_line(there: str, instead: str, place: str, words: str) -> None:
    assert there in OFFICE
    with pytest.raises(SchemaError) as told:
        parse_schema(OFFICE.replace(there, instead, 1))
    assert words in str(told.value)
    assert told.value.line == line_of(place), str(told.value)


def test_a_part_without_a_name_is_refused() -> None:
    with pytest.raises(SchemaError, match="has no name"):
        parse_schema(OFFICE.replace('name = "fee"\n', ""))


def test_unknown_tables_are_refused() -> None:
    with pytest.raises(SchemaError, match="classes"):
        parse_schema('[[classes]]\nname = "Film"\n')


def test_other_ends_of_lines_are_part_of_a_text() -> None:
    with pytest.raises(SchemaError, match="line 4"):
        parse_schema('domain = "a\u2028b\x85"\r\n[[class]]\r\nname = "A"\r\nparents = ["B"]\r\n')
