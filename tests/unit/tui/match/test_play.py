"""Matches played by keys and by mouse."""

from __future__ import annotations

import pytest

from codepegs.rules.edition import Answers
from codepegs.rules.game import Ending, Phase
from codepegs.rules.match import Outcome
from codepegs.rules.move import TimeOut
from codepegs.storage.errors import ArchiveUnavailable, Stale
from codepegs.table.persistence import make_local_table
from codepegs.tui.match.handover import HandoverScreen
from tests.support.match_host import (
    SMALL,
    Host,
    click_key,
    click_row,
    item,
    match_of,
    play,
    tray_of,
    until,
)
from tests.support.strategies import played


async def test_two_people_play_by_mouse_on_a_board_with_arms() -> None:
    app = Host(match_of("hasbro-2010"))
    async with play(app) as pilot:
        await pilot.click("#lift")
        await click_row(pilot, app, "ABCD", row=0)
        await click_key(pilot, app, "submit")
        await pilot.click("#lift")
        for row, code in enumerate(("DCBA", "ABCD"), start=1):
            await click_row(pilot, app, code, row=row)
            await click_key(pilot, app, "submit")
        assert app.match.games[0].ending is Ending.BROKEN
        await click_key(pilot, app, "next")
        assert isinstance(app.screen, HandoverScreen)


async def test_an_answer_is_counted_by_clicks_on_key_pegs() -> None:
    app = Host(match_of("hasbro-2010", answers=Answers.HAND))
    async with play(app) as pilot:
        await pilot.press("f2", *"rbyg", "enter", "f2", *"rbgo", "enter", "f2")
        for number in (0, 0, 1):
            await pilot.click(tray_of(app), offset=item(app, number))
        await click_key(pilot, app, "submit")
        assert str(app.match.game.board.rows[0].feedback) == "2+1"


async def test_a_turn_runs_out_of_time_without_a_key() -> None:
    app = Host(played(match_of("classic-1", time_limit=180), "code ABCD"))
    async with play(app) as pilot:
        app.tick(1000)  # nobody's clock runs while the cover is there
        await pilot.press("f2", *"rb")
        assert "Time left 3:00" in app.text
        app.tick(60)
        await until(pilot, lambda: "Time left 2:00" in app.text)
        await pilot.press("question_mark")
        app.tick(121)
        await pilot.pause()
        assert app.saved == [TimeOut()]
        assert "place a colour; you can" in app.text
        await pilot.press("escape")
        assert "time's up" in app.text
        assert app.board.draft is not None
        assert app.board.draft.pegs == (None,) * 4
        await pilot.press("f8")
        app.tick(181)
        await pilot.press("y")
        assert app.saved == [TimeOut(), TimeOut()]
        assert "The match has moved on" in app.words


@pytest.mark.parametrize("no", ["n", "escape"])
async def test_time_runs_again_after_owning_up_is_cancelled(no: str) -> None:
    by_hand = match_of("mini", answers=Answers.HAND, time_limit=60)
    app = Host(played(by_hand, "code ABC", "guess AAA 1+0"))
    async with play(app) as pilot:
        await pilot.press("f2", "f4", "f2")
        app.tick(120)
        await pilot.press(no, "f2")
        assert app.saved == []
        app.tick(61)
        await pilot.pause()
        assert app.saved == [TimeOut()]


async def test_no_time_runs_while_the_player_looks_at_a_finished_game_or_is_away() -> None:
    match = match_of("mini", players=("Ada", "computer expert"), time_limit=5)
    app = Host(played(match, "code ABC"))
    async with play(app) as pilot:
        await pilot.press("+", "+", "+")
        await until(pilot, lambda: app.match.game.phase is Phase.GUESSING and len(app.match.games) == 2)
        made = len(app.saved)
        app.tick(60)
        await pilot.press("enter")
        assert "Time left 0:05" in app.text
        await pilot.press("escape")
        app.tick(60)
        await pilot.pause()
        assert len(app.saved) == made


