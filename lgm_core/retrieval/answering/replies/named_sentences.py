"""Reading which sentences a language model names in a reply, by number or by quotation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain
from typing import Any

from lgm_core.llm.replies import as_list, parse_json
from lgm_core.llm.reply_schemas import list_schema, object_schema

__all__ = ["INVENTED", "MARKS_SCHEMA", "quotable", "read_marks", "read_numbers", "readable_numbers"]

MARKS_SCHEMA = object_schema(supporting=list_schema("integer"))

INVENTED = 0
"""The number for a quotation of a sentence that was not shown; sentences are numbered from 1."""

_NUMBER = re.compile(
    r"\s*\[\s*(\d{1,9})\s*\].*|\W*(?:(?:sentence|statement|passage|number|no|nr|satz|phrase)\W*)?(\d{1,9})\W*",
    re.IGNORECASE | re.DOTALL,
)
"""A string that is a number, or begins with one in brackets; a year inside a text does not match."""

_COREFERENCE_MARK = re.compile(r"\[\s*:[^\]]*\]")
_WORDS = re.compile(r"[^\W_]+")
_SHORTEST_PART = 15
"""The fewest letters and digits of a quoted part of a sentence; shorter ones occur in many sentences."""


def quotable(text: str) -> str:
    """Return a sentence in the form in which quotations are compared: letters and digits, no coreference marks."""
    return "".join(_WORDS.findall(_COREFERENCE_MARK.sub("", text).casefold()))


def read_marks(text: str, *, member: str = "supporting", shown: Mapping[str, int] | None = None) -> tuple[int, ...]:
    """Return the numbers of the sentences that a reply names, each once; an empty list, object or null names none.

    Args:
        text: the reply.
        member: the member of the object that was asked for.
        shown: the numbers of the sentences shown, by their `quotable` text. With it, the reply may also quote
            sentences, even in lists under the names of concepts, as in the paper (appendix 8.1).

    Raises:
        ValueError: there is no JSON, or it does not name sentences.
    """
    value = parse_json(text)
    if isinstance(value, dict):
        value = _member(value, member, may_quote=shown is not None)
    return tuple(dict.fromkeys(read_numbers(value, shown=shown)))


def read_numbers(value: Any, *, shown: Mapping[str, int] | None = None) -> tuple[int, ...]:  # noqa: ANN401  # any JSON
    """Return the numbers of sentences in a list of numbers, of strings as `"[3]"` or of objects as `{"number": 3}`.

    Args:
        value: what a reply lists.
        shown: as in `read_marks`.

    Raises:
        ValueError: an item is neither a number nor a quotation, or all quotations are of sentences not shown.
    """
    inner = (next(iter(item.values()), None) if isinstance(item, dict) else item for item in as_list(value))
    named = [item for item in inner if item is not None]
    numbers = [_number(item, shown) for item in named]
    if numbers and all(number == INVENTED for number in numbers) and any(isinstance(item, str) for item in named):
        raise ValueError(f"it quotes no sentence that was shown: {named[0]!r:.50}")
    return tuple(numbers)


def readable_numbers(value: Any) -> tuple[int, ...]:  # noqa: ANN401  # any JSON value
    """Return the numbers of sentences in what a reply lists, each once, and ignore anything else."""
    numbers: dict[int, None] = {}
    for item in as_list(value):
        with suppress(ValueError):
            numbers.update(dict.fromkeys(read_numbers(item)))
    return tuple(numbers)


def _number(item: Any, shown: Mapping[str, int] | None) -> int:  # noqa: ANN401  # any JSON value
    if isinstance(item, int | float) and not isinstance(item, bool) and item == item // 1:
        return int(item)
    if isinstance(item, str) and (match := _NUMBER.fullmatch(item)):
        return int(match[1] or match[2])
    if isinstance(item, str) and shown is not None:
        return _quoted(quotable(item), shown)
    raise ValueError(f"a sentence number was asked for and it holds {str(item)[:40]!r}")


def _quoted(quotation: str, shown: Mapping[str, int]) -> int:
    """Return the number of the sentence that a quotation matches or is a part of."""
    if quotation in shown or len(quotation) < _SHORTEST_PART:
        return shown.get(quotation, INVENTED)
    return next((number for text, number in shown.items() if quotation in text), INVENTED)


def _member(value: dict[str, Any], name: str, *, may_quote: bool) -> Any:  # noqa: ANN401  # any JSON value
    """Return the list of sentences in an object; models rename the member, so a single list of any name will do."""
    if not value or name in value:
        return value.get(name)
    lists = [member for member in value.values() if isinstance(member, list)]
    listed = list(chain.from_iterable(lists))
    are_quotations = may_quote and all(isinstance(item, str) and not _NUMBER.fullmatch(item) for item in listed)
    if len(lists) == 1 or (lists and are_quotations):
        return listed
    raise ValueError(f'it has no list "{name}"')
