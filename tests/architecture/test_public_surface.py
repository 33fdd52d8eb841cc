"""What the packages offer to the world: names that are there, of which every type that they speak of is one."""

import dataclasses
import inspect
import typing
from collections.abc import Iterator
from types import FunctionType, ModuleType

import pytest

import langchain_lgm
import lgm_core
import llama_index_lgm
from tests.architecture.source_tree import PUBLIC_MODULES

OPAQUE = {"LogicalPlan", "PlanStep", "RankingIndex"}
"""Classes that are handed on and not looked into; plans are written and read as text."""

HOST_TYPES = {"Driver": object}
"""Types of optional packages, which the packages import for type checking alone."""


@pytest.mark.parametrize("module", [*PUBLIC_MODULES, llama_index_lgm, langchain_lgm])
def test_every_public_name_is_there_and_listed(module: ModuleType) -> None:
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    assert set(module.__all__) <= set(dir(module))


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Lantern'"):
        lgm_core.Lantern  # noqa: B018  # the look-up is what is tested


def hints_of(function: object, owner: str) -> Iterator[tuple[str, object]]:
    for name, hint in typing.get_type_hints(function, localns=HOST_TYPES).items():
        yield f"{owner}({name})", hint


def signature_hints(name: str, public: object) -> Iterator[tuple[str, object]]:
    """Yield the type hints in the public signatures of a class or function, each with the place it stands at."""
    if isinstance(public, FunctionType):
        yield from hints_of(public, name)
    if not inspect.isclass(public) or name in OPAQUE:
        return
    if dataclasses.is_dataclass(public):
        fields = {field.name for field in dataclasses.fields(public)}
        hints = typing.get_type_hints(public, localns=HOST_TYPES)
        yield from ((f"{name}.{field}", hint) for field, hint in hints.items() if field in fields)
    for member_name, member in inspect.getmembers_static(public):
        if member_name.startswith("_") and member_name != "__init__":
            continue
        function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        if isinstance(function, FunctionType):
            yield from hints_of(function, f"{name}.{member_name}")


def classes_in(hint: object) -> Iterator[type]:
    """Yield the classes of a type hint, also those inside unions, containers and callables."""
    if inspect.isclass(hint) and not typing.get_args(hint):
        yield hint
    for argument in typing.get_args(hint):
        for part in argument if isinstance(argument, list) else [argument]:
            yield from classes_in(part)


def is_public(class_: type, names: set[str]) -> bool:
    return not class_.__module__.startswith("lgm_core") or class_.__name__ in names


@pytest.mark.parametrize("module", PUBLIC_MODULES, ids=lambda module: module.__name__)
def test_every_type_in_a_public_signature_is_public(module: ModuleType) -> None:
    names = {name for each in PUBLIC_MODULES for name in each.__all__}
    places = [
        (place, class_)
        for name in module.__all__
        for place, hint in signature_hints(name, getattr(module, name))
        for class_ in classes_in(hint)
    ]
    assert places
    assert [f"{place}: {class_.__name__}" for place, class_ in places if not is_public(class_, names)] == []


def test_the_neo4j_store_is_imported_from_its_room_too() -> None:
    from lgm_core.graph.neo4j import Neo4jStore

    assert Neo4jStore is lgm_core.Neo4jStore
