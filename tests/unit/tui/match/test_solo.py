"""Solo games and the daily code, from the menu to the result."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from codepegs.rules import Answers, find_edition
from codepegs.rules.agreement import NOBODY
from codepegs.rules.daily import DAILY_EDITION
from codepegs.rules.match import Outcome
from codepegs.rules.move import Guess
from codepegs.table.local import LocalTables
from codepegs.table.persistence import ArchiveStore
from codepegs.tui.context import AppContext
from codepegs.tui.match_form import MatchForm, build_solo
from tests.support.application import User, open_context, play
from tests.support.match_host import until


def secret_keys(context: AppContext, *, last: bool = True) -> str:
    """The keys of the code of the latest match, or of the one that was played first."""
    match = context.archive.match(context.archive.entries()[0 if last else -1].id)
    secret = match.game.secret
    assert secret is not None
    return match.agreement.edition.spell(secret.reveal()).lower()


async def crack(user: User, context: AppContext, *, last: bool = True) -> None:
    await user.press(*secret_keys(context, last=last), "enter")


async def test_enter_pegs_enter_cracks_a_code_from_the_menu(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("enter")
        assert user.screen == "MatchScreen"
        assert "Classic · solo" in user.seen
        assert "Your turn: guess 1 of 10" in user.seen
        await user.press(*"rrrr", "enter")
        await crack(user, context)
        assert "You cracked it in 2!" in user.seen
        assert "Perfect play averages 4.34." in user.seen
        assert "Skill ━" in user.seen
        assert "Streak 1 · average 2.00 · 1 played" in user.seen
        assert "point" not in user.seen.lower()
        await user.press("enter")  # It plays again.
        await user.wait_for("Your turn: guess 1 of 10")
        await user.press("escape")
        assert user.screen == "MenuScreen"
        await until(user.pilot, lambda: len(context.archive.entries()) == 1)
        assert context.archive.entries()[0].outcome == Outcome(cracked_in=2)


async def test_a_new_game_ends_no_other(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("p", *"rrrr", "enter", "escape")
        assert user.notifications == ["The game is saved. Choose Continue to go on with it."]
        await user.press("p", *"bbbb", "enter", "ctrl+n")
        assert user.screen == "MatchScreen", "Nobody is asked anything."
        assert "Your turn: guess 1 of 10" in user.seen
        assert "The other one is saved" in user.words
        await user.press(*"gggg", "enter", "escape")
        assert [(entry.outcome, entry.moves) for entry in context.archive.entries()] == [(None, 2)] * 3
        assert context.archive.solo_statistics("Player", today=context.today).overall.games == 0
        await user.press("r", "down", "down", "enter")
        assert "Your turn: guess 2 of 10" in user.seen, "The first one goes on."
        await crack(user, context, last=False)
        assert "You cracked it in 2!" in user.seen


async def test_a_new_game_does_not_call_the_other_one_saved_if_it_is_not(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    await context.stop_saving()
    async with play(context) as user:
        await user.press("p", *"bbbb", "enter", "ctrl+n")
        await user.wait_for("Your turn: guess 1 of 10")
        assert "saved" not in user.words


async def test_ctrl_n_after_a_game_plays_again(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("p", "ctrl+n")
        assert "as good as new" in user.words
        await crack(user, context)
        await user.press("ctrl+n")
        await user.wait_for("Your turn: guess 1 of 10")


async def test_a_game_without_a_guess_is_not_kept(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("p", "escape", "p", "escape")
        await until(user.pilot, lambda: context.archive.entries() == [])
        assert user.notifications == []
        assert "Continue" not in user.seen
        await user.press("p")
        await user.pilot.press("ctrl+q")
    assert open_context(tmp_path).archive.entries() == []


async def test_a_new_game_leaves_the_one_in_another_window_alone(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as one:
        await one.press("p", *"rrrr", "enter")
    context = open_context(tmp_path)
    (game,) = context.archive.entries()
    elsewhere = LocalTables(
        ArchiveStore(lambda: context.archive), random=Random(2), now=context.now, monotonic=lambda: 0
    )
    keyboard = await elsewhere.resume(game.id)
    async with play(open_context(tmp_path)) as other:
        await other.press("p", *"bbbb", "enter", "escape", "p", *"gggg", "enter", "ctrl+n")
    await keyboard.play(Guess(DAILY_EDITION.code("YYYY")), 1, at=keyboard.view.moves)
    assert keyboard.view.match is not None
    assert len(keyboard.view.match.game.board.rows) == 2
    await elsewhere.close()


async def test_a_second_enter_does_not_start_a_second_game(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        user.app.screen.action_choose("play")  # type: ignore[attr-defined]
        await user.press("p")
        assert user.screen == "MatchScreen"
        assert len(context.archive.entries()) == 1


async def test_a_result_with_hints_says_so(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("p", "f5", "y", "f5")
        await crack(user, context)
        await user.wait_for("You took 2 hints.")
        await user.wait_for("Streak 0 · average 1.00 · 1 played")
        await user.press("c")
        await user.wait_for("1/10 · par 4.34 · 2 hints")
        await user.press("f6")
        await user.wait_for("2 hints")
        await user.wait_for("2 taken before this guess.")
        await user.press("y")
        assert user.app.clipboard.splitlines()[1] == "1/10 · par 4.34 · 2 hints"
        await user.press("escape", "escape", "s")
        await user.wait_for("1 of 1 game cracked · average 1.00 (par 4.34) · 2 hints")


@pytest.mark.parametrize(
    "form",
    [
        MatchForm(edition="mini", one="Ada", hints="yes", rules={"answers": "hand", "rows": "4"}),
        MatchForm(edition="mini", one="computer", rules={"rows": "0"}),
    ],
)
def test_a_solo_game_takes_what_it_can_from_the_last_match(form: MatchForm) -> None:
    agreement = build_solo(form)
    assert agreement.edition.slug == "mini"
    assert agreement.edition.answers is Answers.REFEREE
    assert agreement.edition.rows == (4 if form.one == "Ada" else find_edition("mini").rows)
    assert agreement.players == (NOBODY, "Ada" if form.one == "Ada" else "Player")
    assert agreement.hints == (form.hints == "yes")


async def test_before_the_first_day_there_is_no_daily_code(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press("d", "enter")
        assert user.screen == "DailyScreen"
        assert "There is no daily code" in user.words
