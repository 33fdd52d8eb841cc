"""Relations that technical documentation states: under headings, of the thing that a section defines, in lists."""

import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse
from lgm_core.model import Document


def relations(text: str) -> set[tuple[str, str, str]]:
    graph = analyse(Document("d", text, media_type="text/markdown"), LiteAnnotator(), "test")
    return {(relation.subject, relation.kind.value, relation.object) for relation in graph.relations}


def parts(whole: str, *names: str) -> set[tuple[str, str, str]]:
    return {(whole, "has_part", name) for name in names}


@pytest.mark.parametrize(
    "heading",
    [
        "# Bilge pump unit",
        "# Bilge pump",
        "# Manual\n\n## Bilge pump",
        "# Bilge pump\n\n## Overview",
        "# Bilge pump\n\n## Chin",  # in *machine*
        "",
    ],
)
def test_what_a_section_defines_has_a_class_and_parts(heading: str) -> None:
    text = f"{heading}\n\nThe bilge pump is a machine. It consists of a motor, a wheel and a seal.\n"
    assert relations(text) == {("bilge pump", "is_a", "machine"), *parts("bilge pump", "motor", "wheel", "seal")}


def test_one_thing_of_many_defines_no_class() -> None:
    assert relations("# Company history\n\nThe company is a publisher.") == set()
    assert relations("# Bilge pump\n\n## Overview\n\nThe impeller is a wheel.") == set()


@pytest.mark.parametrize("start", ["The seal is a ring.", "A seal is a ring."])
def test_it_stands_for_a_thing_and_not_for_a_name(start: str) -> None:
    assert relations(f"# Seal\n\n{start} It is part of the pump.") >= parts("pump", "seal")
    assert relations(f"# Seal\n\n{start} It has a rim.") >= parts("seal", "rim")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A hive has a roof, a floor and two boxes.", parts("hive", "roof", "floor", "box")),
        ("Each arm has three joints, a flange and a tool.", parts("arm", "joint", "flange", "tool")),
        ("A belt has a frame, two rollers and a drive.", parts("belt", "frame", "roller", "drive")),
        # Neither people nor what no thing is made of, nor the belongings of a person.
        ("A car has wheels, doors and a driver.", parts("car", "wheel", "door")),
        ("A house has a door, a window and a good reputation.", parts("house", "door", "window")),
        ("The man has a beard, a nose and a car.", parts("man", "beard", "nose")),
        # One known part tells nothing of the rest.
        ("A harbour has a wall and a festival.", parts("harbour", "wall")),
        ("An insect has a firm hold on the leaf.", set()),
        ("Insects have six legs and part hold.", parts("insect", "leg")),
    ],
)
def test_things_listed_with_known_parts_are_parts(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert relations(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Zenoh is a publish/subscribe protocol.", {("zenoh", "is_a", "publish subscribe protocol")}),
        ("The valve is a push/pull valve.", {("valve", "is_a", "push pull valve")}),
        ("DDS is a read/write store.", set()),
        ("The unit is a converter/inverter.", {("unit", "is_a", "converter")}),
    ],
)
def test_nouns_around_a_slash_describe_one_class(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert relations(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "PostgreSQL, also called Postgres, stores rows.",
        "PostgreSQL (also called Postgres) stores rows.",
        "PostgreSQL is also called Postgres.",
        "PostgreSQL, or Postgres, stores rows.",
        "Postgres is another name for PostgreSQL.",
    ],
)
def test_another_name_of_a_program_is_an_alias(text: str) -> None:
    graph = analyse(Document("d", text), LiteAnnotator(), "test")
    (relation,) = graph.relations
    assert relation.kind.value == "alias_of"
    names = {m.surface for m in graph.mentions if m.concept in (relation.subject, relation.object)}
    assert names == {"PostgreSQL", "Postgres"}
