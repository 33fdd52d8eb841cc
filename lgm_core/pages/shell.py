"""What all pages share: escaping templates, links, styles, scripts, and a policy that only allows these."""

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
    """The addresses of pages.

    Attributes:
        root: the beginning of all addresses, with a slash at its end.
    """

    root: str = "/"

    @property
    def front(self) -> str:
        """Return the address of the front page."""
        return self.root

    def graph(self, start: str = "") -> str:
        """Return the address of the graph's page, perhaps around the concepts of a name or question."""
        return self._address("graph", start=start)

    def document(self, document_id: str, position: int | None = None) -> str:
        """Return the address of a document's page, perhaps at the sentence of a position.

        The position is in it twice: for the server, which shows a part of a long document, and for the browser.
        """
        if position is None:
            return self._address("document", id=document_id)
        return f"{self._address('document', id=document_id, at=str(position))}#{sentence_anchor(position)}"

    def retrieval(self, question: str) -> str:
        """Return the address of the page that explains why passages are found for a question."""
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
"""Escapes for characters in JSON strings that could end the HTML element around them."""


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
        template: the file name of the template, which escapes all values.
        title: the title of the page.
        data: JSON values that scripts read as `lgm.data`.
        scripts: names of files in `static/` that run in this order after `base.js`.
        styles: names of files in `static/`, after `base.css`.
        links: addresses of other pages, on a server; None in a file.
        height: the height of the page in a notebook, in pixels.
        values: the values for the template.
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
    """Return a Content Security Policy that allows only the scripts and the style of the page."""
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
    """Return JSON that cannot end the HTML element around it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.translate(_ENDS_OF_ELEMENTS)


def _encodable(text: str) -> str:
    """Replace lone surrogates, which cannot be encoded, by question marks."""
    return text.encode("utf-8", "replace").decode()


@cache
def _asset(name: str) -> str:
    """Return a script or style of the package."""
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
