"""Matches played by keys and by mouse."""

from __future__ import annotations

import pytest

from codepegs.rules.edition import Answers, Scoring
from codepegs.rules.game import Ending, Phase
from codepegs.rules.match import Outcome
from codepegs.rules.move import TimeOut
from codepegs.rules.view import MatchView
from codepegs.storage.errors import ArchiveUnavailable
from codepegs.tui.match import narration
from codepegs.tui.match.handover import HandoverScreen
from codepegs.tui.widgets.confirm import ConfirmScreen
from tests.support.match_host import (
    LARGE,
    SMALL,
    Host,
    claim_decided,
    click_row,
    letters,
    match_of,
    play,
    until,
)
from tests.support.strategies import played

BOARDS = ["classic-1", "hasbro-2010"]
"""An edition with key pegs, and one with numbered arms."""


@pytest.mark.parametrize("slug", BOARDS)
async def test_two_people_play_a_series_by_keys(slug: str) -> None:
    app = Host(match := match_of(slug))
    good, bad = letters(match, "ABCD"), letters(match, "BCDE")
    async with play(app) as pilot:
        for wrong in (2, 1):
            assert isinstance(app.screen, HandoverScreen)
            await pilot.press("f2", *good, "enter")
            assert isinstance(app.screen, HandoverScreen)
            await pilot.press("f2")
            for _ in range(wrong):
                await pilot.press(*bad, "enter")
            await pilot.press(*good, "enter")
            assert app.match.games[0].ending is Ending.BROKEN
            assert "broke the code" in app.text
            await pilot.press("enter")
        await pilot.pause()
        assert app.left is app.match
        assert app.match.points == (3, 2)
        assert app.match.outcome == Outcome(winner=0)


@pytest.mark.parametrize("slug", BOARDS)
async def test_two_people_play_a_series_by_mouse(slug: str) -> None:
    app = Host(match_of(slug))
    async with play(app) as pilot:
        for game in (1, 2):
            await pilot.click("#lift")
            await click_row(pilot, app, "ABCD", row=0)
            await pilot.click("#submit")
            await pilot.click("#lift")
            for row in range(1, game + 1):
                await click_row(pilot, app, "ABCD" if row == game else "DCBA", row=row)
                await pilot.click("#submit")
            await pilot.click("#next")
        await pilot.pause()
        assert app.left is app.match
        assert app.match.points == (1, 2)


async def test_a_claim_voids_the_game_and_enter_replays_it() -> None:
    match = played(
        match_of("classic-1", answers=Answers.HAND), "code ABCD", "guess ABCD 0+0", "guess BCDE 3+1"
    )
    app = Host(match)
    async with play(app) as pilot:
        await pilot.press("f2", "f3")
        await claim_decided(pilot, app)
        assert app.match.games[0].ending is Ending.VOID
        assert app.board.marked
        await pilot.press("enter", "f2", *"rbyg", "enter")
        assert app.match.game.replay == 1
        assert app.match.game.phase is Phase.GUESSING


@pytest.mark.parametrize(("key", "ending"), [("f3", Ending.VOID), ("f4", Ending.HELD)])
async def test_a_wrong_answer_after_the_reveal_is_claimed_or_accepted(key: str, ending: Ending) -> None:
    match = match_of("classic-1", answers=Answers.HAND)
    app = Host(played(match, "code ABCD", "guess AABB 0+1", "give up"))
    async with play(app) as pilot:
        await pilot.press("enter")
        assert app.match.game.phase is Phase.JUDGING
        assert app.board.marked == {1}
        await pilot.press(key)
        await claim_decided(pilot, app)
        assert app.match.games[0].ending is ending


@pytest.mark.parametrize(
    ("scoring", "award"), [(Scoring.ROWS, "brings"), (Scoring.CODEBREAKER, "charges the codemaker")]
)
def test_the_reveal_says_who_gets_points_for_a_claim(scoring: Scoring, award: str) -> None:
    match = match_of("classic-1", answers=Answers.HAND, scoring=scoring)
    match = played(match, "code ABCD", "guess AABB 0+1", "give up", "reveal")
    view = MatchView.of(match, None)
    assert f"{award} 3 points" in narration.describe(match, view, 0, [])[-1]


async def test_a_codemaker_cannot_act_for_the_codebreaker() -> None:
    match = match_of("classic-1", answers=Answers.HAND)
    app = Host(before := played(match, "code ABCD", "guess AABB 3+1", "guess AABB"))
    async with play(app) as pilot:
        await pilot.press("f2", "f8", "f4")
        assert "You cannot do that now" in app.text
        assert app.match == before
        assert app.screen is app.match_screen


async def test_an_answer_is_counted_by_clicks_on_key_pegs() -> None:
    app = Host(match_of("hasbro-2010", answers=Answers.HAND))
    async with play(app) as pilot:
        await pilot.press("f2", *"rbyg", "enter", "f2", *"rbgo", "enter", "f2")
        await pilot.click("#tray", offset=(2, 0))
        await pilot.click("#tray", offset=(2, 0))
        await pilot.click("#tray", offset=(app.match_screen.query_one("#tray").item_offset(1)[0] + 2, 0))  # type: ignore[attr-defined]
        await pilot.click("#submit")
        assert str(app.match.game.board.rows[0].feedback) == "2+1"


