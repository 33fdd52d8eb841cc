"""Rows of queries with what bears them out: the facts and sentences that match the pattern."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lgm_core.model import Citation
from lgm_core.model.trace import count_of
from lgm_core.reasoning.solving.memory import shown_sentences
from lgm_core.reasoning.sparql.query_process import QueryProcesses
from lgm_core.reasoning.sparql.triples import kept_payload
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import citations_of
from lgm_core.retrieval.rendering import RenderedText, sentence_lines

__all__ = ["MOST_ROWS", "SparqlResult", "SparqlRow", "render_rows", "row_lines", "run_query"]

MOST_ROWS = 1_000
"""The most rows of a result, unless told otherwise."""

_MARKS, _SHOWN = 5, 50
"""The most sentences that a line of a row names, and the most rows and sentences that agents are shown."""

_FORMS = 50
"""The most sentences read for one that names a thing as a row does."""


@dataclass(frozen=True, slots=True)
class SparqlRow:
    """A row of a result.

    Attributes:
        values: what it has for each variable: things as documents write them, classes and properties by their names,
            values as documents write them, or as text if they are computed; empty where it has nothing.
        facts: `Fact.key` of facts that bear it out, at most twenty.
        sentences: the ids of sentences that bear it out, at most twenty; a count is borne out by all that it
            counts. Empty for a count of nothing.
    """

    values: tuple[str, ...]
    facts: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SparqlResult:
    """What a query found.

    Attributes:
        query: the query as it was run, with the prefixes that it lacked.
        variables: the names of the columns; none for ASK.
        rows: the rows; of ASK one without values if it is true, else none.
        truth: what ASK is answered with; None for SELECT.
        is_cut: whether there are more rows.
        notes: what else to know: names in the query that no thing has, and that rows were cut.
        citations: the sentences of all rows, numbered from 1 in the order of the rows.
    """

    query: str
    variables: tuple[str, ...] = ()
    rows: tuple[SparqlRow, ...] = ()
    truth: bool | None = None
    is_cut: bool = False
    notes: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()


def run_query(query: str, view: GraphView, processes: QueryProcesses, limit: int = MOST_ROWS) -> SparqlResult:
    """Check a query, run it over the conforming facts that a view shows, and cite its rows.

    Args:
        query: SELECT or ASK in SPARQL 1.1; prefixes may be missing.
        view: the visible part of the graph.
        processes: those of the graph.
        limit: the most rows.

    Raises:
        InputError: the query is refused, takes too long or too much memory; says what to write.
        MissingDependencyError: the extra `ontology` is not installed.
        StoreError: no process can be started.
    """
    found = processes.ask(
        query,
        limit,
        revision=(view.store, view.store.revision()),
        part=view.allowed,
        payload=lambda: kept_payload(view),
    )
    rows = tuple(
        SparqlRow(tuple(values), tuple(facts), tuple(sentences or _naming(view, names)))
        for values, facts, sentences, names in found["rows"]
    )
    citations = citations_of(shown_sentences(view, dict.fromkeys(id for row in rows for id in row.sentences)).values())
    notes = tuple(found["notes"])
    if found["is_cut"]:
        notes += (f"cut after {count_of(limit, 'row')}; there are more",)
    return SparqlResult(
        found["query"], tuple(found["variables"]), rows, found["truth"], found["is_cut"], notes, citations
    )


def row_lines(result: SparqlResult) -> Iterator[str]:
    """Yield the rows of a result, each with the numbers of its first sentences, below the names of the columns.

    If there are none, say so.
    """
    numbers = {each.sentence_id: each.number for each in result.citations}
    if result.variables:
        yield " | ".join(result.variables) if result.rows else "No row was found."
    elif not result.truth:
        yield "no"
    for row in result.rows:
        cited = "".join(f"[{numbers[id]}]" for id in row.sentences[:_MARKS] if id in numbers)
        yield f"{' | '.join(row.values) if result.variables else 'yes'} {cited}".rstrip()


def render_rows(result: SparqlResult) -> RenderedText:
    """Return rows and sentences as text; only the first if there are very many."""
    shown = replace(result, rows=result.rows[:_SHOWN], citations=result.citations[:_SHOWN])
    lines = [*row_lines(shown), *(f"({note})" for note in result.notes)]
    for name, all, few in (("rows", result.rows, shown.rows), ("sentences", result.citations, shown.citations)):
        if len(all) > len(few):
            lines.append(f"({len(all) - len(few)} more {name} are left out.)")
    if shown.citations:
        lines.append(sentence_lines(shown.citations))
    return RenderedText("\n".join(lines), shown.citations)


def _naming(view: GraphView, names: Iterable[Sequence[str]]) -> list[str]:
    """Return a sentence that names a thing in a form, for each."""
    found = []
    for key, form in names:
        sentences = [sentence.id for sentence in view.sentences_about([key], _FORMS)]
        mentions: Mapping[str, Any] = view.mentions(sentences)
        saying = [id for id in sentences if any((each.concept, each.surface) == (key, form) for each in mentions[id])]
        found += (saying or sentences)[:1]
    return found
