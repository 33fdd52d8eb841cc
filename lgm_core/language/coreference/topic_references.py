"""Mark references to the inanimate topic that a passage defines: *It*, *its*, *the company*; and *They* for people.

*It* is hard, so nothing is marked without strong evidence: the form of encyclopaedic text. The first sentence starts
with the title of the passage and says what it is (not a person), and the following sentences are about it. *They* is
marked after a sentence that starts with two or more people.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lgm_core.language.coreference.proper_names import find_names, names_person, topic_words
from lgm_core.language.port import CoreferenceMark, Token

__all__ = ["mark_topic_references"]

_COPULAS = frozenset({"is", "was"})
_ARTICLES = frozenset({"The", "A", "An"})
_PLURAL_COPULAS = frozenset({"are", "were"})
_WEATHER_AND_SEEMING = frozenset("seem appear take rain snow happen turn follow matter suffice remain cost".split())
_REPORTING = frozenset(
    """believe know say think estimate report claim announce suggest argue assume expect speculate rumor rumour note
    agree decide show find reveal hope propose allege accept recommend require need understand confirm state
    hypothesize theorize""".split()
)
_CLAUSE_OPENERS = frozenset({"that", "to", "whether", "how", "why", "what", "if", "who", "when", "until"})
_EMPTY_CLASSES = frozenset("one type kind sort form part member name title term word".split())
"""Nouns that are not classes themselves: *Apple is a kind of fruit* defines a fruit."""
_IN_CLASS_PHRASE = frozenset({"ADJ", "NOUN", "PROPN", "NUM", "ADV", "PUNCT", "CCONJ", "VERB", "PART"})
_PREDICATE_WINDOW = 8
"""Words within which *It* at the start of a sentence must have its predicate to count as pleonastic."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition in a sentence: the `name` at `span`, and the nouns (lemmas) of its `classes`.

    `end` is the token after those nouns.
    """

    name: str
    span: tuple[int, int]
    classes: frozenset[str]
    end: int
    is_plural: bool


def find_definition(text: str, tokens: Sequence[Token], topic: str = "") -> Definition | None:
    """Return a sentence's definition of something inanimate named at its start.

    Args:
        text: the passage that the tokens are from.
        tokens: a tagged sentence.
        topic: the name to be defined; without it, any noun or name that the sentence starts with.
    """
    span, after = _topic_at_start(text, tokens, topic) if topic else _nouns_at_start(tokens)
    if span is None:
        return None
    position = _skip_parentheses(tokens, after)
    if position + 1 >= len(tokens):
        return None
    copula = tokens[position].text
    if copula not in _COPULAS and copula not in _PLURAL_COPULAS:
        return None
    nouns = _class_nouns(tokens, position + 1, bare=not topic)
    if not nouns or any(names_person(tokens[noun].lemma) for noun in nouns):
        return None
    if tokens[nouns[-1]].lemma in _EMPTY_CLASSES and len(nouns) == 1 and tokens[position + 1].text.lower() == "one":
        return None
    classes = _class_heads(tokens, nouns)
    return Definition(text[slice(*span)], span, classes, nouns[-1] + 1, copula in _PLURAL_COPULAS)


def _topic_at_start(text: str, tokens: Sequence[Token], topic: str) -> tuple[tuple[int, int] | None, int]:
    """Return the span of the topic at the start of a sentence, and the token after it."""
    skip = 1 if tokens[0].text in _ARTICLES and not topic.lower().startswith(tokens[0].text.lower()) else 0
    if skip >= len(tokens):
        return None, 0
    start = tokens[skip].start
    end = start + len(topic)
    if text[start:end].lower() != topic.lower() or text[end : end + 1].isalnum():
        return None, 0
    return (start, end), next((index for index, token in enumerate(tokens) if token.start >= end), len(tokens))


def _nouns_at_start(tokens: Sequence[Token]) -> tuple[tuple[int, int] | None, int]:
    """Return the span of the nouns at the start of a sentence, after an article, and the token after them."""
    first = last = int(tokens[0].text in _ARTICLES)
    while last < len(tokens) and tokens[last].upos in {"PROPN", "NOUN", "ADJ", "NUM"}:
        last += 1
    if last == first or tokens[last - 1].upos not in {"PROPN", "NOUN"}:
        return None, 0
    return (tokens[first].start, tokens[last - 1].end), last


def _skip_parentheses(tokens: Sequence[Token], position: int) -> int:
    """Return the token after brackets and appositions between commas."""
    while position < len(tokens) and tokens[position].text in {"(", ",", '"', "''", "”"}:
        closing = ")" if tokens[position].text == "(" else ","
        if tokens[position].text not in {"(", ","}:
            position += 1
            continue
        closings = [index for index in range(position + 1, len(tokens)) if tokens[index].text == closing]
        if not closings:
            return len(tokens)
        position = closings[0] + 1
    return position


def _class_nouns(tokens: Sequence[Token], position: int, *, bare: bool) -> list[int]:
    """Return the nouns of the phrase at `position` (`a quarterly journal published ...`).

    Args:
        tokens: the sentence.
        position: where the phrase starts.
        bare: accept a noun without a determiner, if the phrase ends there (`fruit`).
    """
    if tokens[position].upos not in {"DET", "NUM"}:
        ends = position + 1 >= len(tokens) or tokens[position + 1].upos == "PUNCT"
        return [position] if bare and ends and tokens[position].upos == "NOUN" else []
    nouns = []
    for index in range(position + 1, len(tokens)):
        token = tokens[index]
        if token.upos not in _IN_CLASS_PHRASE or token.text in "(;,":
            break
        if token.upos == "NOUN":
            nouns.append(index)
    return nouns


def _class_heads(tokens: Sequence[Token], nouns: Sequence[int]) -> frozenset[str]:
    """Return the last noun of each run of nouns, before any verb (`a publishing company and magazine based ...`)."""
    heads = set()
    for index in nouns:
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if following is None or (following.upos not in {"NOUN", "PROPN", "PART"} and following.text != "-"):
            heads.add(tokens[index].lemma.lower())
        if following is not None and following.upos == "VERB":
            break
    return frozenset(heads - _EMPTY_CLASSES)


def is_pleonastic(tokens: Sequence[Token]) -> bool:
    """Tell whether *It* at the start of a sentence refers to nothing (*It is clear that*, *It was in May that*)."""
    if tokens[0].text != "It":
        return False
    rest = [
        token
        for token in tokens[1:_PREDICATE_WINDOW]
        if token.upos not in {"ADV", "PART"} or token.text.lower() in _CLAUSE_OPENERS
    ]
    if not rest or rest[0].upos not in {"AUX", "VERB"}:
        return True
    verbs = [token for token in rest if token.upos == "VERB"]
    if verbs and (verbs[0].lemma in _WEATHER_AND_SEEMING or (verbs[0].lemma in _REPORTING and _has_clause(rest))):
        return True
    predicate = next((token for token in rest if token.upos != "AUX"), None)
    if predicate is None:
        return True
    if predicate.upos in {"ADJ", "ADP", "SCONJ", "NUM"}:
        return _has_clause(rest)
    return False


def _has_clause(tokens: Sequence[Token]) -> bool:
    return any(token.text.lower() in _CLAUSE_OPENERS for token in tokens[1:])


_SINGULAR = frozenset({"It", "Its"})
_PLURAL = frozenset({"They", "Their"})
_COLLECTIVE = frozenset("band group duo trio quartet team club orchestra choir family tribe people couple".split())
"""Classes that take both *it* and *they*: *The Otters are a band. They play loud.*"""
_NARROWING = frozenset("of that which who whose where at in on for from -".split())
"""Words after a description that distinguish it from the defined thing: *the company of friends*."""

NumberedMark = tuple[int, CoreferenceMark]
"""A mark with the number of its sentence."""


def mark_topic_references(text: str, sentences: Sequence[Sequence[Token]], topic: str) -> Iterator[NumberedMark]:
    """Yield the marks of pronouns and descriptions, with the numbers of their sentences.

    Without a definition of the topic, *It* is marked in a sentence after any other definition.

    Args:
        text: the passage.
        sentences: its tagged tokens.
        topic: the title of the passage, or empty.
    """
    yield from _mark_people(text, sentences)
    title = topic_words(topic)
    definition = find_definition(text, sentences[0], title) if sentences and title else None
    if definition is not None:
        yield from _mark_topic(sentences, definition)
        return
    for number, (tokens, following) in enumerate(pairwise(sentences), 1):
        first = following[0]
        if first.text in _SINGULAR or first.text in _PLURAL:
            definition = find_definition(text, tokens)
            # A part of the title is a concept other than the title, or was cut wrongly.
            if definition is None or (definition.name in title and definition.name != title):
                continue
            if first.text in _pronouns(definition) and not is_pleonastic(following):
                yield number, _mark(first, definition)


def _pronouns(definition: Definition) -> frozenset[str]:
    if not definition.classes.isdisjoint(_COLLECTIVE):
        return _SINGULAR | _PLURAL
    return _PLURAL if definition.is_plural else _SINGULAR


def _mark(token: Token, definition: Definition) -> CoreferenceMark:
    return CoreferenceMark(token.start, token.end, (definition.name,), (definition.span,))


def _mark_topic(sentences: Sequence[Sequence[Token]], definition: Definition) -> Iterator[NumberedMark]:
    """Yield the marks of a passage whose first sentence defines its topic.

    Pronouns are marked as long as every sentence so far has the topic as its subject, descriptions as long as nothing
    else of the same class was mentioned.
    """
    continues = True
    rivals = False
    for number, tokens in enumerate(sentences):
        begin = definition.end if number == 0 else 0
        is_subject = number == 0 or _starts_with(tokens, definition.name)
        first = tokens[0]
        if number and continues and first.text in _pronouns(definition) and not is_pleonastic(tokens):
            yield number, _mark(first, definition)
            is_subject = not first.text.endswith(("s", "r"))  # *Its* and *Their* make something else the subject
        for index in range(begin, len(tokens)):
            if not rivals and _describes(tokens, index, definition):
                yield number, _mark(tokens[index], definition)
                is_subject = is_subject or index == 1
            elif _is_rival(tokens, index, definition):
                rivals = True
        if is_subject and continues and not definition.is_plural:
            yield from ((number, _mark(token, definition)) for token in _possessives(tokens, begin))
        continues = continues and is_subject


def _starts_with(tokens: Sequence[Token], name: str) -> bool:
    words = name.lower().split()
    texts = [token.text.lower() for token in tokens[: len(words) + 1]]
    return texts[: len(words)] == words or (texts[0] == "the" and texts[1:] == words)


def _describes(tokens: Sequence[Token], index: int, definition: Definition) -> bool:
    """Tell whether a noun refers to the defined thing: one of its classes after *the*, without a narrowing phrase."""
    token = tokens[index]
    if token.upos != "NOUN" or token.text.lower() not in definition.classes or index == 0:
        return False
    if tokens[index - 1].text not in {"The", "the"}:
        return False
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if following is None:
        return True
    return following.upos not in {"NOUN", "PROPN", "NUM"} and following.text.lower() not in _NARROWING


def _is_rival(tokens: Sequence[Token], index: int, definition: Definition) -> bool:
    """Tell whether a word mentions something else of the same class."""
    token = tokens[index]
    if token.upos not in {"NOUN", "PROPN"} or token.lemma.lower() not in definition.classes:
        return False
    if token.text.lower() not in definition.classes:  # a plural
        return True
    if token.upos == "PROPN":
        return token.text not in definition.name.split()
    before = tokens[index - 1].text.lower() if index else ""
    return before not in {"the", "its", "this"} or not _describes(tokens, index, definition)


def _possessives(tokens: Sequence[Token], begin: int) -> Iterator[Token]:
    """Yield each *its* up to the first noun after the verb that may be the possessor instead of the subject."""
    after_verb = False
    for index in range(begin, len(tokens)):
        token = tokens[index]
        after_verb = after_verb or token.upos in {"VERB", "AUX"}
        if token.text == "its" and (after_verb or begin):
            yield token
        elif after_verb or begin:
            determined = index and tokens[index - 1].upos in {"DET", "ADJ", "NUM"} and token.upos == "NOUN"
            if token.upos in {"PROPN", "SCONJ"} or determined:
                return


def _mark_people(text: str, sentences: Sequence[Sequence[Token]]) -> Iterator[NumberedMark]:
    """Yield marks of *They* and *Their* at the start of a sentence after one about two or more people."""
    for number, (tokens, following) in enumerate(pairwise(sentences), 1):
        first = following[0]
        if first.text in _PLURAL and first.upos == "PRON":
            spans = _people_at_start(tokens)
            if len(spans) > 1:
                names = tuple(text[start:end] for start, end in spans)
                yield number, CoreferenceMark(first.start, first.end, names, tuple(spans))


def _people_at_start(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Return the spans of names joined by *and* at the start of a sentence, unless another plural competes."""
    names = {name.first: name for name in find_names(tokens)}
    spans = []
    index = 0
    joined = False
    while index in names:
        name = names[index]
        spans.append((name.start, name.end))
        if name.person is False:
            return []
        index = name.last
        if joined or index + 1 >= len(tokens):
            break
        if tokens[index].text == "," and tokens[index + 1].text in {"and", "&"}:
            index += 1
        joined = tokens[index].text in {"and", "&"}
        if not joined and tokens[index].text != ",":
            return []
        index += 1
    if not joined or index >= len(tokens) or tokens[index].upos not in {"VERB", "AUX"}:
        return []
    return [] if _has_plural_noun(tokens, index) else spans


def _has_plural_noun(tokens: Sequence[Token], verb: int) -> bool:
    """Tell whether a plural that *they* may mean follows the verb; the predicate of *are friends* does not count."""
    is_predicate = tokens[verb].upos == "AUX"
    for token in tokens[verb + 1 :]:
        if is_predicate and token.upos == "NOUN":
            is_predicate = False
        elif token.upos in {"NOUN", "PROPN"} and token.text.lower() != token.lemma.lower():
            return True
    return False
