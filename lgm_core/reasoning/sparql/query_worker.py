"""What runs in the process of its own: it holds the triples, checks queries, runs them, and finds what bears rows out.

It reads the triples, then one request a line as JSON, and writes one reply a line. It opens no file and no connection:
its limits forbid that, whatever a query says.
"""

from __future__ import annotations

import json
import signal
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import pyoxigraph

from lgm_core.errors import InputError
from lgm_core.rdf.vocabulary import RDFS
from lgm_core.reasoning.sparql.query_checks import CheckedQuery, Triple, checked_query

__all__ = ["main"]

_MEMORY = 1 << 30
"""Bytes that a query may take beside the triples."""

_MOST_MATCHES, _MOST_READ, _MOST_SENTENCES = 20, 200_000, 20
"""The most matches of the pattern that are read for a row and for all together, and the most sentences of a row."""

_MOST_CHECKED = 200
"""The most checked queries that are remembered."""

_TIMER = getattr(signal, "ITIMER_REAL", 0)
_LABEL = pyoxigraph.NamedNode(f"{RDFS}label")

_Term = pyoxigraph.NamedNode | pyoxigraph.Literal | pyoxigraph.BlankNode
_Row = tuple[_Term | None, ...]


class Worker:
    """Holds the triples of a graph and answers requests.

    Args:
        payload: what `triples.payload_of` returns.
    """

    def __init__(self, payload: bytes) -> None:
        head, quads, evidence, names = zlib.decompress(payload).split(b"\0")
        self._schema: dict[str, Any] = json.loads(head)
        self._store = pyoxigraph.Store()
        self._store.bulk_load(input=quads, format=pyoxigraph.RdfFormat.N_QUADS, lenient=True)
        self._evidence = evidence.split(b"\n")
        self._names = dict(line.split("\t", 1) for line in names.decode().splitlines() if line)
        for kind in ("classes", "properties"):
            self._names |= {iri: name for name, iri in self._schema[kind].items()}
        self._check = lru_cache(_MOST_CHECKED)(partial(checked_query, names=self._schema))

    def reply(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the rows of a query with their evidence, or what is wrong with it."""
        try:
            return self._rows(self._check(request["query"]), request["limit"])
        except InputError as error:
            return {"error": str(error)}
        except MemoryError:
            raise  # ends the process, which tells enough
        except Exception as error:  # whatever the parsers did not expect
            return {"error": f"the query cannot be read: {error}"}

    def _solutions(self, text: str) -> pyoxigraph.QuerySolutions:
        found = self._store.query(text, use_default_graph_as_union=True)
        assert isinstance(found, pyoxigraph.QuerySolutions)
        return found

    def _rows(self, query: CheckedQuery, limit: int) -> dict[str, Any]:
        found = self._store.query(query.text, use_default_graph_as_union=True)
        if isinstance(found, pyoxigraph.QuerySolutions):
            truth, variables = None, [each.value for each in found.variables]
            rows = [tuple(solution) for solution in islice(found, limit + 1)]
        else:
            truth, variables = bool(found), []
            rows = [()] if truth else []
        is_cut = len(rows) > limit
        rows = rows[:limit]
        borne = self._borne_out(query, variables, rows) if rows else []
        return {
            "query": query.text,
            "variables": variables,
            "truth": truth,
            "is_cut": is_cut,
            "rows": [
                [[written.get(str(each)) or self._told(each) for each in row], *own]
                for row, (written, *own) in zip(rows, borne, strict=True)
            ],
            "notes": [] if rows else list(self._unknown_names(query.names)),
        }

    def _told(self, term: _Term | None) -> str:
        if term is None:
            return ""
        return self._names.get(term.value, term.value) if isinstance(term, pyoxigraph.NamedNode) else term.value

    def _borne_out(self, query: CheckedQuery, variables: Sequence[str], rows: Sequence[_Row]) -> list[list[Any]]:
        """Return how documents write the values of each row, and the facts, sentences and names that bear it out."""
        places = [variables.index(name) for name in query.keys]
        keyed = [tuple(row[place] for place in places) for row in rows]
        matches: dict[_Row, list[Any]] = {key: [] for key in keyed}
        open_keys = set(matches)
        for read, solution in enumerate(self._solutions(_evidence_query(query, keyed))):
            if read >= _MOST_READ or not open_keys:
                break
            key = tuple(solution[name] for name in query.keys)
            if key in open_keys:
                matches[key].append(solution)
                if len(matches[key]) >= _MOST_MATCHES:
                    open_keys.remove(key)
        for key in [key for key, own in matches.items() if not own]:  # its matches are not among those read
            matches[key] += islice(self._solutions(_evidence_query(query, [key])), 1)
        return [self._evidence_of(query.triples, matches[key]) for key in keyed]

    def _evidence_of(self, triples: Iterable[Triple], solutions: Iterable[Any]) -> list[Any]:
        """Return how documents write the values in some matches of a pattern, and what bears these out.

        That is the facts, the sentences, one of each triple first, and without any the key and form of a name.
        """
        written: dict[str, str] = {}
        facts, first, more = dict[str, None](), dict[str, None](), dict[str, None]()
        names: list[list[str]] = []
        for subject, predicate, object in dict.fromkeys(_matched(triples, solutions)):
            for quad in self._store.quads_for_pattern(subject, predicate, object, None):
                entry = self._evidence[int(str(quad.graph_name).removesuffix(">").rpartition("/")[2])]
                own, sentences, name = json.loads(entry)
                facts |= dict.fromkeys(own)
                first |= dict.fromkeys(sentences[:1])
                more |= dict.fromkeys(sentences)
                if len(name) == 1:
                    written.setdefault(str(object), name[0])
                elif name:
                    names.append(name)
        sentences = list(first | more)
        return [written, list(facts)[:_MOST_SENTENCES], sentences[:_MOST_SENTENCES], [] if sentences else names[:1]]

    def _unknown_names(self, names: Iterable[str]) -> Iterator[str]:
        """Tell which names no thing has, each with those that are written most alike."""
        for name in names:
            if next(self._store.quads_for_pattern(None, _LABEL, pyoxigraph.Literal(name), None), None) is None:
                own = name.casefold()
                quads = self._store.quads_for_pattern(None, _LABEL, None, None)
                labels = sorted({quad.object.value for quad in quads if isinstance(quad.object, pyoxigraph.Literal)})
                folded = {each.casefold(): each for each in labels}
                alike = [each for each in folded if each[:1] == own[:1] or each[-3:] == own[-3:]]
                near = " or ".join(repr(folded[each]) for each in get_close_matches(own, alike))
                yield f"nothing has the name {name!r}" + (f"; did you mean {near}?" if near else "")


def _matched(triples: Iterable[Triple], solutions: Iterable[Any]) -> Iterator[Triple]:
    """Yield what the triples of a pattern are in its matches."""
    for solution in solutions:
        for triple in triples:
            terms = tuple(solution[each] if isinstance(each, pyoxigraph.Variable) else each for each in triple)
            # A value is the subject of nothing; what is optional may be missing.
            if isinstance(terms[0], pyoxigraph.NamedNode) and None not in terms:
                yield terms


def _evidence_query(query: CheckedQuery, keys: Iterable[_Row]) -> str:
    """Return a query for the matches of a pattern that given rows come from."""
    given = ""
    if query.keys:
        rows = (" ".join("UNDEF" if term is None else str(term) for term in key) for key in dict.fromkeys(keys))
        columns = " ".join(f"?{name}" for name in query.keys)
        given = f"VALUES ({columns}) {{ {' '.join(f'({row})' for row in rows)} }}"
    return f"{query.prologue} SELECT * WHERE {{ {query.pattern} {given} }} {query.order}"


def main(requests: BinaryIO = sys.stdin.buffer, replies: BinaryIO = sys.stdout.buffer) -> None:
    """Read the length and bytes of the triples, then answer requests until there are no more."""

    def write(reply: Mapping[str, Any]) -> None:
        replies.write(json.dumps(reply).encode() + b"\n")
        replies.flush()

    worker = Worker(requests.read(int(requests.readline())))
    for query in ("SELECT (COUNT(?s) AS ?n) { ?s a/a ?o FILTER(REGEX(STR(?o), 'a')) } GROUP BY ?s", "ASK"):
        worker.reply({"query": query, "limit": 1})  # imports what it needs while files can be opened
    _limit()
    write({"ready": True})
    set_timer = getattr(signal, "setitimer", lambda *_: None)
    for line in requests:
        request = json.loads(line)
        set_timer(_TIMER, request["seconds"] + 1)  # ends this process should the one that asked be gone
        write(worker.reply(request))
        set_timer(_TIMER, 0)


def _limit() -> None:
    """Forbid files, connections, and more memory than a query needs, where the system has such limits."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        if Path("/proc/self/statm").exists():
            held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (held + _MEMORY, held + _MEMORY))
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
