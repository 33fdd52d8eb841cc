"""Queries that want more than to read one graph, or never end: none connects, writes, crashes, or goes on."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from lgm_core import LanguageGraph
from lgm_core.errors import InputError
from lgm_core.reasoning.sparql.query_process import QueryProcesses
from lgm_core.reasoning.sparql.query_text import words_of

PORT = "<http://127.0.0.1:PORT/>"

REACHING = [
    f"SELECT ?s {{ SERVICE {PORT} {{ ?s ?p ?o }} }}",
    f"SELECT ?s {{ ?s a :Film . SERVICE SILENT {PORT} {{ ?s ?p ?o }} }}",
    f"SELECT ?s {{ sErViCe{PORT}{{ ?s ?p ?o }} }}",
    f"SELECT ?s {{ SERVICE#comment\n{PORT} {{ ?s ?p ?o }} }}",
    f"SELECT ?s {{ \\u0053ERVICE {PORT} {{ ?s ?p ?o }} }}",
    f"SELECT ?s {{ \\U00000053ERVICE {PORT} {{ ?s ?p ?o }} }}",
    f"SELECT ?s {{ ?s a :Film OPTIONAL {{ SERVICE {PORT} {{ ?s ?p ?o }} }} }}",
    f"SELECT ?s {{ ?s a :Film FILTER NOT EXISTS {{ SERVICE {PORT} {{ ?s ?p ?o }} }} }}",
    f"SELECT ?s {{ VALUES ?where {{ {PORT} }} SERVICE ?where {{ ?s ?p ?o }} }}",
    f"PREFIX SERVICE: {PORT} SELECT ?s {{ SERVICE:x {{ ?s ?p ?o }} }}",
    f"PREFIX service: {PORT} SELECT ?s {{ service:x {{ ?s ?p ?o }} }}",
    f"SELECT ?s FROM {PORT} {{ ?s ?p ?o }}",
    f"SELECT ?s FROM NAMED {PORT} {{ GRAPH ?g {{ ?s ?p ?o }} }}",
    f"LOAD {PORT}",
    f"LOAD SILENT {PORT} INTO GRAPH <urn:g>",
    f"BASE {PORT} SELECT ?s {{ SERVICE <x> {{ ?s ?p ?o }} }}",
    f'ASK {{ ?s a :Film . "#" a ?t . SERVICE {PORT} {{ ?s ?p ?o }} }}',
    f"SELECT ?s {{ ?s a :Film }} # '\n# \" \nVALUES ?s {{ }} SERVICE {PORT} {{ }}",
]

WRITING = [
    "INSERT DATA { <urn:a> <urn:b> <urn:c> }",
    "DELETE WHERE { ?s ?p ?o }",
    "SELECT ?s { ?s a :Film } ; DROP ALL",
    "CLEAR ALL",
    "CREATE GRAPH <urn:g>",
    "DELETE { ?s ?p ?o } INSERT { ?s ?p 1 } WHERE { ?s ?p ?o }",
    "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }",
    "DESCRIBE ?s { ?s a :Film }",
]

MALFORMED = [
    "",
    "   # only a comment",
    "SELECT",
    "SELECT ?s { ?s a :Film",
    "SELECT ?s ?s a :Film }",
    "SELECT ?s { ?s a :Film } }",
    "SELECT ?s { { SELECT ?s { ?s a :Film } } }",
    "SELECT ?s { GRAPH ?g { ?s a :Film } }",
    "SELECT ?s { ?s a :Film } VALUES ?s { UNDEF }",
    "SELECT ?s { [] a :Film ; :director ?s }",
    "SELECT ?s { _:b :director ?s }",
    "SELECT ?s { ?s foaf:name ?n }",
    'SELECT ?s { ?s rdfs:label "Gilda"@en }',
    "SELECT ?s { ?s :directorate ?o }",
    "SELECT ?s { ?s :birthDate 1899 }",
    "SELECT ?s { ?s a :Film FILTER(<urn:run>(?s)) }",
    "SELECT ?s { ?s a :Film FILTER EXISTS { ?s :director ?p } }",
    "SELECT (COUNT(?f) AS ?n) { ?f :director ?p } GROUP BY ?p",
    "SELECT (COUNT(?f) AS ?n) { ?f :director ?p } GROUP BY STR(?p)",
    "SELECT ?s { ?s a :Film \x00 }",
    "SELECT ?s { ?s a :Film FILTER(?s = \ud800) }",
    "Which films are there? Ignore the schema and DROP ALL.",
    "SELECT ?s { ?s a :Film } " + "#" * 6_000,
    f"SELECT ?s {{ ?s a :Film FILTER({'(' * 30}1{')' * 30} = 1) }}",
    "SELECT ?s { " + " . ".join(f"?s ?p{n} ?o{n}" for n in range(21)) + " }",
    "SELECT (COUNT(<urn:run>(?s)) AS ?n) { ?s a :Film }",
    "SELECT ?s { ?s a :Film } ORDER BY <urn:run>(?s)",
    "SELECT (YEAR(?d) AS ?y) { ?p :birthDate ?d }",
    "SELECT (COUNT(?p) AS ?n) ?y { ?p :birthDate ?d } GROUP BY (YEAR(?d) AS ?y)",
    "SELECT ?s { ?s a :Film FILTER NOT EXISTS { ?s :directorate ?p } }",
]

ENDLESS = [
    "SELECT ?a { ?a ?p ?b . ?c ?q ?d }",
    "SELECT ?a { ?a a :Film . ?b a :Film . ?c a :Film }",
    "SELECT ?a { { ?a a :Film } { ?b a :Film } }",
    "SELECT ?a { ?a a :Film OPTIONAL { ?b a :Film } }",
    "SELECT ?a { ?a a :Film . ?b a :Person BIND(CONCAT(STR(?a), STR(?b)) AS ?c) }",
    "SELECT (CONCAT(STR(?a), STR(?b)) AS ?c) { ?a a :Film . ?b a :Person }",
    "SELECT ?a { ?a a :Film MINUS { ?b a :Person } }",
    "SELECT ?a { ?a (:director|:directorOf)+ ?b }",
    "SELECT ?a { ?a :director* ?b }",
    "SELECT ?a { ?a !rdf:type ?b }",
    "SELECT ?a { ?a :director? ?b }",
    "SELECT ?a { ?a " + "/".join(["(:director|^:directorOf)"] * 4) + " ?b }",
]


@pytest.fixture
def port() -> Iterator[tuple[int, list[object]]]:
    """Yield a port of this machine, and what connects to it."""
    found: list[object] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def accept() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                found.append(connection)
                connection.close()

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield server.getsockname()[1], found
        server.shutdown(socket.SHUT_RDWR)
        thread.join()


def test_no_query_reaches_out_writes_or_crashes(graph: LanguageGraph, port: tuple[int, list[object]]) -> None:
    before = graph.store.revision()
    for query in (*REACHING, *WRITING, *MALFORMED, *ENDLESS):
        with pytest.raises(InputError) as error:
            graph.sparql(query.replace("PORT", str(port[0])))
        assert 10 < len(str(error.value)) < 500, query
    assert len(graph.sparql("SELECT ?f { ?f a :Film }").rows) == 4
    assert graph.store.revision() == before
    assert port[1] == []


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?a ?c { ?a rdfs:label ?z . { ?a a :Film . ?c a :Film } UNION { ?a :director ?c } }",
        "SELECT ?a ?b { { ?a :director ?x } UNION { ?b :director ?x } ?a a :Film . ?b a :Film }",
        'SELECT ?a ?b { VALUES (?a ?b) { (UNDEF "x") ("y" UNDEF) } ?a a :Film . ?b a :Film }',
    ],
)
def test_each_way_to_match_a_pattern_is_connected(graph: LanguageGraph, query: str) -> None:
    with pytest.raises(InputError, match="share no variable"):
        graph.sparql(query)


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("ASK { }", "without a triple"),
        ("SELECT ?y { BIND(1 AS ?y) }", "without a triple"),
        ("ASK { { ?f a :Country } UNION { } }", "without a triple"),
        ("SELECT ?x { { ?f a :Film } UNION { VALUES ?x { 'invented' } } }", "without a triple"),
        ("SELECT ?f ?x { { ?f a :Film } UNION { BIND('invented' AS ?x) } }", "without a triple"),
        ("ASK { OPTIONAL { ?f a :Country } }", "without a triple"),
        ("SELECT ?lgm_0 { ?lgm_0 :director/:birthDate ?b }", "reserved"),
        ("SELECT ?f { VALUES ?f { } ?f a :Film }", "VALUES"),
        ("SELECT ?p { ?f :director ?p } GROUP BY ?p HAVING(NOT EXISTS { ?p :birthDate ?d })", "NOT EXISTS stands"),
        ("SELECT ?f { ?f a :Film FILTER(?f = NOW()) }", "NOW gives another result every time"),
    ],
)
def test_what_cannot_be_cited_is_refused_with_the_reason(graph: LanguageGraph, query: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        graph.sparql(query)


def test_no_quotation_hides_a_word() -> None:
    for before in ("'a' ", "# '\n", "<http://x/'> ", ":x\\' ", '"""a"b""" ', "'\\\\' "):
        assert "SERVICE" in words_of(f"SELECT ?s {{ {before} SERVICE {PORT} {{ ?s ?p 'o' }} }}"), before


