"""Predicates as catalogues of facts name them, with what English texts say instead.

General vocabulary: the names of common properties of persons, works, places and organisations. No names and no facts.
"""

from __future__ import annotations

__all__ = ["PREDICATE_WORDINGS"]

PREDICATE_WORDINGS: dict[str, tuple[str, ...]] = {
    name.strip(): tuple(wording.strip() for wording in wordings.split(","))
    for name, _, wordings in (
        line.partition(":")
        for line in """
located in the administrative territorial entity: located in, situated in, city in, town in, village in
location: located in, situated in, took place in, held in, fought in, lies in, based in
country: located in, situated in, lies in, city in, town in, village in, district of, province of, river in, from
continent: located in, lies in, country in, situated in
country of citizenship: citizen of, citizenship, nationality, from, national of, born in, represents, represented
from: born in, native of, comes from, hails from, based in, represents, citizen of, lives in
citizen: citizen of, nationality, from, born in, represents
born: native of, hails from, from
located in: situated in, lies in, in, city in, town in, set in, licensed to serve
located: located in, situated in, lies in, in, city in, town in, set in, licensed to serve
nationality: citizen of, country of citizenship, from
place of birth: born in, born at, birthplace, native of, hometown, born and raised in, from
place of death: died in, died at
date of birth: born on, born in, born
date of death: died on, died in, died
performer: performed by, recorded by, released by, sung by, song by, album by, single by, ep by, by, re recorded by
author: written by, wrote, novel by, play by, book by, authored by, story by, by
composer: composed by, composed, written by, music by, opera by, music composed by
producer: produced by, produced
director: directed by, directed, film by
screenwriter: written by, screenplay by, wrote
cast member: starring, stars, starred, features
spouse: married, married to, wife, husband, wife of, husband of
father: son of, daughter of, father of
mother: son of, daughter of, mother of
child: father of, mother of, son, daughter, son of, daughter of
sibling: brother, sister, brother of, sister of, half brother, half sister
instance of: is, is a, is an, was, was a
part of: belongs to, member of, peak in, mountain in, subrange of, located in
educated at: studied at, attended, graduated from, alma mater of, student at, educated in
employer: worked for, works for, worked at, professor at
member of sports team: played for, plays for, signed with, drafted by
member of political party: member of, belongs to, represents, from
shares border with: borders, bordered by, adjacent to, border
capital of: capital, is capital of
capital: capital of, capital is
follows: preceded by, succeeded, successor of, replaced
followed by: succeeded by, preceded, replaced by
location of formation: formed in, founded in, originated in, from
inception: founded in, established in, formed in, created in, founded on, established on
publication date: released in, released on, published in, premiered in, premiered on, came out in
headquarters location: based in, headquartered in, headquarters in
native language: speaks, mother tongue, spoke
mouth of the watercourse: flows into, tributary of, joins, empties into
located in or next to body of water: located on, lies on, flows through
conflict: fought in, served in, took part in
award received: won, received, awarded, recipient of
licensed to broadcast to: licensed to, serves, broadcasts in
owned by: owner, owned, belongs to
founded by: founded, founder, established by
record label: released by, signed to, label
position held: served as, became, was elected
occupation: is, is a, was, was a, worked as
applies to jurisdiction: recognized by, applies to
sport: plays, played, competes in
""".strip().splitlines()
    )
}
"""By a predicate's name, other wordings, in either direction."""
