"""The flags of `lgm ask` that choose a way to answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, get_type_hints

import typer

from lgm_core.errors import InputError
from lgm_core.facade.answer_modes import ANSWER_MODES, ModeFlag

__all__ = ["flag_given", "taking_modes"]

_FLAGS = tuple(mode.flag for mode in ANSWER_MODES if mode.flag is not None)


def taking_modes(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take a flag for each way to answer, before the settings that are this way's own."""
    hints = get_type_hints(command, include_extras=True)
    parameters = {name: each.replace(annotation=hints[name]) for name, each in signature(command).parameters.items()}
    del parameters["modes"], hints["modes"]
    places = list(parameters)
    for flag in _FLAGS:
        hints[flag.argument] = Annotated[bool, typer.Option(f"--{flag.name}", help=flag.help)]
        own = next((place for place, name in enumerate(places) if name in flag.own), len(places))
        places.insert(own, flag.argument)
        parameters[flag.argument] = Parameter(
            flag.argument, Parameter.POSITIONAL_OR_KEYWORD, default=False, annotation=hints[flag.argument]
        )
    command.__annotations__ = hints
    command.__dict__["__signature__"] = Signature([parameters[name] for name in places])
    return command


def flag_given(modes: Mapping[str, bool], given: Mapping[str, Any], *, is_plain: bool) -> ModeFlag[Any] | None:
    """Return the flag of the way to answer that is asked for; None for the default.

    Raises:
        InputError: there are several, or settings that do not go with it.
    """
    chosen = [flag for flag in _FLAGS if modes[flag.argument]]
    names = [f"--{flag.name}" for flag in chosen or _FLAGS]
    if len(chosen) > 1:
        raise InputError(f"{' and '.join(names)} are two ways to answer; give one of them")
    for flag in _FLAGS:
        if flag not in chosen and any(given[setting] for setting in flag.own):
            raise InputError(flag.of_own)
    if not chosen:
        if given["max_tokens"] is not None:
            raise InputError(f"--max-tokens bounds the rounds of {' and '.join(names)}; give one of them too")
        return None
    if not is_plain or any(given[setting] for setting in chosen[0].refuses):
        raise InputError(chosen[0].leave_out)
    return chosen[0]
