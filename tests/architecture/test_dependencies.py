"""What pyproject.toml says of dependencies: ranges that agree, pins within them, lowest versions that are tested."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = SETTINGS["project"]["optional-dependencies"]
GROUPS = SETTINGS["dependency-groups"]
HEAVY = {"spacy", "stanza", "ray", "all"}
"""Extras that `make test-lowest` leaves out: the lowest versions of what they need are above those of others."""


def requirements() -> list[tuple[str, Requirement]]:
    """Return each requirement with who has it."""
    listed = {"dependencies": SETTINGS["project"]["dependencies"], **EXTRAS, **GROUPS}
    return [(who, Requirement(text)) for who, texts in listed.items() if who != "all" for text in texts]


@pytest.mark.parametrize(("who", "requirement"), requirements(), ids=str)
def test_every_requirement_has_a_lowest_version(who: str, requirement: Requirement) -> None:
    assert [part.operator for part in requirement.specifier].count(">=") == 1


def test_a_package_has_one_range_wherever_it_is_named() -> None:
    ranges: dict[str, set[str]] = {}
    for _, requirement in requirements():
        ranges.setdefault(canonicalize_name(requirement.name), set()).add(str(requirement.specifier))
    assert {name: said for name, said in ranges.items() if len(said) > 1} == {}


def test_what_is_pinned_is_within_the_ranges() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    pins = {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in lines)}
    outside = {
        requirement.name: pins.get(canonicalize_name(requirement.name))
        for _, requirement in requirements()
        if not requirement.specifier.contains(pins.get(canonicalize_name(requirement.name), "0"))
    }
    assert outside == {}


def test_the_lowest_versions_of_every_light_extra_are_tested() -> None:
    (light,) = re.findall(r"^LIGHT +:= (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(light.split()) == set(EXTRAS) - HEAVY, "name each new extra in LIGHT, in the Makefile, or in HEAVY here"
