"""Support: which statements the sentences shown bear out, how far, and by which of them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.model import Statement, Support
from lgm_core.retrieval.answering.answer_record import check_request
from lgm_core.retrieval.answering.citing.support import JudgedStatement, SupportJudge
from lgm_core.retrieval.numbered_sentences import NumberedSentence
from tests.support.shown_sentences import shown

FILMS = shown(
    ("Silent Harbour", "Silent Harbour is a 1962 film directed by Marta Okafor."),
    ("Long Winter", "Long Winter is a 1971 drama by Jean-Pierre Moreau."),
    ("Marta Okafor", "Marta Okafor was born in Gdańsk on 3 May 1931."),
    ("Marta Okafor", "She made 12 films."),
    ("Gdańsk", "Gdańsk has 1,234,567 inhabitants and a shipyard."),
)
FIRMS = shown(
    ("Acme", "Acme makes pumps."),
    ("Acme", "Acme has an office in Cork."),
    ("Beta", "Acme acquired Beta in 2010."),
    ("Beta", "Beta was founded by Jane Doe."),
    ("Handbook", "Latency fell to 35 ms after the upgrade."),
    ("Handbook", "An employee has 28 days of annual leave."),
    ("Handbook", "The deposit is 1,200 euros."),
    ("Mixtures", "The mixture does not contain lead."),
    ("Mixtures", "The coating contains zinc."),
    ("Bees", "Lorenzo Langstroth was born in 1810."),
    ("Bees", "Karl von Frisch studied the dance of bees."),
)


def judged(
    question: str, statement: str, sentences: list[NumberedSentence] = FIRMS, language: str = "en"
) -> JudgedStatement:
    return SupportJudge(question, sentences, language).judge(statement)


def cited(question: str, fact: str, sentences: list[NumberedSentence] = FILMS, language: str = "en") -> list[int]:
    return [each.number for each in SupportJudge(question, sentences, language).judge_fact(fact).sentences]


@pytest.mark.parametrize(
    ("question", "statement", "number"),
    [
        ("What does Acme make?", "Acme makes pumps.", 1),
        ("Who acquired Beta?", "Acme acquired Beta.", 3),
        ("Who acquired Beta?", "Beta was acquired by Acme in 2010.", 3),
        ("Who started Beta?", "Jane Doe established Beta.", 4),
        ("How many days of annual leave does an employee have?", "An employee has 28 days of annual leave.", 6),
        ("How many days of annual leave does an employee have?", "You get 28 days of annual leave per year.", 6),
        ("How many days of annual leave does an employee have?", "28 days.", 6),
        ("How high is the deposit?", "The deposit is €1200.", 7),
        ("Does the mixture contain lead?", "No, the mixture doesn't contain lead.", 8),
        ("Does the mixture contain lead?", "No.", 8),
        ("When was Lorenzo Langstroth born?", "Langstroth was born in 1810.", 10),
    ],
)
def test_a_statement_in_other_words_is_supported_by_the_sentence_that_says_so(
    question: str, statement: str, number: int
) -> None:
    result = judged(question, statement)
    assert (result.support, result.sentences[0].number, result.not_borne_out) == (Support.SUPPORTED, number, ())


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Who founded Acme?", "Acme was founded by Jane Doe."),
        ("Who founded Acme?", "John Smith founded Acme in Cork."),
        ("What are pumps rich in?", "Pumps are rich in plutonium."),
        ("How many days of annual leave does an employee have?", "An employee has 35 days of annual leave."),
        ("How many days of annual leave does an employee have?", "35 days."),
        ("How high is the deposit?", "The deposit is 1300 euros."),
        ("Who acquired Beta?", "Beta was acquired by Acme in 2011."),
        ("When was Karl von Frisch born?", "Karl von Frisch was born in 1810."),
        ("What is the fine for speeding?", "The fine for speeding is 28 euros."),
    ],
)
def test_a_name_number_or_date_that_no_sentence_gives_to_its_subject_is_unsupported(
    question: str, statement: str
) -> None:
    result = judged(question, statement)
    assert (result.support, result.sentences) == (Support.UNSUPPORTED, ())
    assert result.not_borne_out


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Who acquired Beta?", "Acme did not acquire Beta."),
        ("Who acquired Beta?", "Acme never acquired Beta."),
        ("What contains zinc?", "The coating contains no zinc."),
        ("What does the mixture contain?", "The mixture contains lead."),
    ],
)
def test_a_statement_is_not_borne_out_by_what_denies_it(question: str, statement: str) -> None:
    assert judged(question, statement).support is not Support.SUPPORTED


@pytest.mark.parametrize("rule", ["Neither pets nor plants are allowed.", "Pets are not allowed, nor are plants."])
def test_nor_carries_on_a_denial_and_does_not_take_it_back(rule: str) -> None:
    judge = SupportJudge("What is allowed?", shown(("Rules", rule)), "en")
    assert judge.judge("Pets are allowed.").support is Support.UNSUPPORTED
    assert judge.judge("Plants are allowed.").support is Support.UNSUPPORTED
    assert judge.judge("Pets are not allowed.").support is Support.SUPPORTED


def test_who_did_what_to_whom_counts() -> None:
    assert judged("Who acquired whom?", "Beta acquired Acme.").support is Support.UNSUPPORTED
    assert judged("Who acquired whom?", "Acme was acquired by Beta.").support is Support.UNSUPPORTED
    assert judged("Who acquired whom?", "Beta was acquired by Acme.").support is Support.SUPPORTED


def test_a_word_that_is_not_said_leaves_a_statement_supported_in_part() -> None:
    result = judged("Who acquired Beta?", "Acme acquired Beta amicably.")
    assert (result.support, result.not_borne_out) == (Support.PARTLY, ("amicably",))
    assert [sentence.number for sentence in result.sentences] == [3]


@pytest.mark.parametrize(
    ("path", "support"),
    [
        (("Otterton station", "is a railway station"), Support.SUPPORTED),
        (("Otterton station", "also called Otterton halt"), Support.SUPPORTED),
        (("Otterton station", "has part platform"), Support.UNSUPPORTED),
        (("Otterton station", "includes bus stop"), Support.UNSUPPORTED),
        (("Otterton station", "Scotland", "Rail"), Support.UNSUPPORTED),
    ],
)
def test_only_what_is_said_of_a_kind_is_said_of_what_is_of_the_kind(path: tuple[str, ...], support: Support) -> None:
    (sentence,) = shown(("Rail", "Railway stations have clocks by Marlow."))
    result = judged("Who made the clocks of Otterton station?", "Marlow.", [replace(sentence, path=path)])
    assert result.support is support


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Who sang the anthem?", "The anthem was sung by Ana Ruiz."),
        ("Did the lawyer write the contract?", "The contract was written by the lawyer."),
        ("What was translated?", "The novel was translated in 1999."),
    ],
)
def test_forms_of_one_verb_are_one_word(question: str, statement: str) -> None:
    sentences = shown(
        ("Match", "Ana Ruiz sings the anthem."),
        ("Office", "The lawyer wrote the contract."),
        ("Books", "They translate the novel in 1999."),
    )
    assert judged(question, statement, sentences).support is Support.SUPPORTED


def test_a_surname_is_the_person_of_the_question() -> None:
    sentences = shown(("Team", "Kuechler led the team in tackles (118)."), ("Team", "Luke Kuechler came in 2012."))
    assert judged("How many tackles did Luke Kuechler make?", "118.", sentences).support is Support.SUPPORTED


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Who directed the film of 1999-2000?", "The film of 1999-1966 was directed by Ana Ruiz."),
        ("What edict abolished the law in France?", "The Edict of Leeds abolished the law in Ghent University."),
        ("Who was the last director of the film?", "Ana Ruiz was the first director of the film."),
    ],
)
def test_a_statement_departs_from_its_question_by_a_date_a_name_or_an_opposite(question: str, statement: str) -> None:
    sentences = shown(
        ("Film", "The film of 1999-2000 was directed by Ana Ruiz, born in 1966."),
        ("Film", "Ana Ruiz was its last director; the first was unknown."),
        ("Law", "The Edict of Leeds abolished the law in France."),
        ("Law", "Its author taught at Ghent University."),
    )
    assert judged(question, statement, sentences).support is not Support.SUPPORTED


@pytest.mark.parametrize("statement", ["Marta Okafor was born in Dublin.", "She made 12 films with Ilse Krohn."])
def test_a_statement_that_adds_a_name_which_nothing_bears_out_is_unsupported(statement: str) -> None:
    assert judged("Who directed Silent Harbour?", statement, FILMS).support is Support.UNSUPPORTED


def test_of_sentences_that_are_as_good_those_that_the_model_names_are_cited() -> None:
    twice = shown(("Pumps", "Acme makes pumps."), ("Products", "Acme makes pumps."))
    judge = SupportJudge("What does Acme make?", twice, "en")
    assert judge.judge("Acme makes pumps.", [twice[1]]).sentences[0] is twice[1]
    assert judge.judge("Acme makes pumps.").sentences[0] is twice[0]


def test_sentences_that_the_model_cites_bear_a_list_out_together() -> None:
    hives = shown(("Hives", "Wooden hives are made of pine."), ("Prices", "Wooden hives are cheap."))
    judge = SupportJudge("What are wooden hives like?", hives, "en")
    assert judge.judge("Made of pine, cheap.", hives).sentences == (hives[0], hives[1])


@pytest.mark.parametrize(("size", "support"), [(2_000, Support.SUPPORTED), (100, Support.UNSUPPORTED)])
def test_a_model_supports_nothing_by_a_sentence_that_its_check_has_no_room_for(size: int, support: Support) -> None:
    request = check_request([Statement("He was born in 1810.")], "When was he born?", FIRMS, size)
    assert (FIRMS[9].sentence.text in request.messages[-1].content) is (support is Support.SUPPORTED)
    assert request.read("1: supported [10]")["He was born in 1810."].support is support


def test_a_wrong_number_is_replaced_by_the_sentence_that_says_so() -> None:
    judge = SupportJudge("What does Acme make?", FIRMS, "en")
    assert judge.judge("Acme makes pumps.", [FIRMS[4]]).sentences[0] is FIRMS[0]


@pytest.mark.parametrize(
    ("statement", "support"),
    [
        ("Long Winter came out later.", Support.SUPPORTED),
        ("Long Winter came out later than Silent Harbour.", Support.SUPPORTED),
        ("Silent Harbour came out earlier.", Support.SUPPORTED),
        ("Silent Harbour came out later.", Support.UNSUPPORTED),
        ("Long Winter came out first.", Support.UNSUPPORTED),
    ],
)
def test_what_is_compared_is_judged_by_the_dates(statement: str, support: Support) -> None:
    assert judged("Which film came out later, Long Winter or Silent Harbour?", statement, FILMS).support is support


@pytest.mark.parametrize(
    ("question", "fact", "numbers"),
    [
        ("Who directed Silent Harbour?", "Marta Okafor", [1]),
        ("Who directed Silent Harbour?", "marta okafor", [1]),
        ("Who directed Silent Harbour?", "Okafor, Marta", [1]),
        ("When was Long Winter made?", "1971", [2]),
        ("Who made Long Winter?", "Jean Pierre Moreau", [2]),
        ("How many films did Marta Okafor make?", "12", [4]),
        ("How many people live in Gdańsk?", "1234567", [5]),
        ("How many people live in Gdańsk?", "1 234 567", [5]),
        ("Where was Marta Okafor born?", "Gdansk", [3]),
        ("Where was the director of Silent Harbour born?", "Gdańsk", [3, 1]),
        ("When did the orchestra of Lund Cathedral give its first concert?", "1962", []),
        ("1962 年に何が公開されましたか", "1962", [1]),
    ],
)
def test_a_fact_is_borne_out_by_sentences_about_the_question(question: str, fact: str, numbers: list[int]) -> None:
    assert cited(question, fact)[: max(1, len(numbers))] == numbers


def test_both_subjects_of_a_closed_question_are_cited() -> None:
    assert sorted(cited("Are Silent Harbour and Long Winter both films?", "Yes")) == [1, 2]
    assert sorted(cited("Sind Silent Harbour und Long Winter Filme?", "Ja", language="de")) == [1, 2]


@pytest.mark.parametrize("answer", ["Stockholm", "1972", "13", "Marta Lindqvist", "1234568", "", "?", "the"])
def test_what_no_sentence_states_has_no_support(answer: str) -> None:
    assert cited("Where and when was she born?", answer) == []


def test_a_closed_answer_about_nothing_that_is_shown_has_no_support() -> None:
    assert cited("Do tigers and lions eat grass?", "no") == []


def test_part_of_a_word_is_not_the_word() -> None:
    assert cited("What is concatenated?", "cat", shown(("Strings", "Concatenation joins strings."))) == []


def test_scripts_without_spaces_are_compared_by_their_characters() -> None:
    sentences = shown(("東京", "東京は日本の首都である。"), ("大阪", "大阪は商業の都市である。"))
    assert cited("日本の首都はどこですか", "東京", sentences, "ja")[:1] == [1]
    assert cited("日本の首都はどこですか", "京都市", sentences, "ja") == []


def test_nothing_shown_supports_nothing() -> None:
    assert cited("Who?", "Marta", []) == []


@given(st.text(), st.text(), st.sampled_from(["en", "de", "ja", ""]))
def test_whatever_the_answer_each_ground_is_a_sentence_shown_and_cited_once(
    question: str, answer: str, language: str
) -> None:
    judge = SupportJudge(question, FILMS, language)
    for result in (judge.judge(answer), judge.judge_fact(answer)):
        numbers = [sentence.number for sentence in result.sentences]
        assert len(numbers) == len(set(numbers)) <= 4
        assert bool(numbers) == (result.support is not Support.UNSUPPORTED)
