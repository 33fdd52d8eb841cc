"""Make documents to construct graphs of."""

from lgm_core.documents.json_lines import text_of_sections
from lgm_core.language.backends import annotator_named
from lgm_core.learning.analysis import analyse
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText, document_text
from lgm_core.learning.construction.findings import StageWork
from lgm_core.model import Document
from lgm_core.vectors.port import Embeddings

READER = annotator_named("lite:parse")


def made_text(sections: dict[str, list[list[str]]], title: str = "Paper", **metadata: str | list[str]) -> DocumentText:
    """Return a document of sections by their headings, each a list of paragraphs, which are lists of sentences."""
    text = text_of_sections([{"title": title, "paragraphs": paragraphs} for title, paragraphs in sections.items()])
    document = Document("paper", text, title, dict(metadata), media_type="text/x-sentences")
    return document_text(analyse(document, READER, "recipe"))


def text_of(*sentences: str) -> DocumentText:
    """Return a document of one section with one paragraph."""
    return made_text({"Introduction": [list(sentences)]})


def work_of(
    text: DocumentText,
    model_name: str = "",
    options: ConstructionOptions | None = None,
    embeddings: Embeddings | None = None,
) -> StageWork:
    """Return what a stage works with."""
    return StageWork(text, options or ConstructionOptions(), model_name, READER, embeddings)
