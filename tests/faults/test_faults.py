"""Each fault, tried a few times; `LGM_SECONDS=600 python -m tests.faults` tries all for longer."""

import os
from pathlib import Path

import pytest

from tests.faults.all_faults import FAULTS
from tests.faults.fault import Fault, tried


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_nothing_is_lost(fault: Fault, tmp_path: Path) -> None:
    told = tried(fault, tmp_path / "tried", os.environ.get("LGM_SEED", "0"), most=fault.times)
    if told.untried:
        pytest.skip(told.untried)
    assert not told.losses, "\n".join(told.losses)
