"""The text of a document as a page shows it: sections of paragraphs of sentences, each with its marks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from lgm_core.model import DocumentGraph, Mention, MentionSource, Section, Sentence
from lgm_core.pages.document_page.concept_names import ConceptNames
from lgm_core.pages.document_page.sentence_marks import Mark, Token, marked
from lgm_core.pages.document_page.statements import Statement, statements_by_sentence

__all__ = ["ShownSection", "ShownSentence", "shown_sections"]

_WITHOUT_SPACES = frozenset({"zh", "ja", "th"})
"""Languages whose sentences follow each other without a space."""


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """A sentence with its marks; `space` is what stands before it if another one of its paragraph does."""

    position: int
    paragraph: int
    is_code: bool
    tokens: Sequence[Token]
    statements: Sequence[Statement]
    space: str


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section; `number` tells it from others of its document, `level` is that of its heading in HTML."""

    id: str
    number: int
    heading: str
    level: int
    is_continued: bool
    paragraphs: Sequence[Sequence[ShownSentence]]


def shown_sections(
    graph: DocumentGraph, sections: Sequence[Section], names: ConceptNames, added: frozenset[object]
) -> list[ShownSection]:
    """Return some sections of a document as they are shown.

    Args:
        graph: the document.
        sections: those of its sections that are shown, in their order.
        names: what it calls its concepts.
        added: what `added_pieces` tells.
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
    """What is known of the sentences of a page."""

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
    """Return the positions of the sentences that name what pronouns of some sentences mean, by sentence and concept."""
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
