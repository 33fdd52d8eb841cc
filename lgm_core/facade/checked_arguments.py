"""Checks of questions and numbers of results, and the options of questions."""

from __future__ import annotations

from dataclasses import replace
from operator import index

from lgm_core.errors import InputError, check_options, shown
from lgm_core.facade.answer_modes import ANSWER_MODES, AnswerOptions
from lgm_core.graph.metadata_filter import joined_where
from lgm_core.graph.port import Where
from lgm_core.retrieval.answering.ask_options import AskOptions

__all__ = ["ANSWER_OPTIONS", "ask_options", "checked_number", "checked_question", "limiting_where", "with_ask_options"]

ANSWER_OPTIONS: tuple[type[AnswerOptions], ...] = tuple(mode.options for mode in ANSWER_MODES)
"""The classes of options that `ask` takes, the default first."""


def checked_question(question: str) -> str:
    """Return a question if it has words in it.

    Raises:
        InputError: it is empty, or not text.
    """
    if not isinstance(question, str):
        raise InputError(f"the question is not text but {shown(question)}; ask something in words")
    if not question.strip():
        raise InputError(f"the question is empty ({shown(question)}); ask something in words")
    return question


def checked_number(k: int, name: str = "k") -> int:
    """Return a number of results to return.

    Args:
        k: the number.
        name: the name of the argument, for the error.

    Raises:
        InputError: it is not a whole number, or less than 1.
    """
    if isinstance(k, bool) or not hasattr(k, "__index__"):
        raise InputError(f"{name}={shown(k)} is not a whole number; give one, such as {name}=5")
    if k < 1:
        raise InputError(f"{name}={k} asks for nothing; give 1 or more")
    return index(k)


def ask_options(options: AnswerOptions) -> AskOptions:
    """Return the settings that all options have in common."""
    return options if isinstance(options, AskOptions) else options.ask


def limiting_where(options: AnswerOptions | None, where: Where | None, *kinds: type) -> Where | None:
    """Return one filter that requires both the filter of options and that of a call.

    Args:
        options: settings, or None.
        where: the call's own filter.
        kinds: the classes of options that the call takes; without any, those of `ask`.

    Raises:
        InputError: the options are of another class, or a filter cannot be understood.
    """
    check_options(options, *(kinds or ANSWER_OPTIONS))
    return joined_where(None if options is None else ask_options(options).where, where)


def with_ask_options(options: AnswerOptions, ask: AskOptions) -> AnswerOptions:
    """Return options with other common settings."""
    return ask if isinstance(options, AskOptions) else replace(options, ask=ask)
