"""Questions while a writer changes the graph: no error, and no stale read after an acknowledged write.

`LGM_SECONDS=60` lets each way run for a minute; `benchmarks/load.py` also tells how long calls take.
"""

import os
from pathlib import Path

import pytest

from benchmarks.load import WAYS, built, under_load

pytestmark = pytest.mark.thorough

SECONDS = float(os.environ.get("LGM_SECONDS", "1.5"))


@pytest.mark.parametrize("way", WAYS)
def test_readers_see_every_write_that_was_acknowledged(way: str, tmp_path: Path) -> None:
    path = built(tmp_path / "g.lgm", documents=20, size=6)
    told = under_load(way, path, seconds=SECONDS, slices=1, size=6, readers=3, pauses=(0.02, 0.02))
    assert [problem for each in told for problem in each.wrong] == []
    assert any(each.seconds for each in told)
