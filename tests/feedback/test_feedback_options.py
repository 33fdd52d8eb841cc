"""Settings of feedback that cannot work are refused, by name and value."""

import pytest

from lgm_core import FactOptions, FeedbackOptions, InputError


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"mode": "question"}, "mode is 'question'; it must be one of query, answer, none"),
        ({"max_rounds": 0}, "max_rounds is 0; it must be a whole number of at least 1"),
        ({"width": 0}, "width is 0"),
        ({"depth": 1.5}, "depth is 1.5"),
        ({"passages": True}, "passages is True"),
        ({"max_tokens": 0}, "max_tokens is 0"),
        ({"same_question": 1.2}, "same_question is 1.2"),
        ({"same_question": "x"}, "same_question is 'x'; it must be a number"),
        ({"extraction": "open"}, "extraction is 'open'; it must be FactOptions"),
        ({"extraction": FactOptions("open")}, "read by a language model"),
        ({"prompts": "x"}, "prompts is 'x'; it must be FeedbackPrompts"),
        ({"context": "no"}, "context is 'no'; it must be True or False"),
        ({"scorer": "dice"}, "scorer is 'dice'"),
        ({"ask": {"brief": True}}, "it must be AskOptions"),
    ],
)
def test_settings_that_cannot_work_are_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        FeedbackOptions(**settings)  # type: ignore[arg-type]


def test_nothing_is_kept_unless_it_is_asked_for() -> None:
    assert not FeedbackOptions().keep
