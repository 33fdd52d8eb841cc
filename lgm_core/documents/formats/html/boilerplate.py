"""Recognise the elements of a page that are not its text: navigation, scripts, hidden parts, widgets."""

from __future__ import annotations

import re

from lgm_core.documents.formats.html.html_tokens import StartTag

__all__ = ["is_boilerplate"]

_ELEMENTS = {
    *("script", "style", "nav", "footer", "template", "noscript", "svg", "math", "title", "textarea", "select"),
    *("button", "datalist", "iframe", "object", "audio", "video", "canvas", "noembed", "noframes", "xmp", "rt", "rp"),
}
_ROLES = {"navigation", "contentinfo", "search", "menu", "menubar", "toolbar", "tablist"}
# Classes that widespread generators (MediaWiki, Sphinx, MkDocs) give to elements that are not part of the text, and
# those of line numbers beside code.
_CLASSES = {
    *("mw-editsection", "navbox", "toc", "reflist", "references", "catlinks", "headerlink", "noprint", "sr-only"),
    *("linenos", "linenodiv", "lineno", "line-numbers-rows", "rouge-gutter", "hljs-ln-numbers"),
}
_ALWAYS_TEXT = {"html", "body", "main", "article"}
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)


def is_boilerplate(tag: StartTag) -> bool:
    """Tell whether to leave out an element and everything in it."""
    if tag.name in _ELEMENTS:
        return True
    attributes = tag.attributes
    if not attributes or tag.name in _ALWAYS_TEXT or tag.name in _VOID:
        return False
    return (
        "hidden" in attributes
        or attributes.get("aria-hidden") == "true"
        or attributes.get("role") in _ROLES
        or not _CLASSES.isdisjoint(attributes.get("class", "").split())
        or bool(_HIDDEN_STYLE.search(attributes.get("style", "")))
    )
