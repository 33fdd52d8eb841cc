"""What a user of a host framework gives: a list of documents, and often something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from lgm_core.errors import InputError, shown

__all__ = ["each_document"]

T = TypeVar("T")


def each_document(given: Iterable[T], kind: type[Any]) -> Iterator[T]:
    """Yield the documents given, all of which are of the framework's kind.

    Raises:
        InputError: a single document, a text or nothing was given in place of a list, or something else is in it.
    """
    name = kind.__name__
    if isinstance(given, kind):
        raise InputError(f"a single {name} was given where several are wanted; put it into a list: [document]")
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InputError(f"{shown(given)} was given where a list of documents is wanted; each is a {name}")
    for document in given:
        if not isinstance(document, kind):
            raise InputError(f"{shown(document)} was given as a document, which is a {name} of the framework")
        yield document
