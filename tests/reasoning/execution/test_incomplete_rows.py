"""What is computed from sets of different tables, and from rows of which some are missing."""

import json
from pathlib import Path

import pytest

from lgm_core import AskOptions, Document, LanguageGraph
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.reasoning.execution.binding_tables import Binding, Row, Table, natural_join
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
    execution = executed(films, f"{SETS} m1 = Math({expression})", most_rows=25)
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
    execution = executed(films, plan, most_rows=5)
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


_PAINTERS = [
    ("Anna Berg", "was born in", "1901"),
    ("Carl Holm", "was born in", "1950"),
    ("Anna Berg", "painted", "Red Door"),
    ("Carl Holm", "painted", "Green Door"),
    ("Red Door", "was shown in", "1930"),
    ("Green Door", "was shown in", "1930"),
]
_LIVES = [
    ("Ann Hill", "was born on", "1 January 1900"),
    ("Ann Hill", "died on", "2 February 1950"),
    ("Bo Lind", "was born in", "1900"),
    ("Bo Lind", "died in", "1990"),
]


def _told(path: Path, claims: list[tuple[str, str, str]]) -> LanguageGraph:
    text = " ".join(f"{' '.join(claim)}." for claim in claims)
    return graph_of(path, [Document.from_text(text, id="told", title="Told")], claims)


@pytest.mark.parametrize("names", ['"Anna Berg" | "Carl Holm"', '"Carl Holm" | "Anna Berg"'])
def test_a_constraint_with_a_variable_compares_row_by_row(tmp_path: Path, names: str) -> None:
    plan = f"""
    Retrieval(s=s1:Person[{names}], p=p1:born in, o=o1:Date)
    Retrieval(s=s2:Painting["Red Door" | "Green Door"], p=p2:shown in, o=o2:Date, o.value>o1)
    Retrieval(s=s1, p=p3:painted, o=s2)
    Output(s1, s2)
    """
    with _told(tmp_path / "doors.lgm", _PAINTERS) as graph:
        assert executed(graph, plan).answers == ("Anna Berg", "Red Door")


@pytest.mark.parametrize("names", ['"Ann Hill" | "Bo Lind"', '"Bo Lind" | "Ann Hill"'])
def test_lives_of_unequal_precision_are_compared_in_years(tmp_path: Path, names: str) -> None:
    plan = f"""
    Retrieval(s=s1[{names}], p=p1:date of birth, o=o1:Date)
    Retrieval(s=s1, p=p2:date of death, o=o2:Date)
    m1 = Math(o2 - o1)
    Sort(set=s1, orderby=m1, direction=max, limit=1)
    Output(s1)
    """
    with _told(tmp_path / "lives.lgm", _LIVES) as graph:
        execution = executed(graph, plan)
    assert execution.answers == ("Bo Lind",)
    assert {fact.subject for fact in execution.steps[3].facts} == {"bo lind", "ann hill"}
    assert set(execution.steps[2].answers) == {"50", "90"}
    assert execution.steps[2].notes == ("computed in years, because not all dates are known to the day",)


def test_an_order_of_overlapping_dates_is_not_sure(tmp_path: Path) -> None:
    plan = """
    Retrieval(s=s1["Ann Hill" | "Bo Lind"], p=p1:date of birth, o=o1:Date)
    Sort(set=s1, orderby=o1, direction=max, limit=1)
    """
    later = [("Ann Hill", "was born on", "3 April 1900"), ("Bo Lind", "was born in", "1900")]
    with _told(tmp_path / "births.lgm", later) as graph:
        execution = executed(graph, plan)
    assert execution.answers == ("Ann Hill",)
    assert not execution.steps[-1].is_sure


@pytest.mark.parametrize("expression", ["9" * 310, "9" * 5000, "m1 + " + "9" * 310])
def test_huge_numbers_are_errors_of_their_step(tmp_path: Path, expression: str) -> None:
    with _told(tmp_path / "lives.lgm", _LIVES[:1]) as graph:
        execution = executed(graph, f"m1 = Math(1 + 1)\nm2 = Math({expression})")
        assert "too large" in execution.steps[-1].error
        compared = executed(graph, f'Deduce(left="{"9" * 310}", right="5", op=greater)')
    assert compared.steps[-1].error


def test_entailment_reads_all_sections(tmp_path: Path) -> None:
    things = ["a photo", "the fee", "a form", "the original identity card", "a pen"]
    documents = [
        Document.from_text(f"Passport rule: bring {thing} for a passport.", id=f"d{place}", title=f"Passport {place}")
        for place, thing in enumerate(things)
    ]
    model = ScriptedChatModel(['{"holds": true, "sentences": [1]}'])
    plan = """
    Retrieval(s=s1:Thing[passport], p=p1:support_chunks, o=o1:Chunk)
    Deduce(left=o1, right=identity card, op=entailment)
    """
    with graph_of(tmp_path / "cards.lgm", documents) as graph:
        executed(graph, plan, LogicalFormOptions(), question="What is needed for a passport?", model=model)
    asked = str(model.requests[0])
    assert all(thing in asked for thing in things)


