"""What all pages share: templates that escape, links, styles, scripts, and a policy that lets only these run."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from lgm_core.pages.page import Page

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["PageLinks", "rendered", "sentence_anchor"]


@dataclass(frozen=True, slots=True)
class PageLinks:
    """Where pages link to each other.

    Attributes:
        root: what the addresses begin with; it ends with a slash.
    """

    root: str = "/"

    @property
    def front(self) -> str:
        """Return the address of the front page."""
        return self.root

    def graph(self, start: str = "") -> str:
        """Return the address of the graph's page, around a concept or what a question names."""
        return self._address("graph", start=start)

    def document(self, document_id: str, position: int | None = None) -> str:
        """Return the address of a document's page, at the sentence of a position in it.

        The position is there twice: of a long document the server shows the part with it, and the browser goes to it.
        """
        if position is None:
            return self._address("document", id=document_id)
        return f"{self._address('document', id=document_id, at=str(position))}#{sentence_anchor(position)}"

    def retrieval(self, question: str) -> str:
        """Return the address of the page that tells why passages are found for a question."""
        return self._address("retrieve", question=question)

    def _address(self, name: str, **parameters: str) -> str:
        given = {key: value.encode("utf-8", "replace") for key, value in parameters.items() if value}
        return f"{self.root}{name}" + (f"?{urlencode(given)}" if given else "")


def sentence_anchor(position: int) -> str:
    """Return the HTML id of a document's sentence by its position, from 0."""
    return f"s{position}"


_FIRST_SCRIPTS = ("base.js",)
_FIRST_STYLES = ("base.css",)

_ENDS_OF_ELEMENTS = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
"""In JSON, where only strings hold them: what could end the element that holds it, as escapes."""


def rendered(
    template: str,
    *,
    title: str,
    data: object = None,
    scripts: Sequence[str] = (),
    styles: Sequence[str] = (),
    links: PageLinks | None = None,
    height: int = 640,
    **values: object,
) -> Page:
    """Return a page made from a template, which extends `page.html`.

    Args:
        template: its file's name in `templates/`; all values are escaped in it.
        title: the title of the page.
        data: what scripts read as `lgm.data`, as JSON can hold it.
        scripts: names of files in `static/`, in the order in which they run, after `base.js`.
        styles: names of files in `static/`, after `base.css`.
        links: addresses of other pages, on a server that shows them; in a file there are none.
        height: how high the page is in a notebook, in pixels.
        values: what the template shows.
    """
    chosen_scripts = [_asset(name) for name in (*_FIRST_SCRIPTS, *scripts)]
    style = "\n".join(_asset(name) for name in (*_FIRST_STYLES, *styles))
    html = (
        _templates()
        .get_template(template)
        .render(
            title=title,
            links=links,
            data=None if data is None else _json_in_html(data),
            scripts=chosen_scripts,
            style=style,
            policy=_policy(chosen_scripts, style),
            **values,
        )
    )
    return Page(_encodable(title), _encodable(html), height)


def _policy(scripts: Sequence[str], style: str) -> str:
    """Return a Content Security Policy: the scripts and the style of the page, nothing from anywhere else."""
    allowed = {
        "default-src": "'none'",
        "script-src": " ".join(map(_hash, scripts)),
        "style-src": _hash(style),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'self'",
    }
    return "; ".join(f"{name} {sources}" for name, sources in allowed.items())


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _json_in_html(data: object) -> str:
    """Write JSON that cannot end the element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.translate(_ENDS_OF_ELEMENTS)


def _encodable(text: str) -> str:
    """Put question marks in the place of half character pairs, which no file can hold."""
    return text.encode("utf-8", "replace").decode()


@cache
def _asset(name: str) -> str:
    """Return a script or style that comes with the package."""
    return files("lgm_core.pages").joinpath("static", name).read_text(encoding="utf-8")


@cache
def _templates() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_template),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["sentence_anchor"] = sentence_anchor
    return environment


def _template(name: str) -> str:
    return files("lgm_core.pages").joinpath("templates", name).read_text(encoding="utf-8")
