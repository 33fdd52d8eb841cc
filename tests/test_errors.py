"""Errors that are also of the class of what caused them."""

import pydantic
import pytest

from lgm_core.errors import LanguageModelError, also_caught_as


class _Refused(Exception):  # named as providers do
    def __init__(self, status_code: int) -> None:
        super().__init__("refused")
        self.status_code = status_code


class _Reply(pydantic.BaseModel):
    count: int


def test_an_error_is_caught_as_what_caused_it_and_has_its_attributes() -> None:
    with pytest.raises(_Refused, match="the request failed") as raised:
        raise also_caught_as(LanguageModelError("the request failed"), _Refused(429))
    assert (raised.value.status_code, isinstance(raised.value, LanguageModelError)) == (429, True)


def test_a_cause_that_cannot_be_joined_leaves_the_error_as_it_is() -> None:
    error = LanguageModelError("the request failed")
    with pytest.raises(pydantic.ValidationError) as cause:
        _Reply.model_validate({"count": "many"})
    assert also_caught_as(error, cause.value) is error
    assert also_caught_as(error, OSError("no network")) is error
