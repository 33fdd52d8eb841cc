"""A hook of MkDocs: patterns in the navigation, and files outside docs/ that pages link to.

Links are written as they work in the repository, `../benchmarks/index.md`. What they name outside docs/ becomes a page
below `repository/`: Markdown as it is, with what it links to in its turn; notebooks, programs and other texts as a page
that shows them. Images are copied.
"""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
_OUTSIDE = "repository/"
_COPIED = {".png", ".svg"}
_LINK = re.compile(r"(\]\(|<img [^>]*src=\")([^)\s\"#]+)(#[^)\s\"]*)?(?=[)\"])")
_SCHEME = re.compile(r"[a-z]+:|/")
_LANGUAGES = {".py": "python", ".sh": "bash", ".toml": "toml", ".yml": "yaml", ".json": "json"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages that patterns match into the navigation."""
    config.nav = _with_matches(config.nav or [], {_place(_path(entry)) for entry in _places_in(config.nav or [])})
    return config


def _with_matches(entries: list[Any], named: set[str]) -> list[Any]:
    opened: list[Any] = []
    for entry in entries:
        if isinstance(entry, str):
            opened += _matched(entry, named) if "*" in entry else [_place(_path(entry))]
            continue
        ((title, below),) = entry.items()
        if isinstance(below, list):
            opened.append({title: _with_matches(below, named)})
        elif "*" in below:
            opened.append({title: _matched(below, named)})
        else:
            opened.append({title: _place(_path(below))})
    return opened


def _path(entry: str) -> str:
    """Return the path in the repository that an entry of the navigation means."""
    return posixpath.normpath(posixpath.join("docs", entry))


def _matched(entry: str, named: set[str]) -> list[str]:
    """Return the pages that an entry matches and that are not named by themselves: `index.md` first, then by title."""
    found = sorted(ROOT.glob(_path(entry)), key=lambda path: (path.name != "index.md", _title(path)))
    places = [_place(path.relative_to(ROOT).as_posix()) for path in found]
    return [place for place in places if place not in named]


def _title(path: Path) -> str:
    heading = re.search(r"^# (.+)$", _as_page(path), re.MULTILINE)
    return heading[1] if heading else path.name


def _place(path: str) -> str:
    """Return where the site has a file of the repository."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    suffix = Path(path).suffix
    return _OUTSIDE + (path if suffix == ".md" or suffix in _COPIED else f"{path}.md")


def _origin(place: str) -> str:
    """Return the path in the repository of a Markdown page of the site."""
    if not place.startswith(_OUTSIDE):
        return f"docs/{place}"
    path = place.removeprefix(_OUTSIDE)
    return path if (ROOT / path).is_file() else path.removesuffix(".md")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what pages link to outside docs/, and what that links to."""
    to_read = [page.src_uri for page in files.documentation_pages()]
    named = {place for place in _places_in(config.nav) if place.startswith(_OUTSIDE)}
    while named or to_read:
        for place in sorted(named):
            path = ROOT / (place.removeprefix(_OUTSIDE) if Path(place).suffix in _COPIED else _origin(place))
            if path.suffix in _COPIED:
                files.append(File.generated(config, place, abs_src_path=str(path)))
            else:
                files.append(File.generated(config, place, content=_as_page(path)))
                to_read.append(place)
        named = {
            _place(target)
            for place in to_read
            for target in _targets(place, files)
            if not target.startswith("docs/") and (ROOT / target).is_file()
        } - files.src_uris.keys()
        to_read = []
    return files


def _places_in(entries: Any) -> set[str]:  # noqa: ANN401  # as YAML has it: lists, mappings and texts
    if isinstance(entries, str):
        return {entries}
    values = entries.values() if isinstance(entries, dict) else entries
    return {place for value in values for place in _places_in(value)}


def _targets(place: str, files: Files) -> list[str]:
    page = files.get_file_from_path(place)
    assert page is not None
    return [_target(place, link[2]) for link in _LINK.finditer(page.content_string) if not _SCHEME.match(link[2])]


def _target(place: str, link: str) -> str:
    """Return the path in the repository of what a page links to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(_origin(place)), link))


def _as_page(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    if path.suffix == ".ipynb":
        return "\n\n".join(_cell(cell) for cell in json.loads(text)["cells"])
    shown = _fenced(text, _LANGUAGES.get(path.suffix, "text"))
    return f"---\nsearch:\n  exclude: true\n---\n# {path.name}\n\n{shown}\n"


def _cell(cell: dict[str, Any]) -> str:
    source = "".join(cell["source"])
    return source if cell["cell_type"] == "markdown" else _fenced(source, "python")


def _fenced(text: str, language: str) -> str:
    return f"``````{language}\n{text.rstrip()}\n``````"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links to files of the repository at where the site has them; others stay, and fail a strict build."""
    place = page.file.src_uri

    def pointed(link: re.Match[str]) -> str:
        if _SCHEME.match(link[2]):
            return link[0]
        target = _place(_target(place, link[2]))
        if files.get_file_from_path(target) is None:
            return link[0]
        return link[1] + posixpath.relpath(target, posixpath.dirname(place) or ".") + (link[3] or "")

    return _LINK.sub(pointed, markdown)
