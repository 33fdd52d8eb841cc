"""Arrays of the ranking index: numbers, rows of postings, and texts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.spool import Spool, slices, spooled

__all__ = [
    "Booleans",
    "Floats",
    "Ids",
    "Integers",
    "Postings",
    "Texts",
    "are_first",
    "items_of_rows",
    "owners_of",
    "ranges",
    "ranges_of",
    "row_starts",
    "starts_of",
]

_TEXTS_AT_ONCE = 1 << 16

Booleans = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """Rows of integers with weights, stored consecutively: row `i` is `items[starts[i]:starts[i + 1]]`.

    Attributes:
        starts: the start of each row, and the end of the last, of shape (rows + 1,).
        items: of shape (items,), sorted within each row.
        weights: of the items, of the same shape; (0,) if rows have no weights.
    """

    starts: Integers
    items: Integers
    weights: Floats

    @classmethod
    def of(cls, rows: Integers, items: Integers, weights: Floats, count: int) -> Postings:
        """Return postings with the distinct items of each row and their highest weights.

        Args:
            rows: the row of each item, in any order, of shape (items,); items without a row (-1) are left out.
            items: of the same shape.
            weights: of the same shape.
            count: how many rows there are.
        """
        order = np.lexsort((-weights, items, rows))
        rows, items, weights = rows[order], items[order], weights[order]
        is_first = (rows >= 0) & are_first(rows, items)
        weights = weights[is_first].astype(np.float32)
        return cls(row_starts(rows[is_first], count), spooled(items[is_first]), spooled(weights))

    @property
    def row_count(self) -> int:
        """Return how many rows there are."""
        return len(self.starts) - 1

    def row(self, index: int) -> Integers:
        """Return the items of a row."""
        return self.items[self.starts[index] : self.starts[index + 1]]

    def weights_of(self, index: int) -> Floats:
        """Return the weights of a row."""
        return self.weights[self.starts[index] : self.starts[index + 1]]

    def lengths(self) -> Integers:
        """Return the number of items of each row, of shape (rows,)."""
        return np.diff(self.starts).astype(np.int32)

    def rows(self) -> Integers:
        """Return the row of each item, of shape (items,)."""
        return owners_of(self.lengths())


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Strings as one UTF-8 array; string `i` is `data[starts[i]:starts[i + 1]]`."""

    starts: npt.NDArray[np.int64]
    data: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        """Return how many strings there are."""
        return len(self.starts) - 1

    @classmethod
    def of(cls, strings: Iterable[str]) -> Texts:
        """Return strings as texts."""
        encoded = [string.encode("utf-8", "surrogatepass") for string in strings]
        lengths = np.fromiter(map(len, encoded), dtype=np.int32, count=len(encoded))
        return cls(starts_of(lengths), np.frombuffer(b"".join(encoded), dtype=np.uint8))

    @classmethod
    def joined(cls, parts: Iterable[Texts]) -> Texts:
        """Return the strings of several texts one after the other."""
        starts, data, end = Spool(), Spool(), 0
        starts.add(np.zeros(1, dtype=np.int64))
        data.add(np.zeros(0, dtype=np.uint8))
        for part in parts:
            starts.add(part.starts[1:] + end)
            data.add(part.data)
            end += int(part.starts[-1])
        return cls(starts.finish(), data.finish())

    def __getitem__(self, index: int) -> str:
        """Return a string."""
        part = self.data[self.starts[index] : self.starts[index + 1]]
        return part.tobytes().decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        """Return all strings in turn."""
        return chain.from_iterable(self.between(at.start, at.stop) for at in slices(len(self), _TEXTS_AT_ONCE))

    def between(self, first: int, end: int) -> list[str]:
        """Return the strings from `first` up to `end`."""
        starts = self.starts[first : end + 1]
        data = self.data[starts[0] : starts[-1]].tobytes()
        return [data[a:b].decode("utf-8", "surrogatepass") for a, b in pairwise((starts - starts[0]).tolist())]

    def taken(self, numbers: Ids) -> Texts:
        """Return a selection of the strings, in the given order."""
        return Texts.joined(self._some(numbers[at]) for at in slices(len(numbers), _TEXTS_AT_ONCE))

    def chosen(self, numbers: Ids) -> Iterator[str]:
        """Return a selection of the strings in turn."""
        return chain.from_iterable(self._some(numbers[at]) for at in slices(len(numbers), _TEXTS_AT_ONCE))

    def _some(self, numbers: Ids) -> Texts:
        first = self.starts[numbers]
        lengths = self.starts[numbers + 1] - first
        return Texts(starts_of(lengths), self.data[ranges(first, lengths)])

    def place(self, string: str) -> int:
        """Return the position of a string among sorted ones, as `places` does."""
        return self.places([string])[0]

    def places(self, strings: Sequence[str], order: npt.NDArray[np.signedinteger] | None = None) -> list[int]:
        """Return the positions of strings among sorted ones, or where to insert them; blanked ones are skipped.

        Each of these is read at most once, however many strings are sought.

        Args:
            strings: the strings, sorted.
            order: the numbers of the sorted strings, if they are not all.
        """
        count = len(self) if order is None else len(order)
        known: dict[int, str] = {}
        behind: dict[int, int] = {}

        def readable(place: int) -> int:
            """Return the position of the next string that is not blanked; the end if there is none."""
            passed = []
            while place < count and place not in known:
                following = behind.get(place)
                if following is None:
                    text = self[place if order is None else int(order[place])]
                    if not text.startswith("\0"):
                        known[place] = text
                        break
                    following = place + 1
                passed.append(place)
                place = following
            behind.update(dict.fromkeys(passed, place))
            return place

        found = [0] * len(strings)
        sought = [(0, len(strings), 0, count)]
        while sought:
            low, high, first, end = sought.pop()
            if low == high:
                continue
            if first == end:
                found[low:high] = [readable(first)] * (high - low)
                continue
            middle = (first + end) // 2
            probe = readable(middle)
            if probe >= end:
                sought.append((low, high, first, middle))
            else:
                cut = bisect_right(strings, known[probe], low, high)
                sought += (low, cut, first, middle), (cut, high, probe + 1, end)
        return found

    def is_blank(self, number: int) -> bool:
        """Tell whether a string was blanked; an empty one cannot be."""
        return self[number].startswith("\0")

    def blanked(self, numbers: Iterable[int]) -> Texts:
        """Return the same texts with zeros for some of the strings; the others keep their positions."""
        data = self.data.copy()
        for number in numbers:
            data[self.starts[number] : self.starts[number + 1]] = 0
        return Texts(self.starts, data)


