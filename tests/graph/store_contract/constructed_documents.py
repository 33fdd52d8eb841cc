"""What the graph of one document has besides: paragraphs, classes, senses, groups of predicates, facts of sections."""

from __future__ import annotations

from dataclasses import replace
from math import nan

import pytest

from lgm_core.errors import InputError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import (
    Addition,
    EntityClass,
    EntityProfile,
    Evidence,
    Fact,
    FactEvidence,
    Mention,
    PredicateGroup,
)
from tests.graph.store_contract.common import NeedsStores, NewStore, exported
from tests.support.store_graphs import APPLES, ORCHARD, PEARS, document

_BEES = document(
    "bees",
    "A [hive] stands by the [mill].",
    "Its [bees|bee] feed on [clover].",
    "Another [hive|hive~2] stands in [Kent|kent].",
    title="Bees",
)
SECTION, GLOBAL = "section:model", "global:model"


def part(sentence: str, origin: str = SECTION) -> FactEvidence:
    """Make evidence that states a fact only together with other sentences."""
    return FactEvidence(sentence, 0, 5, "houses", origin)


HOUSES = Fact("hive", "house", "bee", (), (part("bees#0"), part("bees#1")))
"""A fact that no single sentence states."""

GROUP = PredicateGroup("bees", "house", ("house", "stand by"), "One thing holds another.", "llm:model", "run-7")
CONSTRUCTED = replace(
    _BEES,
    sentences=tuple(
        replace(sentence, paragraph=number // 2, page=number + 1) for number, sentence in enumerate(_BEES.sentences)
    ),
    facts=(
        HOUSES,
        Fact("hive", "stand by", "mill", (), (FactEvidence("bees#0", 7, 16, "stands by", "parse"),)),
        Fact("hive~2", "stand in", "kent", (), (FactEvidence("bees#2", 13, 22, "stands in", "parse"),)),
    ),
    profiles=(
        EntityProfile("bees", "hive", ("home",), "", (Evidence("bees#0", "x"),)),
        EntityProfile(
            "bees", "hive", ("home",), "", (Evidence("bees#0", "x"),), EntityClass.OTHER, False, -0.1, "llm:model"
        ),
        EntityProfile("bees", "kent", (), "", (Evidence("bees#2", "x"),), EntityClass.NAMED, True, 1 / 3),
    ),
    predicate_groups=(GROUP,),
)
"""The graph of one document with all that it may have."""

ADDED = Addition(
    "run-7",
    "construct",
    "bees",
    "2026-03-01T12:00:00Z",
    CONSTRUCTED.facts,
    CONSTRUCTED.profiles,
    predicate_groups=(replace(GROUP, run=""),),
)
"""The same, added later."""

PLAIN = replace(CONSTRUCTED, facts=(), profiles=(), predicate_groups=())


class ConstructedDocumentsContract(NeedsStores):
    def test_a_constructed_document_is_read_back_as_it_was(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, CONSTRUCTED])
        assert list(store.scan()) == [APPLES, CONSTRUCTED]
        assert store.profiles(["hive", "kent"]) == list(CONSTRUCTED.profiles)
        assert [sentence.paragraph for sentence in store.sentences_about(["hive", "hive~2"])] == [0, 1]
        revision = store.revision()
        store.write(CONSTRUCTED)
        assert store.revision() == revision

    def test_some_documents_are_scanned_by_id(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, CONSTRUCTED, PEARS])
        assert list(store.scan(["pears", "nothing", "apples", "pears"])) == [APPLES, PEARS]
        assert (list(store.scan("bees")), list(store.scan([]))) == ([CONSTRUCTED], [])

    # Groups of predicates

    def test_groups_are_ordered_by_document_name_and_run(self, store: LanguageGraphStore) -> None:
        groups = [replace(GROUP, name=name, run=run) for name in ("stand by", "house") for run in ("b", "a")]
        other = replace(GROUP, document_id="apples", members=("house", "be", "house"))
        store.write_many([replace(CONSTRUCTED, predicate_groups=(*groups, GROUP, GROUP))])
        store.write(replace(APPLES, predicate_groups=(other,)))
        assert [(group.document_id, group.name, group.run) for group in store.predicate_groups()] == [
            ("apples", "house", "run-7"),
            ("bees", "house", "a"),
            ("bees", "house", "b"),
            ("bees", "house", "run-7"),
            ("bees", "stand by", "a"),
            ("bees", "stand by", "b"),
        ]
        assert store.predicate_groups(["apples", "nothing"]) == [replace(other, members=("be", "house"))]
        assert store.predicate_groups([]) == []

    def test_groups_go_with_their_document(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        store.write_many([APPLES, CONSTRUCTED])
        store.delete(["bees"])
        other.write(APPLES)
        assert store.predicate_groups() == []
        assert exported(store) == exported(other)

    @pytest.mark.parametrize(
        ("group", "message"),
        [
            (replace(GROUP, document_id="apples"), "another document"),
            (replace(GROUP, name="hold"), "'hold'"),
            (replace(GROUP, members=("house", "")), "members"),
            (replace(GROUP, description="a\0b"), "NUL"),
        ],
    )
    def test_groups_that_name_something_else_are_refused(
        self, store: LanguageGraphStore, group: PredicateGroup, message: str
    ) -> None:
        with pytest.raises(InputError, match=message):
            store.write(replace(CONSTRUCTED, predicate_groups=(group,)))

    @pytest.mark.parametrize("relevance", [nan, float("inf")])
    def test_a_relevance_is_a_number(self, store: LanguageGraphStore, relevance: float) -> None:
        with pytest.raises(InputError, match="relevance"):
            store.write(replace(CONSTRUCTED, profiles=(replace(CONSTRUCTED.profiles[0], relevance=relevance),)))

    # Added later

    def test_all_of_it_can_be_added_and_taken_back(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PLAIN])
        before, statistics = exported(store), store.statistics()
        store.add(ADDED)
        assert list(store.scan(["bees"])) == [CONSTRUCTED]
        (record,) = store.additions()
        assert (record.facts, record.profiles, record.predicate_groups) == (4, 3, 1)
        revision = store.revision()
        store.add(ADDED)
        assert store.revision() == revision
        assert store.undo(["run-7"]) == 1
        assert (exported(store), store.statistics()) == (before, statistics)

    def test_a_stage_is_taken_back_by_itself(self, store: LanguageGraphStore) -> None:
        store.write(PLAIN)
        store.add(replace(ADDED, predicate_groups=()))
        grouped = replace(ADDED, id="run-8", facts=(), profiles=())
        store.add(grouped)
        assert store.predicate_groups() == [replace(GROUP, run="run-8")]
        store.undo(["run-7"])
        assert (store.facts(), store.predicate_groups()) == ([], [replace(GROUP, run="run-8")])
        store.undo(["run-8"])
        assert list(store.scan()) == [PLAIN]

    def test_a_group_keeps_the_predicates_that_a_replaced_document_still_has(self, store: LanguageGraphStore) -> None:
        store.write(PLAIN)
        store.add(ADDED)
        store.write(document("bees", "A [hive] of wood.", "Its [bees|bee] feed on [clover].", title="Bees"))
        assert (store.facts(), store.predicate_groups()) == ([], [])
        store.write(PLAIN)
        store.add(ADDED)
        store.write(document("bees", "A [hive] stands by the [mill].", "Its [bees|bee] feed on [clover]."))
        assert store.predicate_groups() == [GROUP]
        store.add(
            replace(ADDED, id="later", facts=(), profiles=(), predicate_groups=(replace(GROUP, name="stand by"),))
        )
        store.write(document("bees", "A [hive] stands by the [mill].", "Wasps feed on [clover]."))
        assert store.predicate_groups() == [replace(GROUP, name="stand by", members=("stand by",), run="later")]
        store.undo(["run-7", "later"])
        assert (store.predicate_groups(), store.facts(), store.profiles(["hive"])) == ([], [], [])

    # Facts that sentences state only together

    def test_the_sentences_of_a_section_mention_its_facts_concepts_together(self, store: LanguageGraphStore) -> None:
        store.write_many([CONSTRUCTED, replace(ORCHARD, document=replace(ORCHARD.document, metadata={"year": 2020}))])
        (fact,) = store.facts(concept="bee")
        assert fact == HOUSES
        assert store.facts_about(["hive"], where={"document_id": "bees"})[0] == HOUSES
        assert store.facts_about(["hive"], where={"year": 2020}) == []

    @pytest.mark.parametrize(
        ("evidence", "message"),
        [
            ((part("bees#0"),), "even together mention 'bee'"),
            ((part("bees#0", SECTION), part("bees#1", GLOBAL)), "even together mention"),
            ((part("bees#0"), part("bees#1"), part("bees#2")), "'bees#2' mentions none"),
            ((part("bees#0", "llm:model"), part("bees#1")), "does not mention 'bee'"),
        ],
    )
    def test_sentences_that_do_not_are_refused(
        self, store: LanguageGraphStore, evidence: tuple[FactEvidence, ...], message: str
    ) -> None:
        with pytest.raises(InputError, match=message):
            store.write(replace(PLAIN, facts=(replace(HOUSES, evidence=evidence),)))
        store.write(PLAIN)
        with pytest.raises(InputError):
            store.add(replace(ADDED, facts=(replace(HOUSES, evidence=evidence),)))
        assert list(store.scan()) == [PLAIN]

    def test_an_addition_states_such_a_fact_by_itself(self, store: LanguageGraphStore) -> None:
        store.write(PLAIN)
        store.add(replace(ADDED, profiles=(), predicate_groups=()))
        # Or taking the first back would leave half a fact.
        with pytest.raises(InputError, match="add all sentences"):
            store.add(replace(ADDED, id="half", facts=(replace(HOUSES, evidence=(part("bees#0"),)),)))
        store.add(replace(ADDED, id="whole", facts=(HOUSES,)))
        store.undo(["run-7"])
        assert store.facts() == [HOUSES]

    @pytest.mark.parametrize("kept", [0, 1])
    def test_such_evidence_goes_when_what_stays_does_not_state_the_fact(
        self, store: LanguageGraphStore, kept: int
    ) -> None:
        lines = ["A [hive] stands by the [mill].", "Its [bees|bee] feed on [clover]."]
        store.write(PLAIN)
        mention = Mention("bees#2", "bee", "Another", 0, 7)
        whole = replace(HOUSES, evidence=(part("bees#0", GLOBAL), part("bees#2", GLOBAL)))
        store.add(replace(ADDED, facts=(HOUSES, whole), mentions=(mention,)))
        lines[1 - kept] = "Nothing is left."
        store.write(document("bees", *lines, "Another [hive|hive~2] stands in [Kent|kent].", title="Bees"))
        # Of the section one sentence is gone either way; of the whole document only the first.
        left = [entry.sentence_id for fact in store.facts() for entry in fact.evidence]
        assert left == (["bees#0", "bees#2"] if kept == 0 else [])

    # Senses

    def test_the_senses_of_a_name_are_told(self, store: LanguageGraphStore) -> None:
        lines = ["A [hive|hive~10] and a [hive|hive~2].", "[Hive~2|hive~~2], [hives|hive box].", "A [mill|mill~2]."]
        store.write_many([CONSTRUCTED, document("more", *lines)])
        assert store.senses(["kent", "hive", "nothing", "hive"]) == {"hive": ["hive", "hive~2", "hive~10"]}
        assert store.senses("mill") == {"mill": ["mill", "mill~2"]}
        assert store.senses(["hive~2", "hive~~2", "hive box", ""]) == {}
        counts = store.frequencies(["mill", "kent", "hive", "nothing"], all_senses=True)
        assert list(counts.items()) == [
            ("mill", store.frequencies("mill")["mill"]),
            ("mill~2", 1),
            ("kent", store.frequencies("kent")["kent"]),
            ("hive", store.frequencies("hive")["hive"]),
            ("hive~2", 2),
            ("hive~10", 1),
        ]
        assert store.frequencies(["mill", "hive"], {"id": "more"}, all_senses=True) == {
            "mill~2": 1,
            "hive~2": 1,
            "hive~10": 1,
        }
        store.delete(["bees"])
        assert store.senses(["hive", "mill"]) == {"hive": ["hive~2", "hive~10"], "mill": ["mill~2"]}
        assert store.frequencies(["mill", "hive"], all_senses=True) == {"mill~2": 1, "hive~2": 1, "hive~10": 1}

    def test_a_sense_without_forms_is_named_as_its_name_is(self, store: LanguageGraphStore) -> None:
        graph = document("d", "A [hive].")
        unnamed = replace(graph.mentions[0], concept="hive~2")
        relation = replace(APPLES.relations[0], subject="hive~3", evidence=(Evidence("d#0", "x"),))
        store.write(replace(graph, mentions=(*graph.mentions, unnamed), relations=(relation,)))
        assert [concept.name for concept in store.find_concepts(["hive~2", "hive~3"])] == ["hive", "hive"]
