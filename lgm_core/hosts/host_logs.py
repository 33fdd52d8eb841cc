"""What hosts log: requests that failed, and documents that replaced others."""

from __future__ import annotations

import logging
from dataclasses import replace

from lgm_core.errors import BudgetSpentError, InputError
from lgm_core.learning.build_report import BuildReport, FailedDocument

__all__ = ["log_not_extracted", "log_not_learned", "log_replaced", "require_learned", "with_advice_on_binary"]


def with_advice_on_binary(report: BuildReport, advice: str) -> BuildReport:
    """Return a report that adds how the host reads binary files to what it tells of those that came as bytes."""
    failed = (
        replace(failed, error=f"{failed.error}; {advice}") if failed.is_binary else failed for failed in report.failed
    )
    return replace(report, failed=tuple(failed))


def log_not_learned(report: BuildReport, logger: logging.Logger) -> None:
    """Warn of each document that a build could not learn.

    Of requests to an LLM that failed, or were not sent since a budget is spent, the build itself warns.
    """
    for failed in report.failed:
        logger.warning("%s was not learned: %s", failed.name, failed.error)


def require_learned(report: BuildReport) -> None:
    """Check that a build learned all that it was given, where a caller expects no less.

    Raises:
        InputError: something could not be learned.
        BudgetSpentError: a document was left as it was.
    """
    if report.failed:
        raise InputError("; ".join(f"{failed.name}: {failed.error}" for failed in report.failed))
    if report.stopped:
        raise BudgetSpentError(report.stopped)


def log_not_extracted(failed: FailedDocument, logger: logging.Logger) -> None:
    """Warn of a request to an LLM that extracted nothing from a part of a document."""
    logger.warning("%s: the LLM extracted nothing from a part of it: %s", failed.name, failed.error)


def log_replaced(report: BuildReport, logger: logging.Logger, *, advice: str) -> None:
    """Tell what a build replaced, removed, and holds twice because its id is made up anew at every run.

    Args:
        report: the report of the build.
        logger: gets a warning where documents are lost or doubled, and information where they were edited.
        advice: what a user of the host sets to give documents ids that stay.
    """
    is_foreign = any(replaced.former_source for replaced in report.replacements)
    is_told = is_foreign or bool(report.removed or report.copies)
    for line in report.changes:
        logger.log(logging.WARNING if is_told else logging.INFO, "%s.", line)
    if report.doubling:
        logger.warning("%s.", report.doubling)
    if random := report.doubled - sum(report.doubled_sources.values()):
        logger.warning(
            "%d documents have new random ids, and the graph holds their texts under other ids: it has them twice now. "
            "%s. Delete those under the ids that are not wanted.",
            random,
            advice,
        )
