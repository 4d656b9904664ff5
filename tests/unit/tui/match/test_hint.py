"""Hints on the match screen: by agreement, in steps, next to the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

from codepegs.rules import Agreement, AllowHints, Answers, Hint, Match, find_edition
from codepegs.rules.agreement import NOBODY
from codepegs.storage.errors import ArchiveUnavailable
from codepegs.tui.widgets.confirm import ConfirmScreen
from tests.support.application import archive_match, open_context
from tests.support.application import play as play_application
from tests.support.match_host import Host, click_key, match_of, play
from tests.support.strategies import played

PEOPLE = ("Ada", "Bob")


def with_hints(slug: str, *moves: str, answers: Answers = Answers.REFEREE) -> Match:
    return played(Agreement(find_edition(slug, answers=answers), PEOPLE, 2, hints=True), *moves)


def words(app: Host) -> str:
    """What is said beside the board, on one line."""
    return " ".join(str(app.match_screen.query_one("#narration").render()).split())


async def test_each_of_three_hints_is_a_move() -> None:
    app = Host(with_hints("classic-1", "code ABCD", "guess AABB"))
    async with play(app) as pilot:
        await pilot.press("f2", *"kkww", "f5")
        assert words(app).startswith("KKWW can't be the code: row 1 got")
        assert "(step 1)" not in words(app), "The hint itself is there."
        assert app.board.draft is not None
        assert app.board.draft.code == app.match.agreement.edition.code("KKWW"), "The row stays as it is."
        await click_key(pilot, app, "hint")
        assert "The best guess uses" in words(app)
        await pilot.press("f5")
        assert words(app).startswith("The best guess is")
        await pilot.press("f5")
        assert "You've had all the hints" in app.words
        assert app.saved == [Hint(1), Hint(2), Hint(3)]
        seen = app.text
        for _ in range(5):
            await pilot.press("pagedown")
            seen += app.text
        assert "The best guess uses" in " ".join(seen.split()), "Long hints are read page by page."
        await pilot.press("enter")
        assert "The best guess is" not in words(app)


async def test_all_of_the_third_hint_fits_a_small_window(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    solo = Agreement(find_edition("classic-1"), (NOBODY, "Player"), 1, hints=True)
    archive_match(context, played(solo, "code ABCD", "guess ABCD"))
    archive_match(context, played(solo, "code ABCD", "guess AABB"))
    async with play_application(context) as user:
        await user.press("r", "enter")
        assert "1 of 1 cracked" in user.seen
        await user.press(*["ctrl+t"] * 3)
        panel = " ".join(" ".join(line[34:76] for line in user.seen.splitlines()).split())
        hint, *_ = str(user.app.screen.query_one("#narration", Static).render()).splitlines()
        assert hint.startswith("The best guess is ")
        assert hint in panel
        await user.press(*"rbyw", "enter")
        assert "step" not in user.seen, "The player knows which hints they took."
        assert "1 of 1 cracked" in user.seen


@pytest.mark.parametrize(
    ("players", "question"),
    [
        (PEOPLE, f"{PEOPLE[0]} and {PEOPLE[1]}, do you both want to turn them on?"),
        (("computer expert", "Ada"), "Do you want to turn them on?"),
    ],
    ids=["two people", "a person and a computer"],
)
async def test_hints_can_be_allowed_later(players: tuple[str, str], question: str) -> None:
    app = Host(played(match_of("mini", players=players), "code ABC"))
    async with play(app) as pilot:
        await pilot.press("f2", *"gw")
        await pilot.press("f5")
        assert isinstance(app.screen, ConfirmScreen)
        asked = str(app.screen.query_one(Static).render())
        assert f"Hints are off in this match. {question}" in asked
        await pilot.press("enter")  # Enter means no
        assert app.saved == []
        await pilot.press("f5", "y")
        assert app.saved == [AllowHints(), Hint(1)]
        assert app.board.draft is not None
        assert app.board.draft.hole == 2
        assert "216 codes left." in words(app)


async def test_a_hint_that_cannot_be_saved_is_not_shown() -> None:
    app = Host(with_hints("mini", "code ABC"))
    async with play(app) as pilot:
        await pilot.press("f2")
        app.store.broken = ArchiveUnavailable("the disk is full")
        await pilot.press("f5")
        assert "save that" in app.words
        assert "codes left" not in words(app)


def codes_left(app: Host) -> str:
    return str(app.match_screen.query_one("#codes").render())


async def test_a_codebreaker_sees_the_codes_left_with_hints() -> None:
    app = Host(played(match_of("mini"), "code ABC", "guess AAA"))
    async with play(app) as pilot:
        await pilot.press("f2")
        assert codes_left(app) == ""
        await pilot.press("f5", "y")
        assert codes_left(app) == "━━━━━━── 75 codes left"
        await pilot.press(*"bbb", "enter")
        assert codes_left(app) == "━━━━━─── 24 codes left"
        await pilot.press("f8", "y")
        assert codes_left(app) == "", "The code is on the board."
