"""The page of the architecture names files that exist."""

import re

from tests.architecture.source_tree import MODULES, ROOT

PAGE = ROOT / "docs/project/architecture.md"


def test_every_file_that_the_page_names_exists() -> None:
    files = [f"/{path.relative_to(ROOT).as_posix()}" for path in MODULES.values()]
    named = set(re.findall(r"`([\w./]+\.py)`", PAGE.read_text(encoding="utf-8"))) - {
        "port.py"
    }  # several rooms have one
    assert len(named) > 50
    assert [name for name in sorted(named) if sum(file.endswith(f"/{name}") for file in files) != 1] == []
