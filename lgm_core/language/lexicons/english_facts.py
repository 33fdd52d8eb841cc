"""English words by which facts are told from what is possible, conditional, or somebody's words."""

from __future__ import annotations

from lgm_core.language.lexicons.lexicon import FactWords, words

__all__ = ["ENGLISH_FACTS"]

ENGLISH_FACTS = FactWords(
    unreal=words("can could may might must shall should will would"),
    conditions=words("if unless whether lest though although"),
    suppositions=words("if unless lest"),
    reports=words(
        "agree allege announce argue assert assume believe claim conclude consider contend declare deny doubt estimate "
        "expect fear guess hope imply insist intend plan predict propose report rumor rumour say speculate state "
        "suggest suppose suspect theorize think want"
    ),
    denials=words("few little hardly scarcely barely rarely seldom"),
    near_misses=words("almost nearly"),
    comparing=words("compare concern include regard"),
    sources=words("according allegedly purportedly reportedly supposedly"),
    relatives=words("who which that whom whose"),
    ordinals=words("first second third fourth fifth last former current only"),
    carriers=words("begin start continue help come go proceed use"),
    name_suffixes=words("jr sr ii iii iv"),
    ranges=words("between"),
    likenesses=words("along such like unlike as than except accord per"),
    groundings=words("base use"),
    linking_nouns=words(
        "accordance addition aid basis behalf case charge conjunction contrast favor favour front lieu light means "
        "order part place regard respect spite term terms view virtue way"
    ),
    manners=words("by via through"),
    directions=words("by into onto to toward towards upon"),
)
