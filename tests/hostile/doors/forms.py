"""Plans of logical forms, which people and language models write."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from lgm_core import LogicalPlan
from tests.hostile.attack import Attack
from tests.hostile.graphs import small_graph
from tests.hostile.strings import PIECES

_FIRST = "Retrieval(s=s1:Person[`Mary`], p=p1:born in, o=o1:Place)\n"


def _solve(plan: str, _folder: Path) -> None:
    """Solve a plan; one that can be read is written as text that is read as the same plan."""
    read = LogicalPlan.parse(plan)
    assert LogicalPlan.parse(str(read)).steps == read.steps
    small_graph().solve(plan)


def _repeated(before: str, unit: str, after: str, size: int) -> str:
    return before + unit * (size // len(unit)) + after


def _nested(before: str, opening: str, closing: str, after: str, size: int) -> str:
    depth = size // len(opening)
    return before + opening * depth + "1" + closing * depth + after


_NESTED = {
    "brackets in a sum": ("Math((", "(", ")", "))->x"),
    "brackets": ("Math([", "[", "]", "])->x"),
    "functions in one another": ("Math(", "max(", ")", ")->x"),
    "signs": ("Math(", "-", "", ")->x"),
    "negations": ("Deduce(", "not ", "", ")->x"),
    "powers": ("Math(", "9**", "", ")->x"),
    "factorials": ("Math(", "9*", "!", ")->x"),
    "sums in one another": ("Math(", "1+(", ")", ")->x"),
    "names in one another": ("Retrieval(s=s1:", "a[", "]", ", p=p1:b, o=o1)"),
    "alternatives in one another": ("Deduce(", "if(", ", 1, 1)", ")->x"),
}
_REPEATED = {
    "quotes": ("", '"', ""),
    "backticks": ("", "`", ""),
    "a name without an end": ("Retrieval(s=s1:a[`", "x", ""),
    "commas": ("Retrieval(", ",", ")"),
    "arguments": ("Retrieval(", "a=b,", ")"),
    "filters": ("Retrieval(s=s1:a, p=p1:b, o=o1, ", "filter=o1>1, ", ")"),
    "digits": ("Math(", "9", ")->x"),
    "a large exponent": ("Math(1e", "9", ")->x"),
    "a large power": ("Math(9**", "9", ")->x"),
    "products": ("Math(", "9999999999*", "9)->x"),
    "steps": ("", "Step 1: a\n", ""),
    "labels": ("", "Action1: ", ""),
    "fences": ("", "```\n", ""),
    "retrievals": ("", _FIRST, "Output(o1)"),
    "retrievals without an end": ("", "Retrieval(", ""),
    "outputs": (_FIRST, "Output(o1)\n", ""),
    "many outputs": (f"{_FIRST}Output(", "o1, ", "o1)"),
    "spaces": ("Math(1", " ", ")->x"),
    "line feeds": ("", "\n", ""),
    "colons": ("Step 1: ", ":", ""),
    "dots": ("Math(", "1.", ")->x"),
    "units": ("Math(1 ", "km ", ")->x"),
    "dates": ("Math(", "1999-12-31 - ", "1)->x"),
    "comparisons": ("Deduce(1 ", "> 1 ", ")->x"),
    "conjunctions": ("Deduce(1>0", " and 1>0", ")->x"),
    "sets": ("Count({", "1, ", "1})->x"),
    "a set of large numbers": ("Count({", "9999999999999999999999, ", "1})->x"),
    "names and dots": ("Output(", "o1.", "x)"),
}

_FRUIT = "Retrieval(s=s1, p=p1:is a, o=o1:[`fruit`])\n"
_JOINED = {
    "a chain of things": (_FIRST, "Retrieval(s=o{0}, p=p{1}, o=o{1})\n", "Output(o1)", 50),
    "things that have nothing in common": (_FRUIT, "Retrieval(s=s{1}, p=p{1}:is a, o=o{1}:[`fruit`])\n", "", 50),
    "things that share one thing": (_FRUIT, "Retrieval(s=s{1}, p=p{1}:is a, o=o1)\n", "Output(s1)", 40),
    "joins there and back": (
        _FRUIT,
        "Retrieval(s=s{1}, p=p{1}:is a, o=o{0})\nRetrieval(s=s{1}, p=q{1}:is a, o=o{1})\n",
        "Output(o1)",
        10,
    ),
    "things in circles": (_FRUIT, "Retrieval(s=o{0}, p=p{1}:is a, o=s1)\n", "Output(s1)", 20),
    "a thing that is itself": (_FIRST, "Retrieval(s=o1, p=p{1}, o=o1)\n", "Output(o1)", 20),
    "counts of counts": (_FRUIT + "Count(s1)->x1\n", "Math(x{0} + x{0})->x{1}\n", "Output(x1)", 50),
    "many outputs of many things": (_FRUIT, "Count(s1)->x{1}\nOutput(s1, x{1})\n", "", 25),
}
"""Plans that are solved: what they begin with, what follows again and again with its number, their end, how often."""


def _joined(before: str, unit: str, after: str, times: int) -> str:
    return before + "".join(unit.format(number, number + 1) for number in range(1, times)) + after


def _of_piece(piece: str, _size: int) -> str:
    return f"Retrieval(s=s1:{piece}[`{piece}`], p=p1:{piece}, o=o1:Place)\nMath({piece})->x\nOutput({piece})"


FORMS = [
    *(Attack(name, partial(_repeated, *parts), _solve) for name, parts in _REPEATED.items()),
    *(Attack(name, partial(_nested, *parts), _solve, 20_000) for name, parts in _NESTED.items()),
    *(Attack(name, partial(_joined, *parts), _solve, times) for name, (*parts, times) in _JOINED.items()),
    *(Attack(f"{piece!r:.40}", partial(_of_piece, piece), _solve) for piece in PIECES),
]
