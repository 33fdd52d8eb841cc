"""Find who is named in a text: runs of proper nouns, grouped into entities, with signs of a man, a woman or a thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lgm_core.language.gender_words import (
    FEMALE_NAMES,
    FEMALE_WORDS,
    MALE_NAMES,
    MALE_WORDS,
    NOT_PERSON_WORDS,
    PERSON_ENDINGS,
    PERSON_WORDS,
    TITLES,
)
from lgm_core.language.port import Token

__all__ = ["Entity", "Name", "Roster", "find_names", "topic_words"]

_PARTICLES = frozenset("de del della der den di da dos du van von la le bin ibn al el ben y of".split())
_PLACE_PREPOSITIONS = frozenset("in at near into across throughout outside inside".split())
# Names of places and things that are also common surnames: a person when a given name stands before them.
_SURNAMES = frozenset(
    """washington london west north hill park hall church house may march ireland france england french german welsh
    english day power forest temple street castle bridge parish post bill houston chase boston paris dallas lake
    bay king""".split()
)
_BORN = frozenset({"born", "née", "nee", "b."})
_PARENTHESIS = re.compile(r"\s*\([^)]*\)")
_COPULAS = frozenset({"is", "was", "were", "are", "became"})


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a sentence: tokens `first` to `last` (exclusive), with what its surroundings say about it.

    `gender` is `m`, `f` or empty; `person` is None when nothing tells.
    """

    words: tuple[str, ...]
    text: str
    start: int
    end: int
    first: int
    last: int
    gender: str
    person: bool | None
    subject: bool


@dataclass(slots=True, eq=False)
class Entity:
    """Somebody or something named in the text; `sentence` and `subject` describe its latest mention."""

    words: tuple[str, ...]
    text: str
    span: tuple[int, int] | None
    gender: str = ""
    person: bool | None = None
    topic: bool = False
    sentence: int = -1
    position: int = -1
    subject: bool = False
    mentions: int = 0

    def met(self, sentence: int, position: int, *, subject: bool) -> None:
        """Record a mention, by name or by pronoun."""
        self.sentence, self.position, self.subject = sentence, position, subject
        self.mentions += 1


@dataclass(slots=True)
class Roster:
    """The entities of a text so far; `recent` holds those that a pronoun may still mean."""

    recent: list[Entity] = field(default_factory=list)
    _by_word: dict[str, list[Entity]] = field(default_factory=dict)

    def add(self, entity: Entity) -> None:
        """Take in an entity, to be found again by its first and its last word."""
        for word in {entity.words[0], entity.words[-1]}:
            known = self._by_word.setdefault(word, [])
            if entity not in known:
                known.append(entity)

    def meet(self, name: Name, sentence: int) -> Entity:
        """Return the entity of a name, new or met before, with the mention recorded."""
        entity = self._known(name)
        if entity is None:
            entity = Entity(name.words, name.text, (name.start, name.end))
            self.add(entity)
        elif len(name.words) > len(entity.words) or (entity.span is None and len(name.words) == len(entity.words)):
            entity.words, entity.text, entity.span = name.words, name.text, (name.start, name.end)
            self.add(entity)
        if entity not in self.recent:
            self.recent.append(entity)
        entity.gender = entity.gender or name.gender
        if entity.person is None or name.person:
            entity.person = name.person if name.person is not None else entity.person
        entity.met(sentence, name.first, subject=name.subject)
        return entity

    def forget(self, sentence: int) -> None:
        """Drop from `recent` what was mentioned last before `sentence`; the topic stays."""
        self.recent = [entity for entity in self.recent if entity.topic or entity.sentence >= sentence]

    def _known(self, name: Name) -> Entity | None:
        words = {name.words[0], name.words[-1]}
        found = [entity for word in words for entity in self._by_word.get(word, ())]
        for entity in sorted(found, key=lambda entity: (entity.sentence, entity.position), reverse=True):
            if entity.gender and name.gender and entity.gender != name.gender:
                continue
            if _same_name(entity.words, name.words):
                return entity
        return None


def topic_words(topic: str) -> str:
    """Return a title without what disambiguates it: `Mercury (planet)` is Mercury."""
    return _PARENTHESIS.sub("", topic).strip()


