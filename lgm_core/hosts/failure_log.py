"""What went wrong, in the log of a host's package."""

from __future__ import annotations

import logging

from lgm_core.learning.build_report import BuildReport, FailedDocument

__all__ = ["log_not_extracted", "log_not_learned"]


def log_not_learned(report: BuildReport, logger: logging.Logger) -> None:
    """Warn of each document that a build could not learn; of failed requests to an LLM the build itself warns."""
    for failed in report.failed:
        logger.warning("%s was not learned: %s", failed.name, failed.error)


def log_not_extracted(failed: FailedDocument, logger: logging.Logger) -> None:
    """Warn of a request to an LLM that extracted nothing from a part of a document."""
    logger.warning("%s: the LLM extracted nothing from a part of it: %s", failed.name, failed.error)
