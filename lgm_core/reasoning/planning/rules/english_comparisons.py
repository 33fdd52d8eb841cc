"""English words that compare: by what, and which end of the order is asked for."""

from __future__ import annotations

from typing import Literal

from lgm_core.language.lexicons.lexicon import words
from lgm_core.reasoning.planning.rules.english_relations import (
    BIRTH_DATE,
    DEATH_DATE,
    INCEPTION,
    PUBLICATION,
    RELATIONS,
    RELEASE,
)
from lgm_core.reasoning.planning.rules.references import Relation

__all__ = ["AGES", "COMPARED_VERBS", "EARLY", "FEW", "FILLERS", "LATE", "LONG", "MANY", "QUANTITIES", "SHORT"]

Direction = Literal["min", "max"]

EARLY = words("first earlier earliest before sooner previously")
LATE = words("later latest last recently recent after")
LONG = words("longer longest")
SHORT = words("shorter shortest")
MANY = words("more most greater greatest higher larger")
FEW = words("fewer fewest less least smaller")

AGES: dict[str, Direction] = {
    **dict.fromkeys(("older", "oldest", "elder", "eldest"), "min"),
    **dict.fromkeys(("younger", "youngest", "newer", "newest"), "max"),
}
"""Who is older was born EARLIER; what is older came into being earlier."""

COMPARED_VERBS: dict[str, Relation] = {
    **dict.fromkeys(("born", "birth"), BIRTH_DATE),
    **dict.fromkeys(("died", "die", "passed", "death"), DEATH_DATE),
    **dict.fromkeys(
        ("released", "release", "came", "come", "premiered", "aired", "debuted", "made", "produced", "filmed"), RELEASE
    ),
    **dict.fromkeys(("published", "issued", "written", "printed"), PUBLICATION),
    **dict.fromkeys(
        words(
            "founded established formed created started begun began start opened open launched incorporated organized "
            "organised built constructed completed introduced set"
        ),
        INCEPTION,
    ),
}

QUANTITIES: dict[str, tuple[Relation, Direction]] = {
    **dict.fromkeys(("larger", "largest", "bigger", "biggest"), (RELATIONS["area"][0], "max")),
    **dict.fromkeys(("smaller", "smallest"), (RELATIONS["area"][0], "min")),
    **dict.fromkeys(("longer", "longest"), (RELATIONS["length"][0], "max")),
    **dict.fromkeys(("shorter", "shortest"), (RELATIONS["length"][0], "min")),
    **dict.fromkeys(("taller", "tallest", "higher", "highest"), (RELATIONS["height"][0], "max")),
    **dict.fromkeys(("lower", "lowest"), (RELATIONS["height"][0], "min")),
    "populous": (RELATIONS["population"][0], "max"),
}

FILLERS = words(
    "a an the than other others one ones of two both that this who which is was were are has have had been be it in to "
    "up out away did does do earlier down"
)
"""Words of a comparison that say nothing of how things are compared."""
