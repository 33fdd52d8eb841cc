"""Schemas: one record a graph, with its history."""

from __future__ import annotations

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import ClassKind, Rule, Schema, SchemaClass, SchemaProperty, SchemaVersion
from tests.graph.store_contract.common import NeedsStores, NewStore, exported
from tests.graph.store_contract.exchange import copied
from tests.support.store_graphs import APPLES

FRUIT = SchemaClass("Fruit", ("fruit", "Frucht"), kind=ClassKind.CONCEPT, description="A fruit's part of a plant.")
SCHEMA = Schema(
    "orchard",
    "https://example.org/",
    (FRUIT, SchemaClass("Apple", parents=("Fruit",), status="proposed", origin="graph")),
    (SchemaProperty("colour", ("has the colour",), "Fruit", "text", headings=("Colours",), examples=("It is red.",)),),
    (Rule("ripe", ("?a colour red",), "?a is Fruit", "Red apples are ripe."),),
)
FIRST = SchemaVersion(Schema("orchard", classes=(FRUIT,)), "load fruit.toml", "2026-01-31T12:00:00Z")
SECOND = SchemaVersion(SCHEMA, "accept 1 class", "2026-01-31T12:00:01Z")


class SchemasContract(NeedsStores):
    def test_a_graph_has_no_schema_until_one_is_written(self, store: LanguageGraphStore) -> None:
        assert store.read_schema() == []
        store.write(APPLES)
        assert store.read_schema() == []

    def test_versions_come_back_in_order_and_make_a_new_revision(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        before = store.revision()
        store.write_schema([FIRST, SECOND])
        assert store.read_schema() == [FIRST, SECOND]
        assert store.revision() > before
        store.write_schema([FIRST])
        assert store.read_schema() == [FIRST]

    def test_a_schema_outlives_the_documents(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        store.write_schema([FIRST])
        store.delete(["apples"])
        assert store.read_schema() == [FIRST]

    def test_a_schema_is_part_of_the_export(self, store: LanguageGraphStore, new_store: NewStore) -> None:
        store.write(APPLES)
        store.write_schema([FIRST, SECOND])
        other = new_store()
        assert copied(store, other) == [FIRST, SECOND]
        other.write_schema([FIRST, SECOND])
        assert exported(other) == exported(store)