async def test_a_finished_game_cannot_be_given_up() -> None:
    app = Host(match_of("classic-1"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rbyg", "enter", "f2", "f9")
        assert "How do you want to end the match?" in app.words
        assert "go back and press Esc" in app.words
        await pilot.press("escape", *"rbyg", "enter")
        for key in ("f9", "f8"):
            await pilot.press(key)
            assert "This game is over. Press Enter to continue" in app.words
        await pilot.press("enter", "f2", *"rbyg", "enter", "f2", *"rbyg", "enter", "f9")
        await pilot.pause()
        assert "The match is over. Press Esc to leave." in app.words


@pytest.mark.parametrize("size", [(56, 20), SMALL])
@pytest.mark.parametrize("pegs", [4, 12])
async def test_points_are_never_cut_off(pegs: int, size: tuple[int, int]) -> None:
    app = Host(match_of("classic-1", players=("computer medium", "李小龙李小龙李小龙"), pegs=pegs))
    async with play(app, size=size) as pilot:
        await until(pilot, lambda: app.board.asked is not None)
        assert sum("0 points" in line for line in app.text.splitlines()) == 2
        await pilot.resize_terminal(200, 40)
        await until(pilot, lambda: "The computer  codemaker  0 points" in app.text)


async def test_a_match_is_left_and_resumed() -> None:
    app = Host(played(match_of("classic-1", games=1), "code ABCD", "guess AABB"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rb", "escape")
        assert app.over is False
        await app.open()
        await pilot.pause()
        assert isinstance(app.screen, HandoverScreen)
        await pilot.press("f2", *"rbyg", "enter")
        assert app.match.outcome == Outcome(winner=0)


async def test_enter_that_is_typed_ahead_does_not_open_the_handover(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HandoverScreen, "REST", 60.0)
    app = Host(match_of("classic-1"))
    async with play(app) as pilot:
        await pilot.press("enter", "space", "r", "tab", "enter")
        assert isinstance(app.screen, HandoverScreen)
        monkeypatch.setattr(HandoverScreen, "REST", 0.0)
        await pilot.press("r", "space", "tab")
        assert isinstance(app.screen, HandoverScreen), "Other keys never open it."
        await pilot.press("enter")
        assert app.board.asked is not None


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ArchiveUnavailable("the disk is full"), "save that: The archive is not available"),
        # What others raise may quote what they could not keep, and that may be the code.
        (ValueError("parameters: RBYG"), "work: ValueError."),
    ],
)
async def test_a_move_that_cannot_be_saved_stays_on_the_board(error: Exception, said: str) -> None:
    app = Host(match_of("classic-1"))
    async with play(app) as pilot:
        await pilot.press("f2")
        app.store.broken = error
        await pilot.press(*"rbyg", "enter")
        assert said in app.words
        assert "RBYG" not in app.text
        assert app.saved == []
        assert app.board.draft is not None
        assert app.board.draft.code == app.match.agreement.edition.code("RBYG")
        app.store.broken = None
        await pilot.press("enter")
        assert len(app.saved) == 1


async def test_a_move_for_an_old_board_is_refused_and_the_new_one_is_drawn() -> None:
    app = Host(played(match_of("mini", games=1), "code ABC"), far=True)
    async with play(app) as pilot:
        app.store._tables[app.store.latest.id] = make_local_table(
            app.store.latest.id, played(app.match, "guess FFF")
        )
        app.store.broken = Stale("match", 1, 2)
        await pilot.press(*"rby", "enter")
        assert "The match has moved on" in app.words
        assert "▶ 2" in app.text
        assert app.board.draft is not None
        assert app.board.draft.code is None


async def test_keys_work_while_a_move_is_being_saved() -> None:
    app = Host(played(match_of("mini", games=1), "code ABC"), far=True)
    async with play(app) as pilot:
        app.store.delayed = True
        await pilot.press(*"rby", "enter", "backspace", *"ggg", "enter")
        assert app.saved == []
        assert app.board.draft is not None
        assert app.board.draft.code == app.match.agreement.edition.code("RBY"), "The row is on its way."
        await pilot.press("question_mark")
        assert "place a colour" in app.text
        await pilot.press("escape")
        app.store.save_delayed()
        await pilot.pause()
        assert app.over is None
        assert "You cracked it in 1!" in app.words


async def test_markup_in_names_has_no_effect() -> None:
    app = Host(match_of("classic-1", players=("[red]Ada[/]", "[@click=app.quit]B[/]")))
    async with play(app) as pilot:
        assert "[red]Ada[/], press Enter" in app.words
        assert "[@click=app.quit]B[/], look away" in app.words
        await pilot.press("f2", *"rbyg", "enter", "f2")
        await pilot.pause()
        assert "[@click=app.quit]B[/], your turn: guess" in app.words
        assert "[red]Ada[/]  codemaker" in app.text
