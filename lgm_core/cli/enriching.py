"""Commands for additions to a graph: learn-from, additions, undo."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lgm_core.cli import console
from lgm_core.cli.constructing import note_stale
from lgm_core.errors import InputError
from lgm_core.model import TraceStep
from lgm_core.model.trace import count_of

__all__ = ["additions", "learn_from", "undo"]


def learn_from(
    questions: Annotated[
        Path, typer.Argument(help="A line each: text, or JSON with `question` and, to score, `answer` and `aliases`.")
    ],
    graph: console.GraphPlace = "graph.lgm",
    model: console.ModelName = None,
    base_url: console.BaseUrl = None,
    embed: console.Embed = None,
    cache: console.CacheReplies = True,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of feedback at most.")] = 20,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first questions.")] = None,
    brief: Annotated[bool, typer.Option("--brief/--full", help="Answer with bare facts, as scores expect.")] = True,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Tokens that a question may cost.")] = None,
    token_budget: console.TokenBudget = None,
    requests_per_minute: console.RequestsPerMinute = None,
    tokens_per_minute: console.TokensPerMinute = None,
    where: console.WhereJson = None,
    json: console.AsJson = False,
) -> None:
    """Look up and add facts that questions need and the graph lacks; report each round. Needs a language model.

    Exit code: 0; 1 if the language model failed for every question or the token budget was spent; 130 if interrupted.
    """
    from lgm_core.evaluation.question_answering.question_sets import read_asked
    from lgm_core.feedback.feedback_options import FeedbackOptions
    from lgm_core.retrieval.answering.ask_options import AskOptions

    asked = read_asked(questions, limit=limit)
    options = FeedbackOptions(
        max_rounds=rounds, max_tokens=max_tokens, ask=AskOptions(brief=brief, where=console.parsed_where(where))
    )
    chat_model = console.language_model(True, model, base_url)
    stopped = "Stopped. Finished rounds are kept: lgm additions, lgm undo."
    limits = console.request_limits(token_budget, requests_per_minute, tokens_per_minute)
    opened = console.existing_graph(
        graph, chat_model, embed=console.embeddings(embed), cache_replies=cache, limits=limits
    )
    with console.interruptible(stopped) as cancel, opened as language_graph, console.showing_progress():
        report = language_graph.learn_from_questions(asked, options, on_step=_print_round, cancel=cancel)
    if json:
        names = ("additions", "rounds", "ends", "failures", "left", "stopped", "usage")
        console.print_json({name: getattr(report, name) for name in names})
    else:
        console.say(str(report))
        if report.additions:
            count = count_of(len(report.additions), "question")
            console.say(f"Added by {count}: lgm additions --graph {graph}; take it back: lgm undo ID --graph {graph}")
    if report.failed == len(asked) or report.stopped:
        raise typer.Exit(1)


def additions(graph: console.GraphPlace = "graph.lgm", json: console.AsJson = False) -> None:
    """List what was added to the graph after its documents were learned."""
    with console.existing_graph(graph) as language_graph:
        records = language_graph.additions()
        constructed = language_graph.constructions() if records else []
    if json:
        console.print_json(records)
        return
    for record in records:
        counts = {
            "facts": record.facts,
            "profiles": record.profiles,
            "predicate groups": record.predicate_groups,
            "relations": record.relations,
            "mentions": record.mentions,
        }
        summary = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        console.say(f"{record.id}  {record.created}  {record.kind}: {record.label}")
        console.say(f"    {summary} in {count_of(record.documents, 'document')}")
    note_stale(constructed)
    if not records:
        console.note("Nothing was added to this graph.")


def undo(
    ids: Annotated[list[str] | None, typer.Argument(help="Ids of additions, as `lgm additions` lists them.")] = None,
    all_: Annotated[bool, typer.Option("--all", help="Take back all additions.")] = False,
    graph: console.GraphPlace = "graph.lgm",
    json: console.AsJson = False,
) -> None:
    """Undo additions; the graph is then as it was before them."""
    if bool(ids) == all_:
        raise InputError("name the additions to undo, or use --all; lgm additions lists them")
    with console.existing_graph(graph) as language_graph:
        wanted = [record.id for record in language_graph.additions()] if all_ else list(ids or ())
        count = language_graph.undo(wanted)
    if json:
        console.print_json({"undone": count})
    else:
        console.say(f"Took back {count_of(count, 'addition')}.")


def _print_round(step: TraceStep) -> None:
    from lgm_core.feedback.feedback_steps import FeedbackRoundStep

    if isinstance(step, FeedbackRoundStep):
        console.note("· " + step.line().removeprefix(f"{step.name}: "))
