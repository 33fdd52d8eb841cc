"""Documents give orders, models obey: what is promised holds all the same, on every path that asks a model."""

from __future__ import annotations

import os
import tempfile
from itertools import product
from pathlib import Path

import pytest

from tests.support.all_prompts import all_prompts
from tests.support.injection.obeying import WAYS, ObedientModel
from tests.support.injection.orders import ORDERS, Order
from tests.support.injection.paths import PATHS, walked
from tests.support.injection.promises import broken_promises

IS_FULL = bool(os.environ.get("LGM_FULL"))


def tried(name: str, order: Order, way: str) -> tuple[list[str], bool]:
    """Go a path; return which promises were broken, and whether the model was shown an order."""
    model = ObedientModel(WAYS[way])
    with tempfile.TemporaryDirectory() as folder:
        walk = walked(name, order, model, Path(folder))
        broken = list(broken_promises(name, order, model, walk))
        walk.graph.close()
    return broken, bool(model.obeyed)


def chosen() -> list[tuple[str, str]]:
    """Return paths and ways: all of them, or each order with some, so that all have their turn."""
    return list(product(PATHS, WAYS))


@pytest.mark.parametrize("place", range(len(ORDERS)), ids=lambda place: ORDERS[place].name)
def test_what_is_promised_holds_though_the_model_obeys(place: int) -> None:
    pairs = chosen()
    # Numbers without a common factor: no order has the same paths as the next, and no path the same orders.
    some = pairs if IS_FULL else [pairs[(place * 61 + step * 37) % len(pairs)] for step in range(2)]
    told = {(name, way): tried(name, ORDERS[place], way) for name, way in some}
    assert {pair: broken for pair, (broken, _) in told.items() if broken} == {}
    if IS_FULL:
        assert any(obeyed for _, obeyed in told.values()) is not ORDERS[place].is_hidden


def test_the_paths_ask_by_every_prompt(tmp_path: Path) -> None:
    left = {prompt.system for prompt in all_prompts() if prompt.system}
    for number, (way, name) in enumerate(product(("states half of it", "says it", "plans"), PATHS)):
        model = ObedientModel(WAYS[way])
        folder = tmp_path / str(number)
        folder.mkdir()
        walked(name, ORDERS[0], model, folder).graph.close()
        left -= {messages[0].content for messages in model.requests}
        if not left:
            return
    assert left == set()


def test_there_are_forty_orders() -> None:
    assert len({order.name for order in ORDERS}) == len(ORDERS) == 40
