"""The English word lists of patterns, combined from the nouns of classes, groups and parts."""

from __future__ import annotations

from lgm_core.language.lexicons.english_inflection import singular
from lgm_core.language.lexicons.lexicon import words
from lgm_core.learning.patterns.english import class_words, part_words, predicate_words
from lgm_core.learning.patterns.english import part_words as group_words
from lgm_core.learning.patterns.english.class_words import BROADER, KINDS, RANKS, UMBRELLAS
from lgm_core.learning.patterns.english.part_words import (
    ANIMALS,
    COLLECTIONS,
    LEADERS,
    PARTS,
    PARTS_OF_SOME,
    RANKED_GROUPS,
    VENERY,
)
from lgm_core.learning.patterns.relation_lexicon import RelationLexicon

__all__ = ["ENGLISH_LEXICON"]

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
"""The letters of nouns that patterns refer to (see `sentence_encoding`)."""


def _noun_cues() -> dict[str, tuple[str, ...]]:
    nouns_by_cue = {
        "PART": PARTS | PARTS_OF_SOME,
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
"""The cues given by a head noun."""


ENGLISH_LEXICON = RelationLexicon(
    language="en",
    singular=singular,
    determiners={"a": "a", "an": "a", "the": "t", "other": "h", "such": "s"},
    indefinite=frozenset(["", "a", "an"]),
    definite=frozenset(["the"]),
    pointing=class_words.POINTING,
    demonstratives=class_words.DEMONSTRATIVES,
    denying=frozenset({"no", "neither", "few"}),
    verb_forms={
        **dict.fromkeys(("is", "was", "'s", "’s"), "is"),
        **dict.fromkeys(("are", "were", "'re", "’re"), "are"),
        # Their lemma would hide the difference between "a liquid consisting of" and "the liquid consists of".
        **{form: form for form in ("be", "been", "being", "comprising", "consisting", "containing", "including")},
    },
    negative_adverbs=class_words.NEGATIVE_ADVERBS,
    noun_classes=NOUN_CLASSES,
    noun_cues=NOUN_CUES,
    kinds=class_words.KINDS,
    taxa=class_words.TAXA,
    quantities=class_words.QUANTITIES,
    class_openers=class_words.CLASS_OPENERS,
    no_class=class_words.NO_CLASS,
    judgements=predicate_words.JUDGEMENTS,
    relative=predicate_words.RELATIVE,
    ranks=class_words.SURE_RANKS | {"category", "kind", "sort", "subcategory", "type", "variety"},
    measures=predicate_words.MEASURES,
    materials=predicate_words.MATERIALS,
    collective_classes=predicate_words.COLLECTIVE_CLASSES,
    predicatives=predicate_words.PREDICATIVES,
    adjective_endings=predicate_words.ADJECTIVE_ENDINGS,
    not_adjectives=predicate_words.NOT_ADJECTIVES,
    name_endings=class_words.NAME_ENDINGS,
    classifying=class_words.CLASSIFYING,
    classifying_endings=("ical",),
    not_classifying=class_words.NOT_CLASSIFYING,
    not_describing=class_words.NOT_DESCRIBING,
    times=class_words.TIMES,
    containers=part_words.CONTAINERS,
    parts=part_words.PARTS | part_words.PARTS_OF_SOME,
    wholes_and_parts=part_words.WHOLES_AND_PARTS,
    persons=class_words.PERSONS,
    not_persons=class_words.NOT_PERSONS,
    person_endings=class_words.PERSON_ENDINGS,
    agent_endings=class_words.AGENT_ENDINGS,
    animals=group_words.ANIMALS,
    animal_endings=class_words.ANIMAL_ENDINGS,
)
