"""Give each order to a model that obeys on every path, and print a table; `LGM_FULL=1` takes every way to obey."""

from __future__ import annotations

import logging
import sys
from collections import Counter

from tests.facade.injection.test_injection import IS_FULL, tried
from tests.support.injection.obeying import WAYS
from tests.support.injection.orders import ORDERS
from tests.support.injection.paths import PATHS


def main() -> int:
    """Print a line for each path, and each promise that was broken."""
    logging.disable(logging.CRITICAL)
    ways = list(WAYS)
    total: Counter[str] = Counter()
    sys.stdout.write("| path | tried | obeyed | broken |\n|---|---:|---:|---:|\n")
    for row, path in enumerate(PATHS):
        counts: Counter[str] = Counter()
        for place, order in enumerate(ORDERS):
            for way in ways if IS_FULL else (ways[(row + place) % len(ways)],):
                broken, obeyed = tried(path, order, way)
                counts += Counter(tried=1, obeyed=obeyed, broken=len(broken))
                for each in broken:
                    sys.stderr.write(f"{path}, {order.name}, {way}: {each}\n")
        total += counts
        sys.stdout.write(f"| {path} | {counts['tried']} | {counts['obeyed']} | {counts['broken']} |\n")
        sys.stdout.flush()
    sys.stdout.write(f"| all | {total['tried']} | {total['obeyed']} | {total['broken']} |\n")
    return 1 if total["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
