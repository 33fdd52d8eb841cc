"""Code in documents of every format: blocks with their lines, indents and offsets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lgm_core.documents.sections import SectionText, split_sections
from lgm_core.model import Document


def sections(text: str, media_type: str, *, limit: int = 2000) -> list[SectionText]:
    return split_sections(Document("d", text, media_type=media_type), max_characters=limit)


def code(text: str, media_type: str, *, limit: int = 2000) -> list[str]:
    """Return the blocks of code, after checking that the offsets of each are those of its characters."""
    blocks = []
    for part in sections(text, media_type, limit=limit):
        for start, end in part.code_spans:
            for place in range(start, end):
                original_start, original_end = part.original_span(place, place + 1)
                if not part.text[place].isspace() and original_end - original_start == 1:
                    assert text[original_start] == part.text[place]
            blocks.append(part.text[start:end])
    return blocks


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("```python\nx = 1\n\n\n  y\n```", "x = 1\n\n\n  y"),
        ("~~~\nx = 1", "x = 1"),
        ("Text.\n\n    x = 1\n\n      y\n", "x = 1\n\n  y"),
        ("- item\n\n  ```\n  a\n    b\n  ```", "a\n  b"),
        ("> ```\n> a\n>   b\n> ```", "a\n  b"),
        ("```\r\na\r\n  b\r\n```", "a\n  b"),
        ("\tx\n\t\ty", "x\n\ty"),
        ("-\tx\n\n\t\ty\n\t\t\tz", "y\n\tz"),
        ("<pre>\na &lt; b\n</pre>", "a < b"),
        ("---\ntitle: A\n---\n```\na\x1bb\u200bc\n```", "a bc"),
    ],
)
def test_markdown_keeps_its_code(source: str, expected: str) -> None:
    (found,) = code(source, "text/markdown")
    assert found == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<pre><code>\n<span>x</span> = 1\n  y &amp;&amp; z\n</code></pre>", ["x = 1\n  y && z"]),
        ("<pre>a<br>b</pre>", ["a\nb"]),
        ("<pre><div>a</div><div>b</div></pre>", ["a\nb"]),
        ("<pre>never closed\n", ["never closed"]),
        ("<table><tr><td class=linenos><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>", ["a\nb"]),
        ("<pre>a<button>Copy</button>\nb</pre>", ["a\nb"]),
        ("<main><pre>a</pre></main>", ["a"]),
        ("<p>Text <code>x</code>.</p>", []),
    ],
)
def test_html_keeps_its_code(source: str, expected: list[str]) -> None:
    assert code(source, "text/html") == expected


def test_html_after_code_is_text_again() -> None:
    (part,) = sections("<table><tr><td><pre>a</pre></td></tr></table><p>Bees fly.</p>", "text/html")
    assert [(str(block.kind), part.text[block.start : block.end]) for block in part.blocks] == [
        ("code", "a"),
        ("paragraph", "Bees fly."),
    ]
    assert [part.section.title for part in sections("<pre>a<h2>Bees</h2><p>Fly.</p>", "text/html")] == ["", "Bees"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("An example::\n\n    x = 1\n\n      y = 2\n\nThe end.", ["x = 1\n\n  y = 2"]),
        ("::\n\n  x\n", ["x"]),
        (".. code-block:: python\n   :linenos:\n\n   z = 3\n\n   4\n", ["z = 3\n\n4"]),
        ("- Run::\n\n      make\n\n  More of the item.", ["make"]),
        (">>> 1 + 1\n2\n\nText.", [">>> 1 + 1\n2"]),
        (".. option:: -k N, --count N\n\n   How many.", ["-k N, --count N"]),
        (
            ".. py:function:: build(sources)\n              build(source)\n\n   Builds.",
            ["build(sources)\nbuild(source)"],
        ),
    ],
)
def test_restructured_text_keeps_its_code(source: str, expected: list[str]) -> None:
    assert code(source, "text/x-rst") == expected


def test_text_around_code_is_kept() -> None:
    text = "- Run::\n\n      make\n\n  More of the item.\n\n::\n\n  x\n\nThe end."
    (part,) = sections(text, "text/x-rst")
    assert part.text == "Run::\n\nmake\n\nMore of the item.\n\nx\n\nThe end."


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Install it:\n\n  $ pip install bees\n  done\n\nThen go.", ["$ pip install bees\ndone"]),
        ("Do this:\n```sh\n./run\n\nb\n```\nThen go.", ["./run\n\nb"]),
        ("It costs\n\n$ 5 a jar.", []),
        ("```\nnever closed", []),
        ("Title\n~~~~~\n\nText.\n\nOther\n~~~~~\n\nText.", []),
        (">>> quoted mail", []),
        ("``````\n```\nx\n``````", ["```\nx"]),
    ],
)
def test_plain_text_keeps_code_of_unmistakable_form(source: str, expected: list[str]) -> None:
    assert code(source, "text/plain") == expected


def test_prose_has_blanks_in_place_of_code() -> None:
    (part,) = sections("Bees fly.\n\n```\nx = 1\n```\n\nThey dance.", "text/markdown")
    assert part.text == "Bees fly.\n\nx = 1\n\nThey dance."
    assert part.prose == "Bees fly.\n\n     \n\nThey dance."
    assert sections("```\nx\n```", "text/markdown")[0].prose == ""


def test_long_code_is_cut_at_blank_lines_and_line_ends() -> None:
    text = "```\n" + "a = 1\nb = 2\n\nc = 3\n" * 3 + "```"
    assert code(text, "text/markdown", limit=20) == [
        "a = 1\nb = 2",
        "c = 3\na = 1\nb = 2"[:17],
        "c = 3\na = 1\nb = 2"[:17],
        "c = 3",
    ]
    function = "def f():\n" + "    return 1\n" * 60
    assert code(f"```\n{function}\n{function}```", "text/markdown") == [function.rstrip()] * 2
    assert code("```\n" + "x" * 25 + "\n```", "text/markdown", limit=10) == ["x" * 10, "x" * 10, "x" * 5]


@pytest.mark.parametrize(
    ("source", "expected", "text"),
    [
        ("make\n```\n\nBees fly.", ["make"], "make\n\nBees fly."),
        ("```\n\nBees fly.", [], "Bees fly."),
        ("make\n```\nThen:\n```bash\nrun\n```\nBees fly.", ["make", "run"], "make\n\nThen:\n\nrun\n\nBees fly."),
        ("Bees fly.\n```\nnever closed", ["never closed"], "Bees fly.\n\nnever closed"),
    ],
)
def test_code_that_began_before_a_chunk_ends_in_it(source: str, expected: list[str], text: str) -> None:
    assert code(source, "text/markdown") == expected
    assert sections(source, "text/markdown")[0].text == text


@settings(deadline=None)
@given(st.text(st.sampled_from("ab \t\n`>-#$:.<&"), max_size=80), st.integers(1, 30))
def test_no_part_of_code_is_longer_than_asked_or_empty(content: str, limit: int) -> None:
    for media_type in ("text/markdown", "text/html", "text/x-rst", "text/plain"):
        for source in (f"```\n{content}\n```", f"<pre>{content}</pre>", f"x::\n\n  {content}"):
            for block in code(source, media_type, limit=limit):
                assert 0 < len(block) <= limit
                assert block.strip()


@pytest.mark.parametrize(
    ("source", "media_type", "expected"),
    [
        ("Call `open()` and ``a ` b`` now, [`x[^1]`](y).", "text/markdown", ["open()", "a ` b", "x[^1]"]),
        ("> A <code>&lt;b&gt;</code>\n> and `one\n> two`.", "text/markdown", ["<", "b", ">", "one", "two"]),
        ("| a | b |\n|---|---|\n| `x` | y |", "text/markdown", ["x"]),
        ("<p>An <code>open() <p>Closed.", "text/html", ["open()"]),
        ("<table><tr><td><code>a<td>b<tr><td>c<td>d</table>", "text/html", ["a"]),
        ("Use ``a <b>\n  c`` of :func:`~d.e`, not :term:`f`, *g* or `h`.", "text/x-rst", ["a <b>", "c", "d.e"]),
        ("Use `a` and ``b``.", "text/plain", []),
    ],
)
def test_code_inside_sentences_is_known_with_its_place(source: str, media_type: str, expected: list[str]) -> None:
    (part,) = sections(source, media_type)
    assert [part.text[start:end] for start, end in part.inline_code_spans] == expected
    for start, end in part.inline_code_spans:
        original = source[slice(*part.original_span(start, end))]
        assert original in (part.text[start:end], "&lt;", "&gt;")
