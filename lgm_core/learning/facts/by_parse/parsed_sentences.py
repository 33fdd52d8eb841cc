"""The sentences of a graph, parsed again: graphs do not store parses."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

from lgm_core.errors import InputError
from lgm_core.language.chunking import ChunkedSentence, chunk
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.port import Annotator, ReadsAnyLanguage
from lgm_core.learning.facts.end_grounding import SourceSentence
from lgm_core.learning.sentence_draft import title_topic

__all__ = ["ParsedSentence", "parsed_sentences", "require_parse"]

_SENTENCE_SEPARATOR = "\n\n"
"""The separator of a section's sentences for parsing: a blank line always ends a sentence."""


@dataclass(frozen=True, slots=True)
class ParsedSentence:
    """A sentence of a graph with its parse, or a piece of it: backends may split sentences differently.

    Attributes:
        source: the sentence of the graph.
        sentence: its parse and noun phrases; offsets are into the text of its section.
        title: the title of its section, or empty.
        first: the start of the graph's sentence in the parsed text.
        opens: whether it is the first sentence of its section.
    """

    source: SourceSentence
    sentence: ChunkedSentence
    title: str
    first: int
    opens: bool


def parsed_sentences(sentences: Sequence[SourceSentence], annotator: Annotator) -> Iterator[ParsedSentence]:
    """Yield the sentences of a document with their parses; none if the backend does not read it in its language."""
    reader = annotator
    if isinstance(annotator, ReadsAnyLanguage):
        reader = annotator.reading(" ".join(source.sentence.text for source in sentences))
    if sentences and reader.language == sentences[0].language:
        for _, section in groupby(sentences, key=lambda source: source.sentence.section_id):
            yield from _of_section(list(section), reader)


def _of_section(section: Sequence[SourceSentence], reader: Annotator) -> Iterator[ParsedSentence]:
    text = _SENTENCE_SEPARATOR.join(source.sentence.text for source in section)
    title = section[0].titles[-1] if section[0].titles else ""
    (pieces,) = reader.annotate([text], [title_topic(title)])
    lexicon = lexicon_of(reader.language)
    starts = list(accumulate((len(source.sentence.text) + len(_SENTENCE_SEPARATOR) for source in section), initial=0))
    for piece in pieces:
        place = bisect_right(starts, piece.start) - 1
        source, start = section[place], starts[place]
        if piece.end <= start + len(source.sentence.text) and not source.sentence.is_code:
            opens = not place and piece.start == start
            yield ParsedSentence(source, chunk(text, piece, lexicon), title, start, opens)


def require_parse(annotator: Annotator) -> None:
    """Check that a language backend parses.

    Raises:
        InputError: the backend does not parse.
        MissingDependencyError: its package or model is not installed.
    """
    probe = "A cat sees the dog."
    reader = annotator.reading(probe) if isinstance(annotator, ReadsAnyLanguage) else annotator
    if not any(token.relation for (sentences,) in [reader.annotate([probe])] for s in sentences for token in s.tokens):
        raise InputError(
            f"the language backend {annotator.recipe} does not parse, and open facts are read from a parse; use "
            "'lite:parse', or a spaCy or Stanza model with a parser, or facts=False (--facts none)"
        )
