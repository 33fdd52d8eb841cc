"""A parsed sentence as a row of units: things, verb groups, prepositions, and clause boundaries.

Clauses are read from this row rather than from the parse alone: parsers are trained on general prose and fail on long
technical sentences, where parts of speech and the spans of things are still reliable.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.dependency_tree import DependencyTree
from lgm_core.language.lexicons.lexicon import FactWords
from lgm_core.learning.construction.relations.by_clause.unit_lists import Kind, Unit

__all__ = ["sentence_units"]

_VERBAL = frozenset("VERB AUX".split())
_PROGRESSIVE = "ing"

_CLAUSAL = frozenset("root conj parataxis ccomp".split())
"""Relations of a verb that makes a clause; a participle without auxiliary has others: *text stored in files*."""


class VerbGroups:
    """Reads the verb groups of a sentence.

    Args:
        tree: the sentence.
        taken: the words in things and noun phrases.
        negations: negating lemmas.
        modals: lemmas of auxiliaries that need a verb.
    """

    def __init__(
        self, tree: DependencyTree, taken: Collection[int], negations: frozenset[str], modals: frozenset[str]
    ) -> None:
        self._tree, self._tokens, self._taken = tree, tree.tokens, taken
        self._negations, self._modals = negations, modals

    def at(self, first: int) -> Unit | None:
        """Return the verb group that begins with a word, if any."""
        last = self._last_verb(first)
        if last is None:
            return None
        end = last + 1
        if self._tokens[last].upos == "AUX":
            adjective = self._behind_adverbs(end)
            if self._is(adjective, "ADJ"):
                end = adjective + 1  # *is suitable for*, *is able to extract*
                if self._is_to(end) and self._is(end + 1, "VERB"):
                    last, end = end + 1, end + 2
        while end < len(self._tokens) and end not in self._taken and self._tokens[end].relation == "compound:prt":
            end += 1
        return self._group(first, end, last)

    def describes_noun(self, word: int) -> bool:
        """Tell whether a verb precedes a noun that it describes: *the proposed model*."""
        token = self._tokens[word]
        return token.upos == "VERB" and token.head > word and token.relation in ("amod", "compound")

    def _last_verb(self, first: int) -> int | None:
        """Return the last of consecutive verbs from a word on, with *to*, negations and adverbs between them."""
        word, last = first, None
        while word < len(self._tokens) and word not in self._taken and not self.describes_noun(word):
            upos = self._tokens[word].upos
            if upos in _VERBAL:
                if last is not None and last == word - 1 and self._tokens[last].upos == "VERB":
                    break
                last = word
            elif self._is_to(word):
                if not self._is(self._behind_adverbs(word + 1), *_VERBAL):
                    break
            elif last is None or upos not in ("PART", "ADV"):
                break
            word += 1
        return last

    def _behind_adverbs(self, word: int) -> int:
        while self._is(word, "ADV"):
            word += 1
        return word

    def _is(self, word: int, *tags: str) -> bool:
        return word < len(self._tokens) and word not in self._taken and self._tokens[word].upos in tags

    def _is_to(self, word: int) -> bool:
        return self._is(word, "PART") and self._tree.lemma(word) == "to"

    def _group(self, first: int, end: int, last: int) -> Unit:
        tokens, tree = self._tokens, self._tree
        own = range(first, end)
        opening = next(word for word in own if tokens[word].upos in _VERBAL)
        has_to = tree.lemma(first) == "to"
        is_bare = tokens[opening].upos == "VERB" and not has_to
        is_progressive = is_bare and is_progressive_form(tokens[opening].text, tokens[opening].lemma)
        is_alone = is_bare and (opening == last or self._is_to(opening + 1))  # *stored*, *used to store*
        main = opening if is_alone else last
        is_participle = tokens[main].upos == "VERB" and self._is_past(main)
        has_be = any(tree.lemma(word) == "be" for word in range(first, last))
        return Unit(
            Kind.VERB,
            first,
            end,
            last,
            is_finite=not (
                has_to or is_progressive or (is_alone and is_participle and tree.relation(main) not in _CLAUSAL)
            ),
            is_infinitive=has_to,
            is_progressive=is_progressive,
            is_passive=is_participle and (has_be or is_alone),
            is_denied=any(tree.lemma(word) in self._negations for word in own) or tree.lemma(last) in self._modals,
        )

    def _is_past(self, word: int) -> bool:
        text = self._tokens[word].text.lower()
        return text != self._tree.lemma(word) and not text.endswith((_PROGRESSIVE, "s"))


def is_progressive_form(text: str, lemma: str) -> bool:
    """Tell whether a verb is a present participle or gerund."""
    return text.endswith(_PROGRESSIVE) and text != lemma


_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_SLASHES = frozenset("/&")
_NOMINAL = frozenset("NOUN PROPN NUM X SYM".split())
_BEFORE_NOUN = frozenset("DET ADJ NUM".split())
_POSSESSIVE = frozenset({"'s", "’s", "'", "’"})
_PASSED_OVER = frozenset("ADV ADJ DET NUM PART VERB".split())
_HYPHENS = frozenset("-‐‑")
_QUOTES = frozenset(("'", '"', "“", "”", "‘", "’", "``", "''"))


def sentence_units(
    sentence: ChunkedSentence,
    words: FactWords,
    things: Mapping[tuple[int, int], str],
    pronouns: Mapping[int, Sequence[str]],
) -> list[list[Unit]]:
    """Return the rows of units of a sentence: its main text without brackets, then each bracket.

    Args:
        sentence: with its parse.
        words: the words of its language.
        things: keys of the things to look for, by their spans in the parsed text.
        pronouns: keys of pronouns' antecedents, by the offset of the pronoun.
    """
    return _Units(sentence, words, things, pronouns).rows()


class _Units:
    def __init__(
        self,
        sentence: ChunkedSentence,
        words: FactWords,
        things: Mapping[tuple[int, int], str],
        pronouns: Mapping[int, Sequence[str]],
    ) -> None:
        self._tree = DependencyTree(sentence)
        self._tokens, self._words = self._tree.tokens, words
        self._negations = sentence.lexicon.clauses.negations | words.denials
        questions = sentence.lexicon.questions
        self._interrogatives = questions.interrogatives if questions is not None else frozenset[str]()
        self._pronouns = pronouns
        self._spans = self._token_spans(things)
        self._read_phrases([(phrase.start, phrase.end) for phrase in sentence.noun_phrases], self._spans)

    def rows(self) -> list[list[Unit]]:
        rows: list[list[Unit]] = [[]]
        open_rows = [0]
        word = 0
        while word < len(self._tokens):
            text = self._tokens[word].text
            if word not in self._things and text in _OPENING:
                open_rows.append(len(rows))
                rows.append([])
                word += 1
            elif word not in self._things and text in _CLOSING:
                if len(open_rows) > 1:
                    open_rows.pop()
                word += 1
            else:
                unit = self._unit(word)
                rows[open_rows[-1]].append(unit)
                word = unit.end
        return rows + self._inner_rows()

    def _inner_rows(self) -> list[list[Unit]]:
        """Return the rows of things that contain others with a preposition between them: *extraction of names*."""
        rows = []
        for whole in list(self._things.values()):
            start = next((first for first, end in self._spans if end == whole.end and first >= whole.first), whole.end)
            if any(self._tokens[word].upos == "ADP" for word in range(start, whole.end)):
                inside = {
                    (first, end): key
                    for (first, end), key in self._spans.items()
                    if start <= first and end <= whole.end and (first, end) != (start, whole.end)
                }
                self._read_phrases([], inside)
                row, word = [], whole.first
                while word < whole.end:
                    row.append(self._unit(word))
                    word = row[-1].end
                rows.append(row)
        return rows

    def _token_spans(self, things: Mapping[tuple[int, int], str]) -> dict[tuple[int, int], str]:
        """Return the keys of things by token span, the longest first; things that end within a word are left out."""
        starts = {token.start: place for place, token in enumerate(self._tokens)}
        ends = {token.end: place + 1 for place, token in enumerate(self._tokens)}
        spans = {
            (starts[start], ends[end]): key
            for (start, end), key in things.items()
            if start in starts and end in ends and starts[start] < ends[end]
        }
        return dict(sorted(spans.items(), key=lambda entry: (entry[0][0] - entry[0][1], entry[0])))

    def _read_phrases(self, phrases: Sequence[tuple[int, int]], spans: Mapping[tuple[int, int], str]) -> None:
        """Find the units of things and other noun phrases, the longest where they overlap."""
        taken: dict[int, tuple[int, int]] = {}
        for first, end in sorted({*spans, *phrases}, key=lambda span: (span[0] - span[1], span)):
            if all(word not in taken for word in range(first, end)):
                taken.update(dict.fromkeys(range(first, end), (first, end)))
        self._things: dict[int, Unit] = {}
        for first, end in dict.fromkeys(taken.values()):
            start = first
            while start and start - 1 not in taken and self._describes(start - 1):
                start -= 1
            self._things[start] = self._thing(start, first, end, spans)
        words = frozenset(word for thing in self._things.values() for word in range(thing.first, thing.end))
        self._verbs = VerbGroups(self._tree, words, self._negations, self._words.unreal)

    def _thing(self, start: int, first: int, end: int, spans: Mapping[tuple[int, int], str]) -> Unit:
        """Return a thing; a list also stands for its members, as in *names and places*."""
        inside = range(first, end)
        links = [word for word in inside if self._tokens[word].upos == "ADP"]
        link = links[0] if links else end
        nearest = [key for (own, stop), key in spans.items() if links and own > links[-1] and stop == end]
        spans = {span: key for span, key in spans.items() if span[0] < link or span[1] != end}
        last_and = max((word for word in inside if self._tokens[word].upos == "CCONJ"), default=-1)
        keys = [key for (own, stop), key in spans.items() if stop == end and own >= first]
        if last_and > first:
            members = [key for (own, stop), key in spans.items() if own == first and stop == last_and]
            last = [key for (own, stop), key in spans.items() if own > last_and and stop == end]
            keys = [*keys[: len(keys) - len(last)][:1], *members[:1], *last]
            named, wider = keys[: len(keys) - max(len(last) - 1, 0)], last[1:]
        else:
            named, wider = keys[:1], keys[1:]
        heads = [word for word in inside if not first <= self._tokens[word].head < end]
        return Unit(
            Kind.THING,
            start,
            end,
            heads[-1] if heads else end - 1,
            tuple(dict.fromkeys(named)),
            tuple(wider),
            tuple(nearest[:1]),
            is_denied=any(self._tree.lemma(word) in self._negations for word in range(start, first))
            or self._may_begin_with_verb(start, end),
        )

    def _may_begin_with_verb(self, first: int, end: int) -> bool:
        """Tell whether a noun after *to* may be a mistagged verb: *methods to extract names*."""
        token = self._tokens[first]
        is_bare = end - first > 1 and token.upos == "NOUN" and token.text == token.lemma
        return is_bare and first > 0 and self._tree.lemma(first - 1) == "to"

    def _describes(self, word: int) -> bool:
        """Tell whether a word before a noun phrase belongs to it."""
        token = self._tokens[word]
        return token.upos in _BEFORE_NOUN or token.relation == "nmod:poss"

    def _unit(self, word: int) -> Unit:
        token = self._tokens[word]
        if word in self._things:
            return self._things[word]
        if token.start in self._pronouns:
            return Unit(Kind.THING, word, word + 1, word, tuple(self._pronouns[token.start]))
        if (kind := self._pronoun_kind(word)) is not None:
            return Unit(kind, word, word + 1, word)
        if not self._verbs.describes_noun(word) and (group := self._verbs.at(word)) is not None:
            return group
        if self._is_preposition(word):
            return self._preposition(word)
        return Unit(self._kind(word), word, word + 1, word, is_denied=self._tree.lemma(word) in self._negations)

    def _pronoun_kind(self, word: int) -> Kind | None:
        """Return the kind of a pronoun, or of *that* after a noun."""
        upos, lemma = self._tokens[word].upos, self._tree.lemma(word)
        if upos in ("PRON", "ADV") and lemma in self._interrogatives - self._words.relatives:
            return Kind.OPENER  # *what it does*, *how it works*
        if upos == "PRON":
            return Kind.RELATIVE if lemma in self._words.relatives else Kind.THING
        is_that = upos in ("SCONJ", "DET") and lemma in self._words.relatives
        return Kind.RELATIVE if is_that and self._after_thing(word) else None

    def _kind(self, word: int) -> Kind:
        token = self._tokens[word]
        if token.upos == "CCONJ" or token.text in _SLASHES:
            return Kind.AND
        if token.upos == "PART" and token.text in _POSSESSIVE:
            return Kind.POSSESSIVE
        if token.text == ",":
            return Kind.COMMA
        if token.upos == "SCONJ":
            return Kind.OPENER
        if token.upos in _NOMINAL:
            return Kind.THING
        is_passed_over = token.upos in _PASSED_OVER or token.text in _QUOTES or self._is_hyphen(word)
        return Kind.ADVERB if is_passed_over else Kind.BREAK

    def _is_hyphen(self, word: int) -> bool:
        """Tell whether a word is a hyphen within another."""
        tokens = self._tokens
        if tokens[word].text not in _HYPHENS or not 0 < word < len(tokens) - 1:
            return False
        return tokens[word - 1].end == tokens[word].start and tokens[word].end == tokens[word + 1].start

    def _is_preposition(self, word: int) -> bool:
        token = self._tokens[word]
        if token.upos == "SCONJ":
            return self._before_progressive(word)
        return (token.upos == "ADP" and token.text.isalpha()) or self._is_such_as(word)

    def _is_such_as(self, word: int) -> bool:
        following = self._tokens[word + 1] if word + 1 < len(self._tokens) else None
        return self._tree.lemma(word) == "such" and following is not None and following.text == "as"

    def _after_thing(self, word: int) -> bool:
        return word > 0 and self._tokens[word - 1].upos in _NOMINAL

    def _before_progressive(self, word: int) -> bool:
        following = self._tokens[word + 1] if word + 1 < len(self._tokens) else None
        if following is None or following.upos != "VERB":
            return False
        return is_progressive_form(following.text, following.lemma)

    def _preposition(self, word: int) -> Unit:
        """Return a preposition with those it combines with: *out of*, *because of*, *in terms of*, *in order to*."""
        end, tokens = word + 1, self._tokens
        while (
            end < len(tokens) and end not in self._things and (tokens[end].upos == "ADP" or self._is_such_as(end - 1))
        ):
            end += 1
        noun = self._things.get(end)
        if noun is not None and noun.end - noun.first == 1 and self._tree.lemma(end) in self._words.linking_nouns:
            following = noun.end
            if following < len(tokens) and self._tree.lemma(following) == "to" and tokens[following].upos == "PART":
                return Unit(Kind.ADVERB, word, following, word)
            if following < len(tokens) and tokens[following].upos == "ADP":
                return Unit(Kind.PREPOSITION, word, following + 1, word)
        return Unit(Kind.PREPOSITION, word, end, word)
