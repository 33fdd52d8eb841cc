"""Answers by logical forms where there is no language model: the names that facts lead to, or evidence."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import AskOptions, Document, LanguageGraph, LogicalFormOptions
from lgm_core.errors import PlanError
from tests.reasoning.solving.graphs import QUESTION, venice

WHERE_BORN = "Where was the composer of Concerto in C Major Op 3 6 born?"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with venice(tmp_path_factory.mktemp("graph")) as graph:
        yield graph


def test_facts_answer_with_what_bears_them_out(graph: LanguageGraph) -> None:
    answer = graph.ask(WHERE_BORN, LogicalFormOptions())
    assert (answer.text, answer.supported, answer.is_evidence_only) == ("Venice [1][2]", True, False)
    assert [citation.document_id for citation in answer.citations] == ["work", "composer"]
    assert (answer.usage.calls, answer.missing_concepts) == (0, ())
    assert graph.ask(WHERE_BORN, LogicalFormOptions(ask=AskOptions(brief=True))).text == "Venice"


def test_names_in_text_are_evidence(graph: LanguageGraph) -> None:
    answer = graph.ask(WHERE_BORN, LogicalFormOptions(facts="none"))
    assert (answer.supported, answer.is_evidence_only) == (False, True)
    assert answer.text.startswith("From the best sentences, which no language model has read: ")


def test_facts_that_are_not_sure_are_evidence(graph: LanguageGraph) -> None:
    answer = graph.ask(WHERE_BORN, LogicalFormOptions(sure=1.0))
    assert (answer.supported, answer.is_evidence_only) == (False, True)
    assert answer.text == "From facts that may not say what was asked: Venice."
    assert [citation.document_id for citation in answer.citations] == ["work", "composer"]
    assert graph.solve(graph.plan(WHERE_BORN), LogicalFormOptions(sure=1.0)).is_evidence_only
    assert not graph.solve(graph.plan(WHERE_BORN)).is_evidence_only


def test_a_number_of_things_is_the_least_that_there_are(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "olaf.lgm") as graph:
        graph.build(
            [Document.from_text("King Olaf was the father of Erik. King Olaf was the father of Liv.", id="olaf")]
        )
        graph.import_facts([{"id": "olaf", "triples": [["King Olaf", "father of", name] for name in ("Erik", "Liv")]}])
        answer = graph.ask("How many children did King Olaf have?", LogicalFormOptions(sure=0.7))
        brief = graph.ask(
            "How many children did King Olaf have?", LogicalFormOptions(sure=0.7, ask=AskOptions(brief=True))
        )
    assert answer.text.startswith("at least 2 [1][2]")
    assert brief.text == "2"


MILLS = (("Alder Mill", 45, 1887), ("Birch Mill", 64, 1911), ("Cedar Mill", 1650, 1902), ("Dorn Mill", 12, 1964))


@pytest.fixture(scope="module")
def mills(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    texts = {
        name: f"{name} is a mill. {name} has {looms} looms. {name} was founded in {year}."
        for name, looms, year in MILLS
    }
    with LanguageGraph(tmp_path_factory.mktemp("graph") / "mills.lgm", annotator="lite:parse") as graph:
        graph.build([Document.from_text(text, id=id) for id, text in texts.items()], facts="open", workers=1)
        yield graph


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Which mills have more than 30 looms?", ["Alder Mill", "Birch Mill", "Cedar Mill"]),
        ("Which mills have more than 1600 looms?", ["Cedar Mill"]),
        ("Which mills were founded before 1905?", ["Alder Mill", "Cedar Mill"]),
        ("How many mills were founded after 1900?", ["3"]),
        ("Which mill has the most looms?", ["Cedar Mill"]),
        ("Which mill has more looms, Alder Mill or Birch Mill?", ["Birch Mill"]),
        ("Which is older, Birch Mill or Cedar Mill?", ["Cedar Mill"]),
    ],
)
def test_numbers_and_dates_are_compared(mills: LanguageGraph, question: str, named: list[str]) -> None:
    answer = mills.ask(question, LogicalFormOptions(text="never"))
    assert (sorted(each.text for each in answer.statements), answer.is_evidence_only) == (named, False)


def test_a_number_that_facts_state_is_not_counted(mills: LanguageGraph) -> None:
    answer = mills.ask("How many looms does Birch Mill have?", LogicalFormOptions(text="never"))
    assert (answer.text, answer.is_evidence_only) == ("64 [1]", False)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When did the Norwick office open?", "2009 [1]"),
        ("How many desks does the Norwick office have?", "85 [1]"),
        ("How many desks does the Selby office have?", "40 [1]"),
    ],
)
def test_a_section_with_a_kind_for_its_heading_tells_of_each_one(tmp_path: Path, question: str, expected: str) -> None:
    text = (
        "# Handbook\n\n## Offices\n\nThe Norwick office opened in 2009 and has 85 desks. The Selby office has 40 desks."
    )
    with LanguageGraph(tmp_path / "offices.lgm", annotator="lite:parse") as graph:
        graph.build([Document.from_text(text, id="handbook", media_type="text/markdown")], facts="open", workers=1)
        answer = graph.ask(question, LogicalFormOptions(text="never"))
    assert (answer.text, answer.is_evidence_only) == (expected, False)


@pytest.mark.parametrize(("other", "named"), [(90, ["Alder Mill"]), (20, ["Birch Mill"])])
def test_a_thing_with_two_stated_numbers_is_compared_too(tmp_path: Path, other: int, named: list[str]) -> None:
    texts = {"a": f"Alder Mill is a mill. Alder Mill has 30 looms. Alder Mill has {other} looms."}
    texts |= {name[0]: f"{name} is a mill. {name} has {looms} looms." for name, looms, _ in MILLS[1::2]}
    with LanguageGraph(tmp_path / "mills.lgm", annotator="lite:parse") as graph:
        graph.build([Document.from_text(text, id=id) for id, text in texts.items()], facts="open", workers=1)
        answer = graph.ask("Which mill has the most looms?", LogicalFormOptions(text="never"))
    assert [each.text for each in answer.statements if not answer.is_evidence_only] == named


def test_a_count_that_is_equal_for_all_is_no_answer(tmp_path: Path) -> None:
    names = ("Alder Mill", "Birch Mill", "Cedar Mill")
    with LanguageGraph(tmp_path / "owners.lgm", annotator="lite:parse") as graph:
        texts = [f"{name} is a mill. {name} has the owner Ann {name[0]}rent." for name in names]
        graph.build([Document.from_text(text, id=text[:5]) for text in texts])
        records = [{"id": name[:5], "triples": [[name, "owner", f"Ann {name[0]}rent"]]} for name in names]
        graph.import_facts(records)
        answer = graph.ask("Which mill has the most owners?", LogicalFormOptions(text="never"))
    assert answer.is_evidence_only


def test_a_step_without_a_result_is_named_beside_the_evidence(graph: LanguageGraph) -> None:
    answer = graph.ask("Where did the composer of Concerto in C Major Op 3 6 die?", LogicalFormOptions(text="never"))
    assert answer.is_evidence_only
    assert any("Antonio Vivaldi" in missing for missing in answer.missing_concepts)
    assert answer.text.startswith("There is no result for: ")
    assert "work" in {citation.document_id for citation in answer.citations}


def test_a_question_without_a_plan_gets_the_evidence_that_it_gets_without_forms(graph: LanguageGraph) -> None:
    answer = graph.ask(QUESTION, LogicalFormOptions())
    assert answer.citations == graph.ask(QUESTION).citations
    (told,) = [step.details for step in answer.trace if step.name == "plan"]
    assert "no rule reads the whole question" in told["problem"]
    with pytest.raises(PlanError, match=r"there is no plan for 'How many .*pass `llm=…` or `--llm`"):
        graph.plan(QUESTION)
    with pytest.raises(PlanError, match="use planner='auto'"):
        graph.plan(QUESTION, LogicalFormOptions(planner="rules"))


def test_a_filter_holds(graph: LanguageGraph) -> None:
    answer = graph.ask(WHERE_BORN, LogicalFormOptions(), where={"shelf": "b"})
    assert {citation.document_id for citation in answer.citations} <= {"plague"}
    assert answer.is_evidence_only


def test_all_that_was_counted_is_cited(tmp_path: Path) -> None:
    names = ("Erik", "Liv", "Una", "Tora", "Odd", "Nils")
    with LanguageGraph(tmp_path / "olaf.lgm") as graph:
        text = " ".join(f"King Olaf was the father of {name}." for name in names)
        graph.build(Document.from_text(text, id="olaf"))
        graph.import_facts([{"id": "olaf", "triples": [["King Olaf", "father of", name] for name in names]}])
        answer = graph.ask("How many children did King Olaf have?", LogicalFormOptions(sure=0.7))
    assert answer.text.startswith("at least 6 [1][2][3][4][5][6]")
    cited = sorted(citation.text for citation in answer.citations)
    assert cited == sorted(f"King Olaf was the father of {name}." for name in names)
