"""The source files of the three packages, and which of them each one imports, wherever the import stands."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import langchain_lgm
import lgm_core
import lgm_core.errors
import lgm_core.hosts
import lgm_core.model
import lgm_core.plans
import lgm_core.ports
import lgm_core.reports
import llama_index_lgm

PACKAGES = {package.__name__: Path(package.__file__).parent for package in (lgm_core, langchain_lgm, llama_index_lgm)}
ROOT = PACKAGES["lgm_core"].parent

PUBLIC_MODULES = (
    lgm_core,
    lgm_core.errors,
    lgm_core.hosts,
    lgm_core.model,
    lgm_core.plans,
    lgm_core.ports,
    lgm_core.reports,
)
"""The modules from which the names of the engine may be imported."""

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for folder in PACKAGES.values()
    for path in sorted(folder.rglob("*.py"))
}
"""Every module of the packages by its dotted name."""


@cache
def imported_names(module: str) -> tuple[str, ...]:
    """Return what a module imports, as dotted names: at the top, for type checking, inside functions, relatively."""
    return tuple(_imported_names(module))


def _imported_names(module: str) -> Iterator[str]:
    path = MODULES[module]
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def imported_modules(module: str) -> set[str]:
    """Return the modules of the packages that a module imports; a name imported from a module counts as that module."""
    found = set()
    for name in imported_names(module):
        while name and name not in MODULES:
            name = name.rpartition(".")[0]
        if name:
            found.add(name)
    return found - {module}
