"""Ways to show a language model the same ranked evidence, as methods of `lgm bench qa`: what is best to be shown?

Each function is named by its import path; all show the ten sentences that `sentences` shows, with the same plain
prompt, so that `sentences` is the baseline. The options at the end are those of `ask` with one thing changed.

    lgm bench qa FOLDER --methods sentences,benchmarks.shown_evidence:by_rank,benchmarks.shown_evidence:WINDOW_20 \
      --out DIR
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from lgm_core.evaluation.question_answering.benchmark_corpus import BenchmarkCorpus
from lgm_core.evaluation.question_answering.recorded_answer import Excerpt
from lgm_core.model import RetrievedSentence, Sentence
from lgm_core.retrieval.answering.answer_prompts import READ, AnswerPrompts
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.relation_wording import path_sentence

Retrieve = Callable[[str], Sequence[Excerpt]]
Shown = Callable[[list[RetrievedSentence]], list[Excerpt]]

_SENTENCES = 10
_WITH_NEIGHBOURS = 4
"""Best sentences that are shown with those before and after them: about as much text as ten sentences."""

_PRONOUN = re.compile(r"^(?:He|She|It|They)\b")
_POSSESSIVE = re.compile(r"^(?:His|Her|Its|Their)\b")


def by_rank(corpus: BenchmarkCorpus) -> Retrieve:
    """A line for each sentence with its title, best first."""
    return _showing(corpus, lambda found: [_excerpt(each, each.text) for each in found])


def best_last(corpus: BenchmarkCorpus) -> Retrieve:
    """A line for each sentence with its title, best last: next to the question."""
    return _showing(corpus, lambda found: [_excerpt(each, each.text) for each in reversed(found)])


def without_titles(corpus: BenchmarkCorpus) -> Retrieve:
    """The sentences alone, those of a document in its order."""
    return _showing(corpus, lambda found: [replace(each, title="") for each in _by_title(found, _text)])


def with_coreference(corpus: BenchmarkCorpus) -> Retrieve:
    """Under titles, with marks that say whom a pronoun refers to."""
    return _showing(corpus, lambda found: _by_title(found, lambda each: each.sentence.resolved or each.text))


def title_as_subject(corpus: BenchmarkCorpus) -> Retrieve:
    """Under titles; a sentence that begins with a pronoun begins with the title in its place."""
    return _showing(corpus, lambda found: _by_title(found, _with_subject))


def with_neighbours(corpus: BenchmarkCorpus) -> Retrieve:
    """Under titles, the four best sentences with the sentences before and after them."""
    sections: dict[str, list[Sentence]] = {}
    for graph in corpus.graph.store.scan():
        for sentence in graph.sentences:
            sections.setdefault(sentence.section_id, []).append(sentence)

    def shown(found: list[RetrievedSentence]) -> list[Excerpt]:
        around: dict[str, RetrievedSentence] = {}
        for each in found[:_WITH_NEIGHBOURS]:
            for sentence in sections[each.sentence.section_id]:
                if abs(sentence.position - each.sentence.position) <= 1:
                    around.setdefault(sentence.id, replace(each, sentence=sentence))
        return _by_title(list(around.values()), _text)

    return _showing(corpus, shown)


def with_relations(corpus: BenchmarkCorpus) -> Retrieve:
    """Under titles, after the relations on the paths to the sentences, a line each."""

    def shown(found: list[RetrievedSentence]) -> list[Excerpt]:
        paths = dict.fromkeys(path_sentence(each.path) for each in found if len(each.path) > 1)
        relations = [Excerpt("", "", f"{path}.") for path in paths]
        return [*relations, *_by_title(found, _text)]

    return _showing(corpus, shown)


def with_paths(corpus: BenchmarkCorpus) -> Retrieve:
    """A line for each sentence with its title, best first, and the path that led to it in brackets."""

    def text(each: RetrievedSentence) -> str:
        return f"{each.text} ({path_sentence(each.path)})" if len(each.path) > 1 else each.text

    return _showing(corpus, lambda found: [_excerpt(each, text(each)) for each in found])


def numbers_first(corpus: BenchmarkCorpus) -> Retrieve:
    """A line for each sentence, best first: its number, its title, its text."""
    return _showing(
        corpus,
        lambda found: [Excerpt("", "", f"[{n}] {each.document.title}: {each.text}") for n, each in enumerate(found, 1)],
    )


def numbers_last(corpus: BenchmarkCorpus) -> Retrieve:
    """A line for each sentence with its title, best first, with its number at the end."""
    return _showing(corpus, lambda found: [_excerpt(each, f"{each.text} [{n}]") for n, each in enumerate(found, 1)])


def _showing(corpus: BenchmarkCorpus, shown: Shown) -> Retrieve:
    return lambda question: shown(corpus.graph.retrieve_sentences(question, k=_SENTENCES))


def _by_title(found: list[RetrievedSentence], text: Callable[[RetrievedSentence], str]) -> list[Excerpt]:
    """Join the sentences of a title, in the order of their documents; titles in the order of their best sentence."""
    by_title: dict[str, list[RetrievedSentence]] = {}
    for each in found:
        by_title.setdefault(each.document.title or each.document.id, []).append(each)
    return [
        _excerpt(group[0], " ".join(text(each) for each in sorted(group, key=lambda each: each.sentence.position)))
        for group in by_title.values()
    ]


def _excerpt(each: RetrievedSentence, text: str) -> Excerpt:
    return Excerpt(each.document.id, each.document.title, text)


def _text(each: RetrievedSentence) -> str:
    return each.text


def _with_subject(each: RetrievedSentence) -> str:
    title = each.document.title
    if not title:
        return each.text
    return _POSSESSIVE.sub(lambda _: f"{title}'s", _PRONOUN.sub(lambda _: title, each.text))


_EXAMPLE = (
    "Answer the question from the text. Reply with the answer alone: a name, a date, a number, a short phrase, or yes "
    "or no.\n\nText:\nFastnet Lighthouse: The tower stands on a rock off the coast of Cork. It was designed by "
    "William Douglass.\n\nQuestion: Who designed the lighthouse off Cork?\nAnswer:",
    "William Douglass",
)

WITH_EXAMPLE = AskOptions(prompts=AnswerPrompts(read=replace(READ, examples=(_EXAMPLE,))))
"""After an example."""

WINDOW_5 = AskOptions(window=5)
WINDOW_15 = AskOptions(window=15)
WINDOW_20 = AskOptions(window=20)
"""Other windows for the first round."""

_LABEL = AnswerPrompts(read=replace(READ, user=READ.user.replace("Text:", "Quoted text:")))
_RULE = AnswerPrompts(read_brief=f"{AnswerPrompts().read_brief} {AnswerPrompts().read_quoted}")
_MISSING = AnswerPrompts(read_brief=f"{AnswerPrompts().read_brief} {AnswerPrompts().read_missing}")

LABEL_QUOTED = AskOptions(prompts=_LABEL)
RULE_QUOTED = AskOptions(prompts=_RULE)
MAY_MISS = AskOptions(prompts=_MISSING)
"""What else the request says: that the text is quoted, as its label or as a rule; that the model may reply what is
missing, in the first round too."""

ONE_ROUND = AskOptions(max_iterations=1)
THREE_ROUNDS = AskOptions(max_iterations=3)
GROWTH_5 = AskOptions(growth=5)
GROWTH_20 = AskOptions(growth=20)
"""Other rounds."""

AS_JSON = AskOptions(protocol="json")
"""The reply as JSON, asked for in words."""
