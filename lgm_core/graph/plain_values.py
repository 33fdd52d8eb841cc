"""Values of other types as stored in metadata and compared by filters: text, numbers, booleans and null."""

from __future__ import annotations

import math
from datetime import date, time
from decimal import Decimal
from enum import Enum
from numbers import Integral, Real
from pathlib import PurePath
from uuid import UUID

from lgm_core.model import Scalar

__all__ = ["NotPlainError", "plain_value"]


class NotPlainError(Exception):
    """Raised for a value that is not a text, number, boolean, date, path or the like."""


def plain_value(value: object) -> Scalar:
    """Return a single value as text, number, boolean or null.

    Paths and UUIDs become text by `str`, dates and times ISO text, decimals and other libraries' numbers plain numbers,
    non-finite numbers null, and members of an `Enum` their values.

    Raises:
        NotPlainError: it is none of these.
    """
    if type(value).__module__ == "numpy" and hasattr(value, "item") and getattr(value, "ndim", None) == 0:
        value = value.item()
    match value:
        case Enum():
            return plain_value(value.value)
        case None | bool():
            return value
        case str() | PurePath() | UUID():
            return str(value)
        case Integral():
            return int(value)
        case Decimal() | Real():
            return _number(value)
        case date() | time():
            return value.isoformat() if value == value else None  # pandas' missing date counts as a date
        case _:
            raise NotPlainError


def _number(value: Decimal | Real) -> float | None:
    number = float(value)
    if not math.isfinite(number):
        return None
    return int(value) if isinstance(value, Decimal) and value == int(number) else number
