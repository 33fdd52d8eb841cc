"""Ctrl-C: the first one sets the event that a command passes on, the second one interrupts at once."""

import os
import signal

import pytest
import typer

from lgm_core.cli.console import interruptible
from lgm_core.errors import Cancelled


def press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_the_first_sets_the_event_and_lets_the_work_go_on(capfd: pytest.CaptureFixture[str]) -> None:
    with interruptible() as cancel:
        assert not cancel.is_set()
        press_ctrl_c()
        assert cancel.is_set()
    assert "Ctrl-C again stops at once" in capfd.readouterr().err


def test_the_second_ends_the_command_at_once() -> None:
    reached: list[str] = []

    def command() -> None:
        with interruptible():
            press_ctrl_c()
            reached.append("work under way")
            press_ctrl_c()
            reached.append("the end")

    with pytest.raises(typer.Exit) as ended:
        command()
    assert ended.value.exit_code == 130
    assert reached == ["work under way"]


def test_a_cancelled_call_ends_the_command_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as ended, interruptible("Stopped here."):
        raise Cancelled("as asked")
    assert ended.value.exit_code == 130
    assert capsys.readouterr().err == "Stopped here.\n"


def test_afterwards_ctrl_c_means_what_it_meant_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interruptible():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_a_request_to_terminate_stops_as_ctrl_c_does(capfd: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGTERM)

    def command() -> None:
        with interruptible("Stopped here.") as cancel:
            os.kill(os.getpid(), signal.SIGTERM)
            assert cancel.is_set()
            raise Cancelled("as asked")

    with pytest.raises(typer.Exit) as ended:
        command()
    assert ended.value.exit_code == 143
    assert capfd.readouterr().err.endswith("Stopped here.\n")
    assert signal.getsignal(signal.SIGTERM) is before
