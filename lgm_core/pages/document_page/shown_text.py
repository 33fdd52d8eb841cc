"""The text of a document as shown on a page: sections, paragraphs, and sentences with their marks."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from lgm_core.model import DocumentGraph, Mention, MentionSource, Section, Sentence
from lgm_core.pages.document_page.statements import ConceptNames, Statement, statements_by_sentence

__all__ = ["Mark", "ShownSection", "marked", "shown_sections"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked part of a sentence.

    Attributes:
        start: its first character in the sentence's text.
        end: the character after its last.
        concept: the number of the concept on the page.
        classes: how it is shown: `tied` if the document relates the concept to another, `ref` if it is a pronoun,
            `added` if it was added later, `rest` if it continues the mark before.
        means: for a pronoun, the name of what it refers to.
        antecedent: for a pronoun, the position of the sentence that names this, if it is known.
    """

    start: int
    end: int
    concept: int
    classes: str = ""
    means: str = ""
    antecedent: int | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """The start or end of a mark, or without a mark, a piece of text."""

    text: str = ""
    mark: Mark | None = None
    is_end: bool = False


def marked(text: str, marks: Iterable[Mark]) -> list[Token]:
    """Return a text with its marks, which are split where they would cross; empty ones are left out."""
    waiting = [
        (mark.start, -mark.end, number, mark)
        for number, mark in enumerate(marks)
        if 0 <= mark.start < mark.end <= len(text)
    ]
    heapq.heapify(waiting)
    tokens: list[Token] = []
    opened: list[Mark] = []
    at = 0

    def go_to(place: int) -> None:
        nonlocal at
        while opened and opened[-1].end <= place:
            write_to(opened[-1].end)
            tokens.append(Token(mark=opened.pop(), is_end=True))
        write_to(place)

    def write_to(place: int) -> None:
        nonlocal at
        if at < place:
            tokens.append(Token(text[at:place]))
            at = place

    while waiting:
        start, _, number, mark = heapq.heappop(waiting)
        go_to(start)
        if opened and mark.end > opened[-1].end:
            cut = opened[-1].end
            rest = replace(mark, start=cut, classes=f"{mark.classes} rest".strip())
            heapq.heappush(waiting, (cut, -mark.end, number, rest))
            mark = replace(mark, end=cut, means="")
        opened.append(mark)
        tokens.append(Token(mark=mark))
    go_to(len(text))
    return tokens


_WITHOUT_SPACES = frozenset({"zh", "ja", "th"})
"""Languages whose sentences follow each other without a space."""


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """A sentence with its marks; `space` separates it from the sentence before."""

    position: int
    paragraph: int
    is_code: bool
    tokens: Sequence[Token]
    statements: Sequence[Statement]
    space: str


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section; `number` is its position in the document, `level` the level of its heading in HTML."""

    id: str
    number: int
    heading: str
    level: int
    is_continued: bool
    paragraphs: Sequence[Sequence[ShownSentence]]


def shown_sections(
    graph: DocumentGraph, sections: Sequence[Section], names: ConceptNames, added: frozenset[object]
) -> list[ShownSection]:
    """Return sections of a document as shown on a page.

    Args:
        graph: the document.
        sections: the sections to show, in their order.
        names: the names of its concepts.
        added: the result of `added_pieces`.
    """
    wanted = {section.id for section in sections}
    by_section: dict[str, list[Sentence]] = defaultdict(list)
    for sentence in graph.sentences:
        if sentence.section_id in wanted:
            by_section[sentence.section_id].append(sentence)
    sentences = _Sentences(graph, [sentence for group in by_section.values() for sentence in group], names, added)
    shown = []
    before: Section | None = None
    for section in sections:
        of_section = sentences.shown(by_section[section.id])
        grouped = groupby(of_section, key=lambda each: (each.paragraph, each.is_code))
        shown.append(
            ShownSection(
                id=section.id,
                number=section.position,
                heading=section.title,
                level=min(max(section.level, 1), 5) + 1,
                is_continued=before is not None and before.path == section.path,
                paragraphs=[list(group) for _, group in grouped],
            )
        )
        before = section
    return shown


class _Sentences:
    """The mentions and statements of the sentences on a page."""

    def __init__(
        self, graph: DocumentGraph, sentences: Sequence[Sentence], names: ConceptNames, added: frozenset[object]
    ) -> None:
        ids = {sentence.id for sentence in sentences}
        self._names, self._added = names, added
        self._is_joined = graph.document.language in _WITHOUT_SPACES
        self._stated = statements_by_sentence(graph, ids, names, added)
        self._mentions: dict[str, list[Mention]] = defaultdict(list)
        for mention in graph.mentions:
            if mention.sentence_id in ids:
                self._mentions[mention.sentence_id].append(mention)
        self._tied = {end for relation in graph.relations for end in (relation.subject, relation.object)}
        self._tied.update(concept for fact in graph.facts for concept in fact.concepts)
        self._antecedents = _antecedents(graph, ids)

    def shown(self, sentences: Sequence[Sentence]) -> list[ShownSentence]:
        shown = []
        end = -1
        for sentence in sentences:
            marks = [self._mark(mention) for mention in self._mentions.get(sentence.id, ())]
            shown.append(
                ShownSentence(
                    position=sentence.position,
                    paragraph=sentence.paragraph,
                    is_code=sentence.is_code,
                    tokens=marked(sentence.text, marks),
                    statements=self._stated.get(sentence.id, ()),
                    space="" if self._is_joined and sentence.start == end else " ",
                )
            )
            end = sentence.end
        return shown

    def _mark(self, mention: Mention) -> Mark:
        is_pronoun = mention.source is MentionSource.COREFERENCE
        classes = {"tied": mention.concept in self._tied, "ref": is_pronoun, "added": mention in self._added}
        return Mark(
            mention.start,
            mention.end,
            self._names.number(mention.concept),
            " ".join(name for name, holds in classes.items() if holds),
            means=self._names.name(mention.concept) if is_pronoun else "",
            antecedent=self._antecedents.get((mention.sentence_id, mention.concept)) if is_pronoun else None,
        )


def _antecedents(graph: DocumentGraph, ids: set[str]) -> Mapping[tuple[str, str], int]:
    """Return the position of the sentence with the antecedent of each pronoun, by sentence and concept."""
    references = [reference for reference in graph.references if reference.sentence_id in ids]
    naming = {reference.antecedent_id for reference in references}
    positions = {sentence.id: sentence.position for sentence in graph.sentences if sentence.id in naming}
    concepts: dict[str, set[str]] = defaultdict(set)
    for mention in graph.mentions:
        if mention.sentence_id in naming:
            concepts[mention.sentence_id].add(mention.concept)
    return {
        (reference.sentence_id, concept): positions[reference.antecedent_id]
        for reference in references
        for concept in concepts[reference.antecedent_id]
    }
