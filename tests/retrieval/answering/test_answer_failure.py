"""What Concept Iterative Retrieval gives when a language model fails, or when there is none."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core.errors import LanguageModelError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Answer, AnswerFailure
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.evidence_only import best_evidence
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.ranking.ranker import Ranker
from tests.support.iterative_readers import (
    BORN,
    RICH,
    VITAMINS,
    ConceptRanker,
    Reader,
    ask,
    cite_all,
    long_graph,
    never,
    paper,
    reply,
    steps,
)
from tests.support.small_graphs import ALIAS_OF, IS_A, EverythingRanker, document_graph


def evidence_only(
    question: str, *, store: LanguageGraphStore, ranker: Ranker, options: AskOptions | None = None
) -> Answer:
    options = options or AskOptions()
    view = GraphView(store, where=options.where, languages=ranker.languages)
    return best_evidence(question, view=view, ranker=ranker, options=options)


def failing(failures: Callable[[Sequence[Message]], bool], otherwise: Reader) -> ScriptedChatModel:
    def script(messages: Sequence[Message]) -> str | LanguageModelError:
        return LanguageModelError("the server said 500") if failures(messages) else otherwise(messages)

    return ScriptedChatModel(script)


def is_marking(messages: Sequence[Message]) -> bool:
    return '"answer"' not in messages[0].content


def test_a_chunk_whose_request_fails_is_left_out_and_counted(store: LanguageGraphStore) -> None:
    for graph in long_graph():
        store.write(graph)
    model = failing(
        lambda messages: is_marking(messages) and "number 7 " in messages[-1].content, Reader("burns", cite_all)
    )
    options = paper(chunk_size=600)
    found = ask(store, model, "What does a lantern burn?", options)
    assert steps(found, "marking")[0]["failed"] == found.usage.failures == 1
    assert steps(found, "marking")[0]["error"] == "the server said 500"
    assert found.supported
    assert found.failure == AnswerFailure("marking", "the server said 500")
    assert "lantern07" not in {citation.document_id for citation in found.citations}


def test_when_all_marking_fails_the_best_ranked_sentences_stand_in(store: LanguageGraphStore) -> None:
    model = failing(is_marking, Reader("", lambda shown: reply("Vitamins.", [shown[VITAMINS]])))
    found = ask(store, model, RICH)
    assert (found.text, found.supported, found.usage.failures) == ("Vitamins [1].", True, 1)


def test_when_everything_fails_there_is_evidence_and_the_cause(store: LanguageGraphStore) -> None:
    model = failing(lambda messages: True, Reader("", never))
    found = ask(store, model, RICH, ranker=EverythingRanker(store))
    assert found.is_evidence_only
    assert (found.text, found.supported) == ("", False)
    assert found.failure == AnswerFailure("answering", "the server said 500", 2)
    assert str(found.failure) == "the language model failed 2 times while answering: the server said 500"
    assert {citation.document_id for citation in found.citations} == {"apples"}
    assert VITAMINS in [citation.text for citation in found.citations]
    assert found.usage.failures == 2
    assert steps(found, "end") == [{"reason": "the language model failed"}]


@pytest.mark.parametrize("bad", ["", '{"answer": "Vit', "[1, 2", "{}", '{"answer": {"a": 1}}', "<think>Vitamins"])
def test_a_reply_that_cannot_be_read_is_asked_for_once_more(store: LanguageGraphStore, bad: str) -> None:
    model = ScriptedChatModel(['{"supporting": [2]}', bad, reply("Vitamins [2].", [2])])
    assert ask(store, model, RICH).text == "Vitamins [1]."
    assert len(model.requests) == 3


def test_when_only_the_answer_fails_the_marked_evidence_is_cited(store: LanguageGraphStore) -> None:
    found = ask(store, failing(lambda messages: not is_marking(messages), Reader("vitamins", never)), RICH)
    assert found.is_evidence_only
    assert [citation.text for citation in found.citations] == [VITAMINS]


def test_a_failed_later_round_keeps_the_answer_before_it(store: LanguageGraphStore) -> None:
    answers = 0

    def fails(messages: Sequence[Message]) -> bool:
        nonlocal answers
        answers += not is_marking(messages)
        return answers > 1

    partial = Reader("designed|born", lambda shown: reply("Ada Lindqvist [1].", [1], ["Lund"]))
    found = ask(store, failing(fails, partial), BORN)
    assert (found.text, found.supported, found.is_evidence_only) == ("Ada Lindqvist [1].", True, False)
    assert found.failure == AnswerFailure("answering", "the server said 500")
    assert found.usage.failures == 1


def test_a_question_without_sentences_is_still_put_to_the_model(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "empty.lgm")
    model = ScriptedChatModel([reply("It is blue.")])
    found = ask(store, model, "What colour is the sky?")
    assert (found.text, found.supported) == ("It is blue.", False)


def test_evidence_without_a_model_is_labelled_and_says_how_it_was_found(store: LanguageGraphStore) -> None:
    found = evidence_only(RICH, store=store, ranker=EverythingRanker(store), options=AskOptions())
    assert found.is_evidence_only
    assert (found.text, found.supported, found.usage.calls) == ("", False, 0)
    assert {citation.text: citation.path for citation in found.citations} == {
        "Apples are a type of fruit.": ("apple",),
        VITAMINS: ("apple", "is a fruit"),
        "Apples are sweet.": ("apple",),
    }
    assert [citation.number for citation in found.citations] == [1, 2, 3]
    assert steps(found, "expansion") == [{"reached": {"fruit": "apple is a fruit"}}]


def test_evidence_without_expansion_shares_a_concept_with_the_question(store: LanguageGraphStore) -> None:
    options = AskOptions(expansion=False)
    found = evidence_only(RICH, store=store, ranker=EverythingRanker(store), options=options)
    assert [citation.text for citation in found.citations] == ["Apples are a type of fruit.", "Apples are sweet."]


class ChainRanker(EverythingRanker):
    """Says of every sentence that its section was reached over the designer of the bridge."""

    def sentences(self, question, k, *, allowed=None, concepts=()):
        found = super().sentences(question, k, allowed=allowed, concepts=concepts)
        return [replace(sentence, path=("Marten Bridge", "Ada Lindqvist")) for sentence in found]


def test_a_rankers_path_counts_for_sentences_that_mention_a_concept_on_it(store: LanguageGraphStore) -> None:
    found = evidence_only("Who built the Marten Bridge?", store=store, ranker=ChainRanker(store))
    assert {citation.text: citation.path for citation in found.citations} == {
        "The Marten Bridge was designed by Ada Lindqvist.": ("Marten Bridge",),
        "It opened in 1904.": ("Marten Bridge",),
        "Ada Lindqvist was born in Lund.": ("Marten Bridge", "Ada Lindqvist"),
    }


TRAINS, TOWN = "bridges#4", "bridges#3"


def cited_by_focus(store: LanguageGraphStore, focused: dict[str, float], evidence: int = 6) -> list[str]:
    ranker = EverythingRanker(store, focused)
    return [
        each.sentence_id
        for each in evidence_only(RICH, store=store, ranker=ranker, options=AskOptions(evidence=evidence)).citations
    ]


def test_what_answers_well_by_itself_is_evidence_though_no_path_leads_to_it(store: LanguageGraphStore) -> None:
    without = cited_by_focus(store, {})
    assert TRAINS not in without
    assert cited_by_focus(store, {TRAINS: 2.0}) == [*without, TRAINS]
    found = evidence_only(RICH, store=store, ranker=EverythingRanker(store, {TRAINS: 2.0}))
    assert {citation.sentence_id: citation.path for citation in found.citations}[TRAINS] == ()


def test_sentences_that_no_path_leads_to_end_where_their_scores_fall_off(store: LanguageGraphStore) -> None:
    assert {TRAINS, TOWN} <= set(cited_by_focus(store, {TRAINS: 2.0, TOWN: 1.5}))
    assert TOWN not in cited_by_focus(store, {TRAINS: 2.0, TOWN: 1.3})


def test_a_third_of_what_is_cited_at_most_are_sentences_that_no_path_leads_to(store: LanguageGraphStore) -> None:
    for most, further in ((1, []), (2, []), (3, [TRAINS]), (6, [TRAINS, TOWN])):
        cited = cited_by_focus(store, {TRAINS: 2.0, TOWN: 2.0}, evidence=most)
        assert [id for id in cited if id in (TRAINS, TOWN)] == further
        assert len(cited) <= most


def test_long_sentences_without_a_path_are_left_out(store: LanguageGraphStore) -> None:
    store.write(document_graph("long", [f"The log says {'so ' * 200}."], concepts=["log"]))
    assert "long#0" not in cited_by_focus(store, {"long#0": 2.0})


def test_behind_the_first_three_both_rankings_order_the_evidence(store: LanguageGraphStore) -> None:
    store.write(document_graph("many", [f"Apples have colour {number}." for number in range(6)], concepts=["apples"]))
    by_path = cited_by_focus(store, {}, evidence=8)
    last = by_path[-1]
    assert cited_by_focus(store, {last: 2.0}, evidence=8)[:4] == [*by_path[:3], last]


def test_what_a_concept_inherits_has_a_place_among_many_sentences_about_it(store: LanguageGraphStore) -> None:
    store.write(document_graph("many", [f"Apples have colour {number}." for number in range(50)], concepts=["apples"]))
    found = evidence_only(RICH, store=store, ranker=ConceptRanker(store), options=AskOptions(evidence=6))
    texts = [citation.text for citation in found.citations]
    assert len(texts) == 4
    assert VITAMINS in texts
    assert found.unread == 53 - 4


def test_the_ranker_is_told_of_aliases_and_not_of_mere_relatives(store: LanguageGraphStore) -> None:
    relations = [("apple", ALIAS_OF, "malus"), ("pippin", IS_A, "apple")]
    names = ["apple", "malus", "pippin"]
    store.write(document_graph("names", ["Apple, malus, pippin."], concepts=names, relations=relations))
    ranker = EverythingRanker(store)
    evidence_only(RICH, store=store, ranker=ranker, options=AskOptions())
    assert ranker.asked == [(RICH, ("apple", "malus"))]


def test_evidence_for_an_unknown_question_falls_back_on_words(store: LanguageGraphStore) -> None:
    found = evidence_only("Why erupt?", store=store, ranker=EverythingRanker(store), options=AskOptions(evidence=2))
    assert [citation.path for citation in found.citations] == [(), ()]
