"""Encode a sentence as one string of words for relation patterns.

Every noun phrase is one word: a letter for its kind, its number, and a letter for its determiner. `P` is a name, `T` a
naming noun (*term*), `S` one for names of the same (*acronym*), `M` a membership noun (*part*), `X` a mixture, `K` a
kind of something, `C` one that may be identified by its members (*family*), `B` a broader term (*base class*), `U` the
same if a description may follow (*umbrella term*), `N` any other. `a` is an indefinite determiner, `t` *the*, `m` a
number, `h` *other*, `s` *such*, `x` another such as *this*, `o` none. Between them verbs are lemmas (`is` and `are` in
any tense), adverbs begin with `~`, and quotation marks are removed. *Also known as Tom, the cat is a large type of
animal* reads `~also know as P0o , N1t is K2a of N3o`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from lgm_core.language.chunking import ChunkedSentence, NounPhrase
from lgm_core.language.concepts import ConceptSpan, concept_key
from lgm_core.language.port import AnnotatedSentence, CoreferenceMark, Token
from lgm_core.learning.patterns.relation_lexicon import RelationLexicon

__all__ = ["Argument", "EncodedSentence", "encode_sentence"]


class Argument(NamedTuple):
    """A noun phrase, or a resolved pronoun with its `antecedent`.

    `head` is its head noun, lower case and singular; `determiner` its first determiner in lower case, empty without
    one. `after_taxon` means that a noun such as *species* precedes it, as in *a species of the Eurasian lynx*;
    `is_bare`, that it is a singular predicate without an article, as in *The office is downtown*.
    """

    text: str
    tokens: tuple[Token, ...]
    lexicon: RelationLexicon
    phrase: NounPhrase
    head: str
    determiner: str
    antecedent: str = ""
    after_taxon: bool = False
    is_bare: bool = False

    @property
    def is_name(self) -> bool:
        """Tell whether it is a name, or a pronoun that stands for one."""
        return self.phrase.is_name and not self.antecedent.islower()

    @property
    def is_plural(self) -> bool:
        """Tell whether the head noun is in the plural."""
        head = self.tokens[self.phrase.head].text.lower()
        return self.lexicon.singular(head) != head

    @property
    def is_capitalised(self) -> bool:
        """Tell whether the head noun is capitalised."""
        return self.tokens[self.phrase.head].text[0].isupper()

    @property
    def is_counted(self) -> bool:
        """Tell whether a number comes first, as in *three miles*."""
        return self.phrase.first < self.phrase.start and self.tokens[self.phrase.first].upos == "NUM"

    @property
    def is_time(self) -> bool:
        """Tell whether it names a day, a month or another time, or begins with a bare number."""
        words = [token.text.lower() for token in self.tokens[self.phrase.start : self.phrase.end]]
        return words[0].isdigit() or not self.lexicon.times.isdisjoint(words)

    @property
    def is_animal(self) -> bool:
        """Tell whether the head noun is an animal."""
        return self.head in self.lexicon.animals or self.head.endswith(self.lexicon.animal_endings)

    @property
    def is_person(self) -> bool:
        """Tell whether the head noun is a person; what *who* follows is one."""
        if self.is_name or self.is_animal:
            return False
        following = [token.text for token in self.tokens[self.phrase.end : self.phrase.end + 1]]
        return self.lexicon.is_person(self.head) or following in (["who"], ["whose"], ["whom"])

    @property
    def may_be_person(self) -> bool:
        """Tell whether the head noun is a person, or a person or device that does something: *painter*, *gripper*."""
        return not (self.is_name or self.is_animal) and self.lexicon.may_be_person(self.head)

    def span(self, *, described: bool = True) -> ConceptSpan:
        """Return the concept it mentions.

        Args:
            described: keep the describing words of *a small wooden boat*, except words such as *famous* that are left
                out of concepts; otherwise keep only the nouns, with an adjective that makes them a kind of their own:
                *a chemical element*.
        """
        first, nouns, end = self.phrase.start, self.phrase.nouns, self.phrase.end
        while first < nouns and described and self.tokens[first].text.lower() in self.lexicon.not_describing:
            first += 1
        if not described and first < nouns:
            first = nouns - self._is_classified()
        start, stop = self.tokens[first].start, self.tokens[end - 1].end
        surface = self.text[start:stop]
        key = concept_key(self.antecedent or surface, self.lexicon.language)
        return ConceptSpan(key, surface, start, stop, self.is_name)

    def _is_classified(self) -> bool:
        """Tell whether the adjective right before the nouns makes a kind of its own of them."""
        before, noun = self.tokens[self.phrase.nouns - 1 : self.phrase.nouns + 1]
        word, lexicon = before.text, self.lexicon
        if before.upos != "ADJ" or before.end + 1 != noun.start or word != word.lower():
            return False
        is_listed = word in lexicon.classifying or word.endswith(lexicon.classifying_endings)
        return is_listed and word not in lexicon.not_classifying


_OMITTED = frozenset(['"', "''", "``", "“", "”", "‘", "’", "'", "[", "]"])
_QUOTES = _OMITTED - {"'", "’", "[", "]"}
_QUOTED = _OMITTED - {"[", "]"}
_BRACKETS = frozenset("()[]")
_LONGEST_TITLE = 10
"""The most words of a quoted title; longer text is a quotation."""
_SMALL_WORD = 4
"""The most letters of an uncapitalised word in a title."""
_BRACKETED = re.compile(r" \( [^()]*\)")
_ARGUMENT_NUMBER = re.compile(r"[A-Z](\d+)[a-z]")
_LATEST_TOPIC_START = 3
"""The latest word at which a sentence's topic may begin to be read as one name: *The song "Wait For Me" is …*."""


