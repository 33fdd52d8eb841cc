"""A page: one HTML file that needs no other, to be saved, opened in a browser, or shown in a notebook."""

from __future__ import annotations

import tempfile
import webbrowser
from dataclasses import dataclass, field
from html import escape
from os import PathLike
from pathlib import Path

from lgm_core.errors import InputError
from lgm_core.file_writing import written_whole

__all__ = ["Page"]


@dataclass(frozen=True, slots=True)
class Page:
    """A page that shows something of a graph. At the end of a notebook's cell it shows itself.

    It asks the network for nothing, and text from documents is text in it, never markup or a script.

    Attributes:
        title: what it shows.
        html: the whole page.
        height: how high it is in a notebook, in pixels.
    """

    title: str
    html: str = field(repr=False)
    height: int = 640

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the page to a file, whole or not at all, and return its path.

        Raises:
            InputError: it cannot be written there.
        """
        target = Path(path)
        try:
            with written_whole(target) as file:
                file.write(self.html.encode())
        except OSError as error:
            raise InputError(f"the page cannot be written to {target}: {error.strerror or error}") from error
        return target

    def open(self) -> Path:
        """Write the page to a temporary file, open it in the browser of this machine, and return the file's path.

        Raises:
            InputError: the file cannot be written.
        """
        folder = Path(tempfile.mkdtemp(prefix="lgm-page-"))
        path = self.save(folder / "page.html")
        webbrowser.open(path.as_uri())
        return path

    def _repr_html_(self) -> str:
        """Return a frame that holds the page, cut off from the notebook around it."""
        return (
            f'<iframe title="{escape(self.title)}" srcdoc="{escape(self.html)}" sandbox="allow-scripts" '
            f'style="width: 100%; height: {self.height}px; border: 1px solid #8884; border-radius: 8px"></iframe>'
        )
