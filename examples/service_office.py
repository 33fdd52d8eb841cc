"""Answer questions to the service offices of two cities exactly or not at all, without a language model.

What services have in common is a schema (`service_offices/schema.toml`): a fee is an amount of money whatever pages
call it, *required materials* stand under a heading of that name, an ID card is an identity card, and rules say what
follows. Each city sees its own pages only. A question that no fact, heading or rule answers gets no answer, rather
than one that is merely near. `docs/guides/schema.md` tells more.

    python examples/service_office.py norhavn "What is the fee of the passport?" "What is the discount of the passport?"
    python examples/service_office.py suderby "What are the required materials of the residence permit?"
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent

from lgm_core import Answer, Document, LanguageGraph, LogicalFormOptions

PAGES = Path(__file__).parent / "service_offices"
CITIES = ("norhavn", "suderby")
EXACT = LogicalFormOptions(planner="rules", text="never")
"""Plans by rules, and answers from facts, headings and the schema's rules alone."""


def documents() -> list[Document]:
    """Return the pages of both cities; their ids are paths such as `norhavn/passport.md`."""
    return [
        Document.from_text(
            path.read_text(encoding="utf-8"),
            id=f"{city}/{path.name}",
            media_type="text/markdown",
            metadata={"city": city},
        )
        for city in CITIES
        for path in sorted((PAGES / city).glob("*.md"))
    ]


def build(graph: LanguageGraph) -> None:
    """Learn the pages of both cities with the facts that they state, and load the schema."""
    graph.build(documents(), facts="open", workers=1)
    graph.load_schema(PAGES / "schema.toml")


def exact_answer(graph: LanguageGraph, question: str, city: str) -> Answer | None:
    """Return what the pages of a city answer, with the sentences that it rests on; None if they do not."""
    answer = graph.ask(question, EXACT, where={"city": city})
    return None if answer.is_evidence_only else answer


def main() -> None:
    """Read the command line, ask, print."""
    options = argparse.ArgumentParser(description="Ask a city's service office.")
    options.add_argument("city", choices=CITIES)
    options.add_argument("questions", nargs="+")
    given = options.parse_args()
    with TemporaryDirectory() as folder, LanguageGraph(Path(folder) / "offices.lgm") as graph:
        build(graph)
        for question in given.questions:
            answer = exact_answer(graph, question, given.city)
            print(question, indent("no answer" if answer is None else answer.text, "    "), sep="\n")
            for cited in answer.citations if answer is not None else ():
                print(f"    [{cited.number}] {cited.document_id}: {cited.text}")


if __name__ == "__main__":
    main()
