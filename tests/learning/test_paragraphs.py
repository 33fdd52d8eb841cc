"""Every sentence knows the paragraph that it stands in, numbered over the document."""

from lgm_core import Document
from lgm_core.language.backends import annotator_named
from lgm_core.learning.analysis import analyse

TEXT = """# Bees

Bees live in hives. They make honey.

- Hives are made of wood.
- Some are made of straw.

## Food

Bees feed on clover.

```
count(bees)
```

They also like heather. In winter they eat honey.
"""


def test_paragraphs_list_items_and_code_are_numbered_over_the_document() -> None:
    graph = analyse(Document.from_text(TEXT, id="bees.md", media_type="text/markdown"), annotator_named("lite"), "test")
    assert [(sentence.paragraph, sentence.text.split()[0]) for sentence in graph.sentences] == [
        (0, "Bees"),
        (0, "They"),
        (1, "Hives"),
        (2, "Some"),
        (3, "Bees"),
        (4, "count(bees)"),
        (5, "They"),
        (5, "In"),
    ]
