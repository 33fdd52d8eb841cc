"""A sentence as one line of words that relation patterns can be matched against.

Every noun phrase is one word: a letter for what it is, its number, and a letter for its determiner. `P` is a name, `T` a
naming noun (*acronym*), `M` a membership noun (*part*), `X` a mixture, `K` a kind of something, `N` any other. `a` is an
indefinite determiner, `t` *the*, `m` a number, `h` *other*, `s` *such*, `x` another such as *this*, `o` none. Between
them verbs are lemmas (`is` and `are` in any tense), adverbs begin with `~`, and quotation marks are gone. *Also known as Tom, the cat is a large type
of animal* reads `~also know as P0o , N1t is K2a of N3o`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lgm_core.language.concepts import ConceptSpan, concept_key
from lgm_core.language.inflection import singular
from lgm_core.language.phrases import NounPhrase, noun_phrases
from lgm_core.language.port import AnnotatedSentence, CoreferenceMark, Token
from lgm_core.learning.patterns.lexicon import KINDS, NEGATIVE_ADVERBS, NOT_DESCRIBING, NOUN_CLASSES, TIMES

__all__ = ["Line", "Unit", "read_line"]

_SILENT = frozenset(["[", "]", '"', "''", "``", "“", "”", "‘", "’", "'"])
_DETERMINERS = {"a": "a", "an": "a", "the": "t", "other": "h", "such": "s"}
_BE = {"is": "is", "was": "is", "'s": "is", "’s": "is", "are": "are", "were": "are", "'re": "are", "’re": "are"}
_BRACKETED = re.compile(r" \( [^()]*\)")
_NUMBER = re.compile(r"[A-Z](\d+)[a-z]")


@dataclass(frozen=True, slots=True)
class Unit:
    """A noun phrase, or a resolved pronoun, as an end of a relation."""

    text: str
    tokens: tuple[Token, ...]
    phrase: NounPhrase
    antecedent: str = ""

    @property
    def head(self) -> str:
        """Return the head noun, lower case and singular."""
        return singular(self.tokens[self.phrase.head].text.lower())

    @property
    def determiner(self) -> str:
        """Return the first determiner in lower case, empty without one."""
        return self.tokens[self.phrase.first].text.lower() if self.phrase.first < self.phrase.start else ""

    @property
    def is_name(self) -> bool:
        """Tell whether it is a name or stands for one."""
        return self.phrase.is_name

    @property
    def is_counted(self) -> bool:
        """Tell whether a number comes first, as in *three miles*."""
        return self.phrase.first < self.phrase.start and self.tokens[self.phrase.first].upos == "NUM"

    @property
    def is_time(self) -> bool:
        """Tell whether it names a day, a month or another time, or holds a bare number."""
        words = [token.text.lower() for token in self.tokens[self.phrase.start : self.phrase.end]]
        return any(word in TIMES for word in words) or words[0].isdigit()

    @property
    def opens_sentence(self) -> bool:
        """Tell whether it is the first word of the sentence, where a capital means nothing."""
        return self.phrase.start == 0

    @property
    def is_plural(self) -> bool:
        """Tell whether the head noun is written in the plural."""
        head = self.tokens[self.phrase.head].text.lower()
        return singular(head) != head

    def span(self, *, described: bool = True) -> ConceptSpan:
        """Return it as a concept, with or without the words that describe its nouns."""
        phrase = self.phrase
        first = self._describing_start() if described else phrase.nouns
        start, end = self.tokens[first].start, self.tokens[phrase.end - 1].end
        surface = self.text[start:end]
        return ConceptSpan(concept_key(self.antecedent or surface), surface, start, end, phrase.is_name)

    def _describing_start(self) -> int:
        first = self.phrase.start
        while first < self.phrase.nouns and self.tokens[first].text.lower() in NOT_DESCRIBING:
            first += 1
        return first


@dataclass(frozen=True, slots=True)
class Line:
    """The words of a sentence as patterns see them.

    `plain` leaves out what stands in brackets; in `full` brackets are commas. `topic` is the key of the passage's title.
    """

    full: str
    plain: str
    words: frozenset[str]
    units: tuple[Unit, ...]
    topic: str = ""

    def units_in(self, words: str) -> list[Unit]:
        """Return the noun phrases that a stretch of the line names."""
        return [self.units[int(match[1])] for match in _NUMBER.finditer(words)]


def read_line(text: str, sentence: AnnotatedSentence, topic: str = "") -> Line:
    """Write a sentence as a line of words; a name that equals `topic` is one noun phrase."""
    units: list[Unit] = []
    words = list(_words(text, sentence, units, topic))
    full = plain = " ".join(words)
    if "(" in words or ")" in words:
        plain = _without_brackets(full)
        full = full.replace(" (", " ,").replace(" )", " ,")
    return Line(full, plain, frozenset(words), tuple(units), concept_key(topic))


def _without_brackets(line: str) -> str:
    """Leave out what stands in brackets, inner ones first, and a bracket without its mate."""
    before = ""
    while before != line:
        before, line = line, _BRACKETED.sub("", line)
    return line.replace(" )", "")


def _words(text: str, sentence: AnnotatedSentence, units: list[Unit], topic: str) -> Iterator[str]:
    tokens = sentence.tokens
    phrases = {phrase.first: phrase for phrase in _phrases(text, sentence, topic)}
    marks = {mark.start: mark for mark in sentence.marks}
    index = 0
    while index < len(tokens):
        phrase = phrases.get(index)
        if phrase is not None:
            yield from _phrase_words(text, tokens, phrase, units, marks, phrases)
            index = phrase.end
            continue
        token = tokens[index]
        mark = marks.get(token.start) if marks else None
        if mark is not None and token.upos == "PRON":
            pronoun = NounPhrase(index, index, index, index, index + 1, is_name=True)
            for number, antecedent in enumerate(mark.antecedents):
                if number:
                    yield "and"
                units.append(Unit(text, tokens, pronoun, antecedent))
                yield f"P{len(units) - 1}o"
        elif token.text not in _SILENT:
            yield _word(token)
        index += 1


def _phrases(text: str, sentence: AnnotatedSentence, topic: str) -> list[NounPhrase]:
    """Return the noun phrases, with the topic as one name where the sentence begins with it."""
    phrases = noun_phrases(sentence)
    tokens = sentence.tokens
    if not topic or not tokens:
        return phrases
    start = next((i for i, token in enumerate(tokens[:3]) if text.startswith(topic, token.start)), None)
    if start is None:
        return phrases
    end_offset = tokens[start].start + len(topic)
    end = next((i + 1 for i, token in enumerate(tokens) if token.end == end_offset), None)
    if end is None or (end < len(tokens) and tokens[end].text in ("-", "'s")):
        return phrases
    first = 0 if all(token.upos == "DET" for token in tokens[:start]) else start
    if any(p.first < end < p.end for p in phrases):
        return phrases
    name = NounPhrase(first, start, start, end - 1, end, is_name=True)
    return [name, *(phrase for phrase in phrases if phrase.first >= end)]


def _phrase_words(
    text: str,
    tokens: tuple[Token, ...],
    phrase: NounPhrase,
    units: list[Unit],
    marks: dict[int, CoreferenceMark],
    phrases: dict[int, NounPhrase],
) -> Iterator[str]:
    mark = marks.get(tokens[phrase.first].start) if marks else None
    if mark is not None and phrase.first < phrase.start and len(mark.antecedents) == 1:
        owner = NounPhrase(phrase.first, phrase.first, phrase.first, phrase.first, phrase.first + 1, is_name=True)
        units.append(Unit(text, tokens, owner, mark.antecedents[0]))
        yield f"P{len(units) - 1}o"
        yield "'s"
    units.append(Unit(text, tokens, phrase))
    head = units[-1].head
    kind = "P" if phrase.is_name else "N"
    if kind == "N" and phrase.nouns == phrase.head:
        kind = NOUN_CLASSES.get(head) or ("K" if head in KINDS else "N")
    if phrase.first < phrase.start:
        word = tokens[phrase.first].text.lower()
        letter = _DETERMINERS.get(word) or ("m" if tokens[phrase.first].upos == "NUM" else "x")
    else:
        letter = "o"
    yield f"{kind}{len(units) - 1}{letter}"


def _word(token: Token) -> str:
    text = token.text.lower()
    upos = token.upos
    if upos == "ADV":
        return text if text in NEGATIVE_ADVERBS else f"~{text}"
    if upos in ("VERB", "AUX"):
        if text in _BE:
            return _BE[text]
        if text in ("be", "been", "being", "comprising", "consisting", "containing", "including"):
            return text
        return token.lemma.lower()
    return text
