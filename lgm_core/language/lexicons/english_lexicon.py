"""The English lexicon: word lists for noun phrases, names, questions and ranking."""

from __future__ import annotations

import re

from lgm_core.language.lexicons.denial_words import ENGLISH_DENIALS
from lgm_core.language.lexicons.english_inflection import singular, singular_head, singular_last
from lgm_core.language.lexicons.english_questions import ENGLISH_QUESTIONS
from lgm_core.language.lexicons.lexicon import ClauseWords, FactWords, Lexicon, words
from lgm_core.language.lexicons.support_words import ENGLISH_SUPPORT
from lgm_core.language.normalisation import fold_phrase, fold_word
from lgm_core.language.values.english_values import ENGLISH_VALUES
from lgm_core.model import StatementKind

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

_MODALS = words("can could may might")
_ABLE = words("able capable suitable")
_STATES = words(
    "appear be belong comprise concern consist contain cost depend differ equal exist feature fit have hold include "
    "involve lack last lie live look mean measure need own possess remain require resemble seem smell sound stand stay "
    "taste weigh"
)
"""Verbs that say what something is or has."""
_STATIVE_PARTICIPLES = words(
    "abbreviate base call compose comprise cover dedicate define divide equip know locate make name relate situate "
    "surround"
)
"""Verbs whose passive says what something is: *is located in*."""

_ABILITY = _MODALS | _ABLE | {"cannot"}
_BEFORE_PARTICIPLES = words("was were has have had")
"""Auxiliaries that make an irregular participle an event: *were sold*, *have left*."""
_CLOSED_FORMS = words(
    "am are been being did does doing done had has is s was were an her him his its me my our their them us"
)
"""Words that differ from their lemma without being past tenses."""
_WORD = re.compile(r"[^\W\d_]+")
_EVENT = re.compile(
    r"\b(?:(?:was|were|has been|have been|had been|had)\s+(?:\w+ly\s+)?\w+(?:ed|en|ing)"
    r"|(?:is|are|am|has|have)\s+(?:\w+ly\s+)?(?:being\s+\w+|\w{2,}ing|\w+ed\s+since))\b",
    re.IGNORECASE,
)
"""A passive in the past, a perfect or a progressive with a regular participle."""


def _statement_kind(text: str, lemmas: str) -> StatementKind:
    """Classify a sentence by its auxiliaries and lemmas, which are separated by spaces.

    What something can do is an ability, and so is what it does in general (simple present); what it is or has is an
    attribute; what happened or is happening is an action.
    """
    written = _WORD.findall(text)
    forms = [word.casefold() for word in written]
    # *May* within a sentence is the month.
    if not _ABILITY.isdisjoint(forms[:1] + written[1:]):
        return StatementKind.ABILITY
    lemma_words = _WORD.findall(fold_phrase(lemmas))
    if _EVENT.search(text) or _has_irregular_participle(forms, lemma_words):
        return StatementKind.ACTION
    if not _STATES.isdisjoint(lemma_words):
        return StatementKind.ATTRIBUTE
    # A form that is neither its own lemma nor ends in -s is a past tense or participle (*rose*, *painted*).
    present = _CLOSED_FORMS.union(lemma_words)
    is_event = any(not form.endswith("s") and present.isdisjoint((form, singular(form))) for form in forms)
    return StatementKind.ACTION if is_event else StatementKind.ABILITY


def _has_irregular_participle(forms: list[str], lemmas: list[str]) -> bool:
    """Tell whether there is an irregular participle after *was*, *were* or *have*: *were sold*, *have left*."""
    if len(forms) != len(lemmas):
        return False
    return any(
        auxiliary in _BEFORE_PARTICIPLES
        and form != lemma
        and not form.endswith(("s", "er", "est"))
        and singular(form) != lemma
        for auxiliary, form, lemma in zip(forms, forms[1:], lemmas[1:], strict=False)
    )


def _is_past(form: str, lemma: str) -> bool:
    """Tell whether a verb is in the past: its form is neither the lemma, nor third person, nor in -ing."""
    form = form.lower()
    return form != lemma.lower() and not form.endswith(("s", "ing", "'ve", "’ve", "'m", "'re")) and form != "are"


ENGLISH_CLAUSES = ClauseWords(
    modals=_MODALS,
    able=_ABLE,
    states=_STATES,
    stative_participles=_STATIVE_PARTICIPLES,
    perfect=frozenset({"have"}),
    negations=ENGLISH_DENIALS.negations,
    support=frozenset({"do"}),
    relatives=frozenset({"that", "which", "who", "whom", "whose"}),
    conjunctions=frozenset({"and", "or", "but", ","}),
    progressive_ending="ing",
    is_past=_is_past,
    kind_of_text=_statement_kind,
)


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
"""Groups of related words in ranking."""


_VOWEL = re.compile("[aeiouy]")
_ENDINGS = ("ation", "ition", "ion", "ment", "ing", "ed", "er", "or")
_INFLECTIONS = ("ing", "ed")
_UNDOUBLED = "lsz"
"""Letters doubled in English stems (*fall*, *pass*, *buzz*); other doubled letters come from the ending."""


