"""Changes of a graph's schema: each makes one version, which is taken back as one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from os import PathLike
from pathlib import Path

from lgm_core.errors import InputError, StoreError, nearest_name, shown
from lgm_core.facade.checked_arguments import checked_number
from lgm_core.file_writing import written_whole
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Schema, SchemaVersion
from lgm_core.model.addition import utc_now
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.schema.accepting import proposed_names, support_in, with_accepted
from lgm_core.schema.proposing import proposed_from, with_shown_examples
from lgm_core.schema.schema_checks import check_schema
from lgm_core.schema.schema_source import read_schema_file, schema_in_syntax

__all__ = [
    "SchemaSource",
    "accept_in",
    "current_schema",
    "export_from",
    "load_into",
    "propose_in",
    "undo_in",
]

SchemaSource = Schema | str | PathLike[str]
"""A schema, or the path of its file."""


def current_schema(store: LanguageGraphStore) -> Schema | None:
    """Return the schema in effect, with sentences as examples; None without one."""
    versions = store.read_schema()
    return with_shown_examples(versions[-1].schema, store) if versions else None


def load_into(store: LanguageGraphStore, source: SchemaSource) -> Schema:
    """Replace the schema; see `LanguageGraph.load_schema`."""
    _check_writable(store)
    if isinstance(source, Schema):
        schema, change = source, "load a schema"
        check_schema(schema)
    elif isinstance(source, str | PathLike):
        schema, change = read_schema_file(source), f"load {Path(source).name}"
    else:
        raise InputError(f"{shown(source)} is no schema; give one, or the path of a file")
    if schema != current_schema(store):
        store.create()
        _add_version(store, schema, change)
    return schema


def propose_in(store: LanguageGraphStore, *, min_members: int, min_facts: int) -> Schema:
    """Add proposals from the graph; see `LanguageGraph.propose_schema`."""
    _check_writable(store)
    checked_number(min_members, "min_members")
    checked_number(min_facts, "min_facts")
    held = _schema_of(store)
    new = proposed_from(store, held, min_members=min_members, min_facts=min_facts)
    if new.classes or new.properties:
        classes, properties = (*held.classes, *new.classes), (*held.properties, *new.properties)
        schema = replace(held, classes=classes, properties=properties)
        check_schema(schema)
        _add_version(store, schema, f"propose {_counted(len(new.classes), len(new.properties))}")
    return with_shown_examples(new, store)


def accept_in(store: LanguageGraphStore, names: str | Iterable[str], at_least: int | None) -> Schema:
    """Accept proposals; see `LanguageGraph.accept_schema`."""
    _check_writable(store)
    wanted = [names] if isinstance(names, str) else list(names)
    if bool(wanted) == (at_least is not None):
        raise InputError("name the proposals to accept, or say with at_least how many members or facts they must have")
    held = _schema_of(store)
    proposed = proposed_names(held)
    if at_least is not None:
        checked_number(at_least, "at_least")
        support = support_in(store, held, lambda: GraphView(store).stated_types)
        wanted = [name for name in proposed if support[name] >= at_least]
    for name in wanted:
        if name not in proposed:
            near = nearest_name(str(name), proposed)
            hint = f"; did you mean {near}?" if near else ""
            raise InputError(f"no class or property {shown(name)} is proposed{hint}")
    schema = with_accepted(held, wanted)
    then, now = held.accepted, schema.accepted
    new = (len(now.classes) - len(then.classes), len(now.properties) - len(then.properties))
    if any(new):
        _add_version(store, schema, f"accept {_counted(*new)}")
    return with_shown_examples(now, store)


def undo_in(store: LanguageGraphStore) -> str:
    """Take the last change back; see `LanguageGraph.undo_schema`."""
    _check_writable(store)
    versions = store.read_schema()
    if not versions:
        raise InputError("the schema was never changed, so there is nothing to take back")
    store.write_schema(versions[:-1])
    return versions[-1].change


def export_from(store: LanguageGraphStore, path: str | PathLike[str]) -> None:
    """Write the schema to a file; see `LanguageGraph.export_schema`."""
    schema = current_schema(store)
    if schema is None:
        raise InputError("the graph has no schema; load or propose one first")
    text = schema_in_syntax(schema, path)
    try:
        with written_whole(Path(path).resolve()) as file:
            file.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise InputError(f"{path}: the schema cannot be written ({error.strerror or error})") from error


def _schema_of(store: LanguageGraphStore) -> Schema:
    versions = store.read_schema()
    return versions[-1].schema if versions else Schema()


def _add_version(store: LanguageGraphStore, schema: Schema, change: str) -> None:
    store.write_schema([*store.read_schema(), SchemaVersion(schema, change, utc_now())])


def _check_writable(store: LanguageGraphStore) -> None:
    if getattr(store, "is_read_only", False):
        raise StoreError(f"{store}: the graph was opened for reading only")


def _counted(classes: int, properties: int) -> str:
    told = [
        (classes, "class" if classes == 1 else "classes"),
        (properties, "property" if properties == 1 else "properties"),
    ]
    return " and ".join(f"{count} {noun}" for count, noun in told if count)
