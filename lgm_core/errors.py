"""The exceptions of the project, and messages about wrong settings.

```
LGMError                     anything this library raises on purpose
├── InputError               a document, option or file of the caller cannot be used (also a ValueError)
│   ├── PlanError            a plan does not parse, or a step of it cannot be executed
│   └── SchemaError          a schema contradicts itself, or its file cannot be read
├── MissingDependencyError   an optional package or a language model is not installed (also an ImportError)
├── ExecutorError            the executor for analysing documents takes no more work
├── StoreError               the graph store refused, is locked, or is not a language graph
│   └── SchemaVersionError   the graph has another format than this version reads
├── LanguageModelError       the LLM could not be reached or kept replying unusably
│   ├── LanguageModelSetupError  its key, name or address is wrong; repeating is pointless, so runs stop
│   └── BudgetSpentError     a request was not sent, since the token budget is spent
└── Cancelled                the caller asked a running build or answer to stop
```
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, get_args, get_type_hints

__all__ = [
    "BudgetSpentError",
    "Cancelled",
    "ExecutorError",
    "InputError",
    "LGMError",
    "LanguageModelError",
    "LanguageModelSetupError",
    "MissingDependencyError",
    "PlanError",
    "SchemaError",
    "SchemaVersionError",
    "StoreError",
    "also_caught_as",
    "check_options",
    "missing_extra",
    "naming_settings",
    "nearest_name",
    "shown",
    "unknown_settings",
]

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

_LEAST_LIKENESS = 0.5
"""Of a name that a caller may have meant, from 0 to 1; the likeness of `embed_model` and `embeddings` is .57."""


class LGMError(Exception):
    """Base of every exception this library raises on purpose."""


class InputError(LGMError, ValueError):
    """A document, option or file given by the caller cannot be used; the message says why."""


class PlanError(InputError):
    """A plan does not parse; the message says where, and what was expected there.

    Attributes:
        line: from 1; 0 if the plan was not read from text.
        column: from 1; 0 if the plan was not read from text.
    """

    def __init__(self, problem: str, line: int = 0, column: int = 0) -> None:
        super().__init__(f"line {line}, column {column}: {problem}" if line else problem)
        self.line, self.column = line, column


class SchemaError(InputError):
    """A schema contradicts itself, or its file cannot be read; the message says where and what to change.

    Attributes:
        part: `class`, `property` or `rule`; empty for the whole schema.
        name: the name of that part.
        field: which of its fields is wrong; may be empty.
        line: of the file, from 1; 0 if the schema was not read from one.
    """

    def __init__(self, problem: str, part: str = "", name: str = "", field: str = "", line: int = 0) -> None:
        place = ", ".join(filter(None, (f"{part} {name!r}" if name else part, field)))
        super().__init__(": ".join(filter(None, (f"line {line}" if line else "", place, problem))))
        self.problem, self.part, self.name, self.field, self.line = problem, part, name, field, line


class MissingDependencyError(LGMError, ImportError):
    """An optional package or model is missing; the message says how to install it."""


class ExecutorError(LGMError):
    """The executor for analysing documents takes no more work; the message says what to do."""


class StoreError(LGMError):
    """The graph store refused an operation, is locked, or holds something else."""


class SchemaVersionError(StoreError):
    """A graph has another format than this version reads; the message says how to build it again."""


class LanguageModelError(LGMError):
    """The language model could not be reached or kept replying unusably."""


class LanguageModelSetupError(LanguageModelError):
    """No call can succeed with this setup: there is no model or no key, or the endpoint refuses them."""


def also_caught_as(error: LanguageModelError, cause: Exception) -> LanguageModelError:
    """Return an error that is also one of its cause's class, so that `except openai.RateLimitError` catches it.

    It has the cause's attributes, such as `status_code`. Causes of Python's own classes, which say nothing of a
    provider, leave the error as it is.
    """
    provider = getattr(type(cause), "_lgm_provider", type(cause))
    if provider.__module__ == "builtins" or issubclass(provider, LGMError):
        return error
    try:
        kind = _caught_as_both(type(error), provider)
        both: LanguageModelError = kind.__new__(kind, *error.args)
        vars(both).update(vars(cause))
        both.args = error.args
    except TypeError:  # a class that Python cannot join, or that makes its instances in its own way
        return error
    return both


def _caught_as_both(kind: type[LanguageModelError], provider: type[Exception]) -> type[LanguageModelError]:
    """Return a class below both, named and shown as the first.

    Raises:
        TypeError: Python cannot join them.
    """
    members = {
        "__module__": kind.__module__,
        "__str__": Exception.__str__,
        "__repr__": Exception.__repr__,
        "__reduce__": lambda self: (kind, self.args),  # what a provider keeps, such as a response, has no pickle
        "_lgm_provider": provider,
    }
    return type(kind.__name__, (kind, provider), members)


class BudgetSpentError(LanguageModelError):
    """A request was not sent, since it does not fit into the rest of `RequestLimits.tokens`."""


class Cancelled(LGMError):
    """The caller asked a running build or answer to stop."""


def missing_extra(what: str, extra: str) -> MissingDependencyError:
    """Return the error about a missing optional extra of this package, with the command to install it.

    Args:
        what: what needs it, as the beginning of a sentence.
        extra: the name of the extra.
    """
    return MissingDependencyError(
        f'{what} needs the extra `{extra}`; run in a clone of this project: pip install ".[{extra}]"'
    )


def unknown_settings(subject: str, unknown: Iterable[str], known: Sequence[str]) -> InputError:
    """Return the error about unknown settings, with the settings that were probably meant and all known ones.

    Args:
        subject: whose settings they are, with *has* or *have*, as the beginning of a sentence.
        unknown: the given names.
        known: the known names.
    """
    names = [f"{name} (perhaps {near})" if (near := nearest_name(name, known)) else name for name in unknown]
    return InputError(f"{subject} no setting {', '.join(names)}; known are: {', '.join(known)}")


def nearest_name(name: str, known: Iterable[str]) -> str:
    """Return the known name that a caller probably meant; empty if none is similar.

    That is the one with the most similar spelling, else the only one that contains it as a word, as `top_k` contains
    `k`.
    """
    names = list(known)
    if near := get_close_matches(name, names, n=1, cutoff=_LEAST_LIKENESS):
        return near[0]
    holding = [other for other in names if f"_{name}_" in f"_{other}_"]
    return holding[0] if len(holding) == 1 else ""


def naming_settings(method: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
    """Make a class or method raise an error that names all its settings, if it is given an unknown one."""
    of_method = "" if method.__name__ == "__init__" else f".{method.__name__}"

    @wraps(method)
    def checked(self: T, /, *args: P.args, **kwargs: P.kwargs) -> R:
        known = _settings_of(method)
        if unknown := [name for name in kwargs if name not in known]:
            raise unknown_settings(f"{type(self).__name__}{of_method} has", unknown, known)
        return method(self, *args, **kwargs)

    return checked


@cache
def _settings_of(method: Callable[..., Any]) -> list[str]:
    """Return the names of a method's parameters, and of those in the typed dictionary that it unpacks, if any."""
    names: list[str] = []
    for parameter in list(inspect.signature(method).parameters.values())[1:]:
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            (unpacked,) = get_args(get_type_hints(method)[parameter.name])
            names += unpacked.__annotations__
        else:
            names.append(parameter.name)
    return names


def check_options(options: object, *kinds: type) -> None:
    """Refuse options that are of none of the classes that a call takes; None is accepted.

    Raises:
        InputError: they are of another class.
    """
    if options is not None and not isinstance(options, kinds):
        wanted = " or ".join(kind.__name__ for kind in kinds)
        raise InputError(f"options={shown(options)} must be {wanted}; give such options, as in {kinds[0].__name__}()")


def shown(value: object, limit: int = 100) -> str:
    """Return a value as a message quotes it: shortened, since it may be a whole document."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits, lists nested a thousand deep
        text = f"a value of type {type(value).__name__}"
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
