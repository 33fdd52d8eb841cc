"""Random short documents over few words, so that they name each other's titles often."""

from random import Random

from lgm_core.model import Document

WORDS = "Odo Krell Ulm boat harbour J. R. Jan Belov the of market was built constructed".split()


def random_document(random: Random, most_ids: int = 30) -> Document:
    """Make a document of a few sentences, whose title may be named in others; its id is one of so many."""
    title = " ".join(random.choices(WORDS, k=random.randint(1, 3))) + random.choice(["", " (boat)", ", Ulm"])
    sentences = [" ".join(random.choices(WORDS, k=random.randint(2, 7))) + "." for _ in range(random.randint(0, 4))]
    return Document(id=f"d{random.randint(0, most_ids)}", text=" ".join(sentences), title=title)


def random_question(random: Random) -> str:
    """Make a question of the same words, some of which are related to others (*built*, *constructed*)."""
    return "what " + " ".join(random.choices([*WORDS, "ocean"], k=random.randint(2, 6))) + "?"
