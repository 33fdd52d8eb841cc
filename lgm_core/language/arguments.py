"""Who does what: the predicates of a parsed sentence, with the words that are their subjects, objects and complements.

The parse is a tree of Universal Dependencies, so the rules are the same for every language; the words that deny or leave
a truth open are in the lexicon of the language. Conjuncts, relative pronouns and clauses without a subject of their own
are resolved. Words are indices of the sentence's tokens.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from lgm_core.language.dependency_tree import DependencyTree
from lgm_core.language.lexicons.lexicon import FactWords

__all__ = ["Argument", "Form", "Predication", "is_question", "predications"]

_CLOSING = " \"'”’»)]"
"""Characters allowed after the mark that ends a sentence."""
_MOST_STEPS = 4
"""The longest chain of clauses that pass on their subject."""
_NOUNS = frozenset("NOUN PROPN NUM X SYM".split())
_VALUES = _NOUNS | {"ADJ"}
_PARTICIPLES = ("acl", "advcl")
_CLAUSAL = frozenset("parataxis advcl conj appos acl dep".split())
"""Relations of a clause to the one before it, which parsers mistake for each other."""
_LINKING = frozenset("PUNCT ADP PRON DET".split())
"""What may stand between a noun and its relative pronoun."""


class Form(Enum):
    """What makes a predicate: a verb, a value after a copula, a noun beside a name, or a noun with its owner."""

    VERB = auto()
    COPULA = auto()
    APPOSITION = auto()
    POSSESSION = auto()


@dataclass(frozen=True, slots=True)
class Argument:
    """A noun, name, adjective or pronoun that completes a predicate.

    Attributes:
        word: its head word.
        preposition: the words of its preposition; empty for an object.
        lead: the first of its conjuncts, or the word itself.
        denial: its own *no* or *not*, or -1.
    """

    word: int
    preposition: tuple[int, ...] = ()
    lead: int = -1
    denial: int = -1


@dataclass(frozen=True, slots=True)
class Predication:
    """A predicate with its arguments; each argument with its conjuncts.

    Attributes:
        form: what makes it a predicate.
        word: the verb; otherwise the value, the noun in apposition, or what is owned.
        group: its words in order: copula or auxiliaries, denial, the verb, and particles.
        subjects: the words of its subjects; for a possession, the owner.
        objects: its objects; after a copula, the value with its preposition.
        complements: its further arguments, each with a preposition or, for a date, without.
        chain: verbs that lead to it, the first first: *used* in *is used to grind*.
        describes: the noun that it describes as a participle or relative clause, or -1.
        is_passive: whether its subject undergoes it.
        is_infinitive: whether it begins with *to*.
        is_gerund: whether it is a clause without a subject and a finite verb: *using a kiln*.
        denial: the word that says that it is not so, or -1.
        is_possible: whether an auxiliary leaves open that it is so.
        is_open: whether a condition, a doubt or a near miss leaves it open.
        is_reported: whether it is in a clause about what is said, thought or wanted.
        is_sure: whether it certainly belongs to its subject: further away, parsers guess.
    """

    form: Form
    word: int
    group: tuple[int, ...]
    subjects: tuple[int, ...]
    objects: tuple[Argument, ...] = ()
    complements: tuple[Argument, ...] = ()
    chain: tuple[int, ...] = ()
    describes: int = -1
    is_passive: bool = False
    is_infinitive: bool = False
    is_gerund: bool = False
    denial: int = -1
    is_possible: bool = False
    is_open: bool = False
    is_reported: bool = False
    is_sure: bool = True

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Objects, then complements."""
        return self.objects + self.complements

    def denies(self, end: Argument) -> bool:
        """Tell whether it is said not to be so of an argument."""
        return self.denial >= 0 or end.denial >= 0


def is_question(tree: DependencyTree) -> bool:
    """Tell whether a sentence asks rather than states."""
    own = tree.sentence.annotation
    return tree.sentence.text[own.start : own.end].rstrip(_CLOSING).endswith("?")


