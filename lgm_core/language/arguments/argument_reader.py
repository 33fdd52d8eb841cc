"""Reads the predicates of a parsed sentence with their arguments.

The parse is a tree of Universal Dependencies, so the rules are the same for every language; the words that deny, or
leave a truth open, are in its lexicon. Conjuncts, relative pronouns and clauses without a subject of their own are
resolved.
"""

from __future__ import annotations

from collections.abc import Iterator

from lgm_core.language.arguments.predication import Argument, Form, Predication
from lgm_core.language.arguments.subject_reader import SubjectReader, Subjects
from lgm_core.language.arguments.word_roles import NOUNS, WordRoles
from lgm_core.language.dependency_tree import DependencyTree

__all__ = ["is_question", "predications"]

_CLOSING = " \"'”’»)]"
"""Characters allowed after the mark that ends a sentence."""
_VALUES = NOUNS | {"ADJ"}
_JOINING = frozenset(("PUNCT", "CCONJ", "ADV"))
"""Kinds of words between participles that share an agent."""

_LINKED = ("acl", "advcl", "xcomp")
"""Relations of a clause whose first word links it to what it depends on: *for grinding*."""


def is_question(tree: DependencyTree) -> bool:
    """Tell whether a sentence asks rather than states."""
    own = tree.sentence.annotation
    return tree.sentence.text[own.start : own.end].rstrip(_CLOSING).endswith("?")


def predications(tree: DependencyTree) -> list[Predication]:
    """Return the predicates of a sentence in order, none of a question."""
    return [] if is_question(tree) else list(_Reader(tree).predications())


