"""What a failed call means, whichever package raised the error."""

import pytest

from lgm_core.errors import LanguageModelError, LanguageModelSetupError
from lgm_core.llm.negotiation import language_model_error, may_refuse_argument, setup_problem, status_of


class ProviderError(Exception):
    """An error as providers' packages raise it for an HTTP response."""

    def __init__(self, status_code=None, code=None):
        super().__init__(f"HTTP {status_code}")
        self.status_code = status_code
        self.code = code


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (ProviderError(401), "check the key"),
        (ProviderError(402), "nothing left to spend"),
        (ProviderError(404), "model's name"),
        (ProviderError(429, code="insufficient_quota"), "nothing left to spend"),
    ],
)
def test_an_error_after_which_no_request_can_succeed_ends_the_run_and_says_what_to_check(error, problem):
    assert problem in setup_problem(error)
    raised = language_model_error(error, "parrot")
    assert type(raised) is LanguageModelSetupError
    assert str(raised) == f"parrot: ProviderError: {error}; {setup_problem(error)}"


@pytest.mark.parametrize("status", [None, 400, 403, 408, 409, 422, 429, 500, 502, 503, 529])
def test_an_error_after_which_another_request_may_succeed_costs_one_request(status):
    error = ProviderError(status)
    raised = language_model_error(error, "parrot")
    assert type(raised) is LanguageModelError
    assert str(raised) == f"parrot: ProviderError: HTTP {status}"


def test_an_error_without_an_http_status_is_reported_by_its_class():
    error = ConnectionResetError("reset by peer")
    assert status_of(error) is None
    assert str(language_model_error(error, "parrot")) == "parrot: ConnectionResetError: reset by peer"


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (ProviderError(400), True),
        (ProviderError(422), True),
        (NotImplementedError("no structured output"), True),
        (ProviderError(401), False),
        (ProviderError(429), False),
        (ValueError("bad"), False),
    ],
)
def test_some_refusals_may_be_about_an_optional_argument(error, expected):
    assert may_refuse_argument(error) is expected
