"""The daily code: one try, a calendar, and a countdown."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from codepegs.rules import Agreement
from codepegs.rules.agreement import NOBODY
from codepegs.rules.daily import DAILY_EDITION, daily_code
from tests.support.application import LARGE, archive_match, open_context, play
from tests.support.strategies import played

NOON = int(datetime(2026, 11, 18, 12, 30, tzinfo=UTC).timestamp()) * 1_000_000


def daily(day: date) -> Agreement:
    return Agreement(DAILY_EDITION, (NOBODY, "Player"), 1, daily=day)


async def test_today_is_played_once_and_its_result_copied(tmp_path: Path) -> None:
    context = open_context(tmp_path, now=NOON)
    code = DAILY_EDITION.spell(daily_code(context.today)).lower()
    async with play(context) as user:
        await user.press("d")
        assert "Daily code No. 3" in user.seen
        assert "Next code in 11:30:00." in user.seen
        assert "copy" not in user.seen
        assert "show the game" not in user.seen
        await user.press("enter", "f7")
        assert "have no time limit" in user.words
        await user.press(*code, "enter", "f7")
        assert "one daily code per day" in user.words
        await user.press("escape")
        assert user.screen == "DailyScreen"
        assert "You cracked it in 1!" in user.words
        assert "show the game" in user.seen
        assert "1 of 1 cracked · streak 1 · longest 1" in user.words
        await user.press("c")
        assert user.app.clipboard.startswith("codepegs No. 3\n1/10")
        assert code.upper() not in user.app.clipboard
        await user.press("enter")
        assert user.screen == "MatchScreen"
        assert len(context.archive.entries()) == 1, "There is one try."


async def test_the_calendar_shows_the_guesses_of_each_day(tmp_path: Path) -> None:
    context = open_context(tmp_path, now=NOON)
    for number, day in enumerate((date(2026, 11, 16), date(2026, 11, 17))):
        code = daily_code(day)
        moves = ["give up"] if number else ["guess AAAA", f"guess {code}"]
        archive_match(context, played(daily(day), f"code {code}", *moves))
    async with play(context, size=LARGE) as user:
        await user.press("d")
        assert "November 2026" in user.seen
        assert re.search(r"16 2 +17 x +18 \?", user.seen)
        assert "Daily code No. 3 · 18 November" in user.seen
        await user.press("left")
        assert "Daily code No. 2 · 17 November" in user.seen
        assert "Not cracked. Press Enter to see your game." in user.seen
        await user.press("up", "left", "left", "right", "down")
        assert "Daily code No. 2 · 17 November" in user.seen, "There is nothing before the first day."


async def test_a_past_day_is_played_later_and_counts_for_no_streak(tmp_path: Path) -> None:
    context = open_context(tmp_path, now=NOON)
    code = DAILY_EDITION.spell(daily_code(date(2026, 11, 17))).lower()
    async with play(context) as user:
        await user.press("d", "left")
        assert "it counts for no streak" in user.seen
        await user.press("enter", *"rrrr", "enter", "escape")
        assert "You've started this code." in user.seen
        await user.press("enter", *code, "enter")
        await user.wait_for("You cracked it in 2!")
        await user.wait_for("Played later, so it counts for no streak.")
        await user.press("escape")
        assert "17*2" in user.seen
        assert "* played later" in user.seen
        assert "0 of 0 cracked · streak 0 · longest 0" in user.words
        await user.press("enter")
        await user.wait_for("You cracked it in 2!")
        assert len(context.archive.entries()) == 1, "There is one try."


@pytest.mark.parametrize(
    ("zone", "now", "number", "left"),
    [
        ("Pacific/Auckland", "2026-11-18T10:59:30", 3, "0:00:30"),
        ("Pacific/Auckland", "2026-11-18T11:00:00", 4, "24:00:00"),
        ("Pacific/Pago_Pago", "2026-11-18T10:59:30", 2, "0:00:30"),
        ("Pacific/Pago_Pago", "2026-11-18T11:00:00", 3, "24:00:00"),
        ("Europe/Berlin", "2027-03-27T23:00:00", 133, "23:00:00"),
        ("Europe/Berlin", "2027-10-30T22:00:00", 350, "25:00:00"),
    ],
)
async def test_the_day_is_that_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str, now: str, number: int, left: str
) -> None:
    moment = datetime.fromisoformat(f"{now}+00:00")
    with in_zone(monkeypatch, zone):
        context = open_context(tmp_path, now=int(moment.timestamp()) * 1_000_000)
        async with play(context) as user:
            await user.press("d")
            assert f"Daily code No. {number} · " in user.seen
            assert f"Next code in {left}." in user.seen


@contextmanager
def in_zone(monkeypatch: pytest.MonkeyPatch, zone: str) -> Iterator[None]:
    """Let the machine be in a time zone."""
    try:
        with monkeypatch.context() as patch:
            patch.setenv("TZ", zone)
            time.tzset()
            yield
    finally:
        time.tzset()
