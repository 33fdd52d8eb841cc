"""Ground claimed facts in sentences of any documents, and count unsupported ones by reason."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import lexicon_of
from lgm_core.learning.facts.end_grounding import (
    GroundedEnd,
    SentenceIndex,
    SentenceWords,
    SourceSentence,
    without_marks,
)
from lgm_core.learning.facts.same_facts import FactUnion, predicate_key
from lgm_core.learning.sentence_draft import title_topic
from lgm_core.model import (
    EntityProfile,
    Evidence,
    Fact,
    FactEnd,
    FactEvidence,
    Mention,
    MentionSource,
    Value,
    ValueKind,
)
from lgm_core.schema.conformance import SchemaCheck
from lgm_core.schema.value_fitting import whole_value

__all__ = ["LONGEST_PREDICATE", "EntityClaim", "FactClaim", "GroundedFacts", "ground_facts"]


@dataclass(frozen=True, slots=True)
class FactClaim:
    """A fact in words.

    Attributes:
        subject: a name or noun.
        predicate: as worded: `was directed by`.
        object: a name, a noun, a value, or a longer text.
        sentence_id: the id of the sentence said to state it; empty if not given.
        quote: the words of the sentence that state it; empty if not given.
        qualifiers: further ends by their names: `("in", "2011")`.
        types: the types said to be those of subject and object.
    """

    subject: str
    predicate: str
    object: str
    sentence_id: str = ""
    quote: str = ""
    qualifiers: tuple[tuple[str, str], ...] = ()
    types: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


@dataclass(frozen=True, slots=True)
class EntityClaim:
    """A claimed description of something.

    Attributes:
        name: its name, as in the text.
        types: its types, the best first.
        description: a sentence, or empty.
    """

    name: str
    types: tuple[str, ...] = ()
    description: str = ""


_MOST_CONCEPT_WORDS = 8
"""The most words of a concept: longer objects are texts, and longer subjects would never be looked up."""

LONGEST_PREDICATE = 160
"""The most characters of a predicate: longer ones are whole sentences."""

_MOST_PROFILE_SENTENCES = 3
"""The most sentences of a document cited as a profile's evidence."""

_PREPOSITION = re.compile(r"(?:in|on|at|by|since|from|until|around|about|im|am|seit|um|bis)\s+", re.IGNORECASE)
"""Words allowed before a value without being part of it."""


@dataclass(frozen=True, slots=True)
class GroundedFacts:
    """The claims that sentences support.

    Attributes:
        facts: distinct facts with their evidence, ordered by key.
        mentions: mentions of their concepts that the sentences lack.
        profiles: profiles of the entities, one for each document that names them.
        dropped: the numbers of dropped claims, by reason.
    """

    facts: tuple[Fact, ...] = ()
    mentions: tuple[Mention, ...] = ()
    profiles: tuple[EntityProfile, ...] = ()
    dropped: Counter[str] = field(default_factory=Counter)


def ground_facts(
    claims: Iterable[FactClaim],
    sentences: Sequence[SourceSentence],
    origin: str,
    *,
    entities: Iterable[EntityClaim] = (),
    known: Iterable[Fact] = (),
    check: SchemaCheck | None = None,
) -> GroundedFacts:
    """Return the facts that sentences support.

    All words of both ends and all qualifiers, in any inflection, must be in the claimed sentence: in its text, its
    coreference marks, or the titles above it; not all of them only in titles. Without a claimed sentence, the best such
    sentence is taken. A quote must be in its sentence.

    Args:
        claims: facts in words.
        sentences: the possible evidence, from any documents.
        origin: the origin of the evidence: `llm:<model>`.
        entities: claimed descriptions of the things named.
        known: existing facts; an equal new one takes over the predicate.
        check: refuses facts that contradict a schema.
    """
    grounding = _Grounding(sentences, origin, known, check)
    for claim in claims:
        if reason := grounding.add(claim):
            grounding.dropped[reason] += 1
    for entity in entities:
        if not grounding.add_entity(entity):
            grounding.dropped["entity not in the text"] += 1
    return grounding.result()


