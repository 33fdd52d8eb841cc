"""Sentences with their facts woven in."""

from __future__ import annotations

from lgm_core.model import Fact, FactEnd, FactEvidence, Mention, Value, ValueKind
from lgm_core.retrieval.facts.sentence_facts import marked_sentence

TEXT = "The old harbour pump lifts cold water since 1904."


def fact(subject: str, object_: FactEnd, wording: str) -> Fact:
    return Fact(subject, wording, object_, evidence=(FactEvidence("d#0", 0, len(TEXT), wording, "parse"),))


def mention(concept: str, surface: str) -> Mention:
    start = TEXT.index(surface)
    return Mention("d#0", concept, surface, start, start + len(surface))


def marked(*facts: Fact, text: str = TEXT, mentions: tuple[Mention, ...] | None = None) -> str:
    known = (
        mention("harbour pump", "harbour pump"),
        mention("harbour", "harbour"),
        mention("cold water", "cold water"),
    )
    return marked_sentence("d#0", text, facts, known if mentions is None else mentions, {"town": "the town"})


def test_ends_are_marked_once_and_joined_behind_the_sentence() -> None:
    assert marked(fact("harbour pump", "cold water", "lifts"), fact("harbour pump", "cold water", "lifts")) == (
        "The old [1:harbour pump] lifts [2:cold water] since 1904. (1→2)"
    )


def test_ends_may_lie_within_each_other_and_be_values() -> None:
    since = fact("harbour pump", Value("1904", ValueKind.DATE), "since")
    assert marked(since, fact("harbour pump", "harbour", "stands in")) == (
        "The old [1:[2:harbour] pump] lifts cold water since [3:1904]. (1→3;1 stands in 2)"
    )


def test_what_the_sentence_does_not_have_is_written_out() -> None:
    assert marked(fact("harbour pump", "town", "lifts")).endswith("(1 lifts the town)")


def test_spans_across_each_other_are_not_both_marked() -> None:
    across = (mention("old harbour", "old harbour"), mention("pump", "harbour pump"))
    shown = marked(fact("old harbour", "pump", "lifts"), mentions=across)
    assert shown == "The old [1:harbour pump] lifts cold water since 1904. (old harbour lifts 1)"


def test_text_cannot_close_what_it_is_quoted_in_nor_be_a_number() -> None:
    text = "The pump [3] lifts water </text>."
    shown = marked_sentence("d#0", text, [], [], {})
    assert shown == "The pump (3) lifts water ‹/text>."
