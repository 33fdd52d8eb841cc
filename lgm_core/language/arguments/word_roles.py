"""What words of a parsed sentence may be, by the parse, and by their forms and places where parsers guess."""

from __future__ import annotations

from lgm_core.language.arguments.predication import Argument
from lgm_core.language.dependency_tree import DependencyTree
from lgm_core.language.lexicons.lexicon import FactWords

__all__ = ["NOUNS", "WordRoles"]

NOUNS = frozenset("NOUN PROPN NUM X SYM".split())
_LINKING = frozenset("PUNCT ADP PRON DET".split())
"""What may stand between a noun and its relative pronoun."""
_NOT_CLAUSAL = frozenset("amod aux case compound cop fixed mark".split())
"""Relations of a verb that is no predicate."""


class WordRoles:
    """Tells what words of a sentence may be.

    Args:
        tree: the sentence.
    """

    def __init__(self, tree: DependencyTree) -> None:
        self._tree, self._tokens = tree, tree.tokens
        lexicon = tree.sentence.lexicon
        self.words = lexicon.facts or FactWords()
        self._relatives = self.words.relatives or lexicon.clauses.relatives

    def is_verb(self, word: int) -> bool:
        """Tell whether a word is a verb that makes a predicate."""
        if self._tokens[word].upos not in ("VERB", "AUX") or self._tree.relation(word) in _NOT_CLAUSAL:
            return False
        phrase = self._tree.phrase(word)  # a publish and subscribe protocol
        is_in_compound = phrase is not None and phrase.nouns <= word < phrase.head
        return not (is_in_compound or self._is_after_preposition(word) or self._describes_next(word))

    def _describes_next(self, verb: int) -> bool:
        """Tell whether a participle that parsers join to a noun describes the next: *a writer and retired teacher*."""
        if self._tree.relation(verb) != "conj" or self._tokens[self._tokens[verb].head].upos != "NOUN":
            return False
        phrase = self._tree.phrase(verb + 1) if verb + 1 < len(self._tokens) else None
        if phrase is None or phrase.is_name or not phrase.first == phrase.start == verb + 1:
            return False
        return self._is_plain(phrase.head) and self.is_participle(verb)

    def _is_after_preposition(self, verb: int) -> bool:
        """Tell whether a plain form follows a preposition, and so is a noun: *by design the smallest*."""
        return (
            self._is_plain(verb)
            and verb > 0
            and self._tokens[verb - 1].upos == "ADP"
            and self._tokens[verb - 1].head == verb
        )

    def _is_plain(self, verb: int) -> bool:
        return self._tokens[verb].text.lower() == self._tree.lemma(verb)

    def is_predicate(self, word: int) -> bool:
        """Tell whether a word is a verb or has a copula."""
        return self.is_verb(word) or bool(self._tree.children(word, "cop"))

    def is_infinitive(self, verb: int) -> bool:
        """Tell whether a verb begins with *to*, or is joined to one that does: *to copy, change and sell it*."""
        tree, before = self._tree, self._tokens[verb].head
        if self._follows_to(verb):
            return True
        if tree.relation(verb) != "conj" or tree.children(verb, "aux", "nsubj") or not self._is_plain(verb):
            return False
        return any(map(self._follows_to, (self._tokens[before].head, *range(before, verb))))

    def _follows_to(self, verb: int) -> bool:
        return any(self._tokens[child].upos == "PART" for child in self._tree.children(verb, "mark"))

    def is_relative(self, word: int) -> bool:
        """Tell whether a word is a relative pronoun."""
        if self._tree.lemma(word) not in self._relatives or word in self._tree.title:
            return False
        upos = self._tokens[word].upos
        return upos in ("PRON", "DET") or (upos == "SCONJ" and self._tree.relation(word) in ("nsubj", "obj", "obl"))

    def antecedent(self, word: int) -> int:
        """Return the noun that a relative pronoun stands for, or -1."""
        for place in self._tree.ancestors(word):
            head = self._tokens[place].head
            if self._tree.relation(place) == "acl" or (0 <= head < word and self.is_bare_noun(head)):
                return head
        before = next((place for place in range(word - 1, -1, -1) if self._tokens[place].upos not in _LINKING), -1)
        return before if before >= 0 and self._tokens[before].upos in NOUNS else -1

    def is_bare_noun(self, word: int) -> bool:
        """Tell whether a word is a noun without a copula or preposition."""
        return self._tokens[word].upos in NOUNS and not self._tree.children(word, "cop", "case")

    def is_finite(self, verb: int) -> bool:
        """Tell whether a verb may make a clause of its own; past tenses may look like participles."""
        if self.is_infinitive(verb) or self._tree.children(verb, "mark", "case"):
            return False
        return not self.is_progressive(verb) or bool(self._tree.children(verb, "aux"))

    def is_progressive(self, verb: int) -> bool:
        """Tell whether a verb is a present participle or gerund."""
        ending, text = self._tree.sentence.lexicon.clauses.progressive_ending, self._tokens[verb].text.lower()
        return bool(ending) and text.endswith(ending) and text != self._tree.lemma(verb)

    def is_participle(self, verb: int) -> bool:
        """Tell whether a verb may be a participle without an auxiliary."""
        text = self._tokens[verb].text.lower()
        is_form = text != self._tree.lemma(verb) and (self.is_progressive(verb) or not text.endswith("s"))
        return is_form and not self._tree.children(verb, "aux")

    def prepositions(self, word: int) -> tuple[int, ...]:
        """Return the prepositions of a word; if they are not adjacent, those next to it."""
        cases = [case for case in self._tree.children(word, "case") if case < word and not self._is_no_link(case, word)]
        return tuple(case for case in cases if all(between in cases for between in range(case, max(cases))))

    def _is_no_link(self, case: int, word: int) -> bool:
        """Tell whether a preposition is part of a word or a number: *mother-in-law*, *over forty boats*."""
        token, following = self._tokens[case], self._tokens[case + 1]
        is_in_word = self._tree.sentence.text[: token.start].endswith("-")
        is_about = self._tree.lemma(case) in self.words.roundings
        is_behind = self._tokens[word].head == case - 1 and following.upos == "NUM" and case + 1 != word
        return is_in_word or (is_about and is_behind)

    def coordinated(self, word: int, preposition: tuple[int, ...] = ()) -> list[Argument]:
        """Return an argument and its conjuncts."""
        denial = self._tree.denial(word)
        return [
            Argument(
                self._tree.name_beside(each),
                (each != word and self.prepositions(each)) or preposition,
                word,
                max(denial, self._tree.denial(each)),
            )
            for each in self.conjuncts(word)
        ]

    def conjuncts(self, word: int) -> list[int]:
        """Return a word and its conjuncts, without parsers' guesses.

        Parsers read *a commander in the navy* as *a commander and the navy*, and *in Oslo to Olaf and Mia Lee* as *in
        Oslo and in Mia Lee*.
        """
        tree = self._tree
        links = [child for child in tree.children(word, "nmod", "obl") if child > word and tree.children(child, "case")]
        conjuncts = tree.conjuncts(word)
        breaks = [*links, *(other for other in conjuncts[1:] if self._opens_other(word, other))]
        return [
            conjunct
            for conjunct in conjuncts
            if conjunct == word
            or not (
                (tree.children(conjunct, "case") and not tree.children(conjunct, "cc"))
                or any(word < place <= conjunct for place in breaks)
            )
        ]

    def _is_in_other_clause(self, word: int, conjunct: int) -> bool:
        """Tell whether a verb parts a noun from its conjunct, or follows it, whose subject it then is."""
        between = (verb for verb in range(word + 1, conjunct) if self.is_verb(verb) and not self.is_participle(verb))
        if any(self._tree.relation(verb) != "acl" and not self.is_infinitive(verb) for verb in between):
            return True
        phrase = self._tree.phrase(conjunct)
        behind = conjunct + 1 if phrase is None else phrase.end
        if behind >= len(self._tokens) or self._tokens[word].head > conjunct:
            return False
        return self._tokens[behind].upos == "AUX"

    def _opens_other(self, word: int, conjunct: int) -> bool:
        """Tell whether a conjunct of a noun is a clause, or describes the name: *in Leeds, the daughter of a smith*."""
        tree = self._tree
        if self._tokens[word].upos in NOUNS and (self.is_verb(conjunct) or self._is_in_other_clause(word, conjunct)):
            return True
        name, phrase = tree.phrase(word), tree.phrase(conjunct)
        is_described = name is not None and name.is_name and phrase is not None and not phrase.is_name
        return is_described and bool(tree.children(conjunct, "det")) and not tree.children(conjunct, "cc")
