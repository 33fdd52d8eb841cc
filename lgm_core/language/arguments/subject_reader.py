"""The subjects of predicates: their own, or those of the clause or noun that they depend on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lgm_core.language.arguments.word_roles import WordRoles
from lgm_core.language.dependency_tree import DependencyTree

__all__ = ["SubjectReader", "Subjects"]

_MOST_STEPS = 4
"""The longest chain of clauses that pass on their subject."""
_PARTICIPLES = ("acl", "advcl")
_CLAUSAL = frozenset("parataxis advcl conj appos acl dep xcomp".split())
"""Relations of a clause to the one before it, which parsers mistake for each other."""


@dataclass(frozen=True, slots=True)
class Subjects:
    """The subjects of a predicate; the attributes are those of `Predication`."""

    words: tuple[int, ...] = ()
    denial: int = -1
    describes: int = -1
    chain: tuple[int, ...] = ()
    is_gerund: bool = False
    is_sure: bool = True


class SubjectReader:
    """Finds the subjects of predicates.

    Args:
        tree: the sentence.
        roles: tells what its words may be.
    """

    def __init__(self, tree: DependencyTree, roles: WordRoles) -> None:
        self._tree, self._tokens, self._roles, self._words = tree, tree.tokens, roles, roles.words

    def of(self, predicate: int, depth: int = 0) -> Subjects:
        """Return the subjects of a predicate: its own, or those of the clause or noun it depends on."""
        tree = self._tree
        own = [word for word in tree.children(predicate, "nsubj") if not self._is_no_subject(word, predicate)]
        relative = [word for word in own if self._roles.is_relative(word)]
        if len(own) > len(relative):
            outer = self._outer_subject(predicate)
            named = [word for word in own if word not in relative and word != outer]
            named = named or [word for word in own if word not in relative]
            bare = [word for word in named if not self._roles.prepositions(word)]
            named = bare or [noun for word in named if (noun := self._before_preposition(word)) >= 0]
            titled = [word for word in named if word in tree.title and self._tokens[word].relation != "nsubj:outer"]
            named = self._nearest(named, predicate)
            if named and tree.children(named[0], "cop") and depth <= _MOST_STEPS:
                return self.of(named[0], depth + 1)  # *Mary Cook is a painter of birds, leaving the school in 1904*
            words = tuple(dict.fromkeys(entry.word for word in named for entry in self._roles.coordinated(word)))
            return Subjects((titled[0],) if titled else words, max(map(tree.denial, named), default=-1))
        if depth > _MOST_STEPS:
            return Subjects()
        if relative:
            noun = self._roles.antecedent(relative[0])
            return self._subjects_of_noun(predicate, noun, relative, depth) if noun >= 0 else Subjects()
        if (beside := self._subjects_beside(predicate)).words:
            return beside
        head, relation = self._tokens[predicate].head, tree.relation(predicate)
        if head < 0 and self._roles.is_participle(predicate):
            return Subjects(tuple(self._opening_noun(predicate)))  # *The case, made of tin, rusts*, by a poor parse
        is_comparing = tree.lemma(predicate) in self._words.comparing and relation in _PARTICIPLES
        return Subjects() if head < 0 or is_comparing else self._of_head(predicate, head, relation, depth)

    def _nearest(self, words: list[int], predicate: int) -> list[int]:
        """Return the last noun before a predicate, with those that a conjunction and commas join to it."""
        before = [word for word in words if word < predicate]
        place, needed = len(before) - 1, {"CCONJ"}
        while place > 0:
            between = range(before[place - 1] + 1, before[place])
            kinds = {self._tokens[word].upos for word in between if self._tree.phrase(word) is None}
            if not (needed <= kinds <= {"CCONJ", "PUNCT"}):
                phrase = self._tree.phrase(before[place])
                first = before[place] if phrase is None else phrase.first
                if self._tokens[first - 1].upos in ("ADP", "CCONJ"):
                    return before[:place]  # *the mill beside the canal and the road was sold*
                break
            place, needed = place - 1, {"PUNCT"}
        return before[max(place, 0) :] or words

    def _is_main(self, verb: int) -> bool:
        """Tell whether a verb makes a main clause with a simple tense."""
        is_main = self._tree.relation(verb) in ("root", "conj") and not self._roles.is_progressive(verb)
        return is_main and self._roles.is_verb(verb) and bool(self._tree.children(verb, "nsubj"))

    def _is_no_subject(self, word: int, predicate: int) -> bool:
        """Tell whether what parsers take for a subject is an owner, an example, or a noun before a participle."""
        tree, roles = self._tree, self._roles
        cases = tree.children(word, "case")
        if any(case > word for case in cases) or any(tree.lemma(case) in self._words.likenesses for case in cases):
            return True
        is_clause = roles.is_progressive(predicate) and not tree.children(predicate, "aux")
        return is_clause and self._tree.relation(predicate) == "acl" and not roles.is_relative(word)

    def _of_head(self, predicate: int, head: int, relation: str, depth: int) -> Subjects:
        """Return the subjects of a predicate without one of its own."""
        tree, roles = self._tree, self._roles
        if relation == "acl":
            outer = self._outer_of_noun(predicate, head)
            own = self._subjects_of_noun(predicate, head, [], depth)
            return own if outer < 0 else Subjects((outer,), tree.denial(outer))
        if head < predicate and roles.is_finite(predicate) and relation in _CLAUSAL:
            if self._opens(head, predicate):  # *Mary Cook, a painter, won*, by a poor parse
                return Subjects(tuple(entry.word for entry in roles.coordinated(head)), tree.denial(head))
            if (outer := self._outer_subject(head)) >= 0:
                return Subjects((outer,), tree.denial(outer))
        if relation in ("conj", "parataxis") and (roles.is_predicate(head) or tree.relation(head) == "acl"):
            is_loose = not roles.is_verb(head) and roles.is_participle(predicate) and not tree.children(predicate, "cc")
            is_loose |= not roles.is_finite(predicate) and not (roles.is_participle(head) or roles.is_infinitive(head))
            is_present = roles.is_verb(head) and self._tokens[head].text.endswith("s")
            is_loose |= is_present and roles.is_participle(predicate) and not tree.children(predicate, "cc")
            is_loose |= roles.is_progressive(predicate) and self._is_main(head) and not tree.children(predicate, "aux")
            above = self.of(head, depth + 1)
            return replace(above, is_sure=False) if is_loose else above
        is_next = roles.is_infinitive(predicate) and tree.children(predicate, "mark")[:1] == [head + 1]
        if relation == "xcomp" or (relation == "advcl" and is_next):
            return self._subjects_of_complement(head, depth)
        return self._of_adverbial(predicate, head, depth) if relation == "advcl" else Subjects()

    def _of_adverbial(self, predicate: int, head: int, depth: int) -> Subjects:
        """Return the subjects of an adverbial clause: *using a kiln*."""
        if (noun := self._noun_of_gerund(predicate)) >= 0:
            return Subjects((noun,), -1, noun, (), is_gerund=True, is_sure=False)
        if not self._roles.is_predicate(head) or self._tree.children(predicate, "expl"):
            return Subjects()
        above = self.of(head, depth + 1)
        is_sure = above.is_sure and not self._tree.children(predicate, "mark", "case")
        return Subjects(above.words, -1, above.describes, (), self._roles.is_participle(predicate), is_sure)

    def _before_preposition(self, noun: int) -> int:
        """Return the noun before a preposition whose noun parsers take for the subject: *a mill* for corn; else -1."""
        cases = self._roles.prepositions(noun)
        if self._tokens[cases[-1] + 1].upos == "NUM":
            return noun  # *about 40 boats sank*
        phrase = self._tree.phrase(cases[0] - 1) if cases[0] else None
        return -1 if phrase is None else phrase.head

    def _opens(self, noun: int, predicate: int) -> bool:
        """Tell whether a noun that parsers take for the root begins a sentence and its verb follows it or a comma."""
        phrase = self._tree.phrase(noun)
        is_first = phrase is not None and phrase.first == 0 and self._tree.relation(noun) == "root"
        if phrase is None or not is_first or not self._roles.is_bare_noun(noun):
            return False
        is_own = all(noun in self._tree.ancestors(word) for word in range(phrase.end, predicate))
        if is_own and self._tokens[predicate - 1].text != ",":
            return not self._roles.is_participle(predicate)
        marks = (self._tokens[phrase.end].text, self._tokens[predicate - 1].text)
        return marks == (",", ",") or (marks[0] == ":" and phrase.end == predicate - 1)

    def _subjects_beside(self, verb: int) -> Subjects:
        """Return the nouns right before a finite verb that begin their clause, whatever the parser says."""
        if self._tree.relation(verb) == "conj" or not self._roles.is_finite(verb) or self._roles.is_participle(verb):
            return Subjects()
        place = verb - 1
        while place >= 0 and (self._tokens[place].upos in ("ADV", "AUX") or self._tree.denies(place)):
            place -= 1
        words: list[int] = []
        while place >= 0 and (phrase := self._tree.phrase(place)) is not None:
            words.insert(0, self._tree.name_beside(phrase.head))
            place = phrase.first - 1
            if place < 0 or self._tokens[place].upos in ("PUNCT", "SCONJ"):
                return Subjects(tuple(words), max(map(self._tree.denial, words)))
            if self._tokens[place].upos != "CCONJ":
                break
            place -= 1
        return Subjects()

    def _outer_subject(self, verb: int) -> int:
        """Return the noun before a relative clause that parsers take for the main one, or -1.

        In *the engineer, whose father died, left* and *the bridge that she built fell* the noun is the subject of the
        verb behind the clause.
        """
        tree = self._tree
        relative = [word for word in range(verb) if self._roles.is_relative(word) and self._clause_of(word) == verb]
        if not relative or tree.relation(verb) == "acl":
            return -1
        subjects = [word for word in tree.children(verb, "nsubj") if word < relative[0]] or self._opening_noun(verb)
        head = self._tokens[verb].head
        if not subjects and 0 <= head < relative[0] and self._roles.is_bare_noun(head):
            return head
        return subjects[0] if subjects else -1

    def _opening_noun(self, verb: int) -> list[int]:
        """Return the bare noun that opens the sentence and depends on a verb behind its comma."""
        phrase = self._tree.phrase(0)
        if phrase is None or self._tokens[phrase.head].head != verb or not self._roles.is_bare_noun(phrase.head):
            return []
        return [phrase.head] if phrase.end < verb and self._tokens[phrase.end].text == "," else []

    def _outer_of_noun(self, verb: int, noun: int) -> int:
        """Return the outer subject of the clause that a noun belongs to, for a finite verb behind a comma, or -1."""
        is_finite = self._roles.is_finite(verb) and not self._roles.is_participle(verb)
        clause = self._clause_of(noun)
        return self._outer_subject(clause) if is_finite and clause >= 0 and self._tokens[verb - 1].text == "," else -1

    def _noun_of_gerund(self, verb: int) -> int:
        """Return the object that a preposition and a gerund follow: *a mill for grinding corn*, or -1."""
        marks = self._tree.children(verb, "mark", "case")
        if not marks or not self._roles.is_progressive(verb) or self._tree.lemma(marks[0]) in self._words.manners:
            return -1
        phrase = self._tree.phrase(marks[0] - 1) if marks[0] else None
        is_object = phrase is not None and self._tree.relation(phrase.head) in ("obj", "iobj")
        return phrase.head if phrase is not None and is_object else -1

    def _clause_of(self, word: int) -> int:
        return next((place for place in self._tree.ancestors(word) if self._roles.is_predicate(place)), -1)

    def _subjects_of_complement(self, head: int, depth: int) -> Subjects:
        """Return the subjects of an infinitive: *it begins to grind*, but *it helps them to grind*."""
        objects = [word for word in self._tree.children(head, "obj") if not self._roles.is_relative(word)]
        above = self.of(head, depth + 1)
        if objects:
            words = tuple(entry.word for word in objects for entry in self._roles.coordinated(word))
            return Subjects(words, is_gerund=True, is_sure=False)
        return Subjects(above.words, above.denial, above.describes, (*above.chain, head), False, above.is_sure)

    def _subjects_of_noun(self, predicate: int, noun: int, relative: list[int], depth: int) -> Subjects:
        """Return the subjects of a noun: in *a film directed by*, things that are that film."""
        if predicate <= noun:
            return Subjects()
        tree, head = self._tree, self._tokens[noun].head
        is_sure = self._follows(predicate, noun, relative)
        is_gerund = not relative and self._roles.is_participle(predicate)
        described = Subjects((noun,), -1, noun, (), is_gerund, is_sure)
        above = Subjects()
        phrase = tree.phrase(noun)
        is_name = phrase is not None and phrase.is_name
        if not relative and (is_name or tree.children(predicate, "mark", "case")):
            pass  # *the chairs were Ada Krone, elected in 1904*, *is a time for grinding corn*
        elif tree.children(noun, "cop"):
            above = self.of(noun, depth + 1)
        elif tree.relation(noun) == "appos":
            above = Subjects((head,))
        elif tree.relation(noun) == "conj" and tree.children(head, "cop"):
            above = self.of(head, depth + 1)
        is_named = any(
            self._tokens[word].upos != "PRON" or word in tree.title or tree.antecedents(word) for word in above.words
        )
        if not is_named or above.denial >= 0 or self._tree.is_denied(noun):
            return described
        return Subjects(above.words, -1, -1, (), is_gerund, is_sure and above.is_sure)

    def _is_in_place(self, noun: int) -> bool:
        """Tell whether a noun, or what it stands beside, has a preposition: *in Dedham, Massachusetts*."""
        tree = self._tree
        while not tree.children(noun, "case"):
            relation = tree.relation(noun)
            if relation != "conj" and (relation != "appos" or tree.children(noun, "det")):
                return False
            noun = self._tokens[noun].head
        return True

    def _follows(self, predicate: int, noun: int, relative: list[int]) -> bool:
        """Tell whether a participle or relative clause certainly belongs to a noun: further away, parsers guess."""
        tree = self._tree
        if self._roles.is_infinitive(predicate):
            return False
        if not relative and self._is_in_place(noun):
            return False  # *released by Orel Films starring Rui Dias*: of the film or of the firm?
        phrase = tree.phrase(noun)
        end = noun + 1 if phrase is None else phrase.end
        if relative:
            is_name = phrase is not None and phrase.is_name
            if is_name and tree.lemma(relative[0]) in ("that", "which") and not tree.children(noun, "cop"):
                return False
            return all(self._tokens[word].upos in ("PUNCT", "ADP") for word in range(end, min(predicate, relative[0])))
        return True
