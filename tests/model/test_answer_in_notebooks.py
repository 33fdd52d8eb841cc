"""An answer shows itself in notebooks: its text and what it cites, as text."""

from lgm_core import Answer, AnswerFailure, Citation

CITED = Citation(1, "d#0", "d", "Hives <b>", ("Hives <b>", "Frames"), 5, 27, "Hives have <i>frames</i>.")


def test_it_has_the_text_and_where_each_sentence_stands() -> None:
    html = Answer("Why?", "Of <script>pine</script> [1].\nYes.", (CITED,))._repr_html_()
    assert "Of &lt;script&gt;pine&lt;/script&gt; [1].<br>Yes." in html
    assert "[1] Hives have &lt;i&gt;frames&lt;/i&gt;." in html
    assert "Hives &lt;b&gt; › Frames, characters 5–27" in html
    assert "<script" not in html


def test_evidence_failures_and_what_is_missing_are_told() -> None:
    failure = AnswerFailure("answering", "out of order")
    answer = Answer("Why?", "", (CITED,), ("the <price>",), is_evidence_only=True, failure=failure)
    html = answer._repr_html_()
    for told in ("No answer was written", "Nearest sentences:", "while answering: out of order", "the &lt;price&gt;"):
        assert told in html


def test_half_characters_do_not_break_it() -> None:
    assert "half ?" in Answer("Why?", "half \ud800")._repr_html_()
