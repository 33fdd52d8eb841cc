"""Support: which statements the sentences shown bear out, how far, and by which of them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.model import DocumentRecord, Section, Sentence, Statement, Support
from lgm_core.retrieval.answering.answer_record import check_request
from lgm_core.retrieval.answering.citing.support import JudgedStatement, SupportJudge
from lgm_core.retrieval.numbered_sentences import NumberedSentence


def shown(*lines: tuple[str, str]) -> list[NumberedSentence]:
    """Return sentences from pairs of a title and a text; equal titles are one document."""
    return [
        NumberedSentence(
            number,
            Sentence(f"{title}#{number}", title, f"{title}#s0", number, 0, 9, text, text, text),
            Section(f"{title}#s0", title, 0, 0, title, (title,), 0, 900),
            DocumentRecord(title, title, "", "en", {}, "hash", "test", 9),
        )
        for number, (title, text) in enumerate(lines, 1)
    ]


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


GAMES = shown(
    ("War", "The treaty of peace was signed in 1763."),
    ("War", "The fighting ended with the capture of Montreal in 1760."),
    ("Team", "Jared Poole led the league with 24 goals."),
    ("Team", "Ana Ruiz sang the national anthem before the match."),
    ("Team", "The stadium has three stands, and the match drew 41,000 people."),
    ("Forest", "The area of forest lost rose from 415,000 to 587,000 square kilometres."),
    ("Forest", "Officers of the National Council met at 4:51."),
    ("Law", "The Care and Treatment Act 2003 sets the limits of sanity."),
    ("Law", "The Nationality Act 1975 was repealed."),
    ("Diving", "Decompression sickness occurs in divers who ascend too quickly after a dive."),
    ("Hugh Vale", "Hugh Vale (3 May 1771 – 1 August 1813, Leeds) was a politician."),
)


@pytest.mark.parametrize(
    ("question", "true", "false"),
    [
        ("When was Montreal captured?", "Montreal was captured in 1760.", "Montreal was captured in 1763."),
        ("Who sang the national anthem?", "Ana Ruiz sang it.", "The National Council sang the national anthem."),
        ("How many stands does the stadium have?", "Three.", "24."),
        ("How much time was left in the match?", "", "51 seconds."),
        ("How many people came to the match?", "41,000 people.", "415,000 people."),
        ("How many square kilometres of forest were lost?", "415,000.", "415,000 square miles."),
        (
            "Which act sets the limits of sanity?",
            "The Care and Treatment Act 2003.",
            "The Care and Treatment Act 1975.",
        ),
        (
            "What occurs after a dive?",
            "Decompression sickness occurs after a dive.",
            "Decompression sickness occurs before a dive.",
        ),
        ("Where did Hugh Vale die?", "Hugh Vale died in Leeds.", "Hugh Vale died in Montreal."),
        (
            "Who sang the national anthem before the match?",
            "Ana Ruiz sang the national anthem before the match.",
            "Ana Ruiz sang the national anthem after the match.",
        ),
    ],
)
def test_what_is_asked_stands_in_the_sentence_that_says_most_of_it(question: str, true: str, false: str) -> None:
    """Not in another that has a name, a number or a date, and a word or two of the question."""
    assert not true or judged(question, true, GAMES).support is Support.SUPPORTED
    result = judged(question, false, GAMES)
    assert result.support is not Support.SUPPORTED
    assert result.not_borne_out


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


LEASE = shown(
    ("Lease", "The tenant shall pay a deposit of three monthly rents to the landlord before moving in."),
    ("Lease", "The landlord shall return the deposit within 60 days after the end of the lease."),
    ("Lease", "Repairs up to 150 euros are borne by the tenant."),
    ("Pump", "The maximum inlet pressure is 6 bar; the outlet pressure must not exceed 16 bar."),
    ("Pump", "Replace the seal ring every 4,000 operating hours."),
    ("Council", "Mayor Elena Petrova opposed the plan, while her deputy Karl Brandt supported it."),
    ("Warfarin", "Vitamin K reverses the effect of warfarin."),
    ("Warfarin", "Ibuprofen increases the risk of bleeding in patients who take warfarin."),
)


@pytest.mark.parametrize(
    ("question", "true", "false"),
    [
        (
            "Who pays small repairs?",
            "Repairs up to 150 euros are paid by the tenant.",
            "Repairs up to 150 euros are borne by the landlord.",
        ),
        (
            "What is the maximum inlet pressure?",
            "The inlet pressure can be 6 bar at most.",
            "The maximum inlet pressure is 16 bar.",
        ),
        ("Who opposed the plan?", "Mayor Elena Petrova was against the plan.", "Karl Brandt opposed the plan."),
        (
            "What reverses warfarin?",
            "The effect of warfarin is reversed by vitamin K.",
            "Ibuprofen reverses the effect of warfarin.",
        ),
        (
            "How often is the seal ring replaced?",
            "The seal ring is replaced every 4000 hours.",
            "The seal ring is replaced every 60 hours.",
        ),
        (
            "What about the deposit?",
            "The deposit is three monthly rents and is returned within 60 days.",
            "The deposit is three monthly rents and is returned within 16 days.",
        ),
    ],
)
def test_what_a_statement_adds_stands_in_one_clause_of_one_sentence(question: str, true: str, false: str) -> None:
    assert judged(question, true, LEASE).support is Support.SUPPORTED
    assert judged(question, false, LEASE).support is not Support.SUPPORTED


NORLAND = shown(
    ("Old Larkfield", "Old Larkfield is a village in Norland."),
    ("League", "The members are Norland (1910), Estmark (1922) and Sundia (1935)."),
    ("North", "Norland is a country in the north."),
    ("Hedda", "Norland was ruled by Queen Hedda from 1890."),
    ("Estmark", "Estmark, which borders Norland, held a race in 1920."),
    ("Sundia", "The village of Sundia lies south of Norland, a country that left the Union."),
    ("Union", "Which country of the Union would be ruled by Karl Brandt, Norland or Estmark?"),
)


@pytest.mark.parametrize(
    ("question", "statement", "support"),
    [
        (
            "When did the country of Old Larkfield become a member of the League?",
            "The answer is 1910.",
            Support.SUPPORTED,
        ),
        ("Who ruled the country of Old Larkfield?", "Queen Hedda ruled it.", Support.SUPPORTED),
        ("In the year of the 1920 race in Estmark, when did the Union end?", "The answer is 1920.", Support.PARTLY),
    ],
)
def test_sentences_may_be_joined_by_a_name_that_many_have(question: str, statement: str, support: Support) -> None:
    assert judged(question, statement, NORLAND).support is support


SIBLINGS = shown(
    ("Purifier", "The carbon filter removes odours."),
    ("Purifier", "The HEPA filter removes dust."),
    ("Purifier", "The blue light means clean air."),
    ("Purifier", "The red light means a full filter."),
    ("Lease", "The lease begins on 1 April 2024 and ends on 31 March 2026."),
    ("Lease", "Marta Olsen is the landlord and Daniel Kerr is the tenant."),
    ("Lease", "Smoking is forbidden in the flat but permitted on the balcony."),
    ("Bread", "Use 400 grams of rye flour and 200 grams of wheat flour."),
    ("Gates", "The north gate opens at 7 and the south gate at 9."),
    ("Clinic", "The surgeon removes the clip."),
    ("Clinic", "The nurse counts the swabs."),
    ("Report", "In 2020 revenue was 4 million euros and profit was 1 million euros."),
    ("Report", "The price rose from 30 to 40 euros."),
    ("Duties", "The tenant pays the landlord."),
    ("Kitchen", "Honey may replace syrup."),
)


@pytest.mark.parametrize(
    ("question", "true", "false"),
    [
        ("What does the HEPA filter remove?", "The HEPA filter removes dust.", "The HEPA filter removes odours."),
        ("What does the red light mean?", "The red light means a full filter.", "The red light means clean air."),
        ("When does the lease end?", "The lease ends on 31 March 2026.", "The lease ends on 1 April 2024."),
        ("Who is the landlord?", "Marta Olsen is the landlord.", "Daniel Kerr is the landlord."),
        (
            "Where is smoking permitted?",
            "Smoking is permitted on the balcony but forbidden in the flat.",
            "Smoking is permitted in the flat but forbidden on the balcony.",
        ),
        ("How much wheat flour?", "Use 200 grams of wheat flour.", "Use 400 grams of wheat flour."),
        ("When does the south gate open?", "The south gate opens at 9.", "The south gate opens at 7."),
        ("What does the nurse do?", "The nurse counts the swabs.", "The nurse removes the clip."),
        ("How did the price change?", "The price rose from 30 to 40 euros.", "The price rose from 40 to 30 euros."),
        ("Who pays?", "The landlord is paid by the tenant.", "The landlord pays the tenant."),
        ("What may be replaced?", "Syrup may be replaced by honey.", "Syrup may replace honey."),
        ("What was the profit?", "The profit was 1 million euros.", "The profit was 4 million euros in 2020."),
        (
            "What do the filters do?",
            "The carbon filter removes odours, while the HEPA filter removes dust.",
            "The carbon filter removes dust, while the HEPA filter removes odours.",
        ),
    ],
)
def test_what_is_said_of_one_thing_is_not_said_of_another(question: str, true: str, false: str) -> None:
    assert judged(question, true, SIBLINGS).support is Support.SUPPORTED
    assert judged(question, false, SIBLINGS).support is Support.UNSUPPORTED


@pytest.mark.parametrize(
    ("sentence", "true", "false"),
    [
        (
            "Do not open the lid while the motor runs.",
            "Do not open the lid while the motor runs.",
            "You may open the lid while the motor runs.",
        ),
        (
            "The landlord refused to repair the roof.",
            "The landlord refused to repair the roof.",
            "The landlord repaired the roof.",
        ),
        ("The tenant is exempt from paying the fee.", "The tenant is exempt from the fee.", "The tenant pays the fee."),
        ("The bank failed in 1930.", "The bank failed in 1930.", "The bank did not fail in 1930."),
        (
            "The warranty of two years does not cover the filters.",
            "The warranty is two years.",
            "The warranty of two years covers the filters.",
        ),
    ],
)
def test_a_clause_denies_by_itself_whatever_else_its_sentence_says(sentence: str, true: str, false: str) -> None:
    sentences = shown(("Notice", sentence))
    assert judged("What is said?", true, sentences).support is Support.SUPPORTED
    assert judged("What is said?", false, sentences).support is not Support.SUPPORTED


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
