"""What queries find, and what bears it out."""

from __future__ import annotations

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.errors import InputError

NAMES = {"Gilda", "Laura", "Rope", "Vertigo", "Alfred Hitchcock", "Charles Vidor", "Otto Preminger"}


def values(graph: LanguageGraph, query: str, **more: object) -> list[tuple[str, ...]]:
    return sorted(row.values for row in graph.sparql(query, **more).rows)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("SELECT ?f { ?f a :Film }", [("Gilda",), ("Laura",), ("Rope",), ("Vertigo",)]),
        (
            "SELECT ?p { ?p a :Person }",  # by a class above, by a domain, and by a range
            [("Alfred Hitchcock",), ("Charles Vidor",), ("Otto Preminger",)],
        ),
        ('SELECT ?f { ?p rdfs:label "Alfred Hitchcock" ; :directorOf ?f }', [("Rope",), ("Vertigo",)]),
        ("SELECT (COUNT(DISTINCT ?f) AS ?n) { ?f :director ?p }", [("4",)]),
        (
            "SELECT ?p (COUNT(?f) AS ?n) { ?f :director ?p } GROUP BY ?p HAVING (COUNT(?f) > 1)",
            [("Alfred Hitchcock", "2")],
        ),
        ("SELECT ?f ?b { ?f :director/:birthDate ?b }", [("Rope", "13 August 1899"), ("Vertigo", "13 August 1899")]),
        ("SELECT DISTINCT ?y { ?p :birthDate ?b BIND(YEAR(?b) AS ?y) }", [("1899",)]),
        (
            "SELECT ?p { ?p a :Person FILTER NOT EXISTS { ?p :birthDate ?b } }",
            [("Charles Vidor",), ("Otto Preminger",)],
        ),
        (
            "SELECT ?f ?b { ?f :director ?p OPTIONAL { ?p :birthDate ?b } FILTER(!BOUND(?b)) }",
            [("Gilda", ""), ("Laura", "")],
        ),
        ('SELECT ?l { ?f a :Film ; rdfs:label ?l FILTER(CONTAINS(?l, "il")) }', [("Gilda",)]),
        (
            "SELECT ?c { ?f :director ?p . ?p a ?c . ?p :birthDate ?b . ?f rdfs:label 'Rope' }",
            [("Director",), ("Person",)],
        ),
        (
            "PREFIX f: <https://example.org/films#> SELECT ?f { ?f a f:Film ; :director ?p . ?p f:birthDate ?b }",
            [("Rope",), ("Vertigo",)],
        ),
        ("SELECT ?x { ?x a :Country }", []),
    ],
)
def test_a_query_finds_rows_and_each_is_cited(
    graph: LanguageGraph, query: str, expected: list[tuple[str, ...]]
) -> None:
    assert values(graph, query) == expected
    found = graph.sparql(query)
    cited = {each.sentence_id: each.text for each in found.citations}
    assert cited.keys() == {id for row in found.rows for id in row.sentences}
    for row in found.rows:
        said = " ".join(cited[id] for id in row.sentences)
        assert [value for value in row.values if value in NAMES and value not in said] == []
        assert said


def test_rows_are_borne_out_by_what_they_say(graph: LanguageGraph) -> None:
    found = graph.sparql("SELECT ?f ?p { ?f a :Film ; :director ?p }")
    texts = {each.sentence_id: each.text for each in found.citations}
    for row in found.rows:
        film, person = row.values
        said = [texts[id] for id in row.sentences]
        assert f"{film} is a film." in said
        assert f"{film} was directed by {person}." in said
        assert all(text.startswith(film) for text in said)
        assert len(row.facts) == 1


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?f ?date { ?f a :Film OPTIONAL { ?f :director/:birthDate ?date FILTER(YEAR(?date) > 1900) } }",
        "SELECT ?f ?g ?date { { ?g :director/:birthDate ?date } UNION { ?f a :Film } }",
    ],
)
def test_a_path_that_a_row_did_not_take_does_not_bear_it_out(graph: LanguageGraph, query: str) -> None:
    found = graph.sparql(query)
    texts = {each.sentence_id: each.text for each in found.citations}
    films = {row.values[0]: [texts[id] for id in row.sentences] for row in found.rows if row.values[0]}
    assert films == {film: [f"{film} is a film."] for film in ("Gilda", "Laura", "Rope", "Vertigo")}


