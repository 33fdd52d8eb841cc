"""Checking queries by their algebra before anything runs them: what they read is limited, and can be cited."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain, count, islice, product
from typing import Any

from pyoxigraph import Literal, NamedNode, Variable
from rdflib import BNode, URIRef
from rdflib import Literal as ParsedLiteral
from rdflib import Variable as ParsedVariable
from rdflib.paths import AlternativePath, InvPath, Path, SequencePath
from rdflib.plugins.sparql.algebra import translateQuery, traverse
from rdflib.plugins.sparql.parser import parseQuery
from rdflib.plugins.sparql.parserutils import CompValue

from lgm_core.errors import InputError, nearest_name, shown
from lgm_core.rdf.vocabulary import RDF, RDFS, XSD
from lgm_core.reasoning.sparql.query_text import bracket_depths, pattern_end, words_of

__all__ = ["CheckedQuery", "Triple", "checked_query"]

logging.getLogger("rdflib.term").setLevel(logging.CRITICAL)  # literals that Python has no type for

Triple = tuple[Any, Any, Any]
_Parts = frozenset[frozenset[str]]
"""The sets of variables that a pattern connects, matched in one of its ways."""

_LONGEST, _DEEPEST, _MOST_TRIPLES, _MOST_WAYS = 5_000, 12, 20, 200
"""The most characters of a query, brackets in each other, triples of a pattern, with those of all ways along its paths,
and ways to match it, by the branches of its unions and the rows of its values."""

_AGGREGATED, _MIDDLE = "__agg_", "lgm_"
"""How the names begin of what rdflib has an aggregate compute, and of what lies in the middle of paths."""

_TYPE, _LABEL = NamedNode(f"{RDF}type"), NamedNode(f"{RDFS}label")
_CASTS = frozenset(f"{XSD}{name}" for name in "integer decimal double float string boolean date dateTime".split())
_AROUND = frozenset("Project Distinct Reduced Slice OrderBy AggregateJoin Group Filter Extend".split())
_EXTREMES = {"Aggregate_Max": "DESC", "Aggregate_Min": "ASC"}
_CHANGING = frozenset(f"Builtin_{name}" for name in "BNODE NOW RAND STRUUID UUID".split())

_FIRST_WORD = re.compile(r"(?:\s|PREFIX\s+[^\s:]*:)*(\w+)", re.IGNORECASE)
_SERVICE = re.compile(r"(?<![\w:?$.-])SERVICE\b", re.IGNORECASE)
_WAYS_OUT: Mapping[str, str] = {
    "SERVICE": "queries read only this graph and never the network; leave it out",
    "GRAPH": "all triples are in one graph; write the pattern without it",
    "FROM": "all triples are in one graph; leave it out",
    "CONSTRUCT": "write SELECT with the variables that you want",
    "DESCRIBE": "write SELECT with the variables that you want",
    "BASE": "write whole identifiers, or PREFIX",
}


@dataclass(frozen=True, slots=True)
class CheckedQuery:
    """A query that may run.

    Attributes:
        text: the query, after the prefixes that it lacked.
        prologue: all prefixes.
        pattern: what it has in braces; also binds what lies in the middle of paths.
        keys: the columns that tell which matches of the pattern bear a row out.
        triples: the triples of the pattern that must hold, with those of paths.
        names: the names that the query says things have.
        order: puts the matches with the greatest or least value first, if that is asked for.
    """

    text: str
    prologue: str
    pattern: str
    keys: tuple[str, ...]
    triples: tuple[Triple, ...]
    names: tuple[str, ...]
    order: str


def checked_query(query: str, names: Mapping[str, Any]) -> CheckedQuery:
    """Return a query that may run.

    Args:
        query: the query; prefixes may be missing.
        names: the base, classes and properties of the schema (`triples.schema_names`).

    Raises:
        InputError: it cannot be read, contains what queries may not, or names a class or property that does not exist;
            the message says what to write.
    """
    words, begin = _checked_words(query)
    known = {"": names["base"], "rdf": RDF, "rdfs": RDFS, "xsd": XSD}
    try:
        prologue, asked = parsed = parseQuery(query)
        declared = {each.prefix or "": str(each.iri) for each in prologue}
        # In place, since rdflib itself knows one prefix for each identifier only.
        traverse(asked, visitPost=partial(_resolved, prefixes=known | declared))
        algebra = translateQuery(parsed).algebra
    except InputError:
        raise
    except Exception as error:  # rdflib raises anything
        place, told = getattr(error, "loc", 0) + 1, getattr(error, "msg", None) or str(error)
        raise InputError(f"the query cannot be read: character {place}: {told[:300]}") from error
    if asked.datasetClause:
        raise _refused("FROM")
    if asked.valuesClause:
        raise InputError("VALUES stands after the pattern; write it within")
    if asked.groupby and not all(isinstance(each, ParsedVariable) for each in asked.groupby.condition):
        raise InputError("GROUP BY takes variables; compute with BIND in the pattern")
    read = _Pattern(names, count())
    ways = read.ways(algebra.p)
    if not _has_triple(algebra.p):
        raise InputError("the pattern can match without a triple; write one in each branch of UNION, outside OPTIONAL")
    if len(read.triples) + len(read.denied) > _MOST_TRIPLES:
        raise InputError(f"the pattern has more than {_MOST_TRIPLES} triples; write a simpler query")
    if read.grouped is None and any(each.evar for each in asked.projection or ()):
        raise InputError(
            "compute with BIND in the pattern: BIND(YEAR(?date) AS ?year); only counts and sums stand outside"
        )
    if apart := next((parts for parts in ways if len(parts) > 1 and not read.compares(parts)), None):
        first, second = sorted(", ".join(f"?{name}" for name in sorted(each)) for each in apart)[:2]
        raise InputError(f"the pattern falls into parts that share no variable ({first} and {second}); connect them")
    variables = [*map(str, algebra.PV)] if algebra.name == "SelectQuery" else []
    if hidden := [each for each in read.grouped or () if each not in variables]:
        raise InputError(f"write ?{hidden[0]} of GROUP BY after SELECT too, so that each row can be cited")
    lacked = "".join(f"PREFIX {name}: <{iri}> " for name, iri in known.items() if name not in declared)
    return CheckedQuery(
        text=lacked + query,
        prologue=lacked + query[:begin],
        pattern=f"{query[words.index('{') + 1 : pattern_end(words)]}\n{' '.join(read.steps)}",
        keys=tuple(sorted(read.bound.intersection(variables))) if read.grouped is None else read.grouped,
        triples=tuple(read.triples),
        names=read.names(),
        order=read.order,
    )


def _checked_words(query: str) -> tuple[str, int]:
    """Return the words of a query, and where SELECT or ASK stands; refuse what no parser should see."""
    if len(query) > _LONGEST:
        raise InputError(f"the query has {len(query)} characters; it may have {_LONGEST} at most")
    if re.search(r"\\[uU]", query):
        raise InputError("the query has an escape such as \\u0041; write the character itself")
    words = words_of(query)
    if _SERVICE.search(words):  # whatever a parser takes it for
        raise _refused("SERVICE")
    if found := re.search(rf"[?$](?:{_AGGREGATED}|{_MIDDLE})\w*", words):
        raise InputError(f"the variable {shown(found[0], 40)} has a reserved name; give it another")
    if found := re.search(r"@\w+", words):
        raise InputError(f"names have no language; write them without {found[0]}")
    first = _FIRST_WORD.match(words)
    if first is None:
        raise InputError("the query cannot be read: there is no SELECT or ASK")
    if first[1].upper() not in ("SELECT", "ASK"):
        raise _refused(first[1].upper())
    depths = bracket_depths(words)
    if max(depths) > _DEEPEST:
        raise InputError(f"more than {_DEEPEST} brackets in each other; write a simpler query")
    if depths[-1] or "{" not in words:
        raise InputError("the query cannot be read: one pattern stands in { }, and each bracket is closed")
    return words, first.start(1)


def _resolved(node: object, prefixes: Mapping[str, str]) -> URIRef | None:
    """Return the identifier that a name with a prefix stands for; None for anything else."""
    if not isinstance(node, CompValue) or node.name != "pname":
        return None
    prefix = node.prefix or ""
    if prefix not in prefixes:
        raise InputError(f"the prefix {prefix}: is unknown; known are {' '.join(f'{each}:' for each in prefixes)}")
    return URIRef(prefixes[prefix] + (node.localname or ""))


def _refused(word: str) -> InputError:
    way_out = _WAYS_OUT.get(word, "a query begins with SELECT or ASK, and only reads")
    return InputError(f"{shown(word, 40)} cannot be in a query: {way_out}")


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

    def __init__(self, known: Mapping[str, Any], numbers: Iterator[int]) -> None:
        self._known, self._numbers = known, numbers
        self.triples: list[Triple] = []
        self.denied: list[Triple] = []
        self.steps: list[str] = []
        self.bound: set[str] = set()
        self.compared: list[set[str]] = []
        self.equal: list[tuple[str, str]] = []
        self.grouped: tuple[str, ...] | None = None
        self.order = ""

    def ways(self, node: CompValue, is_sure: bool = True) -> set[_Parts]:
        """Return the parts of a pattern that are connected, for each way to match it; all have it if that `is_sure`.

        Raises:
            InputError: it contains what queries may not.
        """
        match node.name:
            case "BGP":
                ways = {_joined(self._triple(each, is_sure) for each in node.triples)}
            case "ToMultiSet" if not node.p:
                raise InputError("VALUES without a value finds nothing; write one")
            case "ToMultiSet" if node.p.name == "values":
                rows = [{str(name) for name, each in row.items() if each != "UNDEF"} for row in node.p.res]
                self.bound.update(*rows)
                ways = {_joined([row]) for row in rows} or {_Parts()}
            case "Union":
                ways = self.ways(node.p1, False) | self.ways(node.p2, False)
            case "Join" | "LeftJoin":
                both = product(self.ways(node.p1, is_sure), self.ways(node.p2, is_sure and node.name == "Join"))
                ways = {_joined([*one, *other]) for one, other in both}
            case "Minus":
                ways = self.ways(node.p1, is_sure)
                self._deny(node.p2, ways)
            case name if name in _AROUND:
                ways = self.ways(node.p, is_sure)
            case "ToMultiSet":
                raise InputError("a query within another cannot be cited; write one pattern")
            case name:
                raise _refused(name.removesuffix("GraphPattern").upper())
        if len(ways) > _MOST_WAYS:
            raise InputError("the pattern has too many unions; write a simpler query")
        if node.name == "Group":
            self.grouped = tuple(map(str, node.expr or ()))
        self._check_expression([node.get("expr"), node.get("A")], ways)
        return self._computed(str(node.var), _variables(node.expr), ways) if node.name == "Extend" else ways

    def _triple(self, triple: tuple[Any, Any, Any], is_sure: bool) -> set[str]:
        """Take in a triple or path, which all matches have if that `is_sure`; return its variables."""
        subject, path, end = triple
        if isinstance(subject, BNode) or isinstance(end, BNode):
            raise InputError("[ ] and _:name cannot be in a query; write a variable, so that it can be cited")
        if isinstance(end, ParsedLiteral) and end.datatype is not None:
            raise InputError(f"{shown(str(end), 40)} is a value: write a variable, and FILTER(?value = …)")
        own = {str(each) for each in triple if isinstance(each, ParsedVariable)}
        for way in self._along(_term(subject), path, _term(end)):
            self.triples += way
            steps = " . ".join(" ".join(map(str, each)) for each in way)
            if len(way) > 1 and is_sure:
                self.steps.append(f"OPTIONAL {{ {steps} }}")
            elif len(way) > 1:  # in a match without the path, nothing lies in its middle
                flag, ends = self._new_variable(), " && ".join(f"BOUND(?{each})" for each in sorted(own)) or "true"
                self.steps.append(f"BIND({ends} AS {flag}) OPTIONAL {{ {steps} FILTER({flag}) }}")
        self.bound |= own
        return own

    def _new_variable(self) -> Variable:
        return Variable(f"{_MIDDLE}{next(self._numbers)}")

    def _along(self, subject: object, path: object, end: object) -> list[list[Triple]]:
        """Return the ways along a path, each as its triples."""
        match path:
            case InvPath():
                return self._along(end, path.arg, subject)
            case AlternativePath():
                return [way for each in path.args for way in self._along(subject, each, end)]
            case SequencePath():
                middle = [self._new_variable() for _ in path.args[1:]]
                steps = map(self._along, [subject, *middle], path.args, [*middle, end])
                return [list(chain.from_iterable(way)) for way in islice(product(*steps), _MOST_TRIPLES)]
            case Path():
                raise InputError(
                    "paths with *, +, ? and ! cannot be in a query; write the steps one after another; classes above "
                    "and inverse properties are already in the graph"
                )
        predicate = _term(path)
        if predicate == _TYPE:
            self._check_name("class", "classes", end)
        elif predicate != _LABEL:
            self._check_name("property", "properties", predicate)
        return [[(subject, predicate, end)]]

    def _check_name(self, kind: str, place: str, term: object) -> None:
        """Refuse a class or property that the schema does not have."""
        if isinstance(term, NamedNode) and term.value not in self._known[place].values():
            local = term.value.removeprefix(self._known["base"])
            near = nearest_name(local.rpartition("#")[2].rpartition("/")[2], self._known[place])
            told = f"; did you mean {near}?" if near else ""
            raise InputError(f"the schema has no {kind} {shown(local)}{told}")

    def _computed(self, variable: str, used: set[str], ways: set[_Parts]) -> set[_Parts]:
        """Add a computed variable to the part that it is computed from; of several parts it connects none."""
        if any(name.startswith(_AGGREGATED) for name in used):
            return ways
        self.bound.add(variable)
        homes = {parts: [part for part in parts if not part.isdisjoint(used)] for parts in ways}
        return {
            _joined([*parts, {variable}.union(*near)] if len(near) == 1 or not used else parts)
            for parts, near in homes.items()
        }

    def _check_expression(self, expression: object, ways: set[_Parts]) -> None:
        """Check what a condition or computation calls; take in what it compares."""
        for each in _within(expression):
            if not isinstance(each, CompValue):
                continue
            if each.name == "Builtin_EXISTS":
                raise InputError("FILTER EXISTS cannot be cited; put its pattern into the pattern itself")
            if each.name == "Builtin_NOTEXISTS":
                self._deny(each.graph, ways)
            elif each.name in _CHANGING:
                raise InputError(f"{each.name[8:]} gives another result every time, and cannot be cited; leave it out")
            elif each.name == "Function" and str(each.iri) not in _CASTS:
                raise InputError(f"the function {shown(str(each.iri))} does not exist; call those of SPARQL")
            elif each.name in _EXTREMES and isinstance(each.vars, ParsedVariable):
                self.order = f"ORDER BY {_EXTREMES[each.name]}({each.vars.n3()})"
            elif each.name == "RelationalExpression":
                self.compared.append(_variables(each))
                for one, other in ((each.expr, each.other), (each.other, each.expr)):
                    if each.op == "=" and isinstance(one, ParsedVariable) and isinstance(other, ParsedLiteral):
                        self.equal.append((str(one), str(other)))

    def _deny(self, node: CompValue, ways: set[_Parts]) -> None:
        """Take in a pattern that must not hold: each part of it shares a variable with what must."""
        if node.name == "GroupGraphPatternSub":
            raise InputError("NOT EXISTS stands in a FILTER of the pattern; write it there")
        within = _Pattern(self._known, self._numbers)
        parts, known = chain.from_iterable(within.ways(node)), set[str]().union(*chain.from_iterable(ways))
        self.denied += within.triples + within.denied
        if apart := next((part for part in parts if part.isdisjoint(known)), None):
            told = ", ".join(f"?{name}" for name in sorted(apart))
            raise InputError(f"{told} of NOT EXISTS or MINUS is not in the pattern outside; connect both by a variable")

    def compares(self, parts: _Parts) -> bool:
        """Tell whether parts are compared with each other, each about something that the query names."""
        named = {variable for variable, _ in self.equal}
        for subject, predicate, end in self.triples:
            ends = {each.value for each in (subject, end) if isinstance(each, Variable)}
            named |= ends if predicate != _TYPE and len(ends) < 2 else set()
        is_one = len(_joined([*parts, *self.compared])) == 1
        return is_one and all(not part.isdisjoint(named) for part in parts)

    def names(self) -> tuple[str, ...]:
        """Return the names that things must have."""
        labels = [end for _, predicate, end in self.triples if predicate == _LABEL]
        given = [each.value for each in labels if isinstance(each, Literal)]
        return tuple(dict.fromkeys(given + [text for name, text in self.equal if Variable(name) in labels]))


def _has_triple(node: CompValue) -> bool:
    """Tell whether a pattern matches only with a triple."""
    match node.name:
        case "BGP":
            return bool(node.triples)
        case "Union":
            return _has_triple(node.p1) and _has_triple(node.p2)
        case "Join":
            return _has_triple(node.p1) or _has_triple(node.p2)
        case "LeftJoin" | "Minus":
            return _has_triple(node.p1)
        case name:
            return name in _AROUND and _has_triple(node.p)


def _term(node: object) -> object:
    """Return a variable, identifier or name as pyoxigraph has it."""
    if isinstance(node, ParsedVariable):
        return Variable(node)
    return NamedNode(node) if isinstance(node, URIRef) else Literal(str(node))


def _within(expression: object) -> Iterator[object]:
    """Yield all that an expression consists of, but not the patterns in it."""
    if not isinstance(expression, list | tuple):
        yield expression
    if isinstance(expression, CompValue):
        expression = [value for name, value in expression.items() if name != "graph"]
    for each in expression if isinstance(expression, list | tuple) else ():
        yield from _within(each)


def _variables(expression: object) -> set[str]:
    return {str(each) for each in _within(expression) if isinstance(each, ParsedVariable)}


def _joined(parts: Iterable[Iterable[str]]) -> _Parts:
    """Join sets of variables that overlap."""
    found = set[frozenset[str]]()
    for part in filter(None, map(frozenset, parts)):
        near = {each for each in found if not each.isdisjoint(part)}
        found = found - near | {part.union(*near)}
    return frozenset(found)
