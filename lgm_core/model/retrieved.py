"""Retrieved sentences, passages and facts, with their scores and the paths of concepts to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lgm_core.model.document import DocumentRecord, Section, heading_of
from lgm_core.model.facts.fact import Fact
from lgm_core.model.sentence import Sentence, running_text

__all__ = [
    "FactPath",
    "FactSubgraph",
    "RestoredFact",
    "RetrievedPassage",
    "RetrievedSentence",
]


@dataclass(frozen=True, slots=True)
class RetrievedSentence:
    """A sentence found for a question, with its score and the path from the question to it as names of concepts.

    `relevance` is that of the section it stands in (see `RetrievedPassage`); None if it was found by facts.
    """

    sentence: Sentence
    section: Section
    document: DocumentRecord
    score: float
    path: tuple[str, ...] = ()
    relevance: float | None = None

    @property
    def id(self) -> str:
        """Return the sentence's id."""
        return self.sentence.id

    @property
    def heading(self) -> str:
        """Return the titles above it: of its document and of the sections it is in, each once."""
        return heading_of(self.document, self.section)

    @property
    def text(self) -> str:
        """Return the sentence's text."""
        return self.sentence.text

    @property
    def start(self) -> int:
        """Return where the sentence starts in the document's text."""
        return self.sentence.start

    @property
    def end(self) -> int:
        """Return where the sentence ends in the document's text."""
        return self.sentence.end

    @property
    def page(self) -> int | None:
        """Return the page, from 1, on which the sentence begins; None in a document without pages."""
        return self.sentence.page


@dataclass(frozen=True, slots=True)
class RetrievedPassage:
    """A section found for a question, or consecutive sentences of one.

    Attributes:
        section: the section.
        document: its document.
        sentences: its sentences in order, or those found.
        score: higher is better; scores of different questions cannot be compared.
        path: the names of the concepts that lead to it from the question; empty if only its words match.
        before: the id of the passage that leads to it over the last of them; empty if none does.
        is_focused: whether only some sentences of the section were found, within a number of words.
        relevance: how well it answers, from 0 to 1, on a scale that is the same for every question, so that a cutoff
            works: its score relative to the best, times the square root of how much of the question's words, names and
            concepts its section holds, together with the passages that lead to it, or of its similarity to the
            question, if an embedding model finds that to be more.
    """

    section: Section
    document: DocumentRecord
    sentences: tuple[Sentence, ...]
    score: float
    path: tuple[str, ...] = ()
    before: str = ""
    is_focused: bool = False
    relevance: float | None = None

    @property
    def heading(self) -> str:
        """Return the titles above it: of its document and of the sections it is in, each once."""
        return heading_of(self.document, self.section)

    @property
    def text(self) -> str:
        """Join the passage's sentences; paragraphs, rows of tables and code stand on lines of their own."""
        return running_text(self.sentences)

    @property
    def id(self) -> str:
        """Return the section's id; if focused, followed by the positions of its first and last sentence."""
        if not self.is_focused:
            return self.section.id
        return f"{self.section.id}:{self.sentences[0].position}-{self.sentences[-1].position}"

    @property
    def start(self) -> int:
        """Return where the section, or if focused its first sentence found, starts in the document's text."""
        return self.sentences[0].start if self.is_focused else self.section.start

    @property
    def end(self) -> int:
        """Return where the section, or if focused its last sentence found, ends in the document's text."""
        return self.sentences[-1].end if self.is_focused else self.section.end

    @property
    def page(self) -> int | None:
        """Return the page, from 1, on which the section begins; None in a document without pages."""
        return self.sentences[0].page if self.sentences else None


@dataclass(frozen=True, slots=True)
class RestoredFact:
    """A fact with the sentences that give its context, best first.

    Empty if the view shows no sentence. Scores of different facts cannot be compared.
    """

    fact: Fact
    sentences: tuple[RetrievedSentence, ...]


@dataclass(frozen=True, slots=True)
class FactPath:
    """A chain of facts from a concept of the question, each sharing a concept with the one before.

    Attributes:
        concepts: the concept over which each fact was reached, the question's first; one per fact.
        facts: the facts.
        score: higher is better; scores of different questions cannot be compared.
    """

    concepts: tuple[str, ...]
    facts: tuple[Fact, ...]
    score: float


@dataclass(frozen=True, slots=True)
class FactSubgraph:
    """The facts of a graph that bear on a question.

    Attributes:
        question: the question.
        concepts: the concepts it names, from which the paths start.
        paths: the paths, best first; none is a prefix of another.
        facts: the distinct facts of the paths, best first, with the sentences that give their context.
        names: the names of their concepts as written in the documents, by key; concepts never written out have none.
        text: for retrieval by sentence, within a budget of words: the sentences, best first, one per line, with the
            ends of their facts in numbered brackets, followed by the pairs that facts join; else empty.
    """

    question: str
    concepts: tuple[str, ...]
    paths: tuple[FactPath, ...]
    facts: tuple[RestoredFact, ...]
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    text: str = ""
