"""Facts of clauses, sections and whole documents are complete in themselves: a store takes them and gives them back."""

import json
from collections.abc import Sequence
from pathlib import Path

from lgm_core.flow import Session, run
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.findings import MentionFindings, RelationClaim
from lgm_core.learning.construction.global_stage import find_global_facts
from lgm_core.learning.construction.relations.relation_stage import find_local_facts
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Addition
from tests.learning.construction.document_making import READER, text_of
from tests.learning.construction.relations.thing_making import things_of


def reply(messages: Sequence[Message]) -> str:
    content = messages[-1].content
    if "<pairs>" in content:
        return json.dumps({"predicates": [{"n": number, "predicate": "belongs to"} for number in range(1, 7)]})
    return json.dumps({"subjects": [{"n": number, "subject": "kiln"} for number in range(1, 4)]})


def test_a_store_takes_what_the_stages_find_and_gives_it_back(tmp_path: Path) -> None:
    text = text_of("The old kiln melts the new glaze.", "It burns wood.", "Much ash falls.", "A potter watches.")
    things = things_of(text, "kiln", "new glaze", "glaze", "ash")
    options, model = ConstructionOptions(), ScriptedChatModel(reply)
    by_clause = run(find_local_facts(text, MentionFindings(), things, "", READER), Session(None))
    ids = tuple(source.sentence.id for source in text.sentences)
    claims = (RelationClaim("kiln", "melts", "glaze", ids), RelationClaim("ash", "falls from", "kiln", ids))
    local = run(find_local_facts(text, MentionFindings(claims=claims), things, "m", READER), Session(model))
    whole = run(find_global_facts(text, things, local.facts, options, "m", None), Session(model))
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
