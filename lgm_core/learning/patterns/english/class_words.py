"""English nouns, determiners and adverbs by which rules distinguish classes from other noun phrases."""

from __future__ import annotations

from lgm_core.language.coreference.proper_names import FEMALE_WORDS, MALE_WORDS, PERSON_WORDS
from lgm_core.language.lexicons.denial_words import ENGLISH_DENIALS
from lgm_core.language.lexicons.english_lexicon import CALENDAR_NAMES, TITLES
from lgm_core.language.lexicons.lexicon import words

NEGATIVE_ADVERBS = (
    ENGLISH_DENIALS.negations
    | ENGLISH_DENIALS.hardly
    | words("about allegedly almost erroneously falsely incorrectly mistakenly nearly supposedly wrongly")
)
"""Adverbs never skipped by patterns: *A whale is not a fish*, *The song is about love*."""
DEMONSTRATIVES = words("that these this those")
POINTING = DEMONSTRATIVES | words("her his its my our their your")
"""Determiners for a particular thing: a statement about *this boat* is not about boats."""
TIMES = CALENDAR_NAMES | words(
    "autumn century day decade evening fall hour moment month morning night season spring summer time today tomorrow "
    "week winter year yesterday"
)

# Nouns that lead to the class after them: "a type of warship", "a number of vitamins".
KINDS = words(
    "branch brand breed case category class division example family form genre genus hyponym instance kind one order "
    "phylum sort specialisation specialization species strain style subcategory subclass subfamily subgenre suborder "
    "subset subspecies subtype superfamily term type variant variation variety version"
)
TAXA = words(
    "breed class dialect form genus hyponym kind sort specialisation specialization species strain style subcategory "
    "subclass subfamily subgenre subspecies subtype type variant variety"
)
"""Kinds that may precede a name: *a subspecies of the Eurasian Lynx*."""
RANKS = words("category class division family genus order phylum subclass subfamily superfamily")
"""Kinds that, named alone, may contain what follows: *Canidae is the family of dogs*."""
SURE_RANKS = words("genus phylum species subfamily superfamily")
"""Those that people do not belong to: *Ada belongs to the family Smith*."""
BROADER = words("generalisation generalization hyperonym hypernym supercategory superclass superset supertype") | {
    f"{opener} {noun}"
    for opener in ("ancestor", "base", "parent", "super", "superordinate")
    for noun in ("category", "class", "concept", "taxon", "term", "type")
}
"""Nouns, alone or with the word before them, for a broader term: *the base class of ValueError*."""
UMBRELLAS = {
    *(
        f"{opener} {noun}"
        for opener in ("broad", "broader", "general", "generic", "wide", "wider")
        for noun in ("category", "class", "concept", "group", "term")
    ),
    *(f"{opener} term" for opener in ("blanket", "catch-all", "collective", "cover", "overarching", "umbrella")),
    *(f"{opener} {noun}" for opener in ("overarching", "umbrella") for noun in ("category", "concept")),
}
"""The same if a description may follow instead: *an umbrella term for brittle rocks*."""
QUANTITIES = words(
    "amount couple dozen fraction host lot majority number one pair percentage plenty proportion range rest share "
    "variety"
)
CLASS_OPENERS = KINDS | QUANTITIES | words("collection group series set")
NO_CLASS = words(
    "abbreviation acronym alias ancestor anything case cause component constituent descendant east everything example "
    "fact favorite favourite home ingredient initialism label lot member name north northeast northwest one part "
    "problem pseudonym reason result same someone something source south southeast southwest subject synonym term "
    "thing way west word"
)
"""Nouns that say what something is to somebody, or where, but not what it is: *Kent is the reason*."""
NAME_ENDINGS = words("co corp etc inc jr llc ltd sr")
"""Words after a comma that are no concepts; most belong to the name before it."""
CLASSIFYING = words(
    "administrative artificial atomic civil criminal cultural diplomatic domestic economic educational electric "
    "electronic ethnic financial foreign genetic geologic industrial judicial legal linguistic magnetic marine "
    "martial military monetary municipal nervous nuclear olympic optical parliamentary political public religious "
    "residential rural social urban"
)
"""Adjectives that make a kind of its own of a class: *a public place*."""
NOT_CLASSIFYING = words(
    "canonical classical critical historical identical logical practical radical theoretical typical"
)
"""Adjectives with an ending of such, which only describe."""
NOT_DESCRIBING = words(
    "big common current early entire famous first former general great important individual large last late main "
    "major minor new next notable old own particular popular same second simple single small special specific third "
    "typical usual well-known whole"
)
"""Words before a noun that are not part of concepts: *a famous painter* is a painter."""

ANIMAL_ENDINGS = ("bird", "fish", "fowl", "hound", "snake")
AGENT_ENDINGS = ("er", "or")
PERSON_ENDINGS = ("ist", "ian", "man", "woman", "eer", "ess")
_PERSONS = words(
    "accountant adviser advisor agent ancestor archer assistant athlete attendant banker barber beginner bowler "
    "builder butcher buyer cadet carpenter chef chief child citizen clerk climber coach colleague consultant consumer "
    "corporal councillor critic customer dealer deputy developer dictator employer farmer fighter firefighter fisher "
    "foreigner friend gardener god guard hero hunter immigrant investigator investor jailer judge juror killer "
    "laborer labourer landowner lecturer listener lover manager member men merchant miner native neighbor neighbour "
    "newcomer nurse outsider owner parent passenger patient peasant people performer person photographer pilot poet "
    "potter preacher prisoner prophet prosecutor protester raider rancher reader rebel refugee resident rider robber "
    "rower sailor seller servant settler shareholder shopkeeper smoker spectator spinner stranger student supervisor "
    "supporter survivor tailor teenager thief trader trainer traitor traveler traveller tutor user veteran victim "
    "villager visitor voter warrior winner women worker"
)
_NAMED_AGENTS = {word for word in PERSON_WORDS if word.endswith(AGENT_ENDINGS)}
PERSONS = TITLES | MALE_WORDS | FEMALE_WORDS | _PERSONS | (_NAMED_AGENTS - words("conductor pitcher ruler runner"))
"""Nouns for people; others in -er and -or, such as *gripper*, may be things."""
NOT_PERSONS = words(
    "access address after beer border business butter career center centre chapter character class color colour "
    "computer congress copper corner cross danger deer door dress error exist factor feather finger floor flower "
    "former further glass horror human latter layer leather letter list loss mass matter member mess mirror mist "
    "motor number offer order other over paper power press process progress quarter rather river roman sector sensor "
    "shoulder silver stress success summer terror tower tumor under vector water weather whether winter"
)
"""Nouns with an ending of persons or agents that are not persons."""
TITLED = words(
    "airline airport album automaker band book brand cartoon chain character club comedy company corporation "
    "documentary drama duo empire episode film firm franchise game group label magazine manga movie musical "
    "newspaper novel opera orchestra organisation organization painting planet play program programme publisher "
    "series ship show single sitcom song soundtrack star station studio supergroup team trilogy trio"
)
"""Nouns that may precede a name of their class: *the film Titanic*."""
PLACES = words(
    "borough canton city colony commune community country county department district duchy hamlet island kingdom "
    "lake municipality parish peninsula planet port principality province region republic state suburb territory "
    "town township village"
)
NAMED_PLACES = PLACES - words("country department district peninsula planet region republic territory")
"""Places that may precede *of* and their name: *the city of Paris*, but *the country of his birth*."""
