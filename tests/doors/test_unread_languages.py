"""Documents in another language than the backend's: told once a build."""

from pathlib import Path

import pytest
from langchain_core.documents import Document as LangChainDocument

from langchain_lgm import LanguageGraphBuilder
from lgm_core import Document, LanguageGraph

GERMAN = (
    "Der Apfel ist eine Frucht, die auf einem Baum wächst. Die Bäume werden im Frühjahr von Bienen bestäubt, und im "
    "Herbst sind die Früchte reif. Sie werden nicht nur gegessen, sondern auch zu Saft gepresst."
)
ENGLISH = (
    "Maria de la Cruz y de los Santos and Ludwig van der Weyde met at the Gare de La Roche in the town of Santa Maria "
    "del Mar. The book Die Leiden des jungen Werthers was read to them by an actor from Lyon."
)


def test_german_in_the_english_backend_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    documents = [LangChainDocument(GERMAN, metadata={"source": f"{number}.txt"}) for number in range(2)]
    builder = LanguageGraphBuilder(workers=1, annotator="lite:en")
    builder.build([*documents, LangChainDocument(ENGLISH, metadata={"source": "english.txt"})])
    assert builder.report.unread == {"German": 2}
    (told,) = (record.message for record in caplog.records if record.levelname == "WARNING")
    assert told.startswith("2 documents seem to be in German")
    assert "stanza:de" in told


@pytest.mark.parametrize("text", [ENGLISH, "Der Apfel ist eine Frucht.", f"{ENGLISH} {GERMAN}", f"```\n{GERMAN}\n```"])
def test_foreign_names_few_words_mixed_texts_and_code_are_not_told(text: str, tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "g.lgm", annotator="lite:en") as graph:
        document = Document.from_text(text, id="a", media_type="text/markdown")
        assert graph.build([document], workers=1).unread == {}
