"""`lgm schema`, and what other commands show of a schema, run as a user runs them."""

import json
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from tests.schema.offices import OFFICE
from tests.schema.test_proposing import FILMS, PEOPLE
from tests.support.command_line import lgm

CONDENSED = """
domain = "films"
class = [{name = "Film"}, {name = "Director"}]
property = [{name = "director", labels = ["directed by"], domain = "Film", range = "Director"}]
"""
SHOT = " ".join(
    f"{film} is a film. {director} is a director. {film} was directed by {director}. {film} was shot by {director}."
    for film, director in (("Laura", "Otto Preminger"), ("Gilda", "Charles Vidor"), ("Rope", "Alfred Hitchcock"))
)


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("films") / "films.lgm"
    with LanguageGraph(path) as graph:
        graph.build([Document.from_text(f"{FILMS} {PEOPLE}", id="films")], facts="open")
    return path


@pytest.fixture
def office(tmp_path: Path) -> Path:
    (tmp_path / "office.toml").write_text(OFFICE, encoding="utf-8")
    return tmp_path / "office.toml"


def test_a_file_is_checked_and_an_error_names_the_line(office: Path) -> None:
    told = lgm("schema", "check", office)
    assert (told.returncode, told.stdout) == (0, "classes 6, properties 5, rules 1\n")
    assert json.loads(lgm("schema", "check", office, "--json").stdout)["properties"] == 5
    office.write_text(OFFICE.replace("0..500", "9..5"), encoding="utf-8")
    told = lgm("schema", "check", office)
    assert (told.returncode, told.stdout) == (1, "")
    assert f"{office}: line 38: property 'fee', range: no value fits" in told.stderr
    assert "Traceback" not in told.stderr


def test_a_schema_is_loaded_shown_exported_and_taken_back(office: Path, tmp_path: Path) -> None:
    graph = tmp_path / "office.lgm"
    assert lgm("schema", "load", office, "--graph", graph).stdout == "loaded: classes 6, properties 5, rules 1\n"
    shown = lgm("schema", "show", "--graph", graph).stdout
    assert lgm("schema", "export", tmp_path / "again.toml", "--graph", graph).returncode == 0
    assert shown == (tmp_path / "again.toml").read_text(encoding="utf-8")
    assert json.loads(lgm("schema", "show", "--graph", graph, "--json").stdout)["domain"] == "office"
    assert "classes 5 · properties 4 · rules 1 · proposed 2" in lgm("status", "--graph", graph).stdout
    assert lgm("schema", "undo", "--graph", graph).stdout == "Took back: load office.toml.\n"
    told = lgm("schema", "show", "--graph", graph)
    assert (told.returncode, told.stdout) == (1, "")
    assert lgm("schema", "undo", "--graph", graph).returncode == 1


def test_what_is_proposed_is_accepted_and_shown_beside_facts(films: Path) -> None:
    told = lgm("facts", "Gilda", "--graph", films, "--conforming")
    assert f"The graph has no schema. Load one: lgm schema load schema.toml --graph {films}" in told.stderr
    told = lgm("schema", "propose", "--graph", films)
    assert 'name = "directedBy"' in told.stdout
    assert "Gilda was directed by Charles Vidor." in told.stdout
    told = lgm("schema", "propose", "--graph", films)
    assert told.stderr.startswith("Nothing new")
    (waiting,) = (line for line in told.stderr.splitlines() if line.startswith("Proposals waiting to be accepted: "))
    assert set(waiting.partition(": ")[2].split(", ")) == {"Director", "Film", "directedBy", "bornOn"}
    assert f"lgm schema accept NAME --graph {films}" in told.stderr
    assert "No such facts" in lgm("facts", "Gilda", "--graph", films, "--conforming").stderr
    refused = lgm("schema", "accept", "directdBy", "--graph", films)
    assert (refused.returncode, "did you mean 'directedBy'" in refused.stderr) == (1, True)
    told = lgm("schema", "accept", "directedBy", "--graph", films)
    assert told.stdout == "accepted so far: classes 2, properties 1, rules 0\n"
    told = lgm("facts", "Charles Vidor", "--graph", films, "--conforming")
    assert "Gilda — directed by — Charles Vidor  [directedBy]" in told.stdout
    assert "born" not in told.stdout
    found = json.loads(lgm("facts", "Charles Vidor", "--graph", films, "--json").stdout)
    assert {fact["predicate"]: fact["property"] for fact in found}["direct by"] == "directedBy"
    assert {fact["predicate"]: fact["property"] for fact in found}["bear on"] == ""
    assert "properties 1," in lgm("schema", "accept", "--at-least", "4", "--graph", films).stdout
    assert "properties 2," in lgm("schema", "accept", "--at-least", "3", "--graph", films).stdout


def test_wordings_are_condensed_and_a_second_time_nothing_is(tmp_path: Path) -> None:
    (tmp_path / "films.toml").write_text(CONDENSED, encoding="utf-8")
    path = tmp_path / "films.lgm"
    with LanguageGraph(path) as graph:
        graph.load_schema(tmp_path / "films.toml")
        graph.build([Document.from_text(SHOT, id="films")], facts="open")
    told = lgm("schema", "condense", "--graph", path)
    assert (told.returncode, '"shot by"' in told.stdout) == (0, True)
    told = lgm("schema", "condense", "--graph", path)
    assert (told.returncode, told.stdout) == (0, "")
    assert told.stderr.startswith("Nothing to condense")
    assert json.loads(lgm("schema", "condense", "--graph", path, "--json").stdout)["properties"] == []


def test_conforming_is_for_facts_that_are_shown(films: Path) -> None:
    told = lgm("facts", "--import", "x.jsonl", "--conforming", "--graph", films)
    assert (told.returncode, "--conforming" in told.stderr) == (1, True)


def test_what_conforms_is_asked_in_sparql(films: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyoxigraph")
    schema = tmp_path / "films.toml"
    schema.write_text('class = [{name = "Film"}]\nproperty = [{name = "director", labels = ["directed by"]}]')
    assert lgm("schema", "load", schema, "--graph", films).returncode == 0
    told = lgm("sparql", "SELECT ?f ?p { ?f :director ?p }", "--limit", "1", "--graph", films)
    assert told.returncode == 0
    head, row, *_, sentence, _ = told.stdout.splitlines()
    assert head == "f | p"
    film, person = row.removesuffix(" [1]").split(" | ")
    assert sentence == f"  [1] {film} was directed by {person}."
    assert "Cut after 1 row; there are more." in told.stderr
    as_json = json.loads(lgm("sparql", 'ASK { ?f rdfs:label "Nothing" }', "--json", "--graph", films).stdout)
    assert (as_json["truth"], as_json["notes"]) == (False, ["nothing has the name 'Nothing'"])
    alike = lgm("sparql", f'ASK {{ ?f rdfs:label "{film}s" }}', "--graph", films)
    assert alike.stderr.rstrip().endswith(f"did you mean '{film}'?")
    nothing = lgm("sparql", "SELECT ?f { ?f :director ?f }", "--graph", films)
    assert (nothing.returncode, nothing.stdout) == (0, "No row was found.\n")
    wrong = lgm("sparql", "DROP ALL", "--graph", films)
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert wrong.stderr.startswith("Error: 'DROP' cannot be in a query")
    assert lgm("schema", "undo", "--graph", films).returncode == 0
