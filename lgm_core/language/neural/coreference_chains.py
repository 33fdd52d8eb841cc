"""Convert chains of mentions from neural resolvers to coreference marks.

A resolver returns chains: lists of token spans that refer to the same thing. They include clauses, chains of a single
mention, and mentions that are the name itself. Marks are short names that help a reader: `It [: the apple]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lgm_core.language.chunking import NounPhrase, noun_phrases
from lgm_core.language.lexicons import Lexicon
from lgm_core.language.port import CoreferenceMark, Token

__all__ = ["Chain", "Mention", "marks_of_chains"]

_LONGEST_NAME = 6
"""The most words of a name repeated in a mark; longer phrases are descriptions, and make the sentence hard to read."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of something: the tokens from `first` up to `end` of the sentence with this number."""

    sentence: int
    first: int
    end: int


Chain = Sequence[Mention]


@dataclass(frozen=True, slots=True)
class _Name:
    """The name in a mention: one noun phrase, or several in a coordination (*Lili and John*)."""

    mention: Mention
    phrases: tuple[NounPhrase, ...]

    @property
    def is_proper(self) -> bool:
        return all(phrase.is_name for phrase in self.phrases)

    @property
    def length(self) -> int:
        """Return the number of words."""
        return sum(phrase.end - phrase.start for phrase in self.phrases)


def marks_of_chains(
    text: str, sentences: Sequence[Sequence[Token]], chains: Sequence[Chain], lexicon: Lexicon
) -> list[tuple[CoreferenceMark, ...]]:
    """Return the marks of each sentence.

    Pronouns are marked with the best name of their chain, descriptions (*the company*) only with an earlier proper
    name. A mention that is a name, or has the same head word as the name, gets no mark.
    """
    passage = _Passage(text, sentences, chains, lexicon)
    marks: dict[int, dict[tuple[int, int], CoreferenceMark]] = {}
    for chain in chains:
        for number, mark in passage.marks(sorted(set(chain), key=_position)):
            marks.setdefault(number, {}).setdefault((mark.start, mark.end), mark)
    return [
        tuple(sorted(marks.get(number, {}).values(), key=lambda mark: mark.start)) for number in range(len(sentences))
    ]


class _Passage:
    """The sentences of a text, with the noun phrases of those with mentions."""

    def __init__(
        self, text: str, sentences: Sequence[Sequence[Token]], chains: Sequence[Chain], lexicon: Lexicon
    ) -> None:
        self._text, self._sentences = text, sentences
        mentioning = {mention.sentence for chain in chains for mention in chain}
        self._phrases = {number: noun_phrases(sentences[number], lexicon) for number in mentioning}

    def marks(self, chain: Chain) -> Iterator[tuple[int, CoreferenceMark]]:
        """Yield the marks of a sorted chain, each with the number of its sentence."""
        if len(chain) < 2:
            return
        names = {mention: name for mention in chain if (name := self._name(mention)) is not None}
        for mention in chain:
            own, best = names.get(mention), _best(names.values(), mention)
            if best is None or best is own or _adjoins(best.mention, mention):
                continue
            if own is not None and not self._describes(own, best):
                continue
            first, end = (mention.first, mention.end) if own is None else (own.phrases[0].start, own.phrases[-1].end)
            marked = self._sentences[mention.sentence][first:end]
            if own is not None or _is_pronoun(marked):
                yield mention.sentence, self._mark(marked, best)

    def _mark(self, marked: Sequence[Token], name: _Name) -> CoreferenceMark:
        tokens = self._sentences[name.mention.sentence]
        spans = tuple((tokens[phrase.start].start, tokens[phrase.end - 1].end) for phrase in name.phrases)
        written = tuple(" ".join(self._text[start:end].split()) for start, end in spans)
        return CoreferenceMark(marked[0].start, marked[-1].end, written, spans)

    def _name(self, mention: Mention) -> _Name | None:
        """Return the noun phrases at the head of a mention; None if its head is not a noun."""
        tokens = self._sentences[mention.sentence]
        phrases = self._phrases[mention.sentence]
        inside = [phrase for phrase in phrases if mention.first <= phrase.start and phrase.end <= mention.end]
        head = _head(tokens, mention)
        index = next((n for n, phrase in enumerate(inside) if head < 0 or phrase.start <= head < phrase.end), None)
        if index is None:
            return None  # the head is a verb or a pronoun
        coordinated = _coordinated(inside[index:], tokens)
        if any(phrase.end - phrase.start > _LONGEST_NAME for phrase in coordinated):
            return None
        return _Name(mention, tuple(coordinated))

    def _describes(self, own: _Name, best: _Name) -> bool:
        """Tell whether a mention is a description with an earlier proper name in its chain."""
        if own.is_proper or not best.is_proper or len(own.phrases) > 1:
            return False
        return _position(best.mention) <= _position(own.mention) and self._heads(own).isdisjoint(self._heads(best))

    def _heads(self, name: _Name) -> set[str]:
        tokens = self._sentences[name.mention.sentence]
        return {tokens[phrase.head].lemma.lower() for phrase in name.phrases}


def _position(mention: Mention) -> tuple[int, int, int]:
    return mention.sentence, mention.first, -mention.end


def _is_pronoun(tokens: Sequence[Token]) -> bool:
    return len(tokens) == 1 and tokens[0].upos in {"PRON", "DET"}


def _head(tokens: Sequence[Token], mention: Mention) -> int:
    """Return the token whose head is outside a mention; -1 without a parse."""
    for index in range(mention.first, mention.end):
        token = tokens[index]
        if token.relation and not mention.first <= token.head < mention.end:
            return index
    return -1


def _coordinated(phrases: Sequence[NounPhrase], tokens: Sequence[Token]) -> Sequence[NounPhrase]:
    """Return the first phrase and those joined to it by commas and *and*."""
    end = 1
    while end < len(phrases) and _joins(tokens[phrases[end - 1].end : phrases[end].start]):
        end += 1
    last = tokens[phrases[end - 2].end : phrases[end - 1].start] if end > 1 else ()
    # Without *and* before the last phrase it is an apposition: *Paris, a city*
    return phrases[:end] if any(token.upos == "CCONJ" for token in last) else phrases[:1]


def _joins(tokens: Sequence[Token]) -> bool:
    """Tell whether there are only commas, determiners and conjunctions between two phrases."""
    words = [token for token in tokens if token.upos != "DET"]
    return bool(words) and all(token.upos == "CCONJ" or token.text == "," for token in words)


def _best(names: Iterable[_Name], mention: Mention) -> _Name | None:
    """Return the best name for marking a mention: preferably proper, then before the mention, then long."""
    place = _position(mention)
    candidates = [
        name
        for name in names
        if (_position(name.mention) < place or name.mention.sentence == mention.sentence)
        and not _within(mention, name.mention)
    ]
    return max(
        candidates, key=lambda name: (name.is_proper, _position(name.mention) < place, name.length), default=None
    )


def _within(inner: Mention, outer: Mention) -> bool:
    return inner != outer and inner.sentence == outer.sentence and outer.first <= inner.first and inner.end <= outer.end


def _adjoins(name: Mention, mention: Mention) -> bool:
    """Tell whether a mention directly follows its name: *the man who*, *Mary herself*, *Paris, the capital*."""
    return name.sentence == mention.sentence and 0 <= mention.first - name.end <= 1
