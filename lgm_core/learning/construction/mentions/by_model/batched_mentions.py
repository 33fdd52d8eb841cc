"""Mentions and local relations by a language model, a request for each group of sections."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from lgm_core.flow import Flow, Request
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import MentionFindings, RelationClaim
from lgm_core.learning.construction.mentions.by_model.decoys import decoy_name, decoy_sentence
from lgm_core.learning.construction.mentions.by_model.found_mentions import FoundMentions, is_decoy, name_identity
from lgm_core.learning.construction.mentions.by_model.mention_prompts import BATCH, BATCH_SCHEMA
from lgm_core.learning.construction.mentions.by_model.mention_replies import (
    MentionReply,
    RepliedMention,
    read_mentions,
    salvage_mentions,
)
from lgm_core.learning.construction.mentions.by_model.mention_requests import PHASE, cost_of, cut_sections
from lgm_core.learning.construction.mentions.by_model.shown_sentences import section_batches, shown
from lgm_core.learning.facts.source_sentences import SourceSentence
from lgm_core.model import EntityClass, TraceStep

__all__ = ["batched_mentions"]

_SPECIFIC_LAST = (EntityClass.OTHER, EntityClass.GENERAL, EntityClass.NAMED)


def batched_mentions(text: DocumentText, options: ConstructionOptions) -> Flow[MentionFindings]:
    """Ask for all mentions of groups of sections and for the relations between them, all groups at once.

    A name is a mention in every sentence of its group that has it; what means something in its own sentence alone, and
    a name that is given two classes, in the sentences that the reply names.
    """
    batches = section_batches(text, options.window_tokens)
    if not batches:
        return MentionFindings()
    decoy = decoy_name(" ".join(source.sentence.text for source in text.sentences))
    for heading in cut_sections(text, options):
        yield TraceStep("section cut", {"heading": heading, "tokens": options.window_tokens})
    last = decoy_sentence(decoy)
    outcomes = yield [
        Request(
            BATCH.messages({"sentences": shown(batch, last, options.window_tokens)}),
            PHASE,
            read_mentions,
            BATCH_SCHEMA,
            salvage=salvage_mentions,
        )
        for batch in batches
    ]
    found = FoundMentions(text.sentences)
    claims: list[RelationClaim] = []
    first = 0
    for batch, outcome in zip(batches, outcomes, strict=True):
        if outcome.ok:
            reply: MentionReply = outcome.value
            found.dropped.update(reply.malformed)
            _add_mentions(found, reply, batch, first, decoy)
            claims += _claims(reply, batch, decoy, found.dropped)
        else:
            yield TraceStep("mentions failed", {"first": batch[0].sentence.id, "error": outcome.error})
        first += len(batch)
    return MentionFindings(found.mentions(), tuple(claims), cost_of(outcomes, found.dropped))


def _add_mentions(
    found: FoundMentions, reply: MentionReply, batch: Sequence[SourceSentence], first: int, decoy: str
) -> None:
    groups: defaultdict[str, list[RepliedMention]] = defaultdict(list)
    for mention in reply.mentions:
        if not is_decoy(mention.name, decoy):
            groups[name_identity(mention.name, batch[0].language)].append(mention)
    everywhere = range(first, first + len(batch))
    for entity_class in _SPECIFIC_LAST:
        for group in groups.values():
            is_sure = len({mention.entity_class for mention in group}) == 1 and entity_class is not EntityClass.OTHER
            types = [kind for mention in group if mention.entity_class is entity_class for kind in mention.types]
            for mention in group:
                if (mention.entity_class or EntityClass.GENERAL) is entity_class:
                    told = [first + number - 1 for number in mention.numbers if number <= len(batch)]
                    found.add(mention.name, entity_class, types, everywhere if is_sure or not told else told)


def _claims(
    reply: MentionReply, batch: Sequence[SourceSentence], decoy: str, dropped: Counter[str]
) -> Iterator[RelationClaim]:
    for relation in reply.relations:
        if is_decoy(relation.subject, decoy) or is_decoy(relation.object, decoy):
            continue
        # The number after the last is that of the decoy's sentence.
        dropped["no such sentence"] += sum(number > len(batch) + 1 or not number for number in relation.numbers)
        told = [batch[number - 1].sentence.id for number in relation.numbers if 0 < number <= len(batch)]
        ids = tuple(told) or tuple(source.sentence.id for source in batch)
        yield RelationClaim(relation.subject, relation.predicate, relation.object, ids)
