"""Parsing a sentence around what misleads a parser: titles that read like sentences, and asides in brackets.

The title of a text, where a sentence names it, is one name whatever words it has (*One Day in the Life of Ann Reed is a
film*); what stands in brackets behind a name is parsed by itself and hangs on the word before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from lgm_core.language.lite.parsing.parser import DependencyParser
from lgm_core.language.port import Token

__all__ = ["parsed_tokens"]

_BRACKETS = {"(": ")", "[": "]"}
_LONGEST_ASIDE = 40
"""Words in brackets, at most: an opening bracket that nothing closes must not take the rest of the sentence."""

_QUOTES = frozenset('"“”„«»')
_LONGEST_TITLE = 12
"""Words in quotation marks that may be a title."""
_ENDS_OF_SPEECH, _BEFORE_SPEECH = frozenset(",."), frozenset(",:")


@cache
def _parser() -> DependencyParser:
    """Read the weights of the parser, once per process."""
    return DependencyParser.load()


def parsed_tokens(text: str, tokens: tuple[Token, ...], topic: str) -> tuple[Token, ...]:
    """Return the words of a sentence with heads and relations.

    Args:
        text: the annotated text, into which the offsets of the words point.
        tokens: the tagged words of one sentence.
        topic: what the text is about, as its title names it; empty when nobody knows.
    """
    names = _quoted_titles(tokens) | _named_spans(text, tokens, topic)
    arcs: list[tuple[int, str]] = [(-1, "root")] * len(tokens)
    asides = _asides(tokens, names)
    inside = {index for first, end in asides for index in range(first, end)}
    _parse(tokens, [index for index in range(len(tokens)) if index not in inside], names, arcs)
    for first, end in asides:
        before = max((index for index in range(first) if index not in inside), default=-1)
        _parse(tokens, list(range(first + 1, end - 1)), {}, arcs)
        for index in range(first + 1, end - 1):
            if arcs[index][0] < 0:
                arcs[index] = before, "parataxis"
        arcs[first] = arcs[end - 1] = before, "punct"
    return tuple(
        Token(token.text, token.lemma, token.upos, token.start, token.end, head, relation)
        for token, (head, relation) in zip(tokens, arcs, strict=True)
    )


def _parse(tokens: Sequence[Token], words: list[int], names: dict[int, int], arcs: list[tuple[int, str]]) -> None:
    """Parse some of the words as a sentence, each of the names as one word, and note their arcs."""
    units: list[int] = []
    place = 0
    while place < len(words):
        units.append(words[place])
        end = names.get(words[place], words[place] + 1)
        while place < len(words) and words[place] < end:
            place += 1
    if not units:
        return
    tags = ["PROPN" if unit in names else tokens[unit].upos for unit in units]
    spelt = [tokens[names[unit] - 1 if unit in names else unit].text for unit in units]
    for unit, (head, relation) in zip(units, _parser().parse(spelt, tags), strict=True):
        arcs[unit] = (units[head] if head >= 0 else -1), relation
        for inner in range(unit + 1, names.get(unit, unit)):
            arcs[inner] = unit, "flat"


def _named_spans(text: str, tokens: Sequence[Token], topic: str) -> dict[int, int]:
    """Return where words spell the topic: the first word of each place, and the word after its last."""
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
    """Return what stands in quotation marks and begins with a capital, as far as it reads like a title: no speech."""
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
    """Return the outermost pairs of brackets with what is in them, as stretches of words, behind the first word."""
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
