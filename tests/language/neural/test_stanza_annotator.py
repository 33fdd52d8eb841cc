"""The Stanza backend over real Stanza: tiny models of all six processors, trained by `tests.support.stanza_models`."""

import json
import logging
import os
import pickle
import shutil
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from lgm_core import Document, InputError, LanguageGraph
from lgm_core.errors import MissingDependencyError
from lgm_core.language.neural.stanza_annotator import StanzaAnnotator

pytestmark = pytest.mark.neural


@pytest.fixture(scope="module")
def stanza(stanza_folder: Path) -> StanzaAnnotator:
    return StanzaAnnotator("en", folder=stanza_folder, download=False)


def resolved(stanza: StanzaAnnotator, tmp_path: Path, text: str) -> list[str]:
    """Return the sentences of a text as the graph keeps them, marks and all."""
    with LanguageGraph(tmp_path / "graph.lgm", annotator=stanza) as graph:
        graph.build([Document("d", text)])
        return [sentence.resolved for found in graph.store.scan() for sentence in found.sentences]


def words(stanza: StanzaAnnotator, text: str) -> list[tuple[str, str, str]]:
    tokens = [token for sentence in stanza.annotate([text])[0] for token in sentence.tokens]
    return [(token.text, token.lemma, token.upos) for token in tokens]


class TestReading:
    def test_words_have_lemmas_tags_and_a_tree(self, stanza):
        (sentence,) = stanza.annotate(["Mary buys the red apple."])[0]
        assert [(token.lemma, token.upos, token.relation) for token in sentence.tokens] == [
            ("Mary", "PROPN", "nsubj"),
            ("buy", "VERB", "root"),
            ("the", "DET", "det"),
            ("red", "ADJ", "amod"),
            ("apple", "NOUN", "obj"),
            (".", "PUNCT", "punct"),
        ]
        assert [token.head for token in sentence.tokens] == [1, -1, 4, 4, 1, 1]

    def test_offsets_point_into_the_text(self, stanza):
        text = "  Apple is fruit.\tMary's dog isn't old. "
        tokens = [token for sentence in stanza.annotate([text])[0] for token in sentence.tokens]
        assert len(tokens) > 8
        assert [text[token.start : token.end] for token in tokens] == [token.text for token in tokens]

    def test_a_multi_word_token_becomes_its_words(self, stanza):
        assert [text for text, *_ in words(stanza, "Mary doesn't like it.")] == [
            "Mary",
            "does",
            "n't",
            "like",
            "it",
            ".",
        ]

    def test_a_blank_line_ends_a_sentence(self, stanza):
        first, second = stanza.annotate(["Apple is\n \nMary likes it."])[0]
        assert (first.end, second.start) == (8, 11)

    def test_texts_stay_apart_and_in_order(self, stanza):
        found = stanza.annotate(["Apple is fruit.", "", " \n\n ", "John sleeps in Paris. It is red."])
        assert [len(sentences) for sentences in found] == [1, 0, 0, 2]

    def test_a_text_longer_than_a_piece_is_read_whole(self, stanza):
        text = "Mary buys the red apple. " * 400
        sentences = stanza.annotate([text])[0]
        spans = [text[sentence.start : sentence.end] for sentence in sentences]
        assert spans == ["Mary buys the red apple."] * 400


class TestCoreference:
    def test_a_pronoun_gets_the_name_it_stands_for(self, stanza, tmp_path):
        assert resolved(stanza, tmp_path, "Apple is fruit. It is sweet.")[1] == "It [: Apple] is sweet."

    def test_a_possessive_inside_a_phrase(self, stanza, tmp_path):
        found = resolved(stanza, tmp_path, "Lili sees her house. Her house is old.")
        assert found[1] == "Her [: Lili] house is old."

    def test_a_plural_gets_both_names(self, stanza, tmp_path):
        found = resolved(stanza, tmp_path, "John and Susan are old. They see the garden.")
        assert found[1] == "They [: John and Susan] see the garden."

    def test_two_chains_in_one_sentence(self, stanza, tmp_path):
        found = resolved(stanza, tmp_path, "Mary buys the red apple. It is sweet. She likes it.")
        assert found[2] == "She [: Mary] likes it [: red apple]."

    def test_documents_annotated_together_never_share_a_chain(self, stanza):
        alone = stanza.annotate(["It is sweet. She likes it."])[0]
        together = stanza.annotate(["Mary buys the red apple.", "It is sweet. She likes it."])[1]
        assert [sentence.marks for sentence in together] == [sentence.marks for sentence in alone]

    def test_it_can_be_left_out(self, stanza_folder):
        plain = StanzaAnnotator("en", folder=stanza_folder, coreference=False, download=False)
        sentences = plain.annotate(["Apple is fruit. It is sweet."])[0]
        assert [sentence.marks for sentence in sentences] == [(), ()]
        assert plain.recipe.endswith("-nocoreference")

    def test_where_the_resolver_breaks_the_text_stays_unresolved_and_it_is_told(self, stanza_folder, caplog):
        stanza = StanzaAnnotator("en", folder=stanza_folder, download=False)
        stanza.annotate(["Load."])
        stanza._pipeline.processors["coref"]._model.we = None  # as good as any fault inside
        with caplog.at_level(logging.WARNING):
            first, second = stanza.annotate(["Apple is fruit. It is sweet."])[0]
        assert (first.marks, second.marks) == ((), ())
        assert "could not resolve coreference" in caplog.text