async def test_a_turn_runs_out_of_time_without_a_key() -> None:
    now = [100.0]
    app = Host(match_of("classic-1", time_limit=180), clock=lambda: now[0])
    async with play(app) as pilot:
        await pilot.press("f2", *"rbyg", "enter")
        now[0] += 1000  # nobody's clock runs while the cover is there
        await pilot.press("f2", *"rb")
        assert "Time left 3:00" in app.text
        now[0] += 60
        await until(pilot, lambda: "Time left 2:00" in app.text)
        await pilot.press("question_mark")
        now[0] += 121
        await until(pilot, lambda: app.saved[-1] == TimeOut())
        await pilot.pause()
        assert "place a colour; so do 1, 2, 3" in app.text
        await pilot.press("escape")
        await pilot.pause()
        assert "time up" in app.text
        assert app.board.draft is not None
        assert app.board.draft.pegs == (None,) * 4
        assert "Time left 3:00" in app.text


async def test_a_confirmation_after_the_time_is_up_does_nothing() -> None:
    now = [0.0]
    app = Host(match_of("classic-1", time_limit=5), clock=lambda: now[0])
    async with play(app) as pilot:
        await pilot.press("f2", *"rbyg", "enter", "f2", "f8")
        now[0] = 6.0
        await until(pilot, lambda: app.saved[-1] == TimeOut())
        await pilot.pause()
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("y")
        await pilot.pause()
        assert app.saved[-1] == TimeOut()
        assert "The match has changed meanwhile" in app.text
        await pilot.press("f8", "y")
        await pilot.pause()
        assert app.match.games[0].over


async def test_a_finished_game_cannot_be_given_up() -> None:
    app = Host(match_of("classic-1"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rbyg", "enter", "f2", "f9")
        assert "Abandon the match for good" in app.text
        assert "No, and then Esc" in " ".join(app.text.split())
        await pilot.press("escape", *"rbyg", "enter")
        for key in ("f9", "f8"):
            await pilot.press(key)
            assert "This game is over. Press Enter to continue" in app.text
        await pilot.press("enter", "f2", *"rbyg", "enter", "f2", *"rbyg", "enter", "f9")
        await pilot.pause()
        assert "The match is over. Press Esc to leave." in app.text


async def test_a_guess_that_comes_too_late_is_not_played() -> None:
    now = [0.0]
    app = Host(match_of("classic-1", time_limit=5), clock=lambda: now[0])
    async with play(app) as pilot:
        await pilot.press("f2", *"rbyg", "enter", "f2", *"rbyg")
        now[0] = 6.0
        app.board.submit()
        await pilot.pause()
        assert app.saved[-1] == TimeOut()
        now[0] = 12.0
        app.match_screen.action_leave()
        await pilot.pause()
        assert app.left is not None
        assert len(app.left.game.board.rows) == 2


@pytest.mark.parametrize(
    ("slug", "pegs", "size", "line"),
    [
        ("classic-1", 4, SMALL, "  computer steady  codemaker  0 points"),
        ("hasbro-2010", 4, SMALL, "  computer steady  0 points"),
        ("classic-1", 12, SMALL, "  compu…  0 points"),
        ("classic-1", 12, LARGE, "  computer steady  0 points"),
    ],
)
async def test_points_are_never_cut_off(slug: str, pegs: int, size: tuple[int, int], line: str) -> None:
    app = Host(match_of(slug, players=("computer steady", "李小龙李小龙李小龙"), pegs=pegs))
    async with play(app, size=size) as pilot:
        await until(pilot, lambda: app.board.asked is not None)
        score = app.match_screen.query_one("#score")
        lines = [shown[score.region.x :].rstrip() for shown in app.text.splitlines()]
        assert lines[1] == line
        assert sum("0 points" in shown for shown in lines) == 2
        await pilot.resize_terminal(200, 40)
        assert "computer steady  codemaker  0 points" in app.text


async def test_a_match_is_left_and_resumed() -> None:
    app = Host(match_of("classic-1", games=1))
    async with play(app) as pilot:
        await pilot.press("f2", *"rbyg", "enter", "f2", *"rrbb", "enter", *"rb", "escape")
        await pilot.pause()
        assert app.left is not None
        assert len(app.left.moves) == len(app.saved) == 2
        app.open()
        await pilot.pause()
        assert isinstance(app.screen, HandoverScreen)
        await pilot.press("f2", *"rbyg", "enter")
        assert app.match.outcome == Outcome(winner=0)


async def test_only_its_key_opens_the_handover() -> None:
    app = Host(match_of("classic-1"))
    async with play(app) as pilot:
        await pilot.press("enter", "space", "r", "tab", "enter")
        assert isinstance(app.screen, HandoverScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert app.left == app.match


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ArchiveUnavailable("the disk is full"), "The archive is not available"),
        # What others raise may quote what they could not keep, and that may be the code.
        (ValueError("parameters: RBYG"), "ValueError"),
    ],
)
async def test_a_move_that_cannot_be_saved_is_not_played(error: Exception, said: str) -> None:
    app = Host(match_of("classic-1"))
    async with play(app) as pilot:
        await pilot.press("f2")
        app.broken = error
        await pilot.press(*"rbyg", "enter")
        await pilot.pause()
        assert f"could not be saved: {said}" in app.text
        assert "RBYG" not in app.text
        assert app.board.asked is None
        app.broken = None
        await pilot.press(*"rbyg", "enter", "f9")
        assert app.saved == []
        await pilot.press("escape")
        await pilot.pause()
        assert app.left is not None
        assert app.left.moves == ()


async def test_markup_in_names_has_no_effect() -> None:
    app = Host(match_of("classic-1", players=("[red]Ada[/]", "[@click=app.quit]B[/]")))
    async with play(app) as pilot:
        assert "[red]Ada[/], press F2" in app.text
        assert "[@click=app.quit]B[/], look away" in app.text
        await pilot.press("f2", *"rbyg", "enter", "f2")
        await pilot.pause()
        assert "[@click=app.quit]B[/], guess" in app.text
        assert "[red]Ada[/]  codemaker" in app.text
