"""Noun phrases without words wrongly included by the tagger, and without values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lgm_core.language.chunking import ChunkedSentence, NounPhrase
from lgm_core.language.lexicons.lexicon import words
from lgm_core.language.port import Token
from lgm_core.language.values.value_finder import find_values

__all__ = ["corrected_phrases", "phrase_words"]


@dataclass(frozen=True, slots=True)
class PhraseWords:
    """Words of a language, in lower case; empty for languages without lists.

    Attributes:
        demonstratives: determiners that refer back.
        joining: conjunctions between two phrases that together name one thing.
        measures: nouns before a genitive that only give number or sort: *a variety of formats*.
        adverbial: nouns that name nothing when alone after a preposition: *in order*.
        places: nouns that with a number refer to a part of the document: *Table 3*.
        others: words after the first of several authors.
        plural: plural ending of nouns, if plurals are rare in compounds.
    """

    demonstratives: frozenset[str] = frozenset()
    joining: frozenset[str] = frozenset()
    measures: frozenset[str] = frozenset()
    adverbial: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    others: tuple[str, ...] = ()
    plural: str = ""


_ENGLISH = PhraseWords(
    demonstratives=words("this that these those such"),
    joining=words("and &"),
    measures=words(
        "amount array bunch couple dozen group half host hundred kind lot majority million myriad number pair part "
        "piece plenty portion quantity range series set share sort ten thousand total type variety wealth"
    ),
    adverbial=words(
        "accordance addition advance average basis brief case comparison conclusion conjunction consequence contrast "
        "course default detail effect essence example fact favor favour first full general hand instance length line "
        "mind nutshell order part particular parallel place practice principle progress reality respect result return "
        "short so sum summary terms time total truth turn use vain view way"
    ),
    places=words("appendix chapter eq equation fig figure listing page sec section step table tab"),
    others=("et", "al"),
    plural="s",
)

_WORDS = {"en": _ENGLISH}
_NONE = PhraseWords()


def phrase_words(language: str) -> PhraseWords:
    """Return the words of a language, given by its ISO 639-1 code."""
    return _WORDS.get(language, _NONE)


_QUOTES = frozenset('"“”„«»')
_COMPARISONS = frozenset("=<>≤≥≈±")
_NOT_SEPARATE = frozenset("'’-‐‑–")
_LONGEST_SIGN = 2
"""The most letters of a unit's sign."""


def corrected_phrases(sentence: ChunkedSentence, words: PhraseWords) -> list[NounPhrase]:
    """Return the noun phrases of a sentence that may name something, in order and without overlap."""
    tokens, shift = sentence.annotation.tokens, sentence.annotation.start
    own = sentence.text[shift : sentence.annotation.end]
    values = [(found.start + shift, found.end + shift) for found in find_values(own, sentence.lexicon)]
    return [
        phrase
        for found in sentence.noun_phrases
        for phrase in _divided(_cut(found, tokens, words), tokens, words)
        if not _is_symbol(phrase, tokens)
        and not any(start <= tokens[phrase.start].start and tokens[phrase.head].end <= end for start, end in values)
    ]


def _is_symbol(phrase: NounPhrase, tokens: Sequence[Token]) -> bool:
    """Detect a letter, a unit's sign after its number, or the name of a value: *p*, *40 ml*, *(SD = 2)*."""
    word = tokens[phrase.head].text
    if phrase.start < phrase.head:
        return False
    before = tokens[phrase.start - 1] if phrase.start else None
    following = tokens[phrase.end].text if phrase.end < len(tokens) else ""
    if word.islower() and (len(word) == 1 or following in _COMPARISONS):
        return True
    if before is None:
        return False
    is_unit = len(word) <= _LONGEST_SIGN and word.islower() and before.text[0].isdigit()
    return is_unit or (before.text in ("(", ",") and following in _COMPARISONS)


def _cut(phrase: NounPhrase, tokens: Sequence[Token], words: PhraseWords) -> NounPhrase:
    """Return a phrase with its whole first word, and without text before a quotation mark or after a reference."""
    first, start, end = phrase.first, phrase.start, phrase.end
    quotes = [index for index in range(start, end) if tokens[index].text in _QUOTES]
    if len(quotes) % 2:
        start = first = quotes[-1] + 1
    begin = start
    while 0 < begin < end and tokens[begin - 1].end == tokens[begin].start:
        begin -= 1
    if tokens[min(begin, end - 1)].text[0].isalnum():  # *64-bit* if *bit* was found
        first, start = min(first, begin), begin
    while start < end and not any(map(str.isalnum, tokens[start].text)):
        start += 1
        first = start
    for index in range(start, end - 2):
        if tokens[index].lemma.lower().rstrip(".") in words.places and tokens[index + 1].upos == "NUM":
            end = index + 2
            break
    if end - start > 1 and _is_verb(end - 1, tokens, words):
        end -= 1
    return _bounded(phrase, first, start, end)


def _divided(phrase: NounPhrase, tokens: Sequence[Token], words: PhraseWords) -> Iterator[NounPhrase]:
    """Yield a phrase, or its parts around a verb: plural nouns are rarely part of a compound."""
    if phrase.start >= phrase.end:
        return
    for index in range(phrase.start, phrase.head):
        if _is_plural(tokens[index], words) and tokens[index + 1].text[0] not in _NOT_SEPARATE:
            yield _bounded(phrase, phrase.first, phrase.start, index + 1)
            rest = min(index + 2, phrase.head)
            yield _bounded(phrase, rest, rest, phrase.end)
            return
    yield phrase


def _is_plural(token: Token, words: PhraseWords) -> bool:
    is_written_so = bool(words.plural) and token.text.islower() and token.text.endswith(words.plural)
    return is_written_so and token.upos == "NOUN" and token.lemma.lower() != token.text


def _is_verb(index: int, tokens: Sequence[Token], words: PhraseWords) -> bool:
    """Detect a verb mistaken for the last noun of a phrase: *This paper presents a tool*."""
    token, before = tokens[index], tokens[index - 1]
    following = tokens[index + 1].upos if index + 1 < len(tokens) else ""
    return (
        _is_plural(token, words)
        and token.relation == "root"
        and before.upos in ("NOUN", "PROPN", "NUM")
        and following in ("ADJ", "DET", "NOUN", "NUM", "PRON", "PROPN", "SCONJ")
        and not any(other.head == index and other.relation == "cop" for other in tokens)
    )


def _bounded(phrase: NounPhrase, first: int, start: int, end: int) -> NounPhrase:
    """Return a part of a phrase."""
    head = end - 1
    return phrase._replace(first=first, start=start, nouns=min(max(phrase.nouns, start), head), head=head, end=end)
