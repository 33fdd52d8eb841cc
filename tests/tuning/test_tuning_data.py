"""Rows from a graph: borne out by it, divided by document, balanced, and the same for the same seed."""

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from benchmarks.tuning_checks import Check, read_records
from lgm_core import Document, InputError, LanguageGraph, LogicalPlan
from lgm_core.cli.application import app
from lgm_core.model import Verdict

Row = dict[str, Any]

PEOPLE = "Ada Marten, Lili Orsk, Jan Vrba, Mary Cook, Otto Lind, Ines Falk".split(", ")
PLACES = "Brno, Cork, Lund, Graz, Bern, Turku".split(", ")
CLASSES = "bridge, tower, lighthouse, theatre".split(", ")


def documents() -> list[Document]:
    texts = []
    for number in range(48):
        name = f"{'North South East West'.split()[number % 4]} {PLACES[number % 6]} House {number}"
        kind, person, place = CLASSES[number % 4], PEOPLE[number % 6], PLACES[(number + 1) % 6]
        lines = [
            f"{name} is a {kind}.",
            f"{name} was designed by {person} in {1850 + number}.",
            f"{name} was opened by {PEOPLE[(number + 2) % 6]}.",
            f"{name} was restored by {person} after a fire that nobody in the old town had seen or heard.",
            f"{person} lived in {place}.",
            f"A {kind} is a building.",
            f"{place} is a city.",
            f"{name}, also known as the {person} {kind}, consists of a cellar and a roof.",
        ]
        texts.append(Document(f"d{number:02}", " ".join(lines), metadata={"half": number % 2}))
    return texts


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LanguageGraph:
    graph = LanguageGraph(tmp_path_factory.mktemp("tuning") / "graph.lgm")
    graph.build(documents(), facts="open", workers=1)
    keys = [relation.key for relation in graph.store.relations()]
    graph.store.set_verdicts(
        {key: (Verdict.VALID if place % 10 else Verdict.INVALID) for place, key in enumerate(keys)}
    )
    return graph


def read(folder: Path) -> tuple[list[Row], list[Row]]:
    files = (folder / f"{name}.jsonl" for name in ("train", "held_out"))
    train, held = ([json.loads(line) for line in file.read_text("utf-8").splitlines()] for file in files)
    return train, held


@pytest.fixture(scope="module")
def rows(graph: LanguageGraph, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], list[Row]]:
    folder = tmp_path_factory.mktemp("rows")
    report = graph.tuning_data(folder=folder)
    train, held = read(folder)
    assert report.train == Counter(row["task"] for row in train)
    assert report.held_out == Counter(row["task"] for row in held)
    return train, held


def test_the_graph_bears_every_row_out(graph: LanguageGraph, rows: tuple[list[Row], list[Row]]) -> None:
    train, held = rows
    assert {row["task"] for row in train} >= {"nlu/entities", "nlu/types", "nlu/relations", "nlu/events", "nlu/facts"}
    assert {row["task"] for row in train} >= {"nlu/plans", "nli/relations", "nli/hypernyms", "nli/entailment"}
    assert {row["task"] for row in train} >= {"nlg/texts", "nlg/answers"}
    assert [row for row in (*train, *held) if not Check(graph, row).holds()] == []


def test_a_wrong_label_would_be_found(graph: LanguageGraph, rows: tuple[list[Row], list[Row]]) -> None:
    row = next(row for row in rows[0] if row["task"] == "nli/entailment" and row["provenance"]["format"] == "csv")
    turned = {"role": "assistant", "content": '"answer"\n"no"'}
    if row["messages"][2] == turned:
        turned["content"] = '"answer"\n"yes"'
    assert not Check(graph, {**row, "messages": [*row["messages"][:2], turned]}).holds()


def test_no_sentence_of_a_held_out_document_is_in_training(
    graph: LanguageGraph, rows: tuple[list[Row], list[Row]]
) -> None:
    of_train, of_held = ({id for row in part for id in row["provenance"]["documents"]} for part in rows)
    assert of_train
    assert of_held
    assert not of_train & of_held
    of_part = [{id for row in part for id in row["provenance"]["sentences"]} for part in rows]
    shown, hidden = ({each.text for each in graph.store.sentences(sorted(ids))} for ids in of_part)
    assert not shown & hidden  # though documents of both parts say of the same places that they are cities


def test_buckets_have_equally_many_rows_and_one_label_of_each_sample(rows: tuple[list[Row], list[Row]]) -> None:
    counts: defaultdict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for row in rows[0]:
        if row["provenance"].get("label") and row["task"].startswith("nlu/"):
            counts[row["task"]][tuple(row["provenance"]["bucket"])] += 1
            assert row["provenance"]["label"] in row["provenance"]["bucket"]
    assert counts
    assert all(min(each.values()) >= 0.9 * max(each.values()) for each in counts.values())


def test_some_rows_ask_for_labels_that_do_not_occur(rows: tuple[list[Row], list[Row]]) -> None:
    assert [row for row in rows[0] if row["task"] == "nlu/facts" and not row["provenance"]["label"]]


