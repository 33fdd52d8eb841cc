"""What was found, as text in which every sentence stands under its id; for agents and for terminals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.model import Citation, RelationKind, RetrievedPassage
from lgm_core.retrieval.concepts.concept_statements import StatementSource
from lgm_core.retrieval.concepts.explanation import CitedStatement, Explanation, Relationship, StatedRelation

__all__ = ["Told", "tell_explanation", "tell_passages", "tell_relationship"]

_IN_WORDS = {RelationKind.IS_A: "is a", RelationKind.HAS_PART: "has part", RelationKind.ALIAS_OF: "is also called"}

_FROM = {
    StatementSource.OWN: "What is said of it:",
    StatementSource.ALIAS: "What is said of it by another name:",
    StatementSource.PARENT: "From what it is a kind of:",
    StatementSource.CHILDREN: "Shared by all of its kinds:",
    StatementSource.PART: "From its parts:",
}


@dataclass(frozen=True, slots=True)
class Told:
    """A text and the sentences in it, in its order; each stands on a line of its own after its id in brackets."""

    text: str
    citations: tuple[Citation, ...] = ()


def tell_passages(passages: Sequence[RetrievedPassage]) -> Told:
    """Tell passages sentence by sentence."""
    if not passages:
        return Told("Nothing in the documents bears on this.")
    citations = tuple(_citation(one, number) for number, one in enumerate(_sentences(passages), 1))
    return Told(_listed(citations), citations)


def tell_explanation(name: str, told: Explanation | None) -> Told:
    """Tell what a concept is, or that there is none of that `name`."""
    if told is None:
        return Told(f"The documents have no concept named {name!r}. Try another name, or search for it.")
    concept = told.concept
    plural = "" if concept.frequency == 1 else "s"
    lines = [f"{concept.name}: in {concept.frequency} sentence{plural}."]
    lines += [_relation(one, told.names) for one in told.relations]
    if told.more:
        lines.append(f"({told.more} more relations are left out.)")
    lines += _statements(told.statements, told.names)
    if told.more_statements:
        lines.append(f"({told.more_statements} more statements are left out.)")
    return Told("\n".join([*lines, _listed(told.citations)]), told.citations)


def tell_relationship(first: str, second: str, told: Relationship | None) -> Told:
    """Tell how two concepts are related, or that one of these names is of none."""
    if told is None:
        return Told(f"The documents have no concept named {first!r}, or none named {second!r}. Try other names.")
    if told.path:
        lines = [_relation(one, {}) for one in told.path]
    elif told.together:
        lines = ["No chain of relations connects them. Sentences that name both:"]
    else:
        lines = ["No chain of relations connects them, and no sentence names both."]
    return Told("\n".join([*lines, _listed(told.citations)]).strip(), told.citations)


def _sentences(passages: Iterable[RetrievedPassage]) -> list[tuple[RetrievedPassage, int]]:
    return [(passage, index) for passage in passages for index in range(len(passage.sentences))]


def _citation(place: tuple[RetrievedPassage, int], number: int) -> Citation:
    passage, index = place
    one = passage.sentences[index]
    return Citation(
        number,
        one.id,
        one.document_id,
        passage.document.title,
        passage.section.path,
        one.start,
        one.end,
        one.text,
        passage.path,
    )


def _statements(statements: Sequence[CitedStatement], names: Mapping[str, str]) -> Iterable[str]:
    """List statements by where they come from: kind, concepts, predicate and value."""
    last: StatementSource | None = None
    for one in statements:
        if one.source is not last:
            yield _FROM[one.source]
        concepts = ", ".join(names.get(key, key) for key in one.concepts)
        said = " — ".join(part for part in (concepts, one.predicate, names.get(one.value, one.value)) if part)
        yield f"  {one.kind.value:9}  {said}{_ids(one.citations)}"
        last = one.source


def _ids(citations: Iterable[Citation]) -> str:
    return "".join(f" [{one.sentence_id}]" for one in citations)


def _relation(relation: StatedRelation, names: Mapping[str, str]) -> str:
    subject, target = (names.get(key, key) for key in (relation.subject, relation.object))
    return f"{subject} — {_IN_WORDS[relation.kind]} — {target}{_ids(relation.citations)}"


def _listed(citations: Iterable[Citation]) -> str:
    """List sentences under their ids, with a heading wherever they are from another section."""
    lines: list[str] = []
    last = ""
    for one in citations:
        heading = " › ".join(dict.fromkeys(title for title in (one.document_title, *one.section_path) if title))
        if heading != last:
            lines.append(f"— {_flat(heading)} —")
        lines.append(f"[{one.sentence_id}] {_flat(one.text)}")
        last = heading
    return "\n".join(lines)


def _flat(text: str) -> str:
    return " ".join(text.split())
