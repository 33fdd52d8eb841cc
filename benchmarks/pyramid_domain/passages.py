"""Texts of which no fact is made: reasons, manners and procedures, with a question for each; and distractors."""

from __future__ import annotations

__all__ = ["DENIALS", "DISTRACTORS", "TEXTS", "TextTemplate"]

TextTemplate = tuple[str, str, str, str, tuple[str, ...]]
"""A class, a question, a sentence, an answer, and what `{x}` may stand for."""

TEXTS: tuple[TextTemplate, ...] = (
    (
        "Ferry",
        "Why does {s} leave late on Mondays?",
        "On Mondays {s} leaves late because {x}.",
        "{x}",
        ("the mail van has to cross the causeway first", "the crew change takes half an hour", "the scales are read"),
    ),
    (
        "Ferry",
        "How are horses brought on board {s}?",
        "Horses are led on board {s} {x}.",
        "{x}",
        ("backwards and with covered eyes", "over a ramp strewn with sand", "one at a time after the last car"),
    ),
    (
        "CargoShip",
        "What has to happen before the hatches of {s} are opened?",
        "Before the hatches of {s} are opened, {x}.",
        "{x}",
        ("the air below has to be tested twice", "two sailors must sound the bell", "the deck has to be swept dry"),
    ),
    (
        "CargoShip",
        "Why does {s} carry sand in her bow?",
        "{s} carries sand in her bow so that {x}.",
        "{x}",
        ("the propeller stays under water", "she does not roll on the way back", "the cranes balance evenly"),
    ),
    (
        "Tug",
        "How does {s} signal that a tow is fast?",
        "When a tow is fast, {s} {x}.",
        "{x}",
        ("gives three short blasts", "hoists a yellow basket", "dips the lamp at the stern twice"),
    ),
    (
        "Tug",
        "What must be done when the line of {s} jams?",
        "If the line of {s} jams, {x}.",
        "{x}",
        ("the winch is first let go by hand", "the mate cuts it with the axe by the mast", "both engines are reversed"),
    ),
    (
        "ResearchVessel",
        "How do the scientists of {s} take water samples?",
        "The scientists of {s} take water samples {x}.",
        "{x}",
        ("with glass bottles on a hemp rope", "through a hatch in the keel", "at dawn with the engine stopped"),
    ),
    (
        "Trawler",
        "Why does {s} stay in port during a north wind?",
        "During a north wind {s} stays in port, since {x}.",
        "{x}",
        ("her nets would foul on the reef", "the swell breaks over her low stern", "the fish go too deep"),
    ),
    (
        "Harbour",
        "How should boats enter {s} at low tide?",
        "At low tide boats should enter {s} {x}.",
        "{x}",
        ("along the eastern mole at walking pace", "with the church tower dead ahead", "stern first and with a pilot"),
    ),
    (
        "Harbour",
        "Why was the old quay of {s} given up?",
        "The old quay of {s} was given up because {x}.",
        "{x}",
        ("worms had eaten its piles", "the fish hall needed the ground", "its stones had sunk into the mud"),
    ),
    (
        "Harbour",
        "How do visitors pay for a berth in {s}?",
        "Visitors pay for a berth in {s} {x}.",
        "{x}",
        ("by leaving coins in the green box", "at the bakery before noon", "with a card from the machine by the crane"),
    ),
    (
        "Lighthouse",
        "What is done at {s} when fog comes up?",
        "When fog comes up, the horn of {s} {x}.",
        "{x}",
        ("is sounded by hand every two minutes", "is turned towards the strait", "is run from the old battery"),
    ),
    (
        "Lighthouse",
        "Why is the door of {s} painted red?",
        "The door of {s} is painted red so that {x}.",
        "{x}",
        ("boats can take a bearing on it by day", "walkers find it in the snow", "no one mistakes it for the oil shed"),
    ),
    (
        "Company",
        "How does one complain to {s}?",
        "Whoever wants to complain to {s} has to {x}.",
        "{x}",
        (
            "write a letter within nine days",
            "speak to the purser before landing",
            "fill in the blue form in the office",
        ),
    ),
    (
        "Line",
        "Why is there no winter timetable on {s}?",
        "There is no winter timetable on {s}, because {x}.",
        "{x}",
        ("the ice decides from day to day", "the crews are then on leave", "few passengers travel after October"),
    ),
    (
        "Shipyard",
        "How does {s} season its oak?",
        "At {s} oak is seasoned {x}.",
        "{x}",
        ("for six years under turf", "in salt water and then in smoke", "upright in an open shed facing west"),
    ),
)

DISTRACTORS = (
    "The quay smells of tar in the morning.",
    "A café near the pier sells rye buns.",
    "The weather was fair, with light winds from the west.",
    "A photograph of {s} hangs in the reading room.",
    "Postcards of {s} are sold out.",
    "Children waved at the passengers.",
    "Few people remember how it was before the war.",
    "The minutes of the last meeting were read and approved.",
    "A model of {s} stands in the school.",
    "Nobody was hurt.",
    "Visitors often ask about {s}.",
    "The next notice follows in a month.",
)
"""Sentences that state nothing of the domain; `{s}` stands for any thing."""

DENIALS = {
    "portOfCall": ("{s} does not call at {o}.", "{s} never calls at {o}."),
    "operator": ("{s} was never operated by {o}.", "{o} does not operate {s}."),
    "homePort": ("{s} is not based in {o}.",),
    "builder": ("{s} was not built by {o}.",),
}
"""Wordings of what is not so."""
