"""Checking queries by their algebra before anything runs them: what they read is limited, and can be cited."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, cast

from rdflib import Literal, URIRef, Variable
from rdflib.paths import AlternativePath, InvPath, Path, SequencePath
from rdflib.plugins.sparql.algebra import translateQuery
from rdflib.plugins.sparql.parser import parseQuery
from rdflib.plugins.sparql.parserutils import CompValue
from rdflib.term import Identifier

from lgm_core.errors import InputError, nearest_name, shown
from lgm_core.rdf.vocabulary import RDF, RDFS, XSD
from lgm_core.reasoning.sparql.query_text import QueryText, read_text

__all__ = ["CheckedQuery", "Triple", "checked_query"]

logging.getLogger("rdflib.term").setLevel(logging.CRITICAL)  # literals that Python has no type for

_MOST_PATTERNS, _MOST_GIVEN, _MOST_WAYS = 20, 100, 8
"""The most triples of a pattern, values of VALUES, and ways along one path."""

_AGGREGATED = "__agg_"
"""How rdflib names what an aggregate computes."""

Triple = tuple[Identifier, Identifier, Identifier]

_TYPE, _LABEL = URIRef(f"{RDF}type"), URIRef(f"{RDFS}label")
_CASTS = frozenset(f"{XSD}{name}" for name in "integer decimal double float string boolean date dateTime".split())
_BEYOND_PATHS = "write the steps one after another; classes above and inverse properties are already in the graph"


@dataclass(frozen=True, slots=True)
class CheckedQuery:
    """A query that may run.

    Attributes:
        parts: its text.
        variables: what SELECT asks for.
        keys: which of them the pattern binds, so that they tell which matches of the pattern bear a row out.
        triples: the triples of the pattern that must hold, and those on its paths.
        steps: patterns that bind the things in the middle of paths.
        names: the names that the query says things have.
    """

    parts: QueryText
    variables: tuple[str, ...]
    keys: tuple[str, ...]
    triples: tuple[Triple, ...]
    steps: tuple[str, ...]
    names: tuple[str, ...]


def checked_query(query: str, names: Mapping[str, Any], things: str) -> CheckedQuery:
    """Return a query that may run.

    Args:
        query: the query; prefixes may be missing.
        names: the base, classes and properties of the schema (`triples.schema_names`).
        things: the beginning of the identifiers of things.

    Raises:
        InputError: it cannot be read, contains what queries may not, or names a class or property that does not exist;
            the message says what to write.
    """
    parts = read_text(query, names["base"], things)
    try:
        algebra = translateQuery(parseQuery(parts.text)).algebra
    except RecursionError as error:
        raise InputError("the query is too deep; write a simpler one") from error
    except Exception as error:  # rdflib raises anything
        place = getattr(error, "loc", len(parts.text)) - len(parts.text) + parts.length + 1
        told = getattr(error, "msg", None) or str(error)
        raise InputError(f"the query cannot be read: character {max(place, 1)}: {told[:300]}") from error
    if not isinstance(algebra, CompValue) or algebra.name not in ("SelectQuery", "AskQuery"):
        raise InputError("a query begins with SELECT or ASK, and only reads")
    read = _Pattern()
    parts_of = [each for each in read.components(algebra.p, set()) if not each <= read.constants]
    if len(parts_of) > 1 and not read.is_compared(parts_of):
        first, second = (", ".join(sorted(f"?{name}" for name in each)) for each in parts_of[:2])
        raise InputError(f"the pattern falls into parts that share no variable ({first} and {second}); connect them")
    _check_vocabulary(read.triples, names)
    variables = () if parts.is_ask else tuple(map(str, algebra.PV))
    bound = {*read.bound, *(variable for variable, _ in parts.computed)}
    if hidden := [each for each in parts.grouped if each not in variables]:
        raise InputError(f"write ?{hidden[0]} of GROUP BY after SELECT too, so that each row can be cited")
    keys = parts.grouped if parts.has_aggregates else tuple(each for each in variables if each in bound)
    triples, steps = read.expanded()
    return CheckedQuery(parts, variables, keys, triples, steps, read.names())


@dataclass(slots=True)
class _Pattern:
    """Reads the pattern of a query: its triples, the variables they bind, and whether its parts are connected."""

    triples: list[Triple] = field(default_factory=list)
    denied: list[Triple] = field(default_factory=list)
    bound: set[str] = field(default_factory=set)
    compared: list[set[str]] = field(default_factory=list)
    equal: list[tuple[str, str]] = field(default_factory=list)
    constants: set[str] = field(default_factory=set)

    def components(self, node: CompValue, outer: set[str], *, is_denied: bool = False) -> list[set[str]]:
        """Return the variables of the connected parts of a pattern.

        Raises:
            InputError: it contains what queries may not.
        """
        match node.name:
            case "BGP":
                return self._of_triples(node.triples, is_denied=is_denied)
            case "Join" | "LeftJoin":
                found = self.components(node.p1, outer, is_denied=is_denied)
                found = _joined([*found, *self.components(node.p2, outer, is_denied=is_denied)])
                if node.name == "LeftJoin" and isinstance(node.expr, CompValue):
                    self._check_expression(node.expr, set().union(*found), is_denied=is_denied)
                return found
            case "Union":
                sides = [self.components(each, outer, is_denied=is_denied) for each in (node.p1, node.p2)]
                is_one = all(len(side) <= 1 for side in sides)
                return [set().union(*sides[0], *sides[1])] if is_one else [*sides[0], *sides[1]]
            case "Filter":
                found = self.components(node.p, outer, is_denied=is_denied)
                self._check_expression(node.expr, set().union(outer, *found), is_denied=is_denied)
                return found
            case "Extend":
                found = self.components(node.p, outer, is_denied=is_denied)
                self._check_expression(node.expr, set().union(outer, *found), is_denied=is_denied)
                return self._computed(str(node.var), set(_variables(node.expr)), found)
            case "Minus":
                found = self.components(node.p1, outer, is_denied=is_denied)
                self._check_denied(node.p2, set().union(*found))
                return found
            case "ToMultiSet":
                return self._given(node.p)
            case "values":
                return self._given(node)
            case "Project" | "Distinct" | "Reduced" | "Slice" | "OrderBy" | "AggregateJoin" | "Group":
                for each in (*(node.get("expr") or ()), *(node.get("A") or ())) if node.name != "Slice" else ():
                    self._check_expression(each, set(), is_denied=is_denied)
                return self.components(node.p, outer, is_denied=is_denied)
        raise InputError(f"{node.name} cannot be in a query; write a plain pattern")

    def _of_triples(self, triples: Iterable[Triple], *, is_denied: bool) -> list[set[str]]:
        kept = self.denied if is_denied else self.triples
        found = []
        for triple in triples:
            kept.append(triple)
            own = {str(each) for each in triple if isinstance(each, Variable)}
            if isinstance(triple[2], Literal) and triple[2].datatype is not None:
                raise InputError(f"{shown(str(triple[2]), 40)} is a value: write a variable, and FILTER(?value = …)")
            if not is_denied:
                self.bound |= own
            if own:
                found.append(own)
        if sum(map(_length, (triple[1] for triple in (*self.triples, *self.denied)))) > _MOST_PATTERNS:
            raise InputError(f"the pattern has more than {_MOST_PATTERNS} triples; write a simpler query")
        return _joined(found)

    def _computed(self, variable: str, used: set[str], parts: list[set[str]]) -> list[set[str]]:
        """Add a computed variable to the part that it is computed from; of several parts it connects none."""
        if any(name.startswith(_AGGREGATED) for name in used):
            return parts
        self.bound.add(variable)
        if not used:
            self.constants.add(variable)
            return [*parts, {variable}]
        homes = [part for part in parts if not part.isdisjoint(used)]
        if len(homes) == 1:
            homes[0].add(variable)
        return parts

    def _given(self, node: CompValue) -> list[set[str]]:
        rows = node.res
        if sum(map(len, rows)) > _MOST_GIVEN:
            raise InputError(f"VALUES gives more than {_MOST_GIVEN} values; give fewer")
        found = {str(each) for row in rows for each in row}
        self.bound |= found
        return [found] if found else []

    def _check_expression(self, expression: object, known: set[str], *, is_denied: bool) -> None:
        """Check what a condition or computation calls; take in what it compares."""
        for each in _values(expression):
            if each.name == "Builtin_EXISTS":
                raise InputError("FILTER EXISTS cannot be cited; put its pattern into the pattern itself")
            if each.name == "Builtin_NOTEXISTS":
                self._check_denied(each.graph, known)
            elif each.name == "Function" and str(each.iri) not in _CASTS:
                raise InputError(f"the function {shown(str(each.iri))} does not exist; call those of SPARQL")
            elif each.name == "RelationalExpression":
                self.compared.append(set(_variables(each)))
                sides = (each.expr, each.other)
                for one, other in (sides, sides[::-1]):
                    if each.op == "=" and isinstance(one, Variable) and isinstance(other, Literal) and not is_denied:
                        self.equal.append((str(one), str(other)))

    def _check_denied(self, node: CompValue, known: set[str]) -> None:
        """Check a pattern that must not hold: each part of it shares a variable with what must."""
        for part in self.components(node, known, is_denied=True):
            if part.isdisjoint(known):
                raise InputError(
                    f"{', '.join(f'?{name}' for name in sorted(part))} of NOT EXISTS or MINUS is not in "
                    "the pattern outside; connect both by a variable"
                )

    def is_compared(self, parts: Sequence[set[str]]) -> bool:
        """Tell whether parts are compared with each other, each about something that the query names."""
        named = {
            str(variable)
            for subject, predicate, object in self.triples
            for variable, other in ((subject, object), (object, subject))
            if isinstance(variable, Variable) and not isinstance(other, Variable) and predicate != _TYPE
        } | {variable for variable, _ in self.equal}
        joined = _joined([*map(set, parts), *self.compared])
        return len(joined) == 1 and all(not part.isdisjoint(named) for part in parts)

    def names(self) -> tuple[str, ...]:
        """Return the names that things must have."""
        labels = {str(object) for _, predicate, object in self.triples if predicate == _LABEL}
        given = [str(each) for _, predicate, each in self.triples if predicate == _LABEL and isinstance(each, Literal)]
        return tuple(dict.fromkeys((*given, *(text for variable, text in self.equal if variable in labels))))

    def expanded(self) -> tuple[tuple[Triple, ...], tuple[str, ...]]:
        """Return the triples with paths as their steps, and patterns that bind what lies in the middle of paths."""
        triples: list[Triple] = []
        steps: list[str] = []
        for subject, predicate, object in self.triples:
            for way in _ways(subject, predicate, object, len(steps)):
                triples += way
                if len(way) > 1:
                    pattern = " . ".join(" ".join(each.n3() for each in triple) for triple in way)
                    steps.append(f"OPTIONAL {{ {pattern} }}")
        return tuple(triples), tuple(steps)


def _values(expression: object) -> Iterator[CompValue]:
    """Yield an expression and all that it consists of, but not the patterns in it."""
    if isinstance(expression, CompValue):
        yield expression
        for name, value in expression.items():
            if name != "graph":
                yield from _values(value)
    elif isinstance(expression, list | tuple):
        for each in expression:
            yield from _values(each)


def _variables(expression: object) -> Iterator[str]:
    if isinstance(expression, Variable):
        yield str(expression)
    for each in _values(expression):
        for value in each.values():
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, Variable):
                    yield str(one)


def _joined(parts: Iterable[set[str]]) -> list[set[str]]:
    """Join sets of variables that overlap."""
    found: list[set[str]] = []
    for part in parts:
        own = set(part)
        apart = []
        for each in found:
            if own.isdisjoint(each):
                apart.append(each)
            else:
                own |= each
        found = [*apart, own]
    return found


def _length(predicate: object) -> int:
    """Return the triples of a predicate or path.

    Raises:
        InputError: the path has no bounds, or cannot be cited.
    """
    if isinstance(predicate, SequencePath | AlternativePath):
        return sum(map(_length, predicate.args))
    if isinstance(predicate, InvPath):
        return _length(predicate.arg)
    if isinstance(predicate, Path):
        raise InputError(f"paths with *, +, ? and ! cannot be in a query; {_BEYOND_PATHS}")
    return 1


def _ways(subject: Identifier, predicate: object, object: Identifier, number: int) -> list[list[Triple]]:
    """Return the ways along a path, each as its triples."""
    if isinstance(predicate, InvPath):
        return _ways(object, predicate.arg, subject, number)
    if isinstance(predicate, AlternativePath):
        found = [way for each in predicate.args for way in _ways(subject, each, object, number)]
    elif isinstance(predicate, SequencePath):
        count = len(predicate.args)
        middle = [Variable(f"lgm_step_{number}_{abs(hash(predicate)) % 10_000}_{place}") for place in range(count - 1)]
        ends = [subject, *middle, object]
        each_step = (_ways(ends[place], each, ends[place + 1], number) for place, each in enumerate(predicate.args))
        found = [[triple for way in ways for triple in way] for ways in product(*each_step)]
    else:
        return [[(subject, cast(Identifier, predicate), object)]]
    if len(found) > _MOST_WAYS:
        raise InputError(f"a path has more than {_MOST_WAYS} ways; write a simpler query")
    return found


def _check_vocabulary(triples: Iterable[Triple], names: Mapping[str, Any]) -> None:
    """Refuse classes and properties that the schema does not have.

    Raises:
        InputError: with the nearest name.
    """
    classes, properties = ({iri: name for name, iri in names[kind].items()} for kind in ("classes", "properties"))
    for _, predicate, object in triples:
        for each in _predicates(predicate):
            if each not in properties and each not in (str(_TYPE), str(_LABEL)):
                raise InputError(_unknown("property", each, names["base"], properties.values()))
        if predicate == _TYPE and isinstance(object, URIRef) and str(object) not in classes:
            raise InputError(_unknown("class", str(object), names["base"], classes.values()))


def _predicates(predicate: object) -> Iterator[str]:
    if isinstance(predicate, SequencePath | AlternativePath):
        for each in predicate.args:
            yield from _predicates(each)
    elif isinstance(predicate, InvPath):
        yield from _predicates(predicate.arg)
    elif isinstance(predicate, URIRef):
        yield str(predicate)


def _unknown(kind: str, iri: str, base: str, known: Iterable[str]) -> str:
    local = iri.removeprefix(base)
    near = nearest_name(local.rpartition("#")[2].rpartition("/")[2], known)
    return f"the schema has no {kind} {shown(local)}" + (f"; did you mean {near}?" if near else "")
