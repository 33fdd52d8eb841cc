"""Write docs/project/licences.md: `python -m tests.support.licences`, with all extras and dependency groups installed.

What is not installed in the version of constraints.txt keeps the licence that the document tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, distribution, metadata, requires

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.requirements import GROUPS, PINS, ROOT, needs

DOCUMENT = ROOT / "docs" / "project" / "licences.md"
DATA = ROOT / "lgm_core" / "language" / "data"
DATA_LICENCES = {
    "CC-BY-SA-4.0": ("lemmas.json.gz", "parser.json.gz", "sentences.json.gz", "tagger.json.gz"),
    "MIT": ("given_names.json.gz",),
    "Apache-2.0": ("coreference.json",),
}
"""Files by the licence that [NOTICE](../../lgm_core/language/data/NOTICE) tells of them."""
LIBRARIES = ROOT / "lgm_core" / "pages" / "static" / "vendor" / "LICENCES.txt"
BUNDLED = re.compile(r"^(?P<package>[\w@/-]+) (?P<version>[\d.]+) \((?P<licence>[\w.-]+)\)$", re.MULTILINE)
"""The line above each licence of the libraries that pages bring, which `make vendor` writes."""

NOT_TOLD = "not told"
_SPELLINGS = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0 License": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "BSD 3-Clause License": "BSD-3-Clause",
    "BSD License": "BSD",
    "BSD-3-Clause, Apache-2.0, dependency licenses": "BSD-3-Clause AND Apache-2.0",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "NVIDIA Proprietary Software": "LicenseRef-NVIDIA-Proprietary",
    "Python Software Foundation License": "PSF-2.0",
}
_PERMISSIVE = re.compile(
    r"\(|\)|AND|OR|WITH|0BSD|AFL|Apache-2\.0|BSD(-[23]-Clause)?|BSL-1\.0|CC0-1\.0|CNRI-Python|ISC|LLVM-exception"
    r"|MIT(-0|-CMU)?|PSF-2\.0|Zlib"
)
"""Words of licences that ask for no more than to be passed on with the names of the authors."""

NEEDED = "What it needs"
TESTED = "What only its tests need"
DEMANDING = "What these bring that asks for more"
_TEXT = f"""# Licences

Made by `make licences`, checked by `tests/architecture/test_licences.py`. Each package's licence is the one that it
declares itself, in the version of `constraints.txt`.

## What this package holds

| what | licence |
|---|---|
| the code, the tests, the demo's documents and questions | Apache-2.0 ([LICENSE](../../LICENSE)) |
{{shipped}}
{{bundled}}
| `docs/assets/iframe-worker`, with which search works in pages that are opened as files | MIT |

[NOTICE](../../lgm_core/language/data/NOTICE), which lies beside the data and is installed with them, names the authors,
what was changed, and the licences that must be repeated. Share what you make from the CC BY-SA files under that
licence; it does not reach the code, nor a graph that you build: the weights are read, and nothing of them is written
into it. [LICENCES.txt](../../lgm_core/pages/static/vendor/LICENCES.txt) repeats the licences of the libraries in pages,
which are as their authors published them; every page of a graph holds it too.

## {NEEDED}

Nothing of these is copied into the package; pip fetches them. `always` comes with the package, the rest with the
extra of that name.

{{needed}}

## {TESTED}

{{tested}}

## {DEMANDING}

Of everything that the packages for users bring in turn, on Linux, these have licences that ask for more than the
authors' names when they are passed on, or that are not free or not told. No code of ours is made from them or imports
them. Whether to pass them on, as in the image of a container, is yours to decide: what an extra brings comes only with
it.

