"""Mark what goes on about the thing that a passage defines: *It*, *its*, *the company*; and *They* after two people.

*It* is hard: without strong evidence nothing is marked. The evidence asked for is the shape of encyclopaedic text: the
first sentence starts with the title of the passage and says what it is (no person), and the sentences go on about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from lgm_core.language.coreference.definitions import Definition, define, is_impersonal
from lgm_core.language.coreference.proper_names import find_names, topic_words
from lgm_core.language.port import CoreferenceMark, Token

__all__ = ["mark_things"]

_SINGULAR = frozenset({"It", "Its"})
_PLURAL = frozenset({"They", "Their"})
_COLLECTIVE = frozenset("band group duo trio quartet team club orchestra choir family tribe people couple".split())
_NARROWING = frozenset("of that which who where whose at in on for from -".split())


def mark_things(text: str, sentences: Sequence[Sequence[Token]], topic: str) -> Iterator[tuple[int, CoreferenceMark]]:
    """Yield marks with the numbers of their sentences.

    Args:
        text: the passage.
        sentences: its tagged tokens.
        topic: the title of the passage, or empty.
    """
    yield from _they(text, sentences)
    title = topic_words(topic)
    defined = define(text, sentences[0], title) if sentences and title else None
    if defined is not None:
        yield from _mark_topic(sentences, defined)
        return
    for number, (tokens, following) in enumerate(pairwise(sentences), 1):
        first = following[0]
        if first.text in _SINGULAR or first.text in _PLURAL:
            defined = define(text, tokens)
            if defined is None or (
                defined.name in title and defined.name != title
            ):  # half of a title is another thing, or cut wrongly
                continue
            if first.text in _pronouns(defined) and not is_impersonal(following):
                yield number, _mark(first, defined)


def _pronouns(defined: Definition) -> frozenset[str]:
    if not defined.kinds.isdisjoint(_COLLECTIVE):
        return _SINGULAR | _PLURAL
    return _PLURAL if defined.is_plural else _SINGULAR


def _mark(token: Token, defined: Definition) -> CoreferenceMark:
    return CoreferenceMark(token.start, token.end, (defined.name,), (defined.span,))


def _mark_topic(sentences: Sequence[Sequence[Token]], defined: Definition) -> Iterator[tuple[int, CoreferenceMark]]:
    goes_on = True
    rivals = False
    for number, tokens in enumerate(sentences):
        begin = defined.end if number == 0 else 0
        is_subject = number == 0 or _starts_with(tokens, defined.name)
        first = tokens[0]
        if number and goes_on and first.text in _pronouns(defined) and not is_impersonal(tokens):
            yield number, _mark(first, defined)
            is_subject = not first.text.endswith(("s", "r"))
        for at in range(begin, len(tokens)):
            if not rivals and _describes(tokens, at, defined):
                yield number, _mark(tokens[at], defined)
                is_subject = is_subject or at == 1
            elif _is_rival(tokens, at, defined):
                rivals = True
        if is_subject and goes_on and not defined.is_plural:
            yield from ((number, _mark(token, defined)) for token in _own(tokens, begin))
        goes_on = goes_on and is_subject


def _starts_with(tokens: Sequence[Token], name: str) -> bool:
    words = name.lower().split()
    texts = [token.text.lower() for token in tokens[: len(words) + 1]]
    return texts[: len(words)] == words or (texts[0] == "the" and texts[1:] == words)


def _describes(tokens: Sequence[Token], at: int, defined: Definition) -> bool:
    """Tell whether a noun, with *the* before it and nothing that narrows it, says again what was defined."""
    token = tokens[at]
    if token.upos != "NOUN" or token.text.lower() not in defined.kinds or at == 0:
        return False
    if tokens[at - 1].text not in {"The", "the"}:
        return False
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is None:
        return True
    return following.upos not in {"NOUN", "PROPN", "NUM"} and following.text.lower() not in _NARROWING


def _is_rival(tokens: Sequence[Token], at: int, defined: Definition) -> bool:
    """Tell whether a word speaks of another thing of the kind that was defined."""
    token = tokens[at]
    if token.upos not in {"NOUN", "PROPN"} or token.lemma.lower() not in defined.kinds:
        return False
    if token.text.lower() not in defined.kinds:
        return True  # a plural
    if token.upos == "PROPN":
        return token.text not in defined.name.split()
    before = tokens[at - 1].text.lower() if at else ""
    return before not in {"the", "its", "this"} or not _describes(tokens, at, defined)


def _own(tokens: Sequence[Token], begin: int) -> Iterator[Token]:
    """Yield *its* while nothing else that may own stands between it and the subject of the sentence."""
    verbs = False
    for at in range(begin, len(tokens)):
        token = tokens[at]
        verbs = verbs or token.upos in {"VERB", "AUX"}
        if token.text == "its" and (verbs or begin):
            yield token
        elif verbs or begin:
            determined = at and tokens[at - 1].upos in {"DET", "ADJ", "NUM"} and token.upos == "NOUN"
            if token.upos == "PROPN" or determined or token.upos in {"SCONJ"}:
                return


def _they(text: str, sentences: Sequence[Sequence[Token]]) -> Iterator[tuple[int, CoreferenceMark]]:
    """Yield *They* and *Their* at the start of a sentence after one about two or more people."""
    for number, (tokens, following) in enumerate(pairwise(sentences), 1):
        first = following[0]
        if first.text in _PLURAL and first.upos == "PRON":
            spans = _people(tokens)
            if len(spans) > 1:
                names = tuple(text[start:end] for start, end in spans)
                yield number, CoreferenceMark(first.start, first.end, names, tuple(spans))


def _people(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Return the names that a sentence starts with, joined by *and*, when nothing else in it can be *they*."""
    names = {name.first: name for name in find_names(tokens)}
    spans = []
    at = 0
    joined = False
    while at in names:
        name = names[at]
        spans.append((name.start, name.end))
        if name.person is False:
            return []
        at = name.last
        if joined or at + 1 >= len(tokens):
            break
        if tokens[at].text == "," and tokens[at + 1].text in {"and", "&"}:
            at += 1
        joined = tokens[at].text in {"and", "&"}
        if not joined and tokens[at].text != ",":
            return []
        at += 1
    if not joined or at >= len(tokens) or tokens[at].upos not in {"VERB", "AUX"}:
        return []
    predicate = tokens[at].upos == "AUX"
    for token in tokens[at + 1 :]:
        if predicate and token.upos == "NOUN":
            predicate = False
        elif token.upos in {"NOUN", "PROPN"} and token.text.lower() != token.lemma.lower():
            return []
    return spans
