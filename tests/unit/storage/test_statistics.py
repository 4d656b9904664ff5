"""Streaks of daily codes, which count days up to today, or to yesterday if today is not over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from codepegs.rules.daily import DAILY_EDITION, FIRST_DAY
from codepegs.storage.statistics import GameResult, SoloResult, count_solo


@pytest.mark.parametrize(
    ("cracked", "failed", "streak", "longest"),
    [
        pytest.param([7, 8, 9], [], 3, 3, id="today"),
        pytest.param([7, 8], [], 2, 2, id="until yesterday"),
        pytest.param([6, 7], [], 0, 2, id="a day missed"),
        pytest.param([7, 8], [9], 0, 2, id="failed today"),
        pytest.param([9], [8], 1, 1, id="failed yesterday"),
        pytest.param([0, 1, 2, 3, 8, 9], [], 2, 4, id="longer before"),
    ],
)
def test_a_streak_ends_today_or_yesterday(
    cracked: list[int], failed: list[int], streak: int, longest: int
) -> None:
    played = (
        SoloResult(
            DAILY_EDITION, FIRST_DAY + timedelta(days=day), GameResult(3 if day in cracked else 0, 0), False
        )
        for day in sorted([*cracked, *failed])
    )
    found = count_solo(played, today=FIRST_DAY + timedelta(days=9)).daily
    assert (found.streak, found.longest_streak) == (streak, longest)
