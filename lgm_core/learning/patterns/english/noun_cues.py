"""The cues of English head nouns, by which rules are chosen for a sentence."""

from __future__ import annotations

from lgm_core.language.lexicons.lexicon import words
from lgm_core.learning.patterns.english.class_words import BROADER, KINDS, RANKS, UMBRELLAS
from lgm_core.learning.patterns.english.group_words import ANIMALS, COLLECTIONS, LEADERS, RANKED_GROUPS, VENERY
from lgm_core.learning.patterns.english.part_words import PARTS

__all__ = ["NOUN_CLASSES", "NOUN_CUES"]

NOUN_CLASSES = {
    **dict.fromkeys(KINDS - RANKS, "K"),
    **dict.fromkeys(RANKS, "C"),
    **dict.fromkeys(("child class", "child type", "child category"), "K"),
    **dict.fromkeys(BROADER, "B"),
    **dict.fromkeys(UMBRELLAS, "U"),
    **dict.fromkeys(words("expression name phrase term title word"), "T"),
    **dict.fromkeys(words("abbreviation acronym initialism nickname synonym"), "S"),
    **dict.fromkeys(words("component constituent element ingredient member part") | {"building block"}, "M"),
    **dict.fromkeys(words("alloy amalgam blend combination compound fusion mixture"), "X"),
}
"""The letters of nouns that patterns ask for (see `sentence_encoding`)."""


def _noun_cues() -> dict[str, tuple[str, ...]]:
    nouns_by_cue = {
        "PART": PARTS,
        "LEADER": LEADERS,
        "GROUP": COLLECTIONS | VENERY,
        "RANKS": RANKED_GROUPS,
        "ANIMAL": ANIMALS,
        "NAME": words("name form"),
        "THING": words("thing"),
        "SYNONYM": words("synonym"),
        "LAYER": words("layer"),
    }
    cues: dict[str, tuple[str, ...]] = {}
    for cue, nouns in nouns_by_cue.items():
        for noun in nouns:
            cues[noun] = (*cues.get(noun, ()), cue)
    return cues


NOUN_CUES = _noun_cues()
"""The cues that a head noun gives."""
