"""Sentences as a language model is shown them, from titles and texts."""

from lgm_core.model import DocumentRecord, Section, Sentence
from lgm_core.retrieval.numbered_sentences import NumberedSentence


def shown(*lines: tuple[str, str]) -> list[NumberedSentence]:
    """Return sentences from pairs of a title and a text; equal titles are one document."""
    return [
        NumberedSentence(
            number,
            Sentence(f"{title}#{number}", title, f"{title}#s0", number, 0, 9, text, text, text),
            Section(f"{title}#s0", title, 0, 0, title, (title,), 0, 900),
            DocumentRecord(title, title, "", "en", {}, "hash", "test", 9),
        )
        for number, (title, text) in enumerate(lines, 1)
    ]
