"""What a domain knows: `lgm schema` loads, proposes, accepts and exports it, `lgm sparql` asks what conforms to it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from lgm_core.cli import console
from lgm_core.model import Schema
from lgm_core.reasoning.sparql.cited_rows import MOST_ROWS, row_lines
from lgm_core.schema.proposing import proposed_names
from lgm_core.schema.schema_file import read_schema_file, schema_text

__all__ = ["app", "sparql"]

app = typer.Typer(help="What a domain knows: the classes, properties and rules of a graph.", no_args_is_help=True)

_NAMED = 5
"""The most proposals that are named."""

_File = Annotated[Path, typer.Argument(help="TOML (.toml), or OWL or SKOS (.ttl, .nt, .rdf, .owl, .xml, .jsonld).")]


@app.command(short_help="Tell whether a schema file is right.")
def check(file: _File, json: console.AsJson = False) -> None:
    """Check a schema file without a graph; an error tells the line. Exit code 1 if it is not right."""
    _say_counts(read_schema_file(file), "", json)


@app.command(short_help="Show the schema of a graph.")
def show(graph: console.GraphPlace = "graph.lgm", json: console.AsJson = False) -> None:
    """Show the schema of a graph as TOML, with what is only proposed. Exit code 1 if there is none."""
    with console.existing_graph(graph) as language_graph:
        schema = language_graph.schema()
    if schema is None:
        console.note("The graph has no schema; load one (lgm schema load FILE), or propose one (lgm schema propose).")
        raise typer.Exit(1)
    _say_schema(schema, json)


@app.command(short_help="Give a graph the schema in a file.")
def load(file: _File, graph: console.GraphPlace = "graph.lgm", json: console.AsJson = False) -> None:
    """Replace the schema of a graph, which is made if it is missing; lgm schema undo takes that back."""
    from lgm_core.facade.language_graph import LanguageGraph

    with LanguageGraph(graph) as language_graph:
        _say_counts(language_graph.load_schema(file), "loaded: ", json)


@app.command(short_help="Write the schema of a graph to a file.")
def export(file: _File, graph: console.GraphPlace = "graph.lgm") -> None:
    """Write the schema to a file, which is replaced; the suffix chooses the syntax."""
    with console.existing_graph(graph) as language_graph:
        language_graph.export_schema(file)


@app.command(short_help="Propose classes and properties from the facts of a graph.")
def propose(
    graph: console.GraphPlace = "graph.lgm",
    min_members: Annotated[int, typer.Option(min=1, help="The fewest members of a class.")] = 3,
    min_facts: Annotated[int, typer.Option(min=1, help="The fewest facts of a property.")] = 3,
    term: Annotated[list[str] | None, typer.Option(help="Instead: all that WordNet has below this noun.")] = None,
    lexicon: Annotated[str, typer.Option(help="The WordNet to take terms from, such as oewn:2024.")] = "",
    json: console.AsJson = False,
) -> None:
    """Add classes and properties that the graph has often, with sentences as examples; accept those that are right."""
    with console.existing_graph(graph) as language_graph:
        schema = language_graph.propose_schema(
            min_members=min_members, min_facts=min_facts, terms=term or (), lexicon=lexicon
        )
        waiting = proposed_names(language_graph.schema() or Schema())
    more = "the schema has all of it" if term else "with fewer --min-members and --min-facts there may be more"
    _say_new(schema, waiting, graph, f"Nothing new; {more}.", json)


@app.command(short_help="Propose what facts often say and the schema lacks.")
def complete(
    graph: console.GraphPlace = "graph.lgm",
    rounds: Annotated[int, typer.Option(min=1, help="How often to look at what earlier proposals leave.")] = 3,
    accept_at: Annotated[float | None, typer.Option(help="Accept proposals from this score on.")] = None,
    embed: console.Embed = None,
    json: console.AsJson = False,
) -> None:
    """Add classes and properties that facts often state and the schema lacks, best first; their origin has a score."""
    with console.existing_graph(graph, embed=console.embeddings(embed)) as language_graph:
        schema = language_graph.complete_schema(rounds=rounds, accept_at=accept_at)
        waiting = proposed_names(language_graph.schema() or Schema())
    _say_new(schema, waiting, graph, "Nothing new: the schema has what facts often say.", json)


@app.command(short_help="Bring wordings of facts under the properties that they state.")
def condense(
    graph: console.GraphPlace = "graph.lgm",
    llm: console.Llm = False,
    model: console.ModelName = None,
    base_url: console.BaseUrl = None,
    embed: console.Embed = None,
    json: console.AsJson = False,
) -> None:
    """Add wordings of facts to the labels of properties, by rules; with --llm a model judges what these leave open."""
    with console.interruptible("Stopped. Nothing was changed.") as cancel:
        chat_model = console.language_model(llm, model, base_url)
        with console.existing_graph(graph, chat_model, embed=console.embeddings(embed)) as language_graph:
            schema = language_graph.condense_schema(cancel=cancel)
    _say_new(schema, (), graph, "Nothing to condense: no other wording states a property of the schema.", json)


@app.command(short_help="Accept what is proposed, by name or by its number of facts.")
def accept(
    names: Annotated[list[str] | None, typer.Argument(help="Names of proposed classes and properties.")] = None,
    at_least: Annotated[
        int | None, typer.Option(min=1, help="Instead: all with so many members, or facts that conform.")
    ] = None,
    graph: console.GraphPlace = "graph.lgm",
    json: console.AsJson = False,
) -> None:
    """Accept proposals, with the classes that they need; only what is accepted has an effect."""
    with console.existing_graph(graph) as language_graph:
        _say_counts(language_graph.accept_schema(names or (), at_least=at_least), "accepted so far: ", json)


@app.command(short_help="Take the last change of the schema back.")
def undo(graph: console.GraphPlace = "graph.lgm", json: console.AsJson = False) -> None:
    """Take the last change of the schema back, whole."""
    with console.existing_graph(graph) as language_graph:
        change = language_graph.undo_schema()
    if json:
        console.print_json({"undone": change})
    else:
        console.say(f"Took back: {change}.")


def sparql(
    query: Annotated[str, typer.Argument(help="SELECT or ASK; prefixes may be missing, : is the schema's base.")],
    graph: console.GraphPlace = "graph.lgm",
    where: console.WhereJson = None,
    limit: Annotated[int, typer.Option(min=1, help="The most rows.")] = MOST_ROWS,
    json: console.AsJson = False,
) -> None:
    """Ask what conforms to the schema in SPARQL; print the rows, each with the numbers of its sentences, and these."""
    with console.existing_graph(graph) as language_graph:
        found = language_graph.sparql(query, where=console.parsed_where(where), limit=limit)
    if json:
        console.print_json(found)
        return
    for line in row_lines(found):
        console.say_wrapped(line, rest="  ")
    if found.citations:
        console.say("\nSentences:")
    console.print_citations(found.citations)
    for each in found.notes:
        console.note(f"{each[0].upper()}{each[1:]}{'' if each.endswith('?') else '.'}")


def _say_new(new: Schema, waiting: Sequence[str], graph: str, otherwise: str, as_json: bool) -> None:
    """Print what is newly proposed; if nothing is, say so, and which proposals wait to be accepted."""
    if as_json or new.classes or new.properties:
        _say_schema(new, as_json)
        return
    console.note(otherwise)
    if waiting:
        named = ", ".join(waiting[:_NAMED]) + ", …" * (len(waiting) > _NAMED)
        console.note(f"Proposals waiting to be accepted: {named}")
        console.note(f"Accept those that are right: lgm schema accept NAME --graph {graph}, or all with --at-least N")


def _say_schema(schema: Schema, as_json: bool) -> None:
    if as_json:
        console.print_json(schema)
    else:
        console.say(schema_text(schema).strip())


def _say_counts(schema: Schema, told: str, as_json: bool) -> None:
    counts = {name: len(getattr(schema, name)) for name in ("classes", "properties", "rules")}
    if as_json:
        console.print_json(counts)
    else:
        console.say(told + ", ".join(f"{name} {count}" for name, count in counts.items()))
