"""Hints at the table: by agreement, in steps, kept as moves, and from the rows alone."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button

from codepegs.rules import Agreement, AllowHints, Answers, Guess, Hint, Match, TimeOut, find_edition
from codepegs.storage.errors import ArchiveUnavailable
from codepegs.tui.widgets.confirm import ConfirmScreen
from tests.support.match_host import Host, play, until
from tests.support.strategies import played
from tests.unit.tui.match.test_secrecy import found

PEOPLE = ("Ada", "Bob")


def match_of(
    slug: str, *, players: tuple[str, str] = PEOPLE, games: int = 2, hints: bool = True, **rules: Any
) -> Match:
    return Match.start(Agreement(find_edition(slug, **rules), players, games, hints))


def words(app: Host) -> str:
    """What is said beside the board, on one line."""
    return " ".join(str(app.match_screen.query_one("#narration").render()).split())


async def hinted(pilot: Pilot[None], app: Host, taken: int) -> None:
    await until(pilot, lambda: app.saved.count(Hint(taken)) == 1)
    await pilot.pause()


async def test_each_of_three_hints_is_a_move() -> None:
    app = Host(match_of("classic-1"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rbyg", "enter", "f2", *"rrbb", "enter", *"kkww", "f5")
        await hinted(pilot, app, 1)
        assert words(app).startswith("KKWW cannot be the code: row 1 was answered 1 black, 1 white")
        assert "Bob took a hint (step 1)." in words(app)
        assert app.board.draft is not None
        assert app.board.draft.code == app.match.agreement.edition.code("KKWW"), "The row stays as it is."
        await pilot.press("f5")
        await hinted(pilot, app, 2)
        assert "The best guess has" in words(app)
        await pilot.press("f5")
        await hinted(pilot, app, 3)
        assert words(app).startswith("Best is")
        await pilot.press("f5")
        await pilot.pause()
        assert "You have taken all hints for this row." in app.text
        assert app.saved[2:] == [Hint(1), Hint(2), Hint(3)]
        await pilot.press("enter")
        await pilot.pause()
        assert "Best is" not in words(app)
        assert app.match.game.hints_left == (1, 2, 3)


async def test_without_a_planned_guess_the_first_hint_nudges() -> None:
    app = Host(match_of("mini", players=("computer expert", "Ada"), games=1))
    async with play(app) as pilot:
        await until(pilot, lambda: app.board.asked is not None)
        await pilot.press("r", "f5")
        await hinted(pilot, app, 1)
        assert "216 codes are left." in words(app)


async def test_a_hint_is_taken_by_mouse() -> None:
    app = Host(match_of("mini"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rby", "enter", "f2")
        await pilot.pause()
        await pilot.click("#hint")
        await hinted(pilot, app, 1)


@pytest.mark.parametrize("players", [PEOPLE, ("computer expert", "Ada")])
async def test_both_players_can_allow_hints_later(players: tuple[str, str]) -> None:
    app = Host(match_of("mini", players=players, hints=False))
    async with play(app) as pilot:
        if players is PEOPLE:
            await pilot.press("f2", *"rby", "enter", "f2")
        await until(pilot, lambda: app.board.asked is not None)
        await pilot.press(*"gw")
        assert not app.match_screen.query_one("#hint", Button).display
        await pilot.press("f5")
        assert isinstance(app.screen, ConfirmScreen)
        assert "Hints are not allowed in this match." in app.text
        for name in players:
            assert name in app.text
        await pilot.press("enter")  # Enter means no
        await pilot.pause()
        assert len(app.saved) == 1
        await pilot.press("f5", "y")
        await pilot.pause()
        assert app.saved[1:] == [AllowHints()]
        assert app.board.draft is not None
        assert app.board.draft.hole == 2
        assert app.match_screen.query_one("#hint", Button).display
        await pilot.press("f5")
        await hinted(pilot, app, 1)


async def test_a_hint_does_not_stop_the_clock() -> None:
    now = [0.0]
    app = Host(match_of("mini", time_limit=60), clock=lambda: now[0])
    async with play(app) as pilot:
        await pilot.press("f2", *"rby", "enter", "f2")
        now[0] = 50.0
        await pilot.press("f5")
        await hinted(pilot, app, 1)
        assert "Time left 0:10" in app.text
        now[0] = 61.0
        await until(pilot, lambda: app.saved[-1] == TimeOut())


async def test_only_the_codebreaker_gets_a_hint() -> None:
    app = Host(match_of("classic-1", answers=Answers.HAND))
    async with play(app) as pilot:
        await pilot.press("f2", "f5")
        await pilot.pause()
        assert "Only the codebreaker can ask for a hint" in app.text
        await pilot.press(*"rbyg", "enter", "f2", "f5")
        await hinted(pilot, app, 1)
        await pilot.press(*"rrbb", "enter", "f2", "f5")
        await pilot.pause()
        assert "Only the codebreaker can ask for a hint" in app.text
        assert words(app).startswith("Bob took a hint (step 1). Row 1, RRBB."), "The codemaker is told."
        assert [type(move) for move in app.saved[1:]] == [Hint, Guess]


async def test_contradictory_answers_cost_no_hint() -> None:
    match = match_of("classic-1", answers=Answers.HAND)
    app = Host(played(match, "code ABCD", "guess ABCD 0+0", "guess ABCD 1+0"))
    async with play(app) as pilot:
        await pilot.press("f2", "f5")
        await until(pilot, lambda: "contradict each other" in app.text)
        assert not any(isinstance(move, Hint) for move in app.saved)


async def test_a_hint_that_cannot_be_saved_is_not_shown() -> None:
    app = Host(match_of("mini"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rby", "enter", "f2")
        app.broken = ArchiveUnavailable("the disk is full")
        await pilot.press("f5")
        await until(pilot, lambda: "could not be saved" in app.text)
        assert "codes are left" not in words(app)


async def test_every_button_fits_80_columns() -> None:
    app = Host(played(match_of("classic-1", answers=Answers.HAND), "code ABCD", "guess AABB 0+0"))
    async with play(app) as pilot:
        await pilot.press("f2")
        shown = [str(button.label) for button in app.match_screen.query(Button) if button.display]
        assert {"F3 claim", "F5 hint"} <= {*shown}
        assert [label for label in shown if label not in app.text] == []


async def test_a_long_hint_is_read_page_by_page() -> None:
    app = Host(played(match_of("classic-1"), "code ABCD", "guess AABB"))
    async with play(app) as pilot:
        await pilot.press("f2", *"kkww")
        for step in (1, 2, 3):
            await pilot.press("f5")
            await hinted(pilot, app, step)
        seen = app.text
        for _ in range(5):
            await pilot.press("pagedown")
            seen += app.text
        assert "(step 3)" in " ".join(seen.split())
        await pilot.press(*["pageup"] * 5)
        assert "Best is" in app.text


async def shown(secret: str) -> list[str]:
    """What the codebreaker reads in three hints."""
    app, seen = Host(match_of("classic-1")), list[str]()
    spelled = find_edition("classic-1").code(secret.upper())
    async with play(app) as pilot:
        await pilot.press("f2", *secret, "enter", "f2", *"rrrr", "enter", *"kkww")
        for step in (1, 2, 3):
            await pilot.press("f5")
            await hinted(pilot, app, step)
            seen.append(words(app))
            seen.append(app.text)
            assert not found(app, spelled.pegs, secret.upper())
    return seen


async def test_hints_depend_on_the_rows_only() -> None:
    assert await shown("bgwk") == await shown("kwgb")
