"""Compare every call under a filter, in many cases, and print how often each told more or less: `LGM_CASES=300`."""

from __future__ import annotations

import logging
import sys
from collections import Counter

from hypothesis import HealthCheck, Phase, given, settings

from tests.facade.tenants.test_tenants import CALLS, CASES, differing
from tests.support.tenants.drawing import Case, cases
from tests.support.tenants.engine_calls import CHANGING


def main() -> None:
    """Print a line for each call."""
    logging.disable(logging.CRITICAL)
    tried: Counter[str] = Counter()
    leaked: Counter[str] = Counter()

    @settings(
        max_examples=CASES,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases())
    def compare(case: Case) -> None:
        kind = "some allowed" if case.allowed and case.hidden else "all allowed" if case.allowed else "none allowed"
        tried[kind] += 1
        leaked.update(differing(case, CALLS))

    compare()
    cases_drawn = sum(tried.values())
    sys.stdout.write(f"{cases_drawn} cases: {dict(tried)}\n")
    for name in (*CALLS, *CHANGING):
        sys.stdout.write(f"{name:32} {cases_drawn:6} compared {leaked[name]:4} different\n")


if __name__ == "__main__":
    main()
