"""Results as text for agents and terminals: numbered sentences under headings that name their documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.errors import shown
from lgm_core.llm.quoting import visible
from lgm_core.model import Citation, EntityClass, EntityProfile, RetrievedPassage, Sentence
from lgm_core.model.concept import name_of, sense_number
from lgm_core.retrieval.concepts.explanation import CitedRelation, CitedStatement, Explanation
from lgm_core.retrieval.concepts.relationship import Relationship
from lgm_core.retrieval.concepts.representation import StatementSource
from lgm_core.retrieval.numbered_sentences import NumberedSentence
from lgm_core.retrieval.relation_wording import VERBS

__all__ = [
    "RenderedText",
    "indented_code",
    "render_explanation",
    "render_facts",
    "render_passages",
    "render_relationship",
    "sentence_lines",
]

_INDENT = "    "


def indented_code(text: str) -> str:
    """Return the lines of code indented, each after a line break, without blank lines."""
    return "".join(f"\n{_INDENT}{line.rstrip()}" for line in text.split("\n") if line.strip())


_MEANINGLESS_ID = re.compile(r"(?:[0-9a-f]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?::\d+)?", re.IGNORECASE)
"""Ids that are hashes or UUIDs, which cost tokens and tell a reader nothing."""

_SOURCE_HEADINGS = {
    StatementSource.OWN: "What is said of it:",
    StatementSource.ALIAS: "What is said of it by another name:",
    StatementSource.PARENT: "From what it is a kind of:",
    StatementSource.CHILDREN: "Shared by all of its kinds:",
    StatementSource.PART: "From its parts:",
}


@dataclass(frozen=True, slots=True)
class RenderedText:
    """A text, and the sentences in it in order, each on its own line after its number in brackets.

    Code of several lines is indented below its number.
    """

    text: str
    citations: tuple[Citation, ...] = ()


def render_passages(passages: Sequence[RetrievedPassage]) -> RenderedText:
    """Render passages sentence by sentence."""
    if not passages:
        return RenderedText("Nothing in the documents bears on this.")
    places = [(passage, index) for passage in passages for index in range(len(passage.sentences))]
    citations = tuple(_citation(passage, index, number) for number, (passage, index) in enumerate(places, 1))
    return RenderedText(sentence_lines(citations), citations)


def render_explanation(name: str, explanation: Explanation | None) -> RenderedText:
    """Render what a concept is, or that the graph has no concept of that `name`."""
    if explanation is None:
        return RenderedText(f"The documents have no concept named {shown(name)}. Try another name, or search for it.")
    lines = [line for sense in (explanation, *explanation.senses) for line in _explanation_lines(sense)]
    citations = explanation.citations
    return RenderedText("\n".join([*lines, sentence_lines(citations)]), citations)


def _explanation_lines(explanation: Explanation) -> Iterator[str]:
    concept, names = explanation.concept, explanation.names
    plural = "" if concept.frequency == 1 else "s"
    number = sense_number(concept.key)
    sense = f" ({number})" if number > 1 else ""
    yield f"{concept.name}{sense}: in {concept.frequency} sentence{plural}."
    yield from _profile_lines(explanation.profiles)
    yield from (_relation_line(relation, names) for relation in explanation.relations)
    if explanation.more:
        yield f"({explanation.more} more relations are left out.)"
    yield from _statement_lines(explanation.statements, names)
    if explanation.more_statements:
        yield f"({explanation.more_statements} more statements are left out.)"


def _profile_lines(profiles: Sequence[EntityProfile]) -> Iterator[str]:
    """Yield the class and types of a concept, and its descriptions in documents."""
    classes = {profile.entity_class for profile in profiles}
    kinds = [each.value for each in EntityClass if each in classes][:1]
    kinds += dict.fromkeys(type for profile in profiles for type in profile.types)
    if kinds:
        yield f"  {_single_line(', '.join(kinds))}"
    yield from dict.fromkeys(f"  {_single_line(profile.description)}" for profile in profiles if profile.description)


def render_relationship(relationship: Relationship) -> RenderedText:
    """Render how two concepts are related, or which names have no concept."""
    if relationship.missing:
        unknown = ", and none named ".join(shown(name) for name in relationship.missing)
        return RenderedText(f"The documents have no concept named {unknown}. Try another name, or search for it.")
    if relationship.path:
        lines = [_relation_line(relation, relationship.names) for relation in relationship.path]
    elif relationship.together:
        lines = ["No chain of relations connects them. Sentences that name both:"]
    else:
        lines = ["No chain of relations connects them, and no sentence names both."]
    citations = relationship.citations
    return RenderedText("\n".join([*lines, sentence_lines(citations)]).strip(), citations)


def render_facts(
    name: str, facts: Sequence[tuple[str, Sequence[Sentence]]], sentences: Sequence[NumberedSentence]
) -> RenderedText:
    """Render facts with the numbers of the sentences that state them, then these sentences.

    Args:
        name: what the facts are about.
        facts: each in words, with the sentences that state it.
        sentences: the sentences, numbered.
    """
    if not facts:
        return RenderedText(
            f"The graph has no facts about {shown(name)}; its documents may. Try another name, or search."
        )
    citations = {sentence.sentence.id: sentence.citation(sentence.number) for sentence in sentences}
    lines = []
    for text, of_fact in facts:
        stating = dict.fromkeys(sentence.id for sentence in of_fact if sentence.id in citations)
        lines.append(f"{_single_line(text)}{_numbers(citations[id] for id in stating)}")
    cited = tuple(citations.values())
    return RenderedText("\n".join([*lines, sentence_lines(cited)]), cited)


def _citation(passage: RetrievedPassage, index: int, number: int) -> Citation:
    sentence = passage.sentences[index]
    place = (passage.section, passage.document, passage.path, passage.score)
    return NumberedSentence(number, sentence, *place).citation(number)


def _statement_lines(statements: Sequence[CitedStatement], names: Mapping[str, str]) -> Iterable[str]:
    """Yield a line with kind, concepts, predicate and value for each statement, under headings by source."""
    heading = None
    for statement in statements:
        if statement.source is not heading:
            heading = statement.source
            yield _SOURCE_HEADINGS[heading]
        concepts = ", ".join(_name(key, names) for key in statement.concepts)
        value = _name(statement.value, names)
        words = " — ".join(part for part in (concepts, statement.predicate, value) if part)
        yield f"  {statement.kind.value:9}  {words}{_numbers(statement.citations)}"


def _numbers(citations: Iterable[Citation]) -> str:
    return "".join(f" [{citation.number}]" for citation in citations)


def _relation_line(relation: CitedRelation, names: Mapping[str, str]) -> str:
    subject, target = (_name(key, names) for key in (relation.subject, relation.object))
    return f"{subject} — {VERBS[relation.kind]} — {target}{_numbers(relation.citations)}"


def _name(key: str, names: Mapping[str, str]) -> str:
    return names.get(key) or name_of(key)


def sentence_lines(citations: Iterable[Citation]) -> str:
    """List numbered sentences, with a heading wherever another section, or another page of one, begins."""
    lines: list[str] = []
    previous = ("", "")
    for citation in citations:
        heading = _heading(citation)
        if (citation.document_id, heading) != previous:
            lines.append(f"— {heading} —")
        is_code = "\n" in citation.text
        text = indented_code(visible(citation.text)) if is_code else f" {_single_line(citation.text)}"
        lines.append(f"[{citation.number}]{text}")
        previous = (citation.document_id, heading)
    return "\n".join(lines)


def _heading(citation: Citation) -> str:
    """Return the document of a sentence (its id, or its source if the id is meaningless), the titles, and any page."""
    document = citation.source if _MEANINGLESS_ID.fullmatch(citation.document_id) else citation.document_id
    names = map(_single_line, (document, citation.document_title, *citation.section_path))
    titles = " › ".join(dict.fromkeys(name for name in names if name)) or "untitled document"
    return titles if citation.page is None else f"{titles}, page {citation.page:,}"


def _single_line(text: str) -> str:
    return " ".join(visible(text).split())