class _Reader:
    def __init__(self, tree: DependencyTree) -> None:
        self._tree, self._tokens, self._roles = tree, tree.tokens, WordRoles(tree)
        self._subjects, self._words = SubjectReader(tree, self._roles), self._roles.words
        lexicon = tree.sentence.lexicon
        self._able, asking = lexicon.clauses.modals, lexicon.questions
        self._times = asking.date_nouns | asking.numerals if asking is not None else frozenset[str]()

    def predications(self) -> Iterator[Predication]:
        for word in range(len(self._tokens)):
            if self._roles.is_verb(word):
                yield from self._of_verb(word)
            elif self._tree.children(word, "cop"):
                yield from self._of_copula(word)
            if self._tree.relation(word) == "appos":
                yield from self._of_apposition(word)
            if self._tokens[word].relation == "nmod:poss":
                yield from self._of_owner(word)

    def _of_verb(self, verb: int) -> Iterator[Predication]:
        tree = self._tree
        is_existence = bool(tree.children(verb, "expl")) and tree.lemma(verb) == "be"  # *there are two kilns*
        subjects = Subjects() if is_existence else self._subjects.of(verb)
        is_passive = self._is_passive(verb, is_gerund=subjects.is_gerund)
        objects = [*tree.children(verb, "obj", "iobj")]
        own = [word for word in objects if word > verb and not self._roles.is_relative(word)]
        own = own or ([] if is_passive else self._bare_object(verb)) or self._object_complements(verb)
        found = [end for word in own for end in self._roles.coordinated(word, self._roles.prepositions(word))]
        if found:  # *grinds corn, wheat and barley*, where parsers join the wheat to the verb
            strays = [word for word in tree.children(verb, "conj") if word > own[0] and self._roles.is_bare_noun(word)]
            found += [end for word in strays for end in self._roles.coordinated(word)]
        antecedent = -1 if is_passive else self._antecedent_object(verb, bool(own))
        if antecedent >= 0:
            found.insert(0, Argument(antecedent, lead=antecedent))
        complements = self._complements(verb, "obl", "nmod")
        for word in own:  # *maps data to triples*: what leads somewhere belongs to the verb
            complements += tuple(end for end in self._complements(word, "nmod") if self._directs(end))
        if is_passive:
            complements = (*(end for end in complements if not self._is_agent(end)), *self._agents(verb))
        if not found and not complements:
            found, complements = self._shared(verb)
        yield from self._made(Form.VERB, verb, subjects, tuple(found), complements, is_passive=is_passive)

    def _of_copula(self, noun: int) -> Iterator[Predication]:
        subjects = self._subjects.of(noun)
        for value in self._roles.conjuncts(noun):
            if value == noun or not (self._roles.is_predicate(value) or self._tree.children(value, "nsubj")):
                denial = -1 if value == noun else self._tree.denial(value)
                preposition = self._roles.prepositions(value) or self._roles.prepositions(noun)
                object_ = Argument(value, preposition, noun, denial)
                complements = self._complements(value, "nmod", "obl", "obj")
                yield from self._made(Form.COPULA, value, subjects, (object_,), complements, head=noun)

    def _of_apposition(self, noun: int) -> Iterator[Predication]:
        head = self._tokens[noun].head
        if self._tokens[noun].upos in NOUNS and not self._tree.children(noun, "case"):
            complements = self._complements(noun, "nmod", "obl")
            subjects = Subjects((head,))
            yield from self._made(Form.APPOSITION, noun, subjects, (Argument(noun, lead=noun),), complements)

    def _of_owner(self, owner: int) -> Iterator[Predication]:
        """Read *his wife Anna Bell*, *her father was Tom Reed*: the noun is the predicate, the name the object."""
        tree, noun = self._tree, self._tokens[owner].head
        is_pronoun = self._tokens[owner].upos in ("PRON", "DET")
        if self._tokens[noun].upos != "NOUN" or not (is_pronoun or tree.children(owner, "case")):
            return
        head = self._tokens[noun].head
        named = tree.name_beside(noun)
        values = [] if named == noun else [named]
        is_value = tree.relation(noun) == "nsubj" and head >= 0 and bool(tree.children(head, "cop"))
        if is_value and not self._tree.is_denied(head):
            values.append(head)
        values += [child for child in tree.children(noun, "appos") if tree.phrase(child) is not None]
        if not values and noun + 2 < len(self._tokens) and tree.lemma(noun + 1) == "be":
            values.append(noun + 2)  # *Her father was Tom Reed.*, whatever the parser makes of the copula
        objects = tuple(argument for value in dict.fromkeys(values) for argument in self._roles.coordinated(value))
        owners = (self._roles.antecedent(owner),) if self._roles.is_relative(owner) else (owner,)
        head = head if is_value else noun
        if min(owners) >= 0:
            yield from self._made(Form.POSSESSION, noun, Subjects(owners), objects, (), head=head)

    def _made(
        self,
        form: Form,
        word: int,
        subjects: Subjects,
        objects: tuple[Argument, ...],
        complements: tuple[Argument, ...],
        *,
        head: int = -1,
        is_passive: bool = False,
    ) -> Iterator[Predication]:
        """Yield a predication; `head` is the word that has the copula."""
        head = word if head < 0 else head
        governors = list(self._tree.ancestors(head))
        above = [place for place in governors if place not in subjects.chain]
        auxiliaries = {
            self._tree.lemma(aux) for at in (head, *subjects.chain) for aux in self._tree.children(at, "aux")
        }
        denials = (*map(self._tree.denial, (head, *subjects.chain)), subjects.denial)
        denial = next((word for word in denials if word >= 0), -1)
        is_stray = form is Form.VERB and self._is_apart(denial, head)
        is_stray |= head > 1 and self._tree.lemma(head - 2) in self._words.replacing
        unreal = auxiliaries & self._words.unreal
        yield Predication(
            form,
            word,
            self._group(head if form is Form.COPULA else word, form, subjects.chain),
            subjects.words,
            objects,
            complements,
            subjects.chain,
            subjects.describes,
            is_passive,
            self._roles.is_infinitive(word),
            subjects.is_gerund,
            denial,
            bool(unreal - self._able if denial >= 0 else unreal) or any(map(self._is_unreal, above)),
            is_stray or any(map(self._is_open, (head, *governors))) or any(map(self._tree.is_denied, above)),
            any(self._is_reported(place) for place in (head, *above)),
            subjects.is_sure,
        )

    def _group(self, word: int, form: Form, chain: tuple[int, ...]) -> tuple[int, ...]:
        if form in (Form.APPOSITION, Form.POSSESSION):
            return (word,)
        found = set[int]() if form is Form.COPULA else {word}
        for verb in (*chain, word):
            found |= {verb} if verb != word else set()
            before = [child for child in self._tree.children(verb, "aux", "cop", "mark") if child < verb]
            found |= {child for child in before if self._tree.relation(child) != "mark" or self._is_link(child, verb)}
            found |= set(self._tree.related(verb, "compound:prt"))
        return tuple(sorted(found))

    def _is_link(self, mark: int, verb: int) -> bool:
        """Tell whether a word before a verb is part of the predicate: *to grind*, *for grinding*."""
        if self._tokens[mark].upos == "PART":
            return True
        is_gerund = self._roles.is_progressive(verb) and self._tree.relation(verb) in _LINKED
        return is_gerund and self._tokens[mark].upos in ("ADP", "SCONJ")

    def _is_apart(self, denial: int, verb: int) -> bool:
        """Tell whether nouns part a verb from its *not*: parsers took it from another clause."""
        if denial < 0 or self._tree.relation(denial) == "det":
            return False
        return any(self._tokens[word].upos in NOUNS for word in range(denial, verb))

    def _is_unreal(self, word: int) -> bool:
        return self._tree.has_lemma(word, self._words.unreal, "aux")

    def _is_open(self, word: int) -> bool:
        tree, words = self._tree, self._words
        return (
            tree.has_lemma(word, words.conditions, "mark", "advmod")
            or (self._tokens[word].upos == "VERB" and tree.has_lemma(word, words.near_misses, "advmod"))
            or any(
                tree.has_lemma(clause, words.suppositions, "mark") for clause in tree.children(word, "advcl", "conj")
            )
            or tree.has_lemma(word, words.denials, "advmod", "amod", "det", "cc")
        )

    def _is_reported(self, word: int) -> bool:
        if self._tree.relation(word) in ("ccomp", "csubj"):
            return True
        return self._tree.relation(word) == "xcomp" and self._tree.lemma(self._tokens[word].head) in self._words.reports

    def _is_passive(self, verb: int, *, is_gerund: bool) -> bool:
        tree, token = self._tree, self._tokens[verb]
        if tree.related(verb, "aux:pass") or (tree.related(verb, "nsubj:pass") and not tree.children(verb, "aux")):
            return True
        if token.upos == "VERB" and tree.children(verb, "cop"):
            return True
        return is_gerund and not self._roles.is_progressive(verb) and not tree.children(verb, "mark")

    def _beyond(self, word: int, preposition: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Return a noun with its preposition, or those that it only links to: *as part of the plan*."""
        if preposition and word == preposition[-1] + 1 and self._tree.lemma(word) in self._words.linking_nouns:
            for other in self._tree.children(word, "nmod"):
                if own := self._roles.prepositions(other):
                    return other, (*preposition, word, *own)
        return word, preposition

    def _directs(self, end: Argument) -> bool:
        return any(self._tree.lemma(word) in self._words.directions for word in end.preposition)

    def _is_agent(self, end: Argument) -> bool:
        return self._tokens[end.lead].relation == "obl:agent" and bool(end.preposition)

    def _agents(self, verb: int) -> list[Argument]:
        """Return who does what a participle says: the agent behind it, or behind the next that it is joined with.

        Both verbs of *written and directed by Ann Bell* have the same, and each of *written by Ann Bell and directed by
        Tom Reed* has its own, whichever verb the parser joins them to.
        """
        first = verb
        while self._tree.relation(first) == "conj" and self._roles.is_verb(self._tokens[first].head):
            first = self._tokens[first].head
        verbs = sorted(word for word in self._tree.conjuncts(first) if self._roles.is_verb(word))
        found = []
        for end in (end for each in verbs for end in self._complements(each, "obl") if self._is_agent(end)):
            own = max((each for each in verbs if each < end.preposition[0]), default=-1)
            between = set(range(verb, own)).difference(verbs)
            if own >= verb and all(self._tokens[word].upos in _JOINING for word in between):
                found.append(end)
        return found

    def _shared(self, verb: int) -> tuple[list[Argument], tuple[Argument, ...]]:
        """Return the arguments that a verb shares with the one right behind it: *make and sell boats*."""
        for other in self._tree.children(verb, "conj"):
            is_next = other == verb + 2 and self._tokens[verb + 1].upos == "CCONJ" and self._roles.is_verb(other)
            if is_next and not self._tree.children(other, "nsubj"):
                objects = [end for word in self._tree.children(other, "obj") for end in self._roles.coordinated(word)]
                return objects, () if objects else self._complements(other, "obl")
        return [], ()

    def _bare_object(self, verb: int) -> list[int]:
        """Return the noun right after a verb without an object, which is its object whatever the parser says."""
        behind = max([verb, *self._tree.related(verb, "compound:prt")]) + 1
        for word in self._tree.children(verb, "obl"):
            phrase = self._tree.phrase(word)
            if phrase is None or phrase.first != behind or self._roles.prepositions(word):
                continue
            is_adverbial = self._tokens[word].relation != "obl" or self._tree.lemma(word) in self._times
            if phrase.is_name or not is_adverbial:
                return [word]
        return []

    def _object_complements(self, verb: int) -> list[int]:
        """Return what something becomes or is called."""
        found = self._tree.children(verb, "xcomp")
        return [word for word in found if self._tokens[word].upos in _VALUES and not self._roles.is_predicate(word)]

    def _antecedent_object(self, verb: int, has_object: bool) -> int:
        """Return the noun that a relative clause has as its object: *the loom (that) she bought*."""
        tree, noun = self._tree, self._tokens[verb].head
        if tree.relation(verb) != "acl" or noun < 0 or noun > verb:
            return -1
        own = tree.children(verb, "nsubj")
        relative = [word for word in own if self._roles.is_relative(word)]
        if any(self._roles.is_relative(word) for word in tree.children(verb, "obj")):
            return noun
        if has_object or not own or (relative and len(relative) == len(own)):
            return -1
        is_used = any(self._roles.is_relative(word) for word in tree.children(verb, "obl", "advmod", "nmod"))
        return -1 if is_used or tree.children(verb, "ccomp", "xcomp", "obl") else noun

    def _complements(self, head: int, *relations: str) -> tuple[Argument, ...]:
        found: list[Argument] = []
        for word in self._tree.children(head, *relations):
            if self._tokens[word].relation == "nmod:poss":
                continue
            preposition = self._roles.prepositions(word)
            if self._roles.is_relative(word):
                noun = self._roles.antecedent(word)
                found += [Argument(noun, preposition, noun)] if preposition and noun >= 0 else []
            elif preposition or self._tree.relation(word) != "obj":
                found += self._roles.coordinated(*self._beyond(word, preposition))
        return tuple(found)
