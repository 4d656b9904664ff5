"""Fixtures of the terminal tests. Each key waits until the application is idle, on slow machines too."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

SOON = 0.04
"""Timers due within this many seconds are waited for: Textual draws the screen with one, after up to 1/30."""
TIMERS = 3
"""Maximum number of such timers in a row, because a ticking clock never stops."""


async def settled(*seconds: float) -> None:
    """Wait until nothing is ready to run and no timer is due.

    Textual's own version measures CPU time, so on a busy machine it takes a waiting
    program for an idle one.
    """
    loop: Any = asyncio.get_running_loop()
    for _ in range(TIMERS):
        await asyncio.sleep(0)
        while loop._ready:
            await asyncio.sleep(0)
        now = loop.time()
        due = [timer.when() for timer in loop._scheduled if not timer.cancelled()]
        if not due or min(due) > now + SOON:
            return
        await asyncio.sleep(min(due) - now)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", settled)


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn motion off."""
    monkeypatch.setattr("codepegs.tui.settings.TEXTUAL_ANIMATIONS", "none")


@pytest.fixture
def moving(still: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn motion on again."""
    monkeypatch.setattr("codepegs.tui.settings.TEXTUAL_ANIMATIONS", "full")


@pytest.fixture(autouse=True)
def truecolor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the terminal have all colours, whatever the environment of the tests says."""
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.fixture
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
