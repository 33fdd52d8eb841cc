"""Put the commands together."""

from __future__ import annotations

import logging
import sys
from typing import Annotated

import typer

from lgm_core import __version__
from lgm_core.cli import (
    asking,
    building,
    constructing,
    demonstrating,
    enriching,
    facts,
    looking,
    measuring,
    serving,
    showing,
    solving,
)
from lgm_core.cli.console import note, say
from lgm_core.errors import LGMError

__all__ = ["app", "main"]

_SUMMARIES = {
    "additions": "List what was added after documents were learned.",
    "ask": "Answer a question with numbered citations.",
    "build": "Learn documents into a graph file.",
    "concept": "Tell what a concept is, or how two are related.",
    "construct": "Construct the graph of each document, stage by stage.",
    "delete": "Delete documents and all that only they supported.",
    "demo": "Learn a small document set and answer questions from it.",
    "documents": "List the documents of a graph.",
    "entities": "List the things of a document under all their names.",
    "estimate": "Tell the calls, tokens and money of a build, before any.",
    "export": "Write the whole graph, in a stable order.",
    "facts": "Show the facts of a concept, or import recorded ones.",
    "import_": "Take in documents that were exported as RDF.",
    "learn_from": "Look up what questions show to be missing.",
    "plan": "Plan how a question is answered, in logical forms.",
    "reflect": "Let a language model judge relations or facts.",
    "relations": "List relations, each with the sentences that state it.",
    "retrieve": "Find the best passages, sentences or facts.",
    "serve": "Show a graph as pages in the browser, or serve it to agents.",
    "show": "Show a graph in the browser.",
    "solve": "Execute a plan: facts first, text where they are missing.",
    "stats": "Count what a graph holds.",
    "status": "Tell what a graph holds, and what is out of date.",
    "undo": "Take additions back.",
}

_BENCHMARKS = {
    "qa": "Several ways of answering, with one language model.",
    "retrieval": "How well questions find their passages, beside BM25.",
}


def summarise(app: typer.Typer) -> None:
    """Give the commands of an application, and of its benchmarks, the lines that its list of commands shows."""
    _give(app, _SUMMARIES)
    for group in app.registered_groups:
        group.short_help = "Measure on your data."
        if group.typer_instance is not None:
            _give(group.typer_instance, _BENCHMARKS)


def _give(app: typer.Typer, summaries: dict[str, str]) -> None:
    for command in app.registered_commands:
        if command.callback is not None and command.callback.__name__ in summaries:
            command.short_help = summaries[command.callback.__name__]


app = typer.Typer(
    name="lgm",
    help="Turn documents into a language graph and answer questions from it, with cited sentences.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

app.command()(building.build)
app.command()(building.estimate)
app.command()(building.reflect)
app.command()(constructing.construct)
app.command()(asking.ask)
app.command()(solving.plan)
app.command()(solving.solve)
app.command()(asking.retrieve)
app.command()(demonstrating.demo)
app.command()(looking.status)
app.command()(looking.stats)
app.command()(looking.documents)
app.command()(looking.relations)
app.command()(facts.facts)
app.command()(looking.concept)
app.command()(showing.show)
app.command()(constructing.entities)
app.command()(looking.export)
app.command(name="import")(looking.import_)
app.command()(looking.delete)
app.command(name="learn-from")(enriching.learn_from)
app.command()(enriching.additions)
app.command()(enriching.undo)
app.command()(serving.serve)
app.add_typer(measuring.app, name="bench")
summarise(app)


def _version(asked: bool) -> None:
    if asked:
        say(f"lgm {__version__}")
        raise typer.Exit


@app.callback()
def lgm(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Tell the version.")
    ] = False,
) -> None:
    """Turn documents into a language graph and answer questions from it, with cited sentences."""


class _Remarks(logging.Handler):
    """Prints what the engine logs as other remarks are printed."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print a record."""
        note(self.format(record))


def main(command: typer.Typer = app) -> None:
    """Run a command; an expected failure prints a clear line and exits with code 1, without a traceback."""
    logging.getLogger("lgm_core").addHandler(_Remarks(logging.WARNING))
    try:
        command()
    except LGMError as error:
        note(f"Error: {error}")
        sys.exit(1)