def test_a_join_that_looks_at_the_first_pairs_alone_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lgm_core.reasoning.execution.binding_tables._MOST_PAIRS", 5)
    left, right = (
        Table(frozenset({name}), tuple(Row({name: Binding(f"{name}{number}", "")}) for number in range(3)))
        for name in ("a", "b")
    )
    table, is_cut = natural_join(left, right, lambda end: (end,), 100)
    assert (is_cut, bool(table.gap)) == (True, True)


def test_things_of_a_type_of_which_not_all_are_read_are_not_all_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    greens = ("leek", "beet", "chard", "turnip", "radish")
    text = " ".join(f"A {green} is a vegetable." for green in greens)
    pictures = [(f"Picture {letter}", "contains", f"{green}s") for letter, green in zip("ABCDE", greens, strict=True)]
    text += " " + " ".join(" ".join(claim) + "." for claim in pictures)
    plan = "Retrieval(s=s1:Picture, p=p1:contains, o=o1:Vegetable)\nn = Count(s1)"
    with graph_of(tmp_path / "greens.lgm", [Document.from_text(text, id="greens")], pictures) as graph:
        whole = executed(graph, plan)
        for module in ("known_ends", "fact_matching"):
            monkeypatch.setattr(f"lgm_core.reasoning.execution.retrieving.{module}.MOST_INSTANCES", 4)
        part = executed(graph, plan)
    assert [(each.answers, each.steps[-1].is_sure) for each in (whole, part)] == [(("5",), True), (("3",), False)]
    assert part.steps[0].notes == ("not everything known about each Vegetable was read",)


def test_what_a_request_had_no_room_for_is_told(tmp_path: Path) -> None:
    text = " ".join(f"Ada North played in a film called Otter {letter * 3}." for letter in _LETTERS)
    model = ScriptedChatModel(['{"answers": [{"answer": "Otter AAA", "sentences": [1]}]}'])
    options = LogicalFormOptions(facts="none", ask=AskOptions(chunk_size=600))
    plan = "Retrieval(s=s1[Ada North], p=p1:played in, o=o1)\nn = Count(o1)"
    with graph_of(tmp_path / "otters.lgm", [Document.from_text(text, id="otters")]) as graph:
        execution = executed(graph, plan, options, model=model)
    assert [note for note in execution.steps[0].notes if "did not fit into a request" in note]
    assert (execution.answers, execution.steps[-1].is_sure) == (("1",), False)


def test_as_many_results_as_are_taken_may_not_be_all(tmp_path: Path) -> None:
    names = [f"Otter {letter * 3}" for letter in _LETTERS]
    text = f"Ada North played in {', '.join(names)} and Otter ZZZ."
    reply = json.dumps({"answers": [{"answer": name, "sentences": [1]} for name in (*names, "Otter ZZZ")]})
    plan = "Retrieval(s=s1[Ada North], p=p1:played in, o=o1)\nn = Count(o1)"
    with graph_of(tmp_path / "otters.lgm", [Document.from_text(text, id="otters")]) as graph:
        options = LogicalFormOptions(facts="none")
        execution = executed(graph, plan, options, model=ScriptedChatModel([reply]))
    assert (execution.answers, execution.steps[-1].is_sure) == (("20",), False)


def test_no_after_a_part_of_the_text_is_not_sure(tmp_path: Path) -> None:
    lines = [f"Visitors number {number} bring a helmet to the tower." for number in range(70)]
    plan = """
    Retrieval(s=s1[tower], p=p1:support_chunks, o=o1)
    Deduce(left=o1, right=identity card, op=entailment)
    """
    with graph_of(tmp_path / "tower.lgm", [Document.from_text(" ".join(lines), id="tower", title="Tower")]) as graph:
        for holds, is_sure in (("true", True), ("false", False)):
            model = ScriptedChatModel([f'{{"holds": {holds}, "sentences": []}}'])
            assert executed(graph, plan, LogicalFormOptions(), model=model).steps[-1].is_sure == is_sure


def test_what_is_excluded_may_be_among_facts_that_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Ada North plays for Otters. Otters are based in Kiel. Otters wear blue."
    claims = [("Ada North", "plays for", "Otters"), ("Otters", "are based in", "Kiel"), ("Otters", "wear", "blue")]
    plan = "Retrieval(s=s1[Ada North], p=p1:plays for, o=o1, o.based in!=Bonn)\nOutput(o1)"
    with graph_of(tmp_path / "otters.lgm", [Document.from_text(text, id="otters")], claims) as graph:
        weights = [executed(graph, plan).rows[0].weight]
        for module in ("step_context", "retrieving.known_ends"):
            monkeypatch.setattr(f"lgm_core.reasoning.execution.{module}.MOST_FACTS", 3)
        weights.append(executed(graph, plan).rows[0].weight)
    assert weights[1] < 0.85 <= weights[0]
