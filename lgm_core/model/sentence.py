"""A sentence with its clauses, and its mentions of concepts and references to earlier sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "DENIAL",
    "Clause",
    "Mention",
    "MentionSource",
    "Reference",
    "Sentence",
    "StatementKind",
    "running_text",
    "sentence_id",
]


class StatementKind(StrEnum):
    """What a sentence states about a concept: one of the sets A, B and Act of the paper's equation 2."""

    ATTRIBUTE = "attribute"
    ABILITY = "ability"
    ACTION = "action"


class MentionSource(StrEnum):
    """How a sentence came to mention a concept."""

    TEXT = "text"
    COREFERENCE = "coreference"
    TITLE = "title"


DENIAL = "not "
"""How the verb of a clause, or the predicate of a fact, begins if it is denied."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a sentence: subject, verb and object from its parse (paper section 3).

    `subject` and `object` are concept keys, pronouns resolved; the object may also be an adjective, or empty. `verb` is
    a lemma with its modifiers: `be`, `not fly`, `live in`, `be build in` (passive).
    """

    subject: str
    verb: str
    object: str
    kind: StatementKind


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: `text` as written (markup removed), `resolved` with coreference marks, `lemmas` joined by spaces.

    `start` and `end` are character offsets into the document's original text. `clauses` are empty without a parse. A
    block of code is also a sentence, its text with line breaks; it has no natural-language words, and so no lemmas.
    `paragraph` numbers the paragraphs, list items and other blocks of the document's text from 0; it is -1 in graphs
    built before it was stored. `page` is the page, from 1, on which it begins in a document that has pages.
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
    paragraph: int = -1
    page: int | None = None

    @property
    def is_code(self) -> bool:
        """Tell whether this is a block of code, which states nothing and is shown as written."""
        return not self.lemmas


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of a concept at `start`–`end`, character offsets into the sentence's `text`.

    For COREFERENCE the span is the pronoun. For TITLE (the section's title is a concept of its sentences) there is no
    span: both offsets are 0 and `surface` is the title.
    """

    sentence_id: str
    concept: str
    surface: str
    start: int
    end: int
    source: MentionSource = MentionSource.TEXT


@dataclass(frozen=True, slots=True, order=True)
class Reference:
    """A link from a sentence with a pronoun or description to the earlier sentence that names the antecedent."""

    sentence_id: str
    antecedent_id: str


def sentence_id(document_id: str, position: int) -> str:
    """Return the identifier of the sentence at `position` (from 0, in document order)."""
    return f"{document_id}#{position}"


def running_text(sentences: Iterable[Sentence]) -> str:
    """Join sentences into one text: each paragraph, list item, row of a table and piece of code on lines of its own."""
    parts: list[str] = []
    previous: Sentence | None = None
    for sentence in sentences:
        if previous is not None:
            is_apart = previous.is_code or sentence.is_code or previous.paragraph != sentence.paragraph
            parts.append("\n" if is_apart else " ")
        parts.append(sentence.text)
        previous = sentence
    return "".join(parts)
