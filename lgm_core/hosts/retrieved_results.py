"""What the retrievers of all hosts share: finding results of a kind, and the metadata of a result."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal, NamedTuple, cast, get_args

from lgm_core.errors import InputError, shown
from lgm_core.facade.checked_arguments import checked_number
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.graph.port import Where
from lgm_core.llm.port import ChatModel
from lgm_core.model import Answer, RetrievedPassage, RetrievedSentence, TraceStep
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.fact_text import fact_sentences
from lgm_core.retrieval.numbered_sentences import number_sentences
from lgm_core.worker_threads import in_thread

__all__ = [
    "Found",
    "RetrievalMode",
    "afind",
    "checked_mode",
    "checked_words",
    "cited_sentences",
    "find",
    "page_metadata",
    "result_metadata",
    "sentences_read",
    "text_below_heading",
]

_log = logging.getLogger(__name__)

RetrievalMode = Literal["passages", "sentences", "facts"]
"""What a retriever returns: sections, sentences, or sentences with the facts that they state."""


class Found(NamedTuple):
    """A result, with the facts for which it was found if the mode is `facts`, and the layer if it is of a pyramid."""

    result: RetrievedPassage | RetrievedSentence
    facts: tuple[str, ...] = ()
    layer: str = ""


def checked_mode(mode: object) -> RetrievalMode:
    """Return a mode.

    Raises:
        InputError: there is no such mode.
    """
    if mode not in get_args(RetrievalMode):
        raise InputError(f"mode={shown(mode)} does not exist; use 'passages', 'sentences' or 'facts'")
    return cast("RetrievalMode", mode)


def checked_words(words: int | None, mode: RetrievalMode, select: object = None) -> int | None:
    """Return the most words of all results together; None for no such limit.

    Raises:
        InputError: it is less than 1, or given for another mode than `passages` or together with `select`.
    """
    if words is None:
        return None
    if mode != "passages":
        raise InputError("`words` focuses passages; leave it out, or use mode='passages'")
    if select is not None:
        raise InputError("`select` chooses among whole sections; leave out `select` or `words`")
    return checked_number(words, "words")


def find(
    graph: LanguageGraph,
    question: str,
    k: int,
    *,
    mode: RetrievalMode,
    words: int | None = None,
    where: Where | None = None,
    select: ChatModel | None = None,
) -> list[Found]:
    """Return the `k` best results for a question, best first.

    Args:
        graph: the graph.
        question: the question.
        k: how many results to return at most.
        mode: what to return.
        words: the most words of all passages together, which are then focused, instead of `k`.
        where: a filter on document metadata.
        select: a language model that chooses among the best passages; other modes ignore it.

    Raises:
        InputError: the question is empty, or an argument cannot be used.
    """
    words = checked_words(words, mode)
    if mode == "facts":
        found = fact_sentences(graph.retrieve_facts(question, where=where), k)
        if not found and not graph.store.facts(limit=1):
            _log.warning("mode='facts' finds nothing: the graph has no facts; build it with facts='open'.")
        return [Found(each.sentence, each.facts) for each in found]
    if mode == "sentences":
        return list(map(Found, graph.retrieve_sentences(question, k, where=where)))
    return list(map(Found, graph.retrieve_passages(question, k, words=words, where=where, select=select)))


async def afind(
    graph: LanguageGraph,
    question: str,
    k: int,
    *,
    mode: RetrievalMode,
    words: int | None = None,
    where: Where | None = None,
    select: ChatModel | None = None,
) -> list[Found]:
    """Do what `find` does without blocking the event loop; raises the same."""
    if mode != "passages" or select is None:
        return await in_thread(find, graph, question, k, mode=mode, words=words, where=where)
    return list(map(Found, await graph.aretrieve_passages(question, k, words=words, where=where, select=select)))


def sentences_read(graph: LanguageGraph, step: TraceStep) -> list[RetrievedSentence]:
    """Return the sentences that a step of an answer read, in its order, without a score; none for other steps.

    Those of documents deleted meanwhile are left out.
    """
    return _sentences(graph, (id for each in step.findings() if each.kind == "read" for id in each.sentences))


def cited_sentences(graph: LanguageGraph, answer: Answer) -> list[RetrievedSentence]:
    """Return the sentences that an answer cites, in its order, without those of documents deleted meanwhile."""
    cited = {citation.sentence_id: citation for citation in answer.citations}
    return [replace(each, score=cited[each.id].score, path=cited[each.id].path) for each in _sentences(graph, cited)]


def _sentences(graph: LanguageGraph, ids: Iterable[str]) -> list[RetrievedSentence]:
    wanted = list(dict.fromkeys(ids))
    read = graph.store.sentences(wanted) if wanted else []
    numbered = number_sentences(GraphView(graph.store), read, first=1, paths={})
    found = {each.sentence.id: RetrievedSentence(each.sentence, each.section, each.document, 0.0) for each in numbered}
    return [found[id] for id in wanted if id in found]


def result_metadata(found: Found) -> dict[str, Any]:
    """Return where a result stands in its document, the concepts that led to it, and its facts and layer if any.

    If the document has pages, `page_label` is the number of the page on which the result begins, from 1, unless the
    document itself is a page or a part of one.
    """
    result = found.result
    fields = {
        "document_id": result.document.id,
        "section_path": list(result.section.path),
        "start": result.start,
        "end": result.end,
        "concept_path": list(result.path),
    }
    fields |= page_metadata(result.page, result.document.metadata)
    told = {"facts": list(found.facts), "layer": found.layer}
    return fields | {name: value for name, value in told.items() if value}


def text_below_heading(result: RetrievedPassage | RetrievedSentence) -> str:
    """Return the text of a passage below a line with its heading, unless it begins with it; of a sentence the text."""
    heading, text = " ".join(result.heading.split()), result.text
    is_shown = isinstance(result, RetrievedPassage) and not _begins_with(text, heading)
    return f"{heading}\n{text}" if is_shown else text


def _begins_with(text: str, words: str) -> bool:
    """Tell whether a text begins with these words, the last one whole, in any case."""
    text, words = text.casefold(), words.casefold()
    rest = text.removeprefix(words)
    return text.startswith(words) and not (words[-1:].isalnum() and rest[:1].isalnum())


def page_metadata(page: int | None, own: Mapping[str, Any]) -> dict[str, Any]:
    """Return a page as loaders of LlamaIndex and LangChain name it; nothing if the document's own metadata tell it."""
    return {} if page is None or "page_label" in own or "page" in own else {"page_label": str(page)}
