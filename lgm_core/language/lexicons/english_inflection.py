"""English noun inflection: the singular of a noun from its written form alone.

Concept keys must come out the same for texts, titles and questions, with or without an annotator, so this is a pure
function of the word. It may merge a rare pair of words (*axes*), but one form never gets two keys.
"""

from __future__ import annotations

from lgm_core.language.lexicons.lexicon import words

__all__ = ["singular", "singular_head", "singular_last"]


def _plurals(stems: str, *, plural: str, singular: str) -> dict[str, str]:
    """Return plural → singular for nouns given by their common part."""
    return {stem + plural: stem + singular for stem in stems.split()}


_IRREGULAR_NOUNS = {
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
"""Plurals not covered by the rules of `singular`."""

_SINGULAR_NOUNS = words(
    # nouns that end in s and have no other singular
    "aerobics always analogous athletics barracks biceps billiards blues cannabis clothes crossroads darts diabetes "
    "economics electronics ethics gallows genetics gymnastics headquarters herpes hydraulics innings lens linguistics "
    "logistics mathematics means measles mechanics mess molasses mumps news optics pancreas phonetics physics "
    "politics rabies rickets robotics scabies scissors sheep statistics tennis thanks thermodynamics triceps tropics "
    "overseas trousers whereas "
    # acronyms
    "aids cors https sars "
    # names
    "achilles aeneas aires andreas angeles ardennes ares athens azores barnes brussels cannes ceres charles collins "
    "dickens fiennes flanders forbes francis giles gonzales guinness hades hans hastings hawkins hayes hercules "
    "hobbes holmes hopkins hughes illinois jacques james jenkins jesus jones jules kubernetes lars leeds lopes "
    "maldives mars massachusetts mercedes moses nantes naples netherlands orleans paulus pegasus perez philippines "
    "postgres ramses reims reynolds rhodes rogers seychelles socrates sophocles sparks tacitus thales thames ulysses "
    "versailles wales warsaw williams xerxes yves zeus"
)
_NOUNS_IN_A_OR_O = words(
    "acacia adenoma aficionado agenda albino alga algebra algo alpaca alpha alto anaconda anemia antenna aorta "
    "archipelago area arena aria armada armadillo aroma arrhythmia asana audio aura aurora auto avocado ballerina "
    "banana banjo barracuda begonia beta bistro bonanza bonobo bronco buffalo burrito cafeteria caldera cameo camera "
    "cannula cantata carcinoma cargo casino cello chakra charisma chimera chinchilla cicada cinema cobra coda cola "
    "coma combo comma commando concerto condo copula corona crescendo dahlia delta dementia demo dingo diploma disco "
    "distro dodo dogma drama duo dynamo eczema edema ego electro embargo embryo enchilada encyclopaedia encyclopedia "
    "enigma era escudo eskimo espresso euro expo extra fedora fiasco fiesta filipino fistula flamingo flora flotilla "
    "folio formula gala gamma gecko ghetto gizmo glioma gondola gorilla grotto guava guerrilla gyro halo hematoma "
    "hernia hippo hydra hyena hyperbola hypo iguana impala inferno info innuendo intro iota kilo kimono koala lambda "
    "larva lasso lava lemma leukemia libretto limo lingo lira llama logo lymphoma macro maestro mafia magma magnolia "
    "mama mango mania manifesto mantra media medulla melanoma memento memo mesa metro micro militia mosquito motto "
    "mozzarella nacho nebula neutrino nova novella okra omega opera operetta oratorio orca orchestra pagoda pajama "
    "palazzo panda panorama papa papaya parabola parka pasta patella patio peninsula persona peso phobia photo piano "
    "piccolo piranha pizza placebo plasma plaza plethora pneumonia polka poncho portfolio portico pragma pro promo "
    "propaganda pseudo pueblo puma pupa quarto quota radio ratio regatta replica repo retina rhino rodeo rumba saga "
    "salsa samba sarcoma sauna savanna scenario schema sequoia servo sierra sigma silo soda sofa solo sonata soprano "
    "spa spatula stanza stereo stigma stiletto studio sutra taco tango tarantula tempo theta tiara tibia tilapia todo "
    "toga tornado torpedo torso tortilla trauma trio tuba tundra turbo tuxedo two typo ultra umbrella utopia vendetta "
    "veranda vertebra veto video villa viola virtuoso visa vista vodka volcano zebra zero"
)
"""Nouns with a plural in -as or -os. Other words in -as and -os are mostly names: *Texas*, *Keras*, *Lagos*, *iOS*."""
_THEIR_PLURALS = tuple(f"{noun}s" for noun in _NOUNS_IN_A_OR_O if len(noun) > 4)
"""Those long enough to end other nouns: *melodramas*."""
_SHORT_PLURALS = words("ads cds ids mps pcs tvs")
"""Three-letter words that lose their s; *gas* and *GPS* keep it."""
_NOT_MAN = words("abdomen acumen amen bremen carmen hymen omen ramen regimen semen specimen stamen yemen")
"""Words in -men that are not plurals of -man."""
_PLURAL_NAMES = words("united_states united_nations west_indies")
"""Ends of names that stay in the plural."""

_NO_PLURAL = ("ss", "us", "is", "js", "species", "series")
_SIBILANT_PLURAL = ("sses", "shes", "ches", "xes", "zzes", "oes")


def singular(noun: str) -> str:
    """Return the singular of a lower-case English noun; a singular comes back as it is."""
    if noun in _IRREGULAR_NOUNS:
        return _IRREGULAR_NOUNS[noun]
    if noun.endswith("men") and len(noun) > 4 and noun not in _NOT_MAN:
        return noun[:-2] + "an"
    if not noun.endswith("s") or noun.endswith(_NO_PLURAL) or noun in _SINGULAR_NOUNS or noun[0].isdigit():
        return noun
    if len(noun) < 4 and noun not in _SHORT_PLURALS:
        return noun
    if noun.endswith(("as", "os")) and not noun.endswith(("eas", "oos")):
        is_plural = noun[:-1] in _NOUNS_IN_A_OR_O or noun.endswith(_THEIR_PLURALS)
        return noun[:-1] if is_plural else noun
    return _without_plural_ending(noun)


def _without_plural_ending(noun: str) -> str:
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(_SIBILANT_PLURAL):
        return noun[:-2]
    if noun.endswith("yses"):
        return noun[:-2] + "is"
    return noun[:-1]


def singular_head(phrase: list[str]) -> list[str]:
    """Convert the head noun of a phrase to the singular: its last word, and the word before *of*.

    Changes the list in place and returns it.
    """
    if "_".join(phrase[-2:]) in _PLURAL_NAMES:
        return phrase
    phrase[-1] = singular(phrase[-1])
    if "of" in phrase[1:-1]:
        head = phrase.index("of", 1) - 1
        phrase[head] = singular(phrase[head])
    return phrase


def singular_last(name: list[str]) -> list[str]:
    """Convert the last word of a name to the singular; changes the list in place and returns it."""
    name[-1] = singular(name[-1])
    return name
