"""Objects that users name by an import path, such as `my_retrievers:dense`."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError

__all__ = ["imported_module", "imported_object"]


def imported_object(path: str) -> Any:  # noqa: ANN401  # whatever the user names
    """Return the object at an import path, `MODULE:NAME`; modules may lie in the current folder.

    Raises:
        InputError: it is no import path, or there is no such module or object.
    """
    module, name = imported_module(path), path.partition(":")[2]
    if not hasattr(module, name):
        raise InputError(f"{path}: the module {module.__name__} has no {name!r}")
    return getattr(module, name)


def imported_module(path: str) -> Any:  # noqa: ANN401  # a module
    """Return the module of an import path; raises what `imported_object` does."""
    name, colon, attribute = path.partition(":")
    if not (name and colon and attribute):
        raise InputError(f"{path!r} is not an import path; write MODULE:NAME, such as my_retrievers:dense")
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # as `python -m` does, to find modules in the current folder
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise InputError(f"{path}: {error}; is it in the current folder, or installed?") from error
