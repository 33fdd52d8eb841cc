"""The command that shows the facts of a concept, or imports recorded ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lgm_core.cli.console import (
    AsJson,
    GraphPlace,
    WhereJson,
    as_data,
    existing_graph,
    note,
    parsed_where,
    print_json,
    say,
    say_wrapped,
    showing_progress,
)
from lgm_core.errors import InputError

if TYPE_CHECKING:
    from lgm_core.facade.fact_learning import StatedFact

__all__ = ["facts"]


def facts(
    name: Annotated[str | None, typer.Argument(help="A noun or a name.")] = None,
    graph: GraphPlace = "graph.lgm",
    recorded: Annotated[
        Path | None,
        typer.Option(
            "--import", metavar="FILE", help="Add recorded triples: JSON Lines with title, text (or id) and triples."
        ),
    ] = None,
    where: WhereJson = None,
    rejected: Annotated[bool, typer.Option("--rejected", help="Those that reflection found invalid.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many.")] = None,
    json: AsJson = False,
) -> None:
    """Show the facts of a concept, each with the sentences that state it; or add recorded triples to the graph.

    Of recorded triples those are kept whose ends stand in a sentence of their document; what is dropped is counted by
    reason.
    """
    if (name is None) == (recorded is None):
        raise InputError("give either the name of a concept, to see its facts, or --import FILE")
    if recorded is not None and (where is not None or rejected or limit is not None):
        raise InputError("--where, --rejected and --limit choose facts to be shown; --import FILE takes none of them")
    with existing_graph(graph) as language_graph:
        if recorded is not None:
            with showing_progress():
                report = language_graph.import_facts(recorded)
            if json:
                print_json({**as_data(report), "kept": report.kept})
            else:
                say(str(report))
            return
        found = language_graph.facts(name or "", where=parsed_where(where), rejected=rejected, limit=limit)
        counts = language_graph.statistics()
    has_facts = where is not None or counts.facts or counts.rejected_facts  # what other documents have is not told
    if not has_facts:
        note("The graph has no facts at all: no build was told to learn them. Build it again with --facts open.")
    if json:
        print_json([_data(stated) for stated in found])
        return
    for stated in found:
        say_wrapped(str(stated), rest="  ")
        for evidence, sentence in zip(stated.fact.evidence, stated.sentences, strict=True):
            where = f"[{sentence.id}:{evidence.start}-{evidence.end}]"
            say_wrapped(f"{where} {sentence.text}  <{evidence.origin}>", first="    ", rest="      ")
    if not found and has_facts:
        note("No such facts.")


def _data(stated: StatedFact) -> dict[str, object]:
    data: dict[str, object] = as_data(stated.fact)
    data["evidence"] = [
        {**as_data(evidence), "text": sentence.text, "document_id": sentence.document_id}
        for evidence, sentence in zip(stated.fact.evidence, stated.sentences, strict=True)
    ]
    return data
