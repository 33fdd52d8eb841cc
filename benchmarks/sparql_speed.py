"""How long queries in SPARQL take on a graph of many triples: `python -m benchmarks.sparql_speed [TRIPLES]`.

The triples are made up from a fixed seed, cite a document of a hundred sentences, and are kept as a graph keeps them.
Each query is asked 40 times, with another name each time, so that it is checked each time.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
import time
import zlib
from pathlib import Path

from lgm_core import Document, LanguageGraph
from lgm_core.model import Schema, SchemaClass, SchemaProperty
from lgm_core.rdf.vocabulary import RDF, RDFS, XSD
from lgm_core.reasoning.sparql import triples

SCHEMA = Schema(
    base="https://example.org/ferries#",
    classes=(SchemaClass("Ferry"), SchemaClass("Harbour"), SchemaClass("Company")),
    properties=(
        SchemaProperty("callsAt", domain="Ferry", range="Harbour", inverse="calledAtBy"),
        SchemaProperty("calledAtBy", domain="Harbour", range="Ferry"),
        SchemaProperty("operator", domain="Ferry", range="Company"),
        SchemaProperty("capacity", domain="Ferry", range="number"),
    ),
)
QUERIES = {
    "a text filter": 'SELECT ?x ?l {{ ?x a :Company ; rdfs:label ?l FILTER(CONTAINS(?l, "{0}")) }}',
    "a filter on all names": 'SELECT ?x ?l {{ ?x rdfs:label ?l FILTER(CONTAINS(?l, "Company {0}")) }}',
    "one step": 'SELECT ?f {{ ?h rdfs:label "Harbour {0}" . ?f :callsAt ?h }}',
    "two steps": 'SELECT DISTINCT ?c {{ ?h rdfs:label "Harbour {0}" . ?f :callsAt ?h ; :operator ?c }}',
    "a count": 'SELECT (COUNT(?f) AS ?n) {{ ?c rdfs:label "Company {0}" . ?f :operator ?c ; :capacity ?held }}',
}
ASKED = 40


def quads_of(count: int) -> list[str]:
    """Return so many triples in N-Quads, each once; those of a ferry name the same evidence."""
    random.seed(7)
    base, found, ferries = SCHEMA.base, dict[str, int](), count // 6
    for number in range(ferries):
        kinds = {"Ferry": number, "Harbour": number % (ferries // 5), "Company": number % (ferries // 20)}
        nodes = {kind: f"<{triples.THINGS}{kind}_{each}>" for kind, each in kinds.items()}
        ferry, harbour, company = nodes.values()
        said = [
            *(f"{ferry} <{base}callsAt> {harbour}", f"{harbour} <{base}calledAtBy> {ferry}"),
            f"{ferry} <{base}operator> {company}",
            f'{ferry} <{base}capacity> "{random.randrange(900)}"^^<{XSD}decimal>',
            *(f"{node} <{RDF}type> <{base}{kind}>" for kind, node in nodes.items()),
            *(f'{node} <{RDFS}label> "{kind} {kinds[kind]}"' for kind, node in nodes.items()),
        ]
        for each in said:
            found.setdefault(each, number)
    kept = sorted(list(found.items())[:count], key=lambda item: item[0].split()[1])
    return [f"{triple} <{triples.EVIDENCE}{number}> ." for triple, number in kept]


def main(count: int = 225_000) -> None:
    quads, together = quads_of(count), list[float]()
    evidence = (json.dumps([[f"fact {number}"], [f"log#{number % 100}"], []]) for number in range(count // 6))
    names = (f"{quad[1 : quad.index('>')]}\t{quad.split(chr(34))[1]}" for quad in quads if "#label>" in quad)
    parts = (json.dumps(triples.schema_names(SCHEMA)), *map("\n".join, (quads, evidence, names)))
    with tempfile.TemporaryDirectory() as folder, LanguageGraph(Path(folder) / "ferries.lgm") as graph:
        graph.load_schema(SCHEMA)
        graph.build(Document.from_text("The ferry called at the harbour. " * 100, id="log"))
        graph.store.write_blob(triples.BLOB, triples.head_of(graph.store) + zlib.compress("\0".join(parts).encode(), 1))
        begun = time.perf_counter()
        graph.sparql("ASK { ?f a :Ferry }")
        print(f"triples {len(quads):,}, opening {time.perf_counter() - begun:.2f} s")
        for name, query in QUERIES.items():
            taken, rows = [], 0
            for each in range(ASKED):
                begun = time.perf_counter()
                rows += len(graph.sparql(query.format(each)).rows)
                taken.append(1000 * (time.perf_counter() - begun))
            together += taken
            print(
                f"{name}: p50 {statistics.median(taken):.1f} ms, slowest {max(taken):.1f} ms, rows {rows / ASKED:.1f}"
            )
        print(f"all: p50 {statistics.median(together):.1f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
