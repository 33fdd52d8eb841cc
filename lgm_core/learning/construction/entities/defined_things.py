"""The sentence that says best what a thing is, without a language model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import Entity
from lgm_core.learning.facts.source_sentences import SourceSentence
from lgm_core.model import RelationKind, Verdict

__all__ = ["defined"]

_COPULA = "be"
_STATED, _READ, _FIRST = 4, 2, 1
"""What makes a sentence define a thing: that it *is* something else, that a pattern reads a class from it, and that it
begins with the thing. Only the first two make a definition."""


def defined(things: Iterable[Entity], text: DocumentText) -> list[Entity]:
    """Describe things by the sentence of the document that defines them best; others keep no description.

    A sentence defines a thing if its parse says that the thing is something (`Clause`), or if it is evidence for a
    class of it (`RelationKind.IS_A`); better, if it begins with the thing. Of equal ones the first is taken.
    """
    classed: dict[str, set[str]] = defaultdict(set)
    for relation in text.graph.relations:
        if relation.kind is RelationKind.IS_A and relation.verdict is not Verdict.INVALID:
            classed[relation.subject].update(evidence.sentence_id for evidence in relation.evidence)
    sources = {source.sentence.id: source for source in text.sentences}
    return [_defined(thing, sources, classed) for thing in things]


def _defined(thing: Entity, sources: dict[str, SourceSentence], classed: dict[str, set[str]]) -> Entity:
    best, best_strength = None, 0
    for mention in thing.mentions:
        source = sources.get(mention.sentence_id)
        if source is None or mention.key not in thing.keys:
            continue
        strength = _READ * any(source.sentence.id in classed.get(key, ()) for key in thing.keys)
        strength += _STATED * _says_what_it_is(source, thing.keys)
        if strength and not source.sentence.text[: mention.start].strip().count(" "):
            strength += _FIRST
        if strength > best_strength:
            best, best_strength = source, strength
    if best is None:
        return thing
    return replace(thing, description=" ".join(best.sentence.text.split()), evidence=(best.sentence.id,))


def _says_what_it_is(source: SourceSentence, keys: tuple[str, ...]) -> bool:
    """Tell whether a clause equates one of the names with a concept of the sentence, and not with an adjective."""
    return any(
        clause.verb == _COPULA and clause.subject in keys and clause.object in source.mentioned
        for clause in source.sentence.clauses
    )
