"""Commands that learn: build, estimate, reflect."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lgm_core.cli import console
from lgm_core.cli.constructing import note_stale
from lgm_core.errors import InputError
from lgm_core.model import Usage

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from lgm_core.facade.estimates import QuestionsEstimate
    from lgm_core.learning.build_report import FailedDocument
    from lgm_core.learning.construction.construction_estimate import ConstructionEstimate
    from lgm_core.learning.estimate import Estimate, Prices
    from lgm_core.learning.extraction.extractor import ExtractionOptions
    from lgm_core.learning.learner import BuildReport

__all__ = ["build", "estimate", "reflect"]

Sources = Annotated[
    list[Path], typer.Argument(help="Files and folders: Markdown, HTML, text, JSON Lines, Parquet, PDF.")
]
Prune = Annotated[bool, typer.Option("--prune", help="Remove documents whose files are gone from these folders.")]
Root = Annotated[
    Path | None,
    typer.Option(help="Ids are paths below this folder; or the former place of the folder given, which has moved."),
]
Engine = Annotated[
    str | None,
    typer.Option(
        help="What analyses the documents: loky, dask or ray on this machine, dask://HOST:PORT, ray://HOST:PORT."
    ),
]
WriteInWorkers = Annotated[
    bool,
    typer.Option(
        "--write-in-workers", help="Workers write what they analysed to a graph in Neo4j; they are told its password."
    ),
]
Cued = Annotated[bool, typer.Option("--only-cued", help="Send the LLM only sentences that may state a relation.")]


_RESUMABLE = "Stopped. What was learned so far is stored; the same command goes on from there."

_TRIED = "Does the model embed this?"

_NAMED = 3
"""Files of a kind that are named, at most."""


def build(
    sources: Sources,
    graph: console.GraphPlace = "graph.lgm",
    workers: console.Workers = None,
    engine: Engine = None,
    write_in_workers: WriteInWorkers = False,
    llm: console.Llm = False,
    model: console.ModelName = None,
    base_url: console.BaseUrl = None,
    cache: console.CacheReplies = True,
    only_cued: Cued = False,
    language_backend: console.OptionalBackend = None,
    embed: console.Embed = None,
    prune: Prune = False,
    root: Root = None,
    facts: Annotated[
        Literal["open", "llm", "none"] | None,
        typer.Option(help="Learn facts: open (from the parse), llm, or none; default: as the graph was built before."),
    ] = None,
    token_budget: console.TokenBudget = None,
    requests_per_minute: console.RequestsPerMinute = None,
    tokens_per_minute: console.TokensPerMinute = None,
    json: console.AsJson = False,
) -> None:
    """Learn documents into a graph file. Unchanged documents are skipped; a stopped build goes on where it was.

    Exit code: 0 when everything was learned, 1 when something could not be, or the token budget was spent before (the
    rest was), 130 when interrupted.
    """
    from lgm_core.facade.language_graph import LanguageGraph
    from lgm_core.vectors.unit_vectors import unit_vectors

    limits = console.request_limits(token_budget, requests_per_minute, tokens_per_minute)
    beside = redirect_stdout(sys.stderr) if engine is not None else nullcontext()  # Ray prints of workers it has lost
    with console.interruptible(_RESUMABLE) as cancel, console.showing_progress(), beside:
        chat_model = console.language_model(llm or facts == "llm", model, base_url)
        embedding_model = console.embeddings(embed)
        if embedding_model is not None:  # tried at once: a wrong key must not be told after hours of learning
            unit_vectors(embedding_model.documents, [_TRIED])
        extraction = _extraction(only_cued) if chat_model is not None else None
        with LanguageGraph(
            graph, llm=chat_model, annotator=language_backend, embed=embedding_model, cache_replies=cache, limits=limits
        ) as language_graph:
            report = language_graph.build(
                sources,
                prune=prune,
                root=root,
                workers=workers,
                executor=_announced(engine, workers) if engine is not None else None,
                write_in_workers=write_in_workers,
                extraction=extraction,
                facts=False if facts == "none" else facts,
                index=True,
                cancel=cancel,
            )
            place, is_there = str(language_graph.store), language_graph.store.exists()
            constructed = language_graph.constructions() if report.replaced else []
    for failed in report.failed:
        console.note(f"Not learned: {failed.name}: {failed.error}")
    for line in report.changes:
        console.note(f"{line[0].upper()}{line[1:]}.")
    if report.copies:
        console.note("If their folder has moved or has a new name: --root FORMER_FOLDER --prune keeps the former ids.")
    if report.doubling:
        console.note(f"{report.doubling}.")
    note_stale(constructed)
    if random := report.doubled - sum(report.doubled_sources.values()):
        console.note(
            f"{random} documents have new random ids, and the graph holds their texts under other ids: it has "
            "them twice now. Leave the ids out, or give ids that stay the same."
        )
    if report.ignored:
        console.note(f"Passed over: {', '.join(_passed_over(report.ignored))}")
    if json:
        console.print_json({**console.as_data(report), "graph": place})
    else:
        _print_report(report, place, is_there=is_there)
    if not report.ok:
        raise typer.Exit(1)


def _announced(engine: str, workers: int | None) -> Callable[[], Executor]:
    """Return what makes an engine's executor, and says so first where that may take a while."""
    from lgm_core.learning.executors.engines import engine_executor

    make = engine_executor(engine, workers)

    def executor() -> Executor:
        console.note(f"Connecting to {engine} …" if "://" in engine else f"Starting {engine} …")
        return make()

    return executor


