"""Parse HTML into the headings and blocks of a page's own text, without navigation, scripts etc."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lgm_core.documents.blocks import Block, BlockKind, Piece
from lgm_core.documents.formats.html_tables import HtmlTable
from lgm_core.documents.formats.html_tokens import EndTag, StartTag, Text, html_tokens, text_pieces
from lgm_core.documents.table_rows import trimmed

__all__ = ["html_blocks", "html_title"]

_ELEMENTS = {
    *("script", "style", "nav", "footer", "template", "noscript", "svg", "math", "title", "textarea", "select"),
    *("button", "datalist", "iframe", "object", "audio", "video", "canvas", "noembed", "noframes", "xmp", "rt", "rp"),
}
_ROLES = {"navigation", "contentinfo", "search", "menu", "menubar", "toolbar", "tablist"}
# Classes that widespread generators (MediaWiki, Sphinx, MkDocs) give to elements that are not part of the text, and to
# line numbers beside code.
_CLASSES = {
    *("mw-editsection", "navbox", "toc", "reflist", "references", "catlinks", "headerlink", "noprint", "sr-only"),
    *("breadcrumb", "breadcrumbs", "wy-breadcrumbs", "bd-breadcrumbs", "md-nav", "navbar", "toctree-wrapper"),
    *("linenos", "linenodiv", "lineno", "line-numbers-rows", "rouge-gutter", "hljs-ln-numbers"),
}
_LISTS = {"ul", "ol"}
_MENU_CLASSES = {"menu", "sub-menu", "dropdown-menu", "nav", "navbar-nav"}
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
        or not _CLASSES.isdisjoint(classes := attributes.get("class", "").split())
        or (tag.name in _LISTS and not _MENU_CLASSES.isdisjoint(classes))
        or attributes.get("itemtype", "").endswith("/BreadcrumbList")
        or bool(_HIDDEN_STYLE.search(attributes.get("style", "")))
    )


_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_KINDS = {
    **dict.fromkeys(_HEADINGS, BlockKind.HEADING),
    **dict.fromkeys(("li", "dt", "dd"), BlockKind.LIST_ITEM),
    **dict.fromkeys(("caption", "figcaption"), BlockKind.CAPTION),
    "blockquote": BlockKind.QUOTE,
}
_CONTAINERS = {*_LISTS, "menu", "dl", "main", "header", *_KINDS}
_TABLE_PARTS = {"table", "tr", "td", "th"}
_BLOCKS = {
    *("address", "article", "aside", "body", "center", "details", "dialog", "div", "fieldset", "figure", "footer"),
    *("form", "head", "hr", "html", "legend", "nav", "p", "pre", "section", "summary"),
    *_CONTAINERS,
    *_TABLE_PARTS,
}
_INLINE_CODE = {"code", "kbd", "samp", "tt"}
_CODE_ENDS = {"pre", "table", "body"}
_ENDING_A_HEADING = {"p", "ul", "ol", "dl", "table", "blockquote", *_HEADINGS}
_ENDED_BY_ITS_SIBLING = {"p", "li", "dt", "dd", "td", "th", "tr"}
_BRACKETED_NOTE_MARK = re.compile(r"\s*\[.{0,100}\]\s*", re.S)
_LINKED_NOTE_MARK = re.compile(r"\s*\S{1,3}\s*")


def html_blocks(source: str, start: int = 0, end: int | None = None) -> Iterator[Block]:
    """Yield the blocks of HTML; where a page marks its main part, only those of the main part."""
    reader = _PageReader(source)
    for token in html_tokens(source, start, len(source) if end is None else end):
        match token:
            case Text():
                reader.read_text(token)
            case StartTag():
                reader.read_start(token)
            case EndTag():
                reader.read_end(token)
    reader.finish()
    yield from reader.main_blocks or reader.blocks


def html_title(source: str) -> str:
    """Return the text of the `<title>` element, or an empty string."""
    is_title = False
    for token in html_tokens(source, 0, len(source)):
        if isinstance(token, Text) and is_title:
            return " ".join("".join(piece.text for piece in text_pieces(source, token.start, token.end)).split())
        is_title = isinstance(token, StartTag) and token.name == "title"
        if isinstance(token, StartTag) and token.name == "body":
            break
    return ""


class _OpenElement(NamedTuple):
    name: str
    kind: BlockKind


class _PageReader:
    """Collects a page's text into blocks, following its tags; tolerates tags that are never closed."""

    def __init__(self, source: str) -> None:
        self.blocks: list[Block] = []
        self.main_blocks: list[Block] = []
        self._source = source
        self._pieces: list[Piece] = []
        self._open_elements: list[_OpenElement] = []
        self._open_count: Counter[str] = Counter()
        self._tables: list[HtmlTable] = []
        self._skipped_name = ""
        self._skipped_depth = 0
        self._superscript_start: int | None = None
        self._superscript_links = False
        self._follows_break = False
        self._term_is_open = False
        self._is_link_within = False
        self._has_own_text = False
        self._is_code = False
        self._inline_code = 0

    @property
    def _top(self) -> _OpenElement:
        return self._open_elements[-1] if self._open_elements else _OpenElement("", BlockKind.PARAGRAPH)

    @property
    def _cell(self) -> list[Piece] | None:
        return self._tables[-1].cell if self._tables else None

    @property
    def _target(self) -> list[Piece]:
        """Return the pieces to append text to: those of the open cell, or of the open block."""
        return self._pieces if self._cell is None else self._cell

    def read_text(self, token: Text) -> None:
        """Process text between two tags."""
        if self._skipped_depth:
            return
        pieces = text_pieces(self._source, token.start, token.end)
        self._target.extend(piece._replace(is_code=self._inline_code > 0) for piece in pieces)
        if not self._source[token.start : token.end].isspace():
            self._follows_break = self._term_is_open = False
            self._has_own_text = self._has_own_text or not self._is_link_within

    def read_start(self, tag: StartTag) -> None:
        """Process an opening tag."""
        if self._skipped_depth:
            if tag.name != self._skipped_name or tag.name not in _ENDED_BY_ITS_SIBLING:
                self._skipped_depth += tag.name == self._skipped_name
                return
            self._skipped_depth = 0
        if is_boilerplate(tag):
            self._skipped_name, self._skipped_depth = tag.name, 1
            if tag.name in _BLOCKS and self._cell is None and not self._is_code:
                self._flush()
        elif self._is_code and tag.name not in _HEADINGS:
            self._end_code_line(tag)
        elif tag.name == "pre":
            self._start_code()
        elif tag.name == "br":
            self._break_line(tag)
        elif tag.name in _INLINE_CODE:
            self._inline_code += 1
        elif tag.name in ("sup", "a"):
            self._start_note_mark(tag)
        elif tag.name in _TABLE_PARTS or self._cell is not None:
            self._inline_code = 0 if tag.name in _TABLE_PARTS else self._inline_code
            self._start_in_table(tag)
        elif tag.name in _BLOCKS:
            self._start_block(tag)

    def read_end(self, tag: EndTag) -> None:
        """Process a closing tag."""
        if self._skipped_depth:
            self._skipped_depth -= tag.name == self._skipped_name
        elif self._is_code and tag.name in _CODE_ENDS:
            self._flush()
        elif self._is_code:
            self._end_code_line(tag)
        elif tag.name in _INLINE_CODE:
            self._inline_code = max(0, self._inline_code - 1)
        elif tag.name == "a":
            self._is_link_within = False
        elif tag.name == "sup":
            self._drop_note_mark()
        elif tag.name in _TABLE_PARTS:
            self._end_in_table(tag)
        elif tag.name == "dt" and self._open_count["dt"]:
            self._close("dt")
            self._term_is_open = True
        elif tag.name in _BLOCKS and self._cell is None:
            self._flush()
            self._close(tag.name)

    def finish(self) -> None:
        """End all open tables and the open block."""
        while self._tables:
            self._end_table()
        self._flush()

    def _start_code(self) -> None:
        """Begin code, which turns a surrounding table, such as one with line numbers, into layout."""
        if self._tables and not self._tables[-1].is_layout:
            self._emit(self._tables[-1].as_layout())
        self._flush()
        self._is_code = True

    def _end_code_line(self, tag: StartTag | EndTag) -> None:
        """End the line of code at a line break, or where a page has one element per line."""
        is_line = tag.name in _BLOCKS and self._pieces and not self._pieces[-1].text.endswith("\n")
        if is_line or tag.name == "br":
            self._pieces.append(Piece("\n", tag.start, tag.start))

    def _start_block(self, tag: StartTag) -> None:
        continues_term = self._term_is_open and tag.name in ("p", "div")
        if tag.name == "dd" and (self._term_is_open or self._top.name == "dt"):
            # A term and its definition read as one: "Queen: the mother of the colony".
            _separate(self._pieces, ": ", tag.start)
            self._close("dt")
            self._term_is_open = True
        elif not continues_term:
            had_text = self._flush()
            if had_text and self._top.name in _HEADINGS and tag.name in _ENDING_A_HEADING:
                self._close(self._top.name)
        if tag.name in _CONTAINERS:
            kind = self._top.kind if tag.name in ("main", "header") else BlockKind.PARAGRAPH
            self._open_elements.append(_OpenElement(tag.name, _KINDS.get(tag.name, kind)))
            self._open_count[tag.name] += 1

    def _start_in_table(self, tag: StartTag) -> None:
        table = self._tables[-1] if self._tables else None
        if table and not table.is_layout and tag.name in ("table", *_HEADINGS):
            self._emit(table.as_layout())
        if tag.name == "table":
            self._start_block(tag)
            self._tables.append(HtmlTable())
        elif table is None or table.is_layout:
            self._start_block(tag)
        elif tag.name == "tr":
            self._emit(table.start_row(tag.start))
        elif tag.name in ("td", "th"):
            table.start_cell(tag.attributes, is_header=tag.name == "th")
        elif tag.name in _BLOCKS and self._cell:
            _separate(self._cell, ", " if tag.name == "li" else " ", tag.start)

    def _end_in_table(self, tag: EndTag) -> None:
        table = self._tables[-1] if self._tables else None
        if table is None or table.is_layout:
            self._flush()
        if table and tag.name == "table":
            self._end_table()
        elif table and tag.name == "tr":
            self._emit(table.end_row())
        elif table:
            table.end_cell()

    def _end_table(self) -> None:
        self._emit(self._tables.pop().end_row())
        self._flush()

    def _break_line(self, tag: StartTag) -> None:
        if self._follows_break and self._cell is None:
            self._flush()
        self._target.append(Piece(" ", tag.start, tag.start))
        self._follows_break = True

    def _start_note_mark(self, tag: StartTag) -> None:
        """Note where a superscript or a link to a place on the page begins."""
        self._is_link_within = tag.name == "a" and tag.attributes.get("href", "").startswith("#")
        if tag.name == "sup":
            self._superscript_start, self._superscript_links = len(self._target), False
        elif "#" in tag.attributes.get("href", ""):
            self._superscript_links = True

    def _drop_note_mark(self) -> None:
        """Leave out the superscript mark of a footnote: `[1]`, `[citation needed]`, or a digit that links to it."""
        if self._superscript_start is not None:
            mark = "".join(piece.text for piece in self._target[self._superscript_start :])
            if _BRACKETED_NOTE_MARK.fullmatch(mark) or (self._superscript_links and _LINKED_NOTE_MARK.fullmatch(mark)):
                del self._target[self._superscript_start :]
        self._superscript_start = None

    def _flush(self) -> bool:
        """End the current block; return whether it had text."""
        pieces, self._pieces = tuple(self._pieces), []
        self._follows_break = self._term_is_open = False
        self._inline_code = 0
        is_code, self._is_code = self._is_code, False
        has_own_text, self._has_own_text = self._has_own_text, False
        if self._top.kind is BlockKind.LIST_ITEM and not is_code and not has_own_text:
            return False  # a line of the page's list of contents
        if all(not piece.text or piece.text.isspace() for piece in pieces):
            return False
        if is_code:
            self._emit([Block(BlockKind.CODE, pieces)])
        else:
            self._emit([Block(self._top.kind, pieces, _HEADINGS.get(self._top.name, 0))])
        return True

    def _emit(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            # In the header of a page or an article, only headings belong to the text.
            if block.kind is BlockKind.HEADING or not self._open_count["header"]:
                self.blocks.append(block)
                if self._open_count["main"]:
                    self.main_blocks.append(block)

    def _close(self, name: str) -> None:
        """Close the innermost element with a name and all elements still open in it."""
        while self._open_count[name]:
            closed = self._open_elements.pop()
            self._open_count[closed.name] -= 1
            if closed.name == name:
                return


def _separate(pieces: list[Piece], separator: str, offset: int) -> None:
    """Append a separator to the text so far, if there is any."""
    text = trimmed(pieces)
    if text and text[-1].text != separator.strip():
        pieces[:] = [*text, Piece(separator, offset, offset)]
