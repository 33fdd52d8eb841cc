"""The spaCy backend over real spaCy: a small pipeline trained here in seconds, and pipelines put together by hand."""

import pickle
import shutil
from pathlib import Path

import pytest

from lgm_core import Document, InputError, LanguageGraph
from lgm_core.errors import MissingDependencyError
from lgm_core.language.neural.spacy_annotator import SpacyAnnotator, to_universal
from lgm_core.language.port import Annotator, Token
from lgm_core.model import Clause
from tests.support.german_texts import BIKES, WHALES, TaggedAnnotator, written
from tests.support.spacy_models import german_pipeline, small_pipeline

pytestmark = pytest.mark.neural


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_pipeline(tmp_path_factory.mktemp("spacy") / "en_tiny")


@pytest.fixture(scope="module")
def tiny(folder: Path) -> SpacyAnnotator:
    return SpacyAnnotator(folder)


def with_component(folder: Path, component) -> SpacyAnnotator:
    """Load the tiny pipeline and add a component that this process alone knows."""
    import spacy
    from spacy.language import Language

    Language.component("coref_by_hand", func=component)
    nlp = spacy.load(folder)
    nlp.add_pipe("coref_by_hand")
    return SpacyAnnotator(nlp)


class TestReading:
    def test_words_have_lemmas_tags_and_a_tree(self, tiny):
        (sentence,) = tiny.annotate(["Mary buys the red apple."])[0]
        assert [(token.lemma, token.upos, token.head, token.relation) for token in sentence.tokens] == [
            ("Mary", "PROPN", 1, "nsubj"),
            ("buy", "VERB", -1, "root"),
            ("the", "DET", 4, "det"),
            ("red", "ADJ", 4, "amod"),
            ("apple", "NOUN", 1, "obj"),
            (".", "PUNCT", 1, "punct"),
        ]

    def test_offsets_point_into_the_text(self, tiny):
        text = "  The apple  is red.\tIt is sweet. "
        tokens = [token for sentence in tiny.annotate([text])[0] for token in sentence.tokens]
        assert [text[token.start : token.end] for token in tokens] == [token.text for token in tokens]
        assert [token.text for token in tokens] == ["The", "apple", "is", "red", ".", "It", "is", "sweet", "."]

    def test_a_blank_line_ends_a_sentence(self, tiny):
        first, second = tiny.annotate(["The apple is\n \nMary likes it."])[0]
        assert (first.end, second.start) == (12, 15)

    def test_texts_stay_apart_and_in_order(self, tiny):
        found = tiny.annotate(["It is sweet.", "", " \n\n ", "John sleeps in Paris. It is red."])
        assert [len(sentences) for sentences in found] == [1, 0, 0, 2]

    def test_a_text_longer_than_spacy_takes_is_read_whole(self, tiny):
        limit = tiny._pipeline().max_length
        tiny._pipeline().max_length = 60_000
        text = "Mary buys the red apple. " * 2_500
        sentences = tiny.annotate([text])[0]
        tiny._pipeline().max_length = limit
        assert sum(len(sentence.tokens) for sentence in sentences) == 2_500 * 6
        assert text[sentences[-1].start : sentences[-1].end].endswith("apple.")

    def test_without_a_parser_sentences_still_end(self, folder):
        import spacy

        nlp = spacy.load(folder, exclude=["parser"])
        sentences = SpacyAnnotator(nlp).annotate(["The apple is red. It is sweet."])[0]
        assert [(sentence.start, sentence.end) for sentence in sentences] == [(0, 17), (18, 30)]
        assert {(token.head, token.relation) for sentence in sentences for token in sentence.tokens} == {(-1, "")}


class TestCoreference:
    def test_without_a_resolver_the_own_rules_mark_pronouns(self, tiny):
        _, second = tiny.annotate(["Mary buys the red apple. She likes it."], ["Mary"])[0]
        assert [mark.antecedents for mark in second.marks] == [("Mary",)]

    def test_marking_can_be_left_out(self, folder):
        plain = SpacyAnnotator(folder, pronouns=False)
        sentences = plain.annotate(["Mary sleeps in Paris. She is kind."])[0]
        assert [sentence.marks for sentence in sentences] == [(), ()]

    def test_chains_of_a_component_in_span_groups_are_used(self, folder):
        def resolve(document):
            document.spans["coref_clusters_1"] = [document[2:5], document[6:7], document[12:13]]
            return document

        text = "Mary buys the red apple. It is sweet. She likes it."
        sentences = with_component(folder, resolve).annotate([text])[0]
        marks = [mark for sentence in sentences for mark in sentence.marks]
        assert [(text[mark.start : mark.end], mark.antecedents) for mark in marks] == [
            ("It", ("red apple",)),
            ("it", ("red apple",)),
        ]

    def test_chains_of_characters_are_used(self, folder):
        from spacy.tokens import Doc

        def resolve(document):
            document._.coref_clusters = [[(0, 4), (25, 28)]]
            return document

        Doc.set_extension("coref_clusters", default=None, force=True)
        try:
            sentences = with_component(folder, resolve).annotate(["Mary buys the red apple. She likes it."])[0]
        finally:
            Doc.remove_extension("coref_clusters")
        assert [mark.antecedents for mark in sentences[1].marks] == [("Mary",)]


