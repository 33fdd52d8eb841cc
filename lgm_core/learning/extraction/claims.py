"""Claims: relations that a language model says a sentence states, and grounding them in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import lexicon_of
from lgm_core.learning.facts.end_grounding import SourceSentence, coreference_marks
from lgm_core.llm.replies import as_list, first_of, number_of, read_objects
from lgm_core.llm.reply_schemas import entries_schema
from lgm_core.model import Evidence, Mention, MentionSource, MetaRelation, RelationKind, Sentence

__all__ = ["CLAIMS_SCHEMA", "Claim", "ClaimGrounder", "Claims", "ground_concept", "may_state_relation", "read_claims"]

_WORD = re.compile(r"[^\W_]+[+#]*")
_LAST_WORD = re.compile(r"[^\W_]+\W*$")

_MAX_EXTRA_WORDS = 2
"""How many more words than its key a phrase may have: an article and a possessive, or the dotted letters of initials.

A larger number costs time for every concept missing from the text.
"""


def ground_concept(key: str, sentence: Sentence, titles: Sequence[str], language: str) -> Mention | None:
    """Return a mention of a concept in a sentence, its coreference marks or a title above it; None without one.

    Phrases are compared by their concept keys, so `leaves` grounds `leaf`.
    """
    if (span := _span_of(key, sentence.text, language)) is not None:
        start, end = span
        return Mention(sentence.id, key, sentence.text[start:end], start, end, MentionSource.TEXT)
    for end, antecedents in coreference_marks(sentence.resolved):
        pronoun = _LAST_WORD.search(sentence.text[:end])
        if pronoun is not None and _span_of(key, antecedents, language) is not None:
            start = pronoun.start()
            return Mention(sentence.id, key, sentence.text[start:end], start, end, MentionSource.COREFERENCE)
    for title in titles:
        if _span_of(key, title, language) is not None:
            return Mention(sentence.id, key, title, 0, 0, MentionSource.TITLE)
    return None


def _span_of(key: str, text: str, language: str) -> tuple[int, int] | None:
    """Return the shortest run of whole words whose concept key is `key`, as character offsets."""
    words = [match.span() for match in _WORD.finditer(text)]
    length = key.count(" ") + 1
    for extra in range(_MAX_EXTRA_WORDS + 1):
        for first in range(len(words) - length - extra + 1):
            start, end = words[first][0], words[first + length + extra - 1][1]
            if concept_key(text[start:end], language) == key:
                return start, end
    return None


CLAIMS_SCHEMA = entries_schema(
    "relations", n="integer", kind={"type": "string", "enum": ["is_a", "has_part", "alias"]}, a="string", b="string"
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A relation between two phrases, and the number of the sentence said to state it."""

    kind: RelationKind
    subject: str
    object: str
    sentence: int


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of a reply, and the number of entries that were not understood."""

    claims: tuple[Claim, ...]
    malformed: int = 0


_KINDS = {
    "isa": RelationKind.IS_A,
    "kindof": RelationKind.IS_A,
    "typeof": RelationKind.IS_A,
    "instanceof": RelationKind.IS_A,
    "inheritance": RelationKind.IS_A,
    "haspart": RelationKind.HAS_PART,
    "contains": RelationKind.HAS_PART,
    "composition": RelationKind.HAS_PART,
    "alias": RelationKind.ALIAS_OF,
    "aliasof": RelationKind.ALIAS_OF,
    "sameas": RelationKind.ALIAS_OF,
    "partof": RelationKind.HAS_PART,
}
"""Kinds by their names in models' replies, letters only."""

_INVERSE_KINDS = frozenset({"partof"})
"""Names of kinds that put the part first, so that subject and object are swapped."""


def may_state_relation(text: str, language: str) -> bool:
    """Return whether a sentence has a wording that may state kinds, parts or other names.

    If the language's lexicon lists no such wordings, every sentence passes. In encyclopedia text about 70 % do, and
    more than 90 % of those with a relation found by patterns; of definitions it is 98 %. Missed are mostly parts
    expressed only by `of`, as in *the heel of a shoe*.
    """
    cues = lexicon_of(language).relation_cues
    return cues is None or cues.search(text) is not None


