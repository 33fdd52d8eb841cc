"""Reading files and folders into documents."""

import io
import json
import random
import zipfile
import zlib
from pathlib import Path

import pytest

from lgm_core.documents import source_counts
from lgm_core.documents.parsing import parse_document
from lgm_core.documents.reader import IgnoredFile, UnreadableFile, read_documents
from lgm_core.documents.source_counts import count_sources
from lgm_core.documents.text_files import binary_content
from lgm_core.errors import InputError
from lgm_core.model import Document


def write(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def documents(*paths: Path) -> list[Document]:
    results = list(read_documents(paths))
    assert [result.error for result in results if isinstance(result, UnreadableFile)] == []
    return [result for result in results if isinstance(result, Document)]


def problem(path: Path) -> str:
    """Return the one error that reading a file gives."""
    (result,) = read_documents([path])
    assert isinstance(result, UnreadableFile)
    assert isinstance(result.error, InputError)
    assert (result.path, result.line) == (path, None)
    message = str(result.error)
    assert message.startswith(f"{path.as_posix()} ")
    return message.removeprefix(f"{path.as_posix()} ")


def test_a_folder_is_read_in_sorted_order(tmp_path: Path) -> None:
    for name in ["b.txt", "a/z.md", "a/b/c.html", ".hidden/d.txt", "a/.e.txt", "picture.png", "Makefile"]:
        write(tmp_path / name, "Bees fly.")
    assert [document.id for document in documents(tmp_path)] == ["a/b/c.html", "a/z.md", "b.txt"]


def test_a_file_is_known_by_its_name_and_says_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "docs" / "honey_bee.txt", "Bees fly.")
    monkeypatch.chdir(tmp_path)
    (document,) = documents(Path("docs/honey_bee.txt"))
    assert parse_document(document).document == Document(
        "honey_bee.txt", "Bees fly.", "honey bee", {}, "docs/honey_bee.txt", "text/plain"
    )


