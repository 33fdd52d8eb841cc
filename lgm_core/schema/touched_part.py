"""The part of a schema that texts touch, for prompts.

A schema of a domain may be far longer than a prompt. It shows the whole schema if that is small, else the properties
with words of the texts in their names, those of classes that the texts name, and the classes of both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from lgm_core.language.words import content_stems, related_stems
from lgm_core.model import Schema, SchemaClass, SchemaProperty

__all__ = ["touched_part"]

_MOST_SHOWN = 60
"""The most properties, and the most classes without any, that a prompt shows: about 1,000 tokens."""


def touched_part(schema: Schema, texts: Iterable[str], language: str) -> Schema:
    """Return the accepted part of a schema that texts touch; all of it if it is small.

    Args:
        schema: the schema.
        texts: sentences, or names, types and descriptions found in them.
        language: the ISO 639-1 code of their language.
    """
    schema = schema.accepted
    if max(len(schema.classes), len(schema.properties)) <= _MOST_SHOWN:
        return schema
    said = {each for text in texts for each in content_stems(text, language, or_all=False)}
    related = related_stems(language)
    said |= {other for each in said for other in related.get(each, ())}

    def likeness(part: SchemaClass | SchemaProperty) -> float:
        stems = [{*content_stems(name, language, or_all=False)} for name in part.names]
        return max((len(each & said) / len(each) for each in stems if each), default=0.0)

    named = [each.name for each in schema.classes if likeness(each) == 1]

    def rank(part: SchemaProperty) -> tuple[float, int]:
        return likeness(part), len({*part.domains, *part.ranges}.intersection(named))

    properties = [each for each in sorted(schema.properties, key=rank, reverse=True) if rank(each) > (0.0, 0)]
    properties = properties[:_MOST_SHOWN]
    needed = {*named[:_MOST_SHOWN], *(name for each in properties for name in (*each.domains, *each.ranges))}
    shown = {above for name in needed for above in schema.above(name)}
    classes = tuple(each for each in schema.classes if each.name in shown)
    return replace(schema, classes=classes, properties=tuple(properties))
