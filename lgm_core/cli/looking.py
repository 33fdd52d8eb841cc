"""Commands that read a graph or show it in the browser, export and import it, add facts, or delete documents."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from lgm_core.cli import console
from lgm_core.cli.constructing import note_stale
from lgm_core.errors import InputError
from lgm_core.facade.export_target import ExportFormat
from lgm_core.model import RelationKind
from lgm_core.model.trace import count_of

__all__ = ["concept", "delete", "documents", "export", "facts", "import_", "relations", "show", "status"]


def status(
    graph: console.GraphPlace = "graph.lgm",
    files: Annotated[
        bool, typer.Option("--files/--no-files", help="Compare documents with the files that they were learned from.")
    ] = True,
    json: console.AsJson = False,
) -> None:
    """Print what a graph holds, how large it is, and which documents are out of date."""
    with console.existing_graph(graph) as language_graph, console.showing_progress():
        state = language_graph.status(files=files)
    if json:
        console.print_json(state)
        return
    table, _, rest = str(state).partition("\n\n")
    for line in table.split("\n"):
        console.say_wrapped(line, rest=" " * 26)
    console.say("")
    for line in rest.split("\n"):
        console.say_wrapped(line, rest="    ")


def documents(
    graph: console.GraphPlace = "graph.lgm",
    where: console.WhereJson = None,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many.")] = None,
    json: console.AsJson = False,
) -> None:
    """List the documents of a graph, and which of them were constructed (`lgm construct`)."""
    with console.existing_graph(graph) as language_graph:
        records = language_graph.documents(where=console.parsed_where(where), limit=limit)
        constructed = {record.document: record for record in language_graph.constructions()}
    if json:
        console.print_json(records)
        return
    for record in records:
        line = f"{record.id}\t{record.title}\t{record.sentence_count} sentences"
        if made := constructed.get(record.id):
            line += "\tconstructed from a former text" if made.is_stale else "\tconstructed"
        console.say(line)
    note_stale(constructed[record.id] for record in records if record.id in constructed)


def relations(
    concept: Annotated[str | None, typer.Argument(help="Only relations of this concept.")] = None,
    graph: console.GraphPlace = "graph.lgm",
    kind: Annotated[RelationKind | None, typer.Option(help="Only relations of this kind.")] = None,
    rejected: Annotated[bool, typer.Option("--rejected", help="Those that reflection found invalid.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many.")] = None,
    json: console.AsJson = False,
) -> None:
    """List relations, each with the sentences that state it."""
    with console.existing_graph(graph) as language_graph:
        listed = language_graph.relations(concept, kind=kind, rejected=rejected, limit=limit)
    if json:
        console.print_json([console.evidence_data(each.relation, each.sentences) for each in listed])
        return
    for stated in listed:
        console.say(stated.text)
        for evidence, sentence in zip(stated.relation.evidence, stated.sentences, strict=True):
            line = f"[{sentence.id}] {sentence.text}  <{evidence.origin}>"
            console.say_wrapped(line, first="    ", rest="      ")
    if not listed:
        console.note("No such relations.")


def concept(
    name: Annotated[str, typer.Argument(help="A noun or a name.")],
    other: Annotated[str | None, typer.Argument(help="Another: tells how the two are related.")] = None,
    graph: console.GraphPlace = "graph.lgm",
    where: console.WhereJson = None,
    limit: Annotated[int, typer.Option(min=1, help="Relations of a kind, statements and sentences, at most.")] = 10,
    depth: Annotated[
        int | None, typer.Option(min=0, help="How far away concepts may be that one inherits from; 1 if not given.")
    ] = None,
    json: console.AsJson = False,
) -> None:
    """Print what the documents say about a concept, or how two are related, with the sentences that say so.

    For one concept: its relations, and its own and inherited attributes, abilities and actions. Exit code 1 if the
    graph has no such concept.
    """
    from lgm_core.retrieval.concepts.explanation import Explanation
    from lgm_core.retrieval.concepts.relationship import Relationship
    from lgm_core.retrieval.rendering import render_explanation, render_relationship

    if other is not None and depth is not None:
        raise InputError(f"--depth {depth} is for what one concept inherits; leave it out to relate two")
    result: Explanation | Relationship | None
    stated, allowed = "", console.parsed_where(where)
    with console.existing_graph(graph) as language_graph:
        if other is None:
            result = language_graph.explain(name, where=allowed, limit=limit, depth=1 if depth is None else depth)
            rendering, is_known = render_explanation(name, result), result is not None
            if is_known and not json and language_graph.statistics().facts:
                count = len(language_graph.facts(name, where=allowed))
                stated = f"{count_of(count, 'fact')}: lgm facts {shlex.quote(name)}" if count else ""
        else:
            result = language_graph.relate(name, other, where=allowed, limit=limit)
            rendering, is_known = render_relationship(result), not result.missing
    if json:
        console.print_json(result)
    elif is_known:
        for line in rendering.text.split("\n"):
            if line.startswith("    "):  # code, which stays as it is
                console.say(line)
            else:
                console.say_wrapped(line, rest="      ")
        if stated:
            console.note(stated)
    if not is_known:
        console.note(rendering.text)
        raise typer.Exit(1)


def export(
    graph: console.GraphPlace = "graph.lgm",
    format: Annotated[
        ExportFormat | None,
        typer.Option(help="JSON Lines, GraphML, or RDF as Turtle or JSON-LD; default: by the suffix of --out."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write to this file (.jsonl, .graphml, .ttl, .jsonld) instead of stdout.")
    ] = None,
    base: Annotated[str | None, typer.Option(metavar="IRI", help="What the IRIs of RDF begin with.")] = None,
) -> None:
    """Write the whole graph in a stable order: equal graphs give equal bytes."""
    with console.existing_graph(graph) as language_graph, console.showing_progress():
        language_graph.export(out or sys.stdout.buffer, format=format, base=base)
    sys.stdout.buffer.flush()


def import_(
    file: Annotated[Path, typer.Argument(help="JSON Lines, as lgm export writes them.")],
    graph: console.GraphPlace = "graph.lgm",
    json: console.AsJson = False,
) -> None:
    """Import the documents of an exported graph, all of them or none.

    A document that the graph holds is replaced. `lgm build` learns texts, also those in RDF.
    """
    from lgm_core.facade.language_graph import LanguageGraph

    with LanguageGraph(graph) as language_graph, console.showing_progress():
        report = language_graph.import_graph(file)
        place = str(language_graph.store)
    if json:
        console.print_json({**console.as_data(report), "graph": place})
    else:
        console.say(f"{place}: {report}.")


def delete(
    document_ids: Annotated[
        list[str] | None, typer.Argument(help="Ids of documents, as `lgm documents` lists them.")
    ] = None,
    graph: console.GraphPlace = "graph.lgm",
    where: console.WhereJson = None,
    json: console.AsJson = False,
) -> None:
    """Delete documents and everything only they supported. Exit code 1 if there were none, or an id is missing.

    Give ids, or --where: '{"source": "docs/guide.md"}' deletes everything from a source. The id of a file with several
    documents, such as pages, deletes all of them.
    """
    from lgm_core.facade.deletion import named_documents

    if bool(document_ids) == (where is not None):
        raise InputError("name the documents to delete, either by their ids or by --where JSON")
    document_ids = document_ids or []
    with console.existing_graph(graph) as language_graph:
        named = named_documents(language_graph.store, document_ids)
        if where is None:
            deleted = language_graph.delete([id for id in document_ids if id not in named.missing])
        else:
            deleted = language_graph.delete(where=console.parsed_where(where) or {})
        place = str(language_graph.store)
    if json:
        console.print_json({"deleted": deleted, "missing": named.missing})
    else:
        console.say(f"{place}: deleted {count_of(deleted, 'document')}.")
    for document_id in named.missing:
        console.note(f"Not in the graph: {document_id}")
    if named.missing or not deleted:
        raise typer.Exit(1)


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
