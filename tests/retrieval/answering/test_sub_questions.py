"""Sub-questions: how they are read, and which count as asked before."""

import pytest

from lgm_core.retrieval.answering.replies.sub_questions import KnownQuestions, read_sub_questions


@pytest.mark.parametrize(
    ("reply", "questions"),
    [
        ('{"questions": ["Who wrote it?", "When?"]}', ("Who wrote it?", "When?")),
        ('```json\n["Who wrote it?"]\n```', ("Who wrote it?",)),
        ('{"missing": [{"question": "Who wrote it?"}]}', ("Who wrote it?",)),
        ("1. Who wrote it?\n2. When was it written?", ("Who wrote it?", "When was it written?")),
        ('<think>hm?</think>{"questions": []}', ()),
        ('{"questions": ["None"]}', ()),
        ("{}", ()),
        ("Nothing is missing.", ()),
        ('{"questions": ["Who?", "Who?"]}', ("Who?",)),
    ],
)
def test_replies_of_many_forms_are_read(reply: str, questions: tuple[str, ...]) -> None:
    assert read_sub_questions(reply) == questions


@pytest.mark.parametrize(
    "reply",
    [
        *("", "<think>", "The answer is Paris.", "None of the entries says when he died.", '{"questions": [3]}'),
        *("[" * 600 + "]" * 600, '{"questions": ' + '[["a?"], ' * 300 + "1" + "]" * 300 + "}"),
    ],
    ids=("empty", "reasoning", "prose", "none of", "number", "nested lists", "nested questions"),
)
def test_a_reply_of_no_use_is_a_problem(reply: str) -> None:
    with pytest.raises(ValueError):
        read_sub_questions(reply)


def test_a_list_without_end_is_cut_off() -> None:
    reply = str([f"What is the number {n}?" for n in range(50)]).replace("'", '"')
    assert len(read_sub_questions(reply)) == 8


def test_a_question_in_nearly_the_same_words_is_known() -> None:
    known = KnownQuestions()
    assert known.new(["Where was Hank Snow born?", "where was Hank Snow born"]) == ["Where was Hank Snow born?"]
    assert known.new(["Where  was Hank Snow born??"]) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Who ruled Iran in the last century?", "Who ruled Iraq in the last century?"),
        ("Who won the world cup of football in 1998?", "Who won the world cup of football in 1994?"),
    ],
)
def test_another_name_or_number_makes_another_question(first: str, second: str) -> None:
    known = KnownQuestions()
    known.new([first])
    assert known.new([second]) == [second]
