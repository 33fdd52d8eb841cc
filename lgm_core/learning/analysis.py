"""Analyse documents without a language model: sentences, concepts, mentions and the relations that patterns find.

This is the syntactic relation graph of the paper (section 3.2.1) plus pattern-made meta-relations. Each document is
analysed by itself, so the work spreads over processes and the result never depends on what else is in the graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lgm_core.documents.parsing import parse_document
from lgm_core.documents.sections import SectionText, split_sections
from lgm_core.language.chunking import ChunkedSentence, chunk
from lgm_core.language.clauses import find_clauses
from lgm_core.language.concepts import concept_key, concept_spans
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.port import AnnotatedSentence, Annotator
from lgm_core.learning.patterns import FoundRelation, find_relations
from lgm_core.model import (
    Document,
    DocumentGraph,
    DocumentRecord,
    Evidence,
    Mention,
    MentionSource,
    MetaRelation,
    Reference,
    RelationKind,
    Sentence,
    sentence_id,
)

__all__ = ["analyse", "analyse_documents"]

_BRACKETED_END = re.compile(r"\s*\([^()]*\)\s*$")
_NO_RELATIONS_IN = frozenset({"table_row", "caption"})
"""Blocks whose text was put together from cells, or labels something: what looks like a statement there is none."""


def analyse(document: Document, annotator: Annotator, recipe: str) -> DocumentGraph:
    """Return what one document adds to a graph; `recipe` is stored to tell later whether it is up to date."""
    return analyse_documents([document], annotator, recipe)[0]


def analyse_documents(documents: Sequence[Document], annotator: Annotator, recipe: str) -> list[DocumentGraph]:
    """Analyse several documents with one call of the annotator."""
    parsed = [parse_document(document) for document in documents]
    sections = [split_sections(document) for document in parsed]
    flat = [section for of_document in sections for section in of_document]
    annotated = iter(annotator.annotate([one.text for one in flat], [_topic(one.section.title) for one in flat]))
    graphs = []
    lexicon = lexicon_of(annotator.language)
    for document, of_document in zip((one.document for one in parsed), sections, strict=True):
        drafts = _drafts(document, of_document, annotated, lexicon)
        graphs.append(_graph(document, of_document, drafts, recipe, lexicon.code))
    return graphs


@dataclass(frozen=True, slots=True)
class _Draft:
    """A sentence on its way into the graph, with where it came from."""

    sentence: Sentence
    chunked: ChunkedSentence
    section: SectionText
    states_relations: bool

    @property
    def annotation(self) -> AnnotatedSentence:
        """Return the tokens and marks."""
        return self.chunked.annotation

    def key(self, phrase: str) -> str:
        """Return the key of the concept that a phrase names."""
        return concept_key(phrase, self.chunked.lexicon.code)


def _drafts(
    document: Document, sections: Sequence[SectionText], annotated: Iterator[list[AnnotatedSentence]], lexicon: Lexicon
) -> list[_Draft]:
    drafts: list[_Draft] = []
    for section in sections:
        for annotation in next(annotated):
            drafts.append(_draft(document, section, chunk(section.text, annotation, lexicon), len(drafts)))
    return drafts


def _draft(document: Document, section: SectionText, chunked: ChunkedSentence, position: int) -> _Draft:
    annotation = chunked.annotation
    text = section.text[annotation.start : annotation.end]
    start, end = section.original_span(annotation.start, annotation.end)
    states_relations = _block_kind(section, annotation.start) not in _NO_RELATIONS_IN
    sentence = Sentence(
        id=sentence_id(document.id, position),
        document_id=document.id,
        section_id=section.section.id,
        position=position,
        start=start,
        end=end,
        text=text,
        resolved=_resolved(text, annotation),
        lemmas=" ".join(token.lemma.lower() for token in annotation.tokens),
        clauses=find_clauses(chunked) if states_relations else (),
    )
    return _Draft(sentence, chunked, section, states_relations)


def _graph(
    document: Document, sections: Sequence[SectionText], drafts: Sequence[_Draft], recipe: str, language: str
) -> DocumentGraph:
    mentions: list[Mention] = []
    evidence: dict[tuple[RelationKind, str, str], list[Evidence]] = {}
    for draft in drafts:
        relations = _relations(draft) if draft.states_relations else []
        mentions += _mentions(draft, relations, document.title)
        for found in relations:
            entry = Evidence(draft.sentence.id, f"pattern:{found.pattern}")
            evidence.setdefault(_relation_key(found), []).append(entry)
    record = DocumentRecord(
        id=document.id,
        title=document.title,
        source=document.source,
        language=language,
        metadata=document.metadata,
        content_hash=document.content_hash,
        recipe=recipe,
        sentence_count=len(drafts),
    )
    return DocumentGraph(
        document=record,
        sections=tuple(one.section for one in sections),
        sentences=tuple(draft.sentence for draft in drafts),
        mentions=tuple(mentions),
        relations=tuple(
            MetaRelation(kind, subject, object_, tuple(sorted(set(entries))))
            for (kind, subject, object_), entries in sorted(evidence.items())
        ),
        references=tuple(_references(drafts)),
    )


def _relations(draft: _Draft) -> list[FoundRelation]:
    topic = _topic(draft.section.section.title)
    found = find_relations(draft.chunked, topic=topic)
    return [one for one in found if one.subject.key and one.object.key and one.subject.key != one.object.key]


def _relation_key(found: FoundRelation) -> tuple[RelationKind, str, str]:
    subject, object_ = found.subject.key, found.object.key
    if found.kind is RelationKind.ALIAS_OF and object_ < subject:
        subject, object_ = object_, subject
    return found.kind, subject, object_


def _mentions(draft: _Draft, relations: Sequence[FoundRelation], document_title: str) -> list[Mention]:
    """Collect what a sentence mentions: its own words, what its pronouns stand for, and the titles it stands under."""
    sentence, base = draft.sentence, draft.annotation.start
    found: dict[tuple[str, int, int], Mention] = {}

    def add(key: str, start: int, end: int, source: MentionSource) -> None:
        start, end = start - base, end - base
        if key and 0 <= start < end <= len(sentence.text):
            mention = Mention(sentence.id, key, sentence.text[start:end], start, end, source)
            found.setdefault((key, start, end), mention)

    for mark in draft.annotation.marks:
        for name in mark.antecedents:
            add(draft.key(name), mark.start, mark.end, MentionSource.COREFERENCE)
    for span in concept_spans(draft.chunked):
        add(span.key, span.start, span.end, MentionSource.TEXT)
    for relation in relations:
        for end in (relation.subject, relation.object):
            add(end.key, end.start, end.end, MentionSource.TEXT)
    mentioned = {mention.concept for mention in found.values()}
    for title in dict.fromkeys((draft.section.section.title, document_title)):
        key = draft.key(_topic(title))
        if key and key not in mentioned:
            mentioned.add(key)
            found[(key, 0, 0)] = Mention(sentence.id, key, title, 0, 0, MentionSource.TITLE)
    return list(found.values())


def _resolved(text: str, sentence: AnnotatedSentence) -> str:
    """Write coreference marks into a sentence, as in `She [: Lili] is a student.` (paper section 3.2.1)."""
    for mark in sorted(sentence.marks, key=lambda one: one.end, reverse=True):
        at = mark.end - sentence.start
        text = f"{text[:at]} [: {' and '.join(mark.antecedents)}]{text[at:]}"
    return text


def _references(drafts: Sequence[_Draft]) -> list[Reference]:
    """Link each sentence with a resolved pronoun to the earlier sentences of its section that hold the names."""
    references: set[Reference] = set()
    for index, draft in enumerate(drafts):
        spans = [span for mark in draft.annotation.marks for span in mark.antecedent_spans]
        for start, _ in spans:
            for earlier in reversed(drafts[:index]):
                if earlier.section is not draft.section:
                    break
                if earlier.annotation.start <= start < earlier.annotation.end:
                    references.add(Reference(draft.sentence.id, earlier.sentence.id))
                    break
    return sorted(references)


def _topic(title: str) -> str:
    """Drop the bracket that only tells namesakes apart, as in *Mercury (planet)*."""
    return _BRACKETED_END.sub("", title) or title


def _block_kind(section: SectionText, offset: int) -> str:
    for block in section.blocks:
        if block.start <= offset < block.end:
            return str(block.kind)
    return "paragraph"
