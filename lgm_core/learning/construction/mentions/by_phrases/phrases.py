"""Mentions without a language model: names, noun phrases, and what points back to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lgm_core.language.concepts import concept_key
from lgm_core.language.port import Annotator
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import EntityMention
from lgm_core.learning.construction.mentions.by_phrases.phrase_spans import PhraseSpan, phrase_spans
from lgm_core.learning.facts.by_parse.parsed_sentences import ParsedSentence, parsed_sentences
from lgm_core.model import EntityClass, RelationKind

__all__ = ["phrase_mentions"]


@dataclass(frozen=True, slots=True)
class _Found:
    """A mention on its way, with the key of its name and whether that must stand elsewhere by itself."""

    mention: EntityMention
    name: str
    head: str
    is_part: bool


def phrase_mentions(text: DocumentText, reader: Annotator) -> list[EntityMention]:
    """Return what the phrases of a document mention, in document order.

    Names are NAMED, other noun phrases GENERAL. OTHER are the pronouns and descriptions that point back to something
    (`EntityMention.antecedent`), and descriptions with a demonstrative whose antecedent is not found; a pronoun without
    an antecedent mentions nothing. Types are the classes that the document names, and the noun that a phrase ends in.
    """
    found = [each for parsed in parsed_sentences(text.sentences, reader) for each in _of_sentence(parsed)]
    whole = {each.name for each in found if not each.is_part and each.mention.entity_class is not EntityClass.OTHER}
    kept = [each for each in found if not each.is_part or each.name in whole]
    kinds = _kinds(text)
    mentions: dict[tuple[str, int, int], EntityMention] = {}
    for each in _with_antecedents(kept, text):
        mention = replace(each.mention, types=_types(each, kinds))
        mentions.setdefault((mention.sentence_id, mention.start, mention.end), mention)
    order = {source.sentence.id: place for place, source in enumerate(text.sentences)}
    return sorted(mentions.values(), key=lambda found: (order[found.sentence_id], found.start, -found.end))


def _of_sentence(parsed: ParsedSentence) -> Iterator[_Found]:
    sentence, language = parsed.sentence, parsed.sentence.lexicon.code
    pointing: set[tuple[int, int]] = set()
    for mark in sentence.annotation.marks:
        if len(mark.antecedents) == 1:
            pointing.add((mark.start, mark.end))
            key = concept_key(mark.antecedents[0], language)
            span = PhraseSpan(mark.start, mark.end, EntityClass.OTHER, "")
            yield from _found(parsed, span, antecedent=key)
    for span in phrase_spans(sentence):
        if not any(start < span.end and span.start < end for start, end in pointing):
            same = concept_key(sentence.text[slice(*span.same_as)], language) if span.same_as else ""
            yield from _found(parsed, span, antecedent=same)


def _found(parsed: ParsedSentence, span: PhraseSpan, antecedent: str) -> Iterator[_Found]:
    source = parsed.source.sentence
    start, end = span.start - parsed.first, span.end - parsed.first
    surface = source.text[start:end]
    name = concept_key(surface, parsed.sentence.lexicon.code)
    if name:
        mention = EntityMention(source.id, surface, start, end, span.entity_class, antecedent=antecedent)
        yield _Found(mention, name, span.head, span.is_part)


def _with_antecedents(found: Sequence[_Found], text: DocumentText) -> Iterator[_Found]:
    """Yield what mentions something; a description points to the last phrase in its section that ends in its noun."""
    names = {each.name for each in found if each.mention.entity_class is not EntityClass.OTHER}
    sections = {source.sentence.id: source.sentence.section_id for source in text.sentences}
    last: defaultdict[str, dict[str, str]] = defaultdict(dict)
    closed: set[tuple[str, int]] = set()
    for each in found:
        mention = each.mention
        heads = last[sections[mention.sentence_id]]
        if mention.entity_class is not EntityClass.OTHER:
            place = mention.sentence_id, mention.end
            if place not in closed and not mention.antecedent:  # the whole phrase comes first, and its last noun later
                closed.add(place)
                heads[each.head] = each.name
            yield each
        elif mention.antecedent in names:
            yield each
        elif each.head:
            yield replace(each, mention=replace(mention, antecedent=heads.get(each.head, "")))
            heads.setdefault(each.head, each.name)


def _kinds(text: DocumentText) -> Mapping[str, list[str]]:
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for relation in text.graph.relations:
        if relation.kind is RelationKind.IS_A:
            kinds[relation.subject].append(relation.object)
    return kinds


def _types(found: _Found, kinds: Mapping[str, list[str]]) -> tuple[str, ...]:
    types = list(kinds.get(found.name, ()))
    if found.mention.entity_class is EntityClass.GENERAL and found.head and found.head != found.name:
        types.append(found.head)
    return tuple(dict.fromkeys(types))