def test_facts_that_imply_a_class_are_not_cited_where_texts_state_it(graph: LanguageGraph) -> None:
    found = graph.sparql("SELECT ?f { ?f a :Film }")
    assert [each.text for each in found.citations] == [
        f"{film} is a film." for (film,) in (r.values for r in found.rows)
    ]
    person = graph.sparql('SELECT ?p { ?p a :Person ; rdfs:label "Charles Vidor" }')
    assert [each.text for each in person.citations] == ["Gilda was directed by Charles Vidor."]


def test_a_filter_shows_only_its_documents(graph: LanguageGraph) -> None:
    films = "SELECT ?f ?p { ?f :director ?p . ?p a :Director }"
    assert values(graph, films) == [("Rope", "Alfred Hitchcock"), ("Vertigo", "Alfred Hitchcock")]
    assert values(graph, films, where={"city": "north"}) == [("Vertigo", "Alfred Hitchcock")]
    assert values(graph, films, where={"city": "south"}) == []  # that he is a director is said elsewhere
    assert values(graph, "SELECT ?f { ?f a :Film }", where={"city": "south"}) == [("Rope",)]


def test_a_filter_hides_the_wording_of_values(graph: LanguageGraph) -> None:
    graph.build([Document.from_text("Otto Preminger was born on December 5, 1905.", id="a", metadata={"city": "a"})])
    graph.learn_facts("open")
    graph.build([Document.from_text("Otto Preminger was born on 5 December 1905.", id="b", metadata={"city": "b"})])
    graph.learn_facts("open")
    query = "SELECT ?date { ?p :birthDate ?date }"
    assert values(graph, query, where={"city": "a"}) == [("December 5, 1905",)]
    assert values(graph, query, where={"city": "b"})[0][0] in ("5 December 1905", "1905-12-05")


@pytest.mark.parametrize(("name", "year"), [("MAX", "1950"), ("MIN", "1901")])
def test_the_greatest_and_the_least_value_are_cited(graph: LanguageGraph, name: str, year: str) -> None:
    text = " ".join(
        f"Bella {chr(65 + each % 26)}{'aeiou'[each % 5]}rn was born in {each}." for each in range(1901, 1951)
    )
    graph.build([Document.from_text(text, id="born")], facts="open")
    found = graph.sparql(f"SELECT ({name}(?date) AS ?edge) {{ ?p :birthDate ?date FILTER(YEAR(?date) > 1900) }}")
    assert year in found.citations[0].text


def test_a_cut_is_told(graph: LanguageGraph) -> None:
    found = graph.sparql("SELECT ?f { ?f a :Film }", limit=3)
    assert (len(found.rows), found.is_cut, found.notes) == (3, True, ("cut after 3 rows; there are more",))
    assert not graph.sparql("SELECT ?f { ?f a :Film }", limit=4).is_cut


def test_ask_is_answered_with_evidence(graph: LanguageGraph) -> None:
    true = graph.sparql('ASK { ?f rdfs:label "Gilda" ; :director/rdfs:label "Charles Vidor" }')
    assert true.truth
    assert [each.text for each in true.citations] == ["Gilda was directed by Charles Vidor."]
    false = graph.sparql('ASK { ?f rdfs:label "Gilda" ; :director/rdfs:label "Otto Preminger" }')
    assert (false.truth, false.rows) == (False, ())


def test_unknown_names_are_told_with_the_nearest(graph: LanguageGraph) -> None:
    found = graph.sparql('SELECT ?p { ?f rdfs:label "gilda" ; :director ?p }')
    assert found.notes == ("nothing has the name 'gilda'; did you mean 'Gilda'?",)
    with pytest.raises(InputError, match=r"no class .Flim.; did you mean Film\?"):
        graph.sparql("SELECT ?f { ?f a :Flim }")


async def test_a_query_is_asked_from_a_coroutine(graph: LanguageGraph) -> None:
    assert len((await graph.asparql("SELECT ?f { ?f a :Film }")).rows) == 4
