"""English word tables: inflection, determiners, titles, what joins the words of a name; verbs of states; questions."""

from __future__ import annotations

from lgm_core.language.lexicons.english_inflection import singular_head
from lgm_core.language.lexicons.lexicon import ClauseWords, Lexicon, words

__all__ = [
    "ADVERBS",
    "DESCRIBING_ING",
    "ENGLISH",
    "HOUSES",
    "LINKS",
    "ORGANISATIONS",
    "PARTICIPLES",
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
TITLES = words(
    "admiral archbishop bishop cardinal captain chancellor colonel count countess dame doctor dr duchess duke "
    "emperor empress general governor justice king lady lieutenant lord major mayor minister miss mr mrs ms pope "
    "president prime prince princess prof professor queen saint secretary senator sergeant sir st sultan tsar vice"
)
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
"""Forms in -ing that after a noun begin a clause, whatever the tagger says."""
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
QUESTION_WORDS = words(
    "a about above after again against all also am an and another any are as at be because been before being below "
    "between both but by can could did do does doing down during each either else for from further had has have having "
    "he her here hers him his how i if in into is it its itself just many may me might more most much must my neither "
    "no nor not of off on once one only or other our out over own same shall she should so some such than that the "
    "their them then there these they this those through to too under until up us very was we were what when where "
    "whether which while who whom whose why will with would yes you your"
)
EMPTY_NOUNS = words("example fact kind name sort term thing type way")
"""Nouns that say what form an answer takes, not what it is about."""

MODALS = words("can could may might")
ABLE = words("able capable suitable")
STATES = words(
    "appear be belong comprise concern consist contain cost depend differ equal exist feature fit have hold include "
    "involve lack last lie live look mean measure need own possess remain require resemble seem smell sound stand stay "
    "taste weigh"
)
"""Verbs that say what something is or has."""
STATIVE_PARTICIPLES = words(
    "abbreviate base call compose comprise cover dedicate define divide equip know locate make name relate situate "
    "surround"
)
"""Verbs whose passive says what something is: *is located in*."""


def is_past(form: str, lemma: str) -> bool:
    """Tell a past tense by a form that is neither the lemma nor its third person."""
    form = form.lower()
    return form != lemma.lower() and not form.endswith(("s", "ing", "'ve", "’ve", "'m", "'re")) and form != "are"


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
"""Adverbs without an ending that tells them: another word that a tagger takes for an adverb is a noun."""

ENGLISH = Lexicon(
    code="en",
    determiners=DETERMINERS,
    normalise=singular_head,
    pronouns=PRONOUNS,
    titles=TITLES,
    links=LINKS,
    genitive="of",
    question_words=QUESTION_WORDS,
    empty_nouns=EMPTY_NOUNS,
    clauses=ClauseWords(
        modals=MODALS,
        able=ABLE,
        states=STATES,
        stative_participles=STATIVE_PARTICIPLES,
        perfect=frozenset({"have"}),
        negations=frozenset({"not", "n't", "n’t", "never", "no"}),
        support=frozenset({"do"}),
        relatives=frozenset({"that", "which", "who", "whom", "whose"}),
        conjunctions=frozenset({"and", "or", "but", ","}),
        progressive_ending="ing",
        is_past=is_past,
    ),
)
