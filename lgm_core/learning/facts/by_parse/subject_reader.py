"""The subjects of predicates in a parsed sentence, and whether predicates are stated as true."""

from __future__ import annotations

from lgm_core.language.dependency_tree import DependencyTree
from lgm_core.language.lexicons.lexicon import FactWords
from lgm_core.learning.facts.by_parse.end_reader import EndReader, RelationEnd

__all__ = ["SubjectReader"]

_MOST_CLAUSE_STEPS = 3
"""The longest chain of clauses that pass on their subject."""


class SubjectReader:
    """Finds the subjects of predicates, and which predicates are stated as true.

    Args:
        tree: the sentence.
        words: the words of its language.
        ends: reads the referents of words.
    """

    def __init__(self, tree: DependencyTree, words: FactWords, ends: EndReader) -> None:
        self._tree, self._tokens, self._words, self._ends = tree, tree.tokens, words, ends
        self._asserted: dict[int, bool] = {}
        self._is_somebodys_view = any(token.text.lower() in words.sources for token in tree.tokens)

    def is_stated(self, word: int) -> bool:
        """Tell whether a predicate is stated as true: not negated, possible, conditional, or reported."""
        if self._is_somebodys_view or not self._is_asserted(word):
            return False
        above = self._tree.ancestors(word)
        return all(self._is_asserted(place) and self._tree.lemma(place) not in self._words.reports for place in above)

    def _is_asserted(self, word: int) -> bool:
        """Tell whether no dependent of a word revokes its statement, and it is not in a reported clause."""
        if word not in self._asserted:
            tree, words = self._tree, self._words
            self._asserted[word] = not (
                tree.relation(word) in ("ccomp", "csubj")
                or self._ends.is_denied(word)
                or tree.has_lemma(word, words.unreal, "aux")
                or tree.has_lemma(word, words.conditions, "mark")
                or self._is_almost(word)
                or any(tree.has_lemma(clause, words.suppositions, "mark") for clause in tree.children(word, "advcl"))
            )
        return self._asserted[word]

    def _is_almost(self, word: int) -> bool:
        is_verb = self._tokens[word].upos == "VERB"
        return is_verb and self._tree.has_lemma(word, self._words.near_misses, "advmod")

    def is_predicate(self, word: int) -> bool:
        """Tell whether a word is a verb or has a copula."""
        return self._tokens[word].upos in ("VERB", "AUX") or bool(self._tree.children(word, "cop"))

    def of_predicate(self, predicate: int, depth: int = 0) -> list[RelationEnd]:
        """Return the subjects of a predicate: its own, or those of the clause or noun it depends on."""
        tree = self._tree
        own = tree.children(predicate, "nsubj")
        relative = [word for word in own if self._ends.is_relative(word)]
        if own and not relative:
            if any(self._ends.is_denied(word) for word in own):
                return []
            titled = [word for word in own if self._ends.is_title(word)]
            if titled:
                return self._ends.of_word(titled[0])
            return [
                end
                for word in own
                if not self._is_somebodys(word)
                for end in self._ends.of_conjuncts(word)
                if end.value is None
            ]
        head, relation = self._tokens[predicate].head, tree.relation(predicate)
        if head < 0 or depth > _MOST_CLAUSE_STEPS:
            return []
        if relation == "acl":
            return self._subjects_of_noun(head, depth) if self._follows(predicate, head, relative) else []
        if relative or relation not in ("conj", "advcl", "xcomp", "parataxis") or self._is_infinitive(predicate):
            return []
        is_link = tree.lemma(predicate) in self._words.comparing or tree.children(predicate, "mark", "case")
        if relation == "advcl" and is_link:
            return []
        if relation == "xcomp" and tree.lemma(head) not in self._words.carriers:
            return []
        if self.is_predicate(head) or tree.relation(head) == "acl":
            return self.of_predicate(head, depth + 1)
        return []

    def _is_somebodys(self, noun: int) -> bool:
        """Tell whether a noun says little without its possessor, as in *his mother*, *the date of his death*."""
        if self._tokens[noun].upos != "NOUN" or self._ends.name_beside(noun) != noun:
            return False
        belonging = self._tree.children(noun, "nmod")
        return any(
            self._tokens[child].relation == "nmod:poss" or self._tree.children(child, "case") for child in belonging
        )

    def _is_infinitive(self, verb: int) -> bool:
        to = any(self._tokens[child].upos == "PART" for child in self._tree.children(verb, "mark"))
        return to and self._tree.lemma(self._tokens[verb].head) not in self._words.carriers

    def _follows(self, predicate: int, noun: int, relative: list[int]) -> bool:
        """Tell whether a participle or relative clause certainly belongs to a noun: further away, parsers guess."""
        if predicate <= noun or self._is_infinitive(predicate):
            return False
        if not relative and self._tree.children(noun, "case"):
            return False  # *released by Orel Films starring Rui Dias*: of the film or of the firm?
        first = min([predicate, *relative])
        phrase = self._tree.phrase(noun)
        end = noun + 1 if phrase is None else phrase.end
        between = range(end, first)
        if relative:
            names = phrase is not None and phrase.is_name
            if names and self._tree.lemma(relative[0]) in ("that", "which") and not self._tree.children(noun, "cop"):
                return False
            return all(self._tokens[word].upos in ("PUNCT", "ADP") for word in between)
        return True

    def _subjects_of_noun(self, noun: int, depth: int) -> list[RelationEnd]:
        """Return the subjects of a noun: in *a film directed by*, things that are that film."""
        head, relation = self._tokens[noun].head, self._tree.relation(noun)
        if self._tree.children(noun, "cop"):
            return self.of_predicate(noun, depth + 1)
        if relation == "appos":
            return self._ends.of_word(head)
        if relation == "conj" and self._tree.children(head, "cop"):
            return self.of_predicate(head, depth + 1)
        named = self._ends.name_beside(noun)
        phrase = self._tree.phrase(named)
        return self._ends.of_word(named) if phrase is not None and phrase.is_name else []
