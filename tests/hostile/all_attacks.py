"""The attacks on each door."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.hostile.attack import Attack
from tests.hostile.doors.arguments import ARGUMENTS
from tests.hostile.doors.documents import DOCUMENTS, METADATA
from tests.hostile.doors.exchange import EXCHANGE
from tests.hostile.doors.files import FILES
from tests.hostile.doors.filters import FILTERS
from tests.hostile.doors.forms import FORMS
from tests.hostile.doors.questions import QUESTIONS
from tests.hostile.doors.replies import REPLIES
from tests.hostile.doors.texts import TEXTS

DOORS: Mapping[str, Sequence[Attack]] = {
    "texts that are read": TEXTS,
    "files and folders": FILES,
    "replies of language models": REPLIES,
    "questions": QUESTIONS,
    "filters": FILTERS,
    "logical forms": FORMS,
    "documents that are learned": DOCUMENTS,
    "metadata of documents": METADATA,
    "exchange": EXCHANGE,
    "arguments of tools and commands": ARGUMENTS,
}
