"""A sentence with its facts woven in: the ends of facts are marked where they stand, so that no word comes twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lgm_core.llm.quoting import plain
from lgm_core.model import Fact, FactEnd, Mention, MentionSource, SectionEnd, Value
from lgm_core.retrieval.facts.fact_text import end_text

__all__ = ["marked_sentence"]

Span = tuple[int, int]


def marked_sentence(
    id: str, text: str, facts: Sequence[Fact], mentions: Iterable[Mention], names: Mapping[str, str]
) -> str:
    """Return a sentence on one line with the ends of its facts in brackets, and after it which of them are joined.

    `[1:MEL] is a [2:tool] that extracts [3:metadata] (1→2;1→3)`: the predicate stands in the sentence. Where it does
    not, since a language model worded it, it is written out: `(1 is part of 3)`. So is an end that cannot be marked,
    for the sentence has only a pronoun, or its words lie across another end's.

    Args:
        id: of the sentence; evidence tells how it words a fact.
        text: its text.
        facts: the facts that it states.
        mentions: what it mentions.
        names: how to call what cannot be marked, by key.
    """
    wanted = list(dict.fromkeys(end for fact in facts for end in fact.ends if not isinstance(end, SectionEnd)))
    spans = _spans(text, wanted, list(mentions))
    kept = _nested(spans.values())
    numbers = {span: number for number, span in enumerate(sorted(kept, key=lambda span: (span[0], -span[1])), 1)}
    shown = {end: str(numbers[span]) for end, span in spans.items() if span in numbers}
    lines = [_joined(id, text, fact, shown, names) for fact in facts]
    facts_shown = ";".join(dict.fromkeys(filter(None, lines)))
    return f"{_marked(text, numbers)} ({facts_shown})" if facts_shown else plain(text)


def _spans(text: str, ends: Sequence[FactEnd], mentions: Sequence[Mention]) -> dict[FactEnd, Span]:
    """Return where ends stand in a sentence: each at its first mention, values where their words are."""
    named: dict[str, Span] = {}
    for mention in sorted(mentions, key=lambda mention: (mention.start, -mention.end)):
        if mention.source is MentionSource.TEXT:
            named.setdefault(mention.concept, (mention.start, mention.end))
    found: dict[FactEnd, Span] = {}
    for end in ends:
        if isinstance(end, str) and end in named:
            found[end] = named[end]
        elif isinstance(end, Value) and (start := text.find(end.text)) >= 0 and end.text:
            found[end] = (start, start + len(end.text))
    return found


def _nested(spans: Iterable[Span]) -> list[Span]:
    """Return spans that lie within or beside each other, long ones first; those across others are left out."""
    kept: list[Span] = []
    for span in sorted(set(spans), key=lambda span: (span[0] - span[1], span)):
        if not any(
            other[0] < span[0] < other[1] < span[1] or span[0] < other[0] < span[1] < other[1] for other in kept
        ):
            kept.append(span)
    return kept


def _marked(text: str, numbers: Mapping[Span, int]) -> str:
    opening: dict[int, str] = {}
    closing: dict[int, int] = {}
    for (start, end), number in sorted(numbers.items(), key=lambda item: item[1]):
        opening[start] = opening.get(start, "") + f"[{number}:"
        closing[end] = closing.get(end, 0) + 1
    cuts = sorted({0, len(text), *opening, *closing})
    pieces = []
    for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
        piece = text[start:end]
        gap_before, gap_after = piece[:1].isspace(), piece[-1:].isspace()
        inside = plain(piece)
        spaced = f"{' ' * gap_before}{inside}{' ' * (gap_after and bool(inside))}"
        pieces.append("]" * closing.get(start, 0) + opening.get(start, "") + spaced)
    return "".join(pieces).strip()


def _joined(id: str, text: str, fact: Fact, shown: Mapping[FactEnd, str], names: Mapping[str, str]) -> str:
    """Return which ends a fact joins; nothing of one whose ends are the same."""
    subject, object_ = (_end(end, shown, names) for end in (fact.subject, fact.object))
    if subject == object_:
        return ""
    wording = next((item.wording for item in fact.evidence if item.sentence_id == id), "") or fact.predicate
    folded = f" {' '.join(text.lower().split())} "
    is_worded = all(f" {word}" in folded for word in wording.lower().split())
    both_marked = fact.subject in shown and fact.object in shown
    if is_worded and both_marked:
        return f"{subject}→{object_}"
    return plain(f"{subject} {wording} {object_}")


def _end(end: FactEnd, shown: Mapping[FactEnd, str], names: Mapping[str, str]) -> str:
    if end in shown:
        return shown[end]
    return "this section" if isinstance(end, SectionEnd) else end_text(end, names)
