"""Attach the words of a tagged sentence to heads by rules over noun and verb groups: a shallow dependency parse."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from lgm_core.language.port import Token

__all__ = ["attach"]

_NOUNS = frozenset({"NOUN", "PROPN"})
_VERBS = frozenset({"VERB", "AUX"})
_OPENS_GROUP = frozenset({"DET", "ADJ", "NUM", "NOUN", "PROPN", "PRON"})
_IN_GROUP = frozenset({"ADJ", "NUM", "NOUN", "PROPN"})
_AFTER_HYPHEN = frozenset({"NOUN", "PROPN", "ADJ"})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_POSSESSIVES = frozenset("his her its their my your our".split())


class NounGroup(NamedTuple):
    """Tokens `first` to `last` (exclusive) around the noun `head`; `is_nominal` is false for a bare adjective."""

    first: int
    last: int
    head: int
    is_nominal: bool = True


class VerbGroup(NamedTuple):
    """Auxiliaries with adverbs among them from `first` on, up to the main verb `verb`."""

    first: int
    verb: int


def verb_groups(tokens: Sequence[Token]) -> list[VerbGroup]:
    """Return the verb groups of a sentence."""
    groups = []
    index = 0
    while index < len(tokens):
        if tokens[index].upos in _VERBS:
            first = index
            while tokens[index].upos != "VERB" and _verb_follows(tokens, index):
                index += 1
            groups.append(VerbGroup(first, index))
        index += 1
    return groups


def _verb_follows(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a verb follows an auxiliary, directly or after one adverb or *not*: *was often seen*."""
    following = tokens[index + 1 : index + 3]
    if following and following[0].upos in _VERBS:
        return True
    adverb = len(following) == 2 and following[0].upos in {"ADV", "PART"} and following[0].text.lower() != "to"
    return adverb and following[1].upos in _VERBS


def noun_groups(tokens: Sequence[Token]) -> list[NounGroup]:
    """Return the noun groups of a sentence; a pronoun is a group of its own."""
    groups = []
    tags = [token.upos for token in tokens]
    last = 0
    for index, tag in enumerate(tags):
        if index < last or tag not in _OPENS_GROUP:
            continue
        last = index + 1
        if tag != "PRON" or _is_possessive(tokens, index):
            last = _group_end(tokens, tags, last)
        head = last - 1
        while head > index and tags[head] not in _NOUNS:
            head -= 1
        if tags[head] not in _NOUNS:
            head = last - 1
        groups.append(NounGroup(index, last, head, tags[head] in _NOMINAL or tag == "DET"))
    return groups


def _is_possessive(tokens: Sequence[Token], index: int) -> bool:
    """Distinguish a possessive that opens a noun group (*her boat*, *his very old boat*) from an object (*saw her*)."""
    lower = tokens[index].text.lower()
    if lower not in _POSSESSIVES or index + 1 >= len(tokens):
        return False
    next_tag = tokens[index + 1].upos
    return next_tag in _IN_GROUP or (next_tag == "ADV" and lower != "her")


def _group_end(tokens: Sequence[Token], tags: Sequence[str], last: int) -> int:
    """Extend a group over nouns, adjectives and numbers, hyphens (*well - known*) and adverbs before adjectives."""
    while last < len(tags):
        if tags[last] not in _IN_GROUP:
            next_tag = tags[last + 1] if last + 1 < len(tags) else ""
            is_hyphen = next_tag in _AFTER_HYPHEN and tokens[last].text == "-"
            if not is_hyphen and not (tags[last] == "ADV" and next_tag == "ADJ"):
                break
        last += 1
    return last


_POSSESSIVE_ENDS = frozenset({"'s", "’s", "'", "’"})
_WH = frozenset("who which whom whose that where when while what".split())
_RELATIVE = frozenset("who which whom whose where".split())
_PREPOSITION_LIKE = frozenset("as like after before since until".split())
"""Conjunctions that introduce a noun if no verb follows: *after the war*, *as a child*."""
_BREAKS = frozenset({",", ";", ":", "--"})
_GROUP_RELATIONS = {"PRON": "nmod:poss", "DET": "det", "ADJ": "amod", "NUM": "nummod"}
_VERB_DISTANCE = 4
"""Words after a noun within which a verb shows that the conjunction before it opens a clause: *after Reed had left*."""
_OBJECT_DISTANCE = 3
"""Words after a verb within which a second bare noun is still an object: *gave Reed a boat*."""


class ShallowParse(NamedTuple):
    """Heads and relations of the words of a sentence, and the preposition of each head of a noun group that has one."""

    heads: list[int]
    relations: list[str]
    case_of: dict[int, int]


class _Clause(NamedTuple):
    """A verb group with the word that introduces its clause, and the number of its subject's group (or None)."""

    verb: int
    start: int
    marker: str
    marker_index: int
    subject: int | None


def attach(tokens: Sequence[Token]) -> ShallowParse:
    """Return a rough dependency tree of a tagged sentence, with relations named as in Universal Dependencies."""
    attachment = _Attachment(tokens)
    return ShallowParse(attachment.heads, attachment.relations, attachment.case_of)


