"""Checking queries by their algebra before anything runs them: what they read is limited, and can be cited."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, islice, product
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

_MOST_TRIPLES = 20
"""The most triples of a pattern, those of all ways along its paths included."""

_AGGREGATED = "__agg_"
"""How rdflib names what an aggregate computes."""

Triple = tuple[Identifier, Identifier, Identifier]

_TYPE, _LABEL = URIRef(f"{RDF}type"), URIRef(f"{RDFS}label")
_CASTS = frozenset(f"{XSD}{name}" for name in "integer decimal double float string boolean date dateTime".split())
_MODIFIERS = frozenset("Project Distinct Reduced Slice OrderBy AggregateJoin Group".split())
_EXTREMES = {"Aggregate_Max": "DESC", "Aggregate_Min": "ASC"}


@dataclass(frozen=True, slots=True)
class CheckedQuery:
    """A query that may run.

    Attributes:
        parts: its text.
        keys: the columns that tell which matches of the pattern bear a row out.
        triples: the triples of the pattern that must hold, with those of paths.
        steps: patterns that bind what lies in the middle of paths.
        names: the names that the query says things have.
        order: puts the matches with the greatest or least value first, if that is asked for.
    """

    parts: QueryText
    keys: tuple[str, ...]
    triples: tuple[Triple, ...]
    steps: tuple[str, ...]
    names: tuple[str, ...]
    order: str


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
    except Exception as error:  # rdflib raises anything
        place = getattr(error, "loc", len(parts.text)) - len(parts.text) + parts.length + 1
        told = getattr(error, "msg", None) or str(error)
        raise InputError(f"the query cannot be read: character {max(place, 1)}: {told[:300]}") from error
    read = _Pattern()
    apart = read.components(algebra.p)
    if len(apart) > 1 and not read.is_compared(apart):
        first, second = (", ".join(sorted(f"?{name}" for name in each)) for each in apart[:2])
        raise InputError(f"the pattern falls into parts that share no variable ({first} and {second}); connect them")
    _check_vocabulary((*read.triples, *read.denied), names)
    variables = tuple(map(str, algebra.PV)) if algebra.name == "SelectQuery" else ()
    if hidden := [each for each in read.grouped or () if each not in variables]:
        raise InputError(f"write ?{hidden[0]} of GROUP BY after SELECT too, so that each row can be cited")
    keys = tuple(sorted(read.bound.intersection(variables))) if read.grouped is None else read.grouped
    return CheckedQuery(parts, keys, tuple(read.triples), tuple(read.steps), read.names(), read.order)


@dataclass(slots=True)
class _Pattern:
    """Reads the pattern of a query.

    Attributes:
        triples: what must hold.
        denied: what must not.
        steps: patterns that bind what lies in the middle of paths.
        bound: the variables that the pattern binds.
        compared: the variables of each comparison.
        equal: variables with the texts that they are compared with.
        grouped: the variables of GROUP BY, none if only one row is counted; None without counts and sums.
        order: as in `CheckedQuery`.
    """

    triples: list[Triple] = field(default_factory=list)
    denied: list[Triple] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    bound: set[str] = field(default_factory=set)
    compared: list[set[str]] = field(default_factory=list)
    equal: list[tuple[str, str]] = field(default_factory=list)
    grouped: tuple[str, ...] | None = None
    order: str = ""

    def components(self, node: CompValue, *, is_denied: bool = False) -> list[set[str]]:
        """Return the variables of the connected parts of a pattern.

        Raises:
            InputError: it contains what queries may not.
        """
        name = node.name
        if name == "BGP":
            return self._of_triples(node.triples, is_denied=is_denied)
        if name in ("ToMultiSet", "values"):
            given = {str(each) for row in (node if name == "values" else node.p).res for each in row}
            self.bound |= given
            return [given] if given else []
        if name == "Group":
            if not all(isinstance(each, Variable) for each in node.expr or ()):
                raise InputError("GROUP BY takes variables; compute with BIND in the pattern")
            self.grouped = tuple(map(str, node.expr or ()))
        if name in ("Join", "LeftJoin", "Union", "Minus"):
            found, more = self.components(node.p1, is_denied=is_denied), []
            if name == "Minus":
                self._check_denied(node.p2, found)
            else:
                more = self.components(node.p2, is_denied=is_denied)
            if name == "Union" and len(found) <= 1 and len(more) <= 1:
                found, more = [set().union(*found, *more)], []
            found = found + more if name == "Union" else _joined([*found, *more])
        elif name in ("Filter", "Extend") or name in _MODIFIERS:
            found = self.components(node.p, is_denied=is_denied)
        else:
            raise InputError(f"{name} cannot be in a query; write a plain pattern")
        self._check_expression([node.get("expr"), node.get("A")], found, is_denied=is_denied)
        return self._computed(str(node.var), set(_variables(node.expr)), found) if name == "Extend" else found

    def _of_triples(self, triples: Iterable[Triple], *, is_denied: bool) -> list[set[str]]:
        kept = self.denied if is_denied else self.triples
        found = []
        for subject, predicate, object in triples:
            if isinstance(object, Literal) and object.datatype is not None:
                raise InputError(f"{shown(str(object), 40)} is a value: write a variable, and FILTER(?value = …)")
            for way in _ways(subject, predicate, object):
                kept += way
                if len(way) > 1 and not is_denied:
                    pattern = " . ".join(" ".join(each.n3() for each in triple) for triple in way)
                    self.steps.append(f"OPTIONAL {{ {pattern} }}")
            if own := {str(each) for each in (subject, predicate, object) if isinstance(each, Variable)}:
                found.append(own)
        if len(self.triples) + len(self.denied) > _MOST_TRIPLES:
            raise InputError(f"the pattern has more than {_MOST_TRIPLES} triples; write a simpler query")
        self.bound.update(*([] if is_denied else found))
        return _joined(found)

    def _computed(self, variable: str, used: set[str], parts: list[set[str]]) -> list[set[str]]:
        """Add a computed variable to the part that it is computed from; of several parts it connects none."""
        if any(name.startswith(_AGGREGATED) for name in used):
            return parts
        self.bound.add(variable)
        homes = [part for part in parts if not part.isdisjoint(used)]
        if len(homes) == 1:
            homes[0].add(variable)
        return parts if used else [*parts, {variable}]

    def _check_expression(self, expression: object, parts: Sequence[set[str]], *, is_denied: bool) -> None:
        """Check what a condition or computation calls; take in what it compares."""
        for each in _values(expression):
            if each.name == "Builtin_EXISTS":
                raise InputError("FILTER EXISTS cannot be cited; put its pattern into the pattern itself")
            if each.name == "Builtin_NOTEXISTS":
                self._check_denied(each.graph, parts)
            elif each.name == "Function" and str(each.iri) not in _CASTS:
                raise InputError(f"the function {shown(str(each.iri))} does not exist; call those of SPARQL")
            elif each.name in _EXTREMES and isinstance(each.vars, Variable):
                self.order = f"ORDER BY {_EXTREMES[each.name]}({each.vars.n3()})"
            elif each.name == "RelationalExpression" and not is_denied:
                self.compared.append(set(_variables(each)))
                for one, other in ((each.expr, each.other), (each.other, each.expr)):
                    if each.op == "=" and isinstance(one, Variable) and isinstance(other, Literal):
                        self.equal.append((str(one), str(other)))

    def _check_denied(self, node: CompValue, parts: Sequence[set[str]]) -> None:
        """Check a pattern that must not hold: each part of it shares a variable with what must."""
        known = set[str]().union(*parts)
        if apart := [part for part in self.components(node, is_denied=True) if part.isdisjoint(known)]:
            told = ", ".join(f"?{name}" for name in sorted(apart[0]))
            raise InputError(f"{told} of NOT EXISTS or MINUS is not in the pattern outside; connect both by a variable")

    def is_compared(self, parts: Sequence[set[str]]) -> bool:
        """Tell whether parts are compared with each other, each about something that the query names."""
        named = {variable for variable, _ in self.equal}
        for subject, predicate, object in self.triples:
            if predicate != _TYPE and not (isinstance(subject, Variable) and isinstance(object, Variable)):
                named |= {str(each) for each in (subject, object)}
        is_one = len(_joined([*map(set, parts), *self.compared])) == 1
        return is_one and all(not part.isdisjoint(named) for part in parts)

    def names(self) -> tuple[str, ...]:
        """Return the names that things must have."""
        labelled = [object for _, predicate, object in self.triples if predicate == _LABEL]
        given = (str(each) for each in labelled if isinstance(each, Literal))
        equal = (text for variable, text in self.equal if Variable(variable) in labelled)
        return tuple(dict.fromkeys((*given, *equal)))


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
    held = [value for each in _values(expression) for value in each.values()]
    for each in (expression, *held):
        yield from (str(one) for one in (each if isinstance(each, list) else [each]) if isinstance(one, Variable))


def _joined(parts: Iterable[set[str]]) -> list[set[str]]:
    """Join sets of variables that overlap."""
    found: list[set[str]] = []
    for part in parts:
        near = [each for each in found if not each.isdisjoint(part)]
        found = [*(each for each in found if each.isdisjoint(part)), part.union(*near)]
    return found


_fresh = count()


def _ways(subject: Identifier, predicate: object, object: Identifier) -> list[list[Triple]]:
    """Return the ways along a path, each as its triples.

    Raises:
        InputError: the path has no bounds, or cannot be cited.
    """
    if isinstance(predicate, InvPath):
        return _ways(object, predicate.arg, subject)
    if isinstance(predicate, AlternativePath):
        return [way for each in predicate.args for way in _ways(subject, each, object)]
    if isinstance(predicate, SequencePath):
        middle = [Variable(f"lgm_{next(_fresh)}") for _ in predicate.args[1:]]
        steps = zip([subject, *middle], predicate.args, [*middle, object], strict=True)
        ways = product(*(_ways(*step) for step in steps))
        return [[triple for part in way for triple in part] for way in islice(ways, _MOST_TRIPLES)]
    if isinstance(predicate, Path):
        raise InputError(
            "paths with *, +, ? and ! cannot be in a query; write the steps one after another; classes above and "
            "inverse properties are already in the graph"
        )
    return [[(subject, cast(Identifier, predicate), object)]]


def _check_vocabulary(triples: Iterable[Triple], names: Mapping[str, Any]) -> None:
    """Refuse classes and properties that the schema does not have.

    Raises:
        InputError: with the nearest name.
    """
    for _, predicate, object in triples:
        named = [("property", "properties", predicate)] if predicate not in (_TYPE, _LABEL) else []
        named += [("class", "classes", object)] if predicate == _TYPE else []
        for kind, place, iri in named:
            if isinstance(iri, URIRef) and str(iri) not in names[place].values():
                local = iri.removeprefix(names["base"])
                near = nearest_name(local.rpartition("#")[2].rpartition("/")[2], names[place])
                told = f"; did you mean {near}?" if near else ""
                raise InputError(f"the schema has no {kind} {shown(str(local))}{told}")
