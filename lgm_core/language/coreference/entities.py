"""Collect who and what a text mentions, by name, by a word for a man or a woman, or by pronoun, as entities."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from lgm_core.language.coreference.clause_sketch import Role, Sketch
from lgm_core.language.coreference.gender_words import NOT_PERSON_WORDS, word_gender
from lgm_core.language.coreference.given_names import given_gender
from lgm_core.language.coreference.proper_names import Name, find_names, is_same_name, proper_words, topic_words
from lgm_core.language.port import Token

__all__ = ["PRONOUNS", "WINDOW", "Entity", "Mention", "Text"]

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
"""Sentences back to the latest mention of what a pronoun may mean; the topic of the passage may always be meant."""
_BEFORE, _AFTER = 80, 20
_NAMESAKES = 20
_RECENT = 12
_MENTIONING = frozenset({"PRON", "NOUN", "PROPN", "ADJ", "X", "VERB", "INTJ"})
_OPENING = frozenset({"``", '"', "“", "'"})
_number = attrgetter("number")
_NO_ROLE = Role("x", "", coordinated=False, apposed=False, anchor=-1)
_CLOSING = frozenset({"''", '"', "”", "'", ","})


@dataclass(slots=True, eq=False)
class Mention:
    """Tokens `first` to `last` (exclusive) of a sentence; `kind` is `name`, `noun` or `pronoun`.

    `number` counts the mentions of a text in their order. `form` is that of a pronoun. `role` and `clause` (its heading
    word) are known after `Text.analyse`.
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
    """Somebody or something of the text, with its mentions in order, the pronouns resolved so far among them."""

    kind: str
    words: tuple[str, ...]
    gender: str = ""
    person: bool | None = None
    topic: bool = False
    quoted: bool = False
    bare: bool = False
    mentions: list[Mention] = field(default_factory=list)
    known_by: set[str] = field(default_factory=set)

    def meet(self, mention: Mention) -> None:
        """Take in a name, with what it tells."""
        if len(mention.words) > len(self.words):
            self.words = mention.words
        self.gender = self.gender or mention.gender
        if mention.person or (mention.person is False and not self.mentions and self.person is None):
            self.person = mention.person
        mention.entity = self
        self.mentions.append(mention)

    def refer(self, pronoun: Mention) -> None:
        """Take in a pronoun among the names around it."""
        pronoun.entity = self
        insort(self.mentions, pronoun, key=_number)

    def before(self, pronoun: Mention) -> Sequence[Mention]:
        """Return the latest mentions before a pronoun, in order."""
        at = bisect_left(self.mentions, pronoun.number, key=_number)
        return self.mentions[max(0, at - _RECENT) : at]

    def after(self, pronoun: Mention) -> Sequence[Mention]:
        """Return the next mentions after a pronoun, in order."""
        at = bisect_right(self.mentions, pronoun.number, key=_number)
        return self.mentions[at : at + _RECENT]


