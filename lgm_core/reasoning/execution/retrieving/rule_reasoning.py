"""What follows from facts by the rules of a schema (KAG, section 2.2.3), evaluated when asked and never stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lgm_core.model import Fact, RelationKind, Value, ValueKind
from lgm_core.reasoning.execution.binding_tables import Binding, Row, binding_of_text, evidence_of
from lgm_core.reasoning.execution.retrieving.fact_matching import sentences_of
from lgm_core.reasoning.execution.retrieving.known_ends import instances_of
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.plan.plan_parts import ConstraintOperator
from lgm_core.reasoning.text.text_conditions import compares
from lgm_core.schema.conformance import Conformance
from lgm_core.schema.rule_parsing import Condition, ParsedRule, parsed_rule

__all__ = ["Concluded", "RuleReasoning"]

_DEPTH = 3
"""The most rules that a conclusion rests on, one above the other."""

_MOST_CONCLUSIONS = 200
"""The most rows that the conditions of a rule are followed with."""


@dataclass(frozen=True, slots=True)
class Concluded:
    """What follows by rules.

    Attributes:
        subject: of what.
        object: the conclusion: a thing or value; for a class its name.
        row: the facts and sentences of all premises.
        rules: the rules in words, the last one first.
    """

    subject: Binding
    object: Binding
    row: Row
    rules: tuple[str, ...]


class RuleReasoning:
    """Evaluates the rules of a schema when asked, three above each other at most; nothing is stored.

    Args:
        conformance: the schema, and which facts conform to it.
        context: what all steps of the plan share.
    """

    def __init__(self, conformance: Conformance, context: StepContext) -> None:
        self._conformance, self._context = conformance, context
        schema = conformance.schema
        self._rules = [parsed_rule(rule, schema) for rule in schema.rules]

    def conclusions(self, properties: Iterable[str], subjects: Sequence[Binding] | None) -> list[Concluded]:
        """Return what follows for some properties, of given things or of all that the conditions name."""
        wanted = set(properties)
        rules = [rule for rule in self._rules if rule.then.property in wanted and rule.then.operator == "="]
        found: list[Concluded] = []
        for rule in rules:
            starts = [None] if subjects is None else subjects
            for subject in starts:
                found += self._apply(rule, {} if subject is None else {rule.then.subject: subject}, _DEPTH)
        return list({(each.subject, each.object.name): each for each in reversed(found)}.values())[::-1]

    def _apply(self, rule: ParsedRule, bound: Mapping[str, Binding], depth: int) -> Iterator[Concluded]:
        for count, (row, rules) in enumerate(self._solved(rule.when, Row(dict(bound)), (), depth)):
            if count >= _MOST_CONCLUSIONS:
                return
            then = rule.then
            known = row.bindings[then.variable] if then.variable else binding_of_text(self._context.view, then.value)
            yield Concluded(row.bindings[then.subject], known, row, (rule.rule.text, *rules))

    def _solved(
        self, conditions: Sequence[Condition], row: Row, rules: tuple[str, ...], depth: int
    ) -> Iterator[tuple[Row, tuple[str, ...]]]:
        """Yield the rows that meet all conditions, with the rules that they rest on."""
        if not conditions:
            yield row, rules
            return
        chosen = next((each for each in conditions if each.subject in row.bindings), None)
        if chosen is None:
            chosen = next((each for each in conditions if each.operator == "is"), conditions[0])
            rows = [replace(row, bindings={**row.bindings, chosen.subject: each}) for each in self._members(chosen)]
        else:
            rows = [row]
        rest = [each for each in conditions if each is not chosen]
        for start in rows:
            for met, more in self._met(chosen, start, depth):
                yield from self._solved(rest, met, (*rules, *more), depth)

    def _members(self, condition: Condition) -> list[Binding]:
        """Return the things that a condition may be about: those of its class, or of its property's domain."""
        classes = [condition.value] if condition.operator == "is" else []
        for each in self._conformance.schema.properties:
            if each.name == condition.property:
                classes += each.domains
        schema = self._conformance.schema
        names = [each.names[0] for each in schema.classes if schema.above(each.name).keys() & set(classes)]
        found = [known.binding for name in names for known in instances_of(name, self._context)]
        return list({self._context.identity(each.end): each for each in found}.values())

    def _met(self, condition: Condition, row: Row, depth: int) -> Iterator[tuple[Row, tuple[str, ...]]]:
        """Yield the row with what bears a condition out, once for each way."""
        subject = row.bindings[condition.subject]
        if condition.operator == "is":
            if isinstance(subject.end, str) and self._conformance.fit(subject.end, [condition.value]) == "stated":
                yield _joined(row, Row({}, (), self._stating(subject.end))), ()
                return
        else:
            for binding, fact in self._values(condition.property, subject):
                if (met := self._compared(condition, binding, row)) is not None:
                    yield _joined(met, Row({}, (fact,), sentences_of(fact))), ()
        if depth > 1:
            yield from self._by_rules(condition, row, depth)

    def _by_rules(self, condition: Condition, row: Row, depth: int) -> Iterator[tuple[Row, tuple[str, ...]]]:
        for rule in self._rules:
            then = rule.then
            is_class = condition.operator == "is" and then.operator == "is"
            above = self._conformance.schema.above(then.value) if is_class else {}
            if not (condition.value in above if is_class else then.property == condition.property != ""):
                continue
            for each in self._apply(rule, {then.subject: row.bindings[condition.subject]}, depth - 1):
                met = row if is_class else self._compared(condition, each.object, row)
                if met is not None:
                    yield _joined(met, each.row), each.rules

    def _stating(self, key: str) -> tuple[str, ...]:
        """Return the sentences that state what a thing is."""
        view = self._context.view
        names = set(view.names(key))
        relations = view.relations([key], frozenset({RelationKind.IS_A}))
        stated = [each for each in relations if each.subject in names]
        return tuple(dict.fromkeys(item.sentence_id for each in stated for item in each.evidence[:1]))

    def _values(self, property: str, subject: Binding) -> Iterator[tuple[Binding, Fact]]:
        """Yield what conforming facts state for a property of a thing."""
        if not isinstance(subject.end, str):
            return
        view = self._context.view
        names = view.names(subject.end)
        facts = self._context.facts_about(names)
        self._context.bindings(facts)
        for fact in facts:
            conforming = self._conformance.conforming(fact, view.grouped_predicates(fact), {property})
            if conforming is not None:
                own, other = (fact.object, fact.subject) if conforming.is_reversed else (fact.subject, fact.object)
                if own in names:
                    yield self._context.binding(other), fact

    def _compared(self, condition: Condition, found: Binding, row: Row) -> Row | None:
        """Return the row if a value meets a condition, with the variable of the condition bound; else None."""
        if condition.variable and condition.variable not in row.bindings and condition.operator == "=":
            return replace(row, bindings={**row.bindings, condition.variable: found})
        wanted = row.bindings.get(condition.variable) or self._wanted(condition)
        is_equal = self._context.identity(found.end) == self._context.identity(wanted.end)
        is_equal = is_equal or found.name.casefold() == wanted.name.casefold()
        if condition.operator in ("=", "!="):
            return row if is_equal == (condition.operator == "=") else None
        operator: ConstraintOperator = condition.operator  # type: ignore[assignment]  # one of four, as parsed
        own, other = found.end, wanted.end
        is_met = isinstance(own, Value) and isinstance(other, Value) and compares(own, operator, other)
        return row if is_met or (is_equal and "=" in operator) else None

    def _wanted(self, condition: Condition) -> Binding:
        """Return the value of a condition; a bare number has the unit of the property's range."""
        bound = binding_of_text(self._context.view, condition.value)
        wanted = next(each for each in self._conformance.schema.properties if each.name == condition.property)
        range = wanted.value_range
        if range is not None and range.unit and isinstance(bound.end, Value) and bound.end.kind is ValueKind.NUMBER:
            return binding_of_text(self._context.view, f"{condition.value} {range.unit}")
        return bound


def _joined(row: Row, other: Row) -> Row:
    return replace(evidence_of([row, other]), bindings=row.bindings)
