"""German, to prove that the engine is not English in disguise: concepts, patterns, statements, questions."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.language.chunking import chunk
from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lexicons.german_lexicon import is_past
from lgm_core.learning.extraction.extractor import STRUCTURED
from lgm_core.learning.patterns import find_relations
from lgm_core.learning.patterns.pattern_matching import grammar_of
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.retrieval.answering.answer_prompts import ANSWER
from lgm_core.retrieval.concepts.explanation import expand_concept
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.linking import link_concepts
from lgm_core.retrieval.concepts.representation import StatementSource
from lgm_core.retrieval.rendering import render_explanation
from tests.support.german_texts import BIKES, WHALES, TaggedAnnotator, tagged, written


@pytest.fixture(params=["parsed", "not parsed"])
def graph(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LanguageGraph]:
    annotator = TaggedAnnotator(WHALES, BIKES, parse=request.param == "parsed")
    with LanguageGraph(tmp_path / "g.lgm", annotator=annotator) as graph:
        report = graph.build([Document.from_text(written(WHALES, BIKES), id="d")])
        assert report.ok
        yield graph


def related(words: str, language: str = "de") -> set[tuple[str, str, str]]:
    text, sentence = tagged(words)
    found = find_relations(chunk(text, sentence, lexicon_of(language)))
    return {(relation.subject.key, relation.kind.value, relation.object.key) for relation in found}


@pytest.mark.parametrize(
    "forms",
    [
        ("Katze", "die Katzen", "einer Katze"),
        ("Haus", "Häuser", "des Hauses", "den Häusern"),
        ("Vogel", "Vögel", "den Vögeln"),
        ("roter Apfel", "rote Äpfel", "den roten Äpfeln"),
        ("Säugetier", "die Säugetiere"),
        ("Zeugnis", "Zeugnisse"),
        ("Lehrerin", "Lehrerinnen"),
        ("Auto", "Autos"),
    ],
)
def test_all_forms_of_a_noun_are_one_concept(forms: tuple[str, ...]) -> None:
    assert len({concept_key(form, "de") for form in forms}) == 1


def test_english_endings_and_articles_are_kept_in_german() -> None:
    assert concept_key("The Lens", "de").startswith("the ")
    assert concept_key("die", "en") == "die"
    assert concept_key("die", "de") == ""


def test_a_language_without_a_lexicon_keeps_words_as_they_are() -> None:
    assert concept_key("Les Châteaux", "fr") == "les chateaux"
    assert concept_key("The cats", "fi") == "the cats"


@pytest.mark.parametrize(
    ("words", "relations"),
    [
        ("Der/d/der Apfel/n/Apfel ist/x/sein eine/d/ein Frucht/n/Frucht ./", {("apfel", "is_a", "frucht")}),
        (
            "Katzen/n/Katze und/c/und Hunde/n/Hund sind/x/sein Tiere/n/Tier ./",
            {("katz", "is_a", "tier"), ("hund", "is_a", "tier")},
        ),
        ("Wale/n/Wal gehören/v/gehören zu/i/zu den/d/der Säugetieren/n/Säugetier ./", {("wal", "is_a", "saugetier")}),
        (
            "Früchte/n/Frucht wie/i/wie Äpfel/n/Apfel und/c/und Birnen/n/Birne reifen/v/reifen ./",
            {("apfel", "is_a", "frucht"), ("birn", "is_a", "frucht")},
        ),
        (
            "Äpfel/n/Apfel ,/./, Birnen/n/Birne und/c/und andere/d/ander Früchte/n/Frucht reifen/v/reifen ./",
            {("apfel", "is_a", "frucht"), ("birn", "is_a", "frucht")},
        ),
        (
            "Wasser/n/Wasser besteht/v/bestehen aus/i/aus Wasserstoff/n/Wasserstoff und/c/und Sauerstoff/n/Sauerstoff "
            "./",
            {("wass", "has_part", "wasserstoff"), ("wass", "has_part", "sauerstoff")},
        ),
        ("Obst/n/Obst enthält/v/enthalten Zucker/n/Zucker ./", {("obst", "has_part", "zuck")}),
        (
            "Der/d/der Motor/n/Motor ist/x/sein ein/d/ein Teil/n/Teil des/d/der Autos/n/Auto ./",
            {("auto", "has_part", "motor")},
        ),
        (
            "Die/d/der Aubergine/n/Aubergine wird/x/werden auch/r/auch Eierfrucht/n/Eierfrucht genannt/v/nennen ./",
            {("aubergin", "alias_of", "eierfrucht")},
        ),
        (
            "Die/d/der Farbe/n/Farbe von/i/von Beeren/n/Beere ,/./, insbesondere/r/insbesondere Schlehen/n/Schlehe ./",
            {("schleh", "is_a", "beer")},
        ),
        ("Bronze/n/Bronze ist/x/sein eine/d/ein Legierung/n/Legierung ./", {("bronz", "is_a", "legierung")}),
        ("Gold/n/Gold ist/x/sein Metall/n/Metall ./", {("gold", "is_a", "metall")}),
        ("Ada/p/Ada ist/x/sein Lehrerin/n/Lehrerin ./", {("ada", "is_a", "lehrerin")}),
        ("Äpfel/n/Apfel sind/x/sein Obst/n/Obst ./", {("apfel", "is_a", "obst")}),
        (
            "Die/d/der Gruppe/n/Gruppe umfasst/v/umfassen Inseln/n/Insel ./",
            {("grupp", "has_part", "insel")},
        ),
        (
            "Lund/p/Lund ,/./, eine/d/ein Stadt/n/Stadt in/i/in Schweden/p/Schweden ,/./, ist/x/sein alt/a/alt ./",
            {("lund", "is_a", "stadt")},
        ),
        (
            "Fahrzeug/n/Fahrzeug ist/x/sein die/d/der Oberklasse/n/Oberklasse von/i/von Auto/n/Auto ./",
            {("auto", "is_a", "fahrzeug")},
        ),
        (
            "Die/d/der Oberklasse/n/Oberklasse von/i/von Auto/n/Auto ist/x/sein Fahrzeug/n/Fahrzeug ./",
            {("auto", "is_a", "fahrzeug")},
        ),
        (
            "Möbel/n/Möbel ist/x/sein ein/d/ein Oberbegriff/n/Oberbegriff für/i/für Stühle/n/Stuhl "
            "und/c/und Tische/n/Tisch ./",
            {("stuhl", "is_a", "mobel"), ("tisch", "is_a", "mobel")},
        ),
        (
            "Canidae/n/Canidae ist/x/sein die/d/der Familie/n/Familie der/d/der Hunde/n/Hund ./",
            {("hund", "is_a", "canida")},
        ),
        ("kg/n/kg bezeichnet/v/bezeichnen Kilogramm/n/Kilogramm ./", {("kg", "alias_of", "kilogramm")}),
    ],
)
def test_german_sentences_state_relations(words: str, relations: set[tuple[str, str, str]]) -> None:
    assert related(words) == relations


@pytest.mark.parametrize(
    "words",
    [
        "Ein/d/ein Wal/n/Wal ist/x/sein kein/d/kein Fisch/n/Fisch ./",
        "Wale/n/Wal sind/x/sein nicht/t/nicht klein/a/klein ./",
        "Ein/d/ein Tier/n/Tier wie/i/wie der/d/der Wal/n/Wal taucht/v/tauchen ./",
        "Der/d/der Hund/n/Hund gehört/v/gehören dem/d/der Bauern/n/Bauer ./",
        "Das/d/der Laufrad/n/Laufrad ist/x/sein Bronze/n/Bronze ./",
        "Eine/d/ein Tür/n/Tür ist/x/sein Eiche/n/Eiche ./",
        "Ada/p/Ada ist/x/sein fünfzig/n/fünfzig ./",
        "Die/d/der Mole/n/Mole ist/x/sein ein/d/ein Muss/n/Muss ./",
        "Ada/p/Ada ist/x/sein der/d/der Grund/n/Grund ./",
        "Schlaf/n/Schlaf ist/x/sein die/d/der Antwort/n/Antwort ./",
        "Franken/n/Franke ,/./, wie/i/wie Byzantiner/n/Byzantiner sie/u/sie nannten/v/nennen ./",
        "Anwendungen/n/Anwendung umfassen/v/umfassen Schweißen/n/Schweißen ./",
        "Wege/n/Weg nach/i/nach Lund/p/Lund ,/./, der/d/der Hafen/n/Hafen und/c/und das/d/der Tor/n/Tor ./",
        "Der/d/der Koffer/n/Koffer enthält/v/enthalten Hemden/n/Hemd ./",
    ],
)
def test_german_sentences_that_state_none(words: str) -> None:
    assert related(words) == set()


def test_german_rules_read_no_english_and_english_rules_no_german() -> None:
    german = "Wasser/n/Wasser besteht/v/bestehen aus/i/aus Eis/n/Eis ./"
    english = "Water/n/water consists/v/consist of/i/of ice/n/ice ./"
    assert related(german, "en") == set()
    assert related(english, "de") == set()
    assert related(english, "en") == {("water", "has_part", "ice")}


def test_a_language_without_patterns_finds_nothing_and_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    grammar_of.cache_clear()
    with caplog.at_level(logging.INFO):
        for _ in range(2):
            assert related("Water/n/water consists/v/consist of/i/of ice/n/ice ./", "fi") == set()
    (told,) = caplog.messages
    assert "no patterns for 'fi': relations come only from a language model" in told


@pytest.mark.parametrize(
    ("form", "lemma", "past"),
    [
        ("atmen", "atmen", False),
        ("atmeten", "atmen", True),
        ("fliegt", "fliegen", False),
        ("flog", "fliegen", True),
        ("fährt", "fahren", False),
        ("fuhr", "fahren", True),
        ("isst", "essen", False),
        ("aß", "essen", True),
        ("läuft", "laufen", False),
        ("lief", "laufen", True),
    ],
)
def test_preterites_are_told_from_present_forms(form: str, lemma: str, past: bool) -> None:
    assert is_past(form, lemma) is past


def test_relations_of_german_documents_are_learned(graph: LanguageGraph) -> None:
    assert {relation.key for relation in graph.store.relations()} == {
        ("alias_of", "fahrrad", "velo"),
        ("has_part", "fahrrad", "rad"),
        ("has_part", "fahrrad", "rahm"),
        ("is_a", "wal", "saugetier"),
    }


def test_german_statements_are_inherited_as_the_equations_say(graph: LanguageGraph) -> None:
    whale = expand_concept(GraphView(graph.store), "wal")
    inherited = {(statement.kind.value, statement.predicate) for statement in whale.of(StatementSource.PARENT)}
    assert ("ability", "schwimmen") in inherited
    assert "action" not in {kind for kind, _ in inherited}
    bike = expand_concept(GraphView(graph.store), "fahrrad")
    parts, aliases = bike.of(StatementSource.PART), bike.of(StatementSource.ALIAS)
    assert {(part.kind.value, part.predicate) for part in parts} == {("ability", "rollen")}
    assert {(alias.kind.value, alias.predicate, alias.value) for alias in aliases} == {("attribute", "sein", "leis")}


def test_german_questions_name_their_concepts(graph: LanguageGraph) -> None:
    linked = link_concepts(GraphView(graph.store), "Was können die Wale und was sind Säugetiere?")
    assert list(linked) == ["wal", "saugetier"]
    assert graph.explain("die Räder") is not None


def test_german_concepts_are_told_by_their_written_forms(graph: LanguageGraph) -> None:
    told = render_explanation("Wal", graph.explain("der Wal")).text
    assert "Wal — is a — Säugetier" in told
    assert "saugetier" not in told


def test_a_graph_may_be_german_and_english(graph: LanguageGraph) -> None:
    both = LanguageGraph(graph.store)
    assert both.build([Document.from_text("A whale is a mammal.", id="e")], workers=1).ok
    assert {record.id: record.language for record in both.documents()} == {"d": "de", "e": "en"}
    for name in ("whales", "die Räder"):
        assert both.explain(name) is not None
    graph.delete(["d"])
    assert graph.store.languages() == ["en"]


def test_german_words_are_ranked_by_their_stems(graph: LanguageGraph) -> None:
    index = graph.ranker().index
    assert index.languages == ("de",)
    best = graph.retrieve_sentences("Was tun die großen Wale?", k=2)
    assert best[0].sentence.text == "Wale sind groß."


def test_prompts_keep_the_language_of_the_text() -> None:
    assert "copied from the sentence or its # heading, in its language" in STRUCTURED.system
    assert "Answer in the language of the question" in ANSWER.system
    assert "looked up, in the language\n  of the sentences" in ANSWER.system


def test_what_a_model_claims_of_german_text_is_checked_by_german_rules(tmp_path: Path) -> None:
    reply = json.dumps(
        {
            "relations": [
                {"n": 1, "kind": "has_part", "a": "Säugetiere", "b": "die Luft"},
                {"n": 1, "kind": "is_a", "a": "es", "b": "Säugetier"},
                {"n": 1, "kind": "is_a", "a": "mammals", "b": "air"},
            ]
        }
    )
    llm = ScriptedChatModel([reply])
    annotator = TaggedAnnotator(WHALES)
    with LanguageGraph(tmp_path / "g.lgm", llm=llm, annotator=annotator) as graph:
        report = graph.build([Document.from_text(tagged(WHALES[1])[0], id="d")])
        assert [relation.key for relation in graph.store.relations()] == [("has_part", "saugetier", "luft")]
    assert report.dropped == 2
