"""Which documents no longer are what their files hold, as far as that can be told on this machine."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from lgm_core.documents.media_types import JSON_LINES, PARQUET, file_media_type
from lgm_core.documents.parsing import with_front_matter
from lgm_core.documents.reader import UnreadableFile
from lgm_core.facade.exchange.rdf_documents import read_documents
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.learning.file_places import is_folder_there, is_made_of_source
from lgm_core.model import DocumentRecord
from lgm_core.model.source_path import local_path
from lgm_core.progress import counted

__all__ = ["changed_files"]


def changed_files(
    store: LanguageGraphStore, records: Sequence[DocumentRecord]
) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    """Compare documents with their files, where these lay when they were learned.

    Return the ids of those whose text is no longer what a build would read there, of those whose files are gone or lack
    their rows, and how many documents could not be compared: they are of no file, of one in a folder that is not there,
    or were cut or read by something else than a build.
    """
    places = store.places([record.id for record in records]) if records else {}
    by_place: dict[str, list[DocumentRecord]] = defaultdict(list)
    unchecked = 0
    for record in records:
        place = places.get(record.id) or local_path(record.source)
        if place and is_folder_there(place):
            by_place[place].append(record)
        else:
            unchecked += 1
    changed: list[str] = []
    gone: list[str] = []
    for place, held in counted(sorted(by_place.items()), "comparing", "files"):
        if not Path(place).exists():
            gone += [record.id for record in held]
            continue
        read = (each for each in read_documents(place) if not isinstance(each, UnreadableFile))
        ids = {with_front_matter(document).text_hash: document.id for document in read}  # rows may be many: no texts
        others = [record for record in held if record.text_hash not in ids]
        if not others or _is_read_by_builds(Path(place), held):
            there = set(ids.values())
            kept = [record.id for record in others if is_made_of_source(record) or record.id in there]
            changed += kept
            gone += {record.id for record in others} - set(kept)
        else:
            unchecked += len(held)
    return tuple(sorted(changed)), tuple(sorted(gone)), unchecked


def _is_read_by_builds(file: Path, held: Sequence[DocumentRecord]) -> bool:
    """Return whether the documents of a file are such as a build reads from it: its rows, or all of it as one."""
    if file_media_type(file) in (JSON_LINES, PARQUET):
        return True
    return len(held) == 1 and held[0].start_index is None and is_made_of_source(held[0])
