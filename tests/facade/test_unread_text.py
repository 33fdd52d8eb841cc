"""Documents in a script that the backend does not read: learned, counted, and told once a build."""

from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from tests.language.test_scripts import TEXTS
from tests.support.texts import APPLES


def test_text_that_the_backend_cannot_read_is_told_once_with_the_backend_that_can(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    chinese = [Document.from_text(f"{TEXTS['Chinese']}{number}", id=f"zh{number}") for number in range(3)]
    thai = Document.from_text(TEXTS["Thai"], id="th")
    with LanguageGraph(tmp_path / "g.lgm", annotator="lite:en") as graph:
        report = graph.build([*chinese, thai, APPLES], workers=1)
        assert (report.learned, report.unread) == (5, {"Chinese": 3, "Thai": 1})
        first, second = (record.message for record in caplog.records if record.levelname == "WARNING")
        assert first.startswith("3 documents are mostly in Chinese script")
        assert "stanza:zh-hans" in first
        assert "stanza:th" in second
        caplog.clear()
        assert graph.build([*chinese, thai, APPLES], workers=1).skipped == 5
        assert caplog.records == []
