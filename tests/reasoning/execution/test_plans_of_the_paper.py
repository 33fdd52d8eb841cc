"""The action forms of the paper's appendix, executed over small documents of ours."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from lgm_core import Document
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Addition, Evidence, MetaRelation, RelationKind
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from tests.reasoning.execution.graphs import GRAPH_ONLY, executed, graph_of


def test_teams_of_a_year_are_sorted_with_what_belongs_to_them(tmp_path: Path) -> None:
    documents = [
        Document.from_text(
            "Cristiano Ronaldo played for Manchester United from 2003 to 2009. "
            "Cristiano Ronaldo played for Real Madrid in 2011. Cristiano Ronaldo played for Portugal in 2011.",
            id="ronaldo",
        ),
        Document.from_text("Real Madrid was founded in 1902.", id="madrid"),
        Document.from_text("Portugal was founded in 1914. Manchester United was founded in 1878.", id="teams"),
    ]
    claims = [
        ("Cristiano Ronaldo", "played for", "Manchester United", {"in": "2003"}),
        ("Cristiano Ronaldo", "played for", "Real Madrid", {"in": "2011"}),
        ("Cristiano Ronaldo", "played for", "Portugal", {"in": "2011"}),
        ("Real Madrid", "was founded in", "1902"),
        ("Portugal", "was founded in", "1914"),
        ("Manchester United", "was founded in", "1878"),
    ]
    with graph_of(tmp_path / "teams.lgm", documents, claims) as graph:
        execution = executed(
            graph,
            """
            Retrieval(s=s1:Player[Cristiano Ronaldo], p=p1:playedFor, o=o1:SportsTeam, p.PlayedForInYear=2011)
            Retrieval(s=o1, p=p2:foundationYear, o=o2:Year)
            Sort(set=o1, orderby=o2, direction=max, limit=1)
            Output(o1)
            """,
        )
    assert set(execution.steps[0].answers) == {"Real Madrid", "Portugal"}
    assert execution.answers == ("Portugal",)
    assert [fact.subject for fact in execution.rows[0].facts] == ["cristiano ronaldo", "portugal"]
    assert {id.partition("#")[0] for id in execution.rows[0].sentences} == {"ronaldo", "teams"}


def test_a_sum_with_the_age_of_a_founder(tmp_path: Path) -> None:
    documents = [
        Document.from_text("Tesla was founded by Martin Eberhard.", id="tesla"),
        Document.from_text("Martin Eberhard was born in 1960.", id="founder"),
    ]
    claims = [("Tesla", "founded by", "Martin Eberhard"), ("Martin Eberhard", "was born in", "1960")]
    with graph_of(tmp_path / "tesla.lgm", documents, claims) as graph:
        execution = executed(
            graph,
            r"""
            math1 = Math(30+6)
            Retrieval(s=s2:Company[Tesla], p=p2:founder, o=o2)
            Retrieval(s=o2, p=p3:yearOfBirth, o=o3)
            math4 = Math(2027-o3)
            math5 = Math(math1+math4)
            Output(math5)
            """,
        )
    assert execution.answers == ("103",)
    assert {id.partition("#")[0] for id in execution.rows[0].sentences} == {"tesla", "founder"}


PICTURES = [
    Document.from_text("Still Life shows carrots. Still Life shows apples.", id="still", title="Still Life"),
    Document.from_text("Harvest shows carrots.", id="harvest", title="Harvest"),
    Document.from_text("Orchard shows apples.", id="orchard", title="Orchard"),
]
CONTENTS = [
    ("Still Life", "shows", "carrots"),
    ("Still Life", "shows", "apples"),
    ("Harvest", "shows", "carrots"),
    ("Orchard", "shows", "apples"),
]


@pytest.mark.parametrize(
    ("plan", "answers"),
    [
        (
            """
            Retrieval(s=s1:Image, p=p1:shows, o=o1:Carrots)
            Retrieval(s=s2:Image, p=p2:shows, o=o2:Apples)
            Output(s1, s2)
            """,
            {"Still Life", "Harvest", "Orchard"},
        ),
        (
            """
            Retrieval(s=s1:Image, p=p1:shows, o=o1:Carrots)
            Retrieval(s=s1, p=p2:shows, o=o2:Apples)
            Output(s1)
            """,
            {"Still Life"},
        ),
        (
            r"""
            Retrieval(s=s1:Image, p=p1:shows, o=o1:Carrots)
            Retrieval(s=s2:Image, p=p2:shows, o=o2:Apples)
            m1 = Math(s1 \setminus s2)
            Output(m1)
            """,
            {"Harvest"},
        ),
    ],
    ids=["or", "and", "without"],
)
def test_or_beside_and(tmp_path: Path, plan: str, answers: set[str]) -> None:
    with graph_of(tmp_path / "pictures.lgm", PICTURES, CONTENTS) as graph:
        assert set(executed(graph, plan).answers) == answers


PASSPORT = """
Retrieval(s=s1:Event[apply for a passport], p=p1:support_chunks, o=o1:Chunk)
Deduce(left=o1, right=the original identity card, op=entailment)
"""
OFFICES = [
    Document.from_text(
        "To apply for a passport, people bring a photograph. Everyone shows their original identity card.",
        id="passport",
        title="How to apply for a passport",
    ),
    Document.from_text("The office opens at nine.", id="office", title="Office hours"),
]


def test_sections_entail_what_a_model_finds_in_them(tmp_path: Path) -> None:
    shown: list[str] = []

    def reply(messages: Sequence[Message]) -> str:
        shown.append(messages[-1].content)
        return json.dumps({"holds": True, "sentences": [2, 99]})

    with graph_of(tmp_path / "passport.lgm", OFFICES) as graph:
        execution = executed(graph, PASSPORT, question="Is it needed?", model=ScriptedChatModel(reply))
        nothing = executed(graph, PASSPORT)
    assert execution.answers == ("yes",)
    assert execution.steps[0].basis == "text"
    assert execution.steps[0].passages[0] == "passport#s0"
    assert execution.steps[1].basis == "model"
    assert execution.steps[1].sentences == ("passport#1",)
    passport = (
        "# How to apply for a passport\n[1] To apply for a passport, people bring a photograph.\n[2] Everyone shows "
    )
    assert passport in shown[0]
    assert nothing.answers == ()
    assert "no language model" in nothing.steps[1].error


def test_what_is_a_kind_of_a_thing_needs_no_model(tmp_path: Path) -> None:
    documents = [Document.from_text("Ann shows a passport. A passport is an identity document.", id="ann")]
    with graph_of(tmp_path / "kinds.lgm", documents, [("Ann", "shows", "passport")]) as graph:
        is_a = MetaRelation(RelationKind.IS_A, "passport", "identity document", (Evidence("ann#1", "pattern:test"),))
        graph.store.add(Addition("kinds", "import", "kinds", "2026-01-01T00:00:00Z", relations=(is_a,)))
        execution = executed(
            graph,
            """
            Retrieval(s=s1[Ann], p=p1:shows, o=o1)
            Deduce(left=o1, right=an identity document, op=entailment)
            """,
        )
    assert execution.answers == ("yes",)
    assert execution.steps[1].basis == "fact"
    assert "ann#1" in execution.steps[1].sentences


def test_a_constraint_on_the_subject_holds_by_the_words_of_its_section(tmp_path: Path) -> None:
    documents = [
        Document.from_text(f"To apply for a disability certificate in {place}, bring {what}.", id=id, title=place)
        for id, place, what in (
            ("a", "West Lake, Hangzhou", "a photograph"),
            ("b", "Hongkou, Shanghai", "a form"),
        )
    ]
    plan = (
        "Retrieval(s=s1:Event[applying for a disability certificate], p=p1:support_chunks, o=o1:Chunk, "
        "s.location=West Lake, Hangzhou)\nOutput(o1)"
    )
    with graph_of(tmp_path / "lake.lgm", documents) as graph:
        assert executed(graph, plan).steps[0].passages == ("a#s0",)
        assert executed(graph, plan, where={"document_id": "b"}).answers == ()


def test_the_same_country_by_its_name_and_its_people(tmp_path: Path) -> None:
    documents = [Document.from_text("Ann is from Italy. Bo is Italian. Cy is from France.", id="people")]
    claims = [("Ann", "is from", "Italy"), ("Bo", "is from", "Italian"), ("Cy", "is from", "France")]

    def same(one: str, other: str) -> tuple[str, ...]:
        plan = f"""
        Retrieval(s=s1[{one}], p=p1:from, o=o1)
        Retrieval(s=s2[{other}], p=p2:from, o=o2)
        Deduce(left=o1, right=o2, op=equal)
        """
        return executed(graph, plan).answers

    with graph_of(tmp_path / "people.lgm", documents, claims) as graph:
        assert [same("Ann", "Bo"), same("Ann", "Cy")] == [("yes",), ("no",)]


def test_a_step_without_result_is_named_and_ends_what_needs_it(tmp_path: Path) -> None:
    plan = """
    Retrieval(s=s1[Still Life], p=p1:painted by, o=o1)
    Retrieval(s=o1, p=p2:born in, o=o2)
    m1 = Math(10^10^10)
    Output(o2)
    """
    with graph_of(tmp_path / "pictures.lgm", PICTURES, CONTENTS) as graph:
        execution = executed(graph, plan)
    assert [bool(step.error) for step in execution.steps] == [True, True, True, True]
    assert execution.steps[1].error == "nothing was found for o1, which this step needs"
    assert execution.answers == ()


def test_rows_are_cut_where_two_tables_have_nothing_in_common(tmp_path: Path) -> None:
    plan = r"""
    Retrieval(s=s1:Image, p=p1:shows, o=o1:Carrots)
    Retrieval(s=s2:Image, p=p2:shows, o=o2:Apples)
    Sort(set=s1, orderby=Count(s2), direction=max)
    """
    with graph_of(tmp_path / "pictures.lgm", PICTURES, CONTENTS) as graph:
        whole = executed(graph, plan)
        cut = executed(graph, plan, most_rows=3)
    assert len(whole.steps[2].notes) == 0
    assert "more than 3 rows; only the surest 3 are kept" in cut.steps[2].notes
    assert (whole.steps[2].is_sure, cut.steps[2].is_sure) == (True, False)


def test_text_answers_what_facts_leave_open(tmp_path: Path) -> None:
    documents = [
        Document.from_text("Gilda was directed by Charles Vidor.", id="gilda", title="Gilda"),
        Document.from_text("Charles Vidor was born in Budapest.", id="vidor", title="Charles Vidor"),
    ]
    plan = """
    Retrieval(s=s1:Film[Gilda], p=p1:director, o=o1:Person)
    Retrieval(s=o1, p=p2:place of birth, o=o2:City)
    Output(o2)
    """
    with graph_of(tmp_path / "film.lgm", documents, [("Gilda", "directed by", "Charles Vidor")]) as graph:
        execution = executed(graph, plan, LogicalFormOptions())
        assert executed(graph, plan, GRAPH_ONLY).answers == ()
    assert [step.basis for step in execution.steps] == ["fact", "text", "computed"]
    assert execution.answers[0] == "Budapest"
    assert "vidor#0" in execution.rows[0].sentences
