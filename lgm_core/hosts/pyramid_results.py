"""What a pyramid retrieves: the sentences that bear out the answer of its schema or facts, or else passages."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from lgm_core.errors import Cancelled
from lgm_core.facade.checked_arguments import checked_number, limiting_where
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.graph.port import Where
from lgm_core.hosts.retrieved_results import Found, cited_sentences
from lgm_core.model import Answer, TraceStep
from lgm_core.reasoning.pyramid.pyramid_options import PyramidOptions
from lgm_core.reasoning.pyramid.pyramid_steps import LayerStep
from lgm_core.worker_threads import in_thread

__all__ = ["afind_by_layer", "find_by_layer"]


class _OnlyTextIsLeft(Cancelled):
    """The layers above the text passed the question down."""


def find_by_layer(
    graph: LanguageGraph, question: str, k: int, *, options: PyramidOptions, where: Where | None = None
) -> list[Found]:
    """Return what the layer that answers a question holds about it.

    That is every sentence that an answer of the schema or the facts cites, since a list is whole only with all of
    them. If neither answers, it is the `k` best passages of the text, for which no answer is requested; or nothing if
    `options.layers` leaves out the text.

    Raises:
        InputError: the question is empty, `k` is less than 1, the options are of another type, or the filter cannot be
            understood or joined.
    """
    k, allowed, answer = checked_number(k), limiting_where(options, where, PyramidOptions), None
    if options.layers != ("text",):
        with suppress(_OnlyTextIsLeft):
            answer = graph.ask(question, options, where=where, on_step=partial(_end_above_text, options))
    return _found(graph, question, k, options, allowed, answer)


async def afind_by_layer(
    graph: LanguageGraph, question: str, k: int, *, options: PyramidOptions, where: Where | None = None
) -> list[Found]:
    """Do what `find_by_layer` does without blocking the event loop; raises the same."""
    k, allowed, answer = checked_number(k), limiting_where(options, where, PyramidOptions), None
    if options.layers != ("text",):
        with suppress(_OnlyTextIsLeft):
            answer = await graph.aask(question, options, where=where, on_step=partial(_end_above_text, options))
    return await in_thread(_found, graph, question, k, options, allowed, answer)


def _end_above_text(options: PyramidOptions, step: TraceStep) -> None:
    """End the search where an answer would be requested from the text."""
    if isinstance(step, LayerStep) and step.problem and options.layers[-2:] == (step.layer, "text"):
        raise _OnlyTextIsLeft


def _found(
    graph: LanguageGraph, question: str, k: int, options: PyramidOptions, where: Where | None, answer: Answer | None
) -> list[Found]:
    if answer is not None and answer.layer and (cited := cited_sentences(graph, answer)):
        return [Found(sentence, layer=answer.layer) for sentence in cited]
    if "text" not in options.layers:
        return []
    return [Found(passage, layer="text") for passage in graph.retrieve_passages(question, k, where=where)]
