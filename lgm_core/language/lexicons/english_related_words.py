"""Groups of English words for one relation: a question says *wife* where the text says *married*.

General vocabulary for the relations that questions ask about: family, birth and death, authorship, places, offices,
organisations, time. No names and no facts.
"""

from __future__ import annotations

__all__ = ["RELATED_WORDS"]

RELATED_WORDS = tuple(
    tuple(line.split())
    for line in """
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
""".strip().splitlines()
)
"""Each group holds words that may stand for each other."""
