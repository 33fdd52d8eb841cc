"""Every format of records reads back what it wrote, whatever the texts hold."""

import random

import pytest

from benchmarks.tuning_checks import read_records
from lgm_core.tuning.tuning_rows import FORMATS, write_records

COLUMNS = ("relation", "subject", "object")
PARTS = [*'ab|\\"<>& \n\r\t.,(){}[]n0ü;\u2028', "---", "</record>", "\v\f", "\\u007c"]


@pytest.mark.parametrize("format", FORMATS)
def test_a_format_reads_back_its_own_output(format: str) -> None:
    drawn = random.Random(36)
    for count in range(500):
        columns = COLUMNS[: 1 + count % 3]
        records = [
            tuple("".join(drawn.choices(PARTS, k=drawn.randint(0, 5))) for _ in columns)
            for _ in range(drawn.randint(0, 4))
        ]
        assert sorted(read_records(format, columns, write_records(format, columns, records))) == sorted(records)


@pytest.mark.parametrize("format", FORMATS)
def test_a_format_refuses_other_formats(format: str) -> None:
    records = [("isA", "bee", "insect"), ("isA", "owl", "bird")]
    for other in FORMATS:
        if other != format:
            with pytest.raises(ValueError):
                read_records(format, COLUMNS, write_records(other, COLUMNS, records))
