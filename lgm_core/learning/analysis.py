"""Analyse documents without a language model: sentences, concepts, mentions and the relations that patterns find.

This is the syntactic relation graph of the paper (section 3.2.1) with the meta-relations that patterns find. Each
document is analysed by itself, so the work can be spread over processes, and the result never depends on what else is
in the graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from operator import attrgetter

from lgm_core.documents.parsing import parse_document
from lgm_core.documents.sections import SectionText, split_sections
from lgm_core.language.chunking import chunk
from lgm_core.language.given_sentences import with_given_boundaries
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.port import AnnotatedSentence, Annotator, ReadsAnyLanguage
from lgm_core.learning.code_forms import is_in_code, overlaps, with_code_as_words
from lgm_core.learning.facts.by_parse.open_facts import OpenFacts
from lgm_core.learning.facts.source_sentences import graph_sentences
from lgm_core.learning.mentions import sentence_mentions, sentence_references
from lgm_core.learning.merge import with_facts
from lgm_core.learning.patterns import RelationMention, find_relations
from lgm_core.learning.sentence_draft import SentenceDraft, draft_sentence, title_topic
from lgm_core.model import (
    Document,
    DocumentGraph,
    DocumentRecord,
    Evidence,
    Mention,
    MetaRelation,
    RelationKind,
)

__all__ = ["analyse", "analyse_documents"]

_Key = tuple[RelationKind, str, str]

_BEGINNING = 4_000
"""Characters of a document that are looked at for its language."""


def analyse(document: Document, annotator: Annotator, recipe: str, *, facts: bool = False) -> DocumentGraph:
    """Return what a document adds to a graph.

    Args:
        document: the document.
        annotator: the language backend.
        recipe: stored with the document, to tell later whether it is up to date.
        facts: also return the facts that the parse tells.

    Raises:
        LGMError: the document cannot be analysed.
        MissingDependencyError: no document can be, because a package or a model of the annotator is not installed.
    """
    return analyse_documents([document], annotator, recipe, facts=facts)[0]


def analyse_documents(
    documents: Sequence[Document], annotator: Annotator, recipe: str, *, facts: bool = False
) -> list[DocumentGraph]:
    """Analyse several documents with one call of the annotator; raises as `analyse` does."""
    parsed_documents = [parse_document(document) for document in documents]
    sections = [split_sections(parsed) for parsed in parsed_documents]
    graphs = []
    annotated = _annotated(sections, annotator)
    for parsed, own_sections, (lexicon, of_sections) in zip(parsed_documents, sections, annotated, strict=True):
        drafts = _drafts(parsed.document, own_sections, of_sections, lexicon)
        record = _record(parsed.document, recipe, lexicon.code, len(drafts))
        graph = _graph(record, own_sections, drafts)
        graphs.append(_with_open_facts(graph, drafts) if facts else graph)
    return graphs


def _annotated(
    documents: Sequence[Sequence[SectionText]], annotator: Annotator
) -> Iterator[tuple[Lexicon, Iterator[list[AnnotatedSentence]]]]:
    """Yield, for each document by its sections, the lexicon of its language and the annotations of the sections."""
    if isinstance(annotator, ReadsAnyLanguage):
        for sections in documents:
            reader = annotator.reading(_beginning(sections))
            yield lexicon_of(reader.language), _annotations(sections, reader)
    else:
        annotations = _annotations(list(chain.from_iterable(documents)), annotator)
        for _ in documents:
            yield lexicon_of(annotator.language), annotations


def _annotations(sections: Sequence[SectionText], annotator: Annotator) -> Iterator[list[AnnotatedSentence]]:
    texts = [section.prose for section in sections]
    return iter(annotator.annotate(texts, [title_topic(section.section.title) for section in sections]))


def _beginning(sections: Sequence[SectionText]) -> str:
    """Return the first texts of a document, enough to tell its language, or its titles where it has no text."""
    texts: list[str] = []
    for section in sections:
        texts.append(section.prose)
        if sum(map(len, texts)) > _BEGINNING:
            break
    return " ".join(texts).strip() or " ".join(section.section.title for section in sections)


def _drafts(
    document: Document,
    sections: Sequence[SectionText],
    annotations: Iterator[list[AnnotatedSentence]],
    lexicon: Lexicon,
) -> list[SentenceDraft]:
    """Take the annotations of a document's sections from the iterator, and return its sentences in order.

    A block of code is a sentence without words of the language, so that it states nothing and can be cited.
    """
    drafts: list[SentenceDraft] = []
    for section in sections:
        code = [AnnotatedSentence(*span, tokens=()) for span in section.code_spans]
        own = with_given_boundaries(next(annotations), section.given_starts)
        for annotation in sorted((*own, *code), key=attrgetter("start")):
            chunked = chunk(section.text, annotation, lexicon)
            drafts.append(draft_sentence(document, section, chunked, len(drafts)))
    return drafts


def _record(document: Document, recipe: str, language: str, sentence_count: int) -> DocumentRecord:
    return DocumentRecord(
        id=document.id,
        title=document.title,
        source=document.source,
        language=language,
        metadata=document.metadata,
        content_hash=document.content_hash,
        recipe=recipe,
        sentence_count=sentence_count,
    )


def _graph(record: DocumentRecord, sections: Sequence[SectionText], drafts: Sequence[SentenceDraft]) -> DocumentGraph:
    mentions: list[Mention] = []
    evidence: dict[_Key, set[Evidence]] = {}
    for draft in drafts:
        relations = _relations(draft)
        mentions += sentence_mentions(draft, relations, record.title)
        for relation in relations:
            entry = Evidence(draft.sentence.id, f"pattern:{relation.pattern}")
            evidence.setdefault(_relation_key(relation), set()).add(entry)
    return DocumentGraph(
        document=record,
        sections=tuple(section.section for section in sections),
        sentences=tuple(draft.sentence for draft in drafts),
        mentions=tuple(mentions),
        relations=tuple(
            MetaRelation(kind, subject, object_, tuple(sorted(entries)))
            for (kind, subject, object_), entries in sorted(evidence.items())
        ),
        references=tuple(sentence_references(drafts)),
    )


def _with_open_facts(graph: DocumentGraph, drafts: Sequence[SentenceDraft]) -> DocumentGraph:
    """Return a document's graph with the facts that its sentences state by their parse."""
    gathered = OpenFacts()
    section = ""
    for source, draft in zip(graph_sentences(graph), drafts, strict=True):
        opens, section = draft.sentence.section_id != section, draft.sentence.section_id
        code = draft.section.inline_code_spans
        if draft.states_relations and not overlaps(code, draft.annotation.start, draft.annotation.end):
            title, first = draft.section.section.title, draft.annotation.start
            gathered.add(source, draft.chunked, title, first=first, opens=opens)
    return with_facts(graph, gathered.gathered())


def _relations(draft: SentenceDraft) -> list[RelationMention]:
    """Return what a sentence states; code in it is no concept, though its words may look like one."""
    if not draft.states_relations:
        return []
    text, code = draft.section.text, draft.section.inline_code_spans
    return [
        relation
        for relation in find_relations(with_code_as_words(draft.chunked, code), topic=draft.topic)
        if not any(
            overlaps(code, side.start, side.end) or is_in_code(text, side.start, side.end)
            for side in (relation.subject, relation.object)
        )
    ]


def _relation_key(relation: RelationMention) -> _Key:
    """Return kind, subject and object; the names of an alias are sorted, since it holds both ways."""
    subject, object_ = relation.subject.key, relation.object.key
    if relation.kind is RelationKind.ALIAS_OF:
        subject, object_ = sorted((subject, object_))
    return relation.kind, subject, object_
