"""A long census in a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.terminal import Terminal


@pytest.mark.parametrize("sign", ["entropy", pytest.param("1%", marks=pytest.mark.night)])
def test_ctrl_c_stops_a_census_with_a_sentence(tmp_path: Path, sign: str) -> None:
    # It takes half a minute, and no test waits for it.
    words = ("strategy", "census", "entropy", "-e", "classic-1 pegs=5 colours=7", "--workers", "2")
    terminal = Terminal(*words, data=tmp_path)
    terminal.wait_for(sign)
    terminal.press(b"\x03")
    shown = terminal.rest()
    assert terminal.exit_code() == 130
    assert "Stopped. There is no result" in shown
    assert "Traceback" not in shown
