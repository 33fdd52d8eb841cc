"""What pyproject.toml says of dependencies: each has a reason and is used, ranges begin at versions that are tried."""

import re
import sys
from collections import Counter
from functools import cache
from importlib.metadata import packages_distributions

from packaging.utils import canonicalize_name

from tests.architecture.source_tree import MODULES, PACKAGES, imported_names
from tests.support.requirements import EXTRAS, GROUPS, PINS, ROOT, needs

COME_ALONG = {"pydantic", "llama-index-instrumentation", "onnxruntime", "tokenizers"}
"""Packages that are part of the interface of those that bring them."""


def test_every_requirement_has_a_reason_and_a_lowest_version() -> None:
    for need in needs():
        assert need.reason, need.package
        assert [part.operator for part in need.requirement.specifier].count(">=") == 1, need.package


def test_nothing_is_named_twice_or_for_the_same_reason() -> None:
    assert [name for name, times in Counter(need.package for need in needs()).items() if times > 1] == []
    assert [reason for reason, times in Counter(need.reason for need in needs()).items() if times > 1] == []


def test_what_the_packages_import_is_named_and_what_is_named_is_imported() -> None:
    installed = {name: {canonicalize_name(one) for one in by} for name, by in packages_distributions().items()}
    imported = {name: installed[name] for name in modules() if name in installed}
    named = {need.package for need in needs() if need.who not in {*GROUPS, "tuning"}}  # a recipe outside the packages
    assert {name for name, by in imported.items() if not by & (named | COME_ALONG)} == set()
    used = {package for by in imported.values() for package in by}
    there = {package for by in installed.values() for package in by}
    assert (named & there) - used == set()


@cache
def modules() -> set[str]:
    """Return the first names of all modules that the packages import, but for Python's own."""
    found = {name.partition(".")[0] for module in MODULES for name in imported_names(module)}
    return found - sys.stdlib_module_names - PACKAGES.keys()


def test_what_is_pinned_is_within_the_ranges() -> None:
    outside = {
        need.package: PINS.get(need.package)
        for need in needs()
        if not need.requirement.specifier.contains(PINS.get(need.package, "0"))
    }
    assert outside == {}


def test_every_extra_is_installed_for_the_tests() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    light, heavy = (re.findall(rf"^{name} +:= (.+)$", makefile, re.MULTILINE)[0].split() for name in ("LIGHT", "HEAVY"))
    assert sorted(light + heavy) == sorted(EXTRAS.keys() - {"all", "tuning"}), (
        "name each extra in LIGHT or HEAVY, in the Makefile, but for the recipe's own, which no package imports"
    )


def test_all_names_extras_that_exist() -> None:
    (everything,) = EXTRAS["all"]
    assert set(re.findall(r"\[(.+)\]", everything)[0].split(",")) < EXTRAS.keys()
