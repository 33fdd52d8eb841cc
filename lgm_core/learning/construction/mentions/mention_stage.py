"""The mention stage: what a document mentions, by a language model or by the phrases of its sentences."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from lgm_core.flow import Flow
from lgm_core.language.concepts import concept_key
from lgm_core.language.port import Annotator
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import EntityMention, MentionFindings, StageWork
from lgm_core.learning.construction.mentions.batched_mentions import batched_mentions
from lgm_core.learning.construction.mentions.phrase_spans import PhraseSpan, phrase_spans
from lgm_core.learning.facts.by_parse.parsed_sentences import ParsedSentence, parsed_sentences
from lgm_core.model import EntityClass, RelationKind
from lgm_core.model.concept import THING

__all__ = ["find_mentions", "phrase_mentions"]


@dataclass(frozen=True, slots=True)
class _Found:
    """A mention in progress, with the key of its name and its phrase."""

    mention: EntityMention
    name: str
    span: PhraseSpan


def phrase_mentions(text: DocumentText, reader: Annotator) -> list[EntityMention]:
    """Return the mentions in the phrases of a document, in document order.

    Names are NAMED, other noun phrases GENERAL. OTHER are pronouns and descriptions that refer back
    (`EntityMention.antecedent`), and descriptions with a demonstrative whose antecedent is not found; a pronoun without
    an antecedent is not a mention. Types are the classes named in the document, and the noun at the end of a phrase,
    unless the document has it mostly as a verb: *Job resumes*, a heading, beside *The job resumes*.
    """
    sentences = list(parsed_sentences(text.sentences, reader))
    found = _without_false_names([each for parsed in sentences for each in _of_sentence(parsed)])
    whole = {
        each.name for each in found if not each.span.is_part and each.mention.entity_class is not EntityClass.OTHER
    }
    kept = [each for each in found if not each.span.is_part or each.name in whole]
    types = _Types(found, text, _verb_forms(sentences))
    mentions: dict[tuple[str, int, int], EntityMention] = {}
    for each in _with_antecedents(kept, text):
        mention = replace(each.mention, types=types.of(each))
        mentions.setdefault((mention.sentence_id, mention.start, mention.end), mention)
    order = {source.sentence.id: place for place, source in enumerate(text.sentences)}
    return sorted(mentions.values(), key=lambda found: (order[found.sentence_id], found.start, -found.end))


def _verb_forms(sentences: Iterable[ParsedSentence]) -> frozenset[str]:
    """Return the words, in lower case, that are more often verbs than nouns."""
    lead: Counter[str] = Counter()
    for parsed in sentences:
        for token in parsed.sentence.annotation.tokens:
            lead[token.text.lower()] += (token.upos == "VERB") - (token.upos in ("NOUN", "PROPN"))
    return frozenset(word for word, times in lead.items() if times > 0)


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
        yield _Found(mention, name, span)


def _without_false_names(found: Sequence[_Found]) -> list[_Found]:
    """Return mentions; a sentence's first word in a capital is no name if the document also has it in lower case."""
    small = {each.name for each in found if each.mention.surface.islower()}
    return [
        replace(each, mention=replace(each.mention, entity_class=EntityClass.GENERAL))
        if each.mention.entity_class is EntityClass.NAMED
        and each.mention.start == 0
        and each.mention.surface[1:].islower()
        and each.name in small
        else each
        for each in found
    ]


def _with_antecedents(found: Sequence[_Found], text: DocumentText) -> Iterator[_Found]:
    """Yield the mentions; a description refers to the last phrase in its section that ends in its noun."""
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
                heads[each.span.head] = each.name
            yield each
        elif mention.antecedent in names:
            yield each
        elif each.span.head:
            yield replace(each, mention=replace(mention, antecedent=heads.get(each.span.head, "")))
            heads.setdefault(each.span.head, each.name)


class _Types:
    """The type of each mention: its class in the document, and the head noun of its phrase."""

    def __init__(self, found: Sequence[_Found], text: DocumentText, verbs: frozenset[str]) -> None:
        self._language = text.record.language
        self._verbs = verbs
        self._nouns = {each.span.head for each in found if each.span.is_surely_kind}
        self._written: dict[str, str] = {}
        surfaces = [(each.name, each.mention.surface) for each in found]
        kinds = [(concept_key(each.span.kind, self._language), each.span.kind) for each in found]
        for key, surface in (*surfaces, *kinds):  # in the singular and without a capital, if so written
            known = self._written.setdefault(key, surface)
            if _plainness(surface, key) > _plainness(known, key):
                self._written[key] = surface
        self._stated: defaultdict[str, list[str]] = defaultdict(list)
        for relation in text.graph.relations:
            if relation.kind is RelationKind.IS_A and relation.object != THING:
                self._stated[relation.subject].append(relation.object)

    def of(self, found: _Found) -> tuple[str, ...]:
        """Return the distinct types of a mention as written in the document."""
        kinds = list(self._stated.get(found.name, ()))
        span = found.span
        is_kind = span.kind and span.head in self._nouns and span.kind.lower() not in self._verbs
        if found.mention.entity_class is EntityClass.GENERAL and is_kind:
            kinds.append(concept_key(span.kind, self._language))
        fitting = (kind for kind in dict.fromkeys(kinds) if kind not in ("", THING, found.name))
        return tuple(self._written.get(kind, kind) for kind in fitting)


def _plainness(surface: str, key: str) -> tuple[bool, bool]:
    return surface.lower() == key, surface.islower()


def find_mentions(work: StageWork) -> Flow[MentionFindings]:
    """Find the mentions in a document, and with a language model also the relations claimed in the same replies.

    A failed request is recorded and does not affect others; a `construction request failed` trace step reports it.
    *Thing* and *the things* are no mentions: their key is the root's.
    """
    if work.model_name:
        found = yield from batched_mentions(work.text, work.options)
    else:
        found = MentionFindings(tuple(phrase_mentions(work.text, work.reader)))
    kept = [mention for mention in found.mentions if concept_key(mention.surface, work.language) != THING]
    if gone := len(found.mentions) - len(kept):
        found.cost.dropped["the root of all things"] += gone
    return replace(
        found, mentions=tuple(replace(each, antecedent="") if each.antecedent == THING else each for each in kept)
    )