class _Grounding:
    def __init__(
        self, sentences: Sequence[SourceSentence], origin: str, known: Iterable[Fact], check: SchemaCheck | None
    ) -> None:
        self._sentences, self._origin, self._check = sentences, origin, check
        self._places = {source.sentence.id: place for place, source in enumerate(sentences)}
        self._words: dict[int, SentenceWords] = {}
        self._index: SentenceIndex | None = None
        self._union = FactUnion(known)
        self._mentions: dict[tuple[str, str], Mention] = {}
        self._profiles: dict[EntityProfile, None] = {}
        self.dropped: Counter[str] = Counter()

    def result(self) -> GroundedFacts:
        return GroundedFacts(self._union.facts, tuple(self._mentions.values()), tuple(self._profiles), self.dropped)

    def add(self, claim: FactClaim) -> str:
        """Add a claim; return why it is dropped, else an empty string."""
        claim = _cleaned(claim)
        if len(claim.predicate) > LONGEST_PREDICATE:
            return "the predicate is too long"
        if not all(text.strip() for text in (claim.subject, claim.predicate, claim.object)):
            return "an end or the predicate is empty"
        quoted: Sequence[int] = range(len(self._sentences))
        if claim.sentence_id:
            if claim.sentence_id not in self._places:
                return "no such sentence"
            quoted = range(place := self._places[claim.sentence_id], place + 1)
        if claim.quote.strip():
            having = self._having([without_marks(claim.quote)], quoted)
            quoted = [place for place in having if self._of(place).quoted(claim.quote) is not None]
        if not quoted:
            return "quote not in its sentence" if claim.sentence_id else "quote not in the text"
        phrases = [claim.subject, claim.object, *(end for _, end in claim.qualifiers)]
        having = self._having(phrases, quoted)
        candidates = [(place, ends) for place in having if (ends := self._ends(phrases, place)) is not None]
        if not candidates:
            return self._missing(claim, quoted)
        place, ends = min(candidates, key=lambda candidate: self._rank(claim, *candidate))
        return self._state(claim, place, ends)

    def add_entity(self, entity: EntityClaim) -> bool:
        """Add the profile of an entity to the documents that name it; return whether there is one."""
        types = tuple(filter(None, map(_plain, entity.types)))
        entity = EntityClaim(_plain(entity.name), types, _plain(entity.description))
        named: dict[str, list[tuple[SourceSentence, GroundedEnd]]] = {}
        for place in self._having([entity.name], range(len(self._sentences))):
            source, found = self._sentences[place], self._of(place).ground(entity.name)
            if found is not None and found.source is not MentionSource.TITLE:
                named.setdefault(source.sentence.document_id, []).append((source, found))
        for document, places in named.items():
            first = places[:_MOST_PROFILE_SENTENCES]
            key = _key(entity.name, first[0][0])
            if _is_concept(entity.name, key, first[0][0].language) and (entity.types or entity.description):
                for source, found in first:
                    self._mention(source, key, found)
                evidence = tuple(Evidence(source.sentence.id, self._origin) for source, _ in first)
                self._profiles[EntityProfile(document, key, entity.types, entity.description, evidence)] = None
        return bool(named)

    def _of(self, place: int) -> SentenceWords:
        """Return the words of a sentence, analysed once."""
        if place not in self._words:
            self._words[place] = SentenceWords(self._sentences[place])
        return self._words[place]

    def _having(self, phrases: Iterable[str], places: Sequence[int]) -> Sequence[int]:
        """Return those positions, in order, whose sentences may have all phrases."""
        if len(places) < 2:
            return places
        if self._index is None:
            self._index = SentenceIndex(map(self._of, range(len(self._sentences))))
        found = set.intersection(*map(self._index.places, phrases))
        return sorted(found) if len(places) == len(self._sentences) else [place for place in places if place in found]

    def _ends(self, phrases: Iterable[str], place: int) -> list[GroundedEnd] | None:
        """Return where a sentence has subject, object and qualifiers; None if one is missing or all are in titles."""
        words = self._of(place)
        ends = []
        for phrase in phrases:
            if (found := words.ground(phrase)) is None:
                return None
            ends.append(found)
        return None if all(end.source is MentionSource.TITLE for end in ends) else ends

    def _missing(self, claim: FactClaim, places: Sequence[int]) -> str:
        """Return which end of a claim no sentence has."""
        for name, phrase in (("subject", claim.subject), ("object", claim.object)):
            if all(self._of(place).ground(phrase) is None for place in self._having([phrase], places)):
                return f"{name} not in the text"
        return "not all in one sentence"

    def _rank(self, claim: FactClaim, place: int, ends: Sequence[GroundedEnd]) -> tuple[float, int, int]:
        distance = sum(list(MentionSource).index(end.source) for end in ends)
        return -self._of(place).share(claim.predicate), distance, place

    def _state(self, claim: FactClaim, place: int, found: Sequence[GroundedEnd]) -> str:
        """Add a fact supported by its sentence; return why it cannot be one."""
        source = self._sentences[place]
        subject = _key(claim.subject, source)
        object_ = _end(claim.object, source)
        qualifiers = tuple(sorted(((name, _end(end, source)) for name, end in claim.qualifiers), key=str))
        topics = _topics(source.titles, source.language).values()  # the title of a work is a concept of any length
        if subject not in topics and not _is_concept(claim.subject, subject, source.language):
            return "subject is not a concept"
        if (
            isinstance(object_, str)
            and object_ not in topics
            and not _is_concept(claim.object, object_, source.language)
        ):
            return "object is not a concept"
        if subject == object_:
            return "related to itself"
        predicate = predicate_key(claim.predicate, source.language)
        if not predicate:
            return "the predicate has no words"
        start, end = self._statement(claim, place, found)
        evidence = FactEvidence(source.sentence.id, start, end, claim.predicate, self._origin)
        fact = Fact(subject, predicate, object_, qualifiers, (evidence,))
        if self._check is not None and (reason := self._check.refusal(claim.types, fact)):
            return reason
        self._union.add(fact)
        ends = (subject, object_, *(_end(end, source) for _, end in claim.qualifiers))
        for key, grounded in zip(ends, found, strict=True):
            if isinstance(key, str):
                self._mention(source, key, grounded)
        return ""

    def _statement(self, claim: FactClaim, place: int, found: Sequence[GroundedEnd]) -> tuple[int, int]:
        """Return the span of the statement: its quote, or its ends in the text."""
        if claim.quote.strip() and (span := self._of(place).quoted(claim.quote)) is not None:
            return span
        spans = [(end.start, end.end) for end in found if end.source is not MentionSource.TITLE]
        return min(start for start, _ in spans), max(end for _, end in spans)

    def _mention(self, source: SourceSentence, key: str, found: GroundedEnd) -> None:
        """Record that a sentence mentions a concept, unless the graph has the mention."""
        if key not in source.mentioned:
            id = source.sentence.id
            self._mentions.setdefault((id, key), Mention(id, key, found.surface, found.start, found.end, found.source))


