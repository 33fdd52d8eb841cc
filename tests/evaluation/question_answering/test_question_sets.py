"""Questions are read from our folders and from files as their authors publish them."""

import json
from pathlib import Path

import pytest

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import GoldSentence
from lgm_core.evaluation.question_answering.question_sets import read_question_sets
from tests.support.question_folders import write_folder

HOTPOT = [
    {
        "_id": "h1",
        "question": "Where was the designer of the Marten Bridge born?",
        "answer": "Lund",
        "type": "bridge",
        "level": "hard",
        "supporting_facts": [["Marten Bridge", 0], ["Ada Lindqvist", 1], ["Gone", 0]],
        "context": [
            ["Marten Bridge", ["The Marten Bridge was designed by Ada Lindqvist.", " It opened in 1904."]],
            ["Ada Lindqvist", ["Ada Lindqvist was an engineer.", " She was born in Lund."]],
        ],
    },
    {
        "_id": "h2",
        "question": "When did the Marten Bridge open?",
        "answer": "1904",
        "supporting_facts": [["Marten Bridge", 1]],
        "context": [
            ["Marten Bridge", ["The Marten Bridge was designed by Ada Lindqvist.", " It opened in 1904."]],
            ["Bees", ["Bees gather nectar."]],
        ],
        "evidences": [["Marten Bridge", "opened", "1904"]],
    },
]

MUSIQUE = {
    "id": "2hop__1_2",
    "question": "Where was the designer of the Marten Bridge born?",
    "answer": "Lund",
    "answer_aliases": ["Lund, Sweden"],
    "answerable": True,
    "question_decomposition": [],
    "paragraphs": [
        {"idx": 0, "title": "Bees", "paragraph_text": "Bees gather nectar.", "is_supporting": False},
        {"idx": 1, "title": "Lindqvist", "paragraph_text": "She was born in Lund.", "is_supporting": True},
    ],
}


def test_a_folder_of_our_own_format(tmp_path: Path) -> None:
    questions = read_question_sets(write_folder(tmp_path / "bridges"))[0]
    assert questions.name == "bridges"
    assert [passage.id for passage in questions.passages] == ["bridge", "designer", "lund", "bees"]
    assert [question.answers for question in questions.questions] == [("1904",), ("Lund", "Lund, Sweden")]


def test_hotpotqa_as_published_pools_paragraphs_and_keeps_the_facts(tmp_path: Path) -> None:
    file = tmp_path / "hotpot_dev_distractor_v1.json"
    file.write_text(json.dumps(HOTPOT))
    questions = read_question_sets(file)[0]
    assert questions.name == "hotpot_dev_distractor_v1"
    assert [passage.title for passage in questions.passages] == ["Marten Bridge", "Ada Lindqvist", "Bees"]
    first, second = questions.questions
    assert first.gold_passages == ("p00000", "p00001")
    assert first.gold_sentences == (GoldSentence("p00000", 0), GoldSentence("p00001", 1))
    assert second.gold_passages == ("p00000",)
    passage = questions.passages[1]
    start, end = passage.sentence_span(1) or (0, 0)
    assert passage.text[start:end] == "She was born in Lund."


def test_musique_as_published(tmp_path: Path) -> None:
    file = tmp_path / "musique_ans_v1.0_dev.jsonl"
    file.write_text(json.dumps(MUSIQUE) + "\n")
    (question,) = read_question_sets(file)[0].questions
    assert question.gold_passages == ("p00001",)
    assert question.answers == ("Lund", "Lund, Sweden")


def test_musique_full_keeps_questions_without_an_answer_apart_from_the_paragraphs_that_answer_them(
    tmp_path: Path,
) -> None:
    paragraphs = [dict(MUSIQUE["paragraphs"][0]), MUSIQUE["paragraphs"][1] | {"paragraph_text": "She had a cat."}]
    unanswerable = MUSIQUE | {"answerable": False, "paragraphs": paragraphs}
    file = tmp_path / "musique_full.jsonl"
    file.write_text("\n".join(map(json.dumps, [MUSIQUE, unanswerable, MUSIQUE])))
    answered, unanswered = read_question_sets(file)
    assert [question.id for question in answered.questions] == ["2hop__1_2", "2hop__1_2#2"]
    assert [question.answerable for question in (*answered.questions, *unanswered.questions)] == [True, True, False]
    assert (answered.name, unanswered.name) == ("musique_full", "musique_full-unanswerable")
    assert "She was born in Lund." not in [passage.text for passage in unanswered.passages]


def test_questions_of_a_folder_have_ids_of_their_own_and_may_have_no_answer(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "bridges")
    rows = [{"id": "q", "question": "Who?", "answer": "She"}, {"id": "q", "question": "Why?", "answerable": False}]
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (questions,) = read_question_sets(folder)
    assert [(question.id, question.answerable) for question in questions.questions] == [("q", True), ("q#2", False)]


def test_a_file_of_another_layout_is_refused_by_its_place(tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text(json.dumps([{"q": "Who?", "a": "Nobody"}]))
    with pytest.raises(InputError, match="question 1: neither the layout of HotpotQA"):
        read_question_sets(file)[0]


def test_a_question_without_an_answer_cannot_be_scored(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "bridges")
    (folder / "questions.jsonl").write_text(json.dumps({"id": "open", "question": "Who?"}))
    with pytest.raises(InputError, match="question 'open' has no `answer`"):
        read_question_sets(folder)[0]


def test_every_so_many_th_and_the_first_of_these(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "bridges")
    rows = [{"id": str(number), "question": "Who?", "answer": "She"} for number in range(10)]
    (folder / "questions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    chosen = read_question_sets(folder)[0].selected(limit=3, every=3)
    assert [question.id for question in chosen.questions] == ["0", "3", "6"]


def test_gold_passages_are_dropped_for_all_questions(tmp_path: Path) -> None:
    questions = read_question_sets(write_folder(tmp_path / "bridges"))[0]
    rest = questions.without_gold()
    assert [passage.id for passage in rest.passages] == ["lund", "bees"]
    assert rest.questions == questions.questions
    assert rest.fingerprint != questions.fingerprint
