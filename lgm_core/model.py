"""The vocabulary of the project: frozen dataclasses that every room shares.

Identifiers are content-derived: the same document learned twice, on any machine and through either framework, gets the
same identifiers. A section is `"{document id}#s{position}"`, a sentence is `"{document id}#{position}"`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

__all__ = [
    "THING",
    "Answer",
    "Citation",
    "Clause",
    "Concept",
    "Document",
    "DocumentGraph",
    "DocumentRecord",
    "Evidence",
    "Mention",
    "MentionSource",
    "MetaRelation",
    "Metadata",
    "Reference",
    "RelationKind",
    "RetrievedPassage",
    "RetrievedSentence",
    "Scalar",
    "Section",
    "Sentence",
    "StatementKind",
    "Statistics",
    "TraceStep",
    "Usage",
    "Verdict",
    "section_id",
    "sentence_id",
]

Scalar = str | int | float | bool | None
Metadata = Mapping[str, Scalar]

THING = "thing"
"""Key of the root concept; it is stored, and expansion never passes through it (paper section 3)."""


class RelationKind(StrEnum):
    """The three meta-relations of the paper: inheritance, composition and alias."""

    IS_A = "is_a"
    HAS_PART = "has_part"
    ALIAS_OF = "alias_of"


class Verdict(StrEnum):
    """What reflection says of a relation (paper section 3.2.3); unjudged relations are UNKNOWN."""

    VALID = "valid"
    UNKNOWN = "unknown"
    INVALID = "invalid"


class StatementKind(StrEnum):
    """What a sentence states about a concept: the sets A, B and Act of the paper's equation 2."""

    ATTRIBUTE = "attribute"
    ABILITY = "ability"
    ACTION = "action"


class MentionSource(StrEnum):
    """How a sentence came to mention a concept."""

    TEXT = "text"
    COREFERENCE = "coreference"
    TITLE = "title"


def section_id(document_id: str, position: int) -> str:
    """Return the identifier of the section at `position` (from 0, in document order)."""
    return f"{document_id}#s{position}"


def sentence_id(document_id: str, position: int) -> str:
    """Return the identifier of the sentence at `position` (from 0, in document order)."""
    return f"{document_id}#{position}"


