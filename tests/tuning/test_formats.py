"""Every format of records reads back what it wrote, whatever the texts hold."""

import random

import pytest

from lgm_core.tuning.formats import FORMATS, Format

COLUMNS = ("relation", "subject", "object")
PARTS = [*'ab|\\"<>& \n\r\t.,(){}[]n0ü;\u2028', "---", "</record>", "\v\f", "\\u007c"]


@pytest.mark.parametrize("format", FORMATS, ids=lambda each: each.name)
def test_a_format_reads_back_its_own_output(format: Format) -> None:
    drawn = random.Random(36)
    for count in range(500):
        columns = COLUMNS[: 1 + count % 3]
        records = [
            tuple("".join(drawn.choices(PARTS, k=drawn.randint(0, 5))) for _ in columns)
            for _ in range(drawn.randint(0, 4))
        ]
        assert sorted(format.read(columns, format.write(columns, records))) == sorted(records)


@pytest.mark.parametrize("format", FORMATS, ids=lambda each: each.name)
def test_a_format_refuses_other_formats(format: Format) -> None:
    records = [("isA", "bee", "insect"), ("isA", "owl", "bird")]
    for other in FORMATS:
        if other is not format:
            with pytest.raises(ValueError):
                format.read(COLUMNS, other.write(COLUMNS, records))
