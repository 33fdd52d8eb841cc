"""Each fault, tried a few times; `LGM_SECONDS=600 python -m tests.faults` tries all for longer."""

import os

import pytest

from tests.faults import neo4j_faults
from tests.faults.all_faults import FAULTS
from tests.faults.fault import Fault, tried

SHORT = [fault for fault in FAULTS if fault.times and fault not in neo4j_faults.FAULTS]


@pytest.mark.parametrize("fault", SHORT, ids=lambda fault: fault.name)
def test_nothing_is_lost(fault: Fault) -> None:
    assert_nothing_is_lost(fault)


def assert_nothing_is_lost(fault: Fault) -> None:
    told = tried(fault, os.environ.get("LGM_SEED", "0"), most=fault.times)
    if told.untried:
        pytest.skip(told.untried)
    assert not told.losses, "\n".join(told.losses)
