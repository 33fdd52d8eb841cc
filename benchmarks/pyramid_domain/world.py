"""The true facts of the domain (`world`): what its documents say, and the properties that they leave open."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from benchmarks.pyramid_domain.names import Names

__all__ = ["CLASSES_ABOVE", "DOCUMENTS", "MULTIPLE", "OUTSIDE", "SEED", "SYMMETRIC", "Record", "World", "world"]

SEED = 35
DOCUMENTS = 1500

CLASSES_ABOVE = {
    **dict.fromkeys(("Island", "Harbour", "Lighthouse"), ("Place",)),
    **dict.fromkeys(("Ferry", "CargoShip", "Tug", "ResearchVessel", "Trawler"), ("Vessel",)),
    "CarFerry": ("Ferry", "Vessel"),
    **dict.fromkeys(("Company", "Shipyard"), ("Organisation",)),
    **dict.fromkeys(("Captain", "Keeper", "Merchant"), ("Person",)),
}
"""The classes above each class."""

MULTIPLE = ("portOfCall", "connects")
"""Properties of which a thing has several."""

OUTSIDE = (
    *("painter", "christened", "namedAfter", "repaired", "designer", "insurer", "replaced", "harbourMaster"),
    *("dredged", "twin", "spouse", "trained"),
)
"""What the documents state although the schema has no property for it."""

SYMMETRIC = ("twin", "spouse")
"""Predicates outside the schema that hold both ways."""

_MONTHS = "January February March April May June July August September October November December".split()
_VESSELS = ("Ferry", "Ferry", "CarFerry", "CargoShip", "CargoShip", "Tug", "ResearchVessel", "Trawler")
_UNSTATED = 0.12
"""The share of vessels' properties that no document states."""


@dataclass(frozen=True, slots=True)
class Record:
    """A fact: the name of its subject, its property, and the name or value of its object; `is a` states a class."""

    subject: str
    property: str
    object: str