def predications(tree: DependencyTree) -> list[Predication]:
    """Return the predicates of a sentence in order, none of a question."""
    return [] if is_question(tree) else list(_Reader(tree).predications())


@dataclass(frozen=True, slots=True)
class _Subjects:
    words: tuple[int, ...] = ()
    denial: int = -1
    describes: int = -1
    chain: tuple[int, ...] = ()
    is_gerund: bool = False
    is_sure: bool = True


class _Reader:
    def __init__(self, tree: DependencyTree) -> None:
        self._tree, self._tokens = tree, tree.tokens
        lexicon = tree.sentence.lexicon
        self._words = lexicon.facts or FactWords()
        self._able = lexicon.clauses.modals
        asking = lexicon.questions
        self._times = asking.date_nouns | asking.numerals if asking is not None else frozenset[str]()
        self._relatives = self._words.relatives or lexicon.clauses.relatives

    def predications(self) -> Iterator[Predication]:
        for word in range(len(self._tokens)):
            if self._is_verb(word):
                yield from self._of_verb(word)
            elif self._tree.children(word, "cop"):
                yield from self._of_copula(word)
            if self._tree.relation(word) == "appos":
                yield from self._of_apposition(word)
            if self._tokens[word].relation == "nmod:poss":
                yield from self._of_owner(word)

    # Predicates

    def _is_verb(self, word: int) -> bool:
        is_verbal = self._tokens[word].upos in ("VERB", "AUX")
        return is_verbal and self._tree.relation(word) not in (
            "amod",
            "compound",
            "aux",
            "cop",
            "fixed",
            "case",
            "mark",
        )

    def _is_predicate(self, word: int) -> bool:
        return self._is_verb(word) or bool(self._tree.children(word, "cop"))

    def _of_verb(self, verb: int) -> Iterator[Predication]:
        tree = self._tree
        is_existence = bool(tree.children(verb, "expl")) and tree.lemma(verb) == "be"  # *there are two kilns*
        subjects = _Subjects() if is_existence else self._subjects(verb)
        is_passive = self._is_passive(verb, is_gerund=subjects.is_gerund)
        objects = [*tree.children(verb, "obj", "iobj")]
        own = [word for word in objects if word > verb and not self._is_relative(word)]
        own = own or ([] if is_passive else self._bare_object(verb)) or self._object_complements(verb)
        found = [argument for word in own for argument in self._coordinated(word, self._prepositions(word))]
        antecedent = -1 if is_passive else self._antecedent_object(verb, bool(own))
        if antecedent >= 0:
            found.insert(0, Argument(antecedent, lead=antecedent))
        complements = self._complements(verb, "obl", "nmod")
        for word in own:  # *maps data to triples*: what leads somewhere belongs to the verb
            complements += tuple(end for end in self._complements(word, "nmod") if self._directs(end))
        if not found and not complements:
            found, complements = self._shared(verb)
        yield from self._made(Form.VERB, verb, subjects, tuple(found), complements, is_passive=is_passive)

    def _of_copula(self, noun: int) -> Iterator[Predication]:
        subjects = self._subjects(noun)
        for value in self._conjuncts(noun):
            if value == noun or not (self._is_predicate(value) or self._tree.children(value, "nsubj")):
                denial = -1 if value == noun else self._tree.denial(value)
                object_ = Argument(value, self._prepositions(value), noun, denial)
                complements = self._complements(value, "nmod", "obl", "obj")
                yield from self._made(Form.COPULA, value, subjects, (object_,), complements, head=noun)

    def _of_apposition(self, noun: int) -> Iterator[Predication]:
        head = self._tokens[noun].head
        if self._tokens[noun].upos in _NOUNS and not self._tree.children(noun, "case"):
            complements = self._complements(noun, "nmod", "obl")
            subjects = _Subjects((head,))
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
        objects = tuple(argument for value in dict.fromkeys(values) for argument in self._coordinated(value))
        owners = (self._antecedent(owner),) if self._is_relative(owner) else (owner,)
        head = head if is_value else noun
        if min(owners) >= 0:
            yield from self._made(Form.POSSESSION, noun, _Subjects(owners), objects, (), head=head)

    def _made(
        self,
        form: Form,
        word: int,
        subjects: _Subjects,
        objects: tuple[Argument, ...],
        complements: tuple[Argument, ...],
        *,
        head: int = -1,
        is_passive: bool = False,
    ) -> Iterator[Predication]:
        """Yield a predication; `head` is the word that has the copula."""
        head = word if head < 0 else head
        governors = [place for place in self._tree.ancestors(head)]
        above = [place for place in governors if place not in subjects.chain]
        auxiliaries = {
            self._tree.lemma(aux) for at in (head, *subjects.chain) for aux in self._tree.children(at, "aux")
        }
        denials = (*map(self._tree.denial, (head, *subjects.chain)), subjects.denial)
        denial = next((word for word in denials if word >= 0), -1)
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
            self._is_infinitive(word),
            subjects.is_gerund,
            denial,
            bool(unreal - self._able if denial >= 0 else unreal),
            any(map(self._is_open, (head, *governors))) or any(map(self._tree.is_denied, above)),
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
        return self._tokens[mark].upos in ("ADP", "SCONJ") and self._is_progressive(verb) and self._tree.relation(verb) in (
            "acl",
            "advcl",
            "xcomp",
        )

    # What is stated

    def _is_open(self, word: int) -> bool:
        tree, words = self._tree, self._words
        return (
            tree.has_lemma(word, words.conditions, "mark", "advmod")
            or (self._tokens[word].upos == "VERB" and tree.has_lemma(word, words.near_misses, "advmod"))
            or any(tree.has_lemma(clause, words.suppositions, "mark") for clause in tree.children(word, "advcl"))
            or tree.has_lemma(word, words.denials, "advmod", "amod", "det", "cc")
        )

    def _is_reported(self, word: int) -> bool:
        if self._tree.relation(word) in ("ccomp", "csubj"):
            return True
        return self._tree.relation(word) == "xcomp" and self._tree.lemma(self._tokens[word].head) in self._words.reports

    # Subjects

    def _subjects(self, predicate: int, depth: int = 0) -> _Subjects:
        """Return the subjects of a predicate: its own, or those of the clause or noun it depends on."""
        tree = self._tree
        own = tree.children(predicate, "nsubj")
        relative = [word for word in own if self._is_relative(word)]
        head, relation = self._tokens[predicate].head, tree.relation(predicate)
        if len(own) > len(relative):
            outer = self._outer_subject(predicate)
            named = [self._behind(word) for word in own if word not in relative and word != outer] or own
            titled = [word for word in named if word in tree.title]
            words = tuple(dict.fromkeys(entry.word for word in named for entry in self._coordinated(word)))
            return _Subjects((titled[0],) if titled else words, max(map(tree.denial, named)))
        if depth > _MOST_STEPS:
            return _Subjects()
        if not relative and (beside := self._subjects_beside(predicate)).words:
            return beside
        if head < 0:
            return _Subjects()
        if not relative and tree.lemma(predicate) in self._words.comparing and relation in _PARTICIPLES:
            return _Subjects()
        noun = self._antecedent(relative[0]) if relative else head if relation == "acl" else -1
        if noun >= 0:
            return self._subjects_of_noun(predicate, noun, relative, depth)
        is_after = head < predicate and self._is_finite(predicate)
        if is_after and relation in _CLAUSAL and self._opens(head, predicate):
            words = tuple(entry.word for entry in self._coordinated(head))
            return _Subjects(words, tree.denial(head))  # *Mary Cook, a painter, won*, by a poor parse
        if is_after and relation in _CLAUSAL and (outer := self._outer_subject(head)) >= 0:
            return _Subjects((outer,), tree.denial(outer))
        if relation in ("conj", "parataxis") and (self._is_predicate(head) or tree.relation(head) == "acl"):
            return self._subjects(head, depth + 1)
        is_next = self._is_infinitive(predicate) and tree.children(predicate, "mark")[0] == head + 1
        if relation == "xcomp" or (relation == "advcl" and is_next):
            return self._subjects_of_complement(head, depth)
        if relation == "advcl" and self._is_predicate(head) and not tree.children(predicate, "expl"):
            above = self._subjects(head, depth + 1)
            is_sure = above.is_sure and not tree.children(predicate, "mark", "case")
            return _Subjects(above.words, -1, above.describes, (), self._is_participle(predicate), is_sure)
        return _Subjects()

    def _behind(self, noun: int) -> int:
        """Return the subject that parsers take a noun in its phrase for: the mill of *a mill for grinding corn is sold*."""
        cases = [case for case in self._prepositions(noun) if case > 0]
        phrase = self._tree.phrase(cases[0] - 1) if cases else None
        return noun if phrase is None else phrase.head

    def _opens(self, noun: int, predicate: int) -> bool:
        """Tell whether a noun that parsers take for the root begins a sentence and its verb follows it or a comma."""
        phrase = self._tree.phrase(noun)
        is_first = phrase is not None and phrase.first == 0 and self._tree.relation(noun) == "root"
        if phrase is None or not is_first or not self._is_bare_noun(noun):
            return False
        if phrase.end == predicate:
            return True
        marks = (self._tokens[phrase.end].text, self._tokens[predicate - 1].text)
        return marks == (",", ",") or (marks[0] == ":" and phrase.end == predicate - 1)

    def _subjects_beside(self, verb: int) -> _Subjects:
        """Return the nouns right before a finite verb that begin their clause, whatever the parser says."""
        if self._tree.relation(verb) == "conj" or not self._is_finite(verb) or self._is_participle(verb):
            return _Subjects()
        place = verb - 1
        while place >= 0 and (self._tokens[place].upos in ("ADV", "AUX") or self._tree.denies(place)):
            place -= 1
        words: list[int] = []
        while place >= 0 and (phrase := self._tree.phrase(place)) is not None:
            words.insert(0, self._tree.name_beside(phrase.head))
            place = phrase.first - 1
            if place < 0 or self._tokens[place].upos in ("PUNCT", "SCONJ"):
                return _Subjects(tuple(words), max(map(self._tree.denial, words)))
            if self._tokens[place].upos != "CCONJ":
                break
            place -= 1
        return _Subjects()

    def _outer_subject(self, verb: int) -> int:
        """Return the noun before a relative clause that parsers take for the main one, or -1.

        In *the engineer, whose father died, left* and *the bridge that she built fell* the noun is the subject of the
        verb behind the clause.
        """
        tree = self._tree
        relative = [word for word in range(verb) if self._is_relative(word) and self._clause_of(word) == verb]
        if not relative or tree.relation(verb) == "acl":
            return -1
        subjects = [word for word in tree.children(verb, "nsubj") if word < relative[0]]
        head = self._tokens[verb].head
        if not subjects and 0 <= head < relative[0] and self._is_bare_noun(head):
            return head
        return subjects[0] if subjects else -1

    def _clause_of(self, word: int) -> int:
        return next((place for place in self._tree.ancestors(word) if self._is_predicate(place)), -1)

    def _subjects_of_complement(self, head: int, depth: int) -> _Subjects:
        """Return the subjects of an infinitive: *it begins to grind*, but *it helps them to grind*."""
        objects = [word for word in self._tree.children(head, "obj") if not self._is_relative(word)]
        above = self._subjects(head, depth + 1)
        if objects:
            words = tuple(entry.word for word in objects for entry in self._coordinated(word))
            return _Subjects(words, is_gerund=True, is_sure=False)
        return _Subjects(above.words, above.denial, above.describes, (*above.chain, head), False, above.is_sure)

    def _subjects_of_noun(self, predicate: int, noun: int, relative: list[int], depth: int) -> _Subjects:
        """Return the subjects of a noun: in *a film directed by*, things that are that film."""
        if predicate <= noun:
            return _Subjects()
        tree, head = self._tree, self._tokens[noun].head
        is_sure = self._follows(predicate, noun, relative)
        is_gerund = not relative and self._is_participle(predicate)
        described = _Subjects((noun,), -1, noun, (), is_gerund, is_sure)
        above = _Subjects()
        if not relative and tree.children(predicate, "mark", "case"):
            pass  # *is a time for grinding corn*
        elif tree.children(noun, "cop"):
            above = self._subjects(noun, depth + 1)
        elif tree.relation(noun) == "appos":
            above = _Subjects((head,))
        elif tree.relation(noun) == "conj" and tree.children(head, "cop"):
            above = self._subjects(head, depth + 1)
        is_named = any(
            self._tokens[word].upos != "PRON" or word in tree.title or tree.antecedents(word) for word in above.words
        )
        if not is_named or above.denial >= 0 or self._tree.is_denied(noun):
            return described
        return _Subjects(above.words, -1, -1, (), is_gerund, is_sure and above.is_sure)

    def _follows(self, predicate: int, noun: int, relative: list[int]) -> bool:
        """Tell whether a participle or relative clause certainly belongs to a noun: further away, parsers guess."""
        tree = self._tree
        if self._is_infinitive(predicate):
            return False
        if not relative and tree.children(noun, "case"):
            return False  # *released by Orel Films starring Rui Dias*: of the film or of the firm?
        phrase = tree.phrase(noun)
        end = noun + 1 if phrase is None else phrase.end
        if relative:
            is_name = phrase is not None and phrase.is_name
            if is_name and tree.lemma(relative[0]) in ("that", "which") and not tree.children(noun, "cop"):
                return False
            return all(self._tokens[word].upos in ("PUNCT", "ADP") for word in range(end, min(predicate, relative[0])))
        return True

    def _is_infinitive(self, verb: int) -> bool:
        return any(self._tokens[child].upos == "PART" for child in self._tree.children(verb, "mark"))

    def _is_relative(self, word: int) -> bool:
        if self._tree.lemma(word) not in self._relatives or word in self._tree.title:
            return False
        upos = self._tokens[word].upos
        return upos in ("PRON", "DET") or (upos == "SCONJ" and self._tree.relation(word) in ("nsubj", "obj", "obl"))

    def _antecedent(self, word: int) -> int:
        """Return the noun that a relative pronoun stands for, or -1."""
        for place in self._tree.ancestors(word):
            head = self._tokens[place].head
            if self._tree.relation(place) == "acl" or (0 <= head < word and self._is_bare_noun(head)):
                return head
        before = next((place for place in range(word - 1, -1, -1) if self._tokens[place].upos not in _LINKING), -1)
        return before if before >= 0 and self._tokens[before].upos in _NOUNS else -1

    def _is_bare_noun(self, word: int) -> bool:
        return self._tokens[word].upos in _NOUNS and not self._tree.children(word, "cop", "case")

    def _is_finite(self, verb: int) -> bool:
        """Tell whether a verb may make a clause of its own; past tenses may look like participles."""
        if self._is_infinitive(verb) or self._tree.children(verb, "mark", "case"):
            return False
        return not self._is_progressive(verb) or bool(self._tree.children(verb, "aux"))

    def _is_progressive(self, verb: int) -> bool:
        ending, text = self._tree.sentence.lexicon.clauses.progressive_ending, self._tokens[verb].text.lower()
        return bool(ending) and text.endswith(ending) and text != self._tree.lemma(verb)

    def _is_participle(self, verb: int) -> bool:
        """Tell whether a verb may be a participle without an auxiliary."""
        text = self._tokens[verb].text.lower()
        is_form = text != self._tree.lemma(verb) and (self._is_progressive(verb) or not text.endswith("s"))
        return is_form and not self._tree.children(verb, "aux")

    # Arguments

    def _is_passive(self, verb: int, *, is_gerund: bool) -> bool:
        tree, token = self._tree, self._tokens[verb]
        if tree.related(verb, "aux:pass") or (tree.related(verb, "nsubj:pass") and not tree.children(verb, "aux")):
            return True
        if token.upos == "VERB" and tree.children(verb, "cop"):
            return True
        return is_gerund and not self._is_progressive(verb) and not tree.children(verb, "mark")

    def _directs(self, end: Argument) -> bool:
        return any(self._tree.lemma(word) in self._words.directions for word in end.preposition)

    def _shared(self, verb: int) -> tuple[list[Argument], tuple[Argument, ...]]:
        """Return the arguments that a verb shares with the one right behind it: *make and sell boats*."""
        for other in self._tree.children(verb, "conj"):
            is_next = other == verb + 2 and self._tokens[verb + 1].upos == "CCONJ" and self._is_verb(other)
            if is_next and not self._tree.children(other, "nsubj"):
                objects = [end for word in self._tree.children(other, "obj") for end in self._coordinated(word)]
                return objects, () if objects else self._complements(other, "obl")
        return [], ()

    def _bare_object(self, verb: int) -> list[int]:
        """Return the noun right after a verb without an object, which is its object whatever the parser says."""
        for word in self._tree.children(verb, "obl"):
            phrase = self._tree.phrase(word)
            is_next = phrase is not None and phrase.first == verb + 1 and not self._prepositions(word)
            is_adverbial = self._tokens[word].relation != "obl" or self._tree.lemma(word) in self._times
            if is_next and (phrase.is_name or not is_adverbial):
                return [word]
        return []

    def _object_complements(self, verb: int) -> list[int]:
        """Return what something becomes or is called."""
        found = self._tree.children(verb, "xcomp")
        return [word for word in found if self._tokens[word].upos in _VALUES and not self._is_predicate(word)]

    def _antecedent_object(self, verb: int, has_object: bool) -> int:
        """Return the noun that a relative clause has as its object: *the loom that she bought*, *the loom she bought*."""
        tree, noun = self._tree, self._tokens[verb].head
        if tree.relation(verb) != "acl" or noun < 0 or noun > verb:
            return -1
        own = tree.children(verb, "nsubj")
        relative = [word for word in own if self._is_relative(word)]
        if any(self._is_relative(word) for word in tree.children(verb, "obj")):
            return noun
        if has_object or not own or (relative and len(relative) == len(own)):
            return -1
        is_used = any(self._is_relative(word) for word in tree.children(verb, "obl", "advmod", "nmod"))
        return -1 if is_used or tree.children(verb, "ccomp", "xcomp", "obl") else noun

    def _complements(self, head: int, *relations: str) -> tuple[Argument, ...]:
        found: list[Argument] = []
        for word in self._tree.children(head, *relations):
            if self._tokens[word].relation == "nmod:poss":
                continue
            preposition = self._prepositions(word)
            if self._is_relative(word):
                noun = self._antecedent(word)
                found += [Argument(noun, preposition, noun)] if preposition and noun >= 0 else []
            elif preposition or self._tree.relation(word) != "obj":
                found += self._coordinated(word, preposition)
        return tuple(found)

    def _prepositions(self, word: int) -> tuple[int, ...]:
        """Return the prepositions of a word; if they are not adjacent, those next to it."""
        cases = [case for case in self._tree.children(word, "case") if case < word]
        return tuple(case for case in cases if all(between in cases for between in range(case, max(cases))))

    def _coordinated(self, word: int, preposition: tuple[int, ...] = ()) -> list[Argument]:
        """Return an argument and its conjuncts."""
        denial = self._tree.denial(word)
        return [
            Argument(
                self._tree.name_beside(each),
                self._prepositions(each) or preposition,
                word,
                max(denial, self._tree.denial(each)),
            )
            for each in self._conjuncts(word)
        ]

    def _conjuncts(self, word: int) -> list[int]:
        """Return a word and its conjuncts, without parsers' guesses.

        Parsers read *a commander in the navy* as *a commander and the navy*, and *in Oslo to Olaf and Mia Lee* as *in
        Oslo and in Mia Lee*.
        """
        tree = self._tree
        links = [child for child in tree.children(word, "nmod", "obl") if child > word and tree.children(child, "case")]
        return [
            conjunct
            for conjunct in tree.conjuncts(word)
            if conjunct == word
            or not (
                (tree.children(conjunct, "case") and not tree.children(conjunct, "cc"))
                or any(link < conjunct for link in links)
            )
        ]