@dataclass(frozen=True, slots=True)
class EncodedSentence:
    """A sentence encoded for patterns.

    `without_brackets` leaves out text in brackets; in `with_brackets` the brackets are a comma and a semicolon. `cues`
    are the words of the encoding, the determiners and letters of its noun phrases, possible kinds of their nouns
    (`PART`, `GROUP`, ...), and `beside` if a name follows a noun phrase. `topic` is the key of the passage's title.
    """

    with_brackets: str
    without_brackets: str
    cues: frozenset[str]
    arguments: tuple[Argument, ...]
    lexicon: RelationLexicon
    topic: str = ""

    @property
    def is_question(self) -> bool:
        """Tell whether it is a question rather than a statement."""
        return self.with_brackets.endswith("?")

    def argument(self, word: str) -> Argument:
        """Return the noun phrase of an encoded word."""
        return self.arguments[int(word[1:-1])]

    def arguments_in(self, words: str) -> list[Argument]:
        """Return the noun phrases in a span of the encoding."""
        return [self.arguments[int(number)] for number in _ARGUMENT_NUMBER.findall(words)]


def encode_sentence(sentence: ChunkedSentence, lexicon: RelationLexicon, topic: str = "") -> EncodedSentence:
    """Encode a sentence; a name that equals `topic` is one noun phrase."""
    encoder = _Encoder(sentence.text, sentence.annotation, lexicon)
    encoded = without_brackets = " ".join(encoder.encode(_noun_phrases(sentence, topic)))
    if "(" in encoder.cues or ")" in encoder.cues:
        without_brackets = _remove_brackets(encoded)
        encoded = encoded.replace(" (", " ,").replace(" )", " ;")
    key = concept_key(topic, lexicon.language)
    return EncodedSentence(encoded, without_brackets, frozenset(encoder.cues), tuple(encoder.arguments), lexicon, key)


def _remove_brackets(encoded: str) -> str:
    """Remove text in brackets, inner ones first, and unmatched brackets."""
    before = ""
    while before != encoded:
        before, encoded = encoded, _BRACKETED.sub("", encoded)
    return encoded.replace(" )", "")


