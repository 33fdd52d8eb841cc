"""A sentence as one line of words that relation patterns can be matched against.

Every noun phrase is one word: a letter for what it is, its number, and a letter for its determiner. `P` is a name, `T`
a naming noun (*acronym*), `M` a membership noun (*part*), `X` a mixture, `K` a kind of something, `N` any other. `a` is
an indefinite determiner, `t` *the*, `m` a number, `h` *other*, `s` *such*, `x` another such as *this*, `o` none.
Between them verbs are lemmas (`is` and `are` in any tense), adverbs begin with `~`, and quotation marks are gone.
*Also known as Tom, the cat is a large type of animal* reads `~also know as P0o , N1t is K2a of N3o`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.concepts import concept_key
from lgm_core.language.noun_phrases import NounPhrase
from lgm_core.language.port import AnnotatedSentence, CoreferenceMark, Token
from lgm_core.learning.patterns.arguments import Unit
from lgm_core.learning.patterns.grammar_words import Words

__all__ = ["Line", "read_line"]

_SILENT = frozenset(['"', "''", "``", "“", "”", "‘", "’", "'", "[", "]"])
_BRACKETED = re.compile(r" \( [^()]*\)")
_NUMBER = re.compile(r"[A-Z](\d+)[a-z]")


@dataclass(frozen=True, slots=True)
class Line:
    """The words of a sentence as patterns see them.

    `plain` leaves out what stands in brackets; in `full` they begin with a comma and end with a semicolon. `cues` are
    the words of the line, the determiners and letters of its noun phrases, what their nouns may be (`PART`, `GROUP`,
    ...), and `beside` when a name follows a noun phrase. `topic` is the key of the passage's title.
    """

    full: str
    plain: str
    cues: frozenset[str]
    units: tuple[Unit, ...]
    words: Words
    topic: str = ""

    def unit(self, word: str) -> Unit:
        """Return the noun phrase that a word of the line stands for."""
        return self.units[int(word[1:-1])]

    def units_in(self, words: str) -> list[Unit]:
        """Return the noun phrases that a stretch of the line names."""
        return [self.units[int(number)] for number in _NUMBER.findall(words)]


def read_line(sentence: ChunkedSentence, words: Words, topic: str = "") -> Line:
    """Write a sentence as a line of words; a name that equals `topic` is one noun phrase."""
    writer = _Writer(sentence.text, sentence.annotation, words)
    full = plain = " ".join(writer.write(_phrases(sentence, topic)))
    if "(" in writer.cues or ")" in writer.cues:
        plain = _without_brackets(full)
        full = full.replace(" (", " ,").replace(" )", " ;")
    key = concept_key(topic, words.language)
    return Line(full, plain, frozenset(writer.cues), tuple(writer.units), words, key)


def _without_brackets(line: str) -> str:
    """Leave out what stands in brackets, inner ones first, and a bracket without its mate."""
    before = ""
    while before != line:
        before, line = line, _BRACKETED.sub("", line)
    return line.replace(" )", "")


def _phrases(sentence: ChunkedSentence, topic: str) -> Sequence[NounPhrase]:
    """Return the noun phrases, with the topic as one name where the sentence begins with it."""
    text, phrases, annotation = sentence.text, sentence.noun_phrases, sentence.annotation
    tokens = annotation.tokens
    if not topic or text.find(topic, annotation.start, annotation.end) < 0:
        return phrases
    start = next((i for i, token in enumerate(tokens[:3]) if text.startswith(topic, token.start)), None)
    if start is None:
        return phrases
    end_offset = tokens[start].start + len(topic)
    end = next((i + 1 for i, token in enumerate(tokens) if token.end == end_offset), None)
    if end is None or any(phrase.first < end < phrase.end for phrase in phrases):
        return phrases
    if end < len(tokens) and tokens[end].text in ("-", "'s"):
        return phrases
    first = 0 if all(token.upos == "DET" for token in tokens[:start]) else start
    name = NounPhrase(first, start, start, end - 1, end, is_name=True)
    return [name, *(phrase for phrase in phrases if phrase.first >= end)]


class _Writer:
    """Writes the words of a line, and collects its noun phrases and cues on the way."""

    def __init__(self, text: str, sentence: AnnotatedSentence, words: Words) -> None:
        self.text = text
        self.lists = words
        self.tokens = sentence.tokens
        self.marks = {mark.start: mark for mark in sentence.marks}
        self.words: list[str] = []
        self.units: list[Unit] = []
        self.cues: set[str] = set()

    def write(self, phrases: Sequence[NounPhrase]) -> list[str]:
        """Return the words, one for each noun phrase and each word between them."""
        index = 0
        for phrase in phrases:
            self._write_words(index, phrase.first)
            self._write_phrase(phrase)
            index = phrase.end
        self._write_words(index, len(self.tokens))
        self.cues.update(self.words)
        return self.words

    def _write_words(self, first: int, end: int) -> None:
        for index in range(first, end):
            token = self.tokens[index]
            if self.marks and token.upos == "PRON" and token.start in self.marks:
                self._write_pronoun(index, self.marks[token.start])
            elif token.text not in _SILENT:
                self.words.append(_word(token, self.lists))

    def _write_pronoun(self, index: int, mark: CoreferenceMark) -> None:
        """Write what a pronoun refers to, as names joined by *and*."""
        for number, antecedent in enumerate(mark.antecedents):
            if number:
                self.words.append("and")
            phrase = NounPhrase(index, index, index, index, index + 1, is_name=True)
            head = self.tokens[index].text.lower()
            self.units.append(Unit(self.text, self.tokens, self.lists, phrase, head, "", antecedent))
            self.words.append(f"P{len(self.units) - 1}o")

    def _write_phrase(self, phrase: NounPhrase) -> None:
        tokens = self.tokens
        determiner, letter = "", "o"
        if phrase.first < phrase.start:
            first = tokens[phrase.first]
            determiner = first.text.lower()
            letter = self.lists.determiners.get(determiner) or ("m" if first.upos == "NUM" else "x")
            self.cues.add(determiner)
            if first.start in self.marks:  # her [: Lili] paper
                self._write_pronoun(phrase.first, self.marks[first.start])
                self.words.append("'s")
        head = self.lists.singular(tokens[phrase.head].text.lower())
        kind = "P" if phrase.is_name else "N"
        if phrase.is_name:
            if self.units and self.units[-1].phrase.end == phrase.first:
                self.cues.add("beside")
        elif phrase.nouns == phrase.head and head in self.lists.noun_classes:
            kind = self.lists.noun_classes[head]
            self.cues.add(kind)
        if head in self.lists.noun_cues:
            self.cues.update(self.lists.noun_cues[head])
        self.units.append(Unit(self.text, tokens, self.lists, phrase, head, determiner))
        self.words.append(f"{kind}{len(self.units) - 1}{letter}")


def _word(token: Token, words: Words) -> str:
    text, upos = token.text, token.upos
    if upos == "VERB" or upos == "AUX":
        text = text.lower()
        return words.verb_forms.get(text) or token.lemma.lower()
    if upos == "ADV":
        text = text.lower()
        return text if text in words.negative_adverbs else f"~{text}"
    return text.lower()
