"""What every graph store must do, said in examples; a store's test class inherits them all.

```
class TestMyStore(StoreContract):
    @pytest.fixture
    def new_store(self, tmp_path: Path) -> Iterator[NewStore]:
        with ExitStack() as stack:
            yield lambda: stack.enter_context(MyStore(...))  # an empty store at every call
```
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from lgm_core.errors import InputError
from lgm_core.graph.export import export_graphml, export_jsonl
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import (
    THING,
    Clause,
    Concept,
    DocumentGraph,
    Evidence,
    Mention,
    MentionSource,
    MetaRelation,
    Reference,
    RelationKind,
    Scalar,
    Sentence,
    StatementKind,
    Statistics,
    Verdict,
    section_id,
    sentence_id,
)
from tests.store_graphs import APPLES, BOATS, PEARS, document, random_document, random_line

NewStore = Callable[[], LanguageGraphStore]
IS_A, HAS_PART, ALIAS_OF = RelationKind.IS_A, RelationKind.HAS_PART, RelationKind.ALIAS_OF


def exported(store: LanguageGraphStore) -> bytes:
    """Return both exports of a graph: all that a store holds but its caches."""
    out = io.BytesIO()
    export_jsonl(store, out)
    export_graphml(store, out)
    return out.getvalue()


def keys(relations: Sequence[MetaRelation]) -> list[tuple[str, str, str]]:
    return [relation.key for relation in relations]


def texts(sentences: Sequence[Sentence]) -> list[str]:
    return [sentence.text for sentence in sentences]


class StoreContract:
    """Inherit this and give a fixture `new_store` that makes empty stores."""

    @pytest.fixture
    def store(self, new_store: NewStore) -> LanguageGraphStore:
        return new_store()

    # Writing

    def test_a_document_comes_back_as_it_was_written(self, store: LanguageGraphStore) -> None:
        graph = document(
            "a",
            "[Lili] met [Marten].",
            "[She|lili] likes [pears|pear].",
            title="People",
            metadata={"b": 1.5, "a": None, "c": True, "d": "x", "e": 7},
            relations=[("lili", IS_A, "person", 0)],
            references=[(1, 0)],
        )
        pronoun = replace(graph.mentions[2], source=MentionSource.COREFERENCE)
        title = Mention("a#0", "people", "People", 0, 0, MentionSource.TITLE)
        mentions = (title, *graph.mentions[:2], pronoun, graph.mentions[3])
        resolved = replace(graph.sentences[1], resolved="She [: Lili] likes pears.")
        graph = replace(graph, mentions=mentions, sentences=(graph.sentences[0], resolved))
        store.write(graph)
        assert list(store.scan()) == [graph]
        assert list(next(store.scan()).document.metadata) == ["a", "b", "c", "d", "e"]

    def test_clauses_come_back_and_sentences_without_any_have_none(self, store: LanguageGraphStore) -> None:
        graph = document("a", "[Apples|apple] are sweet and “can” rot.", "[Pears|pear].")
        clauses = (
            Clause("apple", "be", "sweet", StatementKind.ATTRIBUTE),
            Clause("apple", "“rot\t”", "", StatementKind.ABILITY),
            Clause("apple", "be sell in", "öland", StatementKind.ACTION),
        )
        graph = replace(graph, sentences=(replace(graph.sentences[0], clauses=clauses), graph.sentences[1]))
        store.write(graph)
        assert list(store.scan()) == [graph]
        assert [one.clauses for one in store.sentences(["a#1", "a#0"])] == [(), clauses]
        assert store.sentences_about(["apple"])[0].clauses == clauses

    def test_other_clauses_are_a_change(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        parsed = replace(APPLES.sentences[2], clauses=(Clause("apple", "be", "sweet", StatementKind.ATTRIBUTE),))
        store.write(replace(APPLES, sentences=(*APPLES.sentences[:2], parsed)))
        assert store.sentences(["apples#2"]) == [parsed]
        store.write(APPLES)
        assert list(store.scan()) == [APPLES]

    def test_several_mentions_of_a_concept_in_a_sentence_survive(self, store: LanguageGraphStore) -> None:
        store.write(document("a", "An [apple] is an [apple|apple] is no [Apple|apple]."))
        assert [(one.start, one.surface) for one in store.mentions(["a#0"])] == [
            (3, "apple"),
            (15, "apple"),
            (27, "Apple"),
        ]

    def test_mentions_may_overlap_and_their_surface_may_differ_from_the_text(self, store: LanguageGraphStore) -> None:
        graph = document("a", "[New\nYork|new york] City wins.")
        city = Mention("a#0", "new york city", "New York City", 0, 13)
        graph = replace(graph, mentions=(replace(graph.mentions[0], surface="New York"), city))
        store.write(graph)
        assert store.mentions(["a#0"]) == list(graph.mentions)

    def test_the_order_inside_a_document_graph_does_not_matter(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        store.write(APPLES)
        other.write(
            replace(
                APPLES,
                sentences=APPLES.sentences[::-1],
                mentions=APPLES.mentions[::-1],
                relations=APPLES.relations[::-1],
            )
        )
        assert exported(store) == exported(other)

    def test_what_is_said_twice_is_kept_once(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        store.write(APPLES)
        twice = replace(APPLES, mentions=APPLES.mentions * 2, relations=APPLES.relations * 2)
        other.write(twice)
        assert exported(store) == exported(other)

    def test_writing_the_same_again_changes_nothing(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        before = exported(store), store.revision(), store.statistics()
        store.write(APPLES)
        assert (exported(store), store.revision(), store.statistics()) == before

    @pytest.mark.parametrize("metadata", [{"year": 2020.0}, {"year": True}, {"more": None, "year": 2020}])
    def test_other_metadata_is_a_change(self, store: LanguageGraphStore, metadata: dict[str, Scalar]) -> None:
        graph = document("a", "A [b].", metadata={"year": 1 if metadata["year"] is True else 2020})
        store.write(graph)
        store.write(replace(graph, document=replace(graph.document, metadata=metadata)))
        assert repr(store.documents()[0].metadata) == repr(metadata)

    def test_replacing_leaves_nothing_of_the_old(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        plums = document("apples", "[Plums|plum] are [fruit].", relations=[("plum", IS_A, "fruit", 0)])
        store.write_many([PEARS, APPLES])
        store.write(plums)
        other.write_many([plums, PEARS])
        assert exported(store) == exported(other)
        assert store.statistics() == other.statistics()
        assert store.find_concepts(["vitamin"]) == []

    def test_a_document_may_have_no_sentences(self, store: LanguageGraphStore) -> None:
        empty = document("empty")
        store.write(replace(empty, sections=()))
        assert store.documents() == [empty.document]
        assert store.statistics() == Statistics(1, 0, 0, 0, 0, {"alias_of": 0, "has_part": 0, "is_a": 0})
        assert store.find_concepts([THING]) == []

    def test_the_number_of_sentences_is_counted_not_believed(self, store: LanguageGraphStore) -> None:
        store.write(replace(APPLES, document=replace(APPLES.document, sentence_count=99)))
        assert store.documents()[0].sentence_count == 3

    def test_of_two_graphs_with_the_same_id_the_later_counts(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        store.write_many([document("a", "A [first]."), PEARS, document("a", "A [second].")])
        other.write_many([document("a", "A [second]."), PEARS])
        assert exported(store) == exported(other)

    def test_many_are_written_all_or_none(self, store: LanguageGraphStore) -> None:
        broken = replace(BOATS, sections=())
        with pytest.raises(InputError, match="boats"):
            store.write_many([APPLES, broken])
        assert store.documents() == []
        assert store.revision() == 0

    @pytest.mark.parametrize(
        ("graph", "message"),
        [
            (replace(APPLES, sections=()), "apples#0.* in no section"),
            (replace(APPLES, sentences=APPLES.sentences[:1]), "apples#1"),
            (replace(APPLES, mentions=(Mention("boats#0", "a", "a", 0, 1),)), "boats#0"),
            (replace(APPLES, references=(Reference("apples#1", "pears#0"),)), "pears#0"),
            (replace(APPLES, sentences=APPLES.sentences[:1] * 2), "apples#0.* twice"),
            (replace(APPLES, document=replace(APPLES.document, id="pears")), "does not follow"),
            (replace(APPLES, relations=(MetaRelation(IS_A, "apple", "fruit"),)), "no evidence"),
            (replace(APPLES, document=replace(APPLES.document, metadata={"x": ["a"]})), "x.* list"),
            (replace(APPLES, document=replace(APPLES.document, metadata={"x": float("nan")})), "x.* finite"),
            (document(""), "empty id"),
        ],
    )
    def test_an_incomplete_graph_is_refused(
        self, store: LanguageGraphStore, graph: DocumentGraph, message: str
    ) -> None:
        store.write(PEARS)
        before = exported(store)
        with pytest.raises(InputError, match=message):
            store.write(graph)
        assert exported(store) == before

    def test_a_position_beyond_what_ids_can_hold_is_refused(self, store: LanguageGraphStore) -> None:
        last = (1 << 20) - 1
        sentence = replace(PEARS.sentences[0], id=sentence_id("pears", last), position=last)
        with pytest.raises(InputError, match="1,048,575"):
            store.write(DocumentGraph(PEARS.document, PEARS.sections, (sentence,)))

    def test_a_text_that_is_not_unicode_is_refused(self, store: LanguageGraphStore) -> None:
        with pytest.raises(InputError):
            store.write(document("a", "A \ud800 [b]."))
        assert store.documents() == []

    @pytest.mark.parametrize(
        "odd", ["it's", 'a "b"', "100%_", "a;--", "naïve 東京 🍐", "{x}", "$y", "a\\b", "`z`", "a#1"]
    )
    def test_any_text_can_be_an_id_a_concept_or_a_word(self, store: LanguageGraphStore, odd: str) -> None:
        graph = document(odd, f"The [{odd}] of {odd}.", title=odd, relations=[(odd, IS_A, "word", 0)])
        store.write(graph)
        assert list(store.scan()) == [graph]
        assert store.sentences([sentence_id(odd, 0)]) == list(graph.sentences)
        assert store.sections([section_id(odd, 0)]) == list(graph.sections)
        assert texts(store.sentences_about([odd])) == [f"The {odd} of {odd}."]
        assert store.find_concepts([odd]) == [Concept(odd, odd, 1, (odd,))]
        assert store.delete([odd]) == 1

    # Deleting

    def test_deleting_leaves_the_graph_as_if_the_document_had_never_been_there(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        store.write_many([BOATS, APPLES, PEARS])
        assert store.delete(["apples"]) == 1
        other.write_many([PEARS, BOATS])
        assert exported(store) == exported(other)
        assert store.statistics() == other.statistics()

    def test_a_relation_stays_while_another_document_states_it(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        store.delete(["apples"])
        relation = store.relations(concept="apple")[0]
        assert relation.key == ("is_a", "apple", "fruit")
        assert [one.sentence_id for one in relation.evidence] == ["pears#1"]

    def test_deleting_everything_leaves_an_empty_graph(self, new_store: NewStore) -> None:
        store = new_store()
        store.write_many([APPLES, PEARS, BOATS])
        assert store.delete(["pears", "boats", "apples"]) == 3
        assert exported(store) == exported(new_store())
        assert store.find_concepts([THING, "apple"]) == []

    def test_deleting_what_is_not_there_changes_nothing(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        revision = store.revision()
        assert store.delete(["nothing", "apple"]) == 0
        assert store.delete([]) == 0
        assert store.revision() == revision

    def test_a_document_named_twice_is_deleted_once(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        assert store.delete(["apples", "apples"]) == 1

    @pytest.mark.parametrize("seed", range(6))
    def test_only_what_the_graph_holds_counts_not_how_it_came_there(self, new_store: NewStore, seed: int) -> None:
        random_ = random.Random(seed)
        store, other, held = new_store(), new_store(), dict[str, DocumentGraph]()
        for _ in range(40):
            graphs = [random_document(random_) for _ in range(random_.randint(1, 3))]
            if random_.random() < 0.3:
                gone = random_.sample(sorted(held), min(len(held), 2))
                assert store.delete(gone) == len(gone)
                held = {id: graph for id, graph in held.items() if id not in gone}
            else:
                store.write_many(graphs)
                held |= {graph.document.id: graph for graph in graphs}
        other.write_many([held[id] for id in sorted(held)])
        assert exported(store) == exported(other)
        assert store.statistics() == other.statistics()
        about = [f"c{number}" for number in range(4)]
        assert store.sentences_about(about, limit=7) == other.sentences_about(about, limit=7)

    # Reading documents

    def test_documents_are_listed_by_id(self, store: LanguageGraphStore) -> None:
        for name in ("b", "a10", "a2", "é", "B", "a"):
            store.write(document(name, "A [b]."))
        assert [one.id for one in store.documents()] == ["B", "a", "a10", "a2", "b", "é"]
        assert [graph.document.id for graph in store.scan()] == ["B", "a", "a10", "a2", "b", "é"]
        assert [one.id for one in store.documents(["é", "a", "none", "a"])] == ["a", "é"]
        assert store.documents([]) == []

    def test_a_stamp_changes_when_its_document_does(self, store: LanguageGraphStore) -> None:
        def stamps() -> dict[str, int]:
            return {record.id: record.stamp for record in store.documents()}

        store.write_many([APPLES, PEARS])
        before = stamps()
        store.write(APPLES)
        assert stamps() == before
        store.write(replace(APPLES, mentions=()))
        assert stamps()["apples"] not in (before["apples"], 0)
        assert stamps()["pears"] == before["pears"]
        store.delete(["pears"])
        store.write(PEARS)
        assert stamps()["pears"] not in (before["pears"], 0)

    @pytest.mark.parametrize(
        ("where", "expected"),
        [
            ({"year": 2020}, ["apples"]),
            ({"year": {"$gte": 2020}}, ["apples", "pears"]),
            ({"year": {"$gt": 2020, "$lt": 2030}}, ["pears"]),
            ({"year": {"$in": [2020, "2022"]}}, ["apples", "boats"]),
            ({"language": {"$exists": False}}, ["boats", "pears"]),
            ({"language": {"$ne": "en"}}, ["boats", "pears"]),
            ({"year": {"$exists": True}, "language": "en"}, ["apples"]),
            ({"id": {"$gt": "apples"}, "source": {"$ne": "boats.txt"}}, ["pears"]),
            ({"title": "Fruit"}, ["apples"]),
            ({}, ["apples", "boats", "pears"]),
        ],
    )
    def test_documents_are_filtered_by_metadata(
        self, store: LanguageGraphStore, where: dict[str, object], expected: list[str]
    ) -> None:
        store.write_many([PEARS, APPLES, BOATS])
        assert [one.id for one in store.documents(where=where)] == expected
        assert [one.id for one in store.documents(["pears"], where)] == [one for one in expected if one == "pears"]
        about = {one.document_id for one in store.sentences_about(["fruit", "boat"], limit=10, where=where)}
        assert sorted(about) == expected

    def test_a_filter_that_cannot_be_understood_is_refused(self, store: LanguageGraphStore) -> None:
        with pytest.raises(InputError, match=r"\$like"):
            store.documents(where={"title": {"$like": "F%"}})
        with pytest.raises(InputError, match=r"\$like"):
            store.sentences_about(["apple"], where={"title": {"$like": "F%"}})

    def test_sentences_and_sections_come_in_the_order_asked(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        asked = ["pears#1", "apples#2", "none#0", "apples#0", "pears#1"]
        assert [one.id for one in store.sentences(asked)] == ["pears#1", "apples#2", "apples#0", "pears#1"]
        assert [one.id for one in store.sections(["pears#s0", "apples#s1", "apples#s0"])] == ["pears#s0", "apples#s0"]
        assert store.sentences([]) == store.sections([]) == store.mentions([]) == []

    @pytest.mark.parametrize(
        "id", ["", "#", "apples", "apples#", "apples#00", "apples#-1", "apples#1048576", "apples#s0"]
    )
    def test_an_id_of_no_sentence_finds_none(self, store: LanguageGraphStore, id: str) -> None:
        store.write_many([APPLES, PEARS])
        assert store.sentences([id]) == store.mentions([id]) == []

    @pytest.mark.parametrize(
        "id", ["", "#s", "apples", "apples#s", "apples#s00", "apples#s1", "apples#0", "apples#s" + "9" * 30]
    )
    def test_an_id_of_no_section_finds_none(self, store: LanguageGraphStore, id: str) -> None:
        store.write(APPLES)
        assert store.sections([id]) == []

    def test_mentions_come_in_the_order_of_the_text(self, store: LanguageGraphStore) -> None:
        store.write_many([PEARS, APPLES])
        found = store.mentions(["pears#0", "apples#1", "apples#0"])
        assert [(one.sentence_id, one.concept) for one in found] == [
            ("apples#0", "apple"),
            ("apples#0", "fruit"),
            ("apples#1", "fruit"),
            ("apples#1", "vitamin"),
            ("pears#0", "pear"),
            ("pears#0", "fruit"),
        ]

    def test_a_scan_can_be_left_and_the_graph_be_written_meanwhile(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        scan = store.scan()
        assert next(scan) == APPLES
        store.write(BOATS)
        store.set_verdicts({("is_a", "apple", "fruit"): Verdict.VALID})
        del scan
        assert [graph.document.id for graph in store.scan()] == ["apples", "boats", "pears"]

    # Concepts

    def test_a_concept_is_named_by_its_most_frequent_form(self, store: LanguageGraphStore) -> None:
        store.write(
            document("a", "[Pears|pear] and [pears|pear].", "[pears|pear] or [Pear|pear].", "[Zoo|zoo] [Aid|zoo].")
        )
        pear, zoo = store.find_concepts(["pear", "zoo"])
        assert pear == Concept("pear", "pears", 2, ("pears", "Pear", "Pears"))
        assert zoo == Concept("zoo", "Aid", 1, ("Aid", "Zoo"))

    def test_a_pronoun_is_no_form_of_a_concept(self, store: LanguageGraphStore) -> None:
        graph = document("a", "[She|lili] likes pears.")
        store.write(replace(graph, mentions=(replace(graph.mentions[0], source=MentionSource.COREFERENCE),)))
        assert store.find_concepts(["lili"]) == [Concept("lili", "lili", 1)]

    def test_concepts_come_in_the_order_asked(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        asked = ["vitamin", "none", "apple", "vitamin"]
        assert [one.key for one in store.find_concepts(asked)] == ["vitamin", "apple", "vitamin"]
        assert store.find_concepts([]) == []

    def test_frequencies_count_sentences(self, store: LanguageGraphStore) -> None:
        store.write(document("a", "[apple] [apple] [pear].", "[apple]."))
        store.write(document("b", "[apple].", relations=[("apple", IS_A, "food", 0)]))
        assert store.frequencies(["apple", "none", "pear", "food"]) == {"apple": 3, "pear": 1, "food": 0}

    def test_the_root_is_there_while_any_concept_is(self, store: LanguageGraphStore) -> None:
        assert store.find_concepts([THING]) == []
        store.write(APPLES)
        assert store.find_concepts([THING]) == [Concept(THING, THING, 0)]
        store.delete(["apples"])
        assert store.find_concepts([THING]) == []

    def test_the_root_can_be_mentioned_like_any_concept(self, store: LanguageGraphStore) -> None:
        store.write(document("a", "This [thing] is odd."))
        assert store.find_concepts([THING]) == [Concept(THING, THING, 1, (THING,))]
        assert store.statistics().concepts == 0
        store.delete(["a"])
        assert store.find_concepts([THING]) == []

    # Sentences about concepts

    def test_sentences_about_concepts_come_in_document_order(self, store: LanguageGraphStore) -> None:
        store.write_many([PEARS, APPLES])
        assert [one.id for one in store.sentences_about(["apple", "fruit"])] == [
            "apples#0",
            "apples#1",
            "apples#2",
            "pears#0",
            "pears#1",
        ]
        assert [one.id for one in store.sentences_about(["vitamin", "pear", "none"])] == ["apples#1", "pears#0"]
        assert store.sentences_about([]) == store.sentences_about(["none"]) == []

    def test_a_limit_cuts_after_the_first_in_document_order(self, store: LanguageGraphStore) -> None:
        store.write_many([PEARS, APPLES])
        assert [one.id for one in store.sentences_about(["fruit", "apple"], limit=2)] == ["apples#0", "apples#1"]
        assert store.sentences_about(["apple"], limit=0) == []

    @pytest.mark.parametrize("seed", range(3))
    @pytest.mark.parametrize("ordered", [True, False])
    def test_the_first_sentences_do_not_depend_on_the_order_of_writing(
        self, store: LanguageGraphStore, seed: int, ordered: bool
    ) -> None:
        random_ = random.Random(seed)
        graphs = [
            document(f"d{number:03}", *[random_line(random_) for _ in range(3)], metadata={"odd": number % 2})
            for number in range(120)
        ]
        for graph in graphs if ordered else random_.sample(graphs, len(graphs)):
            store.write(graph)
        for limit in (1, 5, 50, None):
            about = {f"c{number}" for number in random_.sample(range(9), 3)}
            mentioning = [one.sentence_id for graph in graphs for one in graph.mentions if one.concept in about]
            expected = list(dict.fromkeys(mentioning))
            assert [one.id for one in store.sentences_about(sorted(about), limit)] == expected[:limit]
            odd = [id for id in expected if int(id[1:4]) % 2]
            assert [one.id for one in store.sentences_about(sorted(about), limit, {"odd": 1})] == odd[:limit]

    def test_a_thousand_concepts_can_be_asked_for_at_once(self, store: LanguageGraphStore) -> None:
        names = [f"c{number}" for number in range(1000)]
        store.write(document("a", *[f"The [{name}]." for name in names]))
        assert len(store.sentences_about(names)) == 1000
        assert [one.position for one in store.sentences_about(names, limit=900)] == list(range(900))
        assert [one.key for one in store.find_concepts(names)] == names

    # Relations

    def test_relations_are_ordered_and_carry_their_evidence(self, store: LanguageGraphStore) -> None:
        store.write_many([PEARS, BOATS, APPLES])
        assert keys(store.relations()) == [
            ("alias_of", "dinghy", "tender"),
            ("has_part", "fruit", "vitamin"),
            ("is_a", "apple", "fruit"),
            ("is_a", "dinghy", "boat"),
            ("is_a", "pear", "fruit"),
        ]
        assert store.relations(kind=IS_A, concept="apple") == [
            MetaRelation(
                IS_A, "apple", "fruit", (Evidence("apples#0", "pattern:test"), Evidence("pears#1", "pattern:test"))
            )
        ]

    def test_relations_are_filtered_and_paged(self, store: LanguageGraphStore) -> None:
        store.write_many([PEARS, BOATS, APPLES])
        every = store.relations()
        assert store.relations(offset=1, limit=2) == every[1:3]
        assert store.relations(offset=3) == every[3:]
        assert store.relations(limit=0) == []
        assert keys(store.relations(concept="fruit")) == keys([every[1], every[2], every[4]])
        assert keys(store.relations(kind=ALIAS_OF)) == [("alias_of", "dinghy", "tender")]
        assert store.relations(concept="none") == []

    def test_a_relation_may_have_several_origins_in_a_sentence(self, store: LanguageGraphStore) -> None:
        evidence = (Evidence("apples#0", "llm:some-model"), Evidence("apples#0", "pattern:type"))
        store.write(replace(APPLES, relations=(MetaRelation(IS_A, "apple", "fruit", evidence),)))
        assert store.relations()[0].evidence == evidence

    def test_evidence_is_in_document_order(self, store: LanguageGraphStore) -> None:
        lines = [f"An [apple] is a [fruit], {number}." for number in range(12)]
        stated = [("apple", IS_A, "fruit", number) for number in range(12)]
        store.write(document("b", *lines, relations=stated))
        store.write(document("a", lines[0], relations=stated[:1]))
        (relation,) = store.relations()
        assert [one.sentence_id for one in relation.evidence] == ["a#0", *[f"b#{number}" for number in range(12)]]

    def test_an_alias_is_one_relation_whichever_way_it_is_written(self, store: LanguageGraphStore) -> None:
        store.write(document("a", "[salt] [zalt].", relations=[("zalt", ALIAS_OF, "salt", 0)]))
        store.write(document("b", "[salt] [zalt].", relations=[("salt", ALIAS_OF, "zalt", 0)]))
        (relation,) = store.relations()
        assert relation.key == ("alias_of", "salt", "zalt")
        assert len(relation.evidence) == 2
        store.set_verdicts({("alias_of", "zalt", "salt"): Verdict.VALID}, {("alias_of", "zalt", "salt"): "b1"})
        assert store.relations()[0].verdict is Verdict.VALID
        assert store.verdict_basis([("alias_of", "zalt", "salt")]) == {("alias_of", "salt", "zalt"): "b1"}

    def test_the_ends_of_a_relation_need_not_be_mentioned(self, store: LanguageGraphStore) -> None:
        store.write(document("a", "Pears ripen.", relations=[("pear", IS_A, "plant part", 0)]))
        assert store.find_concepts(["plant part"]) == [Concept("plant part", "plant part", 0)]
        assert store.statistics().concepts == 2
        store.write(document("a", "Pears ripen."))
        assert store.find_concepts(["plant part", "pear", THING]) == []

    # Neighbours

    @pytest.fixture
    def chain(self, store: LanguageGraphStore) -> LanguageGraphStore:
        """Say a is-a b has-part c alias d; a and z are things."""
        relations = [
            ("a", IS_A, "b", 0),
            ("b", HAS_PART, "c", 0),
            ("c", ALIAS_OF, "d", 0),
            ("a", IS_A, THING, 0),
            ("z", IS_A, THING, 0),
        ]
        store.write(document("chain", "[a] [b] [c] [d] [z].", relations=relations))
        return store

    def test_neighbours_are_the_relations_around_concepts_in_both_directions(self, chain: LanguageGraphStore) -> None:
        assert keys(chain.neighbours(["b"])) == [("has_part", "b", "c"), ("is_a", "a", "b")]
        assert chain.neighbours(["b"])[0].evidence == (Evidence("chain#0", "pattern:test"),)
        assert chain.neighbours([]) == chain.neighbours(["none"]) == chain.neighbours(["b"], depth=0) == []

    def test_neighbours_go_as_deep_as_asked(self, chain: LanguageGraphStore) -> None:
        assert keys(chain.neighbours(["d"], depth=2)) == [("alias_of", "c", "d"), ("has_part", "b", "c")]
        assert len(chain.neighbours(["d"], depth=3)) == 3
        assert len(chain.neighbours(["d"], depth=99)) == 4

    def test_neighbours_are_of_the_kinds_asked(self, chain: LanguageGraphStore) -> None:
        assert keys(chain.neighbours(["b"], [IS_A])) == [("is_a", "a", "b")]
        assert keys(chain.neighbours(["a"], [IS_A, ALIAS_OF], depth=9)) == [("is_a", "a", "b"), ("is_a", "a", THING)]
        assert chain.neighbours(["b"], []) == []

    def test_the_root_is_never_crossed(self, chain: LanguageGraphStore) -> None:
        assert ("is_a", "z", THING) not in keys(chain.neighbours(["a"], depth=9))
        assert keys(chain.neighbours(["z"], depth=9)) == [("is_a", "z", THING)]
        assert chain.neighbours([THING], depth=2) == []

    def test_a_rejected_relation_is_neither_returned_nor_crossed(self, chain: LanguageGraphStore) -> None:
        chain.set_verdicts({("has_part", "b", "c"): Verdict.INVALID})
        assert keys(chain.neighbours(["d"], depth=9)) == [("alias_of", "c", "d")]

    # Verdicts

    def test_verdicts_are_recorded_and_the_rejected_hidden(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        store.set_verdicts(
            {
                ("is_a", "apple", "fruit"): Verdict.VALID,
                ("is_a", "pear", "fruit"): Verdict.INVALID,
                ("is_a", "no", "such"): Verdict.VALID,
            }
        )
        assert keys(store.relations(verdict=Verdict.VALID)) == [("is_a", "apple", "fruit")]
        assert keys(store.relations(verdict=Verdict.UNKNOWN)) == [("has_part", "fruit", "vitamin")]
        assert keys(store.relations(verdict=Verdict.INVALID)) == [("is_a", "pear", "fruit")]
        assert len(store.relations()) == 2
        counted = store.statistics()
        assert (counted.relations, counted.rejected) == ({"alias_of": 0, "has_part": 1, "is_a": 1}, 1)

    def test_a_verdict_survives_while_the_relation_has_evidence(self, store: LanguageGraphStore) -> None:
        key = ("is_a", "apple", "fruit")
        store.write_many([APPLES, PEARS])
        store.set_verdicts({key: Verdict.VALID}, {key: "hash"})
        store.write(document("apples", "Gone."))
        store.write(APPLES)
        assert store.relations(verdict=Verdict.VALID)[0].key == key
        assert store.verdict_basis([key]) == {key: "hash"}

    def test_a_replaced_document_keeps_the_verdicts_on_what_it_still_states(self, store: LanguageGraphStore) -> None:
        key = ("is_a", "apple", "fruit")
        store.write(APPLES)
        store.set_verdicts({key: Verdict.INVALID}, {key: "hash"})
        store.write(replace(APPLES, document=replace(APPLES.document, content_hash="other")))
        assert keys(store.relations(verdict=Verdict.INVALID)) == [key]
        assert store.verdict_basis([key]) == {key: "hash"}

    def test_a_verdict_goes_with_its_relation(self, store: LanguageGraphStore) -> None:
        key = ("is_a", "apple", "fruit")
        store.write(APPLES)
        store.set_verdicts({key: Verdict.VALID}, {key: "hash"})
        store.delete(["apples"])
        store.write(APPLES)
        assert store.relations(verdict=Verdict.VALID) == []
        assert store.verdict_basis([key]) == {}

    def test_a_written_verdict_is_recorded_and_an_unknown_one_is_none(self, store: LanguageGraphStore) -> None:
        judged = tuple(replace(one, verdict=Verdict.VALID) for one in APPLES.relations)
        store.write(replace(APPLES, relations=judged))
        assert len(store.relations(verdict=Verdict.VALID)) == 2
        store.write(replace(APPLES, document=replace(APPLES.document, title="Other")))
        assert len(store.relations(verdict=Verdict.VALID)) == 2

    def test_a_graph_can_be_copied_from_store_to_store(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        store.write_many([APPLES, PEARS, BOATS])
        store.set_verdicts({("is_a", "apple", "fruit"): Verdict.VALID, ("is_a", "pear", "fruit"): Verdict.INVALID})
        for graph in store.scan():
            other.write(graph)
        assert exported(store) == exported(other)

    def test_a_verdict_without_basis_forgets_the_basis(self, store: LanguageGraphStore) -> None:
        key = ("is_a", "apple", "fruit")
        store.write(APPLES)
        assert store.verdict_basis([key, ("is_a", "no", "such")]) == {}
        store.set_verdicts({key: Verdict.VALID}, {key: "hash"})
        store.set_verdicts({key: Verdict.VALID})
        assert store.verdict_basis([key]) == {}

    # The rest

    def test_the_revision_grows_with_every_change(self, store: LanguageGraphStore) -> None:
        revisions = [store.revision()]
        changes: list[Callable[[], object]] = [
            lambda: store.write(APPLES),
            lambda: store.write_many([PEARS, BOATS]),
            lambda: store.write(document("pears", "Other [words|word].")),
            lambda: store.set_verdicts({("is_a", "apple", "fruit"): Verdict.VALID}),
            lambda: store.delete(["pears"]),
        ]
        for change in changes:
            change()
            revisions.append(store.revision())
        assert revisions == sorted(set(revisions))

    def test_statistics_count_what_there_is(self, store: LanguageGraphStore) -> None:
        assert store.statistics() == Statistics(0, 0, 0, 0, 0, {"alias_of": 0, "has_part": 0, "is_a": 0})
        store.write_many([APPLES, PEARS])
        assert store.statistics() == Statistics(2, 2, 5, 4, 9, {"alias_of": 0, "has_part": 1, "is_a": 2})

    def test_blobs_are_kept_and_replaced(self, store: LanguageGraphStore) -> None:
        assert store.read_blob("index") is None
        store.write_blob("index", b"\x00old")
        store.write_blob("index", b"\x00\xffnew")
        store.write_blob("empty", b"")
        assert store.read_blob("index") == b"\x00\xffnew"
        assert store.read_blob("empty") == b""

    def test_blobs_are_read_and_deleted_by_prefix(self, store: LanguageGraphStore) -> None:
        for name in ("reply:b", "reply:a", "replx:c", "reply", "reply:%", "other"):
            store.write_blob(name, name.encode())
        assert list(store.read_blobs("reply:")) == [(name, name.encode()) for name in ("reply:%", "reply:a", "reply:b")]
        assert store.delete_blobs("reply:%") == 1
        assert store.delete_blobs("reply:") == 2
        assert [name for name, _ in store.read_blobs("")] == ["other", "replx:c", "reply"]
        assert store.delete_blobs("none") == 0

    def test_blobs_are_no_part_of_the_graph(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        before = exported(store), store.revision(), store.statistics()
        store.write_blob("index", b"data")
        assert (exported(store), store.revision(), store.statistics()) == before

    def test_closing_twice_is_harmless(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        store.close()
        store.close()
