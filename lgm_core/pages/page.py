"""A page: one self-contained HTML file, to be saved, opened in a browser, or shown in a notebook."""

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
    """A page about a graph, which is displayed as the result of a notebook cell.

    It loads nothing from the network, and text from documents is never markup or a script in it.

    Attributes:
        title: the title.
        html: the whole page.
        height: its height in a notebook, in pixels.
    """

    title: str
    html: str = field(repr=False)
    height: int = 640

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the page to a file, completely or not at all, and return its path.

        Raises:
            InputError: the file cannot be written.
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
        """Return the page in a frame, isolated from the notebook."""
        return (
            f'<iframe title="{escape(self.title)}" srcdoc="{escape(self.html)}" sandbox="allow-scripts" '
            f'style="width: 100%; height: {self.height}px; border: 1px solid #8884; border-radius: 8px"></iframe>'
        )
