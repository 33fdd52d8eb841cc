"""What pronouns and descriptions are marked with: few, and right. Over the default backend, without a parse."""

import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator


def marks(text: str, topic: str = "") -> list[tuple[str, tuple[str, ...]]]:
    sentences = LiteAnnotator().annotate([text], [topic] if topic else [])[0]
    return [(text[mark.start : mark.end], mark.antecedents) for sentence in sentences for mark in sentence.marks]


class TestHeAndShe:
    def test_she_is_the_woman_named_before(self):
        assert marks("Lili Wang is a student. She lives in Porto.") == [("She", ("Lili Wang",))]

    def test_a_mark_says_where_the_name_stands(self):
        text = "Lili Wang is a student. She lives in Porto."
        (mark,) = LiteAnnotator().annotate([text])[0][1].marks
        assert [text[start:end] for start, end in mark.antecedent_spans] == ["Lili Wang"]

    def test_a_chain_of_pronouns_goes_back_to_the_fullest_name(self):
        text = (
            "Peter Hallam built bridges. Hallam was born in Leeds. He moved to Cork. His last bridge stands in Porto."
        )
        assert marks(text) == [("He", ("Peter Hallam",)), ("His", ("Peter Hallam",))]

    def test_gender_picks_between_a_man_and_a_woman(self):
        text = "Maria Costa met Thomas Reed in Turin. She showed the town, and he took notes."
        assert marks(text) == [("She", ("Maria Costa",)), ("he", ("Thomas Reed",))]

    def test_a_title_gives_the_gender_of_an_unknown_name(self):
        assert marks("Mrs. Okonjo-Adeyemi keeps bees. She sells honey.") == [("She", ("Okonjo-Adeyemi",))]

    def test_the_definition_gives_the_gender_of_an_unknown_name(self):
        assert marks("Zorvana Quill is an actress from Riga. She began on stage.") == [("She", ("Zorvana Quill",))]

    def test_a_possessive_may_mean_the_subject_of_its_clause(self):
        assert marks("Thomas Reed sold his boat.") == [("his", ("Thomas Reed",))]

    def test_a_reflexive_means_the_subject_of_its_clause(self):
        assert marks("Maria Costa taught herself the flute.") == [("herself", ("Maria Costa",))]

    def test_the_title_of_a_passage_about_a_person_is_an_antecedent(self):
        assert marks("She was born in Ghent and studied law.", "Maria Costa (lawyer)") == [("She", ("Maria Costa",))]

    def test_the_lines_of_the_paper(self):
        text = "Lili likes apples. She is a woman. Jhon likes bananas. He is a man."
        assert marks(text) == [("She", ("Lili",)), ("He", ("Jhon",))]

    @pytest.mark.parametrize(
        "text",
        [
            "Thomas Reed and Peter Hallam met in Cork. He was ill.",  # two men alike
            "Thomas Reed told Peter Hallam that he was ill.",
            "The ferry reached Porto at noon. He was tired.",  # a place
            "Thomas Reed saw him.",  # no object is its own subject
            "His brother Thomas Reed was ill.",  # nor one's own brother
            "The book The Girl and Her Band was written by Lili Wang.",  # a word of a title
        ],
    )
    def test_no_mark_rather_than_a_wrong_one(self, text):
        assert marks(text) == []

    def test_a_pronoun_that_points_forward_is_not_the_one_named_before(self):
        assert marks("Peter Hallam was rich. After his death, his son took over.")[0] == ("his", ("Peter Hallam",))
        assert marks("Peter Hallam was rich. After his death, Thomas Reed took over.") == []


class TestIt:
    def test_it_is_what_the_sentence_before_defines(self):
        assert marks("Apple is fruit. It is sweet.") == [("It", ("Apple",))]

    def test_it_goes_on_about_what_the_passage_defines(self):
        text = "Brandle Hill is a hill in the north of Orvia. It is the highest point. Its slopes are bare."
        assert marks(text, "Brandle Hill") == [("It", ("Brandle Hill",)), ("Its", ("Brandle Hill",))]

    @pytest.mark.parametrize(
        ("text", "topic"),
        [
            ("Brandle Hill is a hill in Orvia. It is believed that giants lived there.", "Brandle Hill"),
            ("Brandle Hill is a hill in Orvia. It was in 1920 that a road was built.", "Brandle Hill"),
            ("Brandle Hill is a hill in Orvia. A tower stands there. It is made of oak.", "Brandle Hill"),
            ("The road to Brandle Hill is long. It is made of stone.", "Brandle Hill"),
            ("The boat hit a rock. It sank.", "Boats"),
            ("Lili Wang is a student. It rains in Porto.", ""),
        ],
    )
    def test_it_stays_unmarked_without_strong_evidence(self, text, topic):
        assert marks(text, topic) == []


class TestThey:
    def test_they_are_the_people_named_together(self):
        assert marks("Lili and Jhon are friends. They like apples.") == [("They", ("Lili", "Jhon"))]

    def test_a_band_is_they(self):
        text = "The Otters are a rock band from Cork. They play loud."
        assert marks(text, "The Otters") == [("They", ("The Otters",))]

    def test_what_else_was_named_in_the_plural_may_be_meant(self):
        assert marks("Lili and Jhon bought houses. They are old.") == []


class TestDescriptions:
    def test_a_description_says_again_what_was_defined(self):
        text = "Northwind is a shipping company in Porto. The company sells boats."
        assert marks(text, "Northwind") == [("company", ("Northwind",))]

    @pytest.mark.parametrize(
        "text",
        [
            "Northwind is a company in Porto. Southwind is another company. The company sells boats.",
            "Northwind is a company in Porto. The company of friends met.",
            "Northwind is a company in Porto. The company where Lili works sells boats.",
            "Northwind is a company in Porto. A company sells boats.",
            "Northwind is a company in Porto. The company car is red.",
        ],
    )
    def test_a_rival_or_a_narrower_description_gets_no_mark(self, text):
        assert marks(text, "Northwind") == []


def test_pronouns_can_be_left_alone():
    sentences = LiteAnnotator(pronouns=False).annotate(["Lili Wang is a student. She lives in Porto."])[0]
    assert [sentence.marks for sentence in sentences] == [(), ()]


@pytest.mark.parametrize("text", ["", "He.", "It. It. They! Himself?", "\u202eHe\u202c saw 👩 and she", "He " * 2000])
def test_any_text_is_survived(text):
    assert marks(text) == []