def stem(word: str) -> str:
    """Return a word folded and without its endings."""
    word = fold_word(word)
    if len(word) <= 3 or not word[0].isalpha():
        return word
    word = _without_suffix(_without_plural(word))
    for ending in ("at", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word[: -len(ending)]
            break
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _without_suffix(word: str) -> str:
    """Remove one ending, if the rest is long enough and has a vowel: *sing* and *red* are whole words."""
    if not word.endswith(_ENDINGS):
        return word
    for ending in _ENDINGS:
        shortest = 3 if ending in _INFLECTIONS else 4
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= shortest and _VOWEL.search(rest):
            is_doubled = len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in _UNDOUBLED
            return rest[:-1] if is_doubled else rest
    return word


ENGLISH_FACTS = FactWords(
    unreal=words("can could may might must shall should will would"),
    conditions=words("if unless whether lest though although"),
    suppositions=words("if unless lest"),
    reports=words(
        "agree allege announce argue assert assume believe claim conclude consider contend declare deny doubt estimate "
        "expect fear guess hope imply insist intend plan predict propose report rumor rumour say speculate state "
        "suggest suppose suspect theorize think want"
    ),
    denials=ENGLISH_DENIALS.weak | words("least less"),
    replacing=words("instead rather"),
    near_misses=words("almost nearly"),
    comparing=words("compare concern concerning except include including regard regarding such than"),
    sources=words("according allegedly purportedly reportedly supposedly"),
    relatives=words("who which that whom whose"),
    ordinals=words("first second third fourth fifth last former current only"),
    carriers=words("begin start continue help come go proceed use"),
    name_suffixes=words("jr sr ii iii iv inc ltd llc plc corp gmbh"),
    ranges=words("between"),
    likenesses=words("along such like unlike as than except accord per"),
    groundings=words("base use"),
    linking_nouns=words(
        "accordance addition aid basis behalf case charge conjunction contrast favor favour front lieu light means "
        "order part place regard respect spite term terms view virtue way"
    ),
    manners=words("by via through"),
    directions=words("by into onto to toward towards upon"),
    emphases=words("just merely only simply"),
    light_verbs=words("become do get give have include keep make take"),
    roundings=words("about around over under"),
)


DETERMINERS = words(
    "a an the this that these those my your his her its our their whose some any each every another such"
)
QUANTIFIERS = words(
    "all another both certain different few fewer less many more most much numerous other several some such various"
)
"""Adjectives that count or point, without describing."""
_TITLES = words(
    "admiral archbishop bishop captain cardinal chancellor colonel count countess dame dr duchess duke emperor "
    "empress general governor justice king lady lieutenant lord major mayor minister miss mr mrs ms pope president "
    "prince princess prof professor queen saint secretary senator sergeant sir"
)
TITLES = _TITLES | words("doctor prime st sultan tsar vice")
"""Words before a person's name, in the form of concepts: names are concepts with and without them."""
PERSON_TITLES = _TITLES | words(
    "adm. ambassador aunt baron baroness brother capt. chairman coach col. commander congressman congresswoman "
    "corporal detective director dr. earl father gen. gov. hon. imam inspector judge lt. madam madame maj. mr. mrs. "
    "ms. officer private prof. rabbi rep. rev. reverend sen. sgt. sister st. uncle"
)
"""Words in texts that show that the next name is a person's. Those that also describe a person, such as *aunt* and
*judge*, are not in `TITLES` and stay in the concept of a name."""
LINKS = words("al bin da das de del della der des di do dos du e el et ibn la le les und van von y zu zum")
"""Small words inside names."""
ORGANISATIONS = words(
    "academy agency alliance association award board bureau campaign center centers centre centres college "
    "commission committee conference council department federation foundation fund initiative institute league "
    "medal minister ministry movement office organisation organization partnership party prize program programme "
    "project school secretary service society trust union university"
)
"""Nouns that may be followed by *for* within a name, as in *Society for Music*."""
HOUSES = words("abbey cathedral chapel church college court hall hospital house island park school square university")
"""Nouns after *'s* within a name, as in *King's College*."""
PARTICIPLES = words(
    "belonging comprising consisting containing dating existing featuring having including involving lasting living "
    "meaning ranging relating resulting serving starring using working"
)
"""Forms in -ing that begin a clause after a noun, whatever the tagger says."""
DESCRIBING_ING = words(
    "burrowing climbing developing existing flowering flying growing hunting leading living moving remaining "
    "surrounding surviving swimming underlying varying wading winning working"
)
"""Forms in -ing that describe the following noun even without a determiner before them."""

PRONOUNS = words(
    "he she it they we you i him her them us me one who which what this that these those there "
    "his hers its their theirs himself herself itself themselves someone something everyone"
)
"""Words that are not concepts."""
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
"""Words of a question not looked up as concepts: all stop words, and words such as *after* and *only*, which are not
names but do count in ranking."""
MONTHS = words("january february march april may june july august september october november december")
WEEKDAYS = words("monday tuesday wednesday thursday friday saturday sunday")
CALENDAR_NAMES = MONTHS | WEEKDAYS
"""Months and weekdays."""
EMPTY_NOUNS = words("example fact kind name sort term thing type way")
"""Nouns for the form of an answer, not its topic."""

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
"""Adverbs without an adverb's ending; other words without one that are tagged as adverbs count as nouns."""

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
"""Wordings for kinds, parts or other names."""

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
    weekdays=WEEKDAYS,
    facts=ENGLISH_FACTS,
    values=ENGLISH_VALUES,
    support=ENGLISH_SUPPORT,
    clauses=ENGLISH_CLAUSES,
    relation_cues=_RELATION_CUES,
    resolves_pronouns=True,
)
