"""What a schema answers beyond facts: sections under a property's headings, and what follows by its rules."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.language.concepts import concept_key
from lgm_core.model import SectionEnd, Value, ValueKind
from lgm_core.model.document import section_id
from lgm_core.model.schema import SchemaProperty
from lgm_core.reasoning.execution.binding_tables import Binding, BindingTables, Row
from lgm_core.reasoning.execution.retrieving.known_ends import KnownEnd
from lgm_core.reasoning.execution.retrieving.rule_reasoning import RuleReasoning
from lgm_core.reasoning.execution.retrieving.step_notes import StepNotes, step_ends
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.linking.schema_linking import linked_properties
from lgm_core.reasoning.plan.plan_parts import Retrieval, Term

__all__ = ["rows_by_schema"]

_MOST_TITLED = 5
"""Among how many passages documents are sought that are about a thing."""

_MOST_SECTIONS = 200
"""The most sections of a document that are looked at."""


def rows_by_schema(
    action: Retrieval, tables: BindingTables, found: Sequence[Row], context: StepContext, told: StepNotes
) -> list[Row]:
    """Return the rows of a retrieval that its property's headings or the rules of the schema answer.

    Args:
        action: the retrieval.
        tables: the rows of earlier steps.
        found: the rows that facts answer; what they tell something about is not asked again.
        context: what all steps of the plan share.
        told: collects the rules.
    """
    conformance = context.view.conformance if context.options.graph_answers else None
    linked = linked_properties(action.predicate.names, conformance)
    rows: list[Row] = []
    if conformance is None or not linked or action.constraints:  # which facts alone can meet
        return rows
    subject, object_ = action.subject.variable, action.object.variable
    subjects, objects = (step_ends(term, tables, context, told) for term in (action.subject, action.object))
    answered = {row.bindings[subject].name for row in found}
    subjects = None if subjects is None else [known for known in subjects if known.binding.name not in answered]
    for known in subjects or () if objects is None else ():
        for property in (each for each in conformance.schema.properties if linked.get(each.name) == 1):
            for section, ids in _sections_under(property, known, context):
                rows.append(Row({subject: known.binding, object_: section}, (), ids))
    reasoning = RuleReasoning(conformance, context)
    starts, ends = _starts(subjects, action.subject), _starts(objects, action.object)
    wanted = None if ends is None else {context.identity(each.end) for each in ends}
    names = {name.casefold() for name in action.object.names}
    for name, direction in linked.items():
        concluded = reasoning.conclusions(name, *((starts, ends) if direction == 1 else (ends, starts)))
        for each in concluded:
            own, other = (each.subject, each.object) if direction == 1 else (each.object, each.subject)
            if wanted is None or context.identity(other.end) in wanted or other.name.casefold() in names:
                bindings = {subject: own, object_: other}
                rows.append(Row(bindings, each.row.facts, each.row.sentences, each.row.weight))
                told.rules.update(dict.fromkeys(each.rules))
    return rows


def _starts(ends: Sequence[KnownEnd] | None, term: Term) -> list[Binding] | None:
    """Return what rules start from: concepts under their keys, and names that the graph does not have as text."""
    if ends is None:
        return None
    known = [Binding(each.names[0] if each.names else each.binding.end, each.binding.name) for each in ends]
    return known or [Binding(Value(name, ValueKind.TEXT), name) for name in term.names]


def _sections_under(
    property: SchemaProperty, known: KnownEnd, context: StepContext
) -> list[tuple[Binding, tuple[str, ...]]]:
    """Return the sections under a property's headings in documents about a thing, named by their text."""
    if not property.headings:
        return []
    view, ranker, name = context.view, context.ranker, known.binding.name
    headings = {concept_key(heading, view.language) for heading in property.headings}
    hits = ranker.passages(f"{name} {property.headings[0]}", _MOST_TITLED, allowed=view.allowed)
    documents = dict.fromkeys(section.document_id for section in view.store.sections([hit.id for hit in hits]))
    found = []
    for id, record in view.documents(documents).items():
        if {concept_key(record.title, view.language), record.title.casefold()}.isdisjoint(
            {*known.names, name.casefold()}
        ):
            continue
        places = [section_id(id, place) for place in range(min(record.sentence_count, _MOST_SECTIONS))]
        for section in view.store.sections(places):
            if headings.isdisjoint(concept_key(title, view.language) for title in section.path[1:]):
                continue
            said = [each for each in view.store.sentences(ranker.index.sentence_ids_of(section.id)) if each.text]
            text = "\n".join(each.text for each in said if each.text.lstrip("# ") != section.title)
            if text:
                found.append((Binding(SectionEnd(section.id), text), tuple(each.id for each in said)))
    return found
