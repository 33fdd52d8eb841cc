"""What is computed from sets of different tables, and from rows of which some are missing."""

from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from tests.reasoning.execution.graphs import executed, graph_of

_LETTERS = "ABCDEFGHIJKLMNOPQRST"
_NORTH = [f"Film {letter * 3}north" for letter in _LETTERS]
_SOUTH = [*_NORTH[:10], *(f"Film {letter * 3}south" for letter in _LETTERS[10:])]
SETS = """
Retrieval(s=s1[Ada North], p=p1:played in, o=o1)
Retrieval(s=s2[Ben South], p=p2:played in, o=o2)
"""


@pytest.fixture(name="films", scope="module")
def _films(tmp_path_factory: pytest.TempPathFactory) -> LanguageGraph:
    claims = [("Ada North", "played in", film) for film in _NORTH] + [
        ("Ben South", "played in", film) for film in _SOUTH
    ]
    text = " ".join(f"{who} played in {film}." for who, _, film in claims)
    text += " Ada North was born in 1901."
    path = tmp_path_factory.mktemp("sets") / "sets.lgm"
    born = ("Ada North", "was born in", "1901")
    return graph_of(path, [Document.from_text(text, id="sets", title="Players")], [*claims, born])


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("Count(o1) + Count(o2)", "40"),
        (r"\|o1\| - \|o2\|", "0"),
        (r"\|o1 \cup o2\|", "30"),
        (r"\|o1 \cap o2\|", "10"),
        (r"\|o1 \setminus o2\|", "10"),
    ],
)
def test_sets_of_different_tables_are_not_joined(films: LanguageGraph, expression: str, result: str) -> None:
    execution = executed(films, f"{SETS} m1 = Math({expression})", LogicalFormOptions(text="never", most_rows=25))
    assert execution.answers == (result,)
    assert all(step.is_sure and not step.notes for step in execution.steps)


@pytest.mark.parametrize(
    ("expression", "count"), [(r"o1 \cup o2", 20), (r"o1 \setminus o2", 20), (r"\|o1\| + \|o2\|", 1)]
)
def test_an_empty_side_is_an_empty_set_and_not_sure(films: LanguageGraph, expression: str, count: int) -> None:
    execution = executed(films, f"{SETS.replace('p2:played in', 'p2:murdered')} m1 = Math({expression})")
    assert len(execution.answers) == count
    assert not execution.steps[-1].is_sure
    assert "no fact fits" in execution.steps[-1].notes[0]


def test_nothing_found_is_not_none_there_is(films: LanguageGraph) -> None:
    plan = "Retrieval(s=s1[Ada North], p=p1:murdered, o=o1)\n"
    for step in ("n = Count(o1)", r"n = Math(\|o1\|)"):
        execution = executed(films, plan + step)
        assert execution.answers == ()
        assert execution.steps[-1].error == "nothing was found for o1"


def test_an_empty_intersection_has_no_members(films: LanguageGraph) -> None:
    sets = SETS.replace("s2[Ben South], p=p2:played in", "s2[Ada North], p=p2:was born in")
    execution = executed(films, sets + r"m = Math(o1 \cap o2)" + "\nn = Count(m)")
    assert execution.answers == ("0",)
    assert execution.steps[-1].is_sure


def test_a_count_of_cut_rows_is_not_sure(films: LanguageGraph) -> None:
    plan = "Retrieval(s=s1[Ada North], p=p1:played in, o=o1)\nn = Count(o1)\nm = Math(n + 1)"
    execution = executed(films, plan, LogicalFormOptions(text="never", most_rows=5))
    assert execution.answers == ("6",)
    assert [step.is_sure for step in execution.steps] == [True, False, False]
    assert len(execution.steps[0].answers) == 5
    assert execution.steps[0].notes == ("more than 5 rows; only the surest 5 are kept",)


def test_the_answer_is_that_of_the_last_step_or_output_of_the_plan(films: LanguageGraph) -> None:
    chain = "Retrieval(s=s1[Ada North], p=p1:was born in, o=o1:Date)\nm1 = Math(o1 + 1)\n"
    assert executed(films, chain + "m2 = Math(30 + 6)").answers == ("36",)
    assert executed(films, chain + "Output(m1)\nm2 = Math(30 + 6)\nOutput(m2)").answers == ("36",)


def test_a_pair_of_which_neither_end_is_known_leaves_its_subject_open(tmp_path: Path) -> None:
    text = "Night Tide was directed by Lorna Vale. Lorna Vale was born in 1950."
    with graph_of(tmp_path / "open.lgm", [Document.from_text(text, id="o", title="Oak")]) as graph:
        for last in (
            "Output(s1.release)",
            "Math(count(s1.release))",
            "Retrieval(s=s1, p=p2:release, o=o2)",
            "Output(s1)",
        ):
            plan = f"Retrieval(s=s1:Film, p=p1:directed by, o=o1:Person)\n{last}"
            execution = executed(graph, plan, LogicalFormOptions())
            assert execution.answers == ()
            assert execution.steps[-1].error
