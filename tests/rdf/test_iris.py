"""IRIs: readable, of any script, and never the same for two things."""

from __future__ import annotations

import unicodedata
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rdflib.term import URIRef, _is_valid_uri

from lgm_core import InputError
from lgm_core.rdf.iris import Iris, checked_base, iri_part

ANY_TEXT = st.one_of(st.text(), st.text(st.characters(categories=("Cs", "Mn", "Lo", "Cf", "Zs", "Po"))))


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("apple tree", "apple_tree"),
        ("apple~2", "apple~2"),
        ("a_b", "a%5Fb"),
        ("50%", "50%25"),
        ("x/y#z?", "x%2Fy%23z%3F"),
        ("Müller", "Müller"),
        ("苹果", "苹果"),
        ("تفاحة", "تفاحة"),
        ("हिन्दी", "हिन्दी"),
        ("e\u0301", "e%CC%81"),
        (":\u0300", "%3A%CC%80"),
        ("\u200fرسالة", "%E2%80%8Fرسالة"),
        ("🍏", "%F0%9F%8D%8F"),
        ("\ud800", "%ED%A0%80"),
        ("..", "%2E%2E"),
        ("", ""),
    ],
)
def test_names_stay_readable_as_far_as_an_iri_may_hold_them(name: str, part: str) -> None:
    assert iri_part(name) == part


@given(ANY_TEXT)
def test_a_part_holds_nothing_that_means_something_in_an_iri_or_a_syntax(name: str) -> None:
    part = iri_part(name)
    assert not set(part) & set("<>\"{}|\\^`/#?:@[]&=;, \t\n'()*$")
    assert not any(
        unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp") for character in part
    )
    assert unicodedata.is_normalized("NFC", part)
    assert len(part) <= 120
    assert _is_valid_uri(f"urn:lgm:{part}")
    assert URIRef(f"urn:lgm:{part}").n3() == f"<urn:lgm:{part}>"


@given(st.text(st.characters(), max_size=9))
def test_what_is_encoded_can_be_decoded(name: str) -> None:
    assert unquote(iri_part(name, limit=10_000).replace("_", " "), errors="surrogatepass") == name


@given(st.lists(st.one_of(ANY_TEXT, st.text("ab _%~/.\u0301é", max_size=4)), min_size=2, unique=True))
def test_different_names_have_different_parts(names: list[str]) -> None:
    assert len({iri_part(name) for name in names}) == len(names)
    assert len({Iris("urn:lgm:", name).document for name in names}) == len(names)


def test_long_names_are_cut_and_told_apart_by_a_hash() -> None:
    one, other = (iri_part("é word " * 500 + end) for end in "ab")
    assert one != other
    assert len(one) <= 120
    assert one.startswith("é_word_é_word_")
    assert iri_part("\n" * 200)[:3] == "%0A"


def test_paths_keep_their_strokes_unless_a_step_would_be_resolved_away() -> None:
    assert Iris("urn:lgm:", "docs/my guide.md").part("sentence", 3) == "urn:lgm:document/docs/my_guide.md#sentence-3"
    assert Iris("https://a.org/", "a/../b").document == "https://a.org/document/a%2F..%2Fb"
    assert Iris("https://a.org/", "/etc").document == "https://a.org/document/%2Fetc"


@pytest.mark.parametrize(
    "base", ["https://example.org/papers/", "urn:x:", "tag:me@example.org,2026:", "HTTP://ünal.example/"]
)
def test_a_base_is_an_iri_that_names_can_follow(base: str) -> None:
    assert checked_base(base) == base


@pytest.mark.parametrize(
    "base", ["", "papers/", "https://a.org/#", "https://a.org/x", "https://a b/", "https://<a>/", "a:/\n"]
)
def test_another_base_is_refused(base: str) -> None:
    with pytest.raises(InputError, match="no beginning of IRIs"):
        checked_base(base)