def read_claims(reply: str) -> Claims:
    """Read a reply to the prompt.

    Raises:
        ValueError: it has no JSON, or no entry that can be understood.
    """
    entries = read_objects(reply, key="relations")
    understood = [list(_claims(entry)) for entry in entries]
    if entries and not any(understood):
        raise ValueError(f"its entries have other members than asked for: {', '.join(map(str, entries[0]))[:80]}")
    claims = tuple(claim for entry_claims in understood for claim in entry_claims)
    return Claims(claims, sum(not entry_claims for entry_claims in understood))


def _claims(entry: Mapping[str, Any]) -> Iterator[Claim]:
    """Read an entry; weaker models vary its member names, give lists of phrases, and reply `part_of`."""
    name = re.sub(r"[^a-z]", "", str(first_of(entry, ("kind", "type", "relation"))).lower())
    told = first_of(entry, ("n", "number", "sentence", "sentence_number"))
    kind, number = _KINDS.get(name), number_of(told[0] if isinstance(told, list) and len(told) == 1 else told)
    if kind is None or number is None:
        return
    for subject in _phrases(first_of(entry, ("a", "A", "subject"))):
        for object_ in _phrases(first_of(entry, ("b", "B", "object"))):
            arguments = (object_, subject) if name in _INVERSE_KINDS else (subject, object_)
            yield Claim(kind, *arguments, number)


def _phrases(value: Any) -> list[str]:  # noqa: ANN401
    return [phrase for phrase in as_list(value) if isinstance(phrase, str) and phrase.strip()]


_MAX_CONCEPT_WORDS = 8
"""The most words of a concept: longer phrases are descriptions, which no other sentence repeats literally."""


class ClaimGrounder:
    """Turns claims into relations with evidence of an origin, and counts the claims it rejects by reason."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self._evidence: dict[tuple[RelationKind, str, str], set[Evidence]] = {}
        self._mentions: dict[tuple[str, str], Mention] = {}
        self.rejected: Counter[str] = Counter()

    @property
    def relations(self) -> tuple[MetaRelation, ...]:
        """Return the relations grounded so far, ordered by key."""
        return tuple(
            MetaRelation(kind, subject, object_, tuple(sorted(evidence)))
            for (kind, subject, object_), evidence in sorted(self._evidence.items())
        )

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """Return the mentions of the relations' arguments that the graph lacks."""
        return tuple(self._mentions.values())

    def ground(self, claim: Claim, sentences: Sequence[SourceSentence]) -> None:
        """Add a claim to the relations, or count its rejection; `sentences` are those of the request, in order."""
        is_there = 1 <= claim.sentence <= len(sentences)
        if reason := self._add(claim, sentences[claim.sentence - 1]) if is_there else "no such sentence":
            self.rejected[reason] += 1

    def _add(self, claim: Claim, source: SourceSentence) -> str:
        """Add a claim to the relations; return the reason if it is rejected, else an empty string."""
        arguments = [concept_key(phrase, source.language) for phrase in (claim.subject, claim.object)]
        if reason := _objection(arguments, source.language):
            return reason
        unmentioned = [key for key in arguments if key not in source.mentioned]
        mentions = [ground_concept(key, source.sentence, source.titles, source.language) for key in unmentioned]
        if None in mentions:
            return "not in its sentence"
        self._mentions.update({(mention.sentence_id, mention.concept): mention for mention in mentions if mention})
        subject, object_ = sorted(arguments) if claim.kind is RelationKind.ALIAS_OF else arguments
        evidence = self._evidence.setdefault((claim.kind, subject, object_), set())
        evidence.add(Evidence(source.sentence.id, self._origin))
        return ""


def _objection(keys: Sequence[str], language: str) -> str:
    """Return why concept keys cannot be the arguments of a relation; empty if they can."""
    for key in keys:
        if not key or key in lexicon_of(language).pronouns:
            return "not a concept"
        if key.count(" ") >= _MAX_CONCEPT_WORDS:
            return "too long for a concept"
    return "related to itself" if len({*keys}) == 1 else ""
