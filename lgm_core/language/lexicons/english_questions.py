"""English question words, and words for expected answers."""

from __future__ import annotations

from lgm_core.language.lexicons.lexicon import QuestionWords, words

__all__ = ["ENGLISH_QUESTIONS"]

_AUXILIARIES = words("am is are was were do does did has have had can could will would shall should may might must")
_DATES = (
    *(f"when {auxiliary}" for auxiliary in sorted(_AUXILIARIES)),
    *(f"{start} {unit}" for start in ("what", "which", "in what", "in which") for unit in ("year", "decade")),
    *("on what date", "what date", "on which date"),
)

ENGLISH_QUESTIONS = QuestionWords(
    interrogatives=words("who whom whose what which when where why how"),
    auxiliaries=_AUXILIARIES,
    quantities=(
        *_DATES,
        *("how many", "how much", "how old", "how long", "how tall", "how high", "how far", "how large"),
    ),
    dates=_DATES,
    names=words("who whom whose where"),
    numerals=words(
        "zero none no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred "
        "thousand million billion dozen half once twice first second third fourth fifth sixth seventh eighth "
        "ninth tenth several many few all both only january february march april may june july august september "
        "october november december monday tuesday wednesday thursday friday saturday sunday spring summer autumn "
        "fall winter day week month year decade century centuries years months days weeks hours minutes today "
        "yesterday before after during until since ago age war easter christmas never always"
    ),
    choice="or",
    conjunction="and",
    date_nouns=words("date dates year years day days month months decade decades century centuries birthday time"),
    number_nouns=words(
        "number numbers count amount quantity times total age population height length width depth area size weight "
        "distance duration price cost percentage percent share rate ratio score sum elevation speed temperature "
        "capacity revenue salary integer"
    ),
    place_nouns=words(
        "where place places location locations city cities town towns village country countries state states county "
        "province region district continent island capital birthplace area municipality"
    ),
    person_nouns=words(
        "who whom whose person persons people man woman human father mother son daughter child husband wife spouse "
        "brother sister sibling parent grandfather grandmother director author writer composer singer performer actor "
        "actress founder president leader king queen ruler producer creator inventor artist politician player"
    ),
    place_links=words("in at near from to into off"),
    askers=words("i me my myself we our ours ourselves"),  # not us and mine, which are also a country and a pit
)
