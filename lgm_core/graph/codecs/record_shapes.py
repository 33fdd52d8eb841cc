"""Parts of a graph as JSON objects: the shape of each is told once, and serves writing and reading."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from lgm_core.errors import InputError, shown

__all__ = ["FLAG", "LIST", "MAPPING", "NUMBER", "TEXT", "TEXTS", "WHOLE", "Field", "Kind", "Shape", "choice", "several"]

T = TypeVar("T")
_REQUIRED = object()
_GREATEST, _MOST = 2**53, sys.float_info.max
"""Of positions, the first that is too great; of other numbers, the greatest."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a field holds.

    Attributes:
        read: returns the value of what JSON holds, or raises `InputError`.
        write: returns what JSON holds of a value.
    """

    read: Callable[[Any], Any]
    write: Callable[[Any], object] = lambda value: value


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a JSON object that is not called as the attribute is, or may be missing.

    Attributes:
        kind: what it holds.
        name: in JSON; by default that of the attribute.
        default: the value that an object without the field means; without a default, every object has the field.
    """

    kind: Kind
    name: str = ""
    default: object = _REQUIRED


class Shape(Generic[T]):
    """The JSON objects of one type of part.

    Args:
        make: makes a part of its attributes.
        fields: by the attributes that they tell, in the order in which they are written.
    """

    def __init__(self, make: Callable[..., T], **fields: Kind | Field) -> None:
        self._make = make
        named = ((attribute, each if isinstance(each, Field) else Field(each)) for attribute, each in fields.items())
        self._fields = [(field.name or attribute, attribute, field.kind, field.default) for attribute, field in named]

    def written(self, part: T) -> dict[str, object]:
        """Return the object of a part."""
        values = ((name, kind, default, getattr(part, attribute)) for name, attribute, kind, default in self._fields)
        return {
            name: kind.write(value) for name, kind, default, value in values if default is _REQUIRED or value != default
        }

    def read(self, data: object, **given: object) -> T:
        """Return the part of an object.

        Args:
            data: the object; fields that the shape does not have are passed over.
            given: attributes that the object does not tell.

        Raises:
            InputError: it is no object, or a field is missing or holds something else.
        """
        if not isinstance(data, dict):
            raise InputError(f"is {shown(data)}, no object")
        for name, attribute, kind, default in self._fields:
            if name in data:
                try:
                    given[attribute] = kind.read(data[name])
                except InputError as error:
                    raise InputError(f"{name} {error}") from None
            elif default is _REQUIRED:
                raise InputError(f"{name} is missing")
            else:
                given[attribute] = default
        return self._make(**given)


def _checked(what: str, fits: Callable[[Any], bool], made: Callable[[Any], Any] = lambda value: value) -> Kind:
    def read(value: object) -> object:
        if not fits(value):
            raise InputError(f"is {shown(value)}, {what}")
        return made(value)

    return Kind(read)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= _MOST


TEXT = _checked("no text", lambda value: isinstance(value, str))
TEXTS = _checked("no list of texts", lambda value: isinstance(value, list) and {*map(type, value)} <= {str}, tuple)
WHOLE = _checked("no whole number from 0", lambda value: type(value) is int and 0 <= value < _GREATEST)
NUMBER = _checked("no number that can be stored", _is_number)
FLAG = _checked("neither true nor false", lambda value: isinstance(value, bool))
LIST = _checked("no list", lambda value: isinstance(value, list))
MAPPING = _checked("no object", lambda value: isinstance(value, dict), dict)


def choice(words: type[StrEnum]) -> Kind:
    """Return the kind of a field that holds one of a few words."""
    known = set(words)
    return _checked(f"and none of {', '.join(words)}", lambda value: isinstance(value, str) and value in known, words)


def several(shape: Shape[Any]) -> Kind:
    """Return the kind of a field that holds a list of parts."""
    return Kind(
        lambda data: tuple(map(shape.read, LIST.read(data))),
        lambda parts: [shape.written(part) for part in parts],
    )
