"""The stages in their order, and what they find as additions; the stages themselves are stand-ins."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core.errors import LanguageModelError
from lgm_core.flow import Flow, Session, run
from lgm_core.graph.export import export_jsonl
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse
from lgm_core.learning.construction.construction_flow import StageFlows, construct
from lgm_core.learning.construction.construction_options import STAGES, ConstructionOptions
from lgm_core.learning.construction.construction_report import ConstructionReport, StageReport
from lgm_core.learning.construction.document_text import document_text
from lgm_core.learning.construction.findings import FactFindings, MentionFindings, RelationClaim, StageWork
from lgm_core.learning.construction.global_stage import find_global_facts
from lgm_core.learning.construction.relations.relation_stage import find_local_facts
from lgm_core.llm.cache import BlobReplyCache
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Addition, Document, EntityClass, EntityProfile, MetaRelation, TraceStep, document_entities
from tests.learning.construction.document_making import text_of, work_of
from tests.learning.construction.relations.thing_making import things_of
from tests.support.construction_stages import STAND_INS, TEXT, asked

FERRIES = Document.from_text(TEXT, id="ferries.md", media_type="text/markdown")
EDITED = Document.from_text(
    TEXT.replace("Orford has a quay.", "Orford has a mill."), id="ferries.md", media_type="text/markdown"
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    with SQLiteStore(tmp_path / "graph.lgm") as store:
        learn(store, FERRIES)
        yield store


def learn(store: SQLiteStore, document: Document) -> None:
    annotator = LiteAnnotator()
    store.write(analyse(document, annotator, annotator.recipe))


def constructed(
    store: SQLiteStore,
    options: ConstructionOptions | None = None,
    model: ScriptedChatModel | None = None,
    steps: list[TraceStep] | None = None,
    flows: StageFlows = STAND_INS,
) -> ConstructionReport:
    text = document_text(next(store.scan(["ferries.md"], own=True)))
    name = "" if model is None else model.name
    flow = construct(store, StageWork(text, options or ConstructionOptions(), name, LiteAnnotator()), flows=flows)
    on_step = None if steps is None else steps.append
    return run(flow, Session(model, cache=BlobReplyCache(store), on_step=on_step))


def exported(store: SQLiteStore, path: Path) -> bytes:
    with path.open("wb") as file:
        export_jsonl(store, file)
    return path.read_bytes()


def profiles(store: SQLiteStore, key: str) -> list[EntityProfile]:
    return store.profiles([key])


def test_each_stage_is_an_addition_that_tells_its_document(store: SQLiteStore) -> None:
    steps: list[TraceStep] = []
    report = constructed(store, steps=steps)
    assert list(report.additions) == list(STAGES)
    assert {record.id: record.label for record in store.additions()} == dict.fromkeys(
        report.additions.values(), "ferries.md"
    )
    assert [step.details["stage"] for step in steps] == list(STAGES)
    assert report.ok
    assert report.stages["entities"].counts == {
        "entities": 6,
        "named": 2,
        "general": 1,
        "other": 3,
        "other names": 1,
    }


def test_what_stages_found_is_in_the_graph(store: SQLiteStore) -> None:
    constructed(store)
    ferries = {profile.entity_class for profile in profiles(store, "saltmarsh ferry")}
    assert EntityClass.NAMED in ferries
    assert {profile.relevance for profile in profiles(store, "saltmarsh ferry")} > {None}
    assert {profile.description for profile in profiles(store, "boat~2")} == {"", "boat as the text tells it."}
    assert [concept.key for concept in store.find_concepts(["boat~2"])] == ["boat~2"]
    (alias,) = (relation for relation in store.relations(concept="sf") if origins(relation) == {"phrases"})
    assert (alias.subject, alias.object) == ("saltmarsh ferry", "sf")
    assert [fact.predicate for fact in store.facts(concept="orford")] == ["have"]
    assert [group.members for group in store.predicate_groups()] == [("have", "own")]


def origins(relation: MetaRelation) -> set[str]:
    return {evidence.origin for evidence in relation.evidence}


def test_a_stage_is_taken_back_without_the_others(store: SQLiteStore, tmp_path: Path) -> None:
    before = exported(store, tmp_path / "before")
    report = constructed(store)
    store.undo([report.additions["mentions"], report.additions["relations"]])
    assert profiles(store, "boat~2")
    assert not store.facts()
    store.undo([report.additions["entities"]])
    assert not [relation for relation in store.relations(concept="sf") if origins(relation) == {"phrases"}]
    store.undo([record.id for record in store.additions()])
    assert exported(store, tmp_path / "after") == before


def test_what_facts_name_is_a_thing_also_without_the_other_stages(store: SQLiteStore, tmp_path: Path) -> None:
    before = exported(store, tmp_path / "before")
    report = constructed(store)
    store.undo([report.additions["entities"]])
    things = {key for thing in document_entities(next(store.scan()), every_concept=False) for key in thing.keys}
    assert {end for fact in store.facts() for end in fact.ends} == {"orford", "quay"} <= things
    assert "boat~2" not in things
    store.undo([report.additions["mentions"], report.additions["relations"], report.additions["global"]])
    store.undo([record.id for record in store.additions()])
    assert exported(store, tmp_path / "after") == before


def test_without_a_stage_the_later_ones_work_with_names(store: SQLiteStore) -> None:
    report = constructed(store, ConstructionOptions(stages=["relations", "global"]))
    assert list(report.additions) == ["mentions", "relations", "global"]
    assert [fact.predicate for fact in store.facts()] == ["have"]
    assert profiles(store, "sf")
    assert not profiles(store, "boat~2")


def test_what_was_made_from_other_findings_goes_with_them(store: SQLiteStore, tmp_path: Path) -> None:
    fewer = replace(STAND_INS, mentions=_no_mention_of_ferries)
    first = constructed(store)
    report = constructed(store, ConstructionOptions(stages=["entities", "relations"]), flows=fewer)
    assert {first.additions[stage] for stage in ("global", "taxonomy", "predicates")} <= set(report.taken_back)
    assert {record.id for record in store.additions()} == set(report.additions.values())
    with SQLiteStore(tmp_path / "fresh.lgm") as fresh:
        learn(fresh, FERRIES)
        constructed(fresh, ConstructionOptions(stages=["entities", "relations"]), flows=fewer)
        assert list(fresh.scan()) == list(store.scan())


def test_what_was_made_from_the_same_findings_stays_where_its_stage_is_left_out(store: SQLiteStore) -> None:
    everything = constructed(store)
    for stages in (["mentions"], ["mentions", "entities"], ["entities", "relations", "taxonomy"]):
        report = constructed(store, ConstructionOptions(stages=stages))  # type: ignore[arg-type]
        assert report.taken_back == ()
        assert {record.id for record in store.additions()} == set(everything.additions.values())


def test_a_failed_request_costs_nothing_that_was_made_from_earlier_findings(store: SQLiteStore) -> None:
    held = constructed(store, flows=replace(STAND_INS, mentions=_no_mention_of_ferries)).additions
    model = ScriptedChatModel(lambda _: LanguageModelError("unreachable"), identity="one")
    report = constructed(store, ConstructionOptions(stages=["mentions"]), model)
    assert not report.ok
    assert {held[stage] for stage in STAGES[1:]} <= {record.id for record in store.additions()}


def _no_mention_of_ferries(work: StageWork) -> Flow[MentionFindings]:
    found = yield from STAND_INS.mentions(work)
    return replace(found, mentions=tuple(mention for mention in found.mentions if mention.surface != "ferry"))


def test_again_is_the_same_and_asks_nothing(store: SQLiteStore, tmp_path: Path) -> None:
    model = ScriptedChatModel(lambda _: "yes", identity="one")
    first = constructed(store, model=model)
    asked, graph = len(model.requests), exported(store, tmp_path / "first")
    second = constructed(store, model=model)
    assert (asked, len(model.requests)) == (12, 12)
    assert second.additions == first.additions
    assert not second.taken_back
    assert second.usage.calls == 0
    assert second.usage.cached == 12
    assert exported(store, tmp_path / "second") == graph


def test_other_findings_replace_those_of_the_same_stage_and_what_was_made_of_them(store: SQLiteStore) -> None:
    first = constructed(store)
    second = constructed(store, ConstructionOptions(coreference=0.5, stages=["entities"]))
    assert second.additions["mentions"] == first.additions["mentions"]
    assert set(second.taken_back) == {id for stage, id in first.additions.items() if stage != "mentions"}
    assert {record.id for record in store.additions()} == set(second.additions.values())


def test_what_was_made_from_a_former_text_is_replaced(store: SQLiteStore, tmp_path: Path) -> None:
    first = constructed(store)
    learn(store, EDITED)
    left = {record.id for record in store.additions()}  # most sentences are there still
    assert first.additions["entities"] in left
    second = constructed(store, ConstructionOptions(stages=["entities", "global"]))
    assert set(second.taken_back) == left
    assert {record.id for record in store.additions()} == set(second.additions.values())
    fresh = SQLiteStore(tmp_path / "fresh.lgm")
    learn(fresh, EDITED)
    constructed(fresh, ConstructionOptions(stages=["entities", "global"]))
    assert exported(store, tmp_path / "a") == exported(fresh, tmp_path / "b")
    fresh.close()


def test_the_report_is_readable(store: SQLiteStore) -> None:
    report = constructed(store, ConstructionOptions(window_tokens=5), ScriptedChatModel(lambda _: "yes"))
    told = str(report)
    assert max(map(len, told.splitlines())) <= 80
    assert "no keyword" in told
    assert report.requests == 12
    for words in ("requests", "6 entities", "relations: dropped 1 (unknown name)", "cut between", "not shortened"):
        assert words in told


def test_the_report_without_a_model_shows_no_requests(store: SQLiteStore) -> None:
    told = str(constructed(store))
    assert "requests" not in told
    assert "1 fact\n" in told


def test_what_was_found_is_kept_where_requests_fail_later(store: SQLiteStore, tmp_path: Path) -> None:
    model = ScriptedChatModel(lambda _: "yes", name="good")
    first = constructed(store, model=model)
    graph = exported(store, tmp_path / "first")
    failing = ScriptedChatModel(lambda _: LanguageModelError("too many requests"), name="bad")
    finding_nothing = replace(STAND_INS, mentions=_nothing_after_failing, relations=_no_facts)
    text = document_text(next(store.scan(["ferries.md"], own=True)))
    work = StageWork(text, ConstructionOptions(coreference=0.5), "bad", LiteAnnotator())
    second = run(construct(store, work, flows=finding_nothing), Session(failing))
    assert not second.ok
    assert second.left
    assert {"mentions", "entities", "relations"} <= set(second.left)
    assert [second.additions[stage] for stage in second.left] == [first.additions[stage] for stage in second.left]
    assert store.facts()
    assert "kept what an earlier run found" in str(second)
    assert exported(store, tmp_path / "second") == graph


def _nothing_after_failing(work: StageWork) -> Flow[MentionFindings]:
    cost = yield from asked("mentions", work.text.record.id, "bad")
    return MentionFindings(cost=cost)


def _no_facts(*given: object) -> Flow[FactFindings]:
    yield from ()
    return FactFindings()


# What a report tells of a construction, in words.


def test_a_failure_stands_first_and_stages_that_had_nothing_to_go_on_are_left_out() -> None:
    failed = StageReport({"mentions": 0}, requests=1, failures=("no such model",))
    report = ConstructionReport("a.md", {"mentions": failed, "entities": StageReport(), "predicates": StageReport()})
    lines = str(report).splitlines()
    assert lines[:2] == ["a.md", "mentions: 1 of 1 request failed: no such model"]
    assert not any(line.startswith(("entities", "predicates")) for line in lines)


def test_a_stage_that_found_nothing_is_told_as_such() -> None:
    report = ConstructionReport("a.md", {"mentions": StageReport({"mentions": 2}), "entities": StageReport()})
    assert str(report).splitlines() == ["a.md", "mentions    2 mentions", "entities    nothing"]


def test_counts_are_worded_as_numbers_are_read() -> None:
    found = StageReport(
        {"mentions": 35136, "facts": 1}, dropped={"an end is not a thing of the text": 2, "no object": 1}
    )
    told = str(ConstructionReport("a.md", {"relations": found}))
    assert "35,136 mentions, 1 fact\n" in told
    assert "relations: dropped 2 (an end is not a thing of the text), 1 (no object)" in told


# Facts of clauses, sections and whole documents are complete in themselves: a store takes them and gives them back.


def reply(messages: Sequence[Message]) -> str:
    content = messages[-1].content
    if "<pairs>" in content:
        return json.dumps({"predicates": [{"n": number, "predicate": "belongs to"} for number in range(1, 7)]})
    return json.dumps({"subjects": [{"n": number, "subject": "kiln"} for number in range(1, 4)]})


def test_a_store_takes_what_the_stages_find_and_gives_it_back(tmp_path: Path) -> None:
    text = text_of("The old kiln melts the new glaze.", "It burns wood.", "Much ash falls.", "A potter watches.")
    things = things_of(text, "kiln", "new glaze", "glaze", "ash")
    model = ScriptedChatModel(reply)
    by_clause = run(find_local_facts(work_of(text), (), things), Session(None))
    ids = tuple(source.sentence.id for source in text.sentences)
    claims = (RelationClaim("kiln", "melts", "glaze", ids), RelationClaim("ash", "falls from", "kiln", ids))
    local = run(find_local_facts(work_of(text, "m"), claims, things), Session(model))
    whole = run(find_global_facts(work_of(text, "m"), things, local.facts), Session(model))
    origins = {
        evidence.origin for findings in (by_clause, local, whole) for f in findings.facts for evidence in f.evidence
    }
    assert origins == {"parse", "llm:m", "section:m", "global:m"}
    with SQLiteStore(tmp_path / "graph.lgm") as store:
        store.write(text.graph)
        before = list(store.scan())
        for id, found in (("clauses", by_clause), ("local", local), ("whole", whole)):
            store.add(Addition(id, "construct", "paper", "2026-01-31T12:00:00Z", found.facts, mentions=found.mentions))
            assert {fact.key for fact in found.facts} <= {fact.key for graph in store.scan() for fact in graph.facts}
        store.undo(["clauses", "local", "whole"])
        assert list(store.scan()) == before
