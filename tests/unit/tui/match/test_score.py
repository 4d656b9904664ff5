"""The score next to the board."""

from __future__ import annotations

import re

import pytest

from tests.support.match_host import LARGE, Host, match_of, play
from tests.support.strategies import played


async def test_points_and_score_peg_have_the_same_number() -> None:
    app = Host(played(match_of("classic-1"), "code ABAB"))
    async with play(app, size=LARGE) as pilot:
        await pilot.press("f2", *"rrrr", "enter", *"bbbb", "enter", *"yyyy", "enter")
        lines = app.text.splitlines()
        at = next(at for at, line in enumerate(lines) if re.search("Ada .*points", line))
        head, track = lines[at], lines[at + 1]
        assert "○••◆·······│" in track, "One peg per row, from where the game began."
        assert "3 points" in head


@pytest.mark.parametrize("size", [LARGE, (80, 24)])
async def test_both_lanes_are_drawn_and_go_on_through_the_match(size: tuple[int, int]) -> None:
    first = played(match_of("classic-1"), "code ABAB", "guess AAAA", "guess ABAB", "code ABAB")
    app = Host(played(first, *["guess AAAA"] * 8))
    async with play(app, size=size) as pilot:
        await pilot.press("f2")
        lanes = [line.split()[-1] for line in app.text.splitlines() if "◆" in line]
    assert lanes == ["│─◆········│··········│··········│", "○•••••••◆··│··········│··········│"]
