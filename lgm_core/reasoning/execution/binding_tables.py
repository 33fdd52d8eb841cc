"""Tables of bindings: independent sets of rows, joined when an action uses variables of several (KAG, section 2.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import nlargest
from itertools import islice

from lgm_core.model import Fact, FactEnd, Value, ValueKind
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.schema.value_fitting import whole_value

__all__ = [
    "Binding",
    "BindingTables",
    "Row",
    "Table",
    "binding_of_text",
    "cut_note",
    "distinct_bindings",
    "evidence_of",
    "natural_join",
    "sentences_of",
    "surest_rows",
    "value_of_text",
]


@dataclass(frozen=True, slots=True)
class Binding:
    """What a variable stands for in a row.

    Attributes:
        end: the key of a concept, a value, or a section. A name that the graph has no concept for is used as a key, so
            that it can be compared.
        name: the name or value as documents write it.
        is_guess: whether it is a value picked from a sentence that does not say what was asked.
    """

    end: FactEnd
    name: str
    is_guess: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Row:
    """Bindings that belong together, with their evidence.

    Attributes:
        bindings: by variable.
        facts: the facts that support the row, each once, in the order of the steps.
        sentences: the ids of the sentences that support it, including those of its facts, each once.
        weight: how sure the row is, from 0 to 1: the least weight of its steps.
    """

    bindings: Mapping[str, Binding] = field(default_factory=dict, hash=False)
    facts: tuple[Fact, ...] = ()
    sentences: tuple[str, ...] = ()
    weight: float = 1.0


def sentences_of(fact: Fact) -> tuple[str, ...]:
    """Return the ids of the sentences that state a fact."""
    return tuple(dict.fromkeys(item.sentence_id for item in fact.evidence))


_MOST_TEXT = 200
"""The most characters of a text that is read as a value."""


def value_of_text(view: GraphView, text: str) -> Value | None:
    """Return the date, number or quantity that the whole text is; None if it is something else."""
    stripped = text.strip()
    if len(stripped) > _MOST_TEXT:
        return None
    return next(filter(None, (whole_value(stripped, code) for code in view.question_languages)), None)


def binding_of_text(view: GraphView, text: str) -> Binding:
    """Return what a constant stands for: a value, the key of a concept, or plain text."""
    end: FactEnd | None = value_of_text(view, text)
    if end is None:
        end = next(iter(view.keys_of(text)), None)
    return Binding(Value(text, ValueKind.TEXT) if end is None else end, text)


_AS_SURE = 0.9
"""Rows with at least this share of the greatest weight count as equally sure."""

_MOST_PAIRS = 200_000
"""The most pairs of rows that a join looks at."""

Identity = Callable[[FactEnd], tuple[object, ...]]
"""Returns a key that is the same for all names of a concept and differs between things."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows with the same variables; in a table without rows nothing was found for them.

    Attributes:
        variables: the variables that its rows bind.
        rows: the rows.
        is_ordered: whether the rows are in the order of a `Sort`.
        gap: why rows may be missing: rows were cut, not all facts were read, or nothing was found; empty if none are.
    """

    variables: frozenset[str]
    rows: tuple[Row, ...] = ()
    is_ordered: bool = False
    gap: str = ""

    def cut(self, most: int) -> tuple[Table, bool]:
        """Return the table with its `most` surest rows in their order, and whether some were cut."""
        if len(self.rows) <= most:
            return self, False
        rows = tuple(self.rows[place] for place in _surest_places([row.weight for row in self.rows], most))
        return replace(self, rows=rows, gap=cut_note(most)), True


@dataclass(frozen=True, slots=True)
class BindingTables:
    """Tables that have no variables in common, and so are independent of each other."""

    tables: tuple[Table, ...] = ()

    def knows(self, variable: str) -> bool:
        """Tell whether a step has bound a variable, even if nothing was found for it."""
        return any(variable in table.variables for table in self.tables)

    def joined(self, variables: Iterable[str], identity: Identity, most: int) -> tuple[Table, bool]:
        """Return one table with the variables and at most `most` rows, the surest, and whether rows were cut.

        Tables that share no variable are joined row by row: each of one with each of the other.
        """
        wanted = frozenset(variables)
        having = [table for table in self.tables if wanted & table.variables]
        table, is_cut = having[0] if having else Table(frozenset(), (Row(),)), False
        for other in having[1:]:
            table, cut = natural_join(table, other, identity, most)
            is_cut |= cut
        return table, is_cut

    def with_table(self, table: Table, identity: Identity, most: int) -> tuple[BindingTables, bool]:
        """Return the tables with another one joined to those that share its variables, and whether rows were cut."""
        apart = tuple(other for other in self.tables if not other.variables & table.variables)
        is_cut = False
        for other in self.tables:
            if other.variables & table.variables:
                table, cut = natural_join(other, table, identity, most)
                is_cut |= cut
        table, cut = table.cut(most)
        return BindingTables((*apart, table)), is_cut or cut

    def replaced(self, table: Table) -> BindingTables:
        """Return the tables with one replacing all that share variables with it."""
        return BindingTables((*(other for other in self.tables if not other.variables & table.variables), table))


def natural_join(left: Table, right: Table, identity: Identity, most: int) -> tuple[Table, bool]:
    """Join two tables on their shared variables; return the table, and whether rows were cut.

    A row that would follow the same fact back to where it came from is left out. The order is that of the left table,
    unless only the right one is ordered.
    """
    if right.is_ordered and not left.is_ordered:
        left, right = right, left
    shared = sorted(left.variables & right.variables)
    by_shared: defaultdict[tuple[object, ...], list[Row]] = defaultdict(list)
    for row in right.rows:
        if (key := _key(row, shared, identity)) is not None:
            by_shared[key].append(row)
    joining = (
        (row, other)
        for row in left.rows
        if (key := _key(row, shared, identity)) is not None
        for other in by_shared.get(key, ())
        if not _walks_back(row, other, identity)
    )
    # Limit a cross product of two full tables before making its rows.
    pairs = list(islice(joining, _MOST_PAIRS + 1))
    is_cut = len(pairs) > min(most, _MOST_PAIRS)
    if is_cut:
        weights = [min(row.weight, other.weight) for row, other in pairs]
        pairs = [pairs[place] for place in _surest_places(weights, most)]
    rows = tuple(combined(row, other) for row, other in pairs)
    gap = cut_note(most) if is_cut else left.gap or right.gap
    return Table(left.variables | right.variables, rows, left.is_ordered, gap), is_cut


def cut_note(most: int) -> str:
    """Return the note on a table that was cut."""
    return f"more than {most} rows; only the surest {most} are kept"


def _surest_places(weights: Sequence[float], most: int) -> list[int]:
    """Return the places of the greatest weights, in order of place; of equal weights the first."""
    return sorted(nlargest(most, range(len(weights)), key=lambda place: (weights[place], -place)))


def _key(row: Row, variables: Sequence[str], identity: Identity) -> tuple[object, ...] | None:
    """Return the identities that a row has for variables; None if it lacks one, as rows from text can."""
    found = [row.bindings.get(name) for name in variables]
    return None if None in found else tuple(identity(each.end) for each in found if each is not None)


def combined(first: Row, second: Row) -> Row:
    """Return two rows as one, as sure as the less sure of them."""
    return replace(evidence_of([first, second]), bindings={**second.bindings, **first.bindings})


def evidence_of(rows: Sequence[Row]) -> Row:
    """Return all facts and sentences of rows and the least weight, without bindings."""
    return Row(
        {},
        tuple({fact.key: fact for row in rows for fact in row.facts}.values()),
        tuple(dict.fromkeys(id for row in rows for id in row.sentences)),
        min((row.weight for row in rows), default=1.0),
    )


def distinct_bindings(rows: Sequence[Row], variable: str, identity: Identity) -> list[tuple[Binding, list[Row]]]:
    """Return the different things that a variable stands for in rows, in order, each with its rows."""
    found: dict[tuple[object, ...], tuple[Binding, list[Row]]] = {}
    for row in rows:
        if (binding := row.bindings.get(variable)) is not None:
            found.setdefault(identity(binding.end), (binding, []))[1].append(row)
    return list(found.values())


def _walks_back(row: Row, other: Row, identity: Identity) -> bool:
    used = {fact.key for fact in row.facts}
    if not any(fact.key in used for fact in other.facts):
        return False
    known = {identity(binding.end) for binding in row.bindings.values()}
    return any(
        identity(binding.end) in known for variable, binding in other.bindings.items() if variable not in row.bindings
    )


def surest_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the rows that are about as sure as the surest; text often gives one answer and some guesses."""
    best = max((row.weight for row in rows), default=0.0)
    return [row for row in rows if row.weight >= _AS_SURE * best]