{{demanding}}
"""


def licence(package: str) -> str | None:
    """Return a package's licence as an SPDX expression where it tells one, else as near to one as it says.

    None: it is not installed, or in another version than that of constraints.txt.
    """
    try:
        told = metadata(package)
    except PackageNotFoundError:
        return None
    if told["Version"] != PINS.get(package):
        return None
    if expression := told.get("License-Expression"):
        return expression
    classifiers = [text.split(" :: ")[-1] for text in told.get_all("Classifier", []) if text.startswith("License")]
    sayings = [(told.get("License") or "").strip().partition("\n")[0], " AND ".join(map(_spelt, classifiers))]
    clear = [said for said in map(_spelt, sayings) if not is_demanding(said)]
    return next(iter(clear or [said for said in sayings if said]), _licence_in_file(package))


def _licence_in_file(package: str) -> str:
    """Return the licence whose text lies in a package that names none."""
    for name in metadata(package).get_all("License-File", []):
        text = " ".join((distribution(package).read_text(f"licenses/{name}") or "").split())
        for beginning, said in (("Apache License Version 2.0,", "Apache-2.0"), ("MIT License", "MIT")):
            if text.startswith(beginning):
                return said
    return NOT_TOLD


def _spelt(said: str) -> str:
    return _SPELLINGS.get(said, said)


def is_demanding(said: str) -> bool:
    """Return whether a licence asks for more than to be passed on with the authors' names, or is not clear."""
    return not said or not all(_PERMISSIVE.fullmatch(word) for word in re.findall(r"[^\s()]+", said))


def brought(first: Iterable[Requirement]) -> Iterator[str]:
    """Yield the packages that requirements bring here, themselves included, as far as they are installed."""
    seen: set[tuple[str, frozenset[str]]] = set()
    left = list(first)
    while left:
        requirement = left.pop()
        package, extras = canonicalize_name(requirement.name), frozenset(requirement.extras)
        if (package, extras) in seen:
            continue
        seen.add((package, extras))
        try:
            theirs = [Requirement(text) for text in requires(package) or []]
        except PackageNotFoundError:
            continue
        yield package
        left += [
            one for one in theirs if any(not one.marker or one.marker.evaluate({"extra": e}) for e in ("", *extras))
        ]


def demanding() -> dict[str, tuple[str, str]]:
    """Return what is under demanding licences of all that an installation brings here: with what it comes, and those.

    The many packages with which PyTorch comes for GPUs of NVIDIA are one.
    """
    found: dict[str, tuple[set[str], str]] = {}
    for need in needs():
        for package in brought([need.requirement]) if need.who not in GROUPS else ():
            if (said := licence(package)) is not None and is_demanding(said):
                found.setdefault(re.sub(r"^nvidia-.*", "nvidia-…", package), (set(), said))[0].add(need.who)
    return {package: (", ".join(sorted(who)), said) for package, (who, said) in found.items()}


def cells_below(heading: str, text: str) -> dict[str, list[str]]:
    """Return the cells of the table below a heading of the document by the first of each line, a package."""
    section = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    return {package: rest for package, *rest in lines[1:]}


def listed(former: str) -> list[tuple[str, str, str, str]]:
    """Return each package with what brings it, its purpose and its licence, which is the former one's if not installed.

    Raises:
        KeyError: a package is neither installed nor in the former document.
    """
    known = cells_below(NEEDED, former) | cells_below(TESTED, former)
    return [
        (
            need.package,
            need.who,
            re.split("[;(]", need.reason)[0].strip(),
            licence(need.package) or known[need.package][-1],
        )
        for need in needs()
    ]


def document(former: str) -> str:
    """Return the document, with what the former one says of packages that are not installed."""
    lines = listed(former)
    return _TEXT.format(
        shipped="\n".join(f"| `{name}` | {said} |" for said, names in DATA_LICENCES.items() for name in names),
        bundled="\n".join(
            f"| {found['package']} {found['version']}, in the page of a graph | {found['licence']} |"
            for found in BUNDLED.finditer(LIBRARIES.read_text(encoding="utf-8"))
        ),
        needed=_table("package | with | for | licence", [line for line in lines if line[1] not in GROUPS]),
        tested=_table("package | for | licence", [(name, *rest) for name, who, *rest in lines if who in GROUPS]),
        demanding=_table("package | with | licence", [(name, *rest) for name, rest in sorted(demanding().items())]),
    )


def _table(head: str, lines: Sequence[Sequence[str]]) -> str:
    rule = "|" + "---|" * len(head.split("|"))
    return "\n".join([f"| {head} |", rule, *(f"| {' | '.join(line)} |" for line in lines)])


if __name__ == "__main__":
    DOCUMENT.write_text(document(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
