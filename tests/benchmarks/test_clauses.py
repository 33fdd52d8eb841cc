"""Measuring the arguments of verbs against gold trees, and plain statements against what is learned from them."""

import json

import pytest
from typer.testing import CliRunner

from benchmarks.__main__ import app
from benchmarks.clauses import clauses_benchmark
from benchmarks.gold_clauses import gold_readings
from benchmarks.language import read_treebank
from benchmarks.statements import statements_benchmark
from lgm_core.errors import InputError
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.port import AnnotatedSentence, Token

PRESENT = "Mood=Ind|Tense=Pres|VerbForm=Fin"
RELATIVE = "PronType=Rel"
LEMMAS = {"chases": "chase", "sold": "sell", "died": "die", "left": "leave", "sees": "see", "built": "build"}
SENTENCES = [
    """The DET 2 det
    dog NOUN 3 nsubj
    chases VERB 0 root
    cats NOUN 3 obj
    and CCONJ 6 cc
    mice NOUN 4 conj
    in ADP 9 case
    the DET 9 det
    garden NOUN 3 obl
    . PUNCT 3 punct""",
    """The DET 2 det
    man NOUN 6 nsubj
    who PRON 4 nsubj
    sold VERB 2 acl:relcl
    bread NOUN 4 obj
    died VERB 0 root
    and CCONJ 8 cc
    left VERB 6 conj
    money NOUN 8 obj
    . PUNCT 6 punct""",
    """She PRON 2 nsubj
    sees VERB 0 root
    boats NOUN 2 obj
    built VERB 3 acl
    in ADP 6 case
    yards NOUN 4 obl
    . PUNCT 2 punct""",
]


@pytest.fixture
def treebank(tmp_path):
    rows = []
    for sentence in SENTENCES:
        for number, line in enumerate(sentence.splitlines(), 1):
            form, upos, head, relation = line.split()
            features = PRESENT if form in ("chases", "sees") else RELATIVE if form == "who" else "_"
            rows.append(
                "\t".join(
                    [str(number), form, LEMMAS.get(form, form.lower()), upos, "_", features, head, relation, "_", "_"]
                )
            )
        rows.append("")
    path = tmp_path / "gold.conllu"
    path.write_text("\n".join(rows) + "\n")
    return path


def test_conjuncts_relative_clauses_and_shared_subjects_are_gold(treebank):
    (text,) = read_treebank(treebank)

    def word(places):
        return "".join(text.text[start:end] for start, end in places)

    stated = [
        (word(one.subject), word(one.verb), one.preposition, word(one.object))
        for sentence in text.sentences
        for one in gold_readings(sentence.words)
    ]
    assert stated == [
        ("dog", "chases", "", ""),
        ("dog", "chases", "", "cats"),
        ("dog", "chases", "", "mice"),
        ("dog", "chases", "in", "garden"),
        ("man", "sold", "", ""),
        ("man", "sold", "", "bread"),
        ("man", "died", "", ""),
        ("man", "left", "", ""),
        ("man", "left", "", "money"),
    ]


class TreeAnnotator(LiteAnnotator):
    """Annotates a treebank with its own trees."""

    def __init__(self, treebank):
        super().__init__(parse=True)
        self._sentences = [sentence for text in read_treebank(treebank) for sentence in text.sentences]

    def annotate(self, texts, topics=()):
        (text,) = texts
        found, start = [], 0
        for sentence in self._sentences:
            tokens = []
            for word in sentence.words:
                start = text.index(word.form, start)
                place = (start, start := start + len(word.form))
                tokens.append(Token(word.form, word.lemma, word.upos, *place, word.head, word.relation))
            found.append(AnnotatedSentence(tokens[0].start, start, tuple(tokens)))
        return [found]


def test_readers_are_measured_by_the_heads_of_ends(treebank):
    figures = clauses_benchmark(treebank, TreeAnnotator(treebank))
    for reader in ("clauses", "open_facts", "construction"):
        assert [figures[reader][shape]["gold"] for shape in figures[reader]] == [4, 4, 1]
        assert figures[reader]["subject_verb"]["precision"] == 1.0
        assert figures[reader]["subject_verb_object"]["recall"] >= 0.75
    assert figures["present_verbs"] == figures["present_main_verbs"] == figures["upos_accuracy"] == 1.0


def test_arguments_at_other_words_are_wrong(treebank):
    annotator = TreeAnnotator(treebank)
    treebank.write_text(treebank.read_text().replace("VERB\t_\t_\t6", "VERB\t_\t_\t2").replace("3\tobl", "3\tobj"))
    figures = clauses_benchmark(treebank, annotator)["open_facts"]
    assert figures["subject_verb_object"]["recall"] < 1.0
    assert figures["verb_preposition_noun"]["gold"] == 0


def test_clauses_need_a_parse(treebank):
    with pytest.raises(InputError, match="does not parse"):
        clauses_benchmark(treebank, LiteAnnotator(language="en"))


def statement(text, subject, verb, object_, preposition="", *, polarity=True):
    return {
        "text": text,
        "subject": subject,
        "verb": verb,
        "object": object_,
        "preposition": preposition,
        "polarity": polarity,
    }


@pytest.fixture
def statements(tmp_path):
    def write(*rows):
        path = tmp_path / "statements.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    return write


def test_statements_whose_facts_are_whole(statements):
    file = statements(
        statement("The old farmer sold his red tractor.", "old farmer", "sold", "red tractor"),
        statement("The library was founded in 1931.", "library", "founded", "1931", "in"),
        statement("A canoe is a narrow boat.", "canoe", "is", "narrow boat"),
        {"text": "Bus timetables", "fragment": True},
    )
    figures = statements_benchmark(file, LiteAnnotator(parse=True))
    assert figures["misses"] == []
    assert figures["subjects_found"] == figures["facts_whole"] == 1.0
    assert figures["verbs_swallowed"] == figures["fragments_with_verb"] == 0.0
    assert (figures["statements"], figures["fragments"]) == (3, 1)


def test_faults_are_told(statements):
    file = statements(
        statement("The old farmer sold his red tractor.", "farmer", "sold", "house"),
        statement("The red tractor broke.", "red", "tractor", "house"),
        statement("The old farmer sold his red tractor.", "old farmer", "sold", "red tractor", polarity=False),
        {"text": "He runs quickly", "fragment": True},
    )
    result = CliRunner().invoke(app, ["statements", str(file), "--misses", "--json"])
    figures = json.loads(result.stdout)
    assert figures["misses"] == [
        "no fact: The old farmer sold his red tractor.",
        "no subject, verb swallowed, no fact: The red tractor broke.",
        "no fact, affirmed: The old farmer sold his red tractor.",
        "fragment with verb: He runs quickly",
    ]
    assert figures["denials_affirmed"] == 1.0


def test_a_verb_must_be_as_written(statements):
    with pytest.raises(InputError, match="as written"):
        statements_benchmark(statements(statement("Dogs bark.", "dogs", "bark", "")), LiteAnnotator(parse=True))
