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
from lgm_core.cli.terminal.summaries import summarise
from lgm_core.errors import LGMError

__all__ = ["app", "main"]

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
