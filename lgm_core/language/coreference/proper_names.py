"""Find the names in a tagged text: runs of proper nouns, with gender and personhood from the words around."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from lgm_core.language.lexicons.english_lexicon import CALENDAR_NAMES, PERSON_TITLES
from lgm_core.language.normalisation import fold
from lgm_core.language.perceptron import load_data
from lgm_core.language.port import Token

__all__ = [
    "NOT_PERSON_WORDS",
    "Name",
    "find_names",
    "given_gender",
    "is_same_name",
    "names_person",
    "plain_name",
    "proper_words",
    "topic_words",
    "word_gender",
]


def plain_name(name: str) -> str:
    """Return a name in the form of the lists: in lower case, without accents, but with letters such as *ł* and *ø*."""
    return fold(name, transliterate=False)


@cache
def _names() -> dict[str, str]:
    """Read the names, once per process."""
    return {name: gender for gender, names in load_data("given_names.json.gz").items() for name in names.split()}


def given_gender(word: str) -> str:
    """Return `m` or `f` for a given name, `u` for a unisex one, an empty string for another word."""
    return _names().get(plain_name(word), "")


# A word of these two lists alone mentions a person, and gives the gender of a name beside it.
MALE_WORDS = frozenset(
    """mr mr. sir lord king prince duke baron count earl emperor father brother son husband uncle nephew grandfather
    grandson stepfather stepson stepbrother widower boyfriend man boy gentleman businessman actor waiter monk
    priest pope bishop abbot knight congressman chairman spokesman policeman fireman salesman craftsman nobleman
    statesman sportsman clergyman fisherman footballer cricketer quarterback linebacker sultan caliph shah tsar
    czar bachelor groom godfather dad daddy grandpa cardinal rabbi imam archbishop frontman tenor baritone
    viscount marquess archduke""".split()
)
FEMALE_WORDS = frozenset(
    """mrs mrs. ms ms. miss mme mlle madam madame lady dame queen princess duchess baroness countess empress mother
    sister daughter wife aunt niece grandmother granddaughter stepmother stepdaughter stepsister widow
    girlfriend woman girl businesswoman actress waitress nun abbess congresswoman chairwoman spokeswoman
    policewoman saleswoman noblewoman sportswoman heiress hostess goddess bride godmother mom mum mommy grandma
    ballerina soprano songstress tsarina sultana mistress seamstress midwife stewardess sorceress priestess
    poetess heroine archduchess viscountess""".split()
)
# Words for persons: a name described by one of them is a person's.
PERSON_WORDS = frozenset(
    """person author poet artist musician singer songwriter rapper guitarist drummer composer conductor painter
    sculptor architect engineer scientist lawyer attorney judge politician senator governor president mayor
    minister diplomat ambassador soldier officer general admiral captain commander coach athlete player runner
    swimmer boxer wrestler golfer skier cyclist driver racer jockey champion teacher professor scholar student
    historian critic editor journalist reporter broadcaster host presenter director producer screenwriter
    filmmaker writer novelist playwright dancer choreographer comedian model designer chef entrepreneur
    executive activist missionary saint philanthropist inventor explorer doctor physician surgeon nurse
    psychologist philosopher theologian mathematician astronaut pilot criminal murderer pirate spy thief bassist
    vocalist pianist violinist cellist keyboardist entertainer celebrity star heir leader founder monarch ruler
    noble aristocrat goalkeeper defender midfielder striker forward pitcher catcher outfielder infielder
    shortstop guard tackle actor actress footballer cricketer businessman businesswoman man woman boy girl king
    queen prince princess duke duchess son daughter brother sister wife husband father mother bishop pope priest
    rabbi monk nun knight""".split()
)
PERSON_ENDINGS = ("ologist", "ographer", "ician", "maker", "player", "writer", "keeper", "man", "woman", "smith", "ist")
"""Endings of nouns for people, of which there are too many to list: *zoologist*, *watchmaker*."""
_SHORTEST_WITH_ENDING = 7
"""Letters that a noun must have for its ending to count: *mist*, *human* and *grist* are shorter."""
# A name with one of these words, or a topic described by one, is not a person's.
NOT_PERSON_WORDS = CALENDAR_NAMES | frozenset(
    """university college school academy institute institution hospital church cathedral abbey temple mosque museum
    library gallery theatre theater stadium arena park garden gardens bridge tower castle palace fort station
    airport port harbor harbour river lake sea ocean bay island islands isle mount mountain mountains valley
    hills hill forest desert coast county district province state states city town village township borough
    parish region republic kingdom empire federation union nations street road avenue boulevard highway route
    square company corporation corp corp. inc inc. ltd ltd. llc co. group bank foundation association society
    organization organisation committee commission council board agency department ministry office bureau party
    league club team united cup championship championships tournament series season games olympics award awards
    prize medal orchestra band records record album song film movie magazine journal newspaper times news press
    post herald tribune radio television channel network studios entertainment pictures productions festival
    conference congress parliament senate house assembly court army navy force forces corps regiment brigade
    division battalion war battle treaty act bill law constitution revolution rebellion railway railroad line
    airlines airways motors hotel center centre building hall day week month year christmas easter north south
    east west northern southern eastern western central america american europe european africa african asia
    asian england english britain british france french germany german italy italian spain spanish russia russian
    china chinese japan japanese india indian canada canadian australia australian ireland irish scotland
    scottish wales welsh mexico brazil poland polish sweden swedish norway norwegian denmark danish greece greek
    turkey turkish israel egypt iran iraq soviet roman catholic christian jewish muslim islam bible london paris
    york california texas florida chicago boston hollywood broadway washington los new san grand prix open world
    national international royal trophy bowl drama novel novella book play opera musical sitcom comedy thriller
    episode show game software language dialect species genus plant disease website brand product restaurant shop
    mine farm monument statue area community municipality suburb neighborhood neighbourhood settlement hamlet
    locality commune nba nfl fifa bbc cbs nbc abc hbo mtv u.s. uk usa us un eu""".split()
)


def word_gender(word: str) -> str:
    """Return `m` or `f` for a word for men or women (in lower case), an empty string for others."""
    return "m" if word in MALE_WORDS else "f" if word in FEMALE_WORDS else ""


def names_person(noun: str) -> bool:
    """Tell whether a noun (a lemma) means people."""
    return (
        noun in PERSON_WORDS
        or bool(word_gender(noun))
        or (len(noun) >= _SHORTEST_WITH_ENDING and noun.endswith(PERSON_ENDINGS))
    )


_PARTICLES = frozenset("de del della der den di da dos du van von la le bin ibn al el ben y".split())
_PLACE_PREPOSITIONS = frozenset("in at near into across throughout outside inside".split())
# Words of NOT_PERSON_WORDS that are common surnames: a person when a given name stands before them (*Jack London*).
_SURNAMES = frozenset(
    """washington london west north hill park hall church house may march ireland france england french german welsh
    english day power forest temple street castle bridge parish post bill houston chase boston paris dallas lake
    bay king""".split()
)
_BORN = frozenset({"born", "née", "nee", "b."})
_PARENTHESIS = re.compile(r"\s*\([^)]*\)")
_INITIAL = re.compile(r"[a-z]\.?")
# Words of NOT_PERSON_WORDS that are given names: a person when a surname follows (*April Okafor*).
_GIVEN_NAMES = frozenset("april august christian israel june may paris".split())
_COPULAS = frozenset({"is", "was", "were", "are", "became"})
_AFTER_A_NAME = frozenset({"VERB", "AUX", "PUNCT", "PART", "PROPN", "ADV"})
_IN_CLASS_PHRASE = frozenset({"ADJ", "NOUN", "PROPN", "PUNCT", "CCONJ", "NUM", "ADV"})
_LONGEST_CLASS_PHRASE = 16
"""Words after a copula or comma that may still describe a person."""
_MISTAGGED_NAMES = frozenset({"NOUN", "ADJ", "X"})
"""Tags that the tagger gives to unknown names."""
_MISTAGGED_FIRST_NAMES = _MISTAGGED_NAMES | {"VERB", "INTJ"}


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a sentence: tokens `first` to `last` (exclusive), with information from the words in and around it.

    `gender` is `m`, `f` or empty; `person` tells whether it is a person's name, None if unknown.
    """

    words: tuple[str, ...]
    start: int
    end: int
    first: int
    last: int
    gender: str
    person: bool | None


