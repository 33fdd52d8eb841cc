"""A language backend that really ends the worker process that reads a certain word."""

import os
import signal
from collections.abc import Sequence

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.ports import AnnotatedSentence

FATAL = "poisonous"


class FatalAnnotator(LiteAnnotator):
    """Reads as the lite backend does, but kills the process, as a lack of memory does, where a text has the fatal word.

    The process that made it is spared, so that a test fails and does not end when a document comes there.
    """

    def __init__(self) -> None:
        super().__init__(language="en")
        self._maker = os.getpid()

    def annotate(self, texts: Sequence[str], topics: Sequence[str] = ()) -> list[list[AnnotatedSentence]]:
        if any(FATAL in text for text in texts) and os.getpid() != self._maker:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().annotate(texts, topics)

    def reading(self, text: str) -> LiteAnnotator:
        return self
