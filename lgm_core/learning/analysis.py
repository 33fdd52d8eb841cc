"""Analyse documents without a language model: sentences, concepts, mentions and relations from patterns.

This is the syntactic relation graph of the paper (section 3.2.1) with the meta-relations found by patterns. Each
document is analysed separately, so the work can be distributed over processes, and the result never depends on the rest
of the graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from lgm_core.documents.parsing import parse_document
from lgm_core.documents.sections import SectionText, split_sections
from lgm_core.language.chunking import ChunkedSentence, chunk
from lgm_core.language.concepts import concept_spans
from lgm_core.language.given_sentences import with_given_boundaries
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.port import AnnotatedSentence, Annotator, ReadsAnyLanguage, Token
from lgm_core.learning.facts.by_parse.gathered_facts import OpenFacts
from lgm_core.learning.facts.end_grounding import graph_sentences
from lgm_core.learning.merge import with_facts
from lgm_core.learning.patterns import RelationMention, find_relations
from lgm_core.learning.sentence_draft import SentenceDraft, draft_sentence, title_topic
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
)

__all__ = ["analyse", "analyse_documents", "is_in_code"]

Spans = Sequence[tuple[int, int]]

_CODE = re.compile(
    r"""
      \w[/\\][\w./\\-]*\.\w        # a path to a file
    | \w\(\) | \w\([^()\s]*[,=.'"]   # a call
    | \w\.\w+\(                      # of a method
    | [={}] | :: | ://                # an assignment, a body, an address
    | ^[("'`\[]*--?[A-Za-z]          # an option
    """,
    re.X,
)


def is_in_code(text: str, start: int, end: int) -> bool:
    """Tell whether the characters `start`–`end` of a text are part of something that looks like code.

    Text between two spaces is examined as a whole, because paths and calls have no spaces in sentences.
    """
    first = max(text.rfind(" ", 0, start), text.rfind("\n", 0, start)) + 1
    last = min((place for place in (text.find(" ", end), text.find("\n", end)) if place >= 0), default=len(text))
    return any(_CODE.search(part) for part in text[first:last].split())


def overlaps(spans: Spans, start: int, end: int) -> bool:
    """Tell whether the characters `start`–`end` overlap one of the spans."""
    return any(first < end and start < last for first, last in spans)


def with_code_as_words(sentence: ChunkedSentence, spans: Spans) -> ChunkedSentence:
    """Return a sentence with each piece of code as a single word, a name, so that words inside it are not read.

    Pronouns do not refer to code either. The parse is dropped.
    """
    annotation = sentence.annotation
    if not overlaps(spans, annotation.start, annotation.end):
        return sentence
    marks = (
        mark
        for mark in annotation.marks
        if not any(overlaps(spans, *antecedent) for antecedent in mark.antecedent_spans)
    )
    words = replace(annotation, tokens=tuple(_words(sentence.text, annotation, spans)), marks=tuple(marks))
    return chunk(sentence.text, words, sentence.lexicon)


def _words(text: str, annotation: AnnotatedSentence, spans: Spans) -> list[Token]:
    words: list[Token] = []
    reached = -1
    """The index of the span of the last word."""
    for token in annotation.tokens:
        index = next((n for n, (start, end) in enumerate(spans) if start < token.end and token.start < end), -1)
        if index < 0:
            words.append(token._replace(head=-1, relation=""))
            reached = -1
            continue
        start = words.pop().start if index == reached else token.start
        code = text[start : token.end]
        words.append(Token(code, code, "PROPN", start, token.end))
        reached = index
    return words


def sentence_mentions(draft: SentenceDraft, relations: Sequence[RelationMention], document_title: str) -> list[Mention]:
    """Return the concepts in a sentence's words, among its antecedents and in the titles above it.

    A span that mentions a concept in several of these ways gives one mention, preferably a coreference.
    """
    sentence, sentence_start = draft.sentence, draft.annotation.start
    mentions: dict[tuple[str, int, int], Mention] = {}

    def add(key: str, start: int, end: int, source: MentionSource) -> None:
        start, end = start - sentence_start, end - sentence_start
        if key and (key, start, end) not in mentions and 0 <= start < end <= len(sentence.text):
            mentions[key, start, end] = Mention(sentence.id, key, sentence.text[start:end], start, end, source)

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
    """Link each sentence with a resolved pronoun to the earlier sentences of its section with the antecedents."""
    references: set[Reference] = set()
    for index, draft in enumerate(drafts):
        for start in (start for mark in draft.annotation.marks for start, _ in mark.antecedent_spans):
            antecedent = _sentence_at(start, draft, drafts[:index])
            if antecedent is not None:
                references.add(Reference(draft.sentence.id, antecedent.sentence.id))
    return sorted(references)


def _sentence_at(offset: int, draft: SentenceDraft, earlier: Sequence[SentenceDraft]) -> SentenceDraft | None:
    """Return the sentence at an offset into a draft's section, if it is an earlier one."""
    for candidate in reversed(earlier):
        if candidate.section is not draft.section:
            return None
        if candidate.annotation.start <= offset < candidate.annotation.end:
            return candidate
    return None


_Key = tuple[RelationKind, str, str]

_BEGINNING = 4_000
"""Characters of a document examined to detect its language."""


def analyse(document: Document, annotator: Annotator, recipe: str, *, facts: bool = False) -> DocumentGraph:
    """Return what a document adds to a graph.

    Args:
        document: the document.
        annotator: the language backend.
        recipe: stored with the document, to determine later whether it is up to date.
        facts: also return facts read from the parse.

    Raises:
        LGMError: the document cannot be analysed.
        MissingDependencyError: a package or model of the annotator is not installed.
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
    """Yield, for each document by its sections, the lexicon of its language and the annotations of the sections.

    Documents of one language are annotated together, and so share the iterator of annotations.
    """
    readers = [
        annotator.reading(_beginning(sections)) if isinstance(annotator, ReadsAnyLanguage) else annotator
        for sections in documents
    ]
    together: dict[str, list[SectionText]] = {}
    for reader, sections in zip(readers, documents, strict=True):
        together.setdefault(reader.language, []).extend(sections)
    by_language = {reader.language: reader for reader in readers}
    annotations = {code: _annotations(sections, by_language[code]) for code, sections in together.items()}
    for reader in readers:
        yield lexicon_of(reader.language), annotations[reader.language]


def _annotations(sections: Sequence[SectionText], annotator: Annotator) -> Iterator[list[AnnotatedSentence]]:
    texts = [section.prose for section in sections]
    return iter(annotator.annotate(texts, [title_topic(section.section.title) for section in sections]))


def _beginning(sections: Sequence[SectionText]) -> str:
    """Return the first texts of a document, enough to detect its language, or its titles if it has no text."""
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
    """Consume the annotations of a document's sections, and return its sentences in order.

    A block of code is a sentence without words of the language: it states nothing but can be cited.
    """
    drafts: list[SentenceDraft] = []
    pages = document.page_starts()
    for section in sections:
        code = [AnnotatedSentence(*span, tokens=()) for span in section.code_spans]
        own = with_given_boundaries(next(annotations), section.given_spans)
        for annotation in sorted((*own, *code), key=attrgetter("start")):
            chunked = chunk(section.text, annotation, lexicon)
            drafts.append(draft_sentence(document, section, chunked, len(drafts), pages))
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
    """Return a document's graph with the facts read from its parsed sentences."""
    gathered = OpenFacts()
    section = ""
    for source, draft in zip(graph_sentences(graph), drafts, strict=True):
        opens, section = draft.sentence.section_id != section, draft.sentence.section_id
        code = draft.section.inline_code_spans
        gathered.add_attributes(source)
        if draft.states_relations and not overlaps(code, draft.annotation.start, draft.annotation.end):
            title, first = draft.section.section.title, draft.annotation.start
            gathered.add(source, draft.chunked, title, first=first, opens=opens, read=draft.predications)
    return with_facts(graph, gathered.gathered())


def _relations(draft: SentenceDraft) -> list[RelationMention]:
    """Return the relations stated in a sentence; code is not a concept, even if its words look like one."""
    if not draft.states_relations:
        return []
    text, code = draft.section.text, draft.section.inline_code_spans
    return [
        relation
        for relation in find_relations(with_code_as_words(draft.chunked, code), topic=_topic(draft))
        if not any(
            overlaps(code, side.start, side.end) or is_in_code(text, side.start, side.end)
            for side in (relation.subject, relation.object)
        )
    ]


def _topic(draft: SentenceDraft) -> str:
    """Return the topic of the lowest title above a sentence whose words are in it, else of its section's title."""
    text = draft.sentence.text.lower()
    topics = map(title_topic, reversed(draft.section.section.path))
    return next((topic for topic in topics if _holds_words(text, topic.lower())), draft.topic)


def _holds_words(text: str, words: str) -> bool:
    """Tell whether a text holds these words whole, but for a plural's end: *hives* holds *hive*, not *hi*."""
    return re.search(rf"(?<!\w){re.escape(words)}(?:e?[sn])?(?!\w)", text) is not None


def _relation_key(relation: RelationMention) -> _Key:
    """Return kind, subject and object; the names of an alias are sorted, since aliases are symmetric."""
    subject, object_ = relation.subject.key, relation.object.key
    if relation.kind is RelationKind.ALIAS_OF:
        subject, object_ = sorted((subject, object_))
    return relation.kind, subject, object_
