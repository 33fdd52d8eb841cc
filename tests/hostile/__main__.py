"""Does all attacks, at their size and at a multiple of it, and prints a table; see `tests.hostile`."""

import logging
import os
import sys

from tests.hostile.all_attacks import DOORS
from tests.hostile.striking import grown, struck

FACTORS = [int(factor) for factor in os.environ.get("LGM_FACTORS", "1 4").split()]
"""Times the size of the short run."""


def main() -> int:
    logging.disable(logging.WARNING)
    words = [word.lower() for word in sys.argv[1:]]
    doors = [door for door in DOORS if not words or any(word in door.lower() for word in words)]
    if not doors:
        sys.exit(f"no door has {' or '.join(words)} in its name; there are: {', '.join(DOORS)}")
    sizes = " | ".join(f"×{factor}: s, MB" for factor in FACTORS)
    sys.stdout.write(
        f"| door | tried | answered | refused | lost | {sizes} | longest |\n"
        f"|---|---:|---:|---:|---:|{'---:|' * len(FACTORS)}---|\n"
    )
    failed: list[str] = []
    for door in doors:
        runs = [struck(door, factor, seconds=600) for factor in FACTORS]
        problems = [f"{door}: {each.name}: {each.problem}" for run in runs for each in run if each.problem]
        slow = [each for each in runs[0] if each.seconds > 0.05]
        if len(FACTORS) > 1:
            problems += [f"{door}: {each}" for each in grown(door, slow, FACTORS[0], FACTORS[-1] // FACTORS[0])]
        tried = sum(map(len, runs))
        refused = sum(bool(each.error) for run in runs for each in run)
        figures = " | ".join(
            f"{sum(each.seconds for each in run):.1f}, {max(each.megabytes for each in run):.0f}" for run in runs
        )
        longest = max(runs[-1], key=lambda each: each.seconds)
        sys.stdout.write(
            f"| {door} | {tried} | {tried - refused - len(problems)} | {refused} | {len(problems)} | {figures} "
            f"| {longest.name} ({longest.seconds:.1f} s) |\n"
        )
        sys.stdout.flush()
        failed += problems
    for problem in failed:
        sys.stderr.write(f"\n{problem}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
