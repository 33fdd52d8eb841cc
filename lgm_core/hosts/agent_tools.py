"""Tools for agents of all frameworks: search, explain a concept, relate two, find facts, solve, query."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from lgm_core.errors import InputError, PlanError, shown
from lgm_core.facade.checked_arguments import checked_number
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.facade.opened_graph import existing_store
from lgm_core.graph.port import Where
from lgm_core.model import Schema
from lgm_core.reasoning.solving.solution_text import render_solution
from lgm_core.reasoning.sparql.cited_rows import render_rows
from lgm_core.reasoning.sparql.query_process import has_ontology
from lgm_core.reasoning.sparql.query_writing import schema_lines
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import number_sentences
from lgm_core.retrieval.rendering import (
    RenderedText,
    render_explanation,
    render_facts,
    render_passages,
    render_relationship,
)

__all__ = ["READING_TOOLS", "SEARCH_WORDS", "AgentTool", "reading_tools", "useful_tools"]

_CITE = "Cite sentences by the document in the heading above them and their number, such as [guide.md, 2]."
"""Each result counts from 1, so a number alone does not tell which of several results it belongs to."""

_NAME = "A noun or a name, such as 'honey bee'."

_PLAN = """The plan, a step a line. Variables (s1, o1) stand for what is found; write Type[name] where one comes first.
Step 1: Who directed Gilda?
Retrieval(s=s1:Film[Gilda], p=p1:director, o=o1:Person)
Step 2: When was o1 born?
Retrieval(s=o1, p=p2:date of birth, o=o2:Date)
Output(o1, o2)
There are also Sort(set=s1, orderby=o2, direction=min|max, limit=1), Count(o1)->n, m1 = Math(2027 - n),
Deduce(left=o1, right=o2, op=greater|less|equal|entailment), two names in one (s1:Film["Gilda" | "Laura"]), and
conditions in a Retrieval (p.year=1946, o.height>100)."""

_QUERY = """One SELECT or ASK over one connected pattern. Things have the names in the documents: ?x rdfs:label "Name";
classes include those below them; values are compared in FILTER. The schema, a class or property a line:"""

_SCHEMA_LINES = 60
"""The most lines of a schema in the description of a tool."""

_FACTS = 4
"""The most facts, as a multiple of the relations of an explanation."""

READING_TOOLS = (
    *("search_documents", "explain_concept", "relate_concepts", "find_facts", "solve_logical_form"),
    "query_schema",
)
"""The names of all the tools, in their order."""

SEARCH_WORDS = 500
"""The most words of the sentences that a search returns, unless told otherwise; about seven hundred tokens."""

_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
"""What providers of language models allow in names of tools, which have at most 64 characters."""


@dataclass(frozen=True, slots=True)
class AgentTool:
    """A tool that only reads.

    Attributes:
        name: its name for agents.
        description: its purpose.
        arguments: the meaning of its arguments by name; each is a string and required.
        call: called with the arguments by name; raises an `LGMError` for unusable arguments.
    """

    name: str
    description: str
    arguments: Mapping[str, str]
    call: Callable[..., RenderedText]


def reading_tools(
    graph: LanguageGraph,
    *,
    k: int,
    words: int = SEARCH_WORDS,
    where: Where | None,
    prefix: str = "",
    include: Collection[str] | None = None,
) -> tuple[AgentTool, ...]:
    """Return the tools of a graph that can serve them.

    They are `search_documents` and `explain_concept`; `relate_concepts` in a graph with relations; `find_facts` and
    `solve_logical_form` in a graph with facts; `query_schema` in one with a schema, if the extra `ontology` is there.

    Args:
        graph: the graph.
        k: how many relations of each kind an explanation returns; `find_facts` returns four times as many facts.
        words: the most words of the sentences that a search returns.
        where: a filter on document metadata, which arguments of a tool cannot widen.
        prefix: how tool names begin and what descriptions call the documents, so that an agent can have several graphs:
            `handbook` makes `handbook_search_documents`.
        include: the names of the tools to return, without the prefix, whatever the graph holds.

    Raises:
        InputError: the prefix cannot be part of a tool's name, `words` is less than 1, or a tool to include does not
            exist.
        StoreError: there is no graph.
    """
    checked_number(words, "words")

    def search(question: str) -> RenderedText:
        return render_passages(graph.retrieve_passages(question, words=words, where=where))

    def explain(concept: str) -> RenderedText:
        return render_explanation(concept, graph.explain(concept, where=where, limit=k))

    def relate(first: str, second: str) -> RenderedText:
        return render_relationship(graph.relate(first, second, where=where, limit=k))

    def find_facts(concept: str) -> RenderedText:
        stated = graph.facts(concept, where=where, limit=_FACTS * k)
        view = GraphView(graph.store, where=where, question=concept)
        sentences = {sentence.id: sentence for fact in stated for sentence in fact.sentences}
        numbered = number_sentences(view, list(sentences.values()), first=1, paths={})
        return render_facts(concept, [(fact.text, fact.sentences) for fact in stated], numbered)

    def solve(plan: str) -> RenderedText:
        try:
            return render_solution(graph.solve(plan, where=where))
        except PlanError as error:
            return RenderedText(f"The plan cannot be executed: {error}. Correct it and call again.")

    def query(query: str) -> RenderedText:
        return render_rows(graph.sparql(query, where=where))

    tools = (
        AgentTool(
            "search_documents",
            f"Find the sentences of the documents that help to answer a question, also over several steps. {_CITE}",
            {"question": "The question, in words, with the names it is about."},
            search,
        ),
        AgentTool(
            "explain_concept",
            "Explain what the documents say about a concept: other names, kinds, parts, with the sentences that "
            f"state it. {_CITE}",
            {"concept": _NAME},
            explain,
        ),
        AgentTool(
            "relate_concepts",
            "Explain how two concepts are related, step by step, with the sentences that state each step, or else with "
            f"sentences that name both. {_CITE}",
            {"first": _NAME, "second": "Another noun or name, such as 'stinger'."},
            relate,
        ),
        AgentTool(
            "find_facts",
            "List what the documents state about a person, place or thing, in their own words, with dates and numbers "
            f"and the sentences that state it. {_CITE}",
            {"concept": "A name or a noun, such as 'Ada Lovelace'."},
            find_facts,
        ),
        AgentTool(
            "solve_logical_form",
            "Answer a question of several steps with a plan that you write: its steps look up facts, sort, count, "
            f"compute and compare, and name their results for the following steps. {_CITE}",
            {"plan": _PLAN},
            solve,
        ),
        AgentTool(
            "query_schema",
            "Ask in SPARQL for everything that the documents state in the terms of the graph's schema: lists, counts, "
            f"comparisons. {_CITE}",
            {"query": f"{_QUERY}\n{_schema_of(graph)}"},
            query,
        ),
    )
    included = useful_tools(graph) if include is None else _checked(include, READING_TOOLS)
    chosen = tuple(tool for tool in tools if tool.name in included)
    return tuple(_prefixed(tool, prefix) for tool in chosen) if prefix else chosen


def useful_tools(graph: LanguageGraph) -> list[str]:
    """Return the names of the tools for which the graph holds, in any of its documents, what they look for."""
    store = existing_store(graph.store)
    return [
        "search_documents",
        "explain_concept",
        *(["relate_concepts"] if store.relations(limit=1) else []),
        *(["find_facts", "solve_logical_form"] if store.facts(limit=1) else []),
        *(["query_schema"] if _schema_of(graph) and has_ontology() else []),
    ]


def _schema_of(graph: LanguageGraph) -> str:
    """Return the graph's schema as agents see it; empty if there is none, or no graph yet."""
    schema = GraphView(graph.store).schema if graph.store.exists() else Schema()
    return "\n".join(schema_lines(schema)[:_SCHEMA_LINES]) if schema.classes or schema.properties else ""


def _checked(include: Collection[str], names: Sequence[str]) -> Collection[str]:
    """Return the names of tools to include; raise an `InputError` for those that do not exist."""
    if isinstance(include, str) or (unknown := [name for name in include if name not in names]):
        given = include if isinstance(include, str) else ", ".join(map(str, unknown))
        raise InputError(f"include={shown(given)} is no list of tools; name some of {', '.join(names)}")
    return include


def _prefixed(tool: AgentTool, prefix: str) -> AgentTool:
    if not _PREFIX.fullmatch(prefix):
        raise InputError(
            f"prefix={prefix!r} cannot begin the name of a tool; use up to 40 letters (a to z), digits, - and _, "
            "beginning with a letter"
        )
    source = prefix.rstrip("_-")
    description = f"{tool.description} The documents are those called '{source}'."
    return replace(tool, name=f"{source}_{tool.name}", description=description)
