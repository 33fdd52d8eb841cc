"""Marks in a text lie within each other, whatever spans mentions have."""

import random

from lgm_core.pages.document_page.shown_text import Mark, marked


def shown(text: str, *marks: Mark) -> str:
    parts = []
    for token in marked(text, marks):
        if token.mark is None:
            parts.append(token.text)
        else:
            rest = "*" if "rest" in token.mark.classes else ""
            parts.append("]" if token.is_end else f"[{rest}{token.mark.concept}:")
    return "".join(parts)


def test_marks_within_each_other() -> None:
    marks = [Mark(12, 15, 3), Mark(8, 15, 2), Mark(0, 15, 1), Mark(17, 21, 4)]
    assert (
        shown("western honey bee", *[Mark(8, 13, 2), Mark(0, 17, 1), Mark(14, 17, 3)])
        == "[1:western [2:honey] [3:bee]]"
    )
    assert shown("european honeybee bees.", *marks) == "[1:european[2: hon[3:eyb]]]ee[4: bee]s."


def test_marks_that_cross_are_cut() -> None:
    assert shown("apis mellifera ligustica", Mark(0, 14, 1), Mark(5, 24, 2)) == "[1:apis [2:mellifera]][*2: ligustica]"


def test_two_marks_of_one_span() -> None:
    assert shown("tool", Mark(0, 4, 1), Mark(0, 4, 2)) == "[1:[2:tool]]"


def test_spans_outside_the_text_are_left_out() -> None:
    assert shown("abc", Mark(0, 0, 1), Mark(2, 9, 2), Mark(-1, 2, 3), Mark(3, 2, 4)) == "abc"


def test_whatever_the_spans_the_text_is_whole_and_marks_close() -> None:
    numbers = random.Random(7)
    text = "one two three four five"
    for _ in range(200):
        spans = [sorted(numbers.sample(range(len(text) + 1), 2)) for _ in range(numbers.randrange(8))]
        tokens = marked(text, [Mark(start, end, number) for number, (start, end) in enumerate(spans)])
        assert "".join(token.text for token in tokens) == text
        opened = []
        covered = {number: set() for number in range(len(spans))}
        at = 0
        for token in tokens:
            if token.mark is None:
                for mark in opened:
                    covered[mark.concept].update(range(at, at + len(token.text)))
                at += len(token.text)
            elif token.is_end:
                assert opened.pop() is token.mark
            else:
                opened.append(token.mark)
        assert opened == []
        assert list(covered.values()) == [set(range(start, end)) for start, end in spans]
