"""The command that shows a graph in a browser, or writes its page to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lgm_core.cli import console
from lgm_core.errors import InputError

__all__ = ["show"]


def show(
    start: Annotated[
        str | None, typer.Argument(help="A concept, or a question that names some; default: the best-connected ones.")
    ] = None,
    graph: console.GraphPlace = "graph.lgm",
    where: console.WhereJson = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Concepts at most; default: 5000 if that is all, else 400.")
    ] = None,
    facts: Annotated[bool, typer.Option("--facts/--no-facts", help="Show facts too.")] = True,
    document: Annotated[
        str | None, typer.Option("--document", help="Show the document of this id instead: lgm documents lists them.")
    ] = None,
    at: Annotated[int, typer.Option(min=0, help="Of a long document, show the part with this sentence, from 0.")] = 0,
    schema: Annotated[bool, typer.Option("--schema", help="Show the schema instead, and what layers hold.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the page to this file; no browser is opened.")
    ] = None,
) -> None:
    """Show a graph in the browser: concepts, the relations between them, and the sentences that state these.

    With --document, show what was understood of one document. The page is one file that needs no network; its path is
    printed.
    """
    if schema and not (start is None and document is None and limit is None and facts):
        raise InputError("--schema shows the schema; leave out the concept, --document, --limit and --no-facts")
    if document is not None and not (start is None and limit is None and facts):
        raise InputError("--document shows one document; leave out the concept, --limit and --no-facts, or --document")
    if document is None and at:
        raise InputError("--at is a place in a document; give --document too")
    with console.existing_graph(graph) as language_graph:
        allowed = console.parsed_where(where)
        page = language_graph.show(
            start, document=document, at=at, where=allowed, limit=limit, facts=facts, schema=schema
        )
    console.say(str(page.open() if output is None else page.save(output)))
