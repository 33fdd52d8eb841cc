"""Words that tell whether an English noun or name means a man, a woman, or no person; written for this project."""

from __future__ import annotations

from lgm_core.language.lexicons.english_lexicon import CALENDAR_NAMES

__all__ = [
    "FEMALE_WORDS",
    "MALE_WORDS",
    "NOT_PERSON_WORDS",
    "PERSON_ENDINGS",
    "PERSON_WORDS",
    "names_person",
    "word_gender",
]

# A word of these two lists is a mention of a person by itself, and tells the gender of a name beside it.
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
# Words for what a person is: a name described by one of them is a person's.
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
# A name with one of these words, or a topic described with one, is not a person's.
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
    """Return `m` or `f` for a word for men or women (in lower case), nothing for others."""
    return "m" if word in MALE_WORDS else "f" if word in FEMALE_WORDS else ""


def names_person(noun: str) -> bool:
    """Tell whether a noun (a lemma) is a word for people."""
    return (
        noun in PERSON_WORDS
        or bool(word_gender(noun))
        or (len(noun) >= _SHORTEST_WITH_ENDING and noun.endswith(PERSON_ENDINGS))
    )