def topic_words(topic: str) -> str:
    """Return a title without disambiguating brackets: `Mercury (planet)` is Mercury."""
    return _PARENTHESIS.sub("", topic).strip()


def proper_words(sentences: Iterable[Sequence[Token]]) -> set[str]:
    """Return the words used as proper nouns somewhere in a text."""
    return {
        token.text
        for tokens in sentences
        for token in tokens
        if token.upos == "PROPN" and len(token.text) > 2 and token.text[0].isupper()
    }


def is_same_name(name: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether one name abbreviates the other: its surname, its given name, or both without the middle."""
    short, long = sorted((name, other), key=len)
    if not short:
        return False
    if len(short) == 1:
        return short[0] in (long[-1], long[0])
    return short[-1] == long[-1] and short[0] == long[0]


def find_names(tokens: Sequence[Token], proper: Container[str] = frozenset()) -> Iterator[Name]:
    """Yield the names of a sentence; `proper` are words known to be names, however they are tagged."""
    last = 0
    for position, token in enumerate(tokens):
        if position >= last and token.text[0].isupper() and _is_name_word(tokens, position, proper):
            last = _name_end(tokens, position, proper)
            name = _describe(tokens, position, last)
            if name is not None:
                yield name


def _is_name_word(tokens: Sequence[Token], position: int, proper: Container[str]) -> bool:
    """Tell whether a word belongs to a name by its tag, its capital, and its other uses in the text."""
    token = tokens[position]
    if not token.text[0].isupper() or len(token.text) < 2:
        return token.upos == "PROPN" and token.text.isupper()
    if token.upos == "PROPN":
        return True
    if position:
        return token.upos in _MISTAGGED_NAMES and (token.text in proper or token.text.lower() not in PERSON_WORDS)
    # The first word of a sentence always has a capital, so further evidence for a name is needed.
    next_tag = tokens[1].upos if len(tokens) > 1 else ""
    if token.upos in _MISTAGGED_FIRST_NAMES and len(token.text) > 2:
        if token.text in proper or (next_tag in _AFTER_A_NAME and given_gender(token.text)):
            return True
        return token.upos == "NOUN" and token.lemma.lower() == token.text.lower() and next_tag in {"AUX", "VERB"}
    return False


def _name_end(tokens: Sequence[Token], first: int, proper: Container[str]) -> int:
    """Extend a name over name words, hyphens (*Jong-un*) and particles before one (*Maria de Costa*)."""
    last = first + 1
    while last < len(tokens):
        if _is_name_word(tokens, last, proper):
            last += 1
            continue
        token, following = tokens[last], tokens[last + 1] if last + 1 < len(tokens) else None
        if following is None:
            break
        if token.text == "-" and token.start == tokens[last - 1].end and following.start == token.end:
            if following.upos != "PROPN":  # Porto-based
                break
        elif token.text not in _PARTICLES or not _is_name_word(tokens, last + 1, proper):
            break
        last += 2
    return last


def _describe(tokens: Sequence[Token], first: int, last: int) -> Name | None:
    """Return the name without titles such as *Mrs.*, with its gender and personhood; None if it only has titles."""
    gender, begin = "", first
    while first < last and tokens[first].text.lower() in PERSON_TITLES:
        gender = gender or word_gender(tokens[first].text.lower())
        first += 1
    if first == last:
        return None
    words = tuple(token.text for token in tokens[first:last])
    given = _given([word.lower() for word in words])
    described_gender, person = _description(tokens, first, last)
    if first > begin:
        person = True
    elif person is None:
        person = _is_person(words, given, tokens[first - 1] if first else None)
    if person is not False:
        gender = gender or described_gender or (given if given in {"m", "f"} else "")
    return Name(words, tokens[first].start, tokens[last - 1].end, first, last, gender, person)


def _given(words: Sequence[str]) -> str:
    """Return the gender of the given name, also after an initial."""
    gender = given_gender(words[0])
    return given_gender(words[1]) if not gender and len(words) > 2 and _INITIAL.fullmatch(words[0]) else gender


def _is_person(words: Sequence[str], given: str, before: Token | None) -> bool | None:
    """Tell whether a name is a person's; None if unknown.

    Args:
        words: the words of the name.
        given: the gender of its given name, empty without one.
        before: the token before the name.
    """
    lower = [word.lower() for word in words]
    several = len(lower) > 1
    inanimate = [word for word in lower if word in NOT_PERSON_WORDS]
    if inanimate:
        is_surname = inanimate == [lower[-1]] and lower[-1] in _SURNAMES
        is_given_name = inanimate == [lower[0]] and lower[0] in _GIVEN_NAMES
        if not (given and several and (is_surname or is_given_name)):
            return False
    if not given and all(len(word) > 1 and word.isupper() for word in words):  # an acronym
        return False
    if before is not None and before.lemma == "the" and not (given and several):  # the Vesper
        return False
    if given:
        return True
    if before is not None and before.text.lower() in _PLACE_PREPOSITIONS:
        return False
    return True if several and re.fullmatch(r"[a-z]\.", lower[0]) else None  # J. Okafor


def _description(tokens: Sequence[Token], first: int, last: int) -> tuple[str, bool | None]:
    """Read gender and personhood from `actress X`, `X, a poet`, `X (born 1950)` and `X was a poet`; None: unknown."""
    before = tokens[first - 1].lemma.lower() if first else ""
    if names_person(before):
        return word_gender(before), True
    after = last
    born = False
    if after < len(tokens) and tokens[after].text == "(":
        while after < len(tokens) and tokens[after].text != ")":
            born = born or tokens[after].text.lower() in _BORN
            after += 1
        after += 1
    if born:
        gender, _ = _class_phrase(tokens, after + 1)
        return gender, True
    if after + 1 < len(tokens) and tokens[after].text.lower() in _COPULAS:
        if tokens[after + 1].text == "born":
            return "", True
        return _class_phrase(tokens, after + 1)
    if after + 1 < len(tokens) and tokens[after].text == "," and tokens[after + 1].upos == "DET":
        return _class_phrase(tokens, after + 1)
    return "", None


def _class_phrase(tokens: Sequence[Token], position: int) -> tuple[str, bool | None]:
    """Read gender and personhood from the nouns of a phrase (`an American film actress and director`)."""
    gender, person, noun = "", False, ""
    if position >= len(tokens) or tokens[position].upos not in {"DET", "ADJ"}:
        return gender, None
    for token in tokens[position + 1 : position + _LONGEST_CLASS_PHRASE]:
        if token.upos not in _IN_CLASS_PHRASE or token.text in {".", ";", "("}:
            break
        if token.upos == "NOUN":
            noun = token.lemma
            if names_person(noun):
                person = True
                gender = gender or word_gender(noun)
    return gender, True if person else False if noun in NOT_PERSON_WORDS else None
