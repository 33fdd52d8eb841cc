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


def _of_piece(piece: str, _size: int) -> str:
    return f"Retrieval(s=s1:{piece}[`{piece}`], p=p1:{piece}, o=o1:Place)\nMath({piece})->x\nOutput({piece})"


FORMS = [
    *(Attack(name, partial(_repeated, *parts), _solve) for name, parts in _REPEATED.items()),
    *(Attack(name, partial(_nested, *parts), _solve, 20_000) for name, parts in _NESTED.items()),
    *(Attack(f"{piece!r:.40}", partial(_of_piece, piece), _solve) for piece in PIECES),
]
