"""Giving facts back the sentences that they came from."""

from __future__ import annotations

from datetime import date

import pytest

from benchmarks.gold_triples import triples_of_texts
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Fact, FactEnd, FactEvidence, Mention, RetrievedSentence, Value, ValueKind
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts import candidate_sentences
from lgm_core.retrieval.facts.sentence_facts import marked_sentence
from lgm_core.retrieval.facts.subgraph import nearest_sentences, restore
from lgm_core.vectors.port import Embeddings


def nearest(
    store: LanguageGraphStore,
    triple: tuple[str, str, str],
    *,
    where: dict[str, str] | None = None,
    k: int = 1,
    embeddings: Embeddings | None = None,
) -> list[RetrievedSentence]:
    view = GraphView(store, where=where)
    (sentences,) = nearest_sentences(view, triples_of_texts(view, [triple]), k=k, embeddings=embeddings)
    return sentences


def context(
    store: LanguageGraphStore, subject: str, predicate: str, object_: str, where: dict[str, str] | None = None
) -> list[str]:
    return [sentence.id for sentence in nearest(store, (subject, predicate, object_), where=where)]


@pytest.mark.parametrize(
    ("triple", "sentence"),
    [
        (("Salt Harbour (film)", "director", "Inês Moura"), "film#0"),
        (("Salt Harbour", "publication date", "1962"), "film#0"),
        (("Salt Harbour", "composer", "Rui Dias"), "film#2"),
        (("Inês Moura", "spouse", "Rui Dias"), "director#1"),
        (("Rui Dias", "wife", "Inês Moura"), "director#1"),
        (("Inês Moura", "date of birth", "May 1904"), "director#0"),
        (("Inês Moura", "died", "June 12, 1987"), "director#0"),
    ],
)
def test_a_triple_gets_the_sentence_that_states_it(
    store: LanguageGraphStore, triple: tuple[str, str, str], sentence: str
) -> None:
    assert context(store, *triple) == [sentence]


def test_nothing_of_documents_behind_the_filter_is_used(store: LanguageGraphStore) -> None:
    triple = ("Salt Harbour", "directed by", "Inês Moura")
    assert context(store, *triple, where={"kind": "reviews"}) == ["reviews#0"]
    assert context(store, *triple, where={"kind": "none"}) == []


def test_what_is_not_in_the_graph_has_no_context(store: LanguageGraphStore) -> None:
    assert context(store, "Vulcan", "orbits", "Mercury") == []
    assert nearest_sentences(GraphView(store), []) == []


def test_evidence_comes_before_what_only_has_the_same_words(store: LanguageGraphStore) -> None:
    evidence = FactEvidence("director#2", 0, 29, "were shown in", "parse")
    fact = Fact("ines moura", "show in", "paris", evidence=(evidence,))
    (restored,) = restore(GraphView(store), [fact], k=2)
    assert restored.fact is fact
    assert [sentence.id for sentence in restored.sentences] == ["director#2", "reviews#0"]
    without = Fact("ines moura", "praise in", "paris")
    assert [sentence.id for sentence in restore(GraphView(store), [without])[0].sentences] == ["reviews#0"]


def test_values_are_found_by_what_they_mean(store: LanguageGraphStore) -> None:
    day = (date(1904, 5, 4) - date(1970, 1, 1)).days
    born = Value("1904-05-04", ValueKind.DATE, day, day)
    fact = Fact("ines moura", "be bear on", born)
    assert [sentence.id for sentence in restore(GraphView(store), [fact])[0].sentences] == ["director#0"]


def test_the_documents_of_an_end_that_very_many_sentences_mention_are_left_out(
    store: LanguageGraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidate_sentences, "_MOST_MENTIONS", 2)
    found = nearest(store, ("Salt Harbour", "shot in", "Setúbal"), k=9)
    assert {sentence.document.id for sentence in found} == {"film"}
    assert nearest(store, ("Inês Moura", "directed", "a comedy"), k=9)


def test_an_embedding_model_adds_what_words_do_not_tell(store: LanguageGraphStore) -> None:
    asked: list[int] = []

    def embed(texts: list[str]) -> list[list[float]]:
        asked.append(len(texts))
        return [[1.0, 0.0] if "shown" in text or "screened" in text else [0.0, 1.0] for text in texts]

    triple = ("Inês Moura", "screened at", "festivals")
    sentences = nearest(store, triple, embeddings=Embeddings.of(embed))
    assert sentences[0].id == "director#2"
    assert len(asked) == 2
    assert sum(asked) <= 9


# Sentences with their facts woven in.

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
