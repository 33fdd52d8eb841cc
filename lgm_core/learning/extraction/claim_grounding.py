"""Ground the claims of a language model in the sentences it was given, and reject those that are not in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import lexicon_of
from lgm_core.learning.extraction.claims import Claim
from lgm_core.learning.extraction.concept_grounding import ground_concept
from lgm_core.model import DocumentGraph, Evidence, Mention, MetaRelation, RelationKind, Section, Sentence

__all__ = ["ClaimGrounder", "section_titles"]

_MAX_CONCEPT_WORDS = 8
"""Words of a concept, at most: longer phrases are descriptions, which no other sentence repeats word by word."""


def section_titles(graph: DocumentGraph, section: Section | None) -> list[str]:
    """Return the titles that a section's sentences stand under, the document's first."""
    path = section.path if section is not None else ()
    return [title for title in dict.fromkeys((graph.document.title, *path)) if title.strip()]


class ClaimGrounder:
    """Turns claims about one document into relations with evidence, and counts the claims it rejects by reason.

    Args:
        graph: the document, as analysed without a language model.
        origin: what the evidence is attributed to, such as `llm:NAME`.
    """

    def __init__(self, graph: DocumentGraph, origin: str) -> None:
        self._origin, self._language = origin, graph.document.language
        self._pronouns = lexicon_of(self._language).pronouns
        sections = {section.id: section for section in graph.sections}
        self._titles = {
            sentence.id: section_titles(graph, sections.get(sentence.section_id)) for sentence in graph.sentences
        }
        self._mentioned = {(mention.sentence_id, mention.concept) for mention in graph.mentions}
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

    def ground(self, claim: Claim, sentences: Sequence[Sentence]) -> None:
        """Add a claim to the relations, or count its rejection; `sentences` are those of the request, in order."""
        sentence = _claimed_sentence(claim.sentence, sentences)
        reason = "no such sentence" if sentence is None else self._add(claim, sentence)
        if reason:
            self.rejected[reason] += 1

    def _add(self, claim: Claim, sentence: Sentence) -> str:
        """Add a claim to the relations; return the reason if it is rejected, else an empty string."""
        arguments = [concept_key(phrase, self._language) for phrase in (claim.subject, claim.object)]
        if reason := self._objection(*arguments):
            return reason
        unmentioned = [key for key in arguments if (sentence.id, key) not in self._mentioned]
        titles = self._titles[sentence.id]
        mentions = [ground_concept(key, sentence, titles, self._language) for key in unmentioned]
        if None in mentions:
            return "not in its sentence"
        self._mentions.update({(mention.sentence_id, mention.concept): mention for mention in mentions if mention})
        subject, object_ = sorted(arguments) if claim.kind is RelationKind.ALIAS_OF else arguments
        evidence = self._evidence.setdefault((claim.kind, subject, object_), set())
        evidence.add(Evidence(sentence.id, self._origin))
        return ""

    def _objection(self, subject: str, object_: str) -> str:
        """Return why two concept keys cannot be the arguments of a relation; empty when they can."""
        for key in (subject, object_):
            if not key or key in self._pronouns:
                return "not a concept"
            if key.count(" ") >= _MAX_CONCEPT_WORDS:
                return "too long for a concept"
        return "related to itself" if subject == object_ else ""


def _claimed_sentence(reference: int | str, sentences: Sequence[Sentence]) -> Sentence | None:
    """Return the sentence with a number, from 1, or with a text that is equal but for spaces, case and punctuation."""
    if isinstance(reference, int):
        return sentences[reference - 1] if 1 <= reference <= len(sentences) else None
    cited = _letters(reference)
    for sentence in sentences:
        if cited in (_letters(sentence.resolved), _letters(sentence.text)):
            return sentence
    return None


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())