class TestBuilding:
    def test_a_graph_is_built_in_worker_processes(self, folder, tmp_path):
        documents = [Document(f"d{n}", "The apple is a fruit. It is sweet.") for n in range(100)]
        with LanguageGraph(tmp_path / "graph.lgm", annotator=SpacyAnnotator(folder)) as graph:
            report = graph.build(documents, workers=2)
            assert (report.learned, report.sentences) == (100, 200)
            assert {record.recipe.split("+")[0] for record in graph.documents()} == {"spacy-en-tiny-1.0-1"}

    def test_a_copy_leaves_the_pipeline_behind(self, tiny):
        tiny.annotate(["Load."])
        assert len(pickle.dumps(tiny)) < 1000

    def test_a_loaded_pipeline_stays_in_this_process(self, folder):
        import spacy

        loaded = SpacyAnnotator(spacy.load(folder))
        assert loaded.single_process
        with pytest.raises(InputError, match="name or folder"):
            pickle.dumps(loaded)


class TestWhatIsMissing:
    def test_a_pipeline_that_is_not_installed_says_what_to_run(self):
        with pytest.raises(MissingDependencyError, match="python -m spacy download en_core_web_nowhere"):
            SpacyAnnotator("en_core_web_nowhere").annotate(["Apple."])

    def test_a_damaged_pipeline_says_what_to_run(self, folder, tmp_path):
        damaged = Path(shutil.copytree(folder, tmp_path / "damaged"))
        (damaged / "parser" / "model").write_bytes(b"not a model")
        with pytest.raises(MissingDependencyError, match="python -m spacy validate"):
            SpacyAnnotator(damaged).annotate(["Apple."])

    def test_a_pipeline_that_does_not_lemmatize_is_refused(self):
        import spacy

        with pytest.raises(InputError, match=r"no parts of speech .* and no lemmas .* it has: nothing"):
            SpacyAnnotator(spacy.blank("en")).annotate(["Apple."])

    def test_a_missing_pipeline_ends_a_build_at_once(self, tmp_path):
        with (
            LanguageGraph(tmp_path / "graph.lgm", annotator="spacy:en_core_web_nowhere") as graph,
            pytest.raises(MissingDependencyError),
        ):
            graph.build([Document("a", "Apple is fruit.")])


def tree(*rows: tuple[str, str, int, str]) -> list[Token]:
    return [Token(text, text.lower(), upos, 0, 0, head, relation) for text, upos, head, relation in rows]


def arcs(tokens: tuple[Token, ...]) -> list[tuple[str, int, str]]:
    return [(token.text, token.head, token.relation) for token in tokens]


class TestLabelsOfSpacysEnglish:
    def test_a_noun_carries_its_preposition(self):
        found = to_universal(
            tree(("She", "PRON", 1, "nsubj"), ("lives", "VERB", -1, "root"), ("in", "ADP", 1, "prep"))
            + tree(("Paris", "PROPN", 2, "pobj"))
        )
        assert arcs(found)[2:] == [("in", 3, "case"), ("Paris", 1, "obl")]

    def test_what_something_is_carries_the_form_of_be(self):
        found = to_universal(
            [
                *tree(("Apples", "NOUN", 1, "nsubj")),
                Token("are", "be", "AUX", 0, 0, -1, "root"),
                *tree(("fruit", "NOUN", 1, "attr"), (".", "PUNCT", 1, "punct")),
            ]
        )
        assert arcs(found) == [("Apples", 2, "nsubj"), ("are", 2, "cop"), ("fruit", -1, "root"), (".", 2, "punct")]

    def test_an_object_and_a_passive_have_other_names(self):
        found = to_universal(
            tree(("It", "PRON", 2, "nsubjpass"), ("was", "AUX", 2, "auxpass"), ("eaten", "VERB", -1, "root"))
            + tree(("by", "ADP", 2, "agent"), ("her", "PRON", 3, "pobj"))
        )
        assert [relation for *_, relation in arcs(found)] == ["nsubj:pass", "aux:pass", "root", "case", "obl:agent"]


class TestGerman:
    def test_a_german_pipeline_learns_what_hand_tagged_sentences_say(self, tmp_path):
        by_spacy = learned(SpacyAnnotator(german_pipeline(tmp_path / "de_tiny")), tmp_path / "spacy.lgm")
        by_hand = learned(TaggedAnnotator(WHALES, BIKES), tmp_path / "hand.lgm")
        assert by_spacy == by_hand
        relations, clauses = by_spacy
        assert ("is_a", "wal", "saugetier") in relations
        assert len(clauses) == 9
        assert () not in clauses


def learned(annotator: Annotator, path: Path) -> tuple[set[tuple[str, str, str]], list[tuple[Clause, ...]]]:
    """Return the relations and the clauses of the German sentences as an annotator reads them."""
    with LanguageGraph(path, annotator=annotator) as graph:
        assert graph.build([Document.from_text(written(WHALES, BIKES), id="d")], workers=1).ok
        sentences = [sentence for found in graph.store.scan() for sentence in found.sentences]
        return {relation.key for relation in graph.store.relations()}, [sentence.clauses for sentence in sentences]
