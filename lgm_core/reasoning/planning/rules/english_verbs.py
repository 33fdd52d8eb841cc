"""English verbs in questions, and the relations that they ask for with each question word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from lgm_core.language.predicate_forms import word_lemma
from lgm_core.reasoning.planning.rules.english_relations import (
    BIRTH_DATE,
    BIRTH_PLACE,
    COUNTRY_OF_ORIGIN,
    DEATH_CAUSE,
    DEATH_DATE,
    DEATH_PLACE,
    INCEPTION,
    LOCATION,
    PUBLICATION,
    RELATIONS,
    RELEASE,
    Relation,
)

__all__ = ["AGENT_VERBS", "OBJECT_VERBS", "VERBS", "active_relation"]


def _one(noun: str) -> Relation:
    return RELATIONS[noun][0]


def _verbs(*forms: str, **asked: Relation) -> dict[str, Mapping[str, Relation]]:
    return dict.fromkeys(forms, MappingProxyType(asked))


_FOUNDED = Relation("place of foundation", "Place", "thing", "Where was {s} founded?")

VERBS: dict[str, Mapping[str, Relation]] = {
    **_verbs("born", when=BIRTH_DATE, where=BIRTH_PLACE),
    **_verbs(
        *("die", "died", "pass away", "passed away", "killed", "murdered", "assassinated", "executed"),
        **{"when": DEATH_DATE, "where": DEATH_PLACE, "why": DEATH_CAUSE, "how": DEATH_CAUSE},
    ),
    **_verbs("buried", "interred", where=_one("place of burial")),
    **_verbs(
        *("study", "studied", "educated", "graduate", "graduated", "graduate from", "graduated from", "study at"),
        *("attend", "attended", "studied at", "educated at"),
        where=_one("alma mater"),
        what=_one("alma mater"),
    ),
    **_verbs(
        *("work", "worked", "work at", "work for", "worked at", "worked for", "employed", "employed at", "employed by"),
        where=_one("employer"),
        what=_one("employer"),
        who=_one("employer"),
    ),
    **_verbs(
        *("live", "lived", "live in", "lived in", "reside", "resided", "reside in"),
        where=Relation("residence", "Place", "person", "Where did {s} live?"),
    ),
    **_verbs(
        *("marry", "married", "married to", "wed"),
        who=_one("spouse"),
        when=Relation("date of marriage", "Date", "person", "When did {s} marry?"),
        where=Relation("place of marriage", "Place", "person", "Where did {s} marry?"),
    ),
    **_verbs(
        *("founded", "established", "formed", "created", "started", "incorporated", "begin", "start"),
        when=INCEPTION,
        where=_FOUNDED,
    ),
    **{
        verb: {"when": replace(INCEPTION, also=(past,)), "where": _FOUNDED}
        for past, *others in (("opened", "open"), ("built",), ("constructed",), ("launched",))
        for verb in (past, *others)
    },
    **_verbs("released", "come out", "came out", "premiere", "premiered", when=RELEASE),
    **_verbs("published", when=PUBLICATION),
    **_verbs(
        *("located", "located in", "situated", "situated in", "found", "found in", "lie"),
        where=LOCATION,
    ),
    **_verbs("based", "based in", "headquartered", "headquartered in", where=_one("headquarters")),
    **_verbs("from", "come from", "came from", "originate", "originate from", "hail from", where=COUNTRY_OF_ORIGIN),
    **_verbs(
        *("receive", "received", "win", "won", "get", "got", "earn", "earned", "awarded", "honored with"),
        what=_one("award"),
    ),
}
"""Verbs after their subject, `Where was X born?`; the keys inside are question words."""

_AGENTS = {
    **{"directed": "director", "produced": "producer", "composed": "composer", "wrote": "writer", "written": "writer"},
    **{"authored": "author", "edited": "editor", "performed": "performer", "recorded": "performer", "sang": "singer"},
    **{"sung": "singer", "founded": "founder", "established": "founder", "formed": "founder", "created": "creator"},
    **{"invented": "inventor", "designed": "designer", "developed": "developer", "married": "spouse"},
}

AGENT_VERBS: dict[str, Relation] = {
    **{verb: _one(noun) for verb, noun in _AGENTS.items()},
    "published": Relation("publisher", "", "thing", "Who published {s}?"),
    "released": Relation("released by", "", "thing", "Who released {s}?"),
    "distributed": Relation("distributor", "", "thing", "Who distributed {s}?"),
    "owns": Relation("owner", "", "thing", "Who owns {s}?"),
    "owned": Relation("owner", "", "thing", "Who owned {s}?"),
    "starred in": Relation("cast member", "Person", "thing", "Who starred in {s}?"),
    "stars in": Relation("cast member", "Person", "thing", "Who stars in {s}?"),
    "painted": Relation("painter", "Person", "thing", "Who painted {s}?"),
    "killed": Relation("killed by", "Person", "person", "Who killed {s}?"),
    "murdered": Relation("murdered by", "Person", "person", "Who murdered {s}?"),
    "assassinated": Relation("assassinated by", "Person", "person", "Who assassinated {s}?"),
    "ruled": Relation("ruler", "Person", "thing", "Who ruled {s}?"),
    "discovered": Relation("discoverer", "Person", "thing", "Who discovered {s}?"),
    "manufactured": Relation("manufacturer", "", "thing", "Who manufactured {s}?"),
    "built": Relation("builder", "", "thing", "Who built {s}?"),
}
"""Verbs between an agent and an object: `Who directed X?`, `the company that published X`."""


@cache
def _active_verbs() -> Mapping[str, Relation]:
    return {word_lemma(past, "en"): relation for past, relation in reversed(AGENT_VERBS.items())}


def active_relation(verb: str) -> Relation | None:
    """Return the relation of a verb of the table after `did`: `did X direct`."""
    return _active_verbs().get(verb)


OBJECT_VERBS: dict[str, str] = {
    "attend": "alma mater",
    "attended": "alma mater",
    "received": "award",
    "won": "award",
    "earned": "award",
    "got": "award",
    "married": "spouse",
}
"""Verbs after the agent, `the school that X attended`, and the noun for the relation."""