def estimate(
    sources: Annotated[
        list[Path] | None, typer.Argument(help="Files and folders: Markdown, HTML, text, JSON Lines, Parquet, PDF.")
    ] = None,
    questions: Annotated[
        Path | None, typer.Option(help="Estimate these questions: a line each, as text or as JSON with `question`.")
    ] = None,
    graph: console.GraphPlace = "graph.lgm",
    exhaustive: Annotated[bool, typer.Option("--exhaustive", help="Questions answered as in the paper.")] = False,
    reflection: Annotated[bool, typer.Option("--reflect", help="Include reflection.")] = False,
    facts: Annotated[bool, typer.Option("--facts", help="Include facts by the language model.")] = False,
    input_price: Annotated[float, typer.Option(help="Money per million prompt tokens.", min=0)] = 0.0,
    output_price: Annotated[float, typer.Option(help="Money per million completion tokens.", min=0)] = 0.0,
    embed: console.Embed = None,
    embed_price: Annotated[float, typer.Option(help="Money per million tokens of --embed.", min=0)] = 0.0,
    only_cued: Cued = False,
    construct: Annotated[bool, typer.Option("--construct", help="Estimate constructing the documents.")] = False,
    language_backend: console.OptionalBackend = None,
    json: console.AsJson = False,
) -> None:
    """Tell the calls, tokens and money that building, constructing or questions would take, before any call.

    With --embed a few sentences are embedded, to measure how long all of them would take.
    """
    from lgm_core.facade.estimates import estimate_build
    from lgm_core.learning.estimate import Prices

    prices = Prices(input_price, output_price, embed_price) if input_price or output_price or embed_price else None
    if embed_price and not embed:
        raise InputError("--embed-price is the price of an embedding model; name it with --embed")
    if questions is not None and (facts or reflection or construct):
        raise InputError("--facts, --reflect and --construct are estimated of documents, not of --questions FILE")
    if questions is None and not sources:
        raise InputError("say what to estimate: documents to build from, or --questions FILE with --graph GRAPH")
    estimated: Estimate | QuestionsEstimate | ConstructionEstimate
    with console.showing_progress():
        if questions is not None:
            estimated = _questions_estimate(graph, questions, exhaustive, prices)
        elif construct:
            estimated = _construction_estimate(graph, sources or [], language_backend, prices)
        else:
            estimated = estimate_build(
                sources or [],
                annotator=language_backend,
                extraction=_extraction(only_cued),
                facts="llm" if facts else None,
                reflection=reflection,
                embed=console.embeddings(embed),
                prices=prices,
            )
    console.print_result(estimated, json)


