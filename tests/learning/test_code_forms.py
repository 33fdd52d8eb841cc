"""Code inside sentences, which states nothing."""

import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse, is_in_code
from lgm_core.model import Document


@pytest.mark.parametrize(
    "code",
    [
        "retrieval/ranking/ranker.py",
        "src\\\\bees\\\\hive.py",
        "hive()",
        'open("hive")',
        "hive.open(path)",
        "size=3",
        "{bees}",
        "std::hive",
        "https://example.org/hive",
        "--hive",
        "(-k",
    ],
)
def test_paths_calls_and_options_are_code(code: str) -> None:
    text = f"See {code} first."
    start = text.index("hive") if "hive" in text else text.index(code) + 1
    assert is_in_code(text, start, start + 2)


@pytest.mark.parametrize(
    "words",
    ["apple", "apple(s)", "and/or", "well-known", "max_steps", "hive.py", "U.S.", "(an apple)", "3.5", "C++", "–5"],
)
def test_words_are_none(words: str) -> None:
    assert not is_in_code(f"See {words} first.", 4, 4 + len(words))


def test_no_relation_is_read_from_a_path_or_a_call() -> None:
    text = "A queen is a bee. To rank (`retrieval/ranking/ranker.py`): begin. The `hive()` is a `house()`."
    graph = analyse(Document("d", text, media_type="text/markdown"), LiteAnnotator(), "test")
    assert [(relation.subject, relation.object) for relation in graph.relations] == [("queen", "bee")]
