"""Which texts are the bytes of binary files."""

import io
import random
import zipfile
import zlib

import pytest

from lgm_core.documents.binary_text import binary_content

WORDS = "The depot opens at seven and closes at nine. "


def pdf() -> bytes:
    """Return a PDF file as small programs write them, in ASCII."""
    return b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n"


def word_file() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("word/document.xml", f"<w:t>{WORDS}</w:t>")
    return data.getvalue()


def compressed() -> bytes:
    generator = random.Random(7)
    return zlib.compress(generator.randbytes(3000))


@pytest.mark.parametrize("errors", ["ignore", "replace"])
@pytest.mark.parametrize(
    ("data", "said"),
    [(pdf(), "bytes of a PDF file"), (word_file(), "bytes of a zip archive"), (compressed(), "no characters")],
    ids=["pdf", "zip", "compressed"],
)
def test_bytes_read_as_characters_are_no_text(data: bytes, errors: str, said: str) -> None:
    assert said in binary_content(data.decode("utf-8", errors))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "�",
        WORDS,
        WORDS * 3 + "Caf� au lait.",
        "%PDF-1.4 is how a PDF file begins.",
        "PKZIP makes archives.",
        "\x1b[1mdepot\x1b[0m\n\x1b[32mok\x1b[0m\n" * 20,
        "First page.\x0cSecond page.\x0c" * 20,
        "It\x92s the depot\x92s \x93best\x94 day. " * 20,
        "Депо открывается в семь. 駅は七時に開く。",
    ],
)
def test_a_text_with_a_few_wrong_characters_is_one(text: str) -> None:
    assert binary_content(text) == ""
