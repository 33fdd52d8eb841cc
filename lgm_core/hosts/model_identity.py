"""The identity of a host's model object: its class and its settings, if these are plain data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum

__all__ = ["settings_identity"]

_ASIDE = frozenset({"cache", "callbacks", "config", "config_factories", "metadata", "tags", "verbose"})
"""Settings that do not influence replies; keys, recognised by their names, are left out too."""


class _NotPlainError(Exception):
    """A value is not plain data."""


def settings_identity(model: object) -> str | None:
    """Return a text that is the same for models with the same class and settings, in every process.

    It does not contain keys. A model that holds functions or other objects has no identity, since these cannot be
    compared.

    Args:
        model: a model of a host framework; all are made with pydantic.
    """
    try:
        return json.dumps(_plain(model), sort_keys=True, ensure_ascii=False)
    except _NotPlainError:
        return None


def _plain(value: object) -> object:
    """Return a value as JSON data; a `_NotPlainError` if it contains another object."""
    if isinstance(value, Enum):
        return _plain(value.value)
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items() if not _is_aside(str(name))}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(json.dumps(_plain(item), sort_keys=True) for item in value)
    if hasattr(value, "get_secret_value"):
        return None
    return _plain_settings(value)


def _plain_settings(model: object) -> dict[str, object]:
    fields = getattr(type(model), "model_fields", None)
    if fields is None:
        raise _NotPlainError
    settings = {
        name: _plain(getattr(model, name))
        for name, field in fields.items()
        if not field.exclude and not _is_aside(name)
    }
    return settings | {"class": f"{type(model).__module__}.{type(model).__qualname__}"}


def _is_aside(name: str) -> bool:
    return name in _ASIDE or name.endswith("api_key")
