"""Recorded triples: facts extracted elsewhere, grounded in the sentences of the graph."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from lgm_core.errors import InputError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.learning.facts.end_grounding import document_sentences
from lgm_core.learning.facts.fact_grounding import FactClaim, GroundedFacts, ground_facts
from lgm_core.learning.facts.later_facts import FactsReport, held_facts, with_grounded
from lgm_core.model import Addition, Document, DocumentRecord
from lgm_core.progress import counted

__all__ = ["RecordedFacts", "import_facts"]

_ADDED_AT_ONCE = 256
"""Documents whose facts are added in one transaction."""

_IDS = ("document_id", "passage_id", "id")
_MEMBERS = (("subject", "head"), ("predicate", "relation"), ("object", "tail"))


@dataclass(frozen=True, slots=True)
class RecordedFacts:
    """The triples of a document.

    Attributes:
        document_id: the document, if the record names it.
        title: its title, or empty.
        text: its text, or empty.
        claims: the readable triples.
        malformed: the number of unreadable triples.
    """

    document_id: str
    title: str
    text: str
    claims: tuple[FactClaim, ...]
    malformed: int = 0

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> RecordedFacts:
        """Read a row: `triples`, or one triple by its members; the document as `id` or as `title` and `text`.

        A triple is a list of three texts, or an object with `subject`, `predicate`, `object` and optionally `quote`.

        Raises:
            InputError: it is not a row, has no triples, or names no document.
        """
        if not isinstance(row, Mapping):
            raise InputError(
                f"a row of recorded facts must be an object such as {{'id': …, 'triples': […]}}, not {str(row)[:80]!r}"
            )
        triples = row.get("triples", [row] if "predicate" in row or "relation" in row else None)
        if not isinstance(triples, list):
            raise InputError(f"a row of recorded facts has neither `triples` nor a `predicate`: {str(row)[:80]}")
        named = next((row[name] for name in _IDS if isinstance(row.get(name), str) and row[name]), "")
        title, text = (row[name] if isinstance(row.get(name), str) else "" for name in ("title", "text"))
        if not (named or title or text):
            raise InputError(
                f"a row of recorded facts names no document by `id`, `document_id`, `title` or `text`: {str(row)[:80]}"
            )
        claims = [_claim(triple) for triple in triples]
        return cls(named, title, text, tuple(filter(None, claims)), claims.count(None))


def import_facts(store: LanguageGraphStore, records: Iterable[RecordedFacts], addition: Addition) -> FactsReport:
    """Add recorded facts supported by the sentences of their documents; report dropped ones by reason.

    A document is found by id, else by text, else by a unique title.

    Args:
        store: the graph.
        records: the recorded facts, document by document.
        addition: the addition's id, kind, label and time; its kind and label are its origin.
    """
    known = _Documents(store)
    origin = f"{addition.kind}:{addition.label}"
    dropped: Counter[str] = Counter()
    found: list[GroundedFacts] = []
    had, is_any_kept = held_facts(store), False
    report = FactsReport(addition.id)
    for record in counted(records, "importing facts", "documents"):
        report = replace(
            report, documents=report.documents + 1, claims=report.claims + len(record.claims) + record.malformed
        )
        dropped["malformed"] += record.malformed
        document = known.find(record)
        if document is None:
            dropped["no such document"] += len(record.claims)
            continue
        found.append(ground_facts(record.claims, document_sentences(store, document), origin))
        dropped += found[-1].dropped
        is_any_kept |= bool(found[-1].facts)
        if len(found) == _ADDED_AT_ONCE:
            store.add(with_grounded(addition, found, store))
            found.clear()
    if any(grounded.facts for grounded in found):
        store.add(with_grounded(addition, found, store))
    return replace(
        report,
        addition=addition.id if is_any_kept else "",
        facts=held_facts(store) - had,
        dropped={reason: count for reason, count in dropped.most_common() if count},
    )


class _Documents:
    """The documents of a graph by id, by text and by title."""

    def __init__(self, store: LanguageGraphStore) -> None:
        self._by_id: dict[str, DocumentRecord] = {}
        self._by_text: dict[str, DocumentRecord] = {}
        self._by_title: defaultdict[str, list[DocumentRecord]] = defaultdict(list)
        for record in store.documents():
            self._by_id[record.id] = record
            self._by_text.setdefault(record.text_hash, record)
            self._by_title[record.title].append(record)

    def find(self, record: RecordedFacts) -> DocumentRecord | None:
        found = self._by_id.get(record.document_id)
        if found is None and record.text:
            found = self._by_text.get(Document.from_text(record.text).text_hash)
        same = self._by_title.get(record.title, [])
        if found is None and len(same) == 1:
            found = same[0]
        return found


def _claim(triple: Any) -> FactClaim | None:  # noqa: ANN401  # JSON
    """Return a recorded triple, or None if its parts are not three texts."""
    quote = ""
    if isinstance(triple, Mapping):
        quote = triple["quote"] if isinstance(triple.get("quote"), str) else ""
        triple = [next((triple[name] for name in names if name in triple), None) for names in _MEMBERS]
    texts = [text for text in triple if isinstance(text, str) and text.strip()] if isinstance(triple, list) else []
    if len(texts) != len(_MEMBERS) or len(triple) != len(_MEMBERS):
        return None
    return FactClaim(texts[0], texts[1], texts[2], quote=quote)
