"""The `lgm` application, which combines all commands."""

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
    looking,
    measuring,
    schemas,
    serving,
    solving,
    tuning,
)
from lgm_core.cli.console import note, say
from lgm_core.errors import LGMError

__all__ = ["app", "main"]

app = typer.Typer(
    name="lgm",
    help="Turn documents into a language graph and answer questions from it, with cited sentences.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

for _name, _function, _summary in (
    ("build", building.build, "Learn documents into a graph file."),
    ("estimate", building.estimate, "Tell the calls, tokens and money of a build, before any."),
    ("reflect", building.reflect, "Let a language model judge relations or facts."),
    ("construct", constructing.construct, "Construct the graph of each document, stage by stage."),
    ("align", constructing.align, "Unite names of one thing, and link things to classes."),
    ("ask", asking.ask, "Answer a question with numbered citations."),
    ("plan", solving.plan, "Plan how a question is answered, in logical forms."),
    ("solve", solving.solve, "Execute a plan: facts first, text where they are missing."),
    ("sparql", schemas.sparql, "Ask what conforms to the schema in SPARQL."),
    ("retrieve", asking.retrieve, "Find the best passages, sentences or facts."),
    ("demo", demonstrating.demo, "Learn a small document set and answer questions from it."),
    ("status", looking.status, "Tell what a graph holds, and what is out of date."),
    ("documents", looking.documents, "List the documents of a graph."),
    ("relations", looking.relations, "List relations, each with the sentences that state it."),
    ("facts", looking.facts, "Show the facts of a concept, or import recorded ones."),
    ("concept", looking.concept, "Tell what a concept is, or how two are related."),
    ("show", looking.show, "Show a graph in the browser."),
    ("entities", constructing.entities, "List the things of a document under all their names."),
    ("export", looking.export, "Write the whole graph, in a stable order."),
    ("import", looking.import_, "Take in documents that were exported as JSON Lines."),
    ("delete", looking.delete, "Delete documents and everything only they supported."),
    ("learn-from", enriching.learn_from, "Look up what questions show to be missing."),
    ("additions", enriching.additions, "List what was added after documents were learned."),
    ("undo", enriching.undo, "Take additions back."),
    ("serve", serving.serve, "Show a graph as pages in the browser, or serve it to agents."),
):
    app.command(_name, short_help=_summary)(_function)
app.add_typer(schemas.app, name="schema", short_help="What a domain knows: classes, properties, rules.")
app.add_typer(tuning.app, name="tuning", short_help="Tune a language model on what a graph states.")
app.add_typer(measuring.app, name="bench", short_help="Measure on your data.")


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
    """Prints the engine's log like other remarks."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print a record."""
        note(self.format(record))


def main(command: typer.Typer = app) -> None:
    """Run a command; an expected error prints one line, without a traceback, and exits with code 1."""
    logging.getLogger("lgm_core").addHandler(_Remarks(logging.WARNING))
    try:
        command()
    except LGMError as error:
        note(f"Error: {error}")
        sys.exit(1)