def test_documents_come_one_at_a_time(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", "Bees fly.")
    later = write(tmp_path / "b.txt", "Bees dance.")
    results = read_documents([tmp_path])
    next(results)
    later.write_text("Bees rest.")
    result = next(results)
    assert isinstance(result, Document)
    assert result.text == "Bees rest."


@pytest.mark.parametrize(
    ("name", "content", "title"),
    [
        ("a.md", "Intro.\n\n## Below\n\n# The *honey* bee\n\nText.", "The honey bee"),
        ("a.md", "```sh\n# comment\n```\n\nBees\n====\n\nText.", "Bees"),
        ("a.md", "---\ntitle: From the front\n---\n# Heading\n\nText.", "From the front"),
        ("a.md", "---\n# a comment\nyear: 2024\n---\n# Heading\n\nText.", "Heading"),
        ("a.md", "# [Bees][site]\n\nText.\n\n[site]: http://example.org", "Bees"),
        ("a.md", "<h1>Bees</h1>\n\nText.", "Bees"),
        ("a.md", "## Only below\n\nText.", "a"),
        ("a.html", "<title>Bees &amp; wasps - Site</title><h1>Bees <i>&amp; wasps</i></h1>", "Bees & wasps"),
        ("a.html", "<title>Bees &amp;\n wasps</title><p>Text.", "Bees & wasps"),
        ("a.html", "<title>Page - Site</title><h1>Site</h1><main><h2>Page</h2>Text.</main>", "Page - Site"),
        ("a.htm", "<p>Text.", "a"),
        ("a.txt", "The Honey Bee\n\nIt is an insect that lives in colonies.", "The Honey Bee"),
        ("a.rst", "Bees\n====\n\nText.", "Bees"),
        ("a_b.txt", "Bees fly.", "a b"),
    ],
)
def test_titles(tmp_path: Path, name: str, content: str, title: str) -> None:
    (document,) = documents(write(tmp_path / name, content))
    assert parse_document(document).document.title == title


def test_front_matter_becomes_metadata(tmp_path: Path) -> None:
    text = (
        "---\ntitle: Bees\nyear: 2024  # published\nweight: 0.1\nversion: 1.10\ndraft: false\nauthor: 'A: B'\nempty:\n"
        "tags: [a, 'b, c', 3]  # three\nlinks:\n  - c\n  - \"d: e\"\ngroups:\n- staff\nnobody: []\n"
        "nested:\n  key: value\nmixed:\n  - a: 1\n    b: 2\ndeep: [[a], b]\n---\nText."
    )
    (document,) = documents(write(tmp_path / "a.md", text))
    assert document.text == text
    assert document.metadata == {
        "year": 2024,
        "weight": 0.1,
        "version": "1.10",
        "draft": False,
        "author": "A: B",
        "empty": None,
        "tags": ["a", "b, c", 3],
        "links": ["c", "d: e"],
        "groups": ["staff"],
        "nobody": [],
    }


def test_front_matter_in_toml_becomes_metadata(tmp_path: Path) -> None:
    (document,) = documents(write(tmp_path / "a.md", '+++\nyear = 2024\ntags = ["a"]\ndeep = [["a"]]\n+++\n\nText.'))
    assert document.metadata == {"year": 2024, "tags": ["a"]}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_files_are_read_and_line_ends_kept(tmp_path: Path, encoding: str) -> None:
    (document,) = documents(write(tmp_path / "a.txt", "Das Bienenvolk fühlt.\r\nEs fliegt.\n".encode(encoding)))
    assert document.text == "Das Bienenvolk fühlt.\r\nEs fliegt.\n"


def test_a_file_of_another_encoding_is_refused(tmp_path: Path) -> None:
    message = problem(write(tmp_path / "a.txt", "Ein Bienenvolk fühlt.".encode("latin-1")))
    assert message.startswith("is not UTF-8: byte 0xfc at offset 16; convert the file to UTF-8 first")
    assert "iconv" in message


def test_binary_and_empty_files_are_refused(tmp_path: Path) -> None:
    assert problem(write(tmp_path / "a.txt", b"PK\x03\0\0")).startswith("is a binary file (zero byte at offset 3)")
    assert problem(write(tmp_path / "b.md", "")) == "is empty"
    assert problem(write(tmp_path / "c.html", " \n\t\n")) == "is empty"
    assert problem(write(tmp_path / "d.jsonl", "\n\n")) == "is empty"


def test_paths_that_hold_nothing_to_read_are_told(tmp_path: Path) -> None:
    assert problem(tmp_path / "missing.md") == "does not exist"
    assert problem(Path("/dev/null")) == "is not a regular file"
    write(tmp_path / "folder" / "picture.png", b"\0")
    assert problem(tmp_path / "folder").startswith("has no readable file (.csv, .htm, .html, ")


def test_a_bad_file_does_not_keep_the_others_from_being_read(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", "Bees fly.")
    write(tmp_path / "b.txt", b"\xff")
    write(tmp_path / "c.txt", "Bees dance.")
    results = list(read_documents([tmp_path]))
    assert [isinstance(result, UnreadableFile) for result in results] == [False, True, False]


def test_a_named_file_of_an_unknown_kind_is_read_as_text(tmp_path: Path) -> None:
    (document,) = documents(write(tmp_path / "notes.log", "Bees fly."))
    assert (document.id, document.media_type) == ("notes.log", "text/plain")


def test_what_is_given_twice_is_read_once(tmp_path: Path) -> None:
    file = write(tmp_path / "sub" / "a.md", "Bees fly.")
    assert [document.id for document in documents(tmp_path, file, tmp_path / "sub", tmp_path)] == ["sub/a.md"]


def test_a_source_begins_with_the_folder_that_was_given_however_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path / "docs" / "sub" / "a.md", "Bees fly.")
    monkeypatch.chdir(tmp_path / "docs")
    found = [documents(path)[0] for path in (Path(), tmp_path / "docs", Path("../docs"))]
    assert [(document.id, document.source) for document in found] == [("sub/a.md", "docs/sub/a.md")] * 3
    assert {document.location.place for document in found if document.location} == {file.as_posix()}


def test_names_are_the_same_on_all_systems(tmp_path: Path) -> None:
    write(tmp_path / "Bie\u0302ne.txt", "Bees fly.")
    (document,) = documents(tmp_path)
    assert document.id == "Biêne.txt"


def rows(tmp_path: Path, *lines: object) -> list[Document | UnreadableFile]:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    return list(read_documents([write(tmp_path / "rows.jsonl", text)]))


def test_rows_become_documents(tmp_path: Path) -> None:
    first, second = rows(
        tmp_path,
        {"id": "a", "title": "Bees", "text": "Bees fly.", "year": 2024, "sentences": ["Bees fly."], "list": [1]},
        "",
        {"id": 7, "text": "They dance.", "metadata": {"source": "book", "tags": ["x"], "deep": [["x"]], "map": {}}},
    )
    source = f"{tmp_path.name}/rows.jsonl"
    assert first == Document("a", "Bees fly.", "Bees", {"year": 2024, "list": [1]}, source)
    assert second == Document("7", "They dance.", "", {"source": "book", "tags": ["x"]}, source)


def test_a_row_without_an_id_is_known_by_its_file(tmp_path: Path) -> None:
    (document,) = rows(tmp_path, {"title": "Bees", "text": "Bees fly."})
    assert isinstance(document, Document)
    assert (document.id, document.location is not None) == ("rows.jsonl", True)


def test_a_row_cannot_bring_in_what_no_store_can_write(tmp_path: Path) -> None:
    (document,) = rows(tmp_path, r'{"id": "a\u0000", "text": "Bees \ud83d fly.", "note": "\udfff"}')
    assert document == Document("a\ufffd", "Bees \ufffd fly.", "", {"note": "\ufffd"}, f"{tmp_path.name}/rows.jsonl")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{'id': 1}", "is not JSON: Expecting property name enclosed in double quotes at column 2"),
        ('{"text": "a", "n": NaN}', "is not usable JSON: NaN is not a JSON value"),
        ("[" * 100_000, "is not usable JSON"),
        ("[1, 2]", "holds a list; it must be an object"),
        ('"text"', "holds a string; it must be an object"),
        ('{"id": "a"}', 'has no "text"; it needs a string there, found nothing'),
        ('{"text": 3}', 'has no "text"; it needs a string there, found a number'),
        ('{"text": " "}', 'has an empty "text"'),
        ('{"text": "a", "title": ["b"]}', 'has a list as "title"'),
        ('{"text": "a", "id": true}', 'has true or false as "id"'),
        ('{"text": "a", "id": ""}', 'has an empty string as "id"'),
        ('{"text": "a", "metadata": 1}', 'has a number as "metadata"'),
    ],
)
def test_a_bad_row_is_told_with_its_line(tmp_path: Path, line: str, message: str) -> None:
    first, bad, last = rows(tmp_path, {"id": "x", "text": "Bees fly."}, line, {"id": "y", "text": "They dance."})
    assert (isinstance(first, Document), isinstance(last, Document)) == (True, True)
    assert isinstance(bad, UnreadableFile)
    assert bad.line == 2
    assert str(bad.error).startswith(f"{tmp_path.as_posix()}/rows.jsonl, line 2, {message}")


