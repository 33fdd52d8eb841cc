"""Attributes with values, read from the words of a sentence: *the fee for a passport is 37 euros*, fields, rows.

Parsers attach the thing to its attribute, so that the sentence seems to tell of a fee; here it tells of the passport.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.lexicons.denial_words import denies
from lgm_core.language.values.inexact_values import as_stated
from lgm_core.language.values.value_finder import find_values
from lgm_core.learning.facts.by_parse.end_reader import OpenRelation, RelationEnd
from lgm_core.learning.facts.end_grounding import SourceSentence, coreference_marks
from lgm_core.learning.sentence_draft import title_topic
from lgm_core.schema.value_fitting import as_number

__all__ = ["attribute_relations"]

_NAME = r"(?P<name>[^\W\d_][\w-]*(?: [^\W\d_][\w-]*){0,3}?)"
_THING = r"(?P<thing>[^\s,;:.?!][^,;:?!]{0,60}?)"
_IS = r"(?:is|are|was|were|amounts to|ist|sind|war|waren|beträgt|betragen)"
_EXACTLY = r"(?:(?:exactly|genau) )?"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?:The|Die|Der|Das) {_NAME} (?:of|for|von|für|der|des) {_THING} {_IS} {_EXACTLY}(?P<value>\S.*)",
        rf"{_THING}(?:['’]s|(?<=s)['’]) {_NAME} {_IS} {_EXACTLY}(?P<value>\S.*)",
        rf"{_THING} (?:has|have|had|hat|haben|hatte) (?:an?|eine?n?) {_NAME} (?:of|von) {_EXACTLY}(?P<value>\S.*)",
        rf"(?:Its|His|Her|Their|Seine?|Ihre?) {_NAME} {_IS} {_EXACTLY}(?P<value>\S.*)",
        rf"(?:The|Die|Der|Das) {_NAME} {_IS} {_EXACTLY}(?P<value>\S.*)",
    )
)
"""What a sentence that states an attribute looks like; without a thing in it, it is about what the title names."""

_MEASURED = re.compile(rf"{_THING} {_IS} {_EXACTLY}(?P<value>\d.*?) (?P<how>[^\W\d_]+)")
"""*The mast is 20 metres high.*"""

_DIMENSIONS = {
    **{"long": "length", "high": "height", "tall": "height", "wide": "width", "deep": "depth", "thick": "thickness"},
    **{"lang": "Länge", "hoch": "Höhe", "breit": "Breite", "tief": "Tiefe", "dick": "Dicke"},
}
"""The nouns for what adjectives measure."""

_NUMBERED = re.compile(
    rf"{_THING} (?:has|have|had|hat|haben|hatte) {_EXACTLY}(?P<value>\d[\d,. ]*) (?P<name>[^\W\d_]+)"
)
"""*The island has 300 inhabitants.*"""

_FIELD = re.compile(r"(?P<name>[^\W\d_][^:;()]{0,40}?): (?P<value>[^;]+)")
_NAMED = re.compile(r"\d|\w\W+[^\W\d_a-z]")
"""A figure, or a capital after the first word: what names have."""

_VALUE_END = re.compile(
    r"[\s)]*(?:[,;!]|\.?\s*$| (?:and|or|per|a|und|oder|pro)\b(?! ?(?:\d|more|less|fewer|mehr|weniger)))"
)
"""What follows a whole value: *37 euros and 50 cents* is not 37 euros."""

_MOST_FIELDS = 24
"""The most cells of a row that are read."""

_MOST_WORDS = 6
"""The most words of a thing, of a field's name, or of a cell that names something."""