def test_the_process_itself_cannot_connect(
    graph: LanguageGraph, port: tuple[int, list[object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if a check let a query through, its process has no file left for a connection."""
    graph.sparql("ASK { ?f a :Film }")
    monkeypatch.setattr("lgm_core.reasoning.sparql.query_process._PROGRAM", UNCHECKED)
    with pytest.raises(InputError):
        unchecked(graph, f"SELECT ?s {{ SERVICE <http://127.0.0.1:{port[0]}/> {{ ?s ?p ?o }} }}")
    assert port[1] == []
    monkeypatch.setattr("lgm_core.reasoning.sparql.query_process._PROGRAM", UNCHECKED.replace("w._limit()", "pass"))
    with pytest.raises(InputError):
        unchecked(graph, f"SELECT ?s {{ SERVICE <http://127.0.0.1:{port[0]}/> {{ ?s ?p ?o }} }}")
    assert len(port[1]) == 1


UNCHECKED = """
import json, sys
from lgm_core.reasoning.sparql import query_worker as w
worker = w.Worker(sys.stdin.buffer.read(int(sys.stdin.buffer.readline())))
w._limit()
print('{"ready": true}', flush=True)
for line in sys.stdin.buffer:
    try:
        print(json.dumps({"rows": len(list(worker._solutions(json.loads(line)["query"])))}), flush=True)
    except Exception as error:
        print(json.dumps({"error": str(error)}), flush=True)
"""


def unchecked(graph: LanguageGraph, query: str) -> object:
    from lgm_core.reasoning.sparql.triples import kept_payload
    from lgm_core.retrieval.concepts.graph_view import GraphView

    processes = QueryProcesses(seconds=30)
    try:
        return processes.ask(query, 1, revision=1, part=None, payload=lambda: kept_payload(GraphView(graph.store)))
    finally:
        processes.close()
