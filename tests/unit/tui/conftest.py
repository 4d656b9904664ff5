"""User at the terminal wait until the program has nothing left to do, however slow the machine is."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

SOON = 0.03
"""Seconds within which a timer belongs to what is being done: the screen is drawn by such a one."""
TIMERS = 3
"""How many such timers in a row are waited for; those of a program that looks at its clock never end."""


async def settled(*seconds: float) -> None:
    """Until nothing is ready to run, and no timer is about to go off.

    Textual's own looks at the processor's clock instead, and takes a program that waits
    for its turn on a busy machine to be one that has finished.
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


@pytest.fixture
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
