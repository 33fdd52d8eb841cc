"""Properties as operands, `p1.year` and `o1.founded`, and what is computed where some of several things have none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.solving.memory import rests_on
from tests.reasoning.execution.graphs import GRAPH_ONLY, executed, graph_of

PLAYED = [
    ("Ada North", "played for", "Pumas", {"in": "2003"}),
    ("Ada North", "played for", "Lynxes", {"in": "2011"}),
    ("Ada North", "played for", "Otters", {"in": "2012", "near": "Bonn"}),
]
FOUNDED = [("Pumas", "was founded in", "1878"), ("Lynxes", "was founded in", "1902")]
TEXTS = [
    "Ada North played for Pumas in 2003. Ada North played for Lynxes in 2011. "
    "Ada North played for Otters in 2012 near Bonn.",
    "Pumas was founded in 1878. Lynxes was founded in 1902.",
    "Otters was founded in 1914.",
]
TEAMS = "Retrieval(s=s1:Player[Ada North], p=p1:played for, o=o1)\n"
TEXT_TOO = LogicalFormOptions()


@pytest.fixture(scope="module", name="graph")
def _graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    documents = [Document.from_text(text, id=f"d{place}") for place, text in enumerate(TEXTS)]
    with graph_of(tmp_path_factory.mktemp("teams") / "teams.lgm", documents, [*PLAYED, *FOUNDED]) as graph:
        yield graph


@pytest.mark.parametrize(
    ("step", "answers"),
    [
        ("Sort(set=o1, orderby=p1.year, direction=max, limit=1)", ("Otters",)),
        ("Sort(set=o1, orderby=p1.year, direction=min, limit=2)", ("Pumas", "Lynxes")),
        ("Sort(set=o1, orderby=p.PlayedForInYear, direction=min, limit=1)", ("Pumas",)),
        ("Sort(set=o1, orderby=p1.in, direction=descending, limit=1)", ("Otters",)),
        ("Sort(p1.year, direction=max, limit=1)\nOutput(o1)", ("Otters",)),
        ("Output(p1.near)", ("Bonn",)),
        ("m2 = Math(max(p1.year))", ("2012",)),
        ("Sort(set=o1, orderby=p1.year of birth, direction=max, limit=1)", ()),
    ],
)
def test_a_property_of_a_predicate_is_what_its_facts_say_beside_it(
    graph: LanguageGraph, step: str, answers: tuple[str, ...]
) -> None:
    assert executed(graph, TEAMS + step).answers == answers


def test_a_property_of_a_thing_is_read_in_text_where_no_fact_states_it(graph: LanguageGraph) -> None:
    step = "Sort(set=o1, orderby=o1.year of foundation, direction=max, limit=1)\nOutput(o1)"
    execution = executed(graph, TEAMS + step, TEXT_TOO)
    assert (execution.answers, execution.steps[1].basis) == (("Otters",), "text")
    assert "d2#0" in execution.rows[0].sentences
    assert rests_on(execution.steps, execution.rows, 0.0) == "text"


def test_things_without_a_property_are_still_put_out(graph: LanguageGraph) -> None:
    execution = executed(graph, f"{TEAMS}Output(o1.founded, o1)")
    assert set(execution.answers) == {"1878", "1902", "Pumas", "Lynxes", "Otters"}
    assert executed(graph, f"{TEAMS}m1 = Math(count(o1) - count(o1.founded))").answers == ("1",)


@pytest.mark.parametrize(
    "plan",
    [
        f"{TEAMS}Sort(set=o1, orderby=o1.founded, direction=max, limit=1)",
        f"{TEAMS}Retrieval(s=o1, p=p2:founded in, o=o2)\nSort(set=o1, orderby=o2, direction=max, limit=1)",
        'Retrieval(s=s1["Lynxes" | "Otters"], p=p1:founded in, o=o1)\nSort(set=s1, orderby=o1, limit=1)',
    ],
)
def test_the_latest_is_not_sure_where_one_has_no_date(graph: LanguageGraph, plan: str) -> None:
    execution = executed(graph, plan, GRAPH_ONLY)
    assert execution.answers == ("Lynxes",)
    assert not execution.steps[-1].is_sure
    assert "nothing was found for Otters" in execution.steps[-1].notes[-1]


def test_the_latest_is_not_sure_where_one_does_not_compare(tmp_path: Path) -> None:
    claims = [("Red Door", "was shown in", "1930"), ("Green Door", "was shown in", "Bonn")]
    text = Document.from_text("Red Door was shown in 1930. Green Door was shown in Bonn.", id="doors")
    plan = 'Retrieval(s=s1["Red Door" | "Green Door"], p=p1:shown in, o=o1)\nSort(set=s1, orderby=o1, limit=1)'
    with graph_of(tmp_path / "doors.lgm", [text], claims) as graph:
        execution = executed(graph, plan)
    assert (execution.answers, execution.steps[-1].is_sure) == (("Red Door",), False)
