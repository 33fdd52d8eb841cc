"""The exceptions of the project, one small tree.

```
LGMError                     anything this library raises on purpose
├── InputError               a document, option or file of the caller cannot be used (also a ValueError)
├── MissingDependencyError   an optional package or a language model is not installed (also an ImportError)
├── StoreError               the graph store refused, is locked, or is not a language graph
│   └── SchemaVersionError   the graph was written by a newer version of this library
├── LanguageModelError       the LLM could not be reached or kept replying unusably
│   └── LanguageModelSetupError  its key, name or address cannot work; asking again is pointless, so runs stop
└── Cancelled                the caller asked a running build or answer to stop
```
"""

from __future__ import annotations

__all__ = [
    "Cancelled",
    "InputError",
    "LGMError",
    "LanguageModelError",
    "LanguageModelSetupError",
    "MissingDependencyError",
    "SchemaVersionError",
    "StoreError",
    "missing_extra",
    "shown",
]


class LGMError(Exception):
    """Base of every exception this library raises on purpose."""


class InputError(LGMError, ValueError):
    """Say that a document, option or file given by the caller cannot be used, and why."""


class MissingDependencyError(LGMError, ImportError):
    """Say which optional package or model is missing and what to run to get it."""


class StoreError(LGMError):
    """Say that the graph store refused an operation, is locked, or holds something else."""


class SchemaVersionError(StoreError):
    """Say that a graph was written by a newer version of this library."""


class LanguageModelError(LGMError):
    """Say that the language model could not be reached or kept replying unusably."""


class LanguageModelSetupError(LanguageModelError):
    """Say that no call can succeed as things are set up: no model, no key, or the endpoint refuses them."""


class Cancelled(LGMError):
    """Say that the caller asked a running build or answer to stop."""


def missing_extra(what: str, extra: str) -> MissingDependencyError:
    """Return the error that says what needs an optional extra of this package, and how to install that.

    Args:
        what: what cannot be done without it, as the beginning of a sentence.
        extra: the name of the extra.
    """
    return MissingDependencyError(
        f'{what} needs the extra `{extra}`; run in a clone of this project: pip install -e ".[{extra}]"'
    )


def shown(value: object, limit: int = 100) -> str:
    """Return how a message quotes what a caller gave, shortened: it may be a whole document."""
    text = repr(value)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
