"""Reading what language models really reply when asked for sentence numbers or an answer."""

import contextlib
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.retrieval.answering.replies.answer_replies import AnswerReply, read_answer, read_marks


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ('{"supporting": [3, 7]}', (3, 7)),
        ('```json\n{"supporting": [3, 7]}\n```', (3, 7)),
        ('Sure! {"supporting": [3]} Hope this helps.', (3,)),
        ("[3, 7, 3]", (3, 7)),
        ('{"supporting": ["[3]", "sentence 7"]}', (3, 7)),
        ('{"supporting": [{"number": 3}, {"number": "7"}]}', (3, 7)),
        ('{"sentences": [3], "reason": "it says so"}', (3,)),
        ('{"supporting": [3.0]}', (3,)),
        ('{"supporting": 3}', (3,)),
        ("{}", ()),
        ("[]", ()),
        ("[{}]", ()),
        ("null", ()),
        ('{"supporting": null}', ()),
        ('{"supporting": []}', ()),
    ],
)
def test_reads_marks(text: str, marked: tuple[int, ...]) -> None:
    assert read_marks(text) == marked


@pytest.mark.parametrize(
    "text", ["", "none of them", '{"supporting": [3', '{"supporting": ["all"]}', '{"a": 1}', "[true]"]
)
def test_refuses_marks_that_are_none(text: str) -> None:
    with pytest.raises(ValueError):
        read_marks(text)


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ('{"answer": "Oil [3].", "citations": [3], "missing": []}', AnswerReply("Oil [3].", (3,))),
        ('{"answer": "", "missing": ["Lund  town", "Lund town", ""]}', AnswerReply("", (), ("Lund town",))),
        ('{"missing": "Lund"}', AnswerReply("", (), ("Lund",))),
        ('{"answer": "Oil", "citations": "none"}', AnswerReply("Oil")),
        ('{"answer": true}', AnswerReply("yes")),
        ('{"answer": 1904}', AnswerReply("1904")),
        ('{"answer": null, "missing": null}', AnswerReply("")),
        ('[{"answer": "Oil"}]', AnswerReply("Oil")),
        ('{"Answer": "Oil"}', AnswerReply("Oil")),
        ('{"text": "Oil"}', AnswerReply("Oil")),
        ('{"answer": ["Oil", "gas"]}', AnswerReply("Oil, gas")),
        ('["Oil", "gas"]', AnswerReply("Oil, gas")),
        ('```json\n{"answer": "Oil"}\n```', AnswerReply("Oil")),
        ('<think>{"answer": "Gas"}?</think>{"answer": "Oil"}', AnswerReply("Oil")),
        ('{"missing": ["none"], "answer": "Oil"}', AnswerReply("Oil")),
        ('{"answer": "I cannot answer that."}', AnswerReply("", is_refusal=True)),
    ],
)
def test_reads_answers_in_json(text: str, reply: AnswerReply) -> None:
    assert read_answer(text) == replace(reply, is_json=True)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"answer": "Oi'])
def test_refuses_answers_that_are_none(text: str) -> None:
    with pytest.raises(ValueError):
        read_answer(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["answer", "supporting", "citations", "missing", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.text() | json_values.map(repr) | json_values.map(json.dumps))
def test_whatever_the_text_reading_it_gives_numbers_or_a_value_error(text: str) -> None:
    with contextlib.suppress(ValueError):
        marks = read_marks(text)
        assert marks == tuple(dict.fromkeys(int(number) for number in marks))
    with contextlib.suppress(ValueError):
        reply = read_answer(text)
        assert reply.text == str(reply.text).strip()
        assert "" not in reply.missing
