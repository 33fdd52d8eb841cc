"""What else the documents say about the two ends of a relation: the evidence that reflection judges it on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, zip_longest

from lgm_core.model import MetaRelation, RelationKind, Sentence

__all__ = ["SentencesAbout", "claim_text", "evidence_basis", "other_evidence"]

SentencesAbout = Callable[[str], Sequence[Sentence]]
"""Returns the sentences that mention a concept, in a stable order."""

_CLAIMS = {
    RelationKind.IS_A: "{0} is a kind or instance of {1}",
    RelationKind.HAS_PART: "{0} has {1} as a part, member or ingredient",
    RelationKind.ALIAS_OF: "{0} and {1} are two names of the same thing",
}


def claim_text(relation: MetaRelation) -> str:
    """Say a relation in words."""
    return _CLAIMS[relation.kind].format(relation.subject, relation.object) + "."


def other_evidence(relation: MetaRelation, sentences_about: SentencesAbout, characters: int) -> list[Sentence]:
    """Return sentences about the ends of a relation, except those that state it, within a budget of characters.

    Those that mention both ends come first, then the ends take turns. A repeated text counts once; one that is too
    long for what is left of the budget is passed over.
    """
    subject, object_ = sentences_about(relation.subject), sentences_about(relation.object)
    of_object = {sentence.id for sentence in object_}
    both = [sentence for sentence in subject if sentence.id in of_object]
    turns = chain.from_iterable(zip_longest(subject, object_))
    stating = {evidence.sentence_id for evidence in relation.evidence}
    seen = {sentence.resolved for sentence in chain(subject, object_) if sentence.id in stating}
    return _within(chain(both, (sentence for sentence in turns if sentence is not None)), seen, characters)


def evidence_basis(relation: MetaRelation, evidence: Iterable[Sentence]) -> str:
    """Hash what a verdict rests on, so that it is given anew only when that changes."""
    parts = [*relation.key, *(sentence.resolved for sentence in evidence)]
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _within(ranked: Iterable[Sentence], seen: set[str], characters: int) -> list[Sentence]:
    chosen: list[Sentence] = []
    for sentence in ranked:
        if sentence.resolved not in seen and len(sentence.resolved) <= characters:
            chosen.append(sentence)
            seen.add(sentence.resolved)
            characters -= len(sentence.resolved)
    return chosen
