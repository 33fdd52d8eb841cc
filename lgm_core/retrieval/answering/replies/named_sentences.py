"""Reading which sentences a language model names in a reply: by their numbers, or by quoting them."""

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
"""Stands for a quotation of no sentence that was shown; sentences are numbered from 1."""

_NUMBER = re.compile(
    r"\s*\[\s*(\d{1,9})\s*\].*|\W*(?:(?:sentence|statement|passage|number|no|nr|satz|phrase)\W*)?(\d{1,9})\W*",
    re.IGNORECASE | re.DOTALL,
)
"""A string that is a number, or begins with one in brackets; a number inside a text, such as a year, is none."""

_COREFERENCE_MARK = re.compile(r"\[\s*:[^\]]*\]")
_WORDS = re.compile(r"[^\W_]+")
_SHORTEST_PART = 15
"""Letters and digits of a part of a sentence that is taken for a quotation of it; a shorter one may stand in many."""


def quotable(text: str) -> str:
    """Return a sentence as quotations of it are compared: its letters and digits, without coreference marks."""
    return "".join(_WORDS.findall(_COREFERENCE_MARK.sub("", text).casefold()))


def read_marks(text: str, *, member: str = "supporting", shown: Mapping[str, int] | None = None) -> tuple[int, ...]:
    """Return the numbers of the sentences that a reply names, each once; an empty list, object or null names none.

    Args:
        text: the reply.
        member: the member that an object was asked to have.
        shown: the numbers of the sentences that were shown, by what `quotable` returns for them. Given, the reply may
            quote sentences, also in lists under the names of concepts, as the paper has it (appendix 8.1); `INVENTED`
            stands for quotations of none.

    Raises:
        ValueError: there is no JSON, or it names sentences in no such way.
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
        ValueError: something in it is neither a number nor a text that may be a quotation, or no quotation is of a
            sentence that was shown.
    """
    inner = (next(iter(item.values()), None) if isinstance(item, dict) else item for item in as_list(value))
    named = [item for item in inner if item is not None]
    numbers = [_number(item, shown) for item in named]
    if numbers and all(number == INVENTED for number in numbers) and any(isinstance(item, str) for item in named):
        raise ValueError(f"it quotes no sentence that was shown: {named[0]!r:.50}")
    return tuple(numbers)


def readable_numbers(value: Any) -> tuple[int, ...]:  # noqa: ANN401  # any JSON value
    """Return the numbers of sentences in what a reply lists, each once, without what is no number."""
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
    """Return the number of the sentence that a quotation is, or is a part of."""
    if quotation in shown or len(quotation) < _SHORTEST_PART:
        return shown.get(quotation, INVENTED)
    return next((number for text, number in shown.items() if quotation in text), INVENTED)


def _member(value: dict[str, Any], name: str, *, may_quote: bool) -> Any:  # noqa: ANN401  # any JSON value
    """Return the list of sentences in an object; models rename the member, so an only list counts whatever its name."""
    if not value or name in value:
        return value.get(name)
    lists = [member for member in value.values() if isinstance(member, list)]
    listed = list(chain.from_iterable(lists))
    are_quotations = may_quote and all(isinstance(item, str) and not _NUMBER.fullmatch(item) for item in listed)
    if len(lists) == 1 or (lists and are_quotations):
        return listed
    raise ValueError(f'it has no list "{name}"')