def _cleaned(claim: FactClaim) -> FactClaim:
    qualifiers = tuple((_plain(name), _plain(end)) for name, end in claim.qualifiers)
    subject, predicate, object_ = (_plain(text) for text in (claim.subject, claim.predicate, claim.object))
    return replace(claim, subject=subject, predicate=predicate, object=object_, qualifiers=qualifiers)


def _plain(text: str) -> str:
    """Return a text with single spaces, without NUL and lone surrogates, which stores cannot hold."""
    return " ".join(text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8").split())


def _key(phrase: str, source: SourceSentence) -> str:
    """Return the key of a concept; for a title, that of its topic, without the disambiguating bracket."""
    key = concept_key(phrase, source.language)
    return _topics(source.titles, source.language).get(key, key)


@lru_cache(maxsize=1024)
def _topics(titles: tuple[str, ...], language: str) -> dict[str, str]:
    return {concept_key(title, language): concept_key(title_topic(title), language) for title in titles}


def _end(phrase: str, source: SourceSentence) -> FactEnd:
    """Return a phrase's value, or its concept, or its text if it is too long for one."""
    key = _key(phrase, source)
    if key in _topics(source.titles, source.language).values():
        return key
    if (value := _value(phrase, source.language)) is not None:
        return value
    if key.count(" ") >= _MOST_CONCEPT_WORDS:
        return Value(phrase, ValueKind.TEXT)
    return key


def _value(phrase: str, language: str) -> Value | None:
    """Return the date, number or quantity that is the whole phrase, ignoring leading words."""
    return next(filter(None, (whole_value(text, language) for text in _openings(phrase.strip(), language))), None)


def _openings(phrase: str, language: str) -> Iterator[str]:
    yield phrase
    without = _PREPOSITION.sub("", phrase, count=1) if _PREPOSITION.match(phrase) else phrase
    first, _, rest = without.partition(" ")
    without = rest if rest and first.lower() in lexicon_of(language).determiners else without
    if without != phrase:
        yield without


def _is_concept(phrase: str, key: str, language: str) -> bool:
    """Tell whether a phrase can be a concept; *US* is not a pronoun though its key is."""
    is_pronoun = phrase.lower() in lexicon_of(language).pronouns and not (len(phrase) > 1 and phrase.isupper())
    return bool(key) and not is_pronoun and key.count(" ") < _MOST_CONCEPT_WORDS