class TestBuilding:
    def test_a_graph_is_built_with_relations_and_mentions(self, stanza, tmp_path):
        with LanguageGraph(tmp_path / "graph.lgm", annotator=stanza) as graph:
            report = graph.build([Document("d", "The apple is a fruit. It is sweet.")], workers=2)
            told = graph.explain("apple")
        assert (report.learned, report.sentences) == (1, 2)
        assert told is not None
        assert "It is sweet." in [sentence.text for sentence in told.sentences]

    def test_a_copy_leaves_the_models_behind(self, stanza):
        stanza.annotate(["Load."])
        assert len(pickle.dumps(stanza)) < 1000


class TestWhatIsMissing:
    def test_a_word_that_is_no_language(self):
        with pytest.raises(InputError, match="not a language code"):
            StanzaAnnotator("../en")

    def test_an_unknown_language_names_those_there_are(self, stanza_folder):
        with pytest.raises(MissingDependencyError, match=r"no language 'xx' .* it has: en"):
            StanzaAnnotator("xx", folder=stanza_folder, download=False).annotate(["Apple."])

    def test_an_unknown_package_names_those_there_are(self, stanza_folder):
        with pytest.raises(MissingDependencyError, match="no package 'gum' for 'en'; it has: default, tiny"):
            StanzaAnnotator("en", package="gum", folder=stanza_folder, download=False).annotate(["Apple."])

    def test_no_models_says_what_to_run(self, tmp_path):
        with pytest.raises(MissingDependencyError, match=r"stanza.download\('en'"):
            StanzaAnnotator("en", folder=tmp_path, download=False).annotate(["Apple."])

    def test_one_model_missing_says_what_to_run(self, copied_models):
        (copied_models / "en" / "lemma" / "tiny.pt").unlink()
        with pytest.raises(MissingDependencyError, match=r"tiny.pt.*stanza.download\('en'"):
            StanzaAnnotator("en", folder=copied_models, download=False).annotate(["Apple."])

    def test_a_damaged_model_says_what_to_run(self, copied_models):
        (copied_models / "en" / "pos" / "tiny.pt").write_bytes(b"not a model")
        with pytest.raises(MissingDependencyError, match=r"cannot be loaded .*stanza.download\('en'"):
            StanzaAnnotator("en", folder=copied_models, download=False).annotate(["Apple."])

    def test_a_language_without_a_resolver_goes_unmarked(self, copied_models):
        change(copied_models, lambda entry: (entry.pop("coref"), entry["packages"]["default"].pop("optional")))
        (first, second) = StanzaAnnotator("en", folder=copied_models, download=False).annotate(
            ["Apple is fruit. It is sweet."]
        )[0]
        assert (first.marks, second.marks) == ((), ())

    def test_a_language_without_a_tagger_is_told(self, copied_models):
        change(copied_models, lambda entry: entry.pop("pos"))
        with pytest.raises(MissingDependencyError, match="no pos models for 'en'"):
            StanzaAnnotator("en", folder=copied_models, download=False).annotate(["Apple."])

    def test_a_missing_model_ends_a_build_at_once(self, tmp_path):
        missing = StanzaAnnotator("en", folder=tmp_path, download=False)
        with LanguageGraph(tmp_path / "graph.lgm", annotator=missing) as graph:
            with pytest.raises(MissingDependencyError):
                graph.build([Document("a", "Apple is fruit."), Document("b", "Mary sleeps.")])
            assert not graph.store.exists()


@pytest.fixture
def copied_models(stanza_folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(stanza_folder, tmp_path / "models"))


def change(folder: Path, edit) -> None:
    """Edit what a folder's list of models says of English."""
    listed = json.loads((folder / "resources.json").read_text("utf-8"))
    edit(listed["en"])
    (folder / "resources.json").write_text(json.dumps(listed), "utf-8")


def test_models_are_downloaded_at_the_first_text_with_progress(stanza_folder: Path, tmp_path: Path) -> None:
    """Stanza reads the address of its list at import, hence a process of its own."""
    served = Path(shutil.copytree(stanza_folder / "en", tmp_path / "served" / "en" / "models")).parents[1]
    listed = json.loads((stanza_folder / "resources.json").read_text("utf-8"))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=served)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        listed["url"] = address + "/{lang}/models/{filename}"
        (served / "resources_1.json").write_text(json.dumps(listed), "utf-8")
        program = (
            "from lgm_core.language.neural.stanza_annotator import StanzaAnnotator\n"
            f"stanza = StanzaAnnotator('en', folder={str(tmp_path / 'fetched')!r})\n"
            "print(len(stanza.annotate(['Mary buys the red apple. It is sweet.'])[0]))"
        )
        environment = {**os.environ, "STANZA_RESOURCES_URL": address, "STANZA_RESOURCES_VERSION": "1"}
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
        server.shutdown()
    assert ran.stdout == "2\n", ran.stderr[-2000:]
    assert "Downloading" in ran.stderr
    assert (tmp_path / "fetched" / "en" / "coref" / "tiny.pt").is_file()
