"""Predicates as named in catalogues of facts, with their wordings in English texts.

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
country: located in, situated in, lies in, city in, town in, village in, district of, province of, river in
continent: located in, lies in, country in, situated in
country of citizenship: citizen of, citizenship, nationality, national of
from: native of, comes from, hails from, citizen of
citizen: citizen of, nationality
born: native of
located in: situated in, lies in, city in, town in
located: located in, situated in, lies in, city in, town in
nationality: citizen of, country of citizenship
place of birth: born in, born at, birthplace, native of, born and raised in
place of death: died in, died at
date of birth: born on, born in, born
date of death: died on, died in, died
performer: performed by, recorded by, released by, sung by, song by, album by, single by, by
author: written by, novel by, play by, book by, authored by, story by, by
composer: composed by, written by, music by, opera by, music composed by
producer: produced by
director: directed by, film by
screenwriter: written by, screenplay by
cast member: starring, stars, starred, features
spouse: married, married to, wife, husband, wife of, husband of
father: son of, daughter of, child of, father of
mother: son of, daughter of, child of, mother of
child: father of, mother of, parent of, son, daughter
sibling: brother, sister, brother of, sister of, half brother, half sister
instance of: is, is a, is an, was, was a
part of: belongs to, member of
educated at: studied at, attended, graduated from, student at, educated in
employer: worked for, works for, worked at, professor at
member of sports team: played for, plays for, signed with, drafted by
member of political party: member of, belongs to
shares border with: borders, bordered by, adjacent to, border
capital: capital of, capital is
follows: preceded by, succeeded, successor of, replaced
followed by: succeeded by, precedes, preceded, predecessor of, replaced by
location of formation: formed in, founded in, originated in
inception: founded in, established in, formed in, created in, founded on, established on
publication date: released in, released on, published in, premiered in, premiered on, came out in
headquarters location: based in, headquartered in, headquarters in
native language: speaks, mother tongue, spoke
mouth of the watercourse: flows into, tributary of, joins, empties into
located in or next to body of water: located on, lies on
conflict: fought in, served in, took part in
award received: won, received, was awarded, awarded, recipient of
owned by: owner, belongs to
founded by: founder, established by
record label: released by, signed to, label
position held: served as, became, was elected
occupation: is, is a, was, was a, worked as
sport: plays, played, competes in
""".strip().splitlines()
    )
}
"""By a predicate's name, other wordings of the same direction; the opposite direction is covered by word forms."""
