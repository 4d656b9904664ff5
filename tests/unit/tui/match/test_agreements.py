"""What players agree on during and after a match, here and far away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from codepegs.rules import AllowHints, Move, SetClock
from codepegs.table.keyboard import Keyboard
from codepegs.tui.match.clock_screen import ClockScreen
from codepegs.tui.match.handover import HandoverScreen
from tests.support.match_host import SMALL, Host, click_key, match_of, play
from tests.support.strategies import played

OVER = played(match_of("mini", games=1), "code ABC", "guess ABC")
OPEN = played(match_of("mini", games=1), "code ABC")


async def test_two_people_agree_on_a_clock_and_then_on_none() -> None:
    app = Host(OPEN)
    async with play(app) as pilot:
        await pilot.press("f2", *"rb", "f7")
        assert "Ada and Bob, how many seconds" in app.words
        await pilot.press("backspace", "backspace", "enter")
        assert isinstance(app.screen, ClockScreen)
        assert "Enter 1 to 86400 seconds." in app.words
        await pilot.press("9", "0", "enter")
        assert app.saved == [SetClock(90)]
        assert "The time limit is now 90 seconds per guess." in app.words
        assert "Time left 1:30" in app.text
        assert app.board.draft is not None
        assert app.board.draft.hole == 2, "The row stays as it is."
        await pilot.press("f7")
        await pilot.click("#off")
        assert app.saved == [SetClock(90), SetClock(None)]
        assert "Time left" not in app.text
        await pilot.press("f7", "escape")
        assert len(app.saved) == 2


async def test_two_people_play_a_rematch_with_changed_roles() -> None:
    app = Host(OVER)
    async with play(app) as pilot:
        await pilot.press("f7")
        assert "Ada and Bob, do you want a rematch?" in app.words
        await pilot.press("enter")  # Enter means no
        assert app.match.over
        await pilot.press("f7", "y")
        assert isinstance(app.screen, HandoverScreen)
        assert "Bob, press Enter" in app.words
        await pilot.press("f2", *"rby", "enter", "f2", *"rby", "enter")
        assert app.match.over
        assert app.match.agreement.players == ("Bob", "Ada")


async def test_an_offer_to_a_far_player_waits_and_can_be_withdrawn() -> None:
    app = Host(OPEN, far=True)
    async with play(app) as pilot:
        await pilot.press("f7", "enter")
        assert "Bob would like a time limit of 1 minute per guess." in app.words
        assert app.saved == []
        await pilot.press("f7")
        assert "Withdraw the offer?" in app.words
        await pilot.press("escape")
        assert len(app.store.latest.offers) == 1
        await pilot.press("f7", "y")
        assert not app.store.latest.offers


@pytest.mark.parametrize(("key", "saved"), [("y", [AllowHints()]), ("n", []), ("escape", [])])
async def test_an_offer_of_a_far_player_is_answered(key: str, saved: list[Move]) -> None:
    app = Host(OPEN, far=True)
    async with play(app) as pilot:
        await app.far.offer("hints")
        await pilot.pause()
        assert "Ada would like to turn hints on." in app.words
        await click_key(pilot, app, "reply")
        assert "Do you accept?" in app.words
        await pilot.press(key)
        assert app.saved == saved
        assert len(app.store.latest.offers) == (key == "escape")


async def test_a_far_player_who_accepts_a_rematch_takes_both_along() -> None:
    app = Host(OVER, far=True)
    async with play(app) as pilot:
        await pilot.press("f7")
        assert "Bob would like a rematch." in app.words
        await app.far.reply("rematch", yes=True)
        await pilot.pause()
        assert "Your turn: make a code" in app.words
        await pilot.press(*"rby", "enter")
        assert app.match.length == 1


async def test_a_spectator_sees_the_table_and_can_do_nothing() -> None:
    app = Host(OPEN)
    async with play(app) as pilot:
        app.pop_screen()
        await app.show(Keyboard({}, app.keyboard._watcher))
        await pilot.pause()
        assert "Bob's turn: guess 1 of 8" in app.words
        assert "You are watching." in app.words
        for key in ("f3", "f7", "f8", "f9"):
            await pilot.press(key)
            assert "You are a spectator here." in app.words
        assert app.saved == []


async def test_a_small_window_has_space_for_the_rows_beside_the_news(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(match_of("classic-1"), "code ABCD", "guess AABB")
    app = Host(match, far=True)
    async with play(app, size=SMALL) as pilot:
        away = replace(app.match_screen._keyboard.view, present=(False, True))
        monkeypatch.setattr(Keyboard, "view", away)
        app.match_screen._show_change(away)
        await pilot.pause()
        assert "Ada is not connected." in app.text
        assert "1 black · 1 white" in app.text


async def test_a_lost_connection_and_an_empty_seat_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Host(OPEN, far=True)
    async with play(app) as pilot:
        view = app.match_screen._keyboard.view

        def show(**fields: Any) -> None:
            other = replace(view, **fields)
            monkeypatch.setattr(Keyboard, "view", other)
            app.match_screen._show_change(other)

        show(online=False, present=(False, True))
        await pilot.pause()
        assert "Connection lost. Trying again" in app.words
        assert "Ada is not connected." in app.words
        show(match=None, names=(None, "Bob"))
        await pilot.press("f9", "f7", "question_mark")
        assert "Waiting for the second player." in app.words
