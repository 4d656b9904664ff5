"""A window that is closed ends the program, also one that ignores SIGHUP, as under `nohup`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":  # pragma: no cover
    pytest.skip("a pseudo-terminal needs POSIX", allow_module_level=True)

from signal import SIGHUP

from tests.support.terminal import Terminal


class Deaf(Terminal):
    """A terminal that cannot tell its process that it is gone."""

    ignored = (SIGHUP,)


PLAY = ("play", "-e", "hasbro-2010", "--codemaker", "computer", "--codebreaker", "Ada")


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ((), "Statistics"),
        (("play",), "Guess 1 of 10"),
        (PLAY, "Ada, guess 1 of 9"),
    ],
)
def test_a_closed_window_ends_a_program_that_ignores_the_signal(
    tmp_path: Path, words: tuple[str, ...], shown: str
) -> None:
    terminal = Deaf(*words, data=tmp_path)
    terminal.wait_for(shown)
    terminal.hang_up()
    assert terminal.exit_code() in (1, 129)
