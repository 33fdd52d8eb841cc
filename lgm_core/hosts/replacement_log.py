"""What a build changed of the documents that were there, in the log of a host's package."""

from __future__ import annotations

import logging

from lgm_core.learning.build_report import BuildReport

__all__ = ["log_replaced"]


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
