"""Collect the entities of a text from their mentions: names, nouns for men or women, and pronouns."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from lgm_core.language.coreference.clause_attachment import attach
from lgm_core.language.coreference.proper_names import (
    NOT_PERSON_WORDS,
    Name,
    find_names,
    given_gender,
    is_same_name,
    proper_words,
    topic_words,
    word_gender,
)
from lgm_core.language.port import Token

__all__ = ["PRONOUNS", "ClauseSketch", "Discourse", "Entity", "Mention", "Role"]

_VERBS = frozenset({"VERB", "AUX"})
_CLAUSAL = frozenset({"root", "ccomp", "xcomp", "advcl", "acl", "parataxis"})
_SHARED_ROLE = frozenset({"conj", "appos", "flat", "compound"})
_ROLES = {"nsubj": "s", "obl:agent": "a", "obj": "o", "nmod:poss": "p", "nmod": "n", "obl": "b"}
_DEEPEST_CHAIN = 10
"""The most relations followed from a word of a list to the first one: longer lists are table rows with unclear
roles."""


class Role(NamedTuple):
    """The grammatical role of a noun.

    `kind` is s(ubject), o(bject), p(ossessor), n(oun's complement), a(gent), b (other complement) or x; `preposition`
    the lemma before it; `anchor` the noun it is coordinated with or in apposition to, or itself.
    """

    kind: str
    preposition: str
    coordinated: bool
    apposed: bool
    anchor: int


class ClauseSketch:
    """The rough tree of one sentence; heads and relations are named as in Universal Dependencies."""

    __slots__ = ("_case_of", "_clause_of", "heads", "relations", "tokens")

    def __init__(self, tokens: Sequence[Token]) -> None:
        """Draw the tree of a tagged sentence."""
        self.tokens = tokens
        self.heads, self.relations, self._case_of = attach(tokens)
        self._clause_of: dict[int, int] = {}

    def head_of(self, first: int, last: int) -> int:
        """Return the head of the tokens `first` to `last` (exclusive)."""
        return next((index for index in range(first, last) if not first <= self.heads[index] < last), last - 1)

    def clause(self, index: int) -> int:
        """Return the word that heads the clause of a token."""
        clause = self._clause_of.get(index)
        if clause is None:
            clause = index
            for _ in range(len(self.tokens)):
                relation = self.relations[clause].partition(":")[0]
                is_verb = relation == "conj" and self.tokens[clause].upos in _VERBS
                if relation in _CLAUSAL or is_verb or self.heads[clause] < 0:
                    break
                clause = self.heads[clause]
            self._clause_of[index] = clause
        return clause

    def role(self, index: int) -> Role:
        """Return the role of the noun at a position; a coordinated or apposed noun has the role of its anchor."""
        coordinated = apposed = False
        anchor = index
        for _ in range(_DEEPEST_CHAIN):
            relation = self.relations[anchor]
            if relation not in _SHARED_ROLE or self.heads[anchor] < 0:
                break
            coordinated = coordinated or relation == "conj"
            apposed = apposed or relation == "appos"
            anchor = self.heads[anchor]
        case = self._case_of.get(anchor)
        preposition = "" if case is None else self.tokens[case].lemma.lower()
        return Role(_ROLES.get(self.relations[anchor], "x"), preposition, coordinated, apposed, anchor)


PRONOUNS = {
    "he": ("m", "s"),
    "him": ("m", "o"),
    "his": ("m", "p"),
    "himself": ("m", "r"),
    "she": ("f", "s"),
    "her": ("f", "o"),
    "hers": ("f", "o"),
    "herself": ("f", "r"),
}
"""Gender and form of each pronoun: s(ubject), o(bject), p(ossessive), r(eflexive); *her* may also be possessive."""
WINDOW = 4
"""Sentences before a pronoun whose entities are candidates; the topic of the passage always is."""
_MENTIONS_BEFORE, _MENTIONS_AFTER = 80, 20
"""Mentions considered around a pronoun; bounds the time for a list of a thousand names."""
_NAMESAKES = 20
"""The latest entities with a common word that a name is compared with, for the same reason."""
_NEARBY_MENTIONS = 12
"""Mentions of an entity considered on either side of a pronoun, for the same reason."""
_MENTIONING = frozenset({"PRON", "NOUN", "PROPN", "ADJ", "X", "VERB", "INTJ"})
"""Tags a mention may start with; unknown names are tagged as anything."""
_OPENING_QUOTES = frozenset({"``", '"', "“", "'"})
_CLOSING_QUOTES = frozenset({"''", '"', "”", "'", ","})
_NO_ROLE = Role("x", "", coordinated=False, apposed=False, anchor=-1)
_number = attrgetter("number")


@dataclass(slots=True, eq=False)
class Mention:
    """Tokens `first` to `last` (exclusive) of a sentence; `kind` is `name`, `noun` or `pronoun`.

    `number` counts the mentions of a text in their order. `form` is that of a pronoun. `person` tells whether it
    mentions a person, None if unknown. `role` and `clause` (its heading word) are known after `Discourse.analyse`.
    """

    kind: str
    sentence: int
    first: int
    last: int
    words: tuple[str, ...]
    start: int
    end: int
    gender: str = ""
    person: bool | None = None
    form: str = ""
    number: int = -1
    entity: Entity | None = None
    role: Role = _NO_ROLE
    clause: int = -1


@dataclass(slots=True, eq=False)
class Entity:
    """A person or thing in the text, with its mentions in order, including pronouns resolved so far.

    `words` are its fullest name. `is_bare` means that its first name had one word, `is_quoted` that it was in quotes.
    `index_words` are the words by which later names find it.
    """

    kind: str
    words: tuple[str, ...]
    gender: str = ""
    person: bool | None = None
    is_topic: bool = False
    is_quoted: bool = False
    is_bare: bool = False
    mentions: list[Mention] = field(default_factory=list)
    index_words: set[str] = field(default_factory=set)

    def add_name(self, mention: Mention) -> None:
        """Add a name or noun, with its information about the entity."""
        if len(mention.words) > len(self.words):
            self.words = mention.words
        self.gender = self.gender or mention.gender
        if mention.person or (mention.person is False and not self.mentions and self.person is None):
            self.person = mention.person
        mention.entity = self
        self.mentions.append(mention)

    def add_pronoun(self, pronoun: Mention) -> None:
        """Add a resolved pronoun in order."""
        pronoun.entity = self
        insort(self.mentions, pronoun, key=_number)

    def before(self, pronoun: Mention) -> Sequence[Mention]:
        """Return the latest mentions before a pronoun, in order."""
        index = bisect_left(self.mentions, pronoun.number, key=_number)
        return self.mentions[max(0, index - _NEARBY_MENTIONS) : index]

    def after(self, pronoun: Mention) -> Sequence[Mention]:
        """Return the next mentions after a pronoun, in order."""
        index = bisect_right(self.mentions, pronoun.number, key=_number)
        return self.mentions[index : index + _NEARBY_MENTIONS]


class Discourse:
    """The sentences of a text, their mentions, and the entities mentioned."""

    def __init__(self, sentences: Sequence[Sequence[Token]], topic: str = "") -> None:
        """Find the mentions and entities of a tagged text.

        Args:
            sentences: its tokens with their parts of speech.
            topic: the title of the text, which is an entity from the start, or empty.
        """
        self.sentences = sentences
        self.has_topic = bool(topic_words(topic))
        self._sketches: dict[int, ClauseSketch] = {}
        proper = proper_words(sentences)
        self.mentions = [mention for number in range(len(sentences)) for mention in self._mentions_of(number, proper)]
        self.topic: Entity | None = None
        self._by_word: dict[str, list[Entity]] = {}
        if self.has_topic:
            self.topic = self._add_topic(topic)
        for number, mention in enumerate(self.mentions):
            mention.number = number
            self._assign_entity(mention)

    def sketch(self, sentence: int) -> ClauseSketch:
        """Return the sketch of a sentence, built on first use."""
        sketch = self._sketches.get(sentence)
        if sketch is None:
            sketch = self._sketches[sentence] = ClauseSketch(self.sentences[sentence])
        return sketch

    def analyse(self, mention: Mention) -> None:
        """Find the grammatical role of a mention and the clause it is in."""
        if mention.clause < 0:
            sketch = self.sketch(mention.sentence)
            mention.role = sketch.role(sketch.head_of(mention.first, mention.last))
            mention.clause = sketch.clause(mention.role.anchor)
            if mention.form == "o" and mention.role.kind == "p":  # her boat
                mention.form = "p"

    def nearby(self, pronoun: Mention) -> Sequence[Mention]:
        """Return the mentions of the last few sentences up to that of a pronoun, itself among them, in order."""
        first = max(pronoun.number - _MENTIONS_BEFORE, 0)
        while self.mentions[first].sentence < pronoun.sentence - WINDOW:
            first += 1
        last = min(pronoun.number + _MENTIONS_AFTER, len(self.mentions))
        while self.mentions[last - 1].sentence > pronoun.sentence:
            last -= 1
        return self.mentions[first:last]

    def _mentions_of(self, sentence: int, proper: set[str]) -> Iterator[Mention]:
        tokens = self.sentences[sentence]
        names = {name.first: name for name in find_names(tokens, proper)}
        end = 0
        for position, token in enumerate(tokens):
            if position < end or token.upos not in _MENTIONING:
                continue
            name = names.get(position)
            mention = _word_mention(token, sentence, position) if name is None else _name_mention(name, sentence)
            if mention is not None and not self._is_inside_name(mention, names):
                end = mention.last
                yield mention

    def _is_inside_name(self, mention: Mention, names: Container[int]) -> bool:
        """Tell whether a word is part of a name or title, as in *actress Lili Wang* and *The Girl and Her Band*."""
        if mention.kind == "noun":
            relation = self.sketch(mention.sentence).relations[mention.first]
            return mention.last in names or relation in {"compound", "flat"}
        tokens = self.sentences[mention.sentence]
        capital = mention.kind == "pronoun" and mention.first > 0 and tokens[mention.first].text[0].isupper()
        return capital and tokens[mention.first - 1].upos != "PUNCT"

    def _add_topic(self, topic: str) -> Entity:
        """Make the title of the passage an entity, mentioned before the first sentence."""
        words = tuple(topic_words(topic).split())
        gender = given_gender(words[0])
        title_words = topic.replace("(", " ").replace(")", " ").lower().split()
        heading = Mention("name", -1, 0, 0, words, 0, 0, role=Role("s", "", False, False, 0), clause=0)
        entity = Entity("name", words, is_topic=True, mentions=[heading])
        if not NOT_PERSON_WORDS.isdisjoint(title_words):
            entity.person = False
        elif gender:
            entity.person = True
        if len(words) > 1 and gender in {"m", "f"}:
            entity.gender = gender
        self._index(entity)
        return entity

    def _index(self, entity: Entity) -> None:
        """Index an entity by its first and last word for later names."""
        for word in {entity.words[0], entity.words[-1]} - entity.index_words:
            entity.index_words.add(word)
            self._by_word.setdefault(word, []).append(entity)

    def _assign_entity(self, mention: Mention) -> None:
        """Add a mention to the entity it names, or to a new one; pronouns are left to the resolver."""
        if mention.kind == "pronoun":
            return
        entity = self._namesake(mention) if mention.kind == "name" else None
        if entity is None:
            entity = Entity(mention.kind, mention.words, is_bare=len(mention.words) == 1)
            entity.is_quoted = self._is_quoted(mention)
        entity.add_name(mention)
        if mention.kind == "name":
            self._index(entity)

    def _namesake(self, mention: Mention) -> Entity | None:
        """Return the latest entity that a name may abbreviate, or that may abbreviate it."""
        namesakes = [
            entity
            for word in {mention.words[0], mention.words[-1]}
            for entity in self._by_word.get(word, ())[-_NAMESAKES:]
            if not (entity.gender and mention.gender and entity.gender != mention.gender)
            and is_same_name(entity.words, mention.words)
        ]
        return max(namesakes, key=lambda entity: entity.mentions[-1].number if entity.mentions else -1, default=None)

    def _is_quoted(self, mention: Mention) -> bool:
        tokens = self.sentences[mention.sentence]
        if mention.first == 0 or mention.last >= len(tokens):
            return False
        return tokens[mention.first - 1].text in _OPENING_QUOTES and tokens[mention.last].text in _CLOSING_QUOTES


def _name_mention(name: Name, sentence: int) -> Mention:
    return Mention("name", sentence, name.first, name.last, name.words, name.start, name.end, name.gender, name.person)


def _word_mention(token: Token, sentence: int, position: int) -> Mention | None:
    """Return the mention made by a pronoun or a word for a man or woman."""
    lower = token.text.lower()
    where = (sentence, position, position + 1, (lower,), token.start, token.end)
    if token.upos == "PRON":
        gender, form = PRONOUNS.get(lower, ("", ""))
        return Mention("pronoun", *where, gender, True, form) if gender else None
    if token.upos in {"NOUN", "PROPN"} and token.lemma.lower() == lower and (gender := word_gender(lower)):
        return Mention("noun", *where, gender, True)
    return None
