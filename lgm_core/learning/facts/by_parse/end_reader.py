"""The referents of words in a parsed sentence: concepts by name, pronouns by their marks, the title, values."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lgm_core.language.concepts import concept_key
from lgm_core.language.dependency_tree import DependencyTree
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lexicons.lexicon import FactWords
from lgm_core.language.port import Token
from lgm_core.language.values.date_reading import FoundValue
from lgm_core.language.values.inexact_values import as_stated
from lgm_core.language.values.value_finder import find_values
from lgm_core.learning.patterns.english.class_words import NAMED_PLACES
from lgm_core.model.facts.value import Value, ValueKind

__all__ = ["EndReader", "OpenRelation", "RelationEnd", "opening_name"]


@dataclass(frozen=True, slots=True)
class RelationEnd:
    """The subject or object of a relation.

    Attributes:
        key: the concept's key; empty for a value.
        surface: as written, or the antecedent of a pronoun.
        value: the date, number or quantity, if it is one.
    """

    key: str
    surface: str
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class OpenRelation:
    """A statement of a sentence.

    Attributes:
        subject: its subject.
        predicate: its key: lemmas without auxiliaries, with a preposition: `direct by`, `be husband of`; if the
            statement is a denial, after `not`.
        wording: the predicate as written; a denial with the word that denies.
        object: the other end.
        qualifiers: further ends by preposition: `("in", 1904)`.
        start: first character of the statement in the annotated text.
        end: the character after its last.
    """

    subject: RelationEnd
    predicate: str
    wording: str
    object: RelationEnd
    qualifiers: tuple[tuple[str, RelationEnd], ...]
    start: int
    end: int


_PRONOUNS = frozenset("PRON DET".split())
_ENDS = frozenset("NOUN PROPN NUM X SYM".split())

_NAME_WORDS = frozenset("NOUN PROPN ADJ VERB AUX NUM".split())
"""Kinds of words that, with a capital, belong to the name beside them."""
_GENITIVES = frozenset("'s ’s ' ’".split())

_QUOTES = ('"', "“", "„", "«")
"""Marks before a title at the beginning of a sentence."""

_HYPHEN_BEFORE = re.compile(r"\w-\s?$")
_HYPHEN_AFTER = re.compile(r"-\s?\w")
_PATH = re.compile(r"[./\\_](?=\w)[\w.]*[./\\_](?=\w)")
"""Two marks inside a word: an address or the name of a file."""

_COPULA = re.compile(r"\s(?:is|was)\s")
_QUOTED_NAME = re.compile(r"""["“](?P<name>[^"“”]{1,100}?),?["”](?:\s\([^()]*\))?\s(?:is|was)\s""")
_BRACKETS = re.compile(r"\([^()]*\)")
_ENGLISH = lexicon_of("en")
_ARTICLES = frozenset(("the", "a", "an"))
_NOT_FIRST = frozenset(
    "after although an and as at because before but by despite during each every for from he her here his however i if "
    "in into it its my on one our she since some such that their then there these they this those though to today "
    "under until we when where whereas while with within you your".split()
)
"""Words that begin a sentence rather than a name, although some names begin with them."""

_INSIDE = _ENGLISH.question_words | _ENGLISH.links | {"s", "t", "vs", "versus"}
"""Words in lower case inside names."""


