"""The commands of `lgm tuning`: rows to tune a language model with, made from a graph."""

from __future__ import annotations

from json import dumps
from pathlib import Path
from typing import Annotated

import typer

from lgm_core.cli import console
from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import read_rows

__all__ = ["app"]

app = typer.Typer(help="Tune a language model on what a graph states.", no_args_is_help=True)

TunedGraphPlace = Annotated[
    str, typer.Argument(metavar="GRAPH", help="The graph file, or an address of Neo4j.", envvar="LGM_GRAPH")
]


@app.command()
def data(
    graph: TunedGraphPlace = "graph.lgm",
    tasks: Annotated[str, typer.Option(help="Groups, or single ones such as nlu/facts.")] = "nlu,nli,nlg",
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to write the rows to.")] = Path("tuning"),
    seed: Annotated[int, typer.Option(help="Another seed makes other rows.")] = 1,
    held_out: Annotated[float, typer.Option(min=0, max=0.9, help="The share of documents held out.")] = 0.1,
    where: console.WhereJson = None,
    json: console.AsJson = False,
) -> None:
    """Write chat rows in JSON Lines, each with the documents and sentences it comes from, divided by document."""
    with console.existing_graph(graph) as language_graph:
        report = language_graph.tuning_data(
            [task.strip() for task in tasks.split(",") if task.strip()],
            folder=out,
            seed=seed,
            held_out=held_out,
            where=console.parsed_where(where),
        )
    console.print_result(report, json)


@app.command()
def reward(
    graph: TunedGraphPlace = "graph.lgm",
    answer: Annotated[str | None, typer.Argument(help="The answer; none with --pairs.", show_default=False)] = None,
    question: Annotated[str, typer.Option("--question", "-q", help="The question that it answers.")] = "",
    pairs: Annotated[Path | None, typer.Option(help="Rows with `question` and `answers`, in JSON Lines.")] = None,
    margin: Annotated[float, typer.Option(min=0, help="By how much the rewards of a pair must differ.")] = 0.1,
    where: console.WhereJson = None,
    json: console.AsJson = False,
) -> None:
    """Tell how an answer is rewarded; or print a pair, best and worst, for each row of --pairs, in JSON Lines."""
    if (answer is None) == (pairs is None):
        raise InputError("give either an answer to judge or --pairs")
    allowed = console.parsed_where(where)
    with console.existing_graph(graph) as language_graph:
        if pairs is not None:
            rows = (row for _, row in read_rows(pairs))
            for pair in language_graph.preference_pairs(rows, margin=margin, where=allowed):
                console.say(dumps(pair, ensure_ascii=False))
            return
        found = language_graph.reward(answer or "", question, where=allowed)
    console.print_result(found, json)