class Text:
    """The sentences of a text, what each mentions, and the entities behind the names."""

    def __init__(self, sentences: Sequence[Sequence[Token]], topic: str = "") -> None:
        self.sentences = sentences
        self.titled = bool(topic_words(topic))
        self._sketches: dict[int, Sketch] = {}
        proper = proper_words(sentences)
        self.mentions = [one for number in range(len(sentences)) for one in self._mentions_of(number, proper)]
        self.topic: Entity | None = None
        self._by_word: dict[str, list[Entity]] = {}
        if self.titled:
            self.topic = self._introduce(topic)
        for number, mention in enumerate(self.mentions):
            mention.number = number
            self._place(mention)

    def sketch(self, sentence: int) -> Sketch:
        """Return the sketch of a sentence, drawn at its first use."""
        found = self._sketches.get(sentence)
        if found is None:
            found = self._sketches[sentence] = Sketch(self.sentences[sentence])
        return found

    def analyse(self, mention: Mention) -> None:
        """Find what part a mention plays in its sentence."""
        if mention.clause < 0:
            sketch = self.sketch(mention.sentence)
            mention.role = sketch.role(sketch.head_of(mention.first, mention.last))
            mention.clause = sketch.clause(mention.role.anchor)
            if mention.form == "o" and mention.role.kind == "p":
                mention.form = "p"

    def around(self, mention: Mention) -> Sequence[Mention]:
        """Return the mentions near one, in order, itself among them: those of a few sentences, and not too many."""
        first = max(mention.number - _BEFORE, 0)
        while self.mentions[first].sentence < mention.sentence - WINDOW:
            first += 1
        last = min(mention.number + _AFTER, len(self.mentions))
        while self.mentions[last - 1].sentence > mention.sentence:
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
            mention = _worded(token, sentence, position) if name is None else _named(name, sentence)
            if mention is not None and not self._is_part(mention, names):
                end = mention.last
                yield mention

    def _is_part(self, mention: Mention, names: Container[int]) -> bool:
        """Tell whether a word is part of a name or a title, as in *actress Lili Wang* and *The Girl and Her Band*."""
        if mention.kind == "noun":
            return mention.last in names or self._relation(mention) in {"compound", "flat"}
        tokens = self.sentences[mention.sentence]
        capital = mention.kind == "pronoun" and mention.first > 0 and tokens[mention.first].text[0].isupper()
        return capital and tokens[mention.first - 1].upos != "PUNCT"

    def _relation(self, mention: Mention) -> str:
        return self.sketch(mention.sentence).relations[mention.first]

    def _introduce(self, topic: str) -> Entity:
        """Let the title of the passage be somebody to refer to, mentioned before the first sentence."""
        words = tuple(topic_words(topic).split())
        gender = given_gender(words[0])
        described = topic.replace("(", " ").replace(")", " ").lower().split()
        heading = Mention("name", -1, 0, 0, words, 0, 0, role=Role("s", "", False, False, 0), clause=0)
        entity = Entity("name", words, topic=True, mentions=[heading])
        if not NOT_PERSON_WORDS.isdisjoint(described):
            entity.person = False
        elif gender:
            entity.person = True
        if len(words) > 1 and gender in {"m", "f"}:
            entity.gender = gender
        self._add(entity)
        return entity

    def _add(self, entity: Entity) -> None:
        """Let an entity be found again by its first and its last word."""
        for word in {entity.words[0], entity.words[-1]} - entity.known_by:
            entity.known_by.add(word)
            self._by_word.setdefault(word, []).append(entity)

    def _place(self, mention: Mention) -> None:
        """Find the entity of a mention, or make one."""
        if mention.kind == "pronoun":
            return
        entity = self._known(mention) if mention.kind == "name" else None
        if entity is None:
            entity = Entity(mention.kind, mention.words, bare=len(mention.words) == 1)
            entity.quoted = self._is_quoted(mention)
        entity.meet(mention)
        if mention.kind == "name":
            self._add(entity)

    def _known(self, mention: Mention) -> Entity | None:
        found = [
            entity
            for word in {mention.words[0], mention.words[-1]}
            for entity in self._by_word.get(word, ())[-_NAMESAKES:]
            if not (entity.gender and mention.gender and entity.gender != mention.gender)
            and is_same_name(entity.words, mention.words)
        ]
        return max(found, key=lambda entity: entity.mentions[-1].number if entity.mentions else -1, default=None)

    def _is_quoted(self, mention: Mention) -> bool:
        tokens = self.sentences[mention.sentence]
        if mention.first == 0 or mention.last >= len(tokens):
            return False
        return tokens[mention.first - 1].text in _OPENING and tokens[mention.last].text in _CLOSING


def _named(name: Name, sentence: int) -> Mention:
    return Mention("name", sentence, name.first, name.last, name.words, name.start, name.end, name.gender, name.person)


def _worded(token: Token, sentence: int, position: int) -> Mention | None:
    """Return the mention that a pronoun or a word for a man or a woman makes."""
    low = token.text.lower()
    place = (sentence, position, position + 1, (low,), token.start, token.end)
    if token.upos == "PRON":
        gender, form = PRONOUNS.get(low, ("", ""))
        return Mention("pronoun", *place, gender, True, form) if gender else None
    if token.upos in {"NOUN", "PROPN"} and token.lemma.lower() == low and (gender := word_gender(low)):
        return Mention("noun", *place, gender, True)
    return None
