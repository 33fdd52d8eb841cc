"""Strings that have confused programs, for names, questions and values alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

__all__ = ["PIECES", "STRINGS"]

PIECES = (
    "'; DROP TABLE documents; --",
    '" OR 1=1 --',
    "x' UNION SELECT * FROM sqlite_master --",
    "`}) MATCH (n) DETACH DELETE n //",
    "\\u0027}) RETURN n//",
    "> . } DELETE WHERE { ?s ?p ?o",
    "<script>alert(1)</script>",
    "</data><graph>]]>",
    "&lt;&amp;&#0;&#x110000;",
    "{{7*7}} ${7*7} %s %n {0.__class__}",
    "(a+)+$ [[:alpha:]] \\p{L} (?P<a>",
    "\ud800",
    "\udfff\ud800",
    "\0",
    "\x1b[2J\x07\x08",
    "\u202e\u2066evil\u2069",
    "\u200b\u200d\ufeff\u00ad",
    "\u2028\u2029\x85\x0b\x0c\r\n",
    "e\u0301\u0302\u0323",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U000e0061\U000e0062",
    "\uffff\ufffe\U0010ffff",
    "../../../etc/passwd",
    "/etc/passwd",
    "C:\\con\\nul",
    "file:///etc/passwd",
    "https://a.example/?q=1&r=%00#../",
    "NEAR(a b) AND * OR NOT ^",
    "%_%",
    "$where",
    "__proto__",
    "NaN",
    "1e999",
    "-0",
    "苹果是水果。",
    "ภาษาไทย",
    "التفاح فاكهة",
    "ǅ İ ß ſ ﬁ Å",
)
"""Commands of other languages, characters that cannot be seen, written or compared, paths, what looks like values."""


def _repeated(text: str, size: int) -> str:
    return (text * (size // len(text) + 1))[:size]


def _counted(form: str, size: int) -> str:
    return " ".join(form.format(number) for number in range(size // len(form.format(0)) + 1))


STRINGS: dict[str, Callable[[int], str]] = {
    **{f"{piece!r:.40}": partial(_repeated, f"apple {piece} ") for piece in PIECES},
    **{
        f"only {piece!r}": partial(_repeated, piece)
        for piece in [*"aA'\"([`.9\ud800\0\u0301", "aA", "a_", "a-", "a/", '"a" ']
    },
    **{
        f"again and again {text}": partial(_repeated, f"{text} ")
        for text in (
            "the mother of",
            "Mary and",
            "apples, pears,",
            "who is older, Mary or",
            "the film that was directed by",
            "Mary's",
            "10 km",
            "3 May 1999",
            "foo_bar.baz()",
            "Is Mary?",
            "A cat is an animal.",
            "World Health Organization (WHO)",
            "J. R.",
        )
    },
    "words that differ": partial(_counted, "word{}"),
    "names that differ": partial(_counted, "Mary{}"),
    "identifiers that differ": partial(_counted, "a_{}.b()"),
    "sentences that differ": partial(_counted, "Fruit{} is a kind of plant."),
}
"""Makes strings of about so many characters."""
