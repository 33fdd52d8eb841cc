"""Answers to a sub-question that a language model reads in facts and passages, checked and bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from lgm_core.flow import Request
from lgm_core.language.values.value_finder import find_values
from lgm_core.llm.quoting import plain
from lgm_core.model import Fact, Sentence, TraceStep
from lgm_core.reasoning.execution.bindings import Binding
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.text.sub_question import predicate_words
from lgm_core.reasoning.text.text_conditions import names_words
from lgm_core.reasoning.text.text_finding import TextAnswer
from lgm_core.reasoning.text.text_prompt import ANSWER_STEP
from lgm_core.reasoning.text.text_reply import MOST_STATED, STATED_SCHEMA, StatedAnswer, read_stated
from lgm_core.reasoning.text.wanted_kind import WantedKind, is_of_kind, wanted_kinds
from lgm_core.retrieval.answering.citing.statement_splitting import without_marks
from lgm_core.retrieval.answering.citing.support import SupportJudge
from lgm_core.retrieval.answering.evidence.evidence_chunks import first_chunk
from lgm_core.retrieval.answering.replies.brief_answer import brief_answer
from lgm_core.retrieval.answering.supporting_sentences import Steps, failure_details
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.shown_facts import ShownEntry, facts_text, fitting, number_facts
from lgm_core.retrieval.numbered_sentences import NumberedSentence, number_sentences
from lgm_core.retrieval.words import split_words, stop_words

__all__ = ["bound", "model_answers"]

_STATED, _GROUNDED, _CITED = 0.9, 0.7, 0.5
"""Weight of an answer that a sentence states which it cites; that one states which it does not cite; and that one which
it cites may state in other words."""

_BEGINNING = 4
"""Letters at the beginning of words that may be forms of one."""
_FACT_TEXT = 4000
"""Characters of the facts that are looked at beside a cited sentence."""

_FACTS_SHARE = 3
"""Facts take at most one part in so many of what is shown."""

_VALUES = frozenset({WantedKind.DATE, WantedKind.NUMBER})


def model_answers(
    question: str,
    types: Sequence[str],
    *,
    whole_question: str,
    facts: Sequence[Fact],
    sentences: Sequence[Sentence],
    view: GraphView,
    options: LogicalFormOptions,
) -> Steps[tuple[tuple[TextAnswer, ...], str, str]]:
    """Ask a language model for the answers; return them, surest first, why it failed, and why there may be more.

    The latter two are empty where it did not, and where nothing tells so.

    Only sentences that were shown can be cited. An answer that cites none of them, or only such as do not name it in
    any form, is kept where another bears it out, and dropped otherwise.

    Args:
        question: the sub-question.
        types: of what is wanted.
        whole_question: the question that it is a part of; it is told what for.
        facts: what the graph states; shown first, with their sentences.
        sentences: those of the passages, best passage first; shown as far as `options.ask.chunk_size` allows.
        view: the graph; what it does not show is left out.
        options: the settings.
    """
    size = options.ask.chunk_size
    entries = fitting(_numbered_facts(facts, view), context=True, size=size // _FACTS_SHARE)
    stated = {entry.sentence.sentence.id for entry in entries}
    others = [sentence for sentence in sentences if sentence.id not in stated]
    chunk = first_chunk(number_sentences(view, others, first=len(entries) + 1, paths={}), size - size // _FACTS_SHARE)
    shown = {each.number: each for each in chain((entry.sentence for entry in entries), chunk.whole)}
    messages = ANSWER_STEP.messages(
        {
            "facts": facts_text(entries, context=True, size=size // _FACTS_SHARE),
            "sentences": chunk.text,
            "whole": plain(whole_question or question),
            "question": plain(question),
            "wanted": f"Wanted: {plain(' or '.join(map(predicate_words, types)))}." if types else "",
        }
    )
    (outcome,) = yield [Request(messages, "reading", read_stated, STATED_SCHEMA)]
    if not outcome.ok:
        yield TraceStep("reading", failure_details([outcome]))
        return (), outcome.error, ""
    kinds = wanted_kinds(question, types, view.lexicons)
    with_facts = {entry.sentence.number: entry for entry in entries}
    checked = [_checked(each, question, shown, with_facts, view) for each in outcome.value]
    answers: dict[object, TextAnswer] = {}
    for cited, weight, name in filter(None, checked):
        answer = TextAnswer(bound(name, kinds, view), tuple(each.sentence.id for each in cited), weight)
        answers.setdefault(answer.binding.end, answer)
    yield TraceStep("reading", {"shown": len(shown), "answers": len(answers), "dropped": checked.count(None)})
    unread = len(others) - len(chunk.whole)
    gap = f"{unread} sentences of the passages did not fit into a request" if unread else ""
    if len(outcome.value) == MOST_STATED:
        gap = f"the first {MOST_STATED} results that a language model named were taken"
    return tuple(sorted(answers.values(), key=lambda answer: -answer.weight)), "", gap


def _numbered_facts(facts: Sequence[Fact], view: GraphView) -> list[ShownEntry]:
    ids = list(dict.fromkeys(entry.sentence_id for fact in facts for entry in fact.evidence))
    sentences = {sentence.id: sentence for sentence in view.store.sentences(ids)} if ids else {}
    with_sentences = [
        (fact, [sentences[entry.sentence_id] for entry in fact.evidence if entry.sentence_id in sentences][:1])
        for fact in facts
    ]
    return number_facts(view, with_sentences)


def _checked(
    stated: StatedAnswer,
    question: str,
    shown: Mapping[int, NumberedSentence],
    with_facts: Mapping[int, ShownEntry],
    view: GraphView,
) -> tuple[Sequence[NumberedSentence], float, str] | None:
    """Return the sentences that an answer rests on, its weight and its name; None when it rests on nothing."""
    marks = (number for mark in without_marks(stated.text)[1] for number in mark.numbers)
    cited = [shown[number] for number in dict.fromkeys((*marks, *stated.numbers)) if number in shown]
    name = brief_answer(stated.text, view.language)
    if not name:
        return None
    if cited:
        if SupportJudge(question, cited, view.language).judge(name, cited).sentences:
            return cited, _STATED, name
        if _is_worded_otherwise(name, cited, with_facts, view):
            return cited, _CITED, name
    grounds = SupportJudge(question, list(shown.values()), view.language).judge_fact(name, cited).sentences
    return (grounds, _GROUNDED, name) if grounds else None


def _is_worded_otherwise(
    name: str, cited: Sequence[NumberedSentence], with_facts: Mapping[int, ShownEntry], view: GraphView
) -> bool:
    """Tell whether sentences that do not have the words of an answer may mean it.

    A fact shown with one has the words, or it has the value in another way of writing (*three*, *3*), or a word that
    begins as each word of the answer does: *Italian* for *Italy*.
    """
    entries = [with_facts[each.number] for each in cited if each.number in with_facts]
    facts = facts_text(entries, context=True, size=sum(map(len, (each.sentence.text for each in cited))) + _FACT_TEXT)
    said = " ".join([*(f"{each.sentence.resolved} {each.section.title}" for each in cited), facts if entries else ""])
    if names_words(said, name, view.language):
        return True
    for lexicon in view.lexicons:
        values = {(found.value.kind, found.value.normalised) for found in find_values(said, lexicon)}
        own = find_values(name, lexicon)
        if own and all((found.value.kind, found.value.normalised) in values for found in own):
            return True
    stops = stop_words(view.language)
    wanted = [word.folded for word in split_words(name) if word.folded not in stops]
    starts = {word.folded[:_BEGINNING] for word in split_words(said) if len(word.folded) >= _BEGINNING}
    return bool(wanted) and all(word[:_BEGINNING] in starts for word in wanted)


def bound(name: str, kinds: frozenset[WantedKind], view: GraphView) -> Binding:
    """Return what a name means: a value, if it is one or has the one that is asked for, else a concept.

    Of the keys that a name may have, the first that the graph has is taken, else the first; a name of punctuation alone
    is its own key.
    """
    for lexicon in view.lexicons:
        found = find_values(name, lexicon)
        is_whole = len(found) == 1 and (found[0].start, found[0].end) == (0, len(name))
        fitting_kind = [each.value for each in found if is_of_kind(each.value, kinds)]
        if is_whole and (fitting_kind or kinds <= _VALUES):
            return Binding(found[0].value, name)
        if kinds and kinds <= _VALUES and len(fitting_kind) == 1:
            return Binding(fitting_kind[0], name)
    keys = view.keys_of(name)
    known = view.frequencies(keys)
    return Binding(next(iter(known), keys[0] if keys else name.casefold()), name)
