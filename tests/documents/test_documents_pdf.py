"""Reading PDF files: real ones, written here."""

import io
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from lgm_core.documents.formats import pdf_lines
from lgm_core.documents.formats.pdf_text import read_pdf
from lgm_core.documents.parsing import parse_document
from lgm_core.documents.reader import UnreadableFile, read_documents
from lgm_core.documents.sections import split_sections
from lgm_core.errors import MissingDependencyError
from lgm_core.model import Document

BODY = "Helvetica", 10
HEADING = "Helvetica-Bold", 16
CODE = "Courier", 10
Line = tuple[str, tuple[str, int]]


def pdf(*pages: list[Line], title: str | None = None) -> bytes:
    """Write pages of lines; `""` leaves a gap between paragraphs."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=True)
    canvas.setTitle(title or "")
    for page in pages:
        height = 800
        for text, font in page:
            canvas.setFont(*font)
            canvas.drawString(50, height, text)
            height -= font[1] + 2 if text else 10
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def body(*lines: str) -> list[Line]:
    return [(line, BODY) for line in lines]


def read(tmp_path: Path, data: bytes) -> Document | UnreadableFile:
    (tmp_path / "bees.pdf").write_bytes(data)
    (result,) = read_documents([tmp_path])
    return result


def document(tmp_path: Path, data: bytes) -> Document:
    result = read(tmp_path, data)
    assert isinstance(result, Document)
    return result


def problem(tmp_path: Path, data: bytes) -> str:
    result = read(tmp_path, data)
    assert isinstance(result, UnreadableFile)
    return str(result.error)


LINES = [
    "Bees that leave the hive collect nectar and pollen on warm days, and they also col-",
    "lect water and resin. The honey is kept in combs, which the workers build of wax.",
]


def title_of(document: Document) -> str:
    return parse_document(document).document.title


def test_headings_are_known_by_their_type(tmp_path: Path) -> None:
    page = [("Honey bees", HEADING), *body(*LINES), ("1.2 Castes", ("Helvetica-Bold", 12)), *body(*LINES)]
    read = document(tmp_path, pdf(page, title="Untitled document"))
    assert (read.id, title_of(read), read.media_type) == ("bees.pdf", "Honey bees", "application/pdf")
    parts = split_sections(read)
    assert [part.section.path for part in parts] == [("Honey bees",), ("Honey bees", "Castes")]
    assert parts[0].text.startswith(
        "Bees that leave the hive collect nectar and pollen on warm days, and they also collect water"
    )


def test_headings_of_a_cover_are_not_above_what_follows(tmp_path: Path) -> None:
    cover = [("Bees", ("Helvetica-Bold", 24)), ("", BODY), ("A REPORT", ("Helvetica-Bold", 20)), ("_" * 30, BODY)]
    page = [("Castes", HEADING), *body(*LINES)]
    parts = split_sections(document(tmp_path, pdf([*cover, *body(*LINES)], page)))
    assert [part.section.path for part in parts] == [("Bees", "A REPORT"), ("Bees", "Castes")]


def test_a_title_alone_on_the_first_page_is_above_what_follows(tmp_path: Path) -> None:
    page = [("Castes", HEADING), *body(*LINES)]
    pages = [("Bees", ("Helvetica-Bold", 24)), *body(*LINES)], page
    parts = split_sections(document(tmp_path, pdf(*pages, title="A book of bees")))
    assert parts[1].section.path == ("A book of bees", "Bees", "Castes")


def test_offsets_point_into_the_text_that_was_taken_out(tmp_path: Path) -> None:
    read = document(tmp_path, pdf(body(*LINES)))
    (part,) = split_sections(read)
    start, end = part.original_span(0, len(part.text))
    assert read.text[start:end] == read.text.strip()
    start = part.text.index("collect water")
    original_start, original_end = part.original_span(start, start + len("collect water"))
    assert read.text[original_start:original_end] == "col-\nlect water"


def test_the_title_of_the_file_itself_comes_first(tmp_path: Path) -> None:
    page = [("Chapter", HEADING), *body(*LINES)]
    assert title_of(document(tmp_path, pdf(page, title="A book of bees"))) == "A book of bees"
    assert title_of(document(tmp_path, pdf(page, title="Microsoft Word - bees.docx"))) == "Chapter"
    assert title_of(document(tmp_path, pdf(body(*LINES)))) == "bees"
    assert title_of(document(tmp_path, pdf(page, title="LAYOUT Q1 MASTER"))) == "Chapter"


def test_the_name_of_a_file_that_tells_whose_and_when_it_is_is_its_title(tmp_path: Path) -> None:
    (tmp_path / "3M_2018_10K.pdf").write_bytes(pdf([("FORM 10-K", HEADING), *body(*LINES)], title="0001-18-000005"))
    (found,) = read_documents([tmp_path])
    assert isinstance(found, Document)
    assert found.title == "3M 2018 10K"


def test_gaps_divide_paragraphs(tmp_path: Path) -> None:
    (part,) = split_sections(
        document(tmp_path, pdf(body(*LINES, "", "They dance in the dark hive to tell", "where it is.")))
    )
    assert len(part.blocks) == 2
    assert part.text.endswith("\n\nThey dance in the dark hive to tell where it is.")


def test_a_paragraph_goes_on_across_pages(tmp_path: Path) -> None:
    pages = [body(*LINES, "They dance in the dark"), body("hive.", "", *LINES)]
    read = document(tmp_path, pdf(*pages))
    assert read.text.count("\f") == 1
    assert "They dance in the dark hive." in split_sections(read)[0].text


def test_running_heads_and_page_numbers_are_left_out(tmp_path: Path) -> None:
    subjects = ["wax", "honey", "pollen", "queens", "drones"]
    pages = [
        body(
            "A book of bees", *[f"The {nth} line about {subject}." for nth in ("first", "next")], *LINES, f"Bees {page}"
        )
        for page, subject in enumerate(subjects, 11)
    ]
    text = document(tmp_path, pdf(*pages)).text
    assert "A book" not in text
    assert "Bees 1" not in text
    assert all(f"The first line about {subject}." in text for subject in subjects)


def test_the_head_of_a_chapter_of_some_pages_is_left_out(tmp_path: Path) -> None:
    subjects = ["wax", "honey", "pollen", "queens", "drones", "larvae", "hives", "dances", "flowers", "stings"]
    pages = []
    for number, subject in enumerate(subjects * 2):
        lines = [f"{nth} line about {subject} on page {'x' * number}." for nth in ("First", "Next", "Third", "Last")]
        pages.append(body(*(["Risks"] if 4 < number < 8 else []), *lines))
    text = document(tmp_path, pdf(*pages)).text
    assert "Risks" not in text
    assert text.count("First line") == 20


def test_a_word_ends_where_a_link_without_a_space_before_it_begins(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    text = canvas.beginText(50, 700)
    for piece in ("Honey is in", "Note 5 of AdeS, and G", "Hub costs", "$12;", "• wax."):
        text.textOut(piece)
    canvas.drawText(text)
    canvas.save()
    assert document(tmp_path, buffer.getvalue()).text == "Honey is in Note 5 of AdeS, and GHub costs $12; • wax."


def test_items_in_scaled_type_stand_on_lines_of_their_own(tmp_path: Path) -> None:
    items = ["honey that is dark and thick;", "wax that is pale;", "pollen that is yellow."]
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    canvas.scale(0.025, 0.025)
    canvas.setFont("Helvetica", 400)  # PDFium takes the lines of so large a type for one
    for number, item in enumerate(items):
        canvas.drawString(2000, 28_000 - 480 * number, "•")
        canvas.drawString(2600, 28_000 - 480 * number, item)
    canvas.save()
    assert document(tmp_path, buffer.getvalue()).text.splitlines() == [f"• {item}" for item in items]


def test_contents_are_left_out(tmp_path: Path) -> None:
    page = [("Castes . . . . . . . . . . 12", BODY), *body(*LINES)]
    assert "Castes" not in document(tmp_path, pdf(page)).text


def test_monospaced_lines_are_code(tmp_path: Path) -> None:
    page = [*body(*LINES), ("def hive():", CODE), ("    return 1", CODE), ("", CODE), ("# so", CODE), *body(*LINES)]
    found = document(tmp_path, pdf(page))
    (part,) = split_sections(found)
    assert [part.text[start:end] for start, end in part.code_spans] == ["def hive():\n    return 1\n# so"]
    assert [str(block.kind) for block in part.blocks] == ["paragraph", "code", "paragraph"]
    start, end = part.original_span(*part.code_spans[0])
    assert found.text[start:end] == "def hive():\n        return 1\n    # so"


def test_a_document_all_in_one_pitch_is_text(tmp_path: Path) -> None:
    assert document(tmp_path, pdf([(line, CODE) for line in LINES])).text.startswith("Bees that leave")


def test_a_pdf_without_text_is_refused(tmp_path: Path) -> None:
    assert "bees.pdf holds no text, only pictures" in problem(tmp_path, pdf([]))


def test_a_broken_pdf_is_refused(tmp_path: Path) -> None:
    assert "is not a PDF file that can be read" in problem(tmp_path, b"%PDF-1.4\nnonsense")
    assert "is not a PDF file that can be read" in problem(tmp_path, b"<html>")


def encrypted(password: str, strength: int) -> bytes:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, encrypt=StandardEncryption(password, ownerPassword="owner", strength=strength))
    canvas.drawString(50, 700, "Bees dance in the hive.")
    canvas.save()
    return buffer.getvalue()


@pytest.mark.parametrize("strength", [40, 128])
def test_an_encrypted_pdf_that_opens_without_a_password_is_read(tmp_path: Path, strength: int) -> None:
    assert document(tmp_path, encrypted("", strength)).text == "Bees dance in the hive."


@pytest.mark.parametrize("name", ["aes_128.pdf", "aes_256.pdf"])
def test_a_pdf_encrypted_with_aes_is_read(tmp_path: Path, name: str) -> None:
    data = Path(__file__).with_name(name).read_bytes()
    assert b"/Encrypt" in data
    assert document(tmp_path, data).text == "Bees dance in the hive."


@pytest.mark.parametrize("strength", [40, 128])
def test_a_protected_pdf_is_refused(tmp_path: Path, strength: int) -> None:
    assert "is protected by a password" in problem(tmp_path, encrypted("secret", strength))


def test_without_the_extra_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    result = read(tmp_path, pdf(body(*LINES)))
    assert isinstance(result, UnreadableFile)
    assert "bees.pdf cannot be read: reading PDF files needs the extra `pdf`" in str(result.error)
    assert isinstance(result.error.__cause__, MissingDependencyError)


def test_more_text_than_a_small_file_can_hold_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_lines, "_PER_PAGE", 10_000)
    monkeypatch.setattr(pdf_lines, "_PER_BYTE", 1)
    lines = body(*[f"Bees of hive {number} are calm." for number in range(60)])
    assert "hive 59" in document(tmp_path, pdf(lines)).text
    packed = pdf(body(*["Bees are calm."] * 3000))
    assert "has far more text than usual for its size" in problem(tmp_path, packed)


def test_threads_read_files_at_once(tmp_path: Path) -> None:
    data = pdf(body(*LINES), body(*LINES))
    with ThreadPoolExecutor(4) as pool:
        texts = set(pool.map(lambda _: read_pdf(data).text, range(40)))
    assert len(texts) == 1


def test_a_sheet_turned_on_its_side_is_read(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    canvas.setPageRotation(90)
    canvas.rotate(90)
    for number, line in enumerate(["Honey of 2018 is dark and thick.", "Wax is pale.", "Pollen is yellow."]):
        canvas.drawString(50, -100 - 12 * number, line)
    canvas.save()
    assert document(tmp_path, buffer.getvalue()).text.splitlines() == [
        "Honey of 2018 is dark and thick.",
        "Wax is pale.",
        "Pollen is yellow.",
    ]


def drawing(*forms: tuple[int, ...]) -> bytes:
    """Write a file of a page that draws the first form; each form draws others, given by their places in the order."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /XObject << /X5 5 0 R >> "
        b"/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        b"<< /Length 51 >>\nstream\nBT /F 12 Tf 10 700 Td (Bees dance.) Tj ET /X5 Do   \nendstream",
    ]
    for drawn in forms:
        names = b" ".join(b"/X%d %d 0 R" % (number + 5, number + 5) for number in drawn)
        calls = b" ".join(b"/X%d Do" % (number + 5) for number in drawn)
        objects.append(
            b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << %s >> >> /Length %d >>\n"
            b"stream\n%s\nendstream" % (names, len(calls), calls)
        )
    data, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Root 1 0 R /Size %d >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(data))
    return data + b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table) + end


def test_forms_in_forms_are_read(tmp_path: Path) -> None:
    assert document(tmp_path, drawing((1, 1), (2,), ())).text == "Bees dance."


@pytest.mark.parametrize("forms", [[(0,)], [(1,), (0,)], [*((n, n) for n in range(1, 30)), ()]])
def test_forms_that_draw_each_other_without_end_are_refused(tmp_path: Path, forms: list[tuple[int, ...]]) -> None:
    assert "has pictures within pictures" in problem(tmp_path, drawing(*forms))
