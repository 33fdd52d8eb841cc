"""Commands that construct the graph of a document and list its things: construct, entities."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from lgm_core.cli import console
from lgm_core.model import TraceStep
from lgm_core.model.trace import count_of

if TYPE_CHECKING:
    from lgm_core.facade.construction_records import ConstructionRecord
    from lgm_core.learning.construction.construction_options import ConstructionOptions
    from lgm_core.learning.construction.construction_report import ConstructionReport
    from lgm_core.model import DocumentEntity

__all__ = ["StageName", "align", "construct", "construction_options", "entities", "note_stale", "stage_notes"]

_RESUMABLE = "Stopped. Finished stages are kept; the same command continues from there."

_MOMENT = 3.0
"""Seconds before a run without a language model reports its stages; a table at the end has the same."""

_NAMED = 10
"""The most documents that a line names."""


class StageName(StrEnum):
    """A stage that can be left out."""

    ENTITIES = "entities"
    RELATIONS = "relations"
    GLOBAL = "global"
    TAXONOMY = "taxonomy"
    PREDICATES = "predicates"


def construct(
    sources: Annotated[list[str], typer.Argument(help="Files and folders, or ids of documents of the graph.")],
    graph: console.GraphPlace = "graph.lgm",
    llm: console.Llm = False,
    model: console.ModelName = None,
    base_url: console.BaseUrl = None,
    embed: console.Embed = None,
    cache: console.CacheReplies = True,
    without: Annotated[list[StageName] | None, typer.Option(help="Leave a stage out; may be repeated.")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse documents that fail a check.")] = False,
    token_budget: console.TokenBudget = None,
    requests_per_minute: console.RequestsPerMinute = None,
    tokens_per_minute: console.TokensPerMinute = None,
    language_backend: console.OptionalBackend = None,
    json: console.AsJson = False,
) -> None:
    """Construct the graph of each document: entities, relations, a taxonomy, and groups of predicates.

    Files that the graph does not have as they are are learned first. Each stage can be taken back with `lgm undo`.
    What was constructed from a former text, which `lgm documents` tells, is made again.
    Exit code: 0, or 1 when a request to the language model failed, the token budget was spent or a document was
    refused, 130 when interrupted.
    """
    from lgm_core.facade.language_graph import LanguageGraph

    limits = console.request_limits(token_budget, requests_per_minute, tokens_per_minute)
    options = construction_options(without or (), strict=strict)
    with console.interruptible(_RESUMABLE) as cancel:
        chat_model = console.language_model(llm, model, base_url)
        with (
            LanguageGraph(
                graph,
                llm=chat_model,
                annotator=language_backend,
                embed=console.embeddings(embed),
                cache_replies=cache,
                limits=limits,
            ) as language_graph,
            console.showing_progress(),
        ):
            on_step = stage_notes(_MOMENT if chat_model is None else 0.0)
            reports = language_graph.construct_all(sources, options, on_step=on_step, cancel=cancel)
    if json:
        console.print_json([_data(report) for report in reports])
    for report in () if json else reports:
        console.say(str(report))
        if report.additions:
            console.say("kept as")
        for addition in report.additions.values():
            console.say(f"    {addition}")
    if not all(report.ok for report in reports):
        raise typer.Exit(1)


def align(
    graph: console.GraphPlace = "graph.lgm",
    llm: console.Llm = False,
    model: console.ModelName = None,
    base_url: console.BaseUrl = None,
    embed: console.Embed = None,
    cache: console.CacheReplies = True,
    token_budget: console.TokenBudget = None,
    requests_per_minute: console.RequestsPerMinute = None,
    tokens_per_minute: console.TokensPerMinute = None,
    json: console.AsJson = False,
) -> None:
    """Align a graph across its documents: names of one thing, classes of things, wholes and parts.

    Rules decide where the graph has one reading; with --llm a language model judges the other pairs. What was found is
    one addition, which replaces that of an earlier alignment: lgm undo takes it back.
    Exit code: 0, or 1 when a request to the language model failed or the token budget was spent, 130 when interrupted.
    """
    limits = console.request_limits(token_budget, requests_per_minute, tokens_per_minute)
    with console.interruptible("Stopped. Nothing was added.") as cancel:
        chat_model = console.language_model(llm, model, base_url)
        opened = console.existing_graph(
            graph, chat_model, embed=console.embeddings(embed), cache_replies=cache, limits=limits
        )
        with opened as language_graph, console.showing_progress():
            report = language_graph.align(cancel=cancel)
    console.print_result(report, json)
    if not report.ok:
        raise typer.Exit(1)


def entities(
    document: Annotated[str, typer.Argument(help="The id of a document, as `lgm documents` lists them.")],
    graph: console.GraphPlace = "graph.lgm",
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many.")] = None,
    json: console.AsJson = False,
) -> None:
    """List the things of a document with all their names: class, types, description and number of mentions."""
    with console.existing_graph(graph) as language_graph:
        found = language_graph.entities(document)[:limit]
        record = next((record for record in language_graph.constructions() if record.document == document), None)
    if record is None:
        console.note("Nothing was constructed for this document, so these are the concepts it mentions.")
    elif record.is_stale:
        note_stale([record])
    if json:
        console.print_json(found)
        return
    for entity in found:
        _print_entity(entity)


def construction_options(without: Sequence[StageName], *, strict: bool = False) -> ConstructionOptions:
    """Return the options of a command line."""
    from lgm_core.learning.construction.construction_options import STAGES, ConstructionOptions

    return ConstructionOptions(stages=[stage for stage in STAGES if stage not in without], strict=strict)


def _print_entity(entity: DocumentEntity) -> None:
    details = [entity.entity_class.value] if entity.entity_class is not None else []
    details += [*entity.types, count_of(len(entity.mentions), "mention")]
    if entity.relevance is not None:
        details.append(f"relevance {entity.relevance:.2f}")
    names = entity.name if not entity.aliases else f"{entity.name} (also {', '.join(entity.aliases)})"
    console.say_wrapped(f"{names}: {', '.join(details)}", rest="  ")
    if entity.description:
        console.say_wrapped(entity.description, first="    ")


def note_stale(records: Iterable[ConstructionRecord]) -> None:
    """Name the documents whose construction is out of date, and say how to repeat it."""
    stale = [record.document for record in records if record.is_stale]
    if stale:
        more = f" and {len(stale) - _NAMED} more" if len(stale) > _NAMED else ""
        named = " ".join(map(shlex.quote, stale[:_NAMED]))
        console.say(f"Constructed from a former text; to construct again: lgm construct {named}{more}", err=True)


def stage_notes(after: float) -> Callable[[TraceStep], None]:
    """Return a listener that prints each finished stage, beginning after so many seconds."""
    from lgm_core.learning.construction.construction_report import listed_counts
    from lgm_core.learning.learning_steps import ConstructionStageStep

    began = time.monotonic()

    def note_stage(step: TraceStep) -> None:
        if isinstance(step, ConstructionStageStep) and time.monotonic() - began >= after:
            found = listed_counts({"requests": step.requests, **step.counts})
            console.note(f"· {step.document}: {step.stage}: {found or 'nothing'}")

    return note_stage


def _data(report: ConstructionReport) -> dict[str, object]:
    data: dict[str, object] = console.as_data(report)
    return {**data, "requests": report.requests, "usage": console.as_data(report.usage)}