class _Attachment:
    """The tree under construction: noun groups and cases first, then subjects, clauses, objects, and the rest."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.heads = [-1] * len(tokens)
        self.relations = ["dep"] * len(tokens)
        self.case_of: dict[int, int] = {}
        self._group_at = [-1] * len(tokens)
        verbs = verb_groups(tokens)
        for verb in verbs:
            for auxiliary in range(verb.first, verb.verb):
                self._attach(auxiliary, verb.verb, "aux")
        self._groups = self._attach_in_groups()
        self._attach_cases({verb.verb for verb in verbs})
        self._clauses = self._find_clauses(verbs)
        self._root = self._attach_clauses()
        self._attach_objects()
        self._attach_rest()

    def _attach(self, index: int, head: int, relation: str) -> None:
        if index != head:
            self.heads[index], self.relations[index] = head, relation

    def _attach_in_groups(self) -> list[NounGroup]:
        """Attach the words of noun groups to their heads; return the nominal groups."""
        groups: list[NounGroup] = []
        for group in noun_groups(self.tokens):
            first, last, head, is_nominal = group
            is_name = self.tokens[head].upos == "PROPN"
            for word in range(first, last):
                if word != head:
                    upos = self.tokens[word].upos
                    otherwise = "flat" if is_name and upos == "PROPN" else "compound"
                    self.heads[word], self.relations[word] = head, _GROUP_RELATIONS.get(upos, otherwise)
            if is_nominal:
                self._group_at[first:last] = [len(groups)] * (last - first)
                groups.append(group)
        return groups

    def _attach_cases(self, verbs: Set[int]) -> None:
        """Attach possessors to their possessions, and prepositions to their nouns."""
        tokens = self.tokens
        for group in self._groups:
            last = group.last
            if self._has_possessive_end(group) and last + 1 < len(tokens):
                owned = self._group_at[last + 1]
                if owned >= 0 and self._groups[owned].first == last + 1:
                    self._attach(last, group.head, "case")
                    self._attach(group.head, self._groups[owned].head, "nmod:poss")
            before = tokens[group.first - 1] if group.first else None
            if before is None:
                continue
            conjunction = before.upos == "SCONJ" and before.text.lower() in _PREPOSITION_LIKE
            if before.upos == "ADP" or (conjunction and verbs.isdisjoint(range(last, last + _VERB_DISTANCE))):
                self.case_of[group.head] = group.first - 1
                self._attach(group.first - 1, group.head, "case")

    def _has_possessive_end(self, group: NounGroup) -> bool:
        return group.last < len(self.tokens) and self.tokens[group.last].text in _POSSESSIVE_ENDS

    def _may_be_subject(self, number: int) -> bool:
        """Tell whether a group has no preposition, is not a possessor and is not attached yet."""
        group = self._groups[number]
        return self.heads[group.head] == -1 and group.head not in self.case_of and not self._has_possessive_end(group)

    def _subject_candidates(self, first: int, last: int) -> list[int]:
        """Return the numbers of the groups between two tokens that may be a subject."""
        numbers = dict.fromkeys(number for number in self._group_at[first:last] if number >= 0)
        return [
            number
            for number in numbers
            if self._groups[number].first >= first
            and self._groups[number].last <= last
            and self._may_be_subject(number)
        ]

    def _find_clauses(self, verbs: Sequence[VerbGroup]) -> list[_Clause]:
        """Return a clause for each verb group, with its subject attached."""
        clauses: list[_Clause] = []
        begin = 0
        for group in verbs:
            marker, index = self._marker(begin, group.first)
            subject = self._subject(begin, group.first, marker, index, is_first=not clauses)
            if subject is not None:
                self._attach(self._groups[subject].head, group.verb, "nsubj")
            clauses.append(_Clause(group.verb, group.first, marker, index, subject))
            begin = group.verb + 1
        return clauses

    def _marker(self, begin: int, start: int) -> tuple[str, int]:
        """Return the opener of the clause of the verb group at `start`, and its position: a word, `and`, `,` or ""."""
        for index in range(start - 1, begin - 1, -1):
            token, lower = self.tokens[index], self.tokens[index].text.lower()
            if token.upos == "SCONJ" and self.relations[index] != "case":
                return lower, index
            if lower in _WH and (token.upos in {"PRON", "ADV"} or (token.upos == "DET" and lower != "that")):
                return lower, index
            if token.upos == "CCONJ":
                return "and", index
            if lower in _BREAKS:
                return ",", index
            if lower == "to" and index == start - 1:
                return lower, index
        return "", -1

    def _subject(self, begin: int, start: int, marker: str, marker_index: int, *, is_first: bool) -> int | None:
        """Return the subject group of the verb group at `start`, with its conjuncts attached."""
        if marker == "to":
            return None
        near = self._subject_candidates(marker_index + 1 if marker else begin, start)
        if marker not in {"and", ","} or not is_first:
            return near[0] if near else None
        # Before the first verb the subject may contain a comma or "and": "Reed, a sailor, ...", "Reed and Costa".
        earlier = self._subject_candidates(begin, marker_index)
        if not near:
            return earlier[0] if earlier and (marker == "," or start - 1 == marker_index) else None
        if marker == "and" and earlier and self._groups[earlier[-1]].last == marker_index:
            self._attach(self._groups[near[0]].head, self._groups[earlier[-1]].head, "conj")
            return earlier[0]
        return near[0]

    def _attach_clauses(self) -> int:
        """Attach verbs to each other; return the root of the sentence."""
        clauses = self._clauses
        if not clauses:
            return self._groups[0].head if self._groups else 0
        main = next((number for number, clause in enumerate(clauses) if self._is_main(clause)), 0)
        root = clauses[main].verb
        self.relations[root] = "root"
        for number, clause in enumerate(clauses):
            if number < main:
                self._attach(clause.verb, root, "advcl")
            elif number > main:
                self._attach_after_main(clause, clauses[number - 1].verb, root)
        return root

    def _is_gerund(self, clause: _Clause) -> bool:
        return clause.start == clause.verb and self.tokens[clause.verb].text.lower().endswith("ing")

    def _is_main(self, clause: _Clause) -> bool:
        return clause.marker in {"", ",", "and"} and not (self._is_gerund(clause) and clause.subject is None)

    def _attach_after_main(self, clause: _Clause, previous: int, root: int) -> None:
        """Attach a verb after the main verb by what introduces its clause."""
        verb, marker, gerund = clause.verb, clause.marker, self._is_gerund(clause)
        has_subject = clause.subject is not None
        if marker == "to":
            self._attach(verb, previous, "xcomp")
        elif marker in _RELATIVE:
            self._attach(verb, self._noun_before(clause.marker_index, previous), "acl:relcl")
        elif marker == "that":
            self._attach(verb, previous, "ccomp")
        elif marker == "and":
            self._attach(verb, root if has_subject else previous, "conj")
        elif marker == ",":
            self._attach(verb, root, "advcl" if gerund else "parataxis" if has_subject else "conj")
        elif marker == "":
            self._attach(verb, previous, "ccomp" if has_subject and not gerund else "advcl")
        else:
            self._attach(verb, previous, "advcl")

    def _noun_before(self, index: int, otherwise: int) -> int:
        """Return the noun that ends right before a relative pronoun, or before a comma or preposition there."""
        for before in (index - 1, index - 2):
            if before >= 0 and self._group_at[before] >= 0:
                return self._groups[self._group_at[before]].head
        return otherwise

    def _attach_objects(self) -> None:
        """Attach the noun groups that are not subjects to a preposition's governor, a neighbour, or the verb before."""
        with_object: set[int] = set()
        verbs = iter([*(clause.verb for clause in self._clauses), len(self.tokens)])
        verb, next_verb = -1, next(verbs)
        for group in self._groups:
            while next_verb < group.first:
                verb, next_verb = next_verb, next(verbs)
            if self.heads[group.head] != -1 or group.head == self._root:
                continue
            if group.head in self.case_of:
                self._attach_complement(group, verb)
            elif not self._attach_to_neighbour(group) and verb >= 0:
                is_first = verb not in with_object
                with_object.add(verb)
                is_object = is_first or group.first - verb <= _OBJECT_DISTANCE
                is_predicate = is_first and self.tokens[verb].upos == "AUX"
                self._attach(group.head, verb, "xcomp" if is_predicate else "obj" if is_object else "dep")
            elif self.heads[group.head] == -1:
                self._attach(group.head, self._root, "dep")

    def _attach_complement(self, group: NounGroup, verb: int) -> None:
        """Attach a noun with a preposition: to the noun before *of* and *between*, else to the verb."""
        case = self.case_of[group.head]
        preposition = self.tokens[case].text.lower()
        before = self._group_at[case - 1] if case else -1
        if before >= 0 and preposition in {"of", "between"}:
            self._attach(group.head, self._groups[before].head, "nmod")
            return
        if verb < 0:
            verb = next((clause.verb for clause in self._clauses if clause.verb >= group.last), self._root)
        passive = preposition == "by" and "aux" in self.relations[max(0, verb - 3) : verb]
        self._attach(group.head, verb, "obl:agent" if passive else "obl")

    def _attach_to_neighbour(self, group: NounGroup) -> bool:
        """Attach a noun after *and*, a comma or a bracket to the noun before that; return whether there is one."""
        index = group.first - 1
        if index < 1:
            return False
        before = self._group_at[index - 1]
        if self.tokens[index].upos == "CCONJ":
            if before < 0 and self.tokens[index - 1].text == "," and index >= 2:
                before = self._group_at[index - 2]
            relation = "conj"
        elif self.tokens[index].text in {",", "("}:
            relation = "appos"
        else:
            return False
        if before < 0:
            return False
        self._attach(group.head, self._groups[before].head, relation)
        return True

    def _attach_rest(self) -> None:
        """Attach the words without a head to the root."""
        for index, head in enumerate(self.heads):
            if head == -1 and index != self._root:
                self._attach(index, self._root, self.relations[index])
        if self.tokens:
            self.heads[self._root] = -1
            self.relations[self._root] = "root"
