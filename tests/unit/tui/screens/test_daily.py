"""The daily code: one try, a calendar, and a countdown."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from pathlib import Path

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
        assert "The next code comes in 11:30:00." in user.seen
        assert "copy" not in user.seen
        assert "show the game" not in user.seen
        await user.press("enter", *code, "enter", "escape")
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
        await user.press("left")
        assert "October 2026" in user.seen
        await user.press("right", "right")
        assert "November 2026" in user.seen
