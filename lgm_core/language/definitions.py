"""Mark *It* and *Its* at the start of sentences that go on about what a passage defines.

*It* is hard: without strong evidence nothing is marked. The evidence asked for is the shape of encyclopaedic text: the
first sentence starts with the title of the passage and says what it is (no person), and every sentence since goes on
about it.
"""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.language.gender_words import FEMALE_WORDS, MALE_WORDS, PERSON_ENDINGS, PERSON_WORDS
from lgm_core.language.port import CoreferenceMark, Token

__all__ = ["mark_defined"]

_COPULAS = frozenset({"is", "was"})
_IMPERSONAL = frozenset("seem appear take rain snow happen turn follow matter suffice remain cost".split())
_SAYING = frozenset(
    """believe say think estimate report claim announce suggest argue assume expect speculate rumor rumour note agree
    decide show find reveal hope propose allege accept recommend require need understand confirm state
    hypothesize theorize""".split()
)
_CLAUSE = frozenset({"that", "to", "whether", "how", "why", "what", "if", "who", "when", "until"})
_SKIPPED_CLASS = frozenset("one type kind sort form part member name title term word".split())


def mark_defined(text: str, sentences: Sequence[Sequence[Token]], topic: str) -> dict[int, tuple[CoreferenceMark, ...]]:
    """Return the marks by sentence number; `topic` is the title of the passage, without a part in brackets."""
    span = _defined(text, sentences[0], topic) if len(sentences) > 1 and topic else None
    if span is None:
        return {}
    name = text[span[0] : span[1]]
    marks: dict[int, tuple[CoreferenceMark, ...]] = {}
    for number, tokens in enumerate(sentences[1:], start=1):
        first = tokens[0]
        if first.text in {"It", "Its"} and not (first.text == "It" and _is_impersonal(tokens)):
            marks[number] = (CoreferenceMark(first.start, first.end, (name,), (span,)),)
        elif not _starts_with(tokens, name):
            break
        if first.text == "Its":
            break
    return marks


def _starts_with(tokens: Sequence[Token], name: str) -> bool:
    words = name.lower().split()
    texts = [token.text.lower() for token in tokens[: len(words) + 1]]
    return texts[: len(words)] == words or (texts[0] == "the" and texts[1:] == words)


def _defined(text: str, tokens: Sequence[Token], topic: str) -> tuple[int, int] | None:
    """Return where the first sentence names the topic, if it goes on to say what single thing it is."""
    skip = 1 if tokens[0].text in {"The", "A", "An"} and not topic.lower().startswith(tokens[0].text.lower()) else 0
    if skip >= len(tokens):
        return None
    start = tokens[skip].start
    end = start + len(topic)
    if text[start:end].lower() != topic.lower() or text[end : end + 1].isalnum():
        return None
    position = _after_brackets(tokens, next((n for n, token in enumerate(tokens) if token.start >= end), len(tokens)))
    if position + 1 >= len(tokens) or tokens[position].text not in _COPULAS:
        return None
    return (start, end) if _is_thing(tokens[position + 1 :]) else None


def _after_brackets(tokens: Sequence[Token], position: int) -> int:
    """Skip a bracket and an apposition between commas."""
    while position < len(tokens) and tokens[position].text in {"(", ",", '"', "''", "”"}:
        closing = ")" if tokens[position].text == "(" else ","
        if tokens[position].text not in {"(", ","}:
            position += 1
            continue
        closings = [n for n in range(position + 1, len(tokens)) if tokens[n].text == closing]
        if not closings:
            return len(tokens)
        position = closings[0] + 1
    return position


def _is_thing(tokens: Sequence[Token]) -> bool:
    """Tell whether a definition (`a quarterly journal published ...`) starts with a noun for a thing."""
    if tokens[0].upos not in {"DET", "NUM"}:
        return False
    nouns = []
    for token in tokens[1:]:
        if (
            token.upos not in {"ADJ", "NOUN", "PROPN", "NUM", "ADV", "PUNCT", "CCONJ", "VERB", "PART"}
            or token.text in "(;,"
        ):
            break
        if token.upos == "NOUN":
            nouns.append(token)
    if not nouns or any(_is_person(token.lemma) for token in nouns):
        return False
    return nouns[-1].lemma not in _SKIPPED_CLASS or len(nouns) > 1 or tokens[0].text.lower() != "one"


def _is_person(noun: str) -> bool:
    return (
        noun in PERSON_WORDS
        or noun in MALE_WORDS
        or noun in FEMALE_WORDS
        or (len(noun) > 6 and noun.endswith(PERSON_ENDINGS))
    )


def _is_impersonal(tokens: Sequence[Token]) -> bool:
    """Tell whether *It* stands for nothing (*It is clear that*, *It seems*, *It was in May that*)."""
    rest = [token for token in tokens[1:8] if token.upos not in {"ADV", "PART"} or token.text.lower() in _CLAUSE]
    if not rest or rest[0].upos not in {"AUX", "VERB"}:
        return True
    verbs = [token for token in rest if token.upos == "VERB"]
    if verbs and (verbs[0].lemma in _IMPERSONAL or (verbs[0].lemma in _SAYING and _has_clause(rest))):
        return True
    predicate = next((token for token in rest if token.upos not in {"AUX"}), None)
    if predicate is None:
        return True
    if predicate.upos in {"ADJ", "ADP", "SCONJ"} or predicate.upos == "NUM":
        return _has_clause(rest)
    return False


def _has_clause(tokens: Sequence[Token]) -> bool:
    return any(token.text.lower() in _CLAUSE for token in tokens[1:])
