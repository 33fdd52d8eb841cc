"""Which facts in the words of sentences conform to the properties of a schema."""

from __future__ import annotations

import pytest

from lgm_core.model import Fact, FactEvidence, Schema, SchemaClass, SchemaProperty, Value, ValueKind
from lgm_core.schema.conformance import Conformance
from lgm_core.schema.value_fitting import whole_value

CLASSES = tuple(map(SchemaClass, ("Film", "Person", "Place", "Sailor")))
NAMES = ("director", "screenwriter", "publicationDate", "filmingLocation", "developer", "discovererOrInventor")
FILMS = Schema(
    "films",
    classes=CLASSES,
    properties=(*map(SchemaProperty, NAMES), SchemaProperty("occupation", (), "Person", "Sailor")),
)
YEAR = whole_value("1962", "en")


def property_of(predicate: str, end: str | Value, wording: str = "") -> str:
    evidence = FactEvidence("d#0", 0, 1, wording or predicate, "parse")
    conforming = Conformance(FILMS, ["en"], lambda _: {}).conforming(
        Fact("salt harbour", predicate, end, evidence=(evidence,))
    )
    return conforming.property.name if conforming is not None else ""


@pytest.mark.parametrize(
    ("predicate", "wording", "end", "name"),
    [
        ("direct by", "directed by", "ines moura", "director"),
        ("direct as", "directed as", "ines moura", ""),
        ("be film by", "is film by", "ines moura", "director"),
        ("write by", "written by", "ines moura", "screenwriter"),
        ("film in", "filmed in", "porto", "filmingLocation"),
        ("be film", "is film", YEAR, "publicationDate"),
        ("release in", "released in", YEAR, "publicationDate"),
        ("release in", "released in", "porto", ""),
        ("direct by", "directed by", YEAR, ""),
        ("developer", "developer", "ines moura", "developer"),
        ("be", "is", "painter", ""),
        ("be", "is", "sailor", "occupation"),
    ],
)
def test_properties_of_open_facts(predicate: str, wording: str, end: str | Value, name: str) -> None:
    assert property_of(predicate, end, wording) == name


def test_the_year_is_a_date() -> None:
    assert YEAR is not None
    assert YEAR.kind is ValueKind.DATE
