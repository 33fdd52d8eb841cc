"""Mentions by a language model as the published pipeline asks: of each text three times, with growing breadth.

Thesis chapter 6: texts are the sentences, the paragraphs and the sections; what a reply adds to the one before tells
the class of a name, and what a wider text finds goes to all its sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from lgm_core.flow import Flow, Outcome, Request
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import MentionFindings
from lgm_core.learning.construction.mentions.by_model.decoys import decoy_name, decoy_sentence
from lgm_core.learning.construction.mentions.by_model.found_mentions import FoundMentions, is_decoy, name_identity
from lgm_core.learning.construction.mentions.by_model.mention_prompts import BREADTHS
from lgm_core.learning.construction.mentions.by_model.mention_replies import (
    MentionReply,
    RepliedMention,
    read_mentions,
    salvage_mentions,
)
from lgm_core.learning.construction.mentions.by_model.mention_requests import PHASE, cost_of, cut_sections
from lgm_core.learning.construction.mentions.by_model.shown_sentences import shown
from lgm_core.learning.construction.shown_texts import level_texts
from lgm_core.model import EntityClass, TraceStep

__all__ = ["paper_mentions"]

_CLASSES = (EntityClass.NAMED, EntityClass.GENERAL, EntityClass.OTHER)
"""The class of what each breadth adds."""


def paper_mentions(text: DocumentText, options: ConstructionOptions) -> Flow[MentionFindings]:
    """Ask three times of each sentence, paragraph and section, all at once.

    A text longer than `context_tokens` is asked about in parts. Where two texts tell different classes, that of the
    wider one counts.
    """
    texts = level_texts(text, options.context_tokens)
    if not texts:
        return MentionFindings()
    decoy = decoy_name(" ".join(source.sentence.text for source in text.sentences))
    for heading in cut_sections(text, options):
        yield TraceStep("section cut", {"heading": heading, "tokens": options.context_tokens})
    requests = [
        Request(prompt.messages({"sentences": lines}), PHASE, read_mentions, schema, salvage=salvage_mentions)
        for sentences in texts
        for lines in [shown(sentences, decoy_sentence(decoy), options.context_tokens)]
        for prompt, schema in BREADTHS
    ]
    outcomes = yield requests
    found = FoundMentions(text.sentences)
    places = {source.sentence.id: place for place, source in enumerate(text.sentences)}
    for number, sentences in enumerate(texts):
        replies = outcomes[number * len(BREADTHS) : (number + 1) * len(BREADTHS)]
        for outcome in replies:
            if not outcome.ok:
                yield TraceStep("mentions failed", {"first": sentences[0].sentence.id, "error": outcome.error})
        inside = {places[source.sentence.id] for source in sentences}
        classified = list(_classified(replies, sentences[0].language, found.dropped))
        for mention, entity_class in reversed(classified):  # the more specific class counts
            if not is_decoy(mention.name, decoy):
                found.add(mention.name, entity_class, mention.types, inside)
    return MentionFindings(found.mentions(), cost=cost_of(text, outcomes, found.dropped))


def _classified(
    outcomes: Sequence[Outcome], language: str, dropped: Counter[str]
) -> Iterator[tuple[RepliedMention, EntityClass]]:
    """Yield what each reply adds to those of less breadth, with the class that this tells."""
    seen: set[str] = set()
    for outcome, entity_class in zip(outcomes, _CLASSES, strict=True):
        reply: MentionReply = outcome.value if outcome.ok else MentionReply()
        dropped.update(reply.malformed)
        added = [mention for mention in reply.mentions if name_identity(mention.name, language) not in seen]
        for mention in added:
            seen.add(name_identity(mention.name, language))
            yield mention, entity_class
