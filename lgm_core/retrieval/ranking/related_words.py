"""Groups of English words for one relation: a question says *wife* where the text says *married*.

General vocabulary for the relations that questions ask about: family, birth and death, authorship, places, offices,
organisations, time. No names and no facts.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from lgm_core.retrieval.words import stem

__all__ = ["related_stems"]

_GROUPS = """
born birth birthplace native
died die dies death dead deceased
wife husband spouse married marry marriage widow
father mother son daughter child children parent
brother sister sibling
grandfather grandmother grandson granddaughter grandchild
director directed directing filmmaker
film movie
writer author wrote written write novelist
composer composed music score
singer sang sung vocalist
performer performed recorded singer band album song
founder founded established formed formation founding
located location situated lies
nationality citizen citizenship
city town
president leader head chief
owner owned owns acquired parent
studied educated attended attend graduated alumnus education study school university
killed assassinated murdered
actor actress starring starred stars star played plays
released release premiered debuted
published publisher publishing
team club squad
border borders adjacent bordered neighboring
language spoken
population inhabitants residents people
headquarters headquartered based
began begin beginning start started
ended end dissolved
king queen ruler monarch emperor ruled
created creator developed developer
produced producer production
manufacturer manufactured made maker
won win winner award
aircraft plane airplane
car automobile vehicle
alcohol liquor beer
build built constructed construction
government governor
employer worked work works
mountain range peak
river tributary flows
sea ocean lake water
war battle conflict
role character played
"""


@cache
def related_stems() -> dict[str, tuple[str, ...]]:
    """Return the stems of the words that may stand for a word, by its stem."""
    related: defaultdict[str, set[str]] = defaultdict(set)
    for line in _GROUPS.strip().splitlines():
        stems = {stem(word, "en") for word in line.split()}
        for one in stems:
            related[one] |= stems - {one}
    return {one: tuple(sorted(others)) for one, others in related.items()}
