"""Parse a sentence, protecting the parser from titles that read like sentences, and asides in brackets.

The title of a text, when mentioned in a sentence, is one name whatever its words (*One Day in the Life of Ann Reed is a
film*); brackets after a name are parsed separately and attached to the word before them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from lgm_core.language.lite.dependency_parser import DependencyParser
from lgm_core.language.port import Token

__all__ = ["parsed_tokens"]

_BRACKETS = {"(": ")", "[": "]"}
_LONGEST_ASIDE = 40
"""The most words in brackets: an opening bracket without a closing one must not take the rest of the sentence."""

_QUOTES = frozenset('"“”„«»')
_LONGEST_TITLE = 12
"""The most words in quotation marks that may be a title."""
_ENDS_OF_SPEECH, _BEFORE_SPEECH = frozenset(",."), frozenset(",:")


@cache
def _parser() -> DependencyParser:
    """Read the weights of the parser, once per process."""
    return DependencyParser.load()


def parsed_tokens(sentences: Sequence[tuple[str, tuple[Token, ...], str]]) -> list[tuple[Token, ...]]:
    """Return the words of sentences with heads and relations; sentences parsed together take less time.

    Args:
        sentences: for each sentence, the annotated text, into which the offsets of its words point; its tagged words;
            and the topic of the text, as in its title, empty if unknown.
    """
    clauses = [clause for number, sentence in enumerate(sentences) for clause in _clauses(number, *sentence)]
    parsed = _parser().parse([(clause.words, clause.tags) for clause in clauses])
    arcs = [([-1] * len(tokens), ["root"] * len(tokens)) for _, tokens, _ in sentences]
    for clause, found in zip(clauses, parsed, strict=True):
        clause.add(*found, *arcs[clause.sentence])
    return [
        tuple(
            [
                Token(token.text, token.lemma, token.upos, token.start, token.end, head, relation)
                for token, head, relation in zip(tokens, *of_sentence, strict=True)
            ]
        )
        for (_, tokens, _), of_sentence in zip(sentences, arcs, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Clause:
    """What is parsed by itself: a sentence without its asides, or an aside.

    Attributes:
        sentence: the number of the sentence.
        units: the words, as indices of its tokens; of names only the first word.
        names: where names begin and end.
        words: the units as written.
        tags: their tags.
        brackets: those around an aside.
        before: the word before an aside, or -1.
    """

    sentence: int
    units: list[int]
    names: dict[int, int]
    words: list[str]
    tags: list[str]
    brackets: tuple[int, ...] = ()
    before: int = -1

    def add(
        self, own_heads: Sequence[int], own_relations: Sequence[str], heads: list[int], relations: list[str]
    ) -> None:
        """Record the heads and relations of the parse in those of the sentence."""
        for unit, head, relation in zip(self.units, own_heads, own_relations, strict=True):
            heads[unit], relations[unit] = (self.units[head] if head >= 0 else self.before), relation
            if head < 0 and self.brackets:
                relations[unit] = "parataxis"
            if unit in self.names:
                for inner in range(unit + 1, self.names[unit]):
                    heads[inner], relations[inner] = unit, "flat"
        for bracket in self.brackets:
            heads[bracket], relations[bracket] = self.before, "punct"


def _clauses(number: int, text: str, tokens: Sequence[Token], topic: str) -> Iterator[_Clause]:
    names = _quoted_titles(tokens) | _named_spans(text, tokens, topic)
    asides = _asides(tokens, names)
    inside = {index for first, end in asides for index in range(first, end)}
    outside = [index for index in range(len(tokens)) if index not in inside]
    units: list[int] = []
    end = 0
    for index in outside:
        if index >= end:
            units.append(index)
            end = names.get(index, index + 1)
    spelt = [tokens[names[unit] - 1 if unit in names else unit].text for unit in units]
    yield _Clause(number, units, names, spelt, ["PROPN" if unit in names else tokens[unit].upos for unit in units])
    for first, last in asides:
        before = max((index for index in outside if index < first), default=-1)
        words = tokens[first + 1 : last - 1]
        tags, spelt = [token.upos for token in words], [token.text for token in words]
        yield _Clause(number, list(range(first + 1, last - 1)), {}, spelt, tags, (first, last - 1), before)


def _named_spans(text: str, tokens: Sequence[Token], topic: str) -> dict[int, int]:
    """Return where words match the topic: the first word of each match, and the word after its last."""
    if not topic:
        return {}
    starts = {token.start: index for index, token in enumerate(tokens)}
    ends = {token.end: index for index, token in enumerate(tokens)}
    spans: dict[int, int] = {}
    at = text.find(topic, tokens[0].start, tokens[-1].end)
    while at >= 0:
        first, last = starts.get(at), ends.get(at + len(topic))
        if first is not None and last is not None and last > first:
            spans[first] = last + 1
        at = text.find(topic, at + len(topic), tokens[-1].end)
    return spans


def _quoted_titles(tokens: Sequence[Token]) -> dict[int, int]:
    """Return quoted text that begins with a capital, as far as it reads like a title rather than speech."""
    spans: dict[int, int] = {}
    opening: int | None = None
    for index, token in enumerate(tokens):
        if token.text not in _QUOTES:
            continue
        if opening is None or index - opening == 1:
            opening = index
            continue
        inside = tokens[opening + 1 : index]
        spoken = inside[-1].text in _ENDS_OF_SPEECH or (opening and tokens[opening - 1].text in _BEFORE_SPEECH)
        if len(inside) <= _LONGEST_TITLE and inside[0].text[:1].isupper() and not spoken:
            spans[opening + 1] = index
        opening = None
    return spans


def _asides(tokens: Sequence[Token], names: dict[int, int]) -> list[tuple[int, int]]:
    """Return the outermost brackets with their contents, as spans of words, after the first word."""
    named = {index for first, end in names.items() for index in range(first, end)}
    found: list[tuple[int, int]] = []
    index = 1
    while index < len(tokens):
        closing = _BRACKETS.get(tokens[index].text)
        end = None if closing is None or index in named else _closing(tokens, index, closing)
        if end is None:
            index += 1
        else:
            found.append((index, end + 1))
            index = end + 1
    return found


def _closing(tokens: Sequence[Token], opening: int, mark: str) -> int | None:
    depth = 0
    for index in range(opening, min(opening + _LONGEST_ASIDE, len(tokens))):
        if tokens[index].text == tokens[opening].text:
            depth += 1
        elif tokens[index].text == mark:
            depth -= 1
            if not depth:
                return index
    return None
