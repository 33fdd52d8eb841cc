"""Coreference marks from chains of mentions, as neural resolvers give them: what to mark, and with which name.

A resolver's chain is a list of token spans that mean one thing. Chains hold clauses as mentions, chains of one mention,
and mentions that say the name already; what a reader wants is `It [: the apple]`, with a short name, where it helps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lgm_core.language.noun_phrases import NounPhrase, noun_phrases
from lgm_core.language.port import AnnotatedSentence, CoreferenceMark, Token

__all__ = ["Chain", "Mention", "marks_of_chains"]

_LONGEST_NAME = 6
"""Words of a name that a mark repeats; what is longer is a description."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of something: the tokens from `first` up to `end` of the sentence with this number."""

    sentence: int
    first: int
    end: int


Chain = Sequence[Mention]


@dataclass(frozen=True, slots=True)
class _Name:
    """How a mention names its thing: one phrase, or several in a coordination (*Lili and John*)."""

    mention: Mention
    phrases: tuple[NounPhrase, ...]

    @property
    def is_proper(self) -> bool:
        return all(phrase.is_name for phrase in self.phrases)

    @property
    def words(self) -> int:
        return sum(phrase.end - phrase.start for phrase in self.phrases)


def marks_of_chains(
    text: str, sentences: Sequence[Sequence[Token]], chains: Sequence[Chain], language: str
) -> list[tuple[CoreferenceMark, ...]]:
    """Return the marks of each sentence.

    Pronouns are marked with the best name of their chain, descriptions (*the company*) only with a proper name that
    came before. A mention that is a name, or has the same head word as the name, gets no mark.
    """
    marks: dict[int, dict[tuple[int, int], CoreferenceMark]] = {}
    for chain in chains:
        for number, mark in _marks(text, sentences, sorted(set(chain), key=_place), language):
            marks.setdefault(number, {}).setdefault((mark.start, mark.end), mark)
    return [
        tuple(sorted(marks.get(number, {}).values(), key=lambda mark: mark.start)) for number in range(len(sentences))
    ]


def _place(mention: Mention) -> tuple[int, int, int]:
    return mention.sentence, mention.first, -mention.end


def _marks(
    text: str, sentences: Sequence[Sequence[Token]], chain: Chain, language: str
) -> Iterator[tuple[int, CoreferenceMark]]:
    if len(chain) < 2:
        return
    names = [name for mention in chain if (name := _name(sentences[mention.sentence], mention, language)) is not None]
    for mention in chain:
        tokens = sentences[mention.sentence]
        own = next((name for name in names if name.mention == mention), None)
        best = _best(names, mention)
        if best is None or best is own or _adjoins(best.mention, mention):
            continue
        if own is not None and not _describes(own, best, sentences):
            continue
        first, end = (mention.first, mention.end) if own is None else (own.phrases[0].start, own.phrases[-1].end)
        if own is None and not _is_pronoun(tokens[first:end]):
            continue
        yield mention.sentence, _mark(text, tokens[first:end], sentences[best.mention.sentence], best)


def _mark(text: str, marked: Sequence[Token], named: Sequence[Token], name: _Name) -> CoreferenceMark:
    spans = tuple((named[phrase.start].start, named[phrase.end - 1].end) for phrase in name.phrases)
    written = tuple(" ".join(text[start:end].split()) for start, end in spans)
    return CoreferenceMark(marked[0].start, marked[-1].end, written, spans)


def _is_pronoun(tokens: Sequence[Token]) -> bool:
    return len(tokens) == 1 and tokens[0].upos in {"PRON", "DET"}


def _name(tokens: Sequence[Token], mention: Mention, language: str) -> _Name | None:
    """Return the noun phrases at the head of a mention; None for pronouns, clauses and whatever else has none."""
    found = noun_phrases(AnnotatedSentence(0, 0, tuple(tokens)), language)
    inside = [phrase for phrase in found if mention.first <= phrase.start and phrase.end <= mention.end]
    head = _head(tokens, mention)
    at = next((n for n, phrase in enumerate(inside) if head < 0 or phrase.start <= head < phrase.end), None)
    if at is None:
        return None  # the head is a verb or a pronoun
    joined = [inside[at]]
    for phrase in inside[at + 1 :]:
        between = tokens[joined[-1].end : phrase.start]
        if not _coordinates(between):
            break
        joined.append(phrase)
    last = tokens[joined[-2].end : joined[-1].start] if len(joined) > 1 else ()
    if len(joined) > 1 and not any(token.upos == "CCONJ" for token in last):
        joined = joined[:1]  # an apposition: *Paris, a city*
    if any(phrase.end - phrase.start > _LONGEST_NAME for phrase in joined):
        return None
    return _Name(mention, tuple(joined))


def _head(tokens: Sequence[Token], mention: Mention) -> int:
    """Return the token of a mention that the parse hangs outside of it; -1 without a parse."""
    for index in range(mention.first, mention.end):
        token = tokens[index]
        if token.relation and not mention.first <= token.head < mention.end:
            return index
    return -1


def _coordinates(tokens: Sequence[Token]) -> bool:
    """Tell whether only commas, determiners and one kind of *and* stand between two phrases."""
    words = [token for token in tokens if token.upos != "DET"]
    return bool(words) and all(token.upos == "CCONJ" or token.text == "," for token in words)


def _best(names: Sequence[_Name], mention: Mention) -> _Name | None:
    """Return the name to mark a mention with: proper before common, earlier in the text before later, fuller."""
    at = _place(mention)
    reachable = [one for one in names if _place(one.mention) < at or one.mention.sentence == mention.sentence]
    outside = [one for one in reachable if not _within(mention, one.mention)]
    return max(outside, key=lambda one: (one.is_proper, _place(one.mention) < at, one.words), default=None)


def _within(inner: Mention, outer: Mention) -> bool:
    return inner != outer and inner.sentence == outer.sentence and outer.first <= inner.first and inner.end <= outer.end


def _adjoins(name: Mention, mention: Mention) -> bool:
    """Tell whether a mention directly follows its name: *the man who*, *Mary herself*, *Paris, the capital*."""
    return name.sentence == mention.sentence and 0 <= mention.first - name.end <= 1


def _describes(own: _Name, best: _Name, sentences: Sequence[Sequence[Token]]) -> bool:
    """Tell whether a mention is a description that its chain has an earlier proper name for."""
    if own.is_proper or not best.is_proper or _place(own.mention) < _place(best.mention) or len(own.phrases) > 1:
        return False
    return _heads(own, sentences).isdisjoint(_heads(best, sentences))


def _heads(name: _Name, sentences: Sequence[Sequence[Token]]) -> set[str]:
    tokens = sentences[name.mention.sentence]
    return {tokens[phrase.head].lemma.lower() for phrase in name.phrases}
