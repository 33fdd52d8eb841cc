"""What a sentence states about a concept: an attribute, an ability or an action (paper equation 2), without a parse."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.model import Mention, MentionSource, Sentence, StatementKind
from lgm_core.retrieval.expansion import ExpandedConcept

__all__ = ["inherited_statements", "statement_kind"]

_WORD = re.compile(r"[^\W\d_]+")
_MODALS = frozenset({"can", "could", "may", "might", "able", "capable", "suitable"})
_STATES = frozenset(
    """appear be belong comprise concern consist contain cost depend differ equal exist feature fit have hold include
    involve lack last lie live look mean measure need own possess remain require resemble seem smell sound stand stay
    taste weigh""".split()
)
_EVENT = re.compile(
    r"\b(?:(?:was|were|has been|have been|had been|had)\s+(?:\w+ly\s+)?\w+(?:ed|en|ing)"
    r"|(?:is|are|am|has|have)\s+(?:\w+ly\s+)?(?:being\s+\w+|\w{2,}ing|\w+ed\s+since))\b",
    re.IGNORECASE,
)
_AUXILIARIES = frozenset(
    "am are been being did does doing done had has is s was were an her him his its me my our their them us".split()
)

_POOL = 300
"""Sentences about expanded concepts that are looked at, at most."""


def statement_kind(sentence: Sentence) -> StatementKind:
    """Classify a sentence by its auxiliaries and lemmas.

    What something can do is an ability, and so is what it does in general (simple present); what it is or has is an
    attribute; what happened or is happening is an action.
    """
    words = [word.casefold() for word in _WORD.findall(sentence.text)]
    lemmas = set(_WORD.findall(sentence.lemmas.casefold()))
    # `May` inside a sentence is the month.
    if not _MODALS.isdisjoint(words[:1] + _WORD.findall(sentence.text)[1:]):
        return StatementKind.ABILITY
    if _EVENT.search(sentence.text):
        return StatementKind.ACTION
    if not _STATES.isdisjoint(lemmas):
        return StatementKind.ATTRIBUTE
    # A form that is neither its own lemma nor ends in -s is a past tense or participle (`rose`, `painted`).
    inflected = (word for word in words if word not in lemmas and word not in _AUXILIARIES)
    return StatementKind.ACTION if any(not word.endswith("s") for word in inflected) else StatementKind.ABILITY


def inherited_statements(
    store: LanguageGraphStore, expanded: Sequence[ExpandedConcept], known: frozenset[str], where: Where | None = None
) -> list[Sentence]:
    """Return the sentences that a question's concepts inherit from expanded ones (paper equation 3).

    A sentence is a statement about the concept it begins with, at most one word (an article, `all`) before it. Of each
    expanded concept only the kinds it contributes count, and of the attributes of children those that several share.

    Args:
        store: the graph.
        expanded: the expanded concepts, nearest first; the order of the result.
        known: the question's own concepts; a sentence about one of them is not inherited.
        where: a filter on document metadata.
    """
    by_key = {concept.key: concept for concept in expanded}
    sentences = store.sentences_about(list(by_key), limit=_POOL, where=where) if by_key else []
    topics = _topics(store.mentions([sentence.id for sentence in sentences]), sentences, known)
    statements = [
        (by_key[topic], sentence)
        for sentence in sentences
        if (topic := topics.get(sentence.id)) in by_key and statement_kind(sentence) in by_key[topic].contributes
    ]
    # What is inherited by a rare concept says more than what is inherited by a common one.
    rarity = store.frequencies([concept.path[0] for concept in expanded])
    order = {one.key: (rarity.get(one.path[0], 0), position) for position, one in enumerate(expanded)}
    kept = _shared_among_children(statements)
    return [sentence for _, sentence in sorted(kept, key=lambda pair: order[pair[0].key])]


def _topics(mentions: Sequence[Mention], sentences: Sequence[Sentence], known: frozenset[str]) -> dict[str, str]:
    """Map each sentence to the concept it begins with, and leave out those that name a known concept."""
    texts = {sentence.id: sentence.text for sentence in sentences}
    about_known = {mention.sentence_id for mention in mentions if mention.concept in known}
    topics: dict[str, str] = {}
    for mention in mentions:
        before = texts[mention.sentence_id][: mention.start].split()
        if mention.sentence_id not in about_known and mention.source is not MentionSource.TITLE and len(before) <= 1:
            topics.setdefault(mention.sentence_id, mention.concept)
    return topics


def _shared_among_children(
    statements: Sequence[tuple[ExpandedConcept, Sentence]],
) -> list[tuple[ExpandedConcept, Sentence]]:
    """Drop attributes of a child of which no other child has a word; an only child keeps its own.

    The intersection in equation 3 is one of meanings; two sentences share an attribute here when they share a lemma
    besides the concepts' own and the verbs of state.
    """
    children = {concept.key for concept, _ in statements if concept.contributes == {StatementKind.ATTRIBUTE}}
    if len(children) < 2:
        return list(statements)
    words = {sentence.id: _predicate(concept, sentence) for concept, sentence in statements}
    holders = _holders(statements, children, words)
    return [
        (concept, sentence)
        for concept, sentence in statements
        if concept.key not in children or any(holders[word] > 1 for word in words[sentence.id])
    ]


def _holders(
    statements: Sequence[tuple[ExpandedConcept, Sentence]], children: set[str], words: Mapping[str, frozenset[str]]
) -> Counter[str]:
    """Count for each word how many children it is said of."""
    said: dict[str, set[str]] = {}
    for concept, sentence in statements:
        if concept.key in children:
            said.setdefault(concept.key, set()).update(words[sentence.id])
    return Counter(word for vocabulary in said.values() for word in vocabulary)


def _predicate(concept: ExpandedConcept, sentence: Sentence) -> frozenset[str]:
    """Return the lemmas of a sentence that say something: longer than three letters, not the concept, not a state."""
    own = set(concept.key.split()) | _STATES
    return frozenset(word for word in _WORD.findall(sentence.lemmas.casefold()) if len(word) > 3 and word not in own)