def attribute_relations(source: SourceSentence) -> Iterator[OpenRelation]:
    """Yield the attributes that a sentence, a field (`Fee: 37 euros`) or a row of a table states.

    Only dates, numbers and quantities are attributes of what a sentence names, since everything else is a statement
    that a parse reads. In a row the other cells tell about the first one.
    """
    lexicon = lexicon_of(source.language)
    text = source.sentence.text.strip()
    fields = [match for match in map(_FIELD.fullmatch, text.rstrip(".").split("; ")) if match is not None]
    if len(fields) > 1 and len(fields) == text.count("; ") + 1:
        yield from _row(fields, text, lexicon)
        return
    if len(fields) == 1 and "; " not in text:
        yield from _attribute(source, fields[0]["name"], "", fields[0]["value"], lexicon)
    for form in _FORMS:
        if match := form.fullmatch(text):
            thing = match["thing"] if "thing" in form.groupindex else _antecedent(source, text)
            yield from _attribute(source, *_divided(source, match["name"], thing, lexicon), match["value"], lexicon)
            return
    if (match := _MEASURED.fullmatch(text.rstrip("."))) and (name := _DIMENSIONS.get(match["how"])):
        yield from _attribute(source, name, match["thing"], match["value"], lexicon)
    elif match := _NUMBERED.fullmatch(text.rstrip(".")):
        yield from _attribute(source, match["name"], match["thing"], match["value"], lexicon, counts=True)


def _divided(source: SourceSentence, name: str, thing: str, lexicon: Lexicon) -> tuple[str, str]:
    """Return an attribute and the thing that the sentence mentions: *date of launch* of *the Aldis*."""
    head, of, rest = thing.partition(" of ")
    if not of or _thing(thing, lexicon).key in source.mentioned or _thing(rest, lexicon).key not in source.mentioned:
        return name, thing
    return f"{name} of {head}", rest


def _antecedent(source: SourceSentence, text: str) -> str:
    """Return what the pronoun at the beginning of a sentence refers to; empty if it is not known, or none is there."""
    place, names = next(coreference_marks(source.sentence.resolved.strip()), (0, ""))
    return names if text[:place].isalpha() else ""


def _attribute(
    source: SourceSentence, name: str, thing: str, said: str, lexicon: Lexicon, *, counts: bool = False
) -> Iterator[OpenRelation]:
    text = source.sentence.text
    found = as_stated(find_values(said, lexicon), said)
    if not found or found[0].start > 0 or not _VALUE_END.match(said, found[0].end) or denies(name):
        return
    is_of_several = source.sentence.resolved != text or text.startswith("Their ")  # if no one thing is known
    if not thing and is_of_several and not name[:1].isupper():
        return
    end = _thing(thing or _titled(source, name, lexicon), lexicon)
    if end.key and (not thing or end.key in source.mentioned):
        value = as_number(found[0].value) if counts else found[0].value  # *1650 seats*
        yield _relation(name, end, RelationEnd("", value.text, value), text, lexicon)


def _titled(source: SourceSentence, name: str, lexicon: Lexicon) -> str:
    """Return the title that an attribute without a thing is about: a heading that is a name, else the document's.

    *Model X200* is a name, *Technical data* is not: attributes below it are those of what the whole document is about.
    """
    own = set(concept_key(name, lexicon.code).split())
    topics = [title_topic(title) for title in source.titles]
    others = [topic for topic in topics if own.isdisjoint(concept_key(topic, lexicon.code).split())]
    named = (topic for topic in reversed(others[1:]) if _NAMED.search(topic))
    return next(named, others[0] if others else "")


def _row(fields: list[re.Match[str]], text: str, lexicon: Lexicon) -> Iterator[OpenRelation]:
    """Yield what the cells of a row tell about the first one."""
    head = fields[0]["value"].strip()
    thing = _thing(head, lexicon)
    if not thing.key or head.startswith("(") or find_values(head, lexicon):
        return
    for field in fields[1:_MOST_FIELDS]:
        said = field["value"].strip()
        end = _thing(said, lexicon)
        if found := as_stated(find_values(said, lexicon), said):  # a value, or more than one
            end = RelationEnd("", said, found[0].value if found[0].start == 0 and found[0].end == len(said) else None)
        if (end.key or end.value) and end.key != thing.key and len(field["name"].split()) <= _MOST_WORDS:
            yield _relation(field["name"], thing, end, text, lexicon)


def _thing(name: str, lexicon: Lexicon) -> RelationEnd:
    """Return the end for a name; without a key if it is too long for one."""
    return RelationEnd(concept_key(name, lexicon.code) if len(name.split()) <= _MOST_WORDS else "", name)


def _relation(name: str, thing: RelationEnd, value: RelationEnd, text: str, lexicon: Lexicon) -> OpenRelation:
    name = name.strip()
    return OpenRelation(thing, concept_key(name, lexicon.code) or name, name, value, (), 0, len(text))