def starts_of(counts: npt.NDArray[np.signedinteger]) -> npt.NDArray[np.int64]:
    """Return the start of each owner's rows, and the end of the last, from the number of rows per owner."""
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts, dtype=np.int64)])


def owners_of(counts: Integers) -> Integers:
    """Return the owner of each row, from the number of rows per owner."""
    return np.repeat(np.arange(len(counts), dtype=np.int32), counts)


def row_starts(rows: npt.NDArray[np.signedinteger], count: int) -> Integers:
    """Return the start of each of `count` rows in a sorted array of row numbers, and the end of the last."""
    return np.searchsorted(rows, np.arange(count + 1)).astype(np.int32)


def items_of_rows(starts: npt.NDArray[np.signedinteger], rows: npt.NDArray[np.signedinteger]) -> tuple[Ids, Ids]:
    """Return all items of the wanted rows.

    Args:
        starts: the start of each row's items, and the end of the last, of shape (number of rows + 1,).
        rows: the rows wanted, of shape (rows,).

    Returns:
        For each item the position of its row in `rows`, and the item's own position; both of shape (items,).
    """
    first = starts[rows]
    return ranges_of(first, starts[rows + 1] - first)


def are_first(*columns: npt.NDArray[np.signedinteger]) -> Booleans:
    """Tell which rows differ from the previous row in any column."""
    differs = np.any([column[1:] != column[:-1] for column in columns], axis=0)
    return np.append(True, differs)[: len(columns[0])]


def ranges(first: npt.NDArray[np.signedinteger], lengths: npt.NDArray[np.signedinteger]) -> Ids:
    """Return consecutive ranges of numbers, given each one's first number and length."""
    return ranges_of(first, lengths)[1]


def ranges_of(first: npt.NDArray[np.signedinteger], lengths: npt.NDArray[np.signedinteger]) -> tuple[Ids, Ids]:
    """Return the number of the range of each number, and the numbers, as `ranges` does."""
    owner = np.arange(len(first)).repeat(lengths)
    return owner, np.arange(len(owner)) + (first - (lengths.cumsum() - lengths))[owner]
