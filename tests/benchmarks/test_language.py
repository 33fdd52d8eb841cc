"""Measuring a language backend against a hand-made treebank."""

import pytest

from benchmarks.language import language_benchmark, read_treebank
from lgm_core.language.port import AnnotatedSentence, Token

TREEBANK = """\
# newdoc id = a
# newpar id = a-p1
# text = Kettles don't sing.
1\tKettles\tkettle\tNOUN\tNNS\t_\t4\tnsubj\t_\t_
2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdo\tdo\tAUX\tVBP\t_\t4\taux\t_\t_
3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t_\t_
3.1\tever\tever\tADV\tRB\t_\t_\t_\t_\t_
4\tsing\tsing\tVERB\tVB\t_\t0\troot\t_\tSpaceAfter=No
5\t.\t.\tPUNCT\t.\t_\t4\tpunct\t_\t_

# text = Old clocks strike.
1\tOld\told\tADJ\tJJ\t_\t2\tamod\t_\t_
2\tclocks\tclock\tNOUN\tNNS\t_\t3\tnsubj\t_\t_
3\tstrike\tstrike\tVERB\tVBP\t_\t0\troot\t_\tSpaceAfter=No
4\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

# newpar id = a-p2
# text = Porto
1\tPorto\tPorto\tPROPN\tNNP\t_\t0\troot\t_\t_
"""


@pytest.fixture
def treebank(tmp_path):
    path = tmp_path / "own.conllu"
    path.write_text(TREEBANK, encoding="utf-8")
    return path


class Scripted:
    """An annotator that returns prepared tokens: (text, lemma, tag, start, head, relation)."""

    recipe = "scripted"
    language = "en"

    def __init__(self, *texts):
        self._texts = texts

    def annotate(self, texts, topics=()):
        return [
            [
                AnnotatedSentence(
                    rows[0][3],
                    rows[-1][3] + len(rows[-1][0]),
                    tuple(
                        Token(text, lemma, tag, start, start + len(text), *arc)
                        for text, lemma, tag, start, *arc in rows
                    ),
                )
                for rows in sentences
            ]
            for sentences in self._texts[: len(texts)]
        ]


KETTLES = [
    ("Kettles", "kettle", "NOUN", 0),
    ("do", "do", "AUX", 8),
    ("n't", "not", "PART", 10),
    ("sing", "sing", "VERB", 14),
    (".", ".", "PUNCT", 18),
]
CLOCKS = [
    ("Old", "old", "ADJ", 20),
    ("clocks", "clock", "NOUN", 24),
    ("strike", "strike", "VERB", 31),
    (".", ".", "PUNCT", 37),
]
PORTO = [("Porto", "Porto", "PROPN", 0)]


def test_raw_text_is_rebuilt_by_paragraph_with_offsets(treebank):
    first, second = read_treebank(treebank)
    assert first.text == "Kettles don't sing. Old clocks strike."
    assert second.text == "Porto"
    assert [first.text[word.start : word.end] for word in first.sentences[0].words] == [
        "Kettles",
        "do",
        "n't",
        "sing",
        ".",
    ]
    assert first.text[first.sentences[1].start : first.sentences[1].end] == "Old clocks strike."


def test_a_perfect_annotator_scores_one(treebank):
    result = language_benchmark(treebank, Scripted([KETTLES, CLOCKS], [PORTO]))
    names = ["sentence_f1", "upos_accuracy", "noun_f1", "noun_phrase_f1", "lemma_accuracy"]
    assert [result[name] for name in names] == [1.0] * 5
    assert result["words_per_second"] > 0
    assert "uas" not in result


def test_a_missed_boundary_costs_two_sentences_and_keeps_the_words(treebank):
    result = language_benchmark(treebank, Scripted([KETTLES + CLOCKS], [PORTO]))
    assert result["sentence_f1"] == 0.4
    assert result["upos_accuracy"] == 1.0


def test_wrong_tags_and_lemmas_are_counted_on_matched_words(treebank):
    wrong = [("Old", "OLD", "PROPN", 20), ("clocks", "clocks", "VERB", 24), *CLOCKS[2:]]
    result = language_benchmark(treebank, Scripted([KETTLES, wrong], [PORTO]))
    assert result["upos_accuracy"] == 0.8
    assert result["lemma_accuracy"] == 0.9
    assert result["noun_f1"] == pytest.approx(2 / 3, abs=1e-4)
    assert result["noun_phrase_f1"] == pytest.approx(2 / 3, abs=1e-4)


def test_a_contraction_left_whole_matches_no_word(treebank):
    whole = [KETTLES[0], ("don't", "do", "AUX", 8), *KETTLES[3:]]
    result = language_benchmark(treebank, Scripted([whole, CLOCKS], [PORTO]))
    assert result["word_f1"] == pytest.approx(2 * 8 / 19, abs=1e-4)


def test_a_parse_is_scored_when_there_is_one(treebank):
    clocks = [
        ("Old", "old", "ADJ", 20, 1, "amod"),
        ("clocks", "clock", "NOUN", 24, 2, "obj"),
        ("strike", "strike", "VERB", 31, -1, "root"),
        (".", ".", "PUNCT", 37, 1, "punct"),
    ]
    result = language_benchmark(treebank, Scripted([KETTLES, clocks], [PORTO]))
    assert result["uas"] == 0.5  # 3 right arcs of the second sentence, and Porto and "sing" without a head
    assert result["las"] == 0.2
