"""The command that shows the facts of a concept, or imports recorded ones."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lgm_core.cli import console
from lgm_core.errors import InputError

__all__ = ["facts"]


def facts(
    name: Annotated[str | None, typer.Argument(help="A noun or a name.")] = None,
    graph: console.GraphPlace = "graph.lgm",
    recorded: Annotated[
        Path | None,
        typer.Option(
            "--import", metavar="FILE", help="Add recorded triples: JSON Lines with title, text (or id) and triples."
        ),
    ] = None,
    where: console.WhereJson = None,
    rejected: Annotated[bool, typer.Option("--rejected", help="Those that reflection found invalid.")] = False,
    conforming: Annotated[bool, typer.Option("--conforming", help="Only those that conform to the schema.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many.")] = None,
    json: console.AsJson = False,
) -> None:
    """Show the facts of a concept, each with the sentences that state it; or add recorded triples to the graph.

    A fact that conforms to the schema names the property in brackets. Recorded triples are kept if both ends stand in a
    sentence of their document; dropped ones are counted by reason.
    """
    if (name is None) == (recorded is None):
        raise InputError("give either the name of a concept, to see its facts, or --import FILE")
    if recorded is not None and (where is not None or rejected or conforming or limit is not None):
        raise InputError(
            "--where, --rejected, --conforming and --limit only apply to facts that are shown; leave them out with "
            "--import"
        )
    with console.existing_graph(graph) as language_graph:
        if recorded is not None:
            with console.showing_progress():
                report = language_graph.import_facts(recorded)
            console.print_result(report, json, kept=report.kept)
            return
        found = language_graph.facts(
            name or "", where=console.parsed_where(where), rejected=rejected, conforming=conforming, limit=limit
        )
        counts = language_graph.statistics()
        schema = language_graph.schema()
    has_facts = where is not None or counts.facts or counts.rejected_facts  # those of hidden documents stay secret
    if not has_facts:
        console.note("The graph has no facts, since no build learned any. Build it again with --facts open.")
    if json:
        data = [console.evidence_data(stated.fact, stated.sentences) for stated in found]
        console.print_json([each | {"property": stated.property} for each, stated in zip(data, found, strict=True)])
        return
    for stated in found:
        console.say_wrapped(str(stated), rest="  ")
        for evidence, sentence in zip(stated.fact.evidence, stated.sentences, strict=True):
            where = f"[{sentence.id}:{evidence.start}-{evidence.end}]"
            console.say_wrapped(f"{where} {sentence.text}  <{evidence.origin}>", first="    ", rest="      ")
    if conforming and (schema is None or not any(schema.parts.values())):
        console.note(f"The graph has no schema. Load one: lgm schema load schema.toml --graph {graph}")
    elif not found and has_facts:
        console.note("No such facts.")
