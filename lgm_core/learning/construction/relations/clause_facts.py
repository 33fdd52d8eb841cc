"""Local facts without a language model: the relations that the clauses of each sentence state among its things."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.language.concepts import concept_key
from lgm_core.language.port import Annotator
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import Cost, Entity, EntityMention, FactFindings
from lgm_core.learning.construction.relations.by_clause.clause_reader import stated_relations
from lgm_core.learning.construction.relations.by_clause.stated_relation import StatedRelation
from lgm_core.learning.construction.relations.relation_grounding import SELF_LOOP
from lgm_core.learning.construction.relations.same_relations import united
from lgm_core.learning.construction.relations.thing_places import text_mention
from lgm_core.learning.facts.by_parse.parsed_sentences import ParsedSentence, parsed_sentences
from lgm_core.learning.facts.same_facts import predicate_key
from lgm_core.model import Fact, FactEvidence, Mention, MentionSource

__all__ = ["clause_facts"]

ORIGIN = "parse"
"""What evidence of clauses is attributed to."""


def clause_facts(text: DocumentText, entities: Sequence[Entity], reader: Annotator) -> FactFindings:
    """Return the relations that a document's sentences state among its things, each in its sentence's own words.

    What is said of a long phrase is also said of the thing that its last words name, where nothing else is known of
    that. Nothing is found in a language that the reader does not read, or without a parse.
    """
    places: defaultdict[str, list[EntityMention]] = defaultdict(list)
    owner: dict[str, str] = {}
    for entity in entities:
        owner.update(dict.fromkeys(entity.keys, entity.key))
        for mention in entity.mentions:
            if mention.key:
                places[mention.sentence_id].append(mention)
                owner[mention.key] = entity.key
    found: list[tuple[StatedRelation, Fact]] = []
    known: dict[tuple[str, str], Mention] = {}
    dropped: Counter[str] = Counter()
    for parsed in parsed_sentences(text.sentences, reader):
        source, offset = parsed.source, parsed.first
        own = places[source.sentence.id]
        things = {(mention.start + offset, mention.end + offset): mention.key for mention in own}
        pronouns = _pronouns(parsed, owner)
        known.update(((source.sentence.id, mention.concept), mention) for mention in pronouns.mentions)
        known.update(((source.sentence.id, mention.key), text_mention(mention)) for mention in own)
        for stated in stated_relations(parsed.sentence, things, pronouns.keys):
            if owner[stated.subject] == owner[stated.object]:
                dropped[SELF_LOOP] += not stated.is_wider
                continue
            start, end = stated.start - offset, min(stated.end - offset, len(source.sentence.text))
            evidence = FactEvidence(source.sentence.id, start, end, stated.wording, ORIGIN)
            predicate = predicate_key(stated.wording, source.language)
            found.append((stated, Fact(stated.subject, predicate, stated.object, (), (evidence,))))
    facts = united(_without_needless(found, owner))
    cited = {(evidence.sentence_id, key) for fact in facts for evidence in fact.evidence for key in fact.concepts}
    mentioned = {source.sentence.id: source.mentioned for source in text.sentences}
    needed = [known[place] for place in sorted(cited) if place[1] not in mentioned[place[0]]]
    return FactFindings(facts, tuple(needed), Cost(dropped=+dropped))


def _without_needless(found: Sequence[tuple[StatedRelation, Fact]], owner: Mapping[str, str]) -> Iterator[Fact]:
    """Yield the facts; those of a phrase's last words once a statement, for things of which nothing else is known."""
    yield from (fact for stated, fact in found if not stated.is_wider)
    related = {owner[key] for stated, fact in found if not stated.is_wider for key in fact.concepts}
    told: set[tuple[str, str, str]] = set()
    for stated, fact in found:
        if stated.is_wider:
            (evidence,) = fact.evidence
            new = {(owner[key], evidence.sentence_id, stated.wording) for key in fact.concepts} - told
            if any(thing not in related for thing, _, _ in new):
                told |= {entry for entry in new if entry[0] not in related}
                yield fact


@dataclass(frozen=True, slots=True)
class _Pronouns:
    """What the pronouns of a sentence stand for: keys by the place of their first character, and mentions."""

    keys: Mapping[int, Sequence[str]]
    mentions: Sequence[Mention]


def _pronouns(parsed: ParsedSentence, owner: Mapping[str, str]) -> _Pronouns:
    keys: dict[int, list[str]] = {}
    mentions: list[Mention] = []
    sentence, text = parsed.source.sentence, parsed.sentence.text
    for mark in parsed.sentence.annotation.marks:
        named = [concept_key(name, parsed.source.language) for name in mark.antecedents]
        keys[mark.start] = [key for key in named if key in owner]
        for key in keys[mark.start]:
            start, end = mark.start - parsed.first, mark.end - parsed.first
            surface = text[mark.start : mark.end]
            mentions.append(Mention(sentence.id, key, surface, start, end, MentionSource.COREFERENCE))
    return _Pronouns(keys, mentions)