def reflect(
    graph: console.GraphPlace = "graph.lgm",
    model: console.ModelName = None,
    base_url: console.BaseUrl = None,
    cache: console.CacheReplies = True,
    judges: Annotated[Literal["relations", "facts", "all"], typer.Option(help="What is judged.")] = "relations",
    token_budget: console.TokenBudget = None,
    requests_per_minute: console.RequestsPerMinute = None,
    tokens_per_minute: console.TokensPerMinute = None,
    json: console.AsJson = False,
) -> None:
    """Let a language model judge relations, or facts, whose evidence has changed; invalid ones are set aside.

    Exit code: 0 when everything was judged, 1 when something could not be, or the token budget was spent before, 130
    when interrupted.
    """
    from lgm_core.learning.reflector import ReflectionOptions

    limits = console.request_limits(token_budget, requests_per_minute, tokens_per_minute)
    chat_model = console.language_model(True, model, base_url)
    opened = console.existing_graph(graph, chat_model, cache_replies=cache, limits=limits)
    with console.interruptible(_RESUMABLE) as cancel, opened as language_graph, console.showing_progress():
        report = language_graph.reflect(ReflectionOptions(judges=judges), cancel=cancel)
        usage = language_graph.ledger.total
    if json:
        console.print_json({**console.as_data(report), "usage": console.as_data(usage)})
    else:
        console.say(str(report))
        _print_usage(usage)
    if not report.ok:
        raise typer.Exit(1)


def _questions_estimate(graph: str, file: Path, exhaustive: bool, prices: Prices | None) -> QuestionsEstimate:
    from lgm_core.evaluation.question_answering.question_sets import read_asked
    from lgm_core.facade.estimates import estimate_questions
    from lgm_core.retrieval.answering.ask_options import AskOptions

    with console.existing_graph(graph) as language_graph:
        return estimate_questions(
            language_graph, [asked.text for asked in read_asked(file)], AskOptions(exhaustive=exhaustive), prices=prices
        )


def _construction_estimate(
    graph: str, sources: list[Path], language_backend: str | None, prices: Prices | None
) -> ConstructionEstimate:
    from lgm_core.facade.estimates import estimate_construction
    from lgm_core.facade.language_graph import LanguageGraph

    with LanguageGraph(graph, annotator=language_backend) as language_graph:
        meant = [source if source.exists() else str(source) for source in sources]  # or the id of a document
        return estimate_construction(language_graph, meant, prices=prices)


def _extraction(only_cued: bool) -> ExtractionOptions:
    from lgm_core.learning.extraction.extractor import ExtractionOptions

    return ExtractionOptions(only_cued=only_cued)


def _passed_over(ignored: Iterable[FailedDocument]) -> Iterator[str]:
    """Say how many files of each kind there are, the most first, and the names of some."""
    names: dict[str, list[str]] = {}
    for each in ignored:
        names.setdefault(str(each.error), []).append(Path(each.name).name)
    for kind, named in sorted(names.items(), key=lambda item: -len(item[1])):
        more = ", …" if len(named) > _NAMED else ""
        yield f"{len(named)} {kind} ({', '.join(named[:_NAMED])}{more})"


def _print_report(report: BuildReport, graph: str, *, is_there: bool) -> None:
    if not is_there:
        console.say_wrapped(f"Nothing was learned, and no graph was made at {graph}.", rest="  ")
        return
    console.say_wrapped(f"{graph}: {report}.", rest="  ")
    if report.without_open_facts:
        unread = f"No open facts from {report.without_open_facts} documents: they are read from English only."
        console.say_wrapped(unread, rest="  ")
    _print_usage(report.usage)


def _print_usage(usage: Usage) -> None:
    if usage.calls or usage.cached or usage.failures:
        console.say_wrapped(
            f"Language model: {usage.calls} calls, {usage.prompt_tokens} + {usage.completion_tokens} tokens, "
            f"{usage.cached} replies from the cache, {usage.failures} failures.",
            rest="  ",
        )
