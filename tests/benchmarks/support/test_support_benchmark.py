"""The benchmark of support: true statements by rule, false ones by one change, and what is counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.__main__ import app
from benchmarks.support.support_benchmark import Verdict, support_benchmark
from benchmarks.support.worded_questions import worded_questions
from lgm_core.errors import InputError
from lgm_core.language.backends import annotator_named

PASSAGES = {
    "acme": ("Acme", "Acme is a pump company in Cork. It was founded by Mary Moore in 1921. It has 45 employees."),
    "bolt": ("Bolt Works", "Bolt Works is a bolt company in Galway. It was founded by Peter Walsh in 1934."),
    "moore": ("Mary Moore", "Mary Moore (born 12 May 1890) was an engineer. She was born in Sligo."),
    "walsh": ("Peter Walsh", "Peter Walsh (born 3 June 1901) was an engineer. He was born in Tralee."),
    "sligo": ("Sligo", "Sligo is a town. It lies in the north."),
    "tralee": ("Tralee", "Tralee is a town. It lies in the south."),
}
QUESTIONS: list[tuple[str, str, list[tuple[str, int]]]] = [
    ("Who founded Acme?", "Mary Moore", [("acme", 1)]),
    ("When was Mary Moore born?", "12 May 1890", [("moore", 0)]),
    ("Where was Peter Walsh born?", "Tralee", [("walsh", 1)]),
    ("How many employees does Acme have?", "45", [("acme", 2)]),
    ("Which company was founded earlier, Acme or Bolt Works?", "Acme", [("acme", 1), ("bolt", 1)]),
    ("Are both Mary Moore and Peter Walsh from Sligo?", "no", [("moore", 1), ("walsh", 1)]),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    corpus = [
        {"id": id, "title": title, "text": text, "sentences": [f"{part.strip('. ')}." for part in text.split(". ")]}
        for id, (title, text) in PASSAGES.items()
    ]
    asked = [
        {"id": f"q{number}", "question": text, "answer": answer, "gold_sentences": gold}
        | {"gold_passages": sorted({passage for passage, _ in gold})}
        for number, (text, answer, gold) in enumerate(QUESTIONS)
    ]
    for name, rows in (("corpus", corpus), ("questions", asked)):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return tmp_path


def judged(folder: Path, *, seed: int = 1) -> dict[str, list[Verdict]]:
    """Return the verdicts by question."""
    verdicts: list[Verdict] = []
    support_benchmark(folder, on_judged=verdicts.append, seed=seed)
    return {
        text: [verdict for verdict in verdicts if verdict.question.text == text and not verdict.is_brief]
        for text, _, _ in QUESTIONS
    }


def statements(verdicts: list[Verdict], change: str) -> set[str]:
    return {verdict.judged.text for verdict in verdicts if verdict.change == change}


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("Who founded Acme?", "Mary Moore", "Mary Moore founded Acme."),
        ("Who founded Acme?", "Mary Moore", "Acme was founded by Mary Moore."),
        ("Who founded Acme?", "Mary Moore", "It was Mary Moore who founded Acme."),
        ("When was Mary Moore born?", "12 May 1890", "Mary Moore was born on 12 May 1890."),
        ("When was Mary Moore born?", "1890", "In 1890, Mary Moore was born."),
        ("What hymn did Luther write after the martyrdom?", "Ein neues Lied", "Luther wrote Ein neues Lied after"),
        ('In what year was the singer who made "Now" born?', "1927", 'The singer who made "Now" was born in 1927.'),
        (
            "He is married to the founder of a band that disbanded in what year?",
            "2004",
            "a band that disbanded in 2004.",
        ),
        ("How many employees does Acme have?", "45", "Acme has 45 employees."),
        ("Which film came out earlier, A Moon or The Sun?", "The Sun", "The Sun came out earlier than A Moon."),
        (
            "Which film has the director who died later, Big or Old?",
            "Old",
            "The director of Old died later than that of Big",
        ),
        ("Are Bern and Kyiv in the same country?", "no", "Bern and Kyiv are in the same country."),
        ("What is the capital of Peru?", "Lima", "The capital of Peru is Lima."),
    ],
)
def test_questions_are_worded_as_statements(question: str, answer: str, statement: str) -> None:
    (wordings,) = worded_questions([(question, answer)], annotator_named("lite:parse"))
    assert any(statement in wording.text(answer) for wording in wordings if wording.fits(answer))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How can the problem be restated?", "as a decision problem"),
        ("What gave Priestley the claim?", "his work was published first"),
        ("Name one way to close it?", "padlocking the gates"),
        ("When did it open?", "a long time"),
    ],
)
def test_what_no_rule_words_well_is_left_out(question: str, answer: str) -> None:
    (wordings,) = worded_questions([(question, answer)], annotator_named("lite:parse"))
    assert [wording.name for wording in wordings if wording.fits(answer)] == ["answer"]


def test_each_false_statement_differs_from_the_true_ones_by_one_change(folder: Path) -> None:
    verdicts = judged(folder)
    founded = verdicts["Who founded Acme?"]
    assert "Acme was not founded by Mary Moore." in statements(founded, "negation")
    assert {"Peter Walsh founded Acme."} <= statements(founded, "entity") | statements(founded, "entity_shown")
    assert "Mary Moore founded Bolt Works." in statements(founded, "subject")
    assert any(text.startswith("Mary Moore s") for text in statements(founded, "predicate"))  # sold, or sued
    born = statements(verdicts["When was Mary Moore born?"], "date")
    assert "Mary Moore was born on 3 June 1901." in born
    assert any(
        text.startswith("Acme has ") for text in statements(verdicts["How many employees does Acme have?"], "number")
    )
    earlier = verdicts["Which company was founded earlier, Acme or Bolt Works?"]
    assert "Bolt Works was founded earlier than Acme." in statements(earlier, "alternative")
    assert "Acme was founded later than Bolt Works." in statements(earlier, "antonym")
    closed = verdicts["Are both Mary Moore and Peter Walsh from Sligo?"]
    assert statements(closed, "true") == {"Mary Moore and Peter Walsh are not from Sligo."}
    assert statements(closed, "negation") == {"Mary Moore and Peter Walsh are from Sligo."}
    for of_question in verdicts.values():
        false = {verdict.judged.text for verdict in of_question if verdict.change != "true"}
        assert false.isdisjoint(statements(of_question, "true"))


def test_figures_are_the_same_each_time_and_change_with_the_seed(folder: Path) -> None:
    first, second = (support_benchmark(folder) for _ in range(2))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}
    texts = [{verdict.judged.text for of in judged(folder, seed=seed).values() for verdict in of} for seed in (1, 2)]
    assert texts[0] != texts[1]


def test_figures_count_every_statement_once(folder: Path) -> None:
    verdicts: list[Verdict] = []
    figures = support_benchmark(folder, on_judged=verdicts.append)
    assert figures["questions"] == figures["reworded"] == len(QUESTIONS)
    for setting, is_brief in (("full", False), ("brief", True)):
        of = [verdict for verdict in verdicts if verdict.is_brief == is_brief]
        row = figures[setting]
        assert row["statements_true"] + sum(row["statements_false"].values()) == len(of)
        assert 0 <= row["citation_recall"] <= 1
    assert figures["brief"]["statements_true"] == len(QUESTIONS)


def test_gold_sentences_are_added_unless_only_ranked_ones_are_wanted(folder: Path) -> None:
    row = {
        "id": "q",
        "question": "What is zinc?",
        "answer": "Tralee",
        "gold_passages": ["walsh"],
        "gold_sentences": [["walsh", 1]],
    }
    (folder / "questions.jsonl").write_text(json.dumps(row), encoding="utf-8")
    for ranked_only in (False, True):
        verdicts: list[Verdict] = []
        figures = support_benchmark(folder, ranked_only=ranked_only, on_judged=verdicts.append)
        assert figures["gold_ranked"] == 0
        assert verdicts[0].gold
        assert (verdicts[0].gold <= verdicts[0].shown) is not ranked_only


def test_data_that_cannot_be_used_are_refused(folder: Path) -> None:
    german = {"id": "p", "title": "Köln", "text": "Köln ist eine Stadt am Rhein und hat viele Einwohner."}
    asked = {"id": "q", "question": "Was ist Köln?", "answer": "eine Stadt", "gold_passages": ["p"]}
    (folder / "corpus.jsonl").write_text(json.dumps(german), encoding="utf-8")
    (folder / "questions.jsonl").write_text(json.dumps(asked), encoding="utf-8")
    with pytest.raises(InputError, match=r"'de'.*English alone"):
        support_benchmark(folder)
    (folder / "questions.jsonl").write_text(json.dumps(asked | {"answer": ""}), encoding="utf-8")
    with pytest.raises(InputError, match="'q' has no `answer`"):
        support_benchmark(folder)


def test_the_command_prints_a_table_json_and_failures(folder: Path) -> None:
    runner = CliRunner()
    table = runner.invoke(app, ["support", str(folder), "--failures"])
    assert table.exit_code == 0
    assert "| false: negation |" in table.output
    assert "SUPPORTED [false: " in table.output
    figures = json.loads(runner.invoke(app, ["support", str(folder), "--json", "--failures"]).stdout)
    assert figures["questions"] == len(QUESTIONS)
    assert {"statement", "support", "cited", "not_borne_out"} <= figures["failures"][0].keys()
