"""Titles of passages as names in plans: written, read and written again.

    python benchmarks/plan_titles.py FOLDER...

Each FOLDER holds corpus.jsonl. Titles count once. One comes back if the plan names it, whole and as one name, and is
read as an equal plan once it is written again: the title in double quotes, in single quotes and in backticks, with what
these need escaped; as the writer itself puts it; and bare, as it is.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from lgm_core.errors import PlanError
from lgm_core.evaluation.datasets import read_corpus
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parts import Output, PlanStep, PredicateTerm, Retrieval, Term, Variable


def main(folders: list[Path]) -> None:
    """Print how many titles of some folders came back."""
    titles = {passage.title for folder in folders for passage in read_corpus(folder / "corpus.jsonl") if passage.title}
    counts: Counter[str] = Counter()
    for title in titles:
        for way, text in written(title).items():
            counts[way] += comes_back(title, text)
    print(f"{'titles':16} {len(titles)}")
    for way in written("a"):
        print(f"{way:16} {counts[way]}")


def written(title: str) -> dict[str, str]:
    """Return plans that name a title, by how it is written."""
    ways = {
        name: _plan(f"{mark}{title.replace(chr(92), chr(92) * 2).replace(mark, chr(92) + mark)}{mark}")
        for name, mark in (("double quotes", '"'), ("single quotes", "'"), ("backticks", "`"))
    }
    retrieval = Retrieval(Term("s1", (), (title,)), PredicateTerm("p1", ("director",)), Term("o1"))
    plan = LogicalPlan((PlanStep(retrieval), PlanStep(Output((Variable("o1"),)))))
    return {**ways, "by the writer": str(plan), "bare": _plan(title)}


def comes_back(title: str, text: str) -> bool:
    """Tell whether a plan names the title, and reads as an equal plan once it is written again."""
    try:
        plan = LogicalPlan.parse(text)
        again = LogicalPlan.parse(str(plan))
    except PlanError:
        return False
    action = plan.steps[0].action
    return again == plan and isinstance(action, Retrieval) and action.subject.names == (title,)


def _plan(name: str) -> str:
    return f"Retrieval(s=s1[{name}], p=p1:director, o=o1)\nOutput(o1)"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main([Path(folder) for folder in sys.argv[1:]])
