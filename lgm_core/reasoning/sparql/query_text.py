"""The text of a query, before any parser sees it: its words, its parts, and what it may not contain.

Only words that reading needs are allowed, so that nothing depends on two parsers reading SERVICE in one way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.errors import InputError, shown
from lgm_core.rdf.vocabulary import RDF, RDFS, XSD

__all__ = ["QueryText", "read_text"]

_LONGEST, _DEEPEST = 5_000, 12
"""The most characters of a query, and the most brackets in each other."""

_TOKEN = re.compile(
    r"""
    (?P<iri><[^<>"{}|^`\\\x00-\x20]*>)
    | (?P<string>\"{3}(?:\"{0,2}(?:[^"\\]|\\.))*\"{3} | '{3}(?:'{0,2}(?:[^'\\]|\\.))*'{3}
        | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*')
    | (?P<comment>\#[^\n\r]*)
    | (?P<variable>[?$]\w+)
    | (?P<language>@[A-Za-z]+)
    | (?P<number>\d[\w.]*)
    | (?P<name>(?:[^\W\d_][\w.-]*|_)?:(?:[\w.:%-]|\\.)*)
    | (?P<word>[^\W\d]\w*)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)

_ALLOWED = frozenset(
    """
    PREFIX SELECT ASK DISTINCT REDUCED WHERE FILTER OPTIONAL UNION MINUS NOT EXISTS IN BIND VALUES UNDEF AS GROUP BY
    HAVING ORDER ASC DESC LIMIT OFFSET COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT SEPARATOR A TRUE FALSE STR LANG
    LANGMATCHES DATATYPE BOUND ABS CEIL FLOOR ROUND CONCAT STRLEN SUBSTR UCASE LCASE CONTAINS STRSTARTS STRENDS
    STRBEFORE STRAFTER YEAR MONTH DAY IF COALESCE SAMETERM ISIRI ISURI ISLITERAL ISNUMERIC REGEX REPLACE
    """.split()
)
"""The keywords and functions of queries that only read, and give the same result every time."""

_WAYS_OUT: Mapping[str, str] = {
    "SERVICE": "queries read only this graph and never the network; leave it out",
    "GRAPH": "all triples are in one graph; write the pattern without it",
    "FROM": "all triples are in one graph; leave it out",
    "CONSTRUCT": "write SELECT with the variables that you want",
    "DESCRIBE": "write SELECT with the variables that you want",
    "BASE": "write whole identifiers, or PREFIX",
}

_VERBS = frozenset(("SELECT", "ASK"))
_AGGREGATES = frozenset("COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT".split())


@dataclass(frozen=True, slots=True)
class QueryText:
    """A query in its parts, without comments.

    Attributes:
        text: the whole query, after the prefixes that it lacks.
        length: how long it is without those.
        prologue: all prefixes.
        group: the pattern between the outermost braces.
    """

    text: str
    length: int
    prologue: str
    group: str


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str

    @property
    def word(self) -> str:
        return self.text.upper() if self.kind == "word" else ""


def read_text(query: str, base: str, things: str) -> QueryText:
    """Read the parts of a query.

    Args:
        query: the query.
        base: what the empty prefix stands for.
        things: what the prefix `thing` stands for.

    Raises:
        InputError: it is too long or too deep, or contains what queries may not.
    """
    if len(query) > _LONGEST:
        raise InputError(f"the query has {len(query)} characters; it may have {_LONGEST} at most")
    if re.search(r"\\[uU]", query):
        raise InputError("the query has an escape such as \\u0041; write the character itself")
    tokens = list(_tokens(query))
    _check_words(tokens)
    query = "".join(each.text for each in tokens)
    first, last = _outermost(tokens)
    head = next(place for place, each in enumerate(tokens) if each.word in _VERBS)
    around = {each.word for each in (*tokens[head:first], *tokens[last:])}
    if "AS" in around and (not around & _AGGREGATES or "AS" in {each.word for each in tokens[last:]}):
        raise InputError(
            "compute with BIND in the pattern: BIND(YEAR(?date) AS ?year); only counts and sums stand outside"
        )
    declared = {each.text for each in tokens[:head] if each.kind == "name"}
    known = {":": base, "thing:": things, "rdf:": RDF, "rdfs:": RDFS, "xsd:": XSD}
    used = {f"{each.text.partition(':')[0]}:" for each in tokens[head:] if each.kind == "name"}
    if unknown := sorted(used - declared - known.keys()):
        raise InputError(f"the prefix {unknown[0]} is unknown; known are {' '.join(known)}")
    missing = "".join(f"PREFIX {name} <{iri}> " for name, iri in known.items() if name not in declared)
    prologue, group = ("".join(each.text for each in part) for part in (tokens[:head], tokens[first + 1 : last]))
    return QueryText(missing + query, len(query), missing + prologue, group)


def _tokens(query: str) -> Iterator[_Token]:
    """Yield all of a query, a space for each comment."""
    for match in _TOKEN.finditer(query):
        is_comment = match.lastgroup == "comment"
        yield _Token(match.lastgroup or "other", " " if is_comment else match[0])


def _check_words(tokens: Iterable[_Token]) -> None:
    verbs = [each.word for each in tokens if each.word in _VERBS]
    for each in tokens:
        if each.word and each.word not in _ALLOWED:
            way_out = _WAYS_OUT.get(each.word, "a query begins with SELECT or ASK, and only reads")
            raise InputError(f"{shown(each.text, 40)} cannot be in a query: {way_out}")
        if each.kind == "language":
            raise InputError(f"names have no language; write them without {each.text}")
        if each.text in ("[", "]") or (each.kind == "name" and each.text.startswith("_:")):
            raise InputError(f"{each.text} cannot be in a query; write a variable, so that it can be cited")
        prefix = each.text.partition(":")[0].upper()
        if each.kind == "name" and (prefix in _ALLOWED or prefix in _WAYS_OUT):  # `SERVICE:x` is read in two ways
            raise InputError(f"the prefix {shown(prefix.lower(), 40)} is a word of SPARQL; choose another")
    if len(verbs) != 1:
        problem = "a query within another cannot be cited; write one pattern" if verbs else "there is no SELECT or ASK"
        raise InputError(f"the query cannot be read: {problem}")


def _outermost(tokens: Sequence[_Token]) -> tuple[int, int]:
    """Return the places of the braces around the whole pattern."""
    depth, places = 0, []
    for place, each in enumerate(tokens):
        if each.kind == "other" and each.text in "{}()":
            is_open = each.text in "{("
            if each.text in "{}" and depth == (0 if is_open else 1):
                places.append(place)
            depth += 1 if is_open else -1
            if depth > _DEEPEST:
                raise InputError(f"more than {_DEEPEST} brackets in each other; write a simpler query")
    if depth or len(places) != 2:
        raise InputError(
            "the query cannot be read: one pattern stands in { }, VALUES within it, each bracket is closed"
        )
    return places[0], places[1]
