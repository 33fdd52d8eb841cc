"""Find the mentions of concepts in a sentence, and the earlier sentences that it refers to."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.language.concepts import concept_spans
from lgm_core.learning.patterns import RelationMention
from lgm_core.learning.sentence_draft import SentenceDraft, title_topic
from lgm_core.model import Mention, MentionSource, Reference

__all__ = ["sentence_mentions", "sentence_references"]


def sentence_mentions(draft: SentenceDraft, relations: Sequence[RelationMention], document_title: str) -> list[Mention]:
    """Return the concepts in a sentence's words, among its antecedents and in the titles above it.

    A span that mentions the same concept in several of these ways gives one mention, preferably a coreference.
    """
    sentence, sentence_start = draft.sentence, draft.annotation.start
    mentions: dict[tuple[str, int, int], Mention] = {}

    def add(key: str, start: int, end: int, source: MentionSource) -> None:
        start, end = start - sentence_start, end - sentence_start
        if key and 0 <= start < end <= len(sentence.text):
            mention = Mention(sentence.id, key, sentence.text[start:end], start, end, source)
            mentions.setdefault((key, start, end), mention)

    for mark in draft.annotation.marks:
        for antecedent in mark.antecedents:
            add(draft.key(antecedent), mark.start, mark.end, MentionSource.COREFERENCE)
    for span in concept_spans(draft.chunked):
        add(span.key, span.start, span.end, MentionSource.TEXT)
    for relation in relations:
        for argument in (relation.subject, relation.object):
            add(argument.key, argument.start, argument.end, MentionSource.TEXT)
    mentioned = {mention.concept for mention in mentions.values()}
    for title in dict.fromkeys((draft.section.section.title, document_title)):
        key = draft.key(title_topic(title))
        if key and key not in mentioned:
            mentioned.add(key)
            mentions[(key, 0, 0)] = Mention(sentence.id, key, title, 0, 0, MentionSource.TITLE)
    return list(mentions.values())


def sentence_references(drafts: Sequence[SentenceDraft]) -> list[Reference]:
    """Link each sentence with a resolved pronoun to the earlier sentences of its section that hold the antecedents."""
    references: set[Reference] = set()
    for index, draft in enumerate(drafts):
        for start in (start for mark in draft.annotation.marks for start, _ in mark.antecedent_spans):
            antecedent = _sentence_at(start, draft, drafts[:index])
            if antecedent is not None:
                references.add(Reference(draft.sentence.id, antecedent.sentence.id))
    return sorted(references)


def _sentence_at(offset: int, draft: SentenceDraft, earlier: Sequence[SentenceDraft]) -> SentenceDraft | None:
    """Return the sentence at an offset into a draft's section, if it is one of the earlier ones."""
    for candidate in reversed(earlier):
        if candidate.section is not draft.section:
            return None
        if candidate.annotation.start <= offset < candidate.annotation.end:
            return candidate
    return None
