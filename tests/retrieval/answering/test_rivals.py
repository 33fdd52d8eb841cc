"""Support: what another sentence or clause says of what is asked, or of something else, bears nothing out."""

import pytest

from lgm_core.model import Support
from lgm_core.retrieval.answering.citing.support import JudgedStatement, SupportJudge
from lgm_core.retrieval.numbered_sentences import NumberedSentence
from tests.support.shown_sentences import shown


def judged(question: str, statement: str, sentences: list[NumberedSentence]) -> JudgedStatement:
    return SupportJudge(question, sentences, "en").judge(statement)


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