def _same_name(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether one name is short for the other: its surname, its given name, or both without the middle."""
    short, long = sorted((one, other), key=len)
    if not short:
        return False
    if len(short) == 1:
        return short[0] in (long[-1], long[0])
    return short[-1] == long[-1] and short[0] == long[0]


def find_names(text: str, tokens: Sequence[Token]) -> Iterator[Name]:
    """Yield the names of a sentence."""
    verb = next((number for number, token in enumerate(tokens) if token.upos in {"VERB", "AUX"}), len(tokens))
    position = 0
    while position < len(tokens):
        if tokens[position].upos != "PROPN" or not tokens[position].text[:1].isupper():
            position += 1
            continue
        last = _name_end(tokens, position)
        name = _describe(text, tokens, position, last, verb)
        if name is not None:
            yield name
        position = last


def _name_end(tokens: Sequence[Token], first: int) -> int:
    last = first + 1
    while last < len(tokens):
        token, following = tokens[last], tokens[last + 1] if last + 1 < len(tokens) else None
        if token.upos == "PROPN":
            last += 1
        elif following is None or following.upos != "PROPN":
            break
        elif (token.text in _PARTICLES and token.text != "of") or (
            token.text == "-" and token.start == tokens[last - 1].end and following.start == token.end
        ):
            last += 2
        else:
            break
    return last


def _describe(text: str, tokens: Sequence[Token], first: int, last: int, verb: int) -> Name | None:
    gender, titled = "", False
    while first < last and tokens[first].text.lower() in TITLES:
        gender = gender or _word_gender(tokens[first].text.lower())
        titled = True
        first += 1
    if first == last:
        return None
    words = tuple(token.text for token in tokens[first:last])
    lower = [word.lower() for word in words]
    before = tokens[first - 1] if first else None
    stated_gender, stated_person = _stated(tokens, first, last)
    person: bool | None = True if titled else _is_person(lower, before) if not stated_person else True
    if person is not False:
        gender = gender or _given_gender(lower[0]) or stated_gender
    start, end = tokens[first].start, tokens[last - 1].end
    return Name(words, text[start:end], start, end, first, last, gender, person, _is_subject(tokens, first, last, verb))


def _word_gender(word: str) -> str:
    return "m" if word in MALE_WORDS else "f" if word in FEMALE_WORDS else ""


def _given_gender(word: str) -> str:
    male, female = word in MALE_NAMES, word in FEMALE_NAMES
    return "" if male == female else "m" if male else "f"


def _is_person(lower: Sequence[str], before: Token | None) -> bool | None:
    given = lower[0] in MALE_NAMES or lower[0] in FEMALE_NAMES
    things = [word for word in lower if word in NOT_PERSON_WORDS]
    if things and not (given and len(lower) > 1 and things == [lower[-1]] and lower[-1] in _SURNAMES):
        return False
    if before is not None and before.lemma == "the":
        return False
    if given:
        return True
    if before is not None and before.text.lower() in _PLACE_PREPOSITIONS:
        return False
    return True if len(lower) > 1 and re.fullmatch(r"[a-z]\.", lower[0]) else None


def _stated(tokens: Sequence[Token], first: int, last: int) -> tuple[str, bool]:
    """Read gender and personhood from `actress X`, `X, a poet`, `X (born 1950)` and `X was a poet`."""
    before = tokens[first - 1].lemma.lower() if first else ""
    if _names_person(before):
        return _word_gender(before), True
    after = last
    born = False
    if after < len(tokens) and tokens[after].text == "(":
        while after < len(tokens) and tokens[after].text != ")":
            born = born or tokens[after].text.lower() in _BORN
            after += 1
        after += 1
    if born:
        gender, _ = _class_of(tokens, after + 1)
        return gender, True
    if after + 1 < len(tokens) and tokens[after].text.lower() in _COPULAS:
        if tokens[after + 1].text == "born":
            return "", True
        return _class_of(tokens, after + 1)
    if after + 1 < len(tokens) and tokens[after].text == "," and tokens[after + 1].upos == "DET":
        return _class_of(tokens, after + 1)
    return "", False


def _class_of(tokens: Sequence[Token], position: int) -> tuple[str, bool]:
    """Read the nouns of the phrase at `position` (`an American film actress and director`)."""
    gender, person = "", False
    if position >= len(tokens) or tokens[position].upos not in {"DET", "ADJ"}:
        return gender, person
    for token in tokens[position + 1 : position + 16]:
        if token.upos not in {"ADJ", "NOUN", "PROPN", "PUNCT", "CCONJ", "NUM", "ADV"} or token.text in {".", ";", "("}:
            break
        if token.upos == "NOUN" and _names_person(token.lemma):
            person = True
            gender = gender or _word_gender(token.lemma)
    return gender, person


def _names_person(noun: str) -> bool:
    return noun in PERSON_WORDS or bool(_word_gender(noun)) or (len(noun) > 6 and noun.endswith(PERSON_ENDINGS))


def _is_subject(tokens: Sequence[Token], first: int, last: int, verb: int) -> bool:
    """Guess without a parse: before the first verb and not after a preposition, or right before a verb."""
    before = tokens[first - 1].upos if first else ""
    if before == "ADP" or (last < len(tokens) and tokens[last].text in {"'s", "’s", "'", "’"}):
        return False
    if first < verb:
        return all(token.upos != "ADP" for token in tokens[max(0, first - 3) : first])
    return last < len(tokens) and tokens[last].upos in {"VERB", "AUX"} and before not in {"VERB", "AUX"}