def test_a_type_is_one_that_the_sentence_itself_gives(rows: tuple[list[Row], list[Row]]) -> None:
    asked = [row for row in rows[0] if row["task"] in ("nlu/types", "nlu/entities")]
    assert asked
    for row in asked:
        sentence = row["messages"][1]["content"].partition("</text>")[0]
        told = row["provenance"]
        for record in read_records(told["format"], told["columns"], row["messages"][2]["content"]):
            assert f" is a {record[0]}." in sentence


def test_names_belong_to_classes_and_common_nouns_are_kinds(rows: tuple[list[Row], list[Row]]) -> None:
    asked = [row["provenance"] for row in rows[0] if row["task"] == "nli/relations"]
    labels = {label: {told["ends"][0] for told in asked if told["label"] == label} for label in ("isA", "belongTo")}
    assert labels["isA"] <= {*CLASSES}
    assert any("house" in name for name in labels["belongTo"])
    assert not labels["belongTo"] & {*CLASSES}


def test_questions_and_answers_are_whole_sentences(rows: tuple[list[Row], list[Row]]) -> None:
    asked = [row for row in rows[0] if row["task"] in ("nlu/plans", "nlg/answers")]
    for row in asked:
        question = row["messages"][1]["content"].partition("<question>\n")[2]
        assert question.startswith(("Who or what was ", "Who or what lived ", "What completes this: "))
        assert "designed" not in question or "was " in question
    assert any(" was designed by " in row["messages"][2]["content"] for row in asked if row["task"] == "nlg/answers")


def test_texts_say_little_but_their_facts(rows: tuple[list[Row], list[Row]]) -> None:
    texts = [row for row in rows[0] if row["task"] == "nlg/texts"]
    assert texts
    for row in texts:
        assert "nobody" not in row["messages"][2]["content"]
        ids = row["provenance"]["sentences"]
        assert ids == sorted(ids, key=lambda id: int(id.rpartition("#")[2]))


def test_plans_parse_and_find_their_answers(graph: LanguageGraph, rows: tuple[list[Row], list[Row]]) -> None:
    plans = [row for row in rows[0] if row["task"] == "nlu/plans"]
    for row in plans[:10]:
        plan = LogicalPlan.parse(row["messages"][2]["content"])
        assert list(graph.solve(plan).answers) == row["provenance"]["answers"] != []


def test_the_same_seed_writes_the_same_bytes(graph: LanguageGraph, tmp_path: Path) -> None:
    written = []
    for name, seed in (("one", 7), ("two", 7), ("three", 8)):
        graph.tuning_data("nlu", folder=tmp_path / name, seed=seed)
        written.append((tmp_path / name / "train.jsonl").read_bytes())
    assert written[0] == written[1] != written[2]


def test_nothing_need_be_held_out(graph: LanguageGraph, tmp_path: Path) -> None:
    report = graph.tuning_data(("nlu", "nlg"), folder=tmp_path, held_out=0)
    assert report.held_out == {}
    assert (tmp_path / "held_out.jsonl").read_bytes() == b""


def test_a_filter_hides_other_documents(graph: LanguageGraph, tmp_path: Path) -> None:
    graph.tuning_data(folder=tmp_path, where={"half": 1})
    documents = {id for part in read(tmp_path) for row in part for id in row["provenance"]["documents"]}
    assert documents
    assert all(int(id[1:]) % 2 for id in documents)


def test_without_verdicts_or_facts_the_step_to_run_is_named(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "bare.lgm") as bare:
        bare.build([Document("a", "A bee is an insect."), Document("b", "An owl is a bird.")], workers=1)
        with pytest.raises(InputError, match=r"reflect.*learn_facts"):
            bare.tuning_data(folder=tmp_path)
        bare.build(documents(), facts="open", workers=1)
        report = bare.tuning_data(folder=tmp_path)
    assert "reflect" in report.left_out["nli/relations"]
    assert "summaries" in report.left_out["nlg/descriptions"]
    assert "nli/chains left out: " in str(report)


@pytest.mark.parametrize("wrong", [{"tasks": "nlx"}, {"tasks": ()}, {"held_out": 1.0}, {"seed": "one"}])
def test_what_cannot_be_understood_is_an_error(graph: LanguageGraph, tmp_path: Path, wrong: Row) -> None:
    with pytest.raises(InputError):
        graph.tuning_data(**{"folder": tmp_path, **wrong})
    assert not list(tmp_path.iterdir())


def test_the_command_writes_the_same_rows(graph: LanguageGraph, tmp_path: Path) -> None:
    graph.tuning_data("nlu/facts", folder=tmp_path / "one", seed=3)
    place = str(graph.store)
    result = CliRunner().invoke(
        app, ["tuning", "data", place, "--tasks", "nlu/facts", "--seed", "3", "--out", str(tmp_path / "two")]
    )
    assert result.exit_code == 0, result.output
    assert "nlu/facts" in result.output
    assert (tmp_path / "one/train.jsonl").read_bytes() == (tmp_path / "two/train.jsonl").read_bytes()
