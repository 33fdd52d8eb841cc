"""Does all attacks, at their size and at a multiple of it, and prints a table; see `tests.hostile`."""

import logging
import os
import sys

from tests.hostile.all_attacks import DOORS
from tests.hostile.attack import Struck
from tests.hostile.striking import struck

FACTORS = [int(factor) for factor in os.environ.get("LGM_FACTORS", "1 4").split()]
"""Times the size of the short run."""

GROWTH = 2.0
"""A time that grew so many times more than the input is told apart, unless it is short."""


def main() -> int:
    logging.disable(logging.WARNING)
    words = [word.lower() for word in sys.argv[1:]]
    doors = [door for door in DOORS if not words or any(word in door.lower() for word in words)]
    if not doors:
        sys.exit(f"no door has {' or '.join(words)} in its name; there are: {', '.join(DOORS)}")
    sizes = " | ".join(f"×{factor}: s, MB" for factor in FACTORS)
    sys.stdout.write(
        f"| door | attacks | refused | failed | {sizes} | longest |\n|---|---:|---:|---:|{'---:|' * len(FACTORS)}---|\n"
    )
    failed: list[str] = []
    for door in doors:
        runs = [struck(door, factor, seconds=600) for factor in FACTORS]
        problems = [f"{door}: {each.name}: {each.problem}" for run in runs for each in run if each.problem]
        failed += problems
        refused = sum(bool(each.error) for each in runs[-1])
        figures = " | ".join(
            f"{sum(each.seconds for each in run):.1f}, {max(each.megabytes for each in run):.0f}" for run in runs
        )
        longest = max(runs[-1], key=lambda each: each.seconds)
        last = f"{longest.name} ({longest.seconds:.1f} s)"
        sys.stdout.write(f"| {door} | {len(runs[0])} | {refused} | {len(problems)} | {figures} | {last} |\n")
        sys.stdout.flush()
        for before, after in zip(runs[0], runs[-1], strict=True):
            _tell_growth(door, before, after)
    for problem in failed:
        sys.stderr.write(f"\n{problem}\n")
    return 1 if failed else 0


def _tell_growth(door: str, before: Struck, after: Struck) -> None:
    if after.seconds > 0.2 and after.seconds > GROWTH * before.seconds * FACTORS[-1] / FACTORS[0]:
        sys.stderr.write(
            f"grows faster than its input: {door}: {after.name}: {before.seconds:.2f} s, {after.seconds:.2f} s\n"
        )


if __name__ == "__main__":
    sys.exit(main())