@dataclass(frozen=True)
class World:
    """All that is true in the domain.

    Attributes:
        classes: the class of each thing, by name.
        records: the facts of the schema's properties.
        outside: facts whose predicates the schema lacks.
        unstated: things and properties of the schema that no document states of them.
        strangers: names that no document has, with the class that a question would presume.
    """

    classes: dict[str, str]
    records: tuple[Record, ...]
    outside: tuple[Record, ...]
    unstated: tuple[tuple[str, str], ...]
    strangers: tuple[tuple[str, str], ...]

    def members(self, name: str) -> list[str]:
        """Return the things of a class and of the classes below it."""
        return [thing for thing, own in self.classes.items() if name in (own, *CLASSES_ABOVE.get(own, ()))]

    def objects(self, subject: str, property: str) -> list[str]:
        """Return what a property leads to from a thing."""
        return self._objects.get((subject, property), [])

    def subjects(self, property: str, object: str) -> list[str]:
        """Return the things from which a property leads to a thing or value."""
        return self._subjects.get((property, object), [])

    @cached_property
    def _objects(self) -> dict[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = {}
        for each in (*self.records, *self.outside):
            found.setdefault((each.subject, each.property), []).append(each.object)
        return found

    @cached_property
    def _subjects(self) -> dict[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = {}
        for each in (*self.records, *self.outside):
            found.setdefault((each.property, each.object), []).append(each.subject)
        return found


def world(seed: int = SEED, count: int = DOCUMENTS) -> World:
    """Return the facts of the domain.

    Args:
        seed: what the names and facts are drawn from.
        count: for how many documents; the number of things grows with it.
    """
    choose = random.Random(f"world {seed}")
    return _Maker(choose, Names(choose), count).world()


class _Maker:
    """Draws things and facts."""

    def __init__(self, choose: random.Random, names: Names, count: int) -> None:
        self._choose = choose
        self._names = names
        self._count = count
        self._classes: dict[str, str] = {}
        self._records: list[Record] = []
        self._unstated: list[tuple[str, str]] = []

    def world(self) -> World:
        islands = self._new("Island", 12)
        harbours = self._new("Harbour", 48)
        yards = self._new("Shipyard", 10)
        lights = self._new("Lighthouse", 40)
        companies = self._new("Company", 12)
        lines = self._new("Line", 14)
        for number, harbour in enumerate(harbours):
            self._state(harbour, "island", islands[number % len(islands)])
        for place in (*yards, *lights):
            self._state(place, "island", self._choose.choice(islands))
        for island in islands:
            self._state(island, "population", f"{self._choose.randrange(120, 9900):,}")
        for company in companies:
            self._state(company, "headquarters", self._choose.choice(harbours))
            self._state(company, "founder", self._person("Merchant", islands))
            self._state(company, "foundingYear", str(self._choose.randrange(1870, 1990)))
        for line in lines:
            for harbour in self._choose.sample(harbours, min(len(harbours), self._choose.randrange(3, 6))):
                self._state(line, "connects", harbour)
        for light in lights:
            self._state(light, "height", f"{self._choose.randrange(9, 58)} metres")
            if self._choose.random() < 1 - _UNSTATED:
                self._state(light, "keeper", self._person("Keeper", islands))
            else:
                self._unstated.append((light, "keeper"))
        for vessel in self._vessels():
            self._describe(vessel, companies, harbours, yards, lines, islands)
        outside = tuple(self._outside())
        strangers = [("Vessel", 6), ("Company", 3), ("Lighthouse", 3)]
        unknown = tuple((self._names.name(kind), kind) for kind, number in strangers for _ in range(number))
        return World(self._classes, tuple(self._records), outside, tuple(self._unstated), unknown)

    def _new(self, kind: str, number: int) -> list[str]:
        made = [self._names.name(kind) for _ in range(max(3, round(number * self._count / DOCUMENTS)))]
        self._classes |= dict.fromkeys(made, kind)
        return made

    def _vessels(self) -> list[str]:
        made = self._new("Vessel", 150)
        for number, vessel in enumerate(made):
            self._classes[vessel] = _VESSELS[number % len(_VESSELS)]
        return made

    def _person(self, kind: str, islands: Sequence[str]) -> str:
        name = self._names.name("Person")
        self._classes[name] = kind
        if self._choose.random() < 1 - _UNSTATED:
            self._state(name, "birthplace", self._choose.choice(islands))
        else:
            self._unstated.append((name, "birthplace"))
        return name

    def _state(self, subject: str, property: str, object: str) -> None:
        self._records.append(Record(subject, property, object))

    def _describe(
        self,
        vessel: str,
        companies: Sequence[str],
        harbours: Sequence[str],
        yards: Sequence[str],
        lines: Sequence[str],
        islands: Sequence[str],
    ) -> None:
        pick, number = self._choose.choice, self._choose.randrange
        day = f"{number(1, 29)} {pick(_MONTHS)} {number(1935, 2020)}"
        # The first companies are large: some questions have more than ten rows.
        company = companies[min(number(len(companies)), number(len(companies)))]
        drawn = {
            "operator": company,
            "homePort": pick(harbours),
            "builder": pick(yards),
            "launchDate": day,
            "length": f"{number(14, 190)} metres",
            "captain": "",
        }
        if self._classes[vessel] in ("Ferry", "CarFerry"):
            drawn["line"] = pick(lines)
        for property, object in drawn.items():
            if self._choose.random() < _UNSTATED:
                self._unstated.append((vessel, property))
            else:
                self._state(vessel, property, object or self._person("Captain", islands))
        if self._classes[vessel] in ("Ferry", "CarFerry", "CargoShip"):
            for harbour in self._choose.sample(harbours, min(len(harbours), number(2, 5))):
                self._state(vessel, "portOfCall", harbour)
        else:
            self._unstated.append((vessel, "portOfCall"))

    def _outside(self) -> list[Record]:
        of = World(self._classes, (), (), (), ())
        vessels, people, yards = of.members("Vessel"), of.members("Person"), of.members("Shipyard")
        harbours, companies = of.members("Harbour"), of.members("Company")
        kinds = {
            **dict.fromkeys(("painter", "christened", "namedAfter", "designer"), (vessels, people)),
            "repaired": (vessels, yards),
            "insurer": (vessels, companies),
            "replaced": (vessels, vessels),
            "harbourMaster": (harbours, people),
            "dredged": (harbours, companies),
            "twin": (harbours, harbours),
            "spouse": (people, people),
            "trained": (people, harbours),
        }
        found = []
        for property in OUTSIDE:
            subjects, objects = kinds[property]
            number = min(len(subjects) // 2, max(2, 18 * self._count // DOCUMENTS))
            drawn = self._choose.sample(subjects, number)
            others = [each for each in objects if each not in drawn]
            chosen = (
                self._choose.sample(others, number) if property in SYMMETRIC else self._choose.choices(others, k=number)
            )
            found += [Record(*ends) for ends in zip(drawn, [property] * number, chosen, strict=True)]
        return found
