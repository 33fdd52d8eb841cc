"""The English lexicon: word lists for noun phrases, names, questions and ranking."""

from __future__ import annotations

import re

from lgm_core.language.lexicons.english_facts import ENGLISH_FACTS
from lgm_core.language.lexicons.english_inflection import singular_head, singular_last
from lgm_core.language.lexicons.english_questions import ENGLISH_QUESTIONS
from lgm_core.language.lexicons.english_related_words import RELATED_WORDS
from lgm_core.language.lexicons.english_statements import ENGLISH_CLAUSES
from lgm_core.language.lexicons.english_stemming import stem
from lgm_core.language.lexicons.lexicon import Lexicon, words
from lgm_core.language.lexicons.support_words import ENGLISH_SUPPORT
from lgm_core.language.values.english_values import ENGLISH_VALUES

__all__ = [
    "ADVERBS",
    "CALENDAR_NAMES",
    "DESCRIBING_ING",
    "ENGLISH",
    "HOUSES",
    "LINKS",
    "ORGANISATIONS",
    "PARTICIPLES",
    "PERSON_TITLES",
    "QUANTIFIERS",
    "TITLES",
]

DETERMINERS = words(
    "a an the this that these those my your his her its our their whose some any each every another such"
)
QUANTIFIERS = words(
    "all another both certain different few fewer less many more most much numerous other several some such various"
)
"""Adjectives that count or point out, and describe nothing."""
_TITLES = words(
    "admiral archbishop bishop captain cardinal chancellor colonel count countess dame dr duchess duke emperor "
    "empress general governor justice king lady lieutenant lord major mayor minister miss mr mrs ms pope president "
    "prince princess prof professor queen saint secretary senator sergeant sir"
)
TITLES = _TITLES | words("doctor prime st sultan tsar vice")
"""Words before the name of a person, as concepts are written: a name is a concept with and without them."""
PERSON_TITLES = _TITLES | words(
    "adm. ambassador aunt baron baroness brother capt. chairman coach col. commander congressman congresswoman "
    "corporal detective director dr. earl father gen. gov. hon. imam inspector judge lt. madam madame maj. mr. mrs. "
    "ms. officer private prof. rabbi rep. rev. reverend sen. sgt. sister st. uncle"
)
"""Words that show that the name after them is a person's, as texts write them. Those that also describe a person, such
as *aunt* and *judge*, are not in `TITLES` and stay in the concept of a name."""
LINKS = words("al bin da das de del della der des di do dos du e el et ibn la le les und van von y zu zum")
"""Small words inside names."""
ORGANISATIONS = words(
    "academy agency alliance association award board bureau campaign center centers centre centres college "
    "commission committee conference council department federation foundation fund initiative institute league "
    "medal minister ministry movement office organisation organization partnership party prize program programme "
    "project school secretary service society trust union university"
)
"""Nouns that *for* continues to a name, as in *Society for Music*."""
HOUSES = words("abbey cathedral chapel church college court hall hospital house island park school square university")
"""Nouns before which *'s* is inside a name, as in *King's College*."""
PARTICIPLES = words(
    "belonging comprising consisting containing dating existing featuring having including involving lasting living "
    "meaning ranging relating resulting serving starring using working"
)
"""Forms in -ing that begin a clause where they follow a noun, whatever the tagger says."""
DESCRIBING_ING = words(
    "burrowing climbing developing existing flowering flying growing hunting leading living moving remaining "
    "surrounding surviving swimming underlying varying wading winning working"
)
"""Forms in -ing that describe the noun after them even without a determiner before."""

PRONOUNS = words(
    "he she it they we you i him her them us me one who which what this that these those there "
    "his hers its their theirs himself herself itself themselves someone something everyone"
)
"""Words that name no concept."""
STOP_WORDS = words(
    "a about also an and any are as at be been being both but by can could did do does for from had has have having "
    "he her hers him his how i if in into is it its may might more most no nor not of on once one or other our out "
    "own same shall she should so some such than that the their them then there these they this those to too was we "
    "were what when where which while who whom whose why will with would you your"
)
"""Words without weight in ranking."""
QUESTION_WORDS = STOP_WORDS | words(
    "above after again against all am another because before below between doing down during each either else further "
    "here itself just many me much must my neither off only over through under until up us very whether yes"
)
"""Words of a question that are not looked up as concepts: all stop words, and words such as *after* and *only*, which
name nothing but do count in ranking."""
MONTHS = words("january february march april may june july august september october november december")
CALENDAR_NAMES = MONTHS | words("monday tuesday wednesday thursday friday saturday sunday")
"""Months and weekdays."""
EMPTY_NOUNS = words("example fact kind name sort term thing type way")
"""Nouns that say what form an answer takes, not what it is about."""

