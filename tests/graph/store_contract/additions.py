"""Additions: knowledge added to documents that are there, and taken back as if it had never been added."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from lgm_core.errors import InputError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import (
    Addition,
    AdditionRecord,
    DocumentGraph,
    EntityClass,
    EntityProfile,
    Evidence,
    Fact,
    FactEvidence,
    Mention,
    MentionSource,
    MetaRelation,
    PredicateGroup,
    RelationKind,
    SectionEnd,
    Verdict,
)
from tests.graph.store_contract.common import NeedsStores, NewStore, exported
from tests.support.store_graphs import APPLES, BOATS, ORCHARD, PEARS, document, random_document, random_facts, stated

SWEET = Addition(
    "run-1",
    "feedback",
    "What are apples?",
    "2026-01-31T12:00:00Z",
    facts=(Fact("apple", "be", "sweetness", (), stated("apples#2", 0, 17, "are", "llm:model")),),
    profiles=(EntityProfile("apples", "apple", ("fruit",), "A sweet fruit.", (Evidence("apples#0", "llm:model"),)),),
    relations=(MetaRelation(RelationKind.HAS_PART, "apple", "sweetness", (Evidence("apples#2", "llm:model"),)),),
    mentions=(Mention("apples#2", "sweetness", "sweet", 11, 16),),
)
"""States something of one document that it does not say by itself."""

OVER_BOTH = Addition(
    "run-2",
    "import",
    "facts.jsonl",
    "2026-02-01T08:00:00Z",
    facts=(
        Fact("apple", "be", "sweetness", (), stated("apples#2", 0, 17, "are", "llm:model")),
        Fact("pear", "be", "fruit", (), stated("pears#0", 0, 18, "is")),
    ),
    mentions=(Mention("apples#2", "sweetness", "sweet", 11, 16),),
)
"""Shares a fact with the other, and has one of another document."""


class AdditionsContract(NeedsStores):
    def test_what_is_added_is_part_of_the_graph(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        store.add(SWEET)
        (fact,) = store.facts()
        assert fact == SWEET.facts[0]
        assert [sentence.id for sentence in store.sentences_about(["sweetness"])] == ["apples#2"]
        assert store.profiles(["apple"]) == list(SWEET.profiles)
        assert [relation.key for relation in store.relations(concept="sweetness")] == [SWEET.relations[0].key]
        assert store.find_concepts(["sweetness"])[0].forms == ("sweet",)
        assert store.additions() == [
            AdditionRecord("run-1", "feedback", "What are apples?", "2026-01-31T12:00:00Z", 1, 1, 1, 1, 3)
        ]
        assert store.statistics().additions == 1

    def test_a_document_is_read_without_what_was_added(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        before = list(store.scan())
        store.add(SWEET)
        store.add(OVER_BOTH)
        assert list(store.scan(own=True)) == before
        assert list(store.scan(["pears"], own=True)) == [graph for graph in before if graph.document.id == "pears"]
        assert list(store.scan()) != before

    def test_documents_that_got_something_are_stamped_anew(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        store.set_places({"apples": "/docs/apples.txt"})
        revision = store.revision()
        store.add(SWEET)
        changed, count = store.changed_since(revision)
        assert ([record.id for record in changed], count) == (["apples"], 2)
        assert store.places(["apples"]) == {"apples": "/docs/apples.txt"}

    def test_adding_twice_changes_nothing(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        store.add(SWEET)
        store.set_fact_verdicts({SWEET.facts[0].key: Verdict.VALID})
        before, revision = exported(store), store.revision()
        store.add(replace(SWEET, label="another question"))
        assert (exported(store), store.revision()) == (before, revision)
        assert [record.label for record in store.additions()] == ["What are apples?"]

    def test_taking_back_leaves_what_was_there(self, new_store: NewStore) -> None:
        store = new_store()
        store.write_many([APPLES, PEARS, ORCHARD])
        before, statistics = exported(store), store.statistics()
        store.add(SWEET)
        store.add(OVER_BOTH)
        assert store.undo(["run-1"]) == 1
        assert [fact.key for fact in store.facts(predicate="be")] == [fact.key for fact in OVER_BOTH.facts]
        assert store.undo(["run-1", "run-2", "nothing"]) == 1
        assert (exported(store), store.statistics()) == (before, statistics)
        assert store.additions() == []

    def test_what_a_document_says_by_itself_stays(self, store: LanguageGraphStore) -> None:
        store.write(ORCHARD)
        before = exported(store)
        stands = ORCHARD.facts[-1]
        store.add(Addition("a", "import", "", "2026", facts=(stands,), relations=(), mentions=ORCHARD.mentions))
        assert exported(store) == before
        store.undo(["a"])
        assert exported(store) == before

    def test_more_may_be_added_under_one_id(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        for each in (store, other):
            each.write_many([APPLES, PEARS])
        store.add(SWEET)
        store.add(replace(OVER_BOTH, id="run-1"))
        other.add(replace(SWEET, facts=(*SWEET.facts, OVER_BOTH.facts[1])))
        assert exported(store) == exported(other)
        assert store.additions() == other.additions()
        assert store.undo(["run-1"]) == 1
        assert store.facts() == []

    def test_knowledge_survives_learning_where_its_sentence_is_the_same(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        store.add(SWEET)
        longer = document(
            "apples", "A new start.", "[Fruits|fruit] contain.", "[Apples|apple] are sweet.", title="Fruit"
        )
        store.write(longer)
        (fact,) = store.facts()
        assert [entry.sentence_id for entry in fact.evidence] == ["apples#2"]
        assert store.profiles(["apple"]) == []  # its sentence is gone
        moved = document("apples", "[Apples|apple] are sweet.", title="Fruit")
        store.write(moved)
        assert [entry.sentence_id for entry in store.facts()[0].evidence] == ["apples#0"]
        store.undo(["run-1"])
        assert list(store.scan()) == [moved]

    def test_it_survives_though_the_document_loses_the_mentions_it_needs(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        store.add(SWEET)
        store.write(document("apples", "Apples are sweet.", title="Fruit"))
        assert [fact.subject for fact in store.facts()] == ["apple"]
        store.undo(["run-1"])
        assert store.find_concepts(["apple"]) == []

    def test_it_goes_with_its_document(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        store.add(SWEET)
        store.add(OVER_BOTH)
        store.delete(["apples"])
        assert [fact.subject for fact in store.facts()] == ["pear"]
        assert [(record.id, record.documents) for record in store.additions()] == [("run-2", 1)]
        store.write(APPLES)
        assert [fact.subject for fact in store.facts()] == ["pear"]

    def test_nothing_of_a_title_or_an_antecedent_that_is_gone_stays(self, store: LanguageGraphStore) -> None:
        named = document("d", "[Mary Cook|mary cook] sails.", "She sings.", title="Sailors")
        marked = replace(named.sentences[1], resolved="She [: Mary Cook] sings.")
        named = replace(named, sentences=(named.sentences[0], marked))
        mentions = (
            Mention("d#1", "mary cook", "She", 0, 3, MentionSource.COREFERENCE),
            Mention("d#1", "sailor", "Sailors", 0, 0, MentionSource.TITLE),
        )
        facts = (
            Fact("mary cook", "sing", "sailor", (), stated("d#1", 0, 9, "sings")),
            Fact("sailor", "sing", SectionEnd("d#s0"), (), stated("d#1", 0, 9, "sings")),
        )
        store.write(named)
        store.add(Addition("a", "import", "", "2026", facts, mentions=mentions))
        store.write(document("d", "She sings.", title="Sailors"))
        assert [fact.subject for fact in store.facts()] == ["sailor"]
        store.write(document("d", "She sings.", title="Singers"))
        assert (store.facts(), store.additions(), store.find_concepts(["mary cook", "sailor"])) == ([], [], [])

    def test_a_profile_is_taken_back_though_its_sentences_changed_places(self, store: LanguageGraphStore) -> None:
        lines = ("[Apples|apple] are sweet.", "[Apples|apple] are red.")
        evidence = (Evidence("d#0", "x"), Evidence("d#1", "x"))
        profile = EntityProfile("d", "apple", ("fruit",), "A sweet red fruit.", evidence)
        store.write(document("d", *lines))
        store.add(Addition("a", "import", "", "2026", profiles=(profile,)))
        swapped = document("d", *reversed(lines))
        store.write(swapped)
        assert len(store.profiles(["apple"])) == 1
        store.undo(["a"])
        assert list(store.scan()) == [swapped]

    def test_a_title_above_the_sentences_section_is_one_of_its_titles(self, store: LanguageGraphStore) -> None:
        graph = document("d", "The [sailor] met [Ann].", title="Life")
        graph = replace(graph, sections=(replace(graph.sections[0], path=("Tom Reed", "Life")),))
        fact = Fact("tom reed", "meet", "Ann", (), stated("d#0", 0, 9, "met"))
        mention = Mention("d#0", "tom reed", "Tom Reed", 0, 0, MentionSource.TITLE)
        store.write(graph)
        store.add(Addition("a", "import", "", "2026", (fact,), mentions=(mention,)))
        store.write(replace(graph, document=replace(graph.document, metadata={"year": 2020})))
        assert store.facts() == [fact]

    def test_of_equal_sentences_the_last_keeps_what_was_added_to_those_that_go(self, store: LanguageGraphStore) -> None:
        store.write(document("apples", "[Apples|apple] are sweet.", "A pear.", "[Apples|apple] are sweet."))
        store.add(replace(SWEET, profiles=()))
        store.write(document("apples", "A pear.", "[Apples|apple] are sweet."))
        assert [entry.sentence_id for entry in store.facts()[0].evidence] == ["apples#1"]

    def test_of_two_relations_that_need_one_mention_each_keeps_it(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        other = MetaRelation(RelationKind.IS_A, "sweetness", "taste", (Evidence("apples#2", "x"),))
        store.add(SWEET)
        store.add(Addition("b", "enrich", "", "2027", relations=(other,)))
        store.undo(["run-1"])
        assert store.frequencies(["sweetness"]) == {"sweetness": 1}
        store.undo(["b"])
        assert store.find_concepts(["sweetness"]) == []

    def test_pieces_in_any_order_can_be_taken_back(self, store: LanguageGraphStore) -> None:
        store.write(ORCHARD)
        before = exported(store)
        place = ORCHARD.facts[0].qualifiers[0][1]
        qualifiers = (("near", "orchard"), ("before", place))
        fact = Fact("mary cook", "come", "orchard", qualifiers, stated("orchard#0", 0, 9, "came"))
        evidence = (Evidence("orchard#2", "x"), Evidence("orchard#0", "x"))
        profile = EntityProfile("orchard", "orchard", ("garden",), "A garden.", evidence)
        store.add(Addition("a", "import", "", "2026", (fact,), (profile,)))
        assert exported(store) != before
        store.undo(["a"])
        assert exported(store) == before

    @pytest.mark.parametrize("id", ["", "a\0b"])
    def test_an_addition_needs_a_name_that_it_can_be_taken_back_by(self, store: LanguageGraphStore, id: str) -> None:
        store.write(APPLES)
        with pytest.raises(InputError, match="id of an addition"):
            store.add(replace(SWEET, id=id))

    def test_a_document_may_come_to_say_what_was_added(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        store.add(SWEET)
        (rich,) = store.scan()
        own = replace(APPLES, facts=rich.facts, mentions=rich.mentions)
        store.write(own)
        store.undo(["run-1"])
        assert list(store.scan()) == [own]

    @pytest.mark.parametrize(
        "addition",
        [
            replace(SWEET, mentions=()),
            replace(SWEET, facts=(Fact("apple", "be", "fruit", (), stated("apples#77", 0, 5, "are")),)),
            replace(SWEET, facts=(Fact("apple", "be", "fruit", (), stated("nothing#0", 0, 5, "are")),)),
            replace(SWEET, facts=(Fact("apple", "be", "fruit", (), stated("apples", 0, 5, "are")),)),
            replace(SWEET, facts=(Fact("apple", "be", "fruit"),)),
        ],
    )
    def test_what_is_not_complete_is_refused_whole(self, store: LanguageGraphStore, addition: Addition) -> None:
        store.write_many([APPLES, PEARS])
        before, revision = exported(store), store.revision()
        with pytest.raises(InputError):
            store.add(replace(OVER_BOTH, facts=(*OVER_BOTH.facts, *addition.facts), mentions=addition.mentions))
        assert (exported(store), store.revision(), store.additions()) == (before, revision, [])

    @pytest.mark.parametrize("seed", range(6))
    def test_all_that_was_added_can_be_taken_back_in_any_order(self, new_store: NewStore, seed: int) -> None:
        random_ = random.Random(seed)
        store, plain, held = new_store(), new_store(), dict[str, DocumentGraph]()
        for number in range(25):
            graph = random_document(random_)
            if random_.random() < 0.5 or not held:
                store.write(graph)
                held[graph.document.id] = graph
            elif random_.random() < 0.15:
                store.undo([f"run-{random_.randrange(number)}"])
            else:
                store.add(random_addition(random_, f"run-{number % 7}", list(held.values())))
        ids = [record.id for record in store.additions()]
        random_.shuffle(ids)
        for id in ids:
            store.undo([id])
        plain.write_many(list(held.values()))
        assert exported(store) == exported(plain)
        assert store.statistics() == plain.statistics()

    def test_boats_need_no_facts(self, store: LanguageGraphStore) -> None:
        store.write(BOATS)
        assert (store.facts(), store.additions(), store.undo([]), store.undo(["a"])) == ([], [], 0, 0)


def random_addition(random_: random.Random, id: str, graphs: list[DocumentGraph]) -> Addition:
    """Make an addition on a few documents, some of which their own facts state too."""
    chosen = random_.sample(graphs, min(len(graphs), 3))
    facts = [fact for graph in chosen for fact in random_facts(random_, graph, random_.choice(["parse", "llm:m"]))]
    mentions = [
        Mention(sentence.id, f"c{random_.randrange(9)}", sentence.text[:2], 0, 2)
        for graph in chosen
        for sentence in graph.sentences[:1]
    ]
    profiles = []
    for mention in mentions:
        document = mention.sentence_id.rpartition("#")[0]
        evidence, relevance = (Evidence(mention.sentence_id, "x"),), random_.choice([None, random_.random()])
        kind = random_.choice([None, *EntityClass])
        profiles.append(EntityProfile(document, mention.concept, (), "", evidence, kind, None, relevance, "x"))
    for graph in chosen:
        facts += random_parts(random_, graph)
    groups = [
        PredicateGroup(graph.document.id, name, ("grow", "grow in", name))
        for graph in chosen
        for name in random_.sample(["grow", "grow in"], random_.randrange(3))
    ]
    return Addition(
        id,
        "feedback",
        "why",
        f"2026-01-0{random_.randrange(1, 4)}",
        tuple(facts),
        tuple(profiles),
        mentions=tuple(mentions),
        predicate_groups=tuple(groups),
    )


def random_parts(random_: random.Random, graph: DocumentGraph) -> list[Fact]:
    """Make a fact that two sentences of a document state only together, or none."""
    if len(graph.sentences) < 2 or random_.random() < 0.5:
        return []
    chosen = random_.sample([sentence.id for sentence in graph.sentences], 2)
    concepts = [random_.choice([m.concept for m in graph.mentions if m.sentence_id == id]) for id in chosen]
    origin = random_.choice(["section:m", "global:m"])
    evidence = tuple(FactEvidence(id, 0, 2, "grow", origin) for id in chosen)
    return [Fact(concepts[0], "grow", concepts[1], (), evidence)]
