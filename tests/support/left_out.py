"""Tells in the last line of a run how many tests were left out, why, and what runs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from typing import Any

import pytest

_BY_MARKER = {
    "neural": "tests of the Stanza and spaCy backends (make test-all runs them)",
    "ray": "tests that start a Ray cluster (make test-all runs them)",
    "installs": "tests that make virtual environments (make test-all runs them)",
}
_LIGHT = "tests that need neither (make test runs them)"


_SENT = "left_out"


class LeftOut:
    """Counts what a run leaves out, by reason.

    Where pytest-xdist shares a run out, each worker chooses the tests for itself, so one worker's count is all of
    them; what is skipped is reported to the process that tells the user.
    """

    def __init__(self) -> None:
        self._reasons: Counter[str] = Counter()
        self._deselected: Counter[str] = Counter()

    def pytest_deselected(self, items: Iterable[pytest.Item]) -> None:
        """Count the tests that options of the run leave out."""
        for item in items:
            self._deselected[_why_deselected(item)] += 1

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take a worker's count when it has ended."""
        self._deselected = Counter(getattr(node, "workeroutput", {}).get(_SENT, self._deselected))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test that was skipped."""
        if report.skipped:
            self._reasons[f"tests skipped: {_why_skipped(report)}"] += 1

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Count a file that was skipped as a whole."""
        if report.skipped:
            self._reasons[f"files skipped: {_why_skipped(report)}"] += 1

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, None, None]:
        """Write the line when everything else has been written, or send a worker's count."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[_SENT] = dict(self._deselected)
        yield
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        if (reasons := self._reasons + self._deselected) and reporter is not None:
            reporter.write_line(told(reasons))


def told(reasons: Counter[str]) -> str:
    """Return the line that says what was left out."""
    return "Left out: " + "; ".join(f"{count} {reason}" for reason, count in sorted(reasons.items())) + "."


def _why_deselected(item: pytest.Item) -> str:
    marks = item.config.getoption("markexpr")
    if item.config.getoption("keyword") or not any(marker in marks for marker in _BY_MARKER):
        return "tests deselected by the options of this run"
    return next((reason for marker, reason in _BY_MARKER.items() if item.get_closest_marker(marker)), _LIGHT)


def _why_skipped(report: pytest.TestReport | pytest.CollectReport) -> str:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return " ".join(reason.removeprefix("Skipped: ").split())[:200]
