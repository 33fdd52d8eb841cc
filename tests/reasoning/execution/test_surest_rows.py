"""What is surest decides an order or an equality, not every guess."""

from lgm_core.model import Value, ValueKind
from lgm_core.reasoning.execution.binding_tables import Binding, Row, surest_rows


def _row(year: int, weight: float) -> Row:
    return Row({"o1": Binding(Value(str(year), ValueKind.NUMBER, year, year), str(year))}, weight=weight)


def test_guesses_are_left_out_and_equals_stay() -> None:
    rows = [_row(1899, 0.8), _row(1964, 0.3), _row(1901, 0.75)]
    assert surest_rows(rows) == [rows[0], rows[2]]
    assert surest_rows([]) == []
