"""docs/project/licences.md tells the licences of what is shipped, needed, and brought."""

import json
from importlib.metadata import packages_distributions

from tests.architecture.test_dependencies import modules
from tests.support.licences import (
    BUNDLED,
    DATA,
    DATA_LICENCES,
    DEMANDING,
    DOCUMENT,
    LIBRARIES,
    NEEDED,
    TESTED,
    cells_below,
    demanding,
    is_demanding,
    listed,
)
from tests.support.requirements import GROUPS, ROOT, SETTINGS

TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_every_package_named_is_there_with_its_purpose_and_licence() -> None:
    lines = listed(TEXT)
    needed = {name: [who, why, said] for name, who, why, said in lines if who not in GROUPS}
    tested = {name: [why, said] for name, who, why, said in lines if who in GROUPS}
    assert (cells_below(NEEDED, TEXT), cells_below(TESTED, TEXT)) == (needed, tested), "run: make licences"


def test_what_a_licence_demands_of_who_installs_the_package_is_told() -> None:
    told = cells_below(DEMANDING, TEXT)
    assert {name: said for name, (_, said) in demanding().items() if name not in told} == {}, "run: make licences"
    assert [said for _, said in told.values() if not is_demanding(said)] == []


def test_no_package_is_imported_whose_licence_demands_more() -> None:
    by_module = packages_distributions()
    imported = {package for module in modules() for package in by_module.get(module, ())}
    assert imported & cells_below(DEMANDING, TEXT).keys() == set()


def test_every_file_of_data_has_a_licence_and_its_origin_told() -> None:
    data = {path.name for path in DATA.iterdir()} - {"NOTICE"}
    assert {name for names in DATA_LICENCES.values() for name in names} == data
    notice = (DATA / "NOTICE").read_text(encoding="utf-8")
    assert [name for name in data if name not in notice] == []
    assert [name for name in data if f"| `{name}` |" not in TEXT] == []


def test_every_library_in_a_page_is_told_with_its_licence() -> None:
    wanted = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["dependencies"]
    text = LIBRARIES.read_text(encoding="utf-8")
    bundled = {found["package"]: found["version"] for found in BUNDLED.finditer(text)}
    assert wanted.items() <= bundled.items(), "run: make vendor"
    assert all(f"| {package} {version}, " in TEXT for package, version in bundled.items()), "run: make licences"
    built = LIBRARIES.with_name("graph_libraries.min.js").read_text(encoding="utf-8")
    assert built.startswith(f"/*\n{text}*/"), "run: make vendor"


def test_the_package_names_the_licences_of_all_that_it_holds() -> None:
    bundled = {found["licence"] for found in BUNDLED.finditer(LIBRARIES.read_text(encoding="utf-8"))}
    assert set(SETTINGS["project"]["license"].split(" AND ")) == {"Apache-2.0", *DATA_LICENCES, *bundled}
    files = ["LICENSE", str((DATA / "NOTICE").relative_to(ROOT)), str(LIBRARIES.relative_to(ROOT))]
    assert SETTINGS["project"]["license-files"] == files
