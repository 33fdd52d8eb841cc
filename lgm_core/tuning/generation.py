"""Rows for generation (NLG): facts to their text, question and evidence to a cited answer, and descriptions."""

from __future__ import annotations

from collections import defaultdict

from lgm_core.llm.quoting import plain, quoted
from lgm_core.model import Fact
from lgm_core.retrieval.facts.fact_text import wording
from lgm_core.tuning.stated_knowledge import Part
from lgm_core.tuning.tuning_rows import Rows

__all__ = ["add_answers", "add_descriptions", "add_texts"]

_COLUMNS = ("subject", "predicate", "object")
_LONGEST = 6
"""The most sentences of a piece of a section."""

_DISTRACTORS = 4


def add_texts(rows: Rows, part: Part, most: int) -> None:
    """Add the facts of a section to its text (the reverse of extraction, as in K-LoRA); long sections in pieces."""
    sections: defaultdict[str, list[str]] = defaultdict(list)
    for id, sentence in part.sentences.items():
        sections[sentence.section_id].append(id)
    pieces = (ids[start : start + _LONGEST] for ids in sections.values() for start in range(0, len(ids), _LONGEST))
    known = [piece for piece in pieces if any(id in part.facts_in for id in piece)]
    rows.chance.shuffle(known)
    for piece in known[:most]:
        facts = [(id, fact) for id in piece for fact in part.facts_in.get(id, ())]
        records = [
            (part.name(fact.subject, id), quoted(wording(fact)), part.name(fact.object, id)) for id, fact in facts
        ]
        given = rows.written(_COLUMNS, records)
        heading = part.headings.get(piece[0], "")
        asked = f"<facts>\n{given}\n</facts>\nHeading: {quoted(heading) or 'none'}"
        reply = " ".join(quoted(part.sentences[id].text) for id in piece)
        rows.text(asked, reply, piece, facts=[*dict.fromkeys(fact.key for _, fact in facts)])


def add_answers(rows: Rows, part: Part, most: int) -> None:
    """Add questions with numbered sentences, of which one or more say the answer, to an answer that cites them."""
    by_question: defaultdict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in part.facts:
        if fact.subject in part.named and fact.predicate != "be":
            by_question[fact.subject, fact.predicate].append(fact)
    ids = list(part.sentences)
    questions = sorted(by_question)
    rows.chance.shuffle(questions)
    for asked_of in questions[:most]:
        facts = by_question[asked_of][:3]
        stating = list(dict.fromkeys(fact.evidence[0].sentence_id for fact in facts))
        all_stating = {each.sentence_id for fact in by_question[asked_of] for each in fact.evidence}
        others = [each for each in rows.chance.sample(ids, min(_DISTRACTORS * 2, len(ids))) if each not in all_stating]
        shown = [*stating, *others[:_DISTRACTORS]]
        rows.chance.shuffle(shown)
        number = {id: place for place, id in enumerate(shown, 1)}
        lines = "\n".join(
            f"# {plain(part.headings.get(id, ''))}\n[{place}] {plain(part.sentences[id].resolved)}"
            for id, place in number.items()
        )
        subject = part.name(asked_of[0], stating[0])
        question = rows.chance.choice(("{} {} what?", "What does the evidence say: {} {} …?", "Complete: {} {} ___"))
        question = question.format(subject, quoted(wording(facts[0])))
        told = []
        for fact in facts:
            id = fact.evidence[0].sentence_id
            claim = f"{subject} {quoted(wording(fact))} {part.name(fact.object, id)}"
            told.append(f"{claim[:1].upper()}{claim[1:]} [{number[id]}].")
        asked = f"<sentences>\n{lines}\n</sentences>\n<question>\n{question}\n</question>"
        rows.text(asked, " ".join(dict.fromkeys(told)), shown, facts=[fact.key for fact in facts], cited=stating)


def add_descriptions(rows: Rows, part: Part, most: int) -> None:
    """Add sentences about a thing to its description, where a language model has described it for the graph."""
    told = [each for each in part.profiles if each.description and each.evidence and each.origin.startswith("llm")]
    rows.chance.shuffle(told)
    for profile in told[:most]:
        ids = list(dict.fromkeys(each.sentence_id for each in profile.evidence))
        asked = "\n".join([*map(part.shown, ids), f"Thing: {part.name(profile.concept, ids[0])}"])
        rows.text(asked, quoted(profile.description), ids, concept=profile.concept)