class EndReader:
    """Reads the ends of relations in a sentence.

    Args:
        tree: the sentence.
        words: the words of its language.
        topic: the topic of its section's title, or empty.
        opens: whether it is the first sentence of its section.
    """

    def __init__(self, tree: DependencyTree, words: FactWords, topic: str, *, opens: bool) -> None:
        self.topic = topic
        self._tree, self._words, self._text = tree, words, tree.sentence.text
        self._tokens, self._lexicon = tree.tokens, tree.sentence.lexicon
        self._first = first = tree.sentence.annotation.start
        own = self._text[first : tree.sentence.annotation.end]
        self._values = [
            FoundValue(first + found.start, first + found.end, found.value)
            for found in as_stated(find_values(own, self._lexicon), own)
        ]
        self.title = self._titled_phrase() if opens and topic else range(0)

    def of_word(self, word: int) -> list[RelationEnd]:
        """Return the referent of a noun, name or pronoun; for words of a date or number, the value."""
        token = self._tokens[word]
        value = self.value_at(word)
        if value is not None and not self.is_title(word):
            is_word = value.value.kind is ValueKind.NUMBER and value.value.text.isalpha()
            return [] if is_word else [RelationEnd("", value.value.text, value.value)]
        antecedents = self._tree.own_antecedents(word)
        if antecedents:
            found = map(self.named, antecedents)
            return [named for named in found if named.key and named.key not in self._words.name_suffixes]
        if self.is_title(word):
            return [self.named(self.topic)]
        if token.upos in _PRONOUNS:
            return []
        if token.upos not in _ENDS and self._tree.phrase(word) is None:
            return []
        if place := self.place_named(word):
            return self.of_word(place)
        first, last = self._tree.span(word)
        if "," in self._text[first:last] and (phrase := self._tree.phrase(word)) is not None:
            first, last = self._tokens[phrase.start].start, self._tokens[phrase.end - 1].end
        named = self.named(self._text[first:last])
        is_name = bool(named.key) and named.key not in self._words.name_suffixes
        is_cut = self.is_fragment(first, last) or self._is_cut(first, last) or self._shares_noun(word)
        return [named] if is_name and not is_cut else []

    def place_named(self, noun: int) -> int:
        """Return the name behind a kind of place, as in *the island of Skye*; 0 if there is none."""
        kind, behind = self._tree.phrase(noun), self._tree.phrase(min(noun + 2, len(self._tokens) - 1))
        if kind is None or behind is None or self._lexicon.code != "en" or self._tokens[noun].text not in NAMED_PLACES:
            return 0
        is_alone = kind.start == noun == kind.first + 1 and self._tokens[kind.first].text.lower() == "the"
        is_named = behind.is_name and behind.start == noun + 2 and self._tokens[noun + 1].text == self._lexicon.genitive
        return behind.head if is_alone and is_named else 0

    def is_title(self, word: int) -> bool:
        """Tell whether a word is part of the topic's name."""
        return word in self.title

    def named(self, name: str) -> RelationEnd:
        """Return the end for a name."""
        return RelationEnd(concept_key(name, self._lexicon.code), name)

    def value_at(self, word: int) -> FoundValue | None:
        """Return the date, number or quantity that contains a word."""
        if not self._values:
            return None
        start = self._tokens[word].start
        found = next((found for found in self._values if found.start <= start < found.end), None)
        return None if found is not None and self._is_in_name(word, found) else found

    def _is_in_name(self, word: int, value: FoundValue) -> bool:
        """Tell whether a value is part of a longer name, as in *20th Century Fox*."""
        phrase = self._tree.phrase(word)
        return (
            phrase is not None
            and phrase.is_name
            and phrase.first == phrase.start
            and self._tokens[phrase.start].start <= value.start
            and value.end < self._tokens[phrase.end - 1].end
        )

    def _titled_phrase(self) -> range:
        """Return the words of the first name if it is the title's, in full or in another form."""
        words = set(concept_key(self.topic, self._lexicon.code).split())
        first = self._first + (self._text[self._first : self._first + 1] in _QUOTES)
        if self._text.startswith(self.topic, first):
            stop = first + len(self.topic)
            behind = next((i for i, token in enumerate(self._tokens) if token.start >= stop), len(self._tokens))
            following = self._tokens[behind] if behind < len(self._tokens) and " " not in self.topic else None
            is_other = following is not None and following.upos == "PROPN" and following.start == stop + 1
            return range(0 if is_other else behind)  # *Boston Mills is*, on the page of Boston
        last = self.topic.split()[-1]
        if last.islower() and last not in self._text[self._first : self._tree.sentence.annotation.end]:
            return range(0)  # *Acme discography*, a page about Acme
        kind, _, rest = self.topic.partition(f" {self._lexicon.genitive} ")
        others = set(concept_key(rest, self._lexicon.code).split()) - set(concept_key(kind, self._lexicon.code).split())
        for phrase in self._tree.sentence.noun_phrases[:2]:
            start, end = self._tokens[phrase.start].start, self._tokens[phrase.end - 1].end
            named = set(concept_key(self._text[start:end], self._lexicon.code).split())
            is_within = self._text[start].isupper() and self._is_titled_within(start)
            is_one_of = not named <= words and self._is_kind(self._text[start:end])
            if words & named and not named <= others and not is_within and not is_one_of:
                return range(phrase.first, phrase.end)
        return range(0)

    def _is_kind(self, name: str) -> bool:
        """Tell whether the topic has no word as a name is written: *Parks*, above a section on *Odell Park*."""
        return {*self.topic.casefold().split()}.isdisjoint(name.casefold().split())

    def _is_titled_within(self, start: int) -> bool:
        """Tell whether the topic ends with a name behind a small word: *Notes on the Aldis* is about the Aldis."""
        words, other = self.topic.split(), self._lexicon.determiners
        place = next((at for at in range(1, len(words)) if self._text.startswith(" ".join(words[at:]), start)), 0)
        said = self._text[self._first : start].lower().split()
        titled, said = (
            [word for word in own if word not in other][-1:] for own in (self.topic.lower().split()[:place], said)
        )
        return titled != said and not (self._lexicon.stop_words - self._lexicon.links).isdisjoint(titled)

    def _is_cut(self, start: int, end: int) -> bool:
        """Tell whether a name goes on before or behind its characters, or is an owner: *Cook | 's mill*."""
        before = next((token for token in reversed(self._tokens) if token.end <= start), None)
        behind = next((token for token in self._tokens if token.start >= end), None)
        is_name = self._text[start].isupper()
        if (
            behind is not None
            and behind.start - end <= 1
            and (behind.text in _GENITIVES or (is_name and self._continues(behind)))
        ):
            return True
        if before is None or start - before.end != 1 or before is self._tokens[0] or not is_name:
            return False
        return self._continues(before) and before.text.lower() not in self._lexicon.titles

    def _shares_noun(self, word: int) -> bool:
        """Tell whether a noun and the next share a third: *research and development costs*."""
        tokens = self._tokens
        for joint in range(max(word - 3, 1), min(word + 2, len(tokens) - 2)):
            one, other = self._tree.phrase(joint - 1), self._tree.phrase(joint + 1)
            if tokens[joint].upos != "CCONJ" or one is None or other is None or word not in (one.head, other.head):
                continue
            is_shared = one.first == one.head and other.first == other.nouns == joint + 1 < other.head
            are_several = [tokens[noun].text.lower() != tokens[noun].lemma for noun in (one.head, other.head)]
            if is_shared and are_several == [False, True] and not one.is_name:
                return True
        return False

    def _continues(self, token: Token) -> bool:
        return token.text[0].isupper() and token.upos in _NAME_WORDS

    def is_fragment(self, start: int, end: int) -> bool:
        """Tell whether characters are part of a hyphenated word or a path, whose parts may be tokens of their own."""
        before, behind = self._text[self._first : start], self._text[end : self._tree.sentence.annotation.end]
        around = f"{before.rpartition(' ')[2]}x{behind.partition(' ')[0]}"
        return bool(_HYPHEN_BEFORE.search(before) or _HYPHEN_AFTER.match(behind) or _PATH.search(around))

    def is_before_noun(self, word: int) -> bool:
        """Tell whether a pronoun precedes a noun and is therefore possessive, whatever the parser says."""
        following = self._tokens[word + 1].upos if word + 1 < len(self._tokens) else ""
        return self._tokens[word].upos in _PRONOUNS and following in ("NOUN", "ADJ")


def opening_name(text: str) -> str:
    """Return the name before *is* or *was* that begins a sentence, quoted or of several words; empty if there is none.

    *The Secret Life of Pets is directed by …* and *Peter and the Piskies (1958) is …* are about one thing, since the
    verb is singular. The name ends at a bracket or comma, or with the quotation marks around it.
    """
    if quotation := _QUOTED_NAME.match(text):
        return quotation["name"]
    shown = _BRACKETS.sub(lambda found: "(" * len(found[0]), text)
    copula = _COPULA.search(shown)
    name = re.split(r"\s*\(|,\s", shown[: copula.start()], maxsplit=1)[0].rstrip() if copula else ""
    words = name.split()
    if len(words) < 2 or (len(words) == 2 and words[0].lower() in _ARTICLES) or words[0].lower() in _NOT_FIRST:
        return ""
    is_name = _is_capital(words[0]) and _is_capital(words[-1]) and all(map(_is_of_name, words))
    return name if is_name else ""


def _is_capital(word: str) -> bool:
    return word[:1].isupper() or word[:1].isdigit()


def _is_of_name(word: str) -> bool:
    return _is_capital(word) or word in _INSIDE or not any(map(str.isalnum, word))
