"""The score next to the board."""

from __future__ import annotations

import re

from tests.support.match_host import LARGE, Host, match_of, play
from tests.support.strategies import played


async def test_points_and_score_peg_have_the_same_number() -> None:
    app = Host(played(match_of("classic-1"), "code ABAB"))
    async with play(app, size=LARGE) as pilot:
        await pilot.press("f2", *"rrrr", "enter", *"bbbb", "enter", *"yyyy", "enter")
        lines = app.text.splitlines()
        at = next(at for at, line in enumerate(lines) if re.search("Ada .*points", line))
        head, track = lines[at], lines[at + 1]
        hole = len(track.partition("|")[2].partition("◆")[0]) + 1
        assert f"{hole} points" in head
        assert hole == 3, "The codemaker has a point for each row."
