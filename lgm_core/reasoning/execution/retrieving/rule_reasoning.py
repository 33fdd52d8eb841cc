"""What follows from facts by the rules of a schema (KAG, section 2.2.3), evaluated when asked and never stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lgm_core.model import Fact, RelationKind, Value, ValueKind
from lgm_core.reasoning.execution.binding_tables import Binding, Row, binding_of_text, evidence_of, sentences_of
from lgm_core.reasoning.execution.retrieving.known_ends import Concluded, instances_of
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.plan.plan_parts import ConstraintOperator
from lgm_core.reasoning.text.text_conditions import compares
from lgm_core.schema.conformance import Conformance
from lgm_core.schema.rule_parsing import Condition, ParsedRule

__all__ = ["RuleReasoning", "concluded_members"]

_DEPTH = 3
"""The most rules that a conclusion rests on, one above the other."""

_MOST_CONCLUSIONS = 200
"""The most rows that the conditions of a rule are followed with."""


class RuleReasoning:
    """Evaluates the rules of a schema when asked, three above each other at most; nothing is stored.

    A property that facts state of a thing is not concluded of it: texts come before rules.

    Args:
        conformance: the schema, and which facts conform to it.
        context: what all steps of the plan share.
    """

    def __init__(self, conformance: Conformance, context: StepContext) -> None:
        self._conformance, self._context = conformance, context

    def conclusions(
        self, property: str, subjects: Sequence[Binding] | None, objects: Sequence[Binding] | None = None
    ) -> list[Concluded]:
        """Return what follows for a property, of given things, or else of all that lead to given objects.

        Rules that conclude one and the same thing are tried from everything that their conditions name.
        """
        found: list[Concluded] = []
        for rule in self._conformance.rules:
            then = rule.then
            if then.property != property:
                continue
            if subjects is not None:
                starts = [{then.subject: each} for each in subjects]
            else:
                starts = [{then.variable: each} for each in objects or ()] if then.variable else [{}]
            for bound in starts:
                found += self._apply(rule, bound, _DEPTH)
        return list({(each.subject, each.object.name): each for each in reversed(found)}.values())[::-1]

    def members(self, name: str, known: Binding | None = None) -> list[Concluded]:
        """Return the things that rules conclude to be of a class, or only a given one."""
        rules = self._concluding_class(name)
        found = [
            each
            for rule in rules
            for each in self._apply(rule, {} if known is None else {rule.then.subject: known}, _DEPTH)
        ]
        return list({self._context.identity(each.subject.end): each for each in reversed(found)}.values())[::-1]

    def _concluding_class(self, name: str) -> list[ParsedRule]:
        above = self._conformance.schema.above
        rules = self._conformance.rules
        return [rule for rule in rules if rule.then.operator == "is" and name in above(rule.then.value)]

    def _apply(self, rule: ParsedRule, bound: Mapping[str, Binding], depth: int) -> Iterator[Concluded]:
        then = rule.then
        for count, (row, rules) in enumerate(self._solved(rule.when, Row(dict(bound)), (), depth)):
            if count >= _MOST_CONCLUSIONS:
                return
            subject = row.bindings[then.subject]
            if then.subject not in bound:
                subject = self._context.binding(subject.end)  # as documents write it
            if then.property and next(self._values(then.property, subject), None) is not None:
                continue
            known = row.bindings[then.variable] if then.variable else binding_of_text(self._context.view, then.value)
            yield Concluded(subject, known, row, (rule.rule.text, *rules))

    def _solved(
        self, conditions: Sequence[Condition], row: Row, rules: tuple[str, ...], depth: int
    ) -> Iterator[tuple[Row, tuple[str, ...]]]:
        """Yield the rows that meet all conditions, with the rules that they rest on."""
        if not conditions:
            yield row, rules
            return
        known = row.bindings
        ready = [each for each in conditions if each.operator in ("is", "=") or not {each.variable} - {"", *known}]
        chosen = next((each for each in ready if each.subject in known or self._is_led_to(each, known)), None)
        rows = [row]
        if chosen is None:
            if not ready:
                return  # what is left compares with a variable that nothing binds
            chosen = next((each for each in ready if each.operator == "is"), ready[0])
            rows = [replace(row, bindings={**known, chosen.subject: each}) for each in self._members(chosen, depth)]
        rest = [each for each in conditions if each is not chosen]
        for start in rows:
            for met, more in self._met(chosen, start, depth):
                yield from self._solved(rest, met, (*rules, *more), depth)

    @staticmethod
    def _is_led_to(condition: Condition, known: Mapping[str, Binding]) -> bool:
        """Tell whether a condition can be followed from its object back to its subject."""
        return (
            condition.operator == "=" and condition.variable in known and isinstance(known[condition.variable].end, str)
        )

    def _members(self, condition: Condition, depth: int) -> list[Binding]:
        """Return the things that a condition may be about: those of its class, or of its property's domain."""
        schema = self._conformance.schema
        classes = {condition.value} if condition.operator == "is" else set()
        classes |= {name for each in schema.properties if each.name == condition.property for name in each.domains}
        names = [name for each in self._conformance.below(classes) for name in each.names]
        found = [known.binding for name in names for known in instances_of(name, self._context)]
        for rule in self._concluding_class(condition.value) if depth > 1 and not condition.property else ():
            found += [each.subject for each in self._apply(rule, {}, depth - 1)]
        return list({self._context.identity(each.end): each for each in found}.values())

    def _met(self, condition: Condition, row: Row, depth: int) -> Iterator[tuple[Row, tuple[str, ...]]]:
        """Yield the row with what bears a condition out, once for each way.

        Where texts state several values, all of them must meet it.
        """
        if condition.operator == "is":
            subject = row.bindings[condition.subject]
            if isinstance(subject.end, str) and self._conformance.fit(subject.end, [condition.value]) == "stated":
                yield _joined(row, Row({}, (), self._stating(subject.end, condition.value))), ()
            elif depth > 1:
                for rule in self._concluding_class(condition.value):
                    for each in self._apply(rule, {rule.then.subject: subject}, depth - 1):
                        yield _joined(row, each.row), each.rules
            return
        is_turned = condition.subject not in row.bindings
        known = row.bindings[condition.variable if is_turned else condition.subject]
        reached = list(self._reached(condition.property, known, depth, is_turned=is_turned))
        is_of_all = condition.operator != "=" or any(isinstance(each.end, Value) for each, *_ in reached)
        if is_of_all and not is_turned and any(self._compared(condition, each, row) is None for each, *_ in reached):
            return
        for binding, evidence, rules in reached:
            bound = replace(row, bindings={**row.bindings, condition.subject: binding}) if is_turned else None
            met = bound or self._compared(condition, binding, row)
            if met is not None:
                yield _joined(met, evidence), rules

    def _reached(
        self, property: str, known: Binding, depth: int, *, is_turned: bool
    ) -> Iterator[tuple[Binding, Row, tuple[str, ...]]]:
        """Yield what a property leads to from a thing, or if turned from what, by facts or by rules."""
        for binding, fact in self._values(property, known, is_turned=is_turned):
            yield binding, Row({}, (fact,), sentences_of(fact)), ()
        for rule in self._conformance.rules if depth > 1 else ():
            then = rule.then
            if not (then.property == property or then.property in self._conformance.inverses(property)):
                continue
            is_reversed = is_turned == (then.property == property)
            if start := then.variable if is_reversed else then.subject:
                for each in self._apply(rule, {start: known}, depth - 1):
                    yield each.subject if is_reversed else each.object, each.row, each.rules

    def _stating(self, key: str, name: str) -> tuple[str, ...]:
        """Return the sentences that state that a thing is of a class, or else what it is."""
        view, conformance = self._context.view, self._conformance
        names = set(view.names(key))
        relations = view.relations([key], frozenset({RelationKind.IS_A}))
        stated = [each for each in relations if each.subject in names]
        above = {each.object: conformance.schema.above(conformance.class_of_type(each.object)) for each in stated}
        stated = [each for each in stated if name in above[each.object]] or stated
        return tuple(dict.fromkeys(item.sentence_id for each in stated for item in each.evidence[:1]))

    def _values(self, property: str, known: Binding, *, is_turned: bool = False) -> Iterator[tuple[Binding, Fact]]:
        """Yield what conforming facts state for a property of a thing or, if turned, what leads to it."""
        if not isinstance(known.end, str):
            return
        view = self._context.view
        names = view.names(known.end)
        facts = self._context.facts_about(names)
        self._context.bindings(facts)
        inverses = self._conformance.inverses(property)
        for fact in facts:
            conforming = self._conformance.conforming(fact, view.grouped_predicates(fact), {property, *inverses})
            if conforming is None:
                continue
            ends = [fact.subject, fact.object]
            is_inverse = conforming.property.name != property
            if (conforming.is_reversed + is_inverse + is_turned) % 2:
                ends.reverse()
            for own, other in (ends, ends[::-1]) if property in inverses else (ends,):
                if own in names:
                    yield self._context.binding(other), fact

    def _compared(self, condition: Condition, found: Binding, row: Row) -> Row | None:
        """Return the row if a value meets a condition, with the variable of the condition bound; else None."""
        if condition.variable and condition.variable not in row.bindings:
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


def concluded_members(type: str, context: StepContext, known: Binding | None = None) -> list[Concluded]:
    """Return what rules conclude to be of a type that a plan names, all or a given thing; none without such rules."""
    conformance = context.view.conformance
    name = conformance.class_named(type) if conformance.rules else ""
    return RuleReasoning(conformance, context).members(name, known) if name else []


def _joined(row: Row, other: Row) -> Row:
    return replace(evidence_of([row, other]), bindings=row.bindings)
