"""Analyse documents without a language model: sentences, concepts, mentions and the relations that patterns find.

This is the syntactic relation graph of the paper (section 3.2.1) plus meta-relations from patterns. Each document is
analysed by itself, so that processes can share the work and the result never depends on what else is in the graph.
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
"""Kinds of blocks that are not read for statements: a row's text is put together from cells, a caption is a label."""


def analyse(document: Document, annotator: Annotator, recipe: str) -> DocumentGraph:
    """Return what one document adds to a graph.

    Args:
        document: what to read.
        annotator: the language backend.
        recipe: names how the document is analysed; it is stored, to tell later whether the document is up to date.
    """
    return analyse_documents([document], annotator, recipe)[0]


def analyse_documents(documents: Sequence[Document], annotator: Annotator, recipe: str) -> list[DocumentGraph]:
    """Analyse several documents with a single call of the annotator; see `analyse`."""
    parsed_documents = [parse_document(document) for document in documents]
    sections = [split_sections(parsed) for parsed in parsed_documents]
    texts = [section.text for document_sections in sections for section in document_sections]
    topics = [_topic(section.section.title) for document_sections in sections for section in document_sections]
    annotated, lexicon = iter(annotator.annotate(texts, topics)), lexicon_of(annotator.language)
    graphs = []
    for parsed, document_sections in zip(parsed_documents, sections, strict=True):
        drafts = _drafts(parsed.document, document_sections, annotated, lexicon)
        graphs.append(_graph(parsed.document, document_sections, drafts, recipe, lexicon))
    return graphs


@dataclass(frozen=True, slots=True)
class _Draft:
    """A sentence of the graph to be, with its annotation and the section it is from.

    `states_relations` is False in blocks that are not read for statements.
    """

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
    document: Document, sections: Sequence[SectionText], drafts: Sequence[_Draft], recipe: str, lexicon: Lexicon
) -> DocumentGraph:
    mentions: list[Mention] = []
    evidence: dict[tuple[RelationKind, str, str], list[Evidence]] = {}
    for draft in drafts:
        relations = _relations(draft)
        mentions += _mentions(draft, relations, document.title)
        for relation in relations:
            entry = Evidence(draft.sentence.id, f"pattern:{relation.pattern}")
            evidence.setdefault(_relation_key(relation), []).append(entry)
    record = DocumentRecord(
        id=document.id,
        title=document.title,
        source=document.source,
        language=lexicon.code,
        metadata=document.metadata,
        content_hash=document.content_hash,
        recipe=recipe,
        sentence_count=len(drafts),
    )
    return DocumentGraph(
        document=record,
        sections=tuple(section.section for section in sections),
        sentences=tuple(draft.sentence for draft in drafts),
        mentions=tuple(mentions),
        relations=tuple(
            MetaRelation(kind, subject, object_, tuple(sorted(set(entries))))
            for (kind, subject, object_), entries in sorted(evidence.items())
        ),
        references=tuple(_references(drafts)),
    )


def _relations(draft: _Draft) -> list[FoundRelation]:
    if not draft.states_relations:
        return []
    return find_relations(draft.chunked, topic=_topic(draft.section.section.title))


def _relation_key(relation: FoundRelation) -> tuple[RelationKind, str, str]:
    """Return kind, subject and object; aliases, which have no direction, in alphabetical order."""
    subject, object_ = relation.subject.key, relation.object.key
    if relation.kind is RelationKind.ALIAS_OF and object_ < subject:
        subject, object_ = object_, subject
    return relation.kind, subject, object_


def _mentions(draft: _Draft, relations: Sequence[FoundRelation], document_title: str) -> list[Mention]:
    """Collect what a sentence mentions: its own words, what its pronouns stand for, and the titles it stands under."""
    sentence, offset = draft.sentence, draft.annotation.start
    mentions: dict[tuple[str, int, int], Mention] = {}

    def add(key: str, start: int, end: int, source: MentionSource) -> None:
        start, end = start - offset, end - offset
        if key and 0 <= start < end <= len(sentence.text):
            mention = Mention(sentence.id, key, sentence.text[start:end], start, end, source)
            mentions.setdefault((key, start, end), mention)

    for mark in draft.annotation.marks:
        for name in mark.antecedents:
            add(draft.key(name), mark.start, mark.end, MentionSource.COREFERENCE)
    for span in concept_spans(draft.chunked):
        add(span.key, span.start, span.end, MentionSource.TEXT)
    for relation in relations:
        for argument in (relation.subject, relation.object):
            add(argument.key, argument.start, argument.end, MentionSource.TEXT)
    mentioned = {mention.concept for mention in mentions.values()}
    for title in dict.fromkeys((draft.section.section.title, document_title)):
        key = draft.key(_topic(title))
        if key and key not in mentioned:
            mentioned.add(key)
            mentions[(key, 0, 0)] = Mention(sentence.id, key, title, 0, 0, MentionSource.TITLE)
    return list(mentions.values())


def _resolved(text: str, sentence: AnnotatedSentence) -> str:
    """Write coreference marks into a sentence, as in `She [: Lili] is a student.` (paper section 3.2.1)."""
    for mark in sorted(sentence.marks, key=lambda mark: mark.end, reverse=True):
        end = mark.end - sentence.start
        text = f"{text[:end]} [: {' and '.join(mark.antecedents)}]{text[end:]}"
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
