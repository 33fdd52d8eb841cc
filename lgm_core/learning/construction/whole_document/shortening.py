"""A document made short enough to be read as a whole: its sections summarised, those in the middle first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lgm_core.flow import Flow, Request
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.item_requests import Tally, ask_all
from lgm_core.learning.construction.shown_texts import plain_field, section_windows
from lgm_core.learning.construction.whole_document.global_prompts import SUMMARY, SUMMARY_SCHEMA
from lgm_core.learning.construction.whole_document.global_replies import read_summary
from lgm_core.learning.facts.source_sentences import SourceSentence
from lgm_core.llm.tokens import count_tokens

__all__ = ["ShortDocument", "shortened", "whole_text"]

PHASE = "construction: global"
"""The name that usage of this stage is accounted under."""

_SHORTER = 0.9
"""Share of a section's tokens that a summary has at most; of a longer one no further summary is asked for."""


@dataclass(frozen=True, slots=True)
class ShortDocument:
    """A document as it is read as a whole.

    Attributes:
        text: a line for each heading and for each section.
        unshrunk: headings of the sections that no summary made shorter.
    """

    text: str
    unshrunk: tuple[str, ...] = ()


def whole_text(text: DocumentText) -> ShortDocument:
    """Return a document as it is."""
    return ShortDocument(_joined([(section.titles[-1:], _text_of(section.sentences)) for section in text.sections]))


def shortened(text: DocumentText, context_tokens: int, tally: Tally) -> Flow[ShortDocument]:
    """Return a document of at most so many tokens, if summaries make it so short (thesis, section 9.1).

    Sections are summarised to half their length from the middle outward, so that the first and the last change least,
    and again if need be. Those of which half will do are asked for in one batch. A section that is longer than
    `context_tokens` is summarised in parts. One whose summary is hardly shorter, or could not be had, is left.
    """
    windows = section_windows(text, context_tokens)
    titles = {source.sentence.id: section.titles[-1:] for section in text.sections for source in section.sentences}
    headings = [titles[window[0].sentence.id] for window in windows]
    texts = [_text_of(window) for window in windows]
    left: set[int] = set()
    order: list[int] = []
    while (excess := count_tokens(_joined(list(zip(headings, texts, strict=True)))) - context_tokens) > 0:
        order = [place for place in order if place not in left]
        order = order or [place for place in _from_the_middle(len(texts)) if place not in left]
        if not order:
            break
        chosen: list[int] = []
        while order and excess > 0:
            excess -= count_tokens(texts[order[0]]) // 2
            chosen.append(order.pop(0))
        outcomes = yield from ask_all([_request(texts[place]) for place in chosen], tally)
        for place, outcome in zip(chosen, outcomes, strict=True):
            before, after = count_tokens(texts[place]), count_tokens(outcome.value) if outcome.ok else None
            if after is None or after > before * _SHORTER:
                left.add(place)
            if after is not None and after < before:
                texts[place] = plain_field(outcome.value, len(outcome.value))
    unshrunk = dict.fromkeys("".join(headings[place]) for place in sorted(left))
    return ShortDocument(_joined(list(zip(headings, texts, strict=True))), tuple(unshrunk))


def _from_the_middle(count: int) -> list[int]:
    """Return places from the middle outward, the first and the last at the end."""
    return sorted(range(count), key=lambda place: (abs(2 * place - (count - 1)), place))


def _request(text: str) -> Request:
    return Request(SUMMARY.messages({"text": text}), PHASE, read_summary, SUMMARY_SCHEMA)


def _text_of(sentences: Iterable[SourceSentence]) -> str:
    return " ".join(plain_field(source.sentence.text) for source in sentences)


def _joined(parts: Sequence[tuple[tuple[str, ...], str]]) -> str:
    lines: list[str] = []
    current: tuple[str, ...] = ()
    for heading, text in parts:
        if heading != current:
            lines += [f"# {plain_field(title)}" for title in heading]
            current = heading
        lines.append(text)
    return "\n".join(lines)
