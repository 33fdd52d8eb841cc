"""Text that is deleted or replaced stays nowhere in the file."""

from __future__ import annotations

from pathlib import Path

from lgm_core.graph.sqlite import SQLiteStore
from tests.support.store_graphs import APPLES, document


def test_a_deleted_text_is_overwritten_in_file_and_log(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write_many([APPLES, document("secret", "The key is under the [flower pot].")])
        store.write_blob("reply:1", b"The key is under the flower pot.")
        store.delete(["secret"])
        data = b"".join(file.read_bytes() for file in sorted(path.parent.iterdir()))
    assert b"Apples are a type" in data
    assert b"flower" not in data


def test_a_text_deleted_while_somebody_reads_is_overwritten_when_all_are_done(path: Path) -> None:
    with SQLiteStore(path) as store:
        store.write_many([APPLES, document("secret", "The key is under the [flower pot].")])
        scan = store.scan()
        assert next(scan) == APPLES
        assert store.delete(["secret"]) == 1
        assert len(list(scan)) == 1
    assert b"Apples are a type" in path.read_bytes()
    assert b"flower" not in path.read_bytes()


def test_a_replaced_text_is_overwritten_in_file_and_log(path: Path, store: SQLiteStore) -> None:
    old = document("fruit", "Zyxxor sells plums.")
    store.write(old)
    store.write(document("fruit", "Plums are sold."))
    written = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"Plums are sold" in written
    assert b"yxxor" not in written
