"""What both doors tell of the page that a result is on."""

import pytest

from langchain_lgm import _conversion as of_langchain
from lgm_core import RetrievedPassage
from lgm_core.hosts import Found
from lgm_core.model import DocumentRecord, Metadata, Section, Sentence
from llama_index_lgm import _conversion as of_llama_index

SECTION = Section("d#s0", "d", 0, 1, "Dances", ("Dances",), 0, 11)


def passage(page: int | None, metadata: Metadata | None = None) -> RetrievedPassage:
    record = DocumentRecord("d", "Bees", "bees.pdf", "en", metadata or {}, "", "")
    sentence = Sentence("d#0", "d", "d#s0", 0, 0, 11, "Bees dance.", "Bees dance.", "bee dance .", page=page)
    return RetrievedPassage(SECTION, record, (sentence,), 1.0)


def pages(metadata: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in metadata.items() if "page" in name or name == "document_metadata"}


@pytest.mark.parametrize(
    ("page", "own", "langchain", "llama_index"),
    [
        (7, {}, {"page": 6, "page_label": "7"}, {"page_label": "7"}),
        (None, {}, {}, {}),
        (7, {"page": 6}, {"page": 6}, {"page": 6}),
        (7, {"page_label": "v"}, {"page_label": "v"}, {"page_label": "v"}),
    ],
)
def test_each_door_names_the_page_as_loaders_of_its_host_do(
    page: int | None, own: Metadata, langchain: dict[str, object], llama_index: dict[str, object]
) -> None:
    found = Found(passage(page, own))
    assert pages(of_langchain.from_engine(found, scored=True).metadata) == langchain
    assert pages(of_llama_index.from_engine(found).node.metadata) == llama_index
