"""What hosts log: documents that failed, and documents that were replaced."""

from __future__ import annotations

import logging
from dataclasses import replace

from lgm_core.errors import BudgetSpentError, InputError
from lgm_core.learning.build_report import BuildReport, FailedDocument

__all__ = ["log_build", "log_not_extracted", "require_learned", "with_advice_on_binary"]


def with_advice_on_binary(report: BuildReport, advice: str) -> BuildReport:
    """Return a report whose errors about binary files also say how the host reads such files."""
    failed = (
        replace(failed, error=f"{failed.error}; {advice}") if failed.is_binary else failed for failed in report.failed
    )
    return replace(report, failed=tuple(failed))


def require_learned(report: BuildReport) -> None:
    """Check that a build learned everything it was given.

    Raises:
        InputError: something could not be learned.
        BudgetSpentError: a document was left unchanged.
    """
    if report.failed:
        raise InputError("; ".join(f"{failed.name}: {failed.error}" for failed in report.failed))
    if report.stopped:
        raise BudgetSpentError(report.stopped)


def log_not_extracted(failed: FailedDocument, logger: logging.Logger) -> None:
    """Warn of a request to an LLM that extracted nothing from a part of a document."""
    logger.warning("%s: the LLM extracted nothing from a part of it: %s", failed.name, failed.error)


def log_build(report: BuildReport, logger: logging.Logger, *, advice: str) -> None:
    """Log what a build could not learn, what it replaced or removed, and what the graph now has twice.

    The build itself warns of failed requests to an LLM.

    Args:
        report: the report of the build.
        logger: gets information about edited documents, and a warning about each failed, lost or doubled one.
        advice: how a user of the host gives documents ids that stay the same.
    """
    for failed in report.failed:
        logger.warning("%s was not learned: %s", failed.name, failed.error)
    is_foreign = any(replaced.former_source for replaced in report.replacements)
    level = logging.WARNING if is_foreign or report.removed or report.copies else logging.INFO
    for line in report.changes:
        logger.log(level, "%s.", line)
    if report.doubling:
        logger.warning("%s.", report.doubling)
    if random := report.doubled - sum(report.doubled_sources.values()):
        logger.warning(
            "%d documents have new random ids, and the graph holds their texts under other ids: it has them twice now. "
            "%s. Delete those under the ids that are not wanted.",
            random,
            advice,
        )
