"""What an end of a retrieval may be: concepts by name, things of a type, and further terms; notes on the way there."""

from __future__ import annotations

from dataclasses import dataclass, field

from lgm_core.model import RelationKind
from lgm_core.model.concept import name_of
from lgm_core.reasoning.execution.binding_tables import Binding, BindingTables, Row, distinct_bindings, value_of_text
from lgm_core.reasoning.execution.step_context import MOST_FACTS, StepContext
from lgm_core.reasoning.execution.step_result import Linked
from lgm_core.reasoning.linking.name_linking import LinkedName
from lgm_core.reasoning.plan.plan_parts import Term

__all__ = [
    "MOST_INSTANCES",
    "Concluded",
    "KnownEnd",
    "StepNotes",
    "bound_end",
    "instances_of",
    "is_read_in_part",
    "known_ends",
    "step_ends",
    "wider_ends",
]

MOST_INSTANCES = 60
"""How many things of a type a retrieval without named ends starts from."""

_WIDER = {"synonym": 1.0, "narrower": 0.97, "broader": 0.95}
"""How surely facts about a further term answer for the one asked about."""

_ONE_OF_SEVERAL = 0.8
"""The same for a narrower term beside others: what holds for one of them need not hold for the rest."""


@dataclass(frozen=True, slots=True)
class Concluded:
    """What follows by rules.

    Attributes:
        subject: of what.
        object: the thing or value that follows; for a class its name.
        row: the facts and sentences of all premises.
        rules: the rules in words, the last one first.
    """

    subject: Binding
    object: Binding
    row: Row
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownEnd:
    """What an end of a retrieval may be.

    Attributes:
        binding: what the variable is bound to.
        names: the keys of the concept; empty for a value.
        score: how surely the name means it, from 0 to 1.
        level: how its name was found; empty if it was bound before.
        because: what rules conclude, if they say that it is of a type.
    """

    binding: Binding
    names: tuple[str, ...]
    score: float = 1.0
    level: str = ""
    because: tuple[Concluded, ...] = ()

    @property
    def of_concept(self) -> Binding:
        """Return its binding with the key of its concept in place of what a plan calls it."""
        return Binding(next(iter(self.names), self.binding.end), self.binding.name)


@dataclass(slots=True)
class StepNotes:
    """Collects what a step reports about how it went."""

    linked: dict[tuple[str, str], Linked] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)
    rules: dict[str, None] = field(default_factory=dict)
    gap: str = ""

    def link(self, linked: Linked) -> None:
        """Note how a name, type, predicate or constraint was understood."""
        self.linked.setdefault((linked.kind, linked.text), linked)

    def note(self, text: str) -> None:
        """Note what a reader should know."""
        self.notes[text] = None

    def doubt(self, gap: str) -> None:
        """Note why rows may be missing, if there is a reason."""
        if gap:
            self.gap = gap
            self.note(gap)


def step_ends(term: Term, tables: BindingTables, context: StepContext, told: StepNotes) -> list[KnownEnd] | None:
    """Return what an end may be: what it is bound to, or what its names mean; None if it is to be found."""
    if tables.knows(term.variable):
        table, _ = tables.joined([term.variable], context.identity, context.most_rows)
        return [
            bound_end(binding, context) for binding, _ in distinct_bindings(table.rows, term.variable, context.identity)
        ]
    found = known_ends(term, context)
    for end in found or ():
        told.link(Linked(end.binding.name, "name", end.level or "value", end.names[:1], end.score))
    return found


def known_ends(term: Term, context: StepContext) -> list[KnownEnd] | None:
    """Return what the names of an end may mean; None if it has no names."""
    if not term.names:
        return None
    found: list[KnownEnd] = []
    for name in term.names:
        linked = context.link(name)
        found += [KnownEnd(Binding(link.names[0], name), link.names, link.score, link.level) for link in linked]
        if not linked and (value := value_of_text(context.view, name)) is not None:
            found.append(KnownEnd(Binding(value, name), ()))
        elif not linked:
            found += wider_ends(Binding(name, name), (), context)
    return found


def bound_end(binding: Binding, context: StepContext) -> KnownEnd:
    """Return a binding as an end, with all names of its concept."""
    names = context.view.names(binding.end) if isinstance(binding.end, str) else ()
    return KnownEnd(binding, names)


def wider_ends(binding: Binding, known: tuple[str, ...], context: StepContext) -> list[KnownEnd]:
    """Return the synonyms, narrower and broader terms of the schema for a name under which the graph has anything."""
    view = context.view
    groups = [(level, view.names(key)) for key, level in view.conformance.terms.wider(binding.name).items()]
    if not groups:
        return []
    counts = view.frequencies([name for _, names in groups for name in names])
    there = [(level, names) for level, names in groups if known[:1] != names[:1] and any(map(counts.get, names))]
    below = {names for level, names in there if level == "narrower"}
    asked = view.plain_keys(binding.name)
    stated = view.relations(asked, frozenset({RelationKind.IS_A}))
    below |= {view.names(each.subject) for each in stated if each.object in asked}
    factors = _WIDER if len(below) < 2 else {**_WIDER, "narrower": _ONE_OF_SEVERAL}
    return [KnownEnd(binding, names, factors[level], level) for level, names in there]


def instances_of(name: str, context: StepContext) -> list[KnownEnd]:
    """Return the concepts of a name, and the things that are stated to be one, one more than the most at most.

    What is stated to be of a class that the schema puts below the one named counts too.
    """
    view = context.view
    linked: list[LinkedName] = [link for link in context.link(name) if link.level != "similar"]
    keys = list(dict.fromkeys(key for link in linked for key in link.names))
    found = list(keys)
    if named := view.conformance.class_named(name):
        labels = (label for each in view.conformance.below([named]) for label in each.names)
        keys += view.with_senses(key for label in labels for key in view.plain_keys(label))
    for relation in view.relations(keys, frozenset({RelationKind.IS_A})):
        if relation.object in keys and len(found) <= MOST_INSTANCES:  # one more shows that some are left out
            found.append(relation.subject)
    return [KnownEnd(Binding(group[0], name_of(group[0])), group, 1.0, "instance") for group in view.name_groups(found)]


def is_read_in_part(known: KnownEnd, context: StepContext) -> bool:
    """Tell whether a concept has more facts than are read."""
    return bool(known.names) and len(context.facts_about(known.names)) >= MOST_FACTS