def _noun_phrases(sentence: ChunkedSentence, topic: str) -> Sequence[NounPhrase]:
    """Return the noun phrases; quoted titles, and the topic at the start of the sentence, are one name each."""
    text, annotation = sentence.text, sentence.annotation
    tokens = annotation.tokens
    phrases: Sequence[NounPhrase] = sentence.noun_phrases
    if any(text.find(quote, annotation.start, annotation.end) >= 0 for quote in _QUOTES):
        phrases = _with_titles(phrases, tokens)
    phrases = [part for phrase in phrases for part in _split_at_quote(phrase, tokens)]
    if any(token.text == "/" for token in tokens):
        phrases = _joined_at_slash(phrases, tokens)
    if not topic or text.find(topic, annotation.start, annotation.end) < 0:
        return phrases
    openings = enumerate(tokens[:_LATEST_TOPIC_START])
    start = next((index for index, token in openings if text.startswith(topic, token.start)), None)
    if start is None:
        return phrases
    topic_end = tokens[start].start + len(topic)
    end = next((index + 1 for index, token in enumerate(tokens) if token.end == topic_end), None)
    if end is None or any(phrase.first < end < phrase.end for phrase in phrases):
        return phrases
    if end < len(tokens) and tokens[end].text in ("-", "'s"):  # "Porto-based", "Porto's harbour"
        return phrases
    first = 0 if all(token.upos == "DET" for token in tokens[:start]) else start
    name = NounPhrase(first, start, start, end - 1, end, is_name=True)
    return [name, *(phrase for phrase in phrases if phrase.first >= end)]


def _joined_at_slash(phrases: Sequence[NounPhrase], tokens: Sequence[Token]) -> list[NounPhrase]:
    """Join a noun with the noun after a slash that describes the same head: *a publish/subscribe protocol*."""
    joined: list[NounPhrase] = []
    for phrase in phrases:
        before = joined[-1] if joined else None
        if (
            before is not None
            and tokens[before.end].text == "/"
            and before.end + 1 == phrase.first == phrase.start < phrase.head
            and tokens[before.head].end == tokens[before.end].start
            and tokens[before.end].end == tokens[phrase.start].start
            and not (before.is_name or phrase.is_name)
        ):
            joined[-1] = before._replace(head=phrase.head, end=phrase.end)
        else:
            joined.append(phrase)
    return joined


def _with_titles(phrases: Sequence[NounPhrase], tokens: Sequence[Token]) -> Sequence[NounPhrase]:
    """Turn each quoted title of several words into one name: *the novel "The Mill on the Floss"*."""
    quotes = [index for index, token in enumerate(tokens) if token.text in _QUOTES]
    merged: list[NounPhrase] = []
    position = 0
    for opening, closing in pairwise(quotes):
        start, end = opening + 1, closing
        while end > start and not tokens[end - 1].text[-1].isalnum():
            end -= 1
        if not 1 < end - start <= _LONGEST_TITLE or not _is_title(tokens[start:end]):
            continue
        while position < len(phrases) and phrases[position].end <= start:
            merged.append(phrases[position])
            position += 1
        after = position
        while after < len(phrases) and phrases[after].start < end:
            after += 1
        inside = phrases[position:after]
        if inside and (inside[0].start < start or inside[-1].end > end):
            continue
        first = inside[0].first if inside and inside[0].first < opening else start
        merged.append(NounPhrase(first, start, start, end - 1, end, is_name=True))
        position = after
    return [*merged, *phrases[position:]] if merged else phrases


def _split_at_quote(phrase: NounPhrase, tokens: Sequence[Token]) -> Sequence[NounPhrase]:
    """Split the quoted end of a noun phrase off as a name of its own: *the term "data class"*."""
    quotes = [index for index in range(phrase.nouns + 1, phrase.end - 1) if tokens[index].text in _QUOTED]
    if phrase.is_name or len(quotes) != 1 or phrase.end == len(tokens) or tokens[phrase.end].text not in _QUOTED:
        return [phrase]
    quote = quotes[0]
    before = phrase._replace(head=quote - 1, end=quote)
    return [before, NounPhrase(quote + 1, quote + 1, quote + 1, phrase.head, phrase.end, is_name=True)]


def _is_title(tokens: Sequence[Token]) -> bool:
    """Detect words with capitals, except small ones between them; a title with brackets is read in parts."""
    if not tokens[0].text[0].isupper() or tokens[-1].text[0].islower():
        return False
    return all(
        token.text not in _BRACKETS and (not token.text[0].islower() or len(token.text) <= _SMALL_WORD)
        for token in tokens
    )


