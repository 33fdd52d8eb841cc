"""What a schema answers beyond facts: sections under a property's headings, and what follows by its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from lgm_core.language.concepts import concept_key
from lgm_core.model import SectionEnd, Value, ValueKind
from lgm_core.model.schema import SchemaProperty
from lgm_core.reasoning.execution.binding_tables import Binding, BindingTables, Row
from lgm_core.reasoning.execution.retrieving.known_ends import KnownEnd, StepNotes, step_ends, wider_ends
from lgm_core.reasoning.execution.retrieving.rule_reasoning import RuleReasoning
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.plan.plan_parts import Retrieval, Term

__all__ = ["rows_by_schema"]

_MOST_RANKED = 5
"""Among how many passages documents are sought that are about a thing, beside those that its name titles."""

_MOST_TITLED = 200
"""The most sections titled by a name whose documents are looked at."""


def rows_by_schema(
    action: Retrieval, tables: BindingTables, found: Sequence[Row], context: StepContext, told: StepNotes
) -> list[Row]:
    """Return the rows of a retrieval that its property's headings or the rules of the schema answer.

    What they do not answer for a name they may for its synonyms, narrower and broader terms. A retrieval with
    constraints is left to facts.

    Args:
        action: the retrieval.
        tables: the rows of earlier steps.
        found: the rows that facts answer; what they tell something about is not asked again.
        context: what all steps of the plan share.
        told: collects the rules.
    """
    linked = context.view.conformance.linked_properties(action.predicate.names)
    if not linked or action.constraints or context.options.facts == "none":
        return []
    subjects, objects = (step_ends(term, tables, context, told) for term in (action.subject, action.object))
    ends = _as_text(objects, action.object)
    if subjects is None:
        return _by_rules(action, linked, None, ends, context, told)
    answered = {row.bindings[action.subject.variable].name for row in found}
    rows: list[Row] = []
    for known in _as_text(subjects, action.subject) or ():
        if known.binding.name not in answered:
            for tried in ([known], wider_ends(known.binding, known.names, context)):
                own = _by_headings(action, linked, tried, context) if ends is None else []
                own += _by_rules(action, linked, tried, ends, context, told)
                rows += own
                if own:
                    break
    return rows


def _as_text(ends: list[KnownEnd] | None, term: Term) -> list[KnownEnd] | None:
    """Return known ends; a name that the graph does not have is a text, which a rule may conclude."""
    if ends is None or ends:
        return ends
    return [KnownEnd(Binding(Value(name, ValueKind.TEXT), name), ()) for name in term.names]


def _by_rules(
    action: Retrieval,
    linked: Mapping[str, int],
    subjects: Sequence[KnownEnd] | None,
    objects: Sequence[KnownEnd] | None,
    context: StepContext,
    told: StepNotes,
) -> list[Row]:
    reasoning = RuleReasoning(context.view.conformance, context)
    starts, ends = (None if known is None else [each.of_concept for each in known] for known in (subjects, objects))
    wanted = {context.identity(each.end) for each in ends or ()}
    names = {each.name.casefold() for each in ends or ()}
    rows = []
    for name, direction in linked.items():
        for each in reasoning.conclusions(name, *((starts, ends) if direction == 1 else (ends, starts))):
            own, other = (each.subject, each.object) if direction == 1 else (each.object, each.subject)
            if ends is None or context.identity(other.end) in wanted or other.name.casefold() in names:
                bindings = {action.subject.variable: own, action.object.variable: other}
                rows.append(replace(each.row, bindings=bindings))
                told.rules.update(dict.fromkeys(each.rules))
    return rows


def _by_headings(
    action: Retrieval, linked: Mapping[str, int], subjects: Sequence[KnownEnd], context: StepContext
) -> list[Row]:
    """Return a row for each section under the headings of a property in documents about a thing, named by its text."""
    view, index, rows = context.view, context.ranker.index, []
    properties = [each for each in view.conformance.schema.properties if each.headings and linked.get(each.name) == 1]
    for property, known in product(properties, subjects):
        names = {*known.names, known.binding.name.casefold()}
        headings = {concept_key(heading, view.language) for heading in property.headings}
        records = view.documents(_documents_about(property, known, context)).values()
        titled = [each for each in records if names & {concept_key(each.title, view.language), each.title.casefold()}]
        numbers = [number for each in titled for number in index.sections_of_documents([each.id])]
        for section in view.store.sections([index.section_id(number) for number in numbers]):
            if headings.isdisjoint(concept_key(title, view.language) for title in section.path[1:]):
                continue
            said = [each for each in view.store.sentences(index.sentence_ids_of(section.id)) if each.text]
            if text := "\n".join(each.text for each in said if each.text.lstrip("# ") != section.title):
                answer = Binding(SectionEnd(section.id), text)
                bindings = {action.subject.variable: known.binding, action.object.variable: answer}
                rows.append(Row(bindings, (), tuple(each.id for each in said), known.score))
    return rows


def _documents_about(property: SchemaProperty, known: KnownEnd, context: StepContext) -> list[str]:
    """Return the ids of documents that may be about a thing: some of its sections are titled by it or found for it."""
    view, index = context.view, context.ranker.index
    hits = context.ranker.passages(f"{known.binding.name} {property.headings[0]}", _MOST_RANKED, allowed=view.allowed)
    numbers = [number for key in known.names if (number := index.concept_of(key)) is not None]
    titled = [index.section_id(each) for number in numbers for each in index.sections_titled(number)[0]]
    ids = [id.rpartition("#s")[0] for id in titled]
    ids = [id for id in dict.fromkeys(ids) if view.allowed is None or id in view.allowed]
    return list(dict.fromkeys([*(hit.id.rpartition("#s")[0] for hit in hits), *ids[:_MOST_TITLED]]))