def test_a_second_row_of_the_same_id_is_refused(tmp_path: Path) -> None:
    _, second = rows(tmp_path, {"id": "a", "text": "Bees fly."}, {"id": "a", "text": "They dance."})
    assert isinstance(second, UnreadableFile)
    assert (second.line, "has the id 'a'" in str(second.error)) == (2, True)


def test_a_row_of_another_encoding_is_told_with_its_line(tmp_path: Path) -> None:
    good = b'{"id": "a", "text": "Bees fly."}\n'
    results = list(read_documents([write(tmp_path / "a.jsonl", b"\xef\xbb\xbf" + good + b'{"text": "f\xfchlt"}\n')]))
    assert isinstance(results[0], Document)
    assert isinstance(results[1], UnreadableFile)
    assert "line 2, is not UTF-8: byte 0xfc at byte 11 of the line" in str(results[1].error)


@pytest.mark.parametrize("text", ['[\n{"text": "a"},\n{"text": "b"}\n]', '{\n"text": "a"\n}'])
def test_json_of_many_lines_gives_one_error(tmp_path: Path, text: str) -> None:
    (result,) = rows(tmp_path, text)
    assert isinstance(result, UnreadableFile)
    assert "begins JSON of many lines" in str(result.error)


def test_binary_rows_give_one_error(tmp_path: Path) -> None:
    (result,) = read_documents([write(tmp_path / "a.jsonl", b"\x1f\0\n" * 100)])
    assert isinstance(result, UnreadableFile)
    assert "line 1, has a zero byte" in str(result.error)


