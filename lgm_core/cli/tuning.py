"""The commands of `lgm tuning`: rows to tune a language model with, made from a graph."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lgm_core.cli import console

__all__ = ["app"]

app = typer.Typer(help="Tune a language model on what a graph states.", no_args_is_help=True)

TunedGraphPlace = Annotated[
    str, typer.Argument(metavar="GRAPH", help="The graph file, or an address of Neo4j.", envvar="LGM_GRAPH")
]


@app.callback()
def tuning() -> None:
    """Tune a language model on what a graph states."""


@app.command(short_help="Write rows to tune a language model with.")
def data(
    graph: TunedGraphPlace = "graph.lgm",
    tasks: Annotated[str, typer.Option(help="Which tasks, with commas between them: nlu, nli, nlg.")] = "nlu,nli,nlg",
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder for train.jsonl and held_out.jsonl.")] = Path(
        "tuning"
    ),
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
    if json:
        console.print_json(report)
    else:
        console.say(str(report))
