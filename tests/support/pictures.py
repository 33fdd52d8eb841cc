"""Take the pictures of the documentation from the package's own pages: `python -m tests.support.pictures`.

They are of the demo's documents. A language model is a local server with a written reply.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from lgm_core import LanguageGraph, OpenAIChatModel
from lgm_core.demo import demo_folder
from lgm_core.pages.page import Page
from tests.support.browser import Browser
from tests.support.openai_server import OpenAIServer, completion
from tests.support.pages import DOCS

PICTURES = DOCS / "pictures"
MOST_BYTES = 150_000
QUESTION = "Where was the monk born who bred the Buckfast bee?"
REPLY = "Brother Adam, the monk who bred the Buckfast bee, was born in Mittelbiberach. [1] [8]"
CHAIN = "In which city was the teacher of Martin Lindauer born?"


@dataclass(frozen=True)
class Picture:
    """A page of a graph, the size of the window, and what is done in the page before the picture is taken.

    Attributes:
        name: The file, without its suffix.
        page: Makes the page.
        size: Width and height of the window.
        ready: JavaScript that is true once the page shows what it is to show.
        first: JavaScript that is run first.
    """

    name: str
    page: Callable[[LanguageGraph], Page]
    size: tuple[int, int]
    ready: str = "return true"
    first: str = ""


TAKEN = [
    Picture(
        "graph",
        lambda graph: graph.show("honey"),
        (1200, 800),
        ready="return document.documentElement.dataset.ready && !graphPage.picture.renderer.getCamera().isAnimated()",
    ),
    Picture("answer", lambda graph: graph.show(graph.ask(QUESTION)), (1100, 985)),
    Picture("retrieval", lambda graph: graph.show(graph.retrieve_passages(CHAIN, 3), question=CHAIN), (1200, 740)),
    Picture(
        "document",
        lambda graph: graph.show(document="honey-bee.md"),
        (1200, 800),
        first="document.querySelector('#s0 [data-c]').click(); document.querySelector('.stated').open = true",
    ),
]


def take(picture: Picture, graph: LanguageGraph, browser: Browser) -> Path:
    """Write one picture."""
    browser.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    browser.open(picture.page(graph), picture.size)
    browser.run(picture.first)
    browser.wait_for(picture.ready)
    browser.run("return document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    path = PICTURES / f"{picture.name}.png"
    browser.screenshot(path)
    return path


def main() -> None:
    """Take all pictures, or those that the command line names."""
    pictures = {picture.name: picture for picture in TAKEN}
    if unknown := set(sys.argv[1:]) - pictures.keys():
        sys.exit(f"there is no picture {', '.join(sorted(unknown))}; there are {', '.join(pictures)}")
    with tempfile.TemporaryDirectory() as folder, OpenAIServer(lambda _: completion(REPLY, usage=False)) as server:
        os.environ |= {"OPENAI_MODEL": "a model", "OPENAI_API_KEY": "none", "OPENAI_BASE_URL": server.base_url}
        with (
            LanguageGraph(Path(folder, "bees.lgm"), llm=OpenAIChatModel()) as graph,
            closing(Browser(Path(folder))) as browser,
        ):
            graph.build(demo_folder() / "documents", extraction=False)
            for name in sys.argv[1:] or pictures:
                size = take(pictures[name], graph, browser).stat().st_size
                sys.stdout.write(f"{name}.png: {size:,} bytes\n")
                assert size < MOST_BYTES


if __name__ == "__main__":
    main()
