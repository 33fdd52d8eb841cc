"""English word tables: inflection, determiners, titles, what joins the words of a name; verbs of states; questions."""

from __future__ import annotations

__all__ = [
    "ABLE",
    "ADVERBS",
    "DESCRIBING_ING",
    "DETERMINERS",
    "EMPTY_NOUNS",
    "HOUSES",
    "IRREGULAR_NOUNS",
    "LINKS",
    "MODALS",
    "NOT_MAN",
    "ORGANISATIONS",
    "PARTICIPLES",
    "PLURAL_NAMES",
    "PRONOUNS",
    "QUANTIFIERS",
    "QUESTION_WORDS",
    "SHORT_PLURALS",
    "SINGULAR_NOUNS",
    "STATES",
    "STATIVE_PARTICIPLES",
    "TITLES",
    "is_past",
    "words",
]


def words(text: str) -> frozenset[str]:
    """Return the words of a list written out in a string."""
    return frozenset(text.split())


def _plurals(stems: str, *, plural: str, singular: str) -> dict[str, str]:
    """Return plural → singular for nouns given by the part both have in common."""
    return {stem + plural: stem + singular for stem in stems.split()}


IRREGULAR_NOUNS = {
    **_plurals("child grandchild stepchild", plural="ren", singular=""),
    "dice": "die",
    "feet": "foot",
    "geese": "goose",
    "lice": "louse",
    "men": "man",
    "mice": "mouse",
    "oxen": "ox",
    "teeth": "tooth",
    "women": "woman",
    "wharves": "wharf",
    "dwarves": "dwarf",
    "bases": "base",
    **_plurals("cal el hal hoo lea loa scar sel shea shel thie wol", plural="ves", singular="f"),
    **_plurals("kni li wi", plural="ves", singular="fe"),
    **_plurals("criteri phenomen protozo", plural="a", singular="on"),
    **_plurals("alg antenn formul hyph larv nebul pup supernov vertebr amoeb", plural="ae", singular="a"),
    **_plurals("alumn bacill cact foc fung nucle radi stimul syllab uter", plural="i", singular="us"),
    **_plurals("bacteri curricul errat memorand mitochondri ov quant spectr strat", plural="a", singular="um"),
    **_plurals("append", plural="ices", singular="ix"),
    **_plurals("ind vert vort", plural="ices", singular="ex"),
    "matrices": "matrix",
    "corpora": "corpus",
    "genera": "genus",
    # -ies, -oes and -es of nouns that end in e
    **_plurals(
        "birdie brie brownie calorie collie cookie coterie cutie die eerie eyrie foodie genie goalie hippie hoodie "
        "indie lie magpie menagerie movie newbie pie pixie prairie rookie selfie smoothie sortie talkie tie veggie "
        "zombie aloe canoe doe floe foe hoe oboe roe shoe toe throe woe ache headache toothache avalanche axe cache "
        "cliche creche moustache niche psyche",
        plural="s",
        singular="",
    ),
    # -ses from -s and from -sis
    **_plurals(
        "abacus alias apparatus atlas bias bonus bus campus canvas caucus census chorus circus consensus corpus "
        "crocus focus fungus gas genius genus hiatus hippopotamus ibis iris isthmus lens minibus mucus nexus "
        "octopus omnibus opus pancreas platypus plus prospectus radius rhinoceros sinus status stylus surplus "
        "syllabus thermos trellis uterus virus walrus",
        plural="es",
        singular="",
    ),
    **_plurals(
        "analys antithes ax cathars cris diagnos ellips emphas genes hypothes metamorphos metastas neuros oas "
        "paralys parenthes prognos psychos synops synthes test thes",
        plural="es",
        singular="is",
    ),
    # nouns in -i
    **_plurals(
        "azerbaijani bengali emirati gujarati hindi iraqi israeli jihadi kuwaiti nazi omani pakistani punjabi "
        "qatari rabbi salami saudi ski somali sunni taxi tsunami wiki yemeni yogi",
        plural="s",
        singular="",
    ),
}
"""Plurals that no rule of `singular` gets right."""

SINGULAR_NOUNS = words(
    # nouns that end in s and have no other singular
    "aerobics alias always analogous asbestos athletics atlas barracks bias biceps billiards blues cannabis canvas "
    "chaos christmas clothes cosmos crossroads darts diabetes economics electronics ethics ethos gallows genetics "
    "gymnastics headquarters herpes hydraulics innings kudos lens linguistics logistics mathematics means measles "
    "mechanics mess molasses mumps news optics pajamas pancreas pathos phonetics physics politics rabies rhinoceros "
    "rickets robotics scabies scissors sheep statistics tennis thanks thermodynamics triceps tropics trousers "
    "whereas "
    # acronyms
    "aids bios https macos sars "
    # names
    "abbas achilles aeneas aires andreas angeles ares arkansas athens barbados brussels buenos carlos charles ceres "
    "dallas dickens douglas eros francis giles gonzales guinness hades hamas hans hayes hercules hobbes honduras "
    "hughes illinois jacques james jesus jones judas kansas laos lars lopes lucas maldives marcos mars mercedes "
    "midas minos moses naples netherlands nicholas niklas nikolaos orleans paulus pegasus perez philippines "
    "pythagoras ramses reims rhodes rogers santos socrates sophocles sparks tacitus texas thales thomas tobias "
    "ulysses vegas versailles wales warsaw williams xerxes zeus"
)
SHORT_PLURALS = words("ads cds ids mps pcs tvs")
"""The words of three letters that lose their s; *gas* and *GPS* keep it."""
NOT_MAN = words("abdomen acumen amen bremen carmen hymen omen ramen regimen semen specimen stamen yemen")
"""Words in -men that are not about men."""
PLURAL_NAMES = words("united_states united_nations west_indies")
"""Ends of names that stay in the plural."""

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
