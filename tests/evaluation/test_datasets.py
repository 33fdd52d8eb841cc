"""Question sets are read strictly: what is wrong is said with its place."""

import json
from pathlib import Path

import pytest

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import GoldSentence, Passage, read_corpus, read_questions


def lines(path: Path, *rows: object) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\n", encoding="utf-8")
    return path


def test_a_corpus_has_ids_titles_texts_and_perhaps_sentences(tmp_path) -> None:
    path = lines(tmp_path / "c.jsonl", {"id": "a", "title": "A", "text": "One. Two.", "sentences": ["One.", " Two."]})
    assert read_corpus(path) == [Passage("a", "A", "One. Two.", ("One.", " Two."))]


def test_a_title_may_be_missing(tmp_path) -> None:
    assert read_corpus(lines(tmp_path / "c.jsonl", {"id": "a", "text": "One."}))[0].title == ""


def test_questions_carry_gold_passages_sentences_and_answers(tmp_path) -> None:
    row = {"id": "q", "question": "Who?", "answer": "Ada", "aliases": ["A."], "gold_passages": ["a", "b", "a"]}
    path = lines(tmp_path / "q.jsonl", row | {"gold_sentences": [["a", 1]]})
    (question,) = read_questions(path)
    assert question.gold_passages == ("a", "b")
    assert question.gold_sentences == (GoldSentence("a", 1),)
    assert question.answers == ("Ada", "A.")


def test_a_limit_keeps_the_first_questions(tmp_path) -> None:
    rows = [{"id": str(number), "question": "?", "gold_passages": ["a"]} for number in range(5)]
    assert [question.id for question in read_questions(lines(tmp_path / "q.jsonl", *rows), limit=2)] == ["0", "1"]


def test_a_passage_knows_where_its_sentences_stand() -> None:
    passage = Passage("a", "A", "It rains. It rains. It snows.", ("It rains.", " It rains. ", "It snows."))
    assert passage.sentence_span(1) == (10, 19)
    assert passage.text[slice(*passage.sentence_span(2))] == "It snows."


@pytest.mark.parametrize("index", [-1, 2])
def test_a_sentence_that_is_not_there_has_no_place(index) -> None:
    assert Passage("a", "A", "One. Two.", ("One.", "Two.")).sentence_span(index) is None


def test_a_sentence_that_the_text_lacks_has_no_place() -> None:
    assert Passage("a", "A", "One.", ("Two.",)).sentence_span(0) is None


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "not JSON"),
        ("[1]", "a line must be a JSON object"),
        ('{"id": "a"}', "`text` must be text"),
        ('{"id": 3, "text": ""}', "`id` must be text"),
    ],
)
def test_a_bad_line_is_named(tmp_path, line, complaint) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(f'{{"id": "x", "text": ""}}\n{line}\n', encoding="utf-8")
    with pytest.raises(InputError, match=rf"c\.jsonl:2: {complaint}"):
        read_corpus(path)


def test_ids_must_differ(tmp_path) -> None:
    row = {"id": "a", "text": "One."}
    with pytest.raises(InputError, match="'a' is not unique"):
        read_corpus(lines(tmp_path / "c.jsonl", row, row))


def test_a_question_without_gold_passages_is_refused(tmp_path) -> None:
    with pytest.raises(InputError, match="gold_passages"):
        read_questions(lines(tmp_path / "q.jsonl", {"id": "q", "question": "Who?"}))


def test_a_gold_sentence_is_a_pair(tmp_path) -> None:
    row = {"id": "q", "question": "Who?", "gold_passages": ["a"], "gold_sentences": ["a"]}
    with pytest.raises(InputError, match="pair of passage id and index"):
        read_questions(lines(tmp_path / "q.jsonl", row))


def test_a_missing_file_is_named(tmp_path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.jsonl"):
        read_corpus(tmp_path / "nowhere.jsonl")
