"""Plans executed over facts of small documents."""

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.model import Value, ValueKind
from lgm_core.reasoning.execution.binding_tables import Binding, Row, surest_rows
from tests.reasoning.execution.graphs import executed, graph_of

FILMS = [
    Document.from_text(
        "God's Gift to Women is a 1931 film directed by Michael Curtiz.", id="gift", title="God's Gift to Women"
    ),
    Document.from_text(
        "Aldri annet enn bråk is a film directed by Edith Carlmar.", id="brak", title="Aldri annet enn bråk"
    ),
    Document.from_text("Michael Curtiz was born on 24 December 1886.", id="curtiz", title="Michael Curtiz"),
    Document.from_text("Edith Carlmar was born on 15 November 1911.", id="carlmar", title="Edith Carlmar"),
]
FILM_FACTS = [
    ("God's Gift to Women", "directed by", "Michael Curtiz"),
    ("Aldri annet enn bråk", "directed by", "Edith Carlmar"),
    ("Michael Curtiz", "was born on", "24 December 1886"),
    ("Edith Carlmar", "was born on", "15 November 1911"),
]
OLDER_DIRECTOR = """
Retrieval(s=s1:Film["God's Gift to Women" | "Aldri annet enn bråk"], p=p1:director, o=o1:Person)
Retrieval(s=o1, p=p2:date of birth, o=o2:Date)
Sort(set=s1, orderby=o2, direction=min, limit=1)
Output(s1)
"""


@pytest.fixture(name="films", scope="module")
def _films(tmp_path_factory: pytest.TempPathFactory) -> LanguageGraph:
    return graph_of(tmp_path_factory.mktemp("films") / "films.lgm", FILMS, FILM_FACTS)


def test_the_older_of_two_directors_is_the_one_born_earlier(films: LanguageGraph) -> None:
    execution = executed(films, OLDER_DIRECTOR)
    assert execution.answers == ("God's Gift to Women",)
    (row,) = execution.rows
    assert row.bindings["o1"].name == "Michael Curtiz"
    assert {id.partition("#")[0] for id in row.sentences} == {"gift", "curtiz"}
    assert [step.basis for step in execution.steps] == ["fact", "fact", "computed", "computed"]
    assert [(each.kind, each.level) for each in execution.steps[0].linked if each.kind == "predicate"] == [
        ("predicate", "key")
    ]


def test_a_filter_holds_in_every_step(films: LanguageGraph) -> None:
    plan = OLDER_DIRECTOR
    without = executed(films, plan, where={"document_id": {"$ne": "curtiz"}})
    assert without.answers == ("Aldri annet enn bråk",)
    nothing = executed(films, plan, where={"document_id": {"$in": ["curtiz", "carlmar"]}})
    assert nothing.answers == ()
    assert nothing.steps[1].error == "nothing was found for o1, which this step needs"


def test_a_count_is_a_result_like_others(films: LanguageGraph) -> None:
    execution = executed(
        films,
        """
        Retrieval(s=s1:Film["God's Gift to Women" | "Aldri annet enn bråk"], p=p1:director, o=o1:Person)
        Count(o1)->n
        Output(n)
        """,
    )
    assert execution.answers == ("2",)
    assert len(execution.steps[-1].facts) == 2


def test_what_a_sort_keeps_may_have_a_name(films: LanguageGraph) -> None:
    plan = OLDER_DIRECTOR.replace("Sort(", "first = Sort(").replace("Output(s1)", "Output(first)")
    assert executed(films, plan).answers == ("God's Gift to Women",)


# What is surest decides an order or an equality, not every guess.


def _row(year: int, weight: float) -> Row:
    return Row({"o1": Binding(Value(str(year), ValueKind.NUMBER, year, year), str(year))}, weight=weight)


def test_guesses_are_left_out_and_equals_stay() -> None:
    rows = [_row(1899, 0.8), _row(1964, 0.3), _row(1901, 0.75)]
    assert surest_rows(rows) == [rows[0], rows[2]]
    assert surest_rows([]) == []
