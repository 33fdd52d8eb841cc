"""Facts as a language model sees them: numbered entries, one per sentence, for citation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lgm_core.language.words import split_words
from lgm_core.llm.quoting import plain
from lgm_core.model import Fact, FactEnd, Section, SectionEnd, Sentence
from lgm_core.retrieval.answering.evidence_chunks import NONE
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.fact_text import end_text, names_as_written, wording
from lgm_core.retrieval.numbered_sentences import NumberedSentence
from lgm_core.schema.coinciding import coinciding

__all__ = ["ShownEntry", "facts_text", "fitting", "number_facts", "without_repetition", "worded"]


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """A numbered sentence, the facts shown with it, and the names of their concepts as written.

    `also` has the numbers of entries that are not shown (`is_shown`), since their facts coincide with those here;
    `has_title` tells whether the titles above the sentence are shown.
    """

    sentence: NumberedSentence
    facts: tuple[Fact, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    also: tuple[int, ...] = ()
    is_shown: bool = True
    has_title: bool = True


def number_facts(
    view: GraphView, found: Iterable[tuple[Fact | None, Sequence[Sentence]]], most: int | None = None
) -> list[ShownEntry]:
    """Number the sentences of facts from 1, each once, with all facts whose first sentence it is.

    Facts come best first, each with its sentences, best first; sentences with None for the fact are shown alone. Of
    facts that coincide by the schema the first is shown, with the numbers of the sentences of all; at most `most` facts
    that do not coincide are.
    """
    items = list(found)
    groups = coinciding((fact for fact, _ in items if fact is not None), view.conformance, view.grouped_predicates)
    main = {fact.key: group[0].key for group in groups[:most] for fact in group}
    items = [item for item in items if item[0] is None or item[0].key in main]
    facts: dict[str, list[Fact]] = {}
    sentences: dict[str, Sentence] = {}
    repeating: dict[str, str] = {}
    needed: set[str] = set()
    for fact, of_fact in items:
        for place, sentence in enumerate(of_fact):
            sentences.setdefault(sentence.id, sentence)
            shown = facts.setdefault(sentence.id, [])
            if place == 0 and fact is not None and main[fact.key] != fact.key:
                repeating.setdefault(sentence.id, main[fact.key])
                continue
            needed.add(sentence.id)
            if place == 0 and fact is not None and fact not in shown:
                shown.append(fact)
    sections = {section.id: section for section in _sections(view, sentences.values())}
    documents = view.documents(sentence.document_id for sentence in sentences.values())
    names = names_as_written(view, (fact for of_sentence in facts.values() for fact in of_sentence))
    entries: list[ShownEntry] = []
    for id, sentence in sentences.items():
        if sentence.section_id in sections and sentence.document_id in documents:
            section, document = sections[sentence.section_id], documents[sentence.document_id]
            numbered = NumberedSentence(len(entries) + 1, sentence, section, document)
            entries.append(ShownEntry(numbered, tuple(facts[id]), names))
    hidden = {each.sentence.number: id for each in entries if (id := each.sentence.sentence.id) not in needed}
    also = {key: tuple(number for number, id in hidden.items() if repeating[id] == key) for key in repeating.values()}
    return [
        replace(
            each,
            also=tuple(number for fact in each.facts for number in also.pop(fact.key, ())),
            is_shown=each.sentence.number not in hidden,
        )
        for each in entries
    ]


def _sections(view: GraphView, sentences: Iterable[Sentence]) -> list[Section]:
    ids = list(dict.fromkeys(sentence.section_id for sentence in sentences))
    return view.store.sections(ids) if ids else []


def without_repetition(entries: Iterable[ShownEntry]) -> list[ShownEntry]:
    """Leave out what shown sentences say themselves: facts in the same words and order, and titles of no other words.

    Of entries under the same title that follow each other, only the first that needs the title has it.
    """
    told: list[ShownEntry] = []
    heading, has_title = "", False
    for each in entries:
        if each.is_shown:
            said = _words(each.sentence.sentence.resolved)
            if heading != each.sentence.heading:
                heading, has_title = each.sentence.heading, False
            needs_title = not has_title and not set(_words(heading)) <= set(said)
            facts = tuple(fact for fact in each.facts if not _is_in_order(_words(worded(fact, each.names)), said))
            each, has_title = replace(each, facts=facts, has_title=needs_title), has_title or needs_title
        told.append(each)
    return told


def _words(text: str) -> list[str]:
    return [word.folded for word in split_words(text)]


def _is_in_order(words: Sequence[str], said: Sequence[str]) -> bool:
    left = iter(said)
    return all(word in left for word in words)


def fitting(entries: Sequence[ShownEntry], *, context: bool, size: int) -> list[ShownEntry]:
    """Return the first entries that fit into `size` characters, at least one."""
    fit: list[ShownEntry] = []
    used = 0
    for entry in entries:
        used += len(_shown(entry, context=context)) + entry.is_shown
        if fit and used > size:
            break
        fit.append(entry)
    return fit


def facts_text(entries: Sequence[ShownEntry], *, context: bool, size: int) -> str:
    """Write the entries that fit into `size` characters; a single entry is cut to that size."""
    return "\n".join(_shown(entry, context=context)[:size] for entry in entries if entry.is_shown) or NONE


def _shown(entry: ShownEntry, *, context: bool) -> str:
    if not entry.is_shown:
        return ""
    numbered = entry.sentence
    facts = "; ".join(worded(fact, entry.names) for fact in entry.facts)
    numbers = "".join(f"[{number}]" for number in (numbered.number, *entry.also))
    if not context:
        return f"{numbers} {facts}"
    heading = plain(numbered.heading) if entry.has_title else ""
    first = " ".join(filter(None, (numbers, f"({heading})" if heading else "", facts)))
    return f'{first}\n  "{plain(numbered.sentence.resolved)}"'


def worded(fact: Fact, names: Mapping[str, str]) -> str:
    """Return a fact in words, its concepts by name: `subject | predicate | object`, and its qualifiers."""
    parts = [_end_text(fact.subject, names), wording(fact), _end_text(fact.object, names)]
    parts += (f"{name} {_end_text(end, names)}" for name, end in fact.qualifiers)
    return plain(" | ".join(parts))


def _end_text(end: FactEnd, names: Mapping[str, str]) -> str:
    return "this section" if isinstance(end, SectionEnd) else end_text(end, names)
