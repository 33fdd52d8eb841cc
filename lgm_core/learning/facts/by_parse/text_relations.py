"""Reading the open relations of a whole text."""

from __future__ import annotations

from dataclasses import dataclass

from lgm_core.errors import InputError
from lgm_core.language.chunking import chunk
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.port import AnnotatedSentence, Annotator
from lgm_core.learning.facts.by_parse.open_relation import OpenRelation
from lgm_core.learning.facts.by_parse.open_relations import open_relations
from lgm_core.learning.sentence_draft import title_topic

__all__ = ["StatedRelations", "read_open_relations"]


@dataclass(frozen=True, slots=True)
class StatedRelations:
    """A sentence and what it states."""

    sentence: AnnotatedSentence
    relations: tuple[OpenRelation, ...]


def read_open_relations(text: str, title: str, annotator: Annotator) -> list[StatedRelations]:
    """Return each sentence of a text with what it states.

    Args:
        text: plain text under one title.
        title: the title; empty without one.
        annotator: a language backend that parses.

    Raises:
        InputError: the backend does not parse.
    """
    topic = title_topic(title)
    (sentences,) = annotator.annotate([text], [topic])
    if sentences and not any(token.relation for sentence in sentences for token in sentence.tokens):
        raise InputError(
            f"{annotator.recipe} does not parse, and relations are read from a parse; use lite:parse, or a spaCy or "
            "Stanza model with a parser"
        )
    lexicon = lexicon_of(annotator.language)
    return [
        StatedRelations(sentence, open_relations(chunk(text, sentence, lexicon), topic=topic, opens=not place))
        for place, sentence in enumerate(sentences)
    ]
