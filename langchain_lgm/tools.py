"""The graph as tools for agents: search, explain a concept, tell how two are related."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

from langchain_core.tools import BaseTool, StructuredTool, ToolException
from pydantic import BaseModel, Field

from lgm_core.errors import LGMError
from lgm_core.graph.port import Where
from lgm_core.language_graph import LanguageGraph
from lgm_core.model import Citation, RelationKind, RetrievedPassage
from lgm_core.retrieval.explaining import Explanation, Relationship, StatedRelation

__all__ = ["language_graph_tools"]

_CITE = "Cite sentences by the id in brackets before them, such as [guide.md#12]."
_IN_WORDS = {RelationKind.IS_A: "is a", RelationKind.HAS_PART: "has part", RelationKind.ALIAS_OF: "is also called"}

_Result = tuple[str, list[dict[str, Any]]]


class _Search(BaseModel):
    """What to search for."""

    question: str = Field(description="The question, in words, with the names it is about.")


class _Explain(BaseModel):
    """What to explain."""

    concept: str = Field(description="A noun or a name, such as 'honey bee'.")


class _Relate(BaseModel):
    """What to relate."""

    first: str = Field(description="A noun or a name, such as 'honey bee'.")
    second: str = Field(description="Another noun or name, such as 'stinger'.")


def language_graph_tools(graph: LanguageGraph, *, k: int = 5, where: Where | None = None) -> list[BaseTool]:
    """Make the tools `search_documents`, `explain_concept` and `relate_concepts` over a graph; they only read.

    Each returns text whose sentences stand under their ids, and as artifact the citations: a list of dicts with the
    fields of `Citation`, in the order of the text.

    Args:
        graph: the graph.
        k: how many passages a search returns, and how many relations of a kind an explanation.
        where: a filter on document metadata, which no argument of a tool can widen.
    """

    def search(question: str) -> _Result:
        return _passages(graph.retrieve_passages(question, k, where=where))

    def explain(concept: str) -> _Result:
        return _explanation(concept, graph.explain(concept, where=where, limit=k))

    def relate(first: str, second: str) -> _Result:
        return _relationship(first, second, graph.relate(first, second, where=where, limit=k))

    return [
        _tool(
            search,
            "search_documents",
            "Find the passages of the documents that bear on a question, also through several steps. " + _CITE,
            _Search,
        ),
        _tool(
            explain,
            "explain_concept",
            "Tell what the documents say a concept is: other names, kinds, parts, with the sentences that state it. "
            + _CITE,
            _Explain,
        ),
        _tool(
            relate,
            "relate_concepts",
            "Tell how two concepts are related, step by step, with the sentences that state each step, or else the "
            "sentences that name both. " + _CITE,
            _Relate,
        ),
    ]


def _tool(function: Callable[..., _Result], name: str, description: str, schema: type[BaseModel]) -> BaseTool:
    """Make a tool; what the library raises on purpose is told to the agent instead of ending it."""

    def call(**arguments: str) -> _Result:
        try:
            return function(**arguments)
        except LGMError as error:
            raise ToolException(str(error)) from error

    async def acall(**arguments: str) -> _Result:
        return await asyncio.to_thread(call, **arguments)

    return StructuredTool.from_function(
        call,
        acall,
        name=name,
        description=description,
        args_schema=schema,
        infer_schema=False,
        response_format="content_and_artifact",
        handle_tool_error=True,
    )


def _passages(passages: Sequence[RetrievedPassage]) -> _Result:
    if not passages:
        return "Nothing in the documents bears on this.", []
    citations = [_citation(one, number) for number, one in enumerate(_sentences(passages), 1)]
    return _listed(citations), [asdict(one) for one in citations]


def _sentences(passages: Iterable[RetrievedPassage]) -> list[tuple[RetrievedPassage, int]]:
    return [(passage, index) for passage in passages for index in range(len(passage.sentences))]


def _citation(place: tuple[RetrievedPassage, int], number: int) -> Citation:
    passage, index = place
    one = passage.sentences[index]
    return Citation(
        number,
        one.id,
        one.document_id,
        passage.document.title,
        passage.section.path,
        one.start,
        one.end,
        one.text,
        passage.path,
    )


def _explanation(name: str, told: Explanation | None) -> _Result:
    if told is None:
        return f"The documents have no concept named {name!r}. Try another name, or search for it.", []
    concept = told.concept
    lines = [f"{concept.name}: in {concept.frequency} sentences."]
    lines += [_relation(one) for one in told.relations]
    if told.more:
        lines.append(f"({told.more} more relations are left out.)")
    return "\n".join([*lines, _listed(told.citations)]), [asdict(one) for one in told.citations]


def _relationship(first: str, second: str, told: Relationship | None) -> _Result:
    if told is None:
        return f"The documents have no concept named {first!r}, or none named {second!r}. Try other names.", []
    if told.path:
        lines = [_relation(one) for one in told.path]
    elif told.together:
        lines = ["No chain of relations connects them. Sentences that name both:"]
    else:
        lines = ["No chain of relations connects them, and no sentence names both."]
    return "\n".join([*lines, _listed(told.citations)]).strip(), [asdict(one) for one in told.citations]


def _relation(relation: StatedRelation) -> str:
    ids = "".join(f" [{one.sentence_id}]" for one in relation.citations)
    return f"{relation.subject} — {_IN_WORDS[relation.kind]} — {relation.object}{ids}"


def _listed(citations: Iterable[Citation]) -> str:
    """List sentences under their ids, with a heading wherever they are from another section."""
    lines: list[str] = []
    last = ""
    for one in citations:
        heading = " › ".join(dict.fromkeys(title for title in (one.document_title, *one.section_path) if title))
        if heading != last:
            lines.append(f"— {_flat(heading)} —")
        lines.append(f"[{one.sentence_id}] {_flat(one.text)}")
        last = heading
    return "\n".join(lines)


def _flat(text: str) -> str:
    return " ".join(text.split())