ADVERBS = words(
    "a.k.a. aback about above abroad across afar after afterward afterwards again ago ahead aka alike all almost "
    "alone along alongside alot already also altogether always amiss any anymore anyway apart approx around as "
    "aside astray away back before behind below beneath beside besides best better between beyond both but by ca. "
    "certain circa clean clear clockwise close considerably continental counterclockwise damn dead deep direct "
    "double doubtless down downhill downstairs downstream downtown due e.g. each earlier early east easy either "
    "else elsewhere enough etc etc. even ever extra far farther fast few fine first flat for forever forth "
    "forthwith forward forwards free full further furthermore furthest galore half hard hence here hereby herein "
    "high higher hither home how however i.e. if in indeed indoors inland inside instead inter just last late later "
    "latest least less lest like likewise little long longer loose loud low lower maybe meantime meanwhile midway "
    "minus more moreover most much n't nay near nearby neither never nevertheless next no nonetheless nonstop nor "
    "north northeast northwest not now nowadays nowhere n’t off offshore often oftentimes on once one online only "
    "onshore onto opposite otherwise ought out outdoors outright outside over overall overboard overhead overly "
    "overnight overseas own part past per perforce perhaps please plenty plus pretty quick quite rather real "
    "regardless relative respectively right round same second seldom sharp short sidelong since slow so some "
    "somehow sometime sometimes somewhat soon sooner south southeast southwest still straight such super sure that "
    "the then thence there thereafter thereby therefore therein thereof thereupon third this though through "
    "throughout thus tight to today together tomorrow tonight too twice under underfoot underground underneath "
    "underwater unlike until up upfront uphill upon upright upside upstairs upstream uptown upwards versa very via "
    "vice well west when whence whenever where whereas whereby wherein whereupon wherever whether while whither why "
    "wide with within without worldwide worse worst wrong yes yesterday yet"
)
"""Adverbs without an adverb's ending; other words without one that are tagged as adverbs are taken for nouns."""

_RELATION_CUES = re.compile(
    r"""
    \b(?:is|are|was|were|be|been|being|becom(?:e|es|ing)|became|remain(?:s|ed)?|as)\s+
        (?:(?:also|usually|typically|mostly|often|originally|now|not|all|both)\s+)*(?:an?|the|one|another|any|its?)\b
    | \b(?:is|are)\s+(?!(?:an?|the|in|on|at|to|by|from|for|not|very|so|more|most|\w+(?:ed|ing|ly))\b)\w
    | \b(?:kind|type|sort|form|species|genus|family|class|breed|category|subclass|example|instance|member|branch)s?\b
    | \b(?:such\s+as|includ\w+|especially|particularly|namely|and\s+other|or\s+other|e\.g\.|i\.e\.|for\s+example)
    | \b(?:consist\w*|compris\w*|compos(?:ed|ition)|contain\w*|made\s+(?:up\s)?(?:of|from)|parts?|components?)\b
    | \b(?:ingredients?|has|have|had|featur\w+|divided|split|rich\s+in|mixture|blend|layers?|belong\w*|derived)\b
    | \b(?:known|called|named|names?|nicknamed|titled|termed|dubbed|alias|aka|a\.k\.a\.|formerly|stands?\sfor)\b
    | \b(?:short\s+for|abbreviat\w*|acronym|synonym\w*|same\s+as|identical|equivalent|equals?|refers?\sto|means?)\b
    | \((?!born|died|[^\w"']*\d)\w
    | ,\s(?:an?|or)\b
    | ^[^,]{0,60},\s(?:an?|the)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Wordings that state kinds, parts or other names."""

ENGLISH = Lexicon(
    code="en",
    determiners=DETERMINERS,
    normalise=singular_head,
    readable_keys=True,
    drops_possessives=True,
    pronouns=PRONOUNS,
    titles=TITLES,
    links=LINKS,
    genitive="of",
    question_words=QUESTION_WORDS,
    empty_nouns=EMPTY_NOUNS,
    stop_words=STOP_WORDS,
    stem=stem,
    normalise_name=singular_last,
    related_words=RELATED_WORDS,
    closed_answers=words("yes no"),
    questions=ENGLISH_QUESTIONS,
    months=MONTHS,
    facts=ENGLISH_FACTS,
    values=ENGLISH_VALUES,
    support=ENGLISH_SUPPORT,
    clauses=ENGLISH_CLAUSES,
    relation_cues=_RELATION_CUES,
    resolves_pronouns=True,
)
