"""Check what a language model claims against the sentences it was given."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import lexicon_of
from lgm_core.learning.extraction.claims import Claim
from lgm_core.learning.extraction.occurrence import find_occurrence
from lgm_core.model import DocumentGraph, Evidence, Mention, MetaRelation, RelationKind, Section, Sentence

__all__ = ["ClaimChecker", "section_titles"]

_MAX_WORDS = 8


def section_titles(graph: DocumentGraph, section: Section | None) -> list[str]:
    """Return the titles that a section's sentences stand under, the document's first."""
    path = section.path if section is not None else ()
    return [title for title in dict.fromkeys((graph.document.title, *path)) if title.strip()]


class ClaimChecker:
    """Turns claims about one document into relations; keeps count of those that its sentences do not bear out."""

    def __init__(self, graph: DocumentGraph, origin: str, language: str) -> None:
        self._origin, self._language = origin, language
        self._pronouns = lexicon_of(language).pronouns
        sections = {section.id: section for section in graph.sections}
        self._titles = {
            sentence.id: section_titles(graph, sections.get(sentence.section_id)) for sentence in graph.sentences
        }
        self._mentioned = {(mention.sentence_id, mention.concept) for mention in graph.mentions}
        self._evidence: dict[tuple[RelationKind, str, str], set[Evidence]] = {}
        self._mentions: dict[tuple[str, str], Mention] = {}
        self.dropped: Counter[str] = Counter()

    @property
    def relations(self) -> tuple[MetaRelation, ...]:
        """Return the relations borne out so far."""
        return tuple(
            MetaRelation(kind, subject, object_, tuple(sorted(evidence)))
            for (kind, subject, object_), evidence in sorted(self._evidence.items())
        )

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """Return where ends of relations occur that the graph does not mention yet."""
        return tuple(self._mentions.values())

    def check(self, claim: Claim, sentences: Sequence[Sentence]) -> None:
        """Take a claim about one of the sentences of its request, or drop it."""
        reason = self._taken(claim, _referred_to(claim.sentence, sentences))
        if reason:
            self.dropped[reason] += 1

    def _taken(self, claim: Claim, sentence: Sentence | None) -> str:
        """Return why a claim is dropped; empty when it was taken."""
        if sentence is None:
            return "no such sentence"
        subject, object_ = (concept_key(one, self._language) for one in (claim.subject, claim.object))
        for key in (subject, object_):
            if not key or key in self._pronouns:
                return "not a concept"
            if key.count(" ") >= _MAX_WORDS:
                return "too long for a concept"
        if subject == object_:
            return "related to itself"
        unmentioned = [key for key in (subject, object_) if (sentence.id, key) not in self._mentioned]
        occurrences = [find_occurrence(key, sentence, self._titles[sentence.id], self._language) for key in unmentioned]
        if None in occurrences:
            return "not in its sentence"
        self._mentions.update({(one.sentence_id, one.concept): one for one in occurrences if one is not None})
        if claim.kind is RelationKind.ALIAS_OF:
            subject, object_ = sorted((subject, object_))
        evidence = self._evidence.setdefault((claim.kind, subject, object_), set())
        evidence.add(Evidence(sentence.id, self._origin))
        return ""


def _referred_to(reference: int | str, sentences: Sequence[Sentence]) -> Sentence | None:
    """Return the sentence with a number, from 1, or the one that a reply retyped, spaces and marks aside."""
    if isinstance(reference, int):
        return sentences[reference - 1] if 1 <= reference <= len(sentences) else None
    cited = _letters(reference)
    for sentence in sentences:
        if cited in (_letters(sentence.resolved), _letters(sentence.text)):
            return sentence
    return None


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())
