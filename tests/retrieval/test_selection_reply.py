"""Reading which passages were chosen: any form of reply, but nothing that is no list of numbers."""

import pytest

from lgm_core.retrieval.passage_selection import read_selection


@pytest.mark.parametrize(
    "reply",
    [
        '{"passages": [3, 1, 12]}',
        '```json\n{"passages": ["[3]", "1", 12.0]}\n```',
        '{"facts": ["a town"], "chosen": [1], "passages": [3, 1, 3, 12]}',
        '{"selected_passages": [3, 1, 12]}',
        '{"passages": [{"number": 3}, {"number": 1}, {"number": 12}]}',
        "<think>Not [7], I think.</think>[3, 1, 12]",
        '["3", "1", "12"]',
        "I choose [3], which names the town (12,000 people), then [1] and [12].",
        "3, 1 and 12.",
        "The question needs 2 facts.\nPassages: 3, 1, 12",
        "- 3\n- 1\n- 12",
    ],
)
def test_numbers_are_read_out_of_a_reply_of_any_form(reply: str) -> None:
    assert read_selection(reply) == (3, 1, 12)


@pytest.mark.parametrize("reply", ["[]", "null", "None.", "None of the passages answers it.", '{"passages": []}', "{}"])
def test_nothing_may_be_chosen(reply: str) -> None:
    assert read_selection(reply) == ()


@pytest.mark.parametrize(
    "reply",
    ["", "<think>[3]", "Ada Lindqvist was born in 1870.", '{"passages": [3, 1', '{"passages": ["the first"]}'],
)
def test_other_replies_are_refused(reply: str) -> None:
    with pytest.raises(ValueError, match=r"reply is empty|no list|no JSON|cut off|number"):
        read_selection(reply)
