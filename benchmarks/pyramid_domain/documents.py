"""The documents of the domain (`documents`): portraits of things, notices about several, and texts beside any fact."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.pyramid_domain.passages import DENIALS, DISTRACTORS, TEXTS
from benchmarks.pyramid_domain.wordings import CLASS_NOUNS, CLASS_WORDINGS, LISTS, OUTSIDE_WORDINGS, WORDINGS
from benchmarks.pyramid_domain.world import DOCUMENTS, MULTIPLE, SEED, Record, World, world
from lgm_core.model import Document

__all__ = ["DomainDocument", "Statement", "TextFact", "documents", "text_facts"]

_TITLES = ("{s}", "{s}", "Notes on {s}", "About {s}", "{s}: a portrait", "A visit to {s}")
_NOTICES = ("Notices of week {n}", "Logbook, page {n}", "Harbour news, no. {n}", "Minutes of meeting {n}")
_TEXT_QUESTIONS = 40
_NOTICED = 0.15
"""The share of statements that stand in notices about several things."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of a document.

    Attributes:
        text: the sentence.
        records: the facts that it states; none for distractors, denials and texts.
        wording: the template that it was made of.
        about: the thing whose portrait it belongs to; empty for any.
    """

    text: str
    records: tuple[Record, ...] = ()
    wording: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class TextFact:
    """What a text says that no fact of the schema holds, with a question that it answers."""

    about: str
    question: str
    sentence: str
    answer: str


@dataclass(frozen=True, slots=True)
class DomainDocument:
    """A document with what its sentences state."""

    id: str
    title: str
    statements: tuple[Statement, ...]
    is_list: bool = False

    @property
    def text(self) -> str:
        """Return its Markdown."""
        if self.is_list:
            return f"# {self.title}\n\n" + "\n".join(f"- {each.text}" for each in self.statements) + "\n"
        return f"# {self.title}\n\n{' '.join(each.text for each in self.statements)}\n"

    def document(self) -> Document:
        """Return it as a document to learn."""
        return Document.from_text(self.text, id=self.id, title=self.title, media_type="text/markdown")


def documents(seed: int = SEED, count: int = DOCUMENTS) -> list[DomainDocument]:
    """Return documents that state each fact of the world in two to four wordings.

    Args:
        seed: of the world, and of what is written about it.
        count: how many documents, at least 60.
    """
    known = world(seed, count)
    choose = random.Random(f"documents {seed}")
    statements = [*_stated(known, choose), *_denied(known, choose)]
    choose.shuffle(statements)
    noticed = round(len(statements) * _NOTICED)
    texts = text_facts(seed, count)
    notices = noticed // 6
    groups = _portraits(statements[noticed:], count - notices - len(texts), choose)
    made: list[DomainDocument] = []
    for place in range(notices):
        title = choose.choice(_NOTICES).format(n=place + 1)
        sentences = statements[place:noticed:notices]
        made.append(DomainDocument("", title, (*sentences, _distractor(known, choose)), is_list=place % 2 == 0))
    for about, sentences in groups:
        made.append(_portrait(known, about, sentences, choose))
    for text in texts:
        others = [_distractor(known, choose) for _ in range(2)]
        made.append(DomainDocument("", text.about, (others[0], Statement(text.sentence, about=text.about), others[1])))
    choose.shuffle(made)
    return [
        DomainDocument(f"d{place:04}", each.title, each.statements, each.is_list) for place, each in enumerate(made)
    ]


def text_facts(seed: int = SEED, count: int = DOCUMENTS) -> list[TextFact]:
    """Return what texts say that no fact holds: no two with one question."""
    known, choose = world(seed, count), random.Random(f"texts {seed}")
    made: list[TextFact] = []
    for place in range(max(8, _TEXT_QUESTIONS * count // DOCUMENTS)):
        kind, question, sentence, answer, said = TEXTS[place % len(TEXTS)]
        members = [each for each in known.members(kind) if not any(each == text.about for text in made)]
        about, x = choose.choice(members), said[place // len(TEXTS) % len(said)]
        texts = (each.format(s=_spoken(about, known), x=x) for each in (question, sentence, answer))
        made.append(TextFact(about, *texts))
    return made


def _spoken(name: str, known: World) -> str:
    """Return a name inside a sentence: *the Skell Line*."""
    return f"the {name}" if known.classes.get(name) in ("Line", "Lighthouse") and " Line" in name else name


def _sentence(template: str, known: World, subject: str, objects: Sequence[str], **more: str) -> str:
    spoken = [_spoken(each, known) for each in objects]
    all_ = f"{', '.join(spoken[:-1])} and {spoken[-1]}" if len(spoken) > 1 else spoken[0] if spoken else ""
    text = template.format(s=_spoken(subject, known), o=spoken[0] if spoken else "", all=all_, **more)
    return text[:1].upper() + text[1:]


def _with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _stated(known: World, choose: random.Random) -> Iterator[Statement]:
    """Yield each fact in two to four sentences."""
    for thing, kind in known.classes.items():
        record = Record(thing, "is a", kind)
        for template in choose.sample(CLASS_WORDINGS, 2):
            noun = choose.choice(CLASS_NOUNS[kind])
            yield Statement(_sentence(template, known, thing, (), a=_with_article(noun)), (record,), template, thing)
    for record in (*known.records, *known.outside):
        wordings = WORDINGS.get(record.property) or OUTSIDE_WORDINGS[record.property]
        for template in choose.sample(wordings, min(len(wordings), choose.choice((2, 2, 3, 4)))):
            about = record.object if record.object in known.classes and template.startswith("{o}") else record.subject
            if known.classes.get(about) == "Island":  # an island's portrait would be far longer than others
                about = record.subject
            yield Statement(_sentence(template, known, record.subject, (record.object,)), (record,), template, about)
    for property in MULTIPLE:
        for subject in dict.fromkeys(each.subject for each in known.records if each.property == property):
            objects = known.objects(subject, property)
            template = choose.choice(LISTS[property])
            records = tuple(Record(subject, property, each) for each in objects)
            yield Statement(_sentence(template, known, subject, objects), records, template, subject)


def _denied(known: World, choose: random.Random) -> Iterator[Statement]:
    """Yield denials of facts that are not so, also of properties that nothing states."""
    for property, templates in DENIALS.items():
        said = [each for each in known.records if each.property == property]
        for record in choose.sample(said, len(said) // 12):
            object = choose.choice(said).object
            if object not in known.objects(record.subject, property):
                template = choose.choice(templates)
                text = _sentence(template, known, record.subject, (object,))
                yield Statement(text, (), template, record.subject)


def _distractor(known: World, choose: random.Random) -> Statement:
    template = choose.choice(DISTRACTORS)
    thing = choose.choice(list(known.classes))
    return Statement(_sentence(template, known, thing, ()), (), template)


def _portraits(statements: Sequence[Statement], count: int, choose: random.Random) -> list[tuple[str, list[Statement]]]:
    """Return statements in as many groups as wanted, each about one thing and with few about the same fact."""
    about: dict[str, list[Statement]] = {}
    for each in statements:
        about.setdefault(each.about, []).append(each)
    parts = dict.fromkeys(about, 1)
    while sum(parts.values()) < count:
        longest = max(parts, key=lambda name: (len(about[name]) / parts[name], name))
        parts[longest] += 1
    groups = []
    for name, own in about.items():
        # Wordings of one fact lie beside each other when sorted, so that a stride puts them into several documents.
        own.sort(key=lambda each: [(record.property, record.object) for record in each.records])
        groups += [(name, own[place :: parts[name]]) for place in range(parts[name])]
    for _, own in groups:
        choose.shuffle(own)
    return groups


def _portrait(known: World, about: str, sentences: list[Statement], choose: random.Random) -> DomainDocument:
    own = list(sentences)
    if choose.random() < 0.4:
        own.insert(choose.randrange(len(own) + 1), _distractor(known, choose))
    return DomainDocument("", choose.choice(_TITLES).format(s=about), tuple(own))
