"""What is registered of a way to answer is all that others have to know of it."""

from dataclasses import replace

import pytest

import lgm_core
from lgm_core import AskOptions
from lgm_core.facade.answer_modes import ANSWER_MODES, AnswerMode, mode_of, option_names
from lgm_core.facade.checked_arguments import ANSWER_OPTIONS, ask_options, with_ask_options

modes = pytest.mark.parametrize("mode", ANSWER_MODES, ids=lambda mode: mode.options.__name__)


@modes
def test_a_mode_is_found_by_its_options_which_are_public_and_checked(mode: AnswerMode) -> None:
    assert mode_of(mode.options()) is mode
    assert getattr(lgm_core, mode.options.__name__) is mode.options
    assert mode.options in ANSWER_OPTIONS


@modes
def test_options_of_each_mode_have_those_of_all(mode: AnswerMode) -> None:
    brief = with_ask_options(mode.options(), AskOptions(brief=True))
    assert (type(brief), ask_options(brief)) == (mode.options, AskOptions(brief=True))
    assert {type(preset) for preset in mode.presets.values()} == {mode.options}


def test_without_options_the_first_mode_answers() -> None:
    assert mode_of(None) is mode_of(AskOptions()) is ANSWER_MODES[0]
    assert option_names() == "AskOptions, FeedbackOptions, LogicalFormOptions or PyramidOptions"


@modes
def test_commands_have_options_whose_rounds_can_be_bounded(mode: AnswerMode) -> None:
    for options in mode.commands.values():
        if mode.rounds:
            assert getattr(replace(options, **{mode.rounds: 7}), mode.rounds) == 7
        assert mode_of(options) is mode