@dataclass(frozen=True, slots=True)
class Document:
    """A text to learn from; all offsets of its sentences point into `text`.

    `media_type` says how headings and blocks are found: `text/plain`, `text/markdown`, `text/html`, `text/x-rst`, or
    `application/pdf` for the text that was taken from a PDF file.
    """

    id: str
    text: str
    title: str = ""
    metadata: Metadata = field(default_factory=dict)
    source: str = ""
    media_type: str = "text/plain"

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        id: str | None = None,
        title: str = "",
        metadata: Metadata | None = None,
        source: str = "",
        media_type: str = "text/plain",
    ) -> Document:
        """Make a document; without an `id` it is a hash of the title and the text."""
        if id is None:
            id = hashlib.sha256(f"{title}\x1f{text}".encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return cls(id, text, title, dict(metadata or {}), source, media_type)

    @property
    def content_hash(self) -> str:
        """Hash everything that learning depends on (text, title, metadata and media type)."""
        parts = [self.title, self.text, self.media_type, json.dumps(dict(self.metadata), sort_keys=True)]
        return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """What a graph keeps of a document: everything but its text.

    `recipe` names the language backend and the extraction settings that learned it; a document is up to date when both
    `content_hash` and `recipe` are what they would be now. `stamp` is the store's: it differs whenever the document has
    been written anew; 0 when it was not read from a store.
    """

    id: str
    title: str
    source: str
    metadata: Metadata
    content_hash: str
    recipe: str
    sentence_count: int = 0
    stamp: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of a document under one heading; the unit that is retrieved as a passage.

    `path` holds the titles of the headings above it and its own; `start` and `end` are character offsets into the
    document's text. A long stretch is several sections with the same path.
    """

    id: str
    document_id: str
    position: int
    level: int
    title: str
    path: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Clause:
    """What a sentence says of one subject: subject, verb and object by its parse (paper section 3).

    `subject` and `object` are concept keys, pronouns resolved; the object may also be an adjective, or empty. `verb` is
    a lemma with what changes its meaning: `be`, `not fly`, `live in`, `be build in` (passive).
    """

    subject: str
    verb: str
    object: str
    kind: StatementKind


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: `text` as written (markup removed), `resolved` with coreference marks, `lemmas` joined by spaces.

    `start` and `end` are character offsets into the document's original text. `clauses` are empty without a parse.
    """

    id: str
    document_id: str
    section_id: str
    position: int
    start: int
    end: int
    text: str
    resolved: str
    lemmas: str
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """A sentence mentions a concept at `start`–`end`, character offsets into the sentence's `text`.

    For COREFERENCE the span is the pronoun. For TITLE (the section's title is a concept of its sentences) there is no
    span: both offsets are 0 and `surface` is the title.
    """

    sentence_id: str
    concept: str
    surface: str
    start: int
    end: int
    source: MentionSource = MentionSource.TEXT


@dataclass(frozen=True, slots=True)
class Concept:
    """A node of the concept relation graph: `key` is its normalised lemma phrase, `name` its most frequent form.

    `frequency` counts the sentences that mention it; `forms` are its surface forms, most frequent first.
    """

    key: str
    name: str
    frequency: int
    forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """A sentence that states a relation, and who read it so: `pattern:<name>` or `llm:<model>`."""

    sentence_id: str
    origin: str


@dataclass(frozen=True, slots=True)
class MetaRelation:
    """`subject` is a kind of, has as part, or is another name of `object` (both concept keys).

    An alias is symmetric and stored once, with the smaller key as subject.
    """

    kind: RelationKind
    subject: str
    object: str
    evidence: tuple[Evidence, ...] = ()
    verdict: Verdict = Verdict.UNKNOWN

    @property
    def key(self) -> tuple[str, str, str]:
        """Return what identifies the relation in a graph."""
        return (self.kind.value, self.subject, self.object)


@dataclass(frozen=True, slots=True, order=True)
class Reference:
    """A pronoun or description in one sentence refers to something named in an earlier one."""

    sentence_id: str
    antecedent_id: str


@dataclass(frozen=True, slots=True)
class DocumentGraph:
    """Everything one document adds to a graph; what a store writes in one transaction."""

    document: DocumentRecord
    sections: tuple[Section, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    mentions: tuple[Mention, ...] = ()
    relations: tuple[MetaRelation, ...] = ()
    references: tuple[Reference, ...] = ()


@dataclass(frozen=True, slots=True)
class Statistics:
    """How much a graph holds; `relations` counts by kind, rejected relations apart."""

    documents: int
    sections: int
    sentences: int
    concepts: int
    mentions: int
    relations: Mapping[str, int]
    rejected: int = 0


@dataclass(frozen=True, slots=True)
class Usage:
    """What language-model calls cost, in calls and tokens; `cached` counts replies that cost nothing."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached: int = 0
    failures: int = 0

    @property
    def tokens(self) -> int:
        """Return prompt and completion tokens together."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        """Add two usages field by field."""
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cached + other.cached,
            self.failures + other.failures,
        )


@dataclass(frozen=True, slots=True)
class RetrievedSentence:
    """A sentence found for a question, with its score and the concept path that led to it, from the question on."""

    sentence: Sentence
    section: Section
    document: DocumentRecord
    score: float
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RetrievedPassage:
    """A section found for a question, with its sentences in document order, its score and the concept path to it."""

    section: Section
    document: DocumentRecord
    sentences: tuple[Sentence, ...]
    score: float
    path: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Join the passage's sentences."""
        return " ".join(sentence.text for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Citation:
    """A sentence that supports an answer; `number` is how the answer's text refers to it, as in `[1]`.

    `start` and `end` are character offsets into the original text of the document.
    """

    number: int
    sentence_id: str
    document_id: str
    document_title: str
    section_path: tuple[str, ...]
    start: int
    end: int
    text: str
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One step of learning or answering, with whatever is worth telling about it."""

    name: str
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question.

    Without a language model `text` is empty, `is_evidence_only` is true and the citations are the best evidence.
    `unread` counts the sentences about the question's concepts that the reading budget left out.
    """

    question: str
    text: str
    citations: tuple[Citation, ...] = ()
    missing_concepts: tuple[str, ...] = ()
    supported: bool = False
    is_evidence_only: bool = False
    unread: int = 0
    usage: Usage = field(default_factory=Usage)
    trace: tuple[TraceStep, ...] = ()