class _Encoder:
    """Encodes a sentence word by word, collecting its noun phrases and cues."""

    def __init__(self, text: str, sentence: AnnotatedSentence, lexicon: RelationLexicon) -> None:
        self.text = text
        self.lexicon = lexicon
        self.tokens = sentence.tokens
        self.marks = {mark.start: mark for mark in sentence.marks}
        self.words: list[str] = []
        self.arguments: list[Argument] = []
        self.cues: set[str] = set()

    def encode(self, phrases: Sequence[NounPhrase]) -> list[str]:
        """Return the encoded words, one per noun phrase and per word between them."""
        index = 0
        for phrase in phrases:
            self._add_words(index, phrase.first)
            for part in self._divided(phrase):
                self._add_phrase(part)
            index = phrase.end
        self._add_words(index, len(self.tokens))
        self.cues.update(self.words)
        return self.words

    def _divided(self, phrase: NounPhrase) -> Sequence[NounPhrase]:
        """Split *the abbreviation kg*, before a verb, into its class and the short form, as quotation marks would."""
        second = phrase.nouns + 1
        if phrase.is_name or phrase.nouns != phrase.start or second != phrase.head or phrase.end >= len(self.tokens):
            return (phrase,)
        first_noun = self.lexicon.singular(self.tokens[phrase.nouns].text.lower())
        if self.lexicon.noun_classes.get(first_noun) != "S" or self.tokens[phrase.end].upos not in {"VERB", "AUX"}:
            return (phrase,)
        naming = phrase._replace(head=phrase.nouns, end=second)
        return (naming, NounPhrase(second, second, second, phrase.head, phrase.end, is_name=False))

    def _add_words(self, first: int, end: int) -> None:
        for index in range(first, end):
            token = self.tokens[index]
            if self.marks and token.upos == "PRON" and token.start in self.marks:
                self._add_pronoun(index, self.marks[token.start])
            elif token.text not in _OMITTED:
                self.words.append(_encode_word(token, self.lexicon))

    def _add_pronoun(self, index: int, mark: CoreferenceMark) -> None:
        """Add the antecedents of a pronoun, as names joined by *and*."""
        for number, antecedent in enumerate(mark.antecedents):
            if number:
                self.words.append("and")
            phrase = NounPhrase(index, index, index, index, index + 1, is_name=True)
            head = self.tokens[index].text.lower()
            self._add_argument(Argument(self.text, self.tokens, self.lexicon, phrase, head, "", antecedent), "P", "o")

    def _add_phrase(self, phrase: NounPhrase) -> None:
        tokens = self.tokens
        determiner, letter = "", "o"
        if phrase.first < phrase.start:
            first = tokens[phrase.first]
            determiner = first.text.lower()
            letter = self.lexicon.determiners.get(determiner) or ("m" if first.upos == "NUM" else "x")
            self.cues.add(determiner)
            if first.start in self.marks:  # "her paper" reads as "Lili 's paper"
                self._add_pronoun(phrase.first, self.marks[first.start])
                self.words.append("'s")
        head = self.lexicon.singular(tokens[phrase.head].text.lower())
        kind = "P" if phrase.is_name else "N"
        if phrase.is_name:
            if self.words and _ARGUMENT_NUMBER.fullmatch(self.words[-1]):  # only quotation marks may stand between
                self.cues.add("beside")
        elif noun_class := self._noun_class(phrase, head):
            kind = noun_class
            self.cues.add(kind)
        if head in self.lexicon.noun_cues:
            self.cues.update(self.lexicon.noun_cues[head])
        self._add_argument(Argument(self.text, tokens, self.lexicon, phrase, head, determiner), kind, letter)

    def _noun_class(self, phrase: NounPhrase, head: str) -> str:
        """Return the letter of a noun that rules refer to, by itself or with the word before it; else ""."""
        classes = self.lexicon.noun_classes
        if phrase.start < phrase.head:
            of_pair = classes.get(f"{self.tokens[phrase.head - 1].text.lower()} {head}")
            if of_pair is not None:
                return of_pair
        if phrase.nouns < phrase.head:
            return ""
        letter = classes.get(head, "")
        return "K" if letter == "C" and phrase.start < phrase.head else letter

    def _add_argument(self, argument: Argument, kind: str, determiner: str) -> None:
        self.words.append(f"{kind}{len(self.arguments)}{determiner}")
        self.arguments.append(argument)


def _encode_word(token: Token, lexicon: RelationLexicon) -> str:
    lower = token.text.lower()
    if token.upos in {"VERB", "AUX"}:
        return lexicon.verb_forms.get(lower) or token.lemma.lower()
    if token.upos == "ADV":
        return lower if lower in lexicon.negative_adverbs else f"~{lower}"
    return lower
