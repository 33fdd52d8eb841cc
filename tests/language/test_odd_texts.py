"""Odd text through every language backend and a real build: a correct graph or a clear error, no crash and no hang."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.neural.spacy_annotator import SpacyAnnotator
from lgm_core.language.neural.stanza_annotator import StanzaAnnotator
from lgm_core.language.port import Annotator
from tests.support.spacy_models import small_pipeline

ODD = {
    "nothing": "",
    "spaces": " \t \n\n \r\n \u00a0\u3000 \n",
    "emoji": "😀👍🏽 Apples 🍎 are fruits 👨‍👩‍👧‍👦. 🇩🇪 It is sweet 😀! 🍏",
    "right to left": "التفاح فاكهة. \u200fהתפוח הוא פרי.\u200e Mary likes \u202bتفاح\u202c. می‌خواهم.",
    "control characters": "Apple\x00 is\x07 fruit.\x1b[31m It is \x0csweet.\x85 Mary\u2028sleeps.\u2029 End\x7f.\x9f",
    "no spaces": "苹果是水果。它很甜。りんごは果物です。",
    "combining marks": "Z̷̡̛a̸̧͝l̴̨͘g̵̢͠o̶ is fruit. E\u0301clair is e\u0301clair." + "e" + "\u0301" * 300,
    "zero width": "\u200b\u200b\ufeffApple\u200b is\u2060 fruit.\u200b \u200b.",
    "punctuation": "!?.,;:…—«»()[]{}<>\\/|@#$%^&*~`'\"" * 20,
    "blank lines": "Apple\n\n\n\nis\n \t\nfruit\r\n\r\n.\n\n" * 20,
    "one long word": "a" * 20_000,
    "one long sentence": "apples and pears and " * 300,
    "outside the plane": "𝔄𝔭𝔭𝔩𝔢 𝒊𝒔 𓂀 fruit. \U0010ffff\ue000 It is 𝐬𝐰𝐞𝐞𝐭.",
}


NEURAL = [pytest.param(name, marks=pytest.mark.neural) for name in ("spacy", "stanza")]


@pytest.fixture(scope="module", params=["lite", "lite with parse", *NEURAL])
def backend(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Annotator]:
    if request.param == "spacy":
        yield SpacyAnnotator(small_pipeline(tmp_path_factory.mktemp("odd") / "en_tiny"))
    elif request.param == "stanza":
        yield StanzaAnnotator("en", folder=request.getfixturevalue("stanza_folder"), download=False)
    else:
        yield LiteAnnotator(parse="parse" in request.param)


def seen(text: str) -> str:
    """Return what is printed of a text; the graph keeps no control characters."""
    return "".join(character for character in text if character.isprintable() and character != " ")


@pytest.mark.parametrize("name", ODD)
def test_every_token_of_odd_text_is_where_it_says(backend: Annotator, name: str) -> None:
    text = ODD[name]
    end = 0
    sentences = backend.annotate([text])[0]
    assert bool(sentences) == bool(text.strip())
    for sentence in sentences:
        assert end <= sentence.start < sentence.end <= len(text)
        end = sentence.end
        assert sentence.tokens
        assert (sentence.start, sentence.end) == (sentence.tokens[0].start, sentence.tokens[-1].end)
        for token in sentence.tokens:
            assert sentence.start <= token.start < token.end <= sentence.end
            assert text[token.start : token.end].strip()
            assert -1 <= token.head < len(sentence.tokens)


def test_odd_texts_make_a_graph_that_can_be_asked(backend: Annotator, tmp_path: Path) -> None:
    documents = [Document(name, text) for name, text in ODD.items()]
    with LanguageGraph(tmp_path / "graph.lgm", annotator=backend) as graph:
        report = graph.build(documents, workers=1)
        assert report.ok
        learned = {document.document.id: document.sentences for document in graph.store.scan()}
        assert learned.keys() == ODD.keys()
        for name, sentences in learned.items():
            spans = [ODD[name][sentence.start : sentence.end] for sentence in sentences]
            assert list(map(seen, spans)) == [seen(sentence.text) for sentence in sentences]
        assert graph.retrieve_sentences("Which fruit is sweet?", 3)


@pytest.mark.thorough
@pytest.mark.parametrize("unit", ["internationalisation ", "a", "苹果"], ids=["words", "one word", "characters"])
def test_a_megabyte_in_one_line_makes_a_graph(backend: Annotator, tmp_path: Path, unit: str) -> None:
    # Stanza reads the same pieces, some thousand times more slowly: ten of them show whether it holds.
    size = 20_000 if isinstance(backend, StanzaAnnotator) else 1_000_000
    text = (unit * size)[:size]
    with LanguageGraph(tmp_path / "graph.lgm", annotator=backend) as graph:
        report = graph.build([Document("d", text)], workers=1)
        assert report.ok
        covered = sum(sentence.end - sentence.start for found in graph.store.scan() for sentence in found.sentences)
    assert covered > 0.99 * len(text)


def test_half_a_character_pair_becomes_a_question_mark(backend: Annotator, tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "graph.lgm", annotator=backend) as graph:
        report = graph.build([Document("d", "Apple \ud83d is fruit.")], workers=1)
        assert report.ok
        texts = [sentence.text for found in graph.store.scan() for sentence in found.sentences]
    assert seen("".join(texts)) == "Apple?isfruit."
