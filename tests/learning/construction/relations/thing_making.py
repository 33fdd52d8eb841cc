"""Make the things of a document by their names."""

import re

from lgm_core.language.concepts import concept_key
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import Entity, EntityMention
from lgm_core.model import EntityClass


def things_of(text: DocumentText, *names: str) -> list[Entity]:
    """Return a thing for each name, or for all the names of one that are divided by `|`, where sentences have them."""
    return [_thing(text, name.split("|")) for name in names]


def _thing(text: DocumentText, names: list[str]) -> Entity:
    mentions = [
        EntityMention(source.sentence.id, found[0], *found.span(), EntityClass.GENERAL, (), concept_key(found[0], "en"))
        for source in text.sentences
        for name in names
        for found in re.finditer(rf"\b{re.escape(name)}\w*", source.sentence.text)
    ]
    order = {source.sentence.id: place for place, source in enumerate(text.sentences)}
    mentions.sort(key=lambda mention: (order[mention.sentence_id], mention.start))
    keys = tuple(dict.fromkeys(mention.key for mention in mentions))
    return Entity(keys[0], mentions[0].surface, keys, EntityClass.GENERAL, (), tuple(mentions))