def test_a_link_is_followed_within_its_folder_alone(tmp_path: Path) -> None:
    folder, outside = tmp_path / "given", tmp_path / "given-not"
    for place in (folder, outside):
        place.mkdir()
        (place / "pear.md").write_text(f"A pear of {place.name}.", encoding="utf-8")
    (folder / "inside.md").symlink_to("pear.md")
    (folder / "climbing.md").symlink_to(outside / "pear.md")
    (folder / "neighbour").symlink_to(outside)
    ignored: list[IgnoredFile] = []
    assert [document.id for document in read_documents([folder], ignored.append)] == ["inside.md", "pear.md"]
    assert [(file.path.name, file.reason) for file in ignored] == [("climbing.md", "link out of the folder")]
    (document,) = read_documents([folder / "climbing.md"])
    assert document.text == "A pear of given-not."


# Which texts are the bytes of binary files.

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
    [(pdf(), "bytes of a PDF file"), (word_file(), "bytes of a zip archive"), (compressed(), "binary data")],
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


# What is counted beforehand is what reading gives, so that the progress of a build ends at its total.


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with three documents and much else."""
    for name in ("docs/a.md", "docs/b/b.html", "docs/picture.jpg", "docs/.git/config.txt", "docs/.hidden.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("Apples are a type of fruit.", encoding="utf-8")
    (tmp_path / "docs/empty.md").touch()
    rows = [json.dumps({"text": "Plums are sweet."}), "", json.dumps({"text": "Pears are sweet."})]
    (tmp_path / "docs/rows.jsonl").write_text("\n".join(rows), encoding="utf-8")
    return tmp_path / "docs"


def test_files_count_that_are_read(folder: Path) -> None:
    assert count_sources(folder) == len(list(read_documents(folder))) == 4


def test_what_cannot_be_read_is_told_of_once(folder: Path) -> None:
    sources = [folder / "a.md", folder / "none.md"]
    assert count_sources(sources) == len(list(read_documents(sources))) == 2


def test_a_file_given_beside_its_folder_counts_once(folder: Path) -> None:
    assert count_sources([folder, str(folder / "a.md"), Document.from_text("Plums.", id="plums")]) == 5


def test_nobody_knows_how_much_is_in_a_graph_or_in_very_many_rows(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = folder / "graph.ttl"
    graph.write_text("", encoding="utf-8")
    assert count_sources([graph], {".ttl"}) is None
    assert count_sources([folder], {".ttl"}) == 4
    monkeypatch.setattr(source_counts, "_COUNTED_BYTES", 10)
    assert count_sources(folder) is None


def test_what_is_nothing_to_read_is_left_to_reading() -> None:
    assert count_sources([3]) is None  # type: ignore[list-item]
    assert count_sources("Apples.\nPears.") == 1
