"""Reading what language models really reply when asked for sentence numbers or an answer."""

import contextlib
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.retrieval.answering.replies.answer_replies import AnswerReply, read_answer
from lgm_core.retrieval.answering.replies.named_sentences import quotable, read_marks


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
        ('{"supporting": ["[3] Einstein won it in 1921.", "No. 7"]}', (3, 7)),
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
    "text",
    [
        *("", "none of them", '{"supporting": [3', '{"supporting": ["all"]}', '{"a": 1}', "[true]"),
        *('["in 1921"]', '{"Nobel Prize": ["Einstein won the Nobel Prize in 1921."]}'),
    ],
)
def test_refuses_marks_that_are_none(text: str) -> None:
    with pytest.raises(ValueError):
        read_marks(text)


WON, PLANTS, AIR = "Einstein won the Nobel Prize in 1921.", "Plants make oxygen.", "They [: Animals] breathe oxygen."
SHOWN = {quotable(text): number for number, text in enumerate((WON, PLANTS, AIR), 1)}


@pytest.mark.parametrize(
    ("reply", "marked"),
    [
        ({"Nobel Prize": [WON]}, (1,)),
        ({"animals": ["They breathe oxygen"], "plants": [PLANTS, AIR]}, (3, 2)),
        ({}, ()),
        ({"Nobel Prize": ["won the Nobel prize in 1921"]}, (1,)),
        ({"Nobel Prize": [WON, "He played the violin in 1921."]}, (1, 0)),
        ({"supporting": [WON, 2]}, (1, 2)),
    ],
)
def test_reads_marks_that_quote_sentences_under_concepts_as_the_paper_has_it(reply: dict, marked: tuple) -> None:
    assert read_marks(json.dumps(reply), shown=SHOWN) == marked


@pytest.mark.parametrize(
    "reply", [{"Nobel Prize": ["He played the violin in 1921."]}, {"all": ["two"]}, {"good": [1], "bad": [2]}]
)
def test_refuses_marks_that_quote_nothing_shown(reply: dict) -> None:
    with pytest.raises(ValueError):
        read_marks(json.dumps(reply), shown=SHOWN)


@pytest.mark.parametrize(
    ("reply", "read"),
    [
        (
            {"answer": "In 1921.", "unsupported_concepts": [], "supports": {"Einstein": [WON]}},
            AnswerReply("In 1921.", (1,), is_json=True),
        ),
        (
            {"answer": "", "unsupported_concepts": ["Einstein Nobel Prize year"], "supports": {}},
            AnswerReply("", (), ("Einstein Nobel Prize year",), is_json=True),
        ),
        (
            {"answer": "Animals.", "unsupported_concepts": ["Cambridge"], "supports": {"a": [AIR], "b": [PLANTS]}},
            AnswerReply("Animals.", (3, 2), ("Cambridge",), is_json=True),
        ),
    ],
)
def test_reads_answers_as_the_paper_has_them(reply: dict, read: AnswerReply) -> None:
    assert read_answer(json.dumps(reply), shown=SHOWN) == read


@pytest.mark.parametrize(
    ("text", "answer", "reasoning"),
    [
        ('{"reasoning": "Ada designed it.", "answer": "Lund"}', "Lund", "Ada designed it."),
        (
            '{"reasoning": ["Ada designed it.", "She is of Lund."], "answer": "Lund"}',
            "Lund",
            "Ada designed it.\nShe is of Lund.",
        ),
        ("Reasoning Process:\n1. **Find her**: Ada [1].\n\nFinal Answer:\nLund", "Lund", "1. **Find her**: Ada [1]."),
        ("**Final Answer:** Lund", "Lund", ""),
        ("Answer: maybe Oslo\nFinal answer: Lund", "Lund", ""),
    ],
)
def test_reads_the_reasoning_before_an_answer(text: str, answer: str, reasoning: str) -> None:
    reply = read_answer(text)
    assert (reply.text, reply.reasoning) == (answer, reasoning)


@pytest.mark.parametrize(
    ("missing", "phrases"),
    [
        ([{"concept": "Lund", "why": "her town"}], ("Lund",)),
        ({"Lund": "her town"}, ("Lund",)),
        (["Nothing is missing.", "no further information"], ()),
        (["None of the towns"], ("None of the towns",)),
    ],
)
def test_what_is_missing_is_read_in_any_form(missing: object, phrases: tuple[str, ...]) -> None:
    assert read_answer(json.dumps({"answer": "", "missing": missing})).missing == phrases


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


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"answer": "Oi', '{"missing": []}'])
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
