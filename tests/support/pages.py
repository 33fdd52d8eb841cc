"""The pages of the documentation, and what each shows to be run.

A page is one program: its blocks of Python share their names, as the cells of a notebook do, and its commands and its
Python work in one folder. Comments of the page, which readers of the site do not see, say what is special:

    <!-- not run: needs a GPU -->           before a block that the tests leave out; the reason is for readers, too
    <!-- needs: neo4j -->                   anywhere: the page is run where the tests have a Neo4j
    <!-- blocks of their own -->            anywhere: each block of Python begins with no names, as one who copies it;
                                            so it is in the README, which has no comments, since many read it as it is
    <!-- the model replies: Plums. [1] -->  from here on; JSON is added to what the stand-in replies else
    <!-- before:                            Python that is run and not shown, such as a fragment's names
    graph = LanguageGraph("my.lgm")
    -->

A block with a `title="name.ext"` is a file: it is written, and run if a command runs it. A block of `text` after one of
Python is what that prints, as are lines below a command: they are compared, where `…` stands for anything. Blocks of
other languages are not run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
PAGES = [README, *sorted(path for path in DOCS.rglob("*.md") if path.parent.name != "_site")]
RUN = {"python", "console"}

_PIECE = re.compile(
    r"^(?P<indent>[ ]*)(?P<fence>`{3,})(?P<language>[\w-]*)(?P<more>[^\n`]*)\n(?P<code>.*?)^(?P=indent)(?P=fence)[ ]*$"
    r"|<!-- (?P<comment>not run|the model replies|before):(?P<said>.*?)-->",
    re.MULTILINE | re.DOTALL,
)
_TITLE = re.compile(r'title="([^"]+)"')


@dataclass(frozen=True)
class Block:
    """A block of code of a page.

    Attributes:
        language: What the fence names; `before` and `the model replies` are comments.
        code: Its text, without the indentation of a list or a tab.
        line: The line of the page, from 1, in which the code begins.
        title: The file that it is, or "".
        not_run: Why it is left out, or "".
        prints: What the page says that it prints, or None.
    """

    language: str
    code: str
    line: int
    title: str = ""
    not_run: str = ""
    prints: str | None = None


@dataclass(frozen=True)
class DocumentationPage:
    """A page, read for what it shows."""

    path: Path
    text: str
    blocks: tuple[Block, ...]

    @property
    def name(self) -> str:
        return self.path.relative_to(ROOT).as_posix() if self.path.is_relative_to(ROOT) else self.path.name

    @property
    def needs_neo4j(self) -> bool:
        return "<!-- needs: neo4j -->" in self.text

    @property
    def has_blocks_of_their_own(self) -> bool:
        return self.path == README or "<!-- blocks of their own -->" in self.text

    @property
    def is_run(self) -> bool:
        """Return whether anything of it is run."""
        return any(block.language in RUN and not block.not_run for block in self.blocks)


def read_page(path: Path) -> DocumentationPage:
    """Read a page.

    Raises:
        ValueError: A `not run` without a reason, or with no block after it.
    """
    text = path.read_text(encoding="utf-8")
    return DocumentationPage(path, text, tuple(_with_output(_blocks(path, text))))


def _blocks(path: Path, text: str) -> Iterator[Block]:
    reason = ""
    for found in _PIECE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found["comment"] == "not run":
            reason = " ".join(found["said"].split())
            if not reason or not re.match(r"-->\s*```", text[found.end() - 3 :]):
                raise ValueError(f"{path.name}:{line}: `not run` needs a reason, and a block after it")
        elif found["comment"]:
            skipped = len(found["said"]) - len(found["said"].lstrip("\n"))
            yield Block(found["comment"], found["said"].strip(), line + skipped)
        else:
            indent = len(found["indent"])
            code = "".join(one[indent:] if one.strip() else "\n" for one in found["code"].splitlines(keepends=True))
            title = _TITLE.search(found["more"])
            yield Block(found["language"], code, line + 1, title[1] if title else "", reason)
            reason = ""


def _with_output(blocks: Iterator[Block]) -> Iterator[Block]:
    """Join a block of Python and the block of text after it."""
    former: Block | None = None
    for block in blocks:
        if former is not None and block.language == "text" and not block.title:
            yield Block(**{**vars(former), "prints": block.code})
            former = None
            continue
        if former is not None:
            yield former
        former = block if block.language == "python" and not block.title and not block.not_run else None
        if former is None:
            yield block
    if former is not None:
        yield former
