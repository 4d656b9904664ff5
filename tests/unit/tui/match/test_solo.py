"""Solo games and the daily code, from the menu to the result."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from codepegs.rules import Agreement, Answers, find_edition
from codepegs.rules.agreement import NOBODY
from codepegs.rules.daily import DAILY_EDITION, daily_code
from codepegs.rules.match import Outcome
from codepegs.rules.move import SetClock
from codepegs.tui.context import AppContext
from codepegs.tui.match_form import MatchForm, build_solo
from codepegs.tui.review.screen import ReviewScreen
from tests.support.application import User, archive_match, open_context, play
from tests.support.match_host import Host, until
from tests.support.match_host import play as play_match
from tests.support.strategies import played

NOVEMBER = int(datetime(2026, 11, 17, 23, 59, tzinfo=UTC).timestamp()) * 1_000_000
MINI = Agreement(find_edition("mini"), (NOBODY, "Ada"), 1)
RUNNING = played(MINI, "code ABC")


def secret_keys(context: AppContext) -> str:
    """The keys of the code of the latest match."""
    match = context.archive.match(context.archive.entries()[0].id)
    secret = match.game.secret
    assert secret is not None
    return match.agreement.edition.spell(secret.reveal()).lower()


async def crack(user: User, context: AppContext) -> None:
    await user.press(*secret_keys(context), "enter")


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
        outcomes = {entry.outcome for entry in context.archive.entries()}
        assert outcomes == {None, Outcome(cracked_in=2)}


async def test_a_new_solo_game_replaces_the_unfinished_one(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("p", "escape")
        assert "A new solo game replaces it." in user.notifications[-1]
        await user.press("p", *"rrrr", "enter", "escape", "p")
        await user.wait_for("Your turn: guess 1 of 10")
        outcomes = [entry.outcome for entry in context.archive.entries()]
        assert len(outcomes) == 2, "A game without a guess is deleted."
        assert Outcome(abandoned_by=1) in outcomes


async def test_a_second_enter_does_not_start_a_second_game(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        user.app.screen.action_choose("play")  # type: ignore[attr-defined]
        await user.press("p")
        assert user.screen == "MatchScreen"
        assert len(context.archive.entries()) == 1


@pytest.mark.parametrize("key", ["enter", "n", "f7"])
async def test_a_solo_game_is_played_again(key: str) -> None:
    app = Host(played(RUNNING, "give up"))
    async with play_match(app) as pilot:
        assert "Not this time." in app.words
        await pilot.press(key)
        await pilot.pause()
        assert not app.match.over
        assert app.match.agreement == MINI


@pytest.mark.parametrize("key", ["c", "f4"])
async def test_the_result_is_shared_without_a_spoiler(key: str) -> None:
    app = Host(played(RUNNING, "guess AAB"))
    async with play_match(app) as pilot:
        await pilot.press(*"rby", "enter", key)
        await until(pilot, lambda: bool(app.clipboard))
        text = "codepegs · Quick\n2/8 · par 3.95\n⚫⚪\n⚫⚫⚫"
        assert app.clipboard == text
        assert "2/8 · par 3.95" in app.text
        await pilot.press("f6")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))


async def test_hints_and_a_clock_are_agreed_with_nobody() -> None:
    app = Host(RUNNING)
    async with play_match(app) as pilot:
        await pilot.press("f5", "y", "f5", "f7", "enter")
        assert "codes are left." in app.words
        assert app.saved[-1] == SetClock(60)
        await pilot.press("f4")
        assert "only in a friendly match" in app.words


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


async def test_the_daily_code_has_one_try_a_day(tmp_path: Path) -> None:
    context = open_context(tmp_path, now=NOVEMBER)
    async with play(context) as user:
        await user.press("d", "enter")
        assert "Daily code No. 2, 2026-11-17" in user.seen
        await user.press("f7")
        assert "have no time limit" in user.words
        await user.press(*"rrrr", "enter", "escape", "enter")
        assert "Your turn: guess 2 of 10" in user.seen, "The same game goes on."
        assert secret_keys(context) == DAILY_EDITION.spell(daily_code(context.today)).lower()
        await crack(user, context)
        assert "You cracked it in 2!" in user.seen
        await user.press("f7")
        assert "one daily code per day" in user.seen
        await user.press("enter")
        assert user.screen == "DailyScreen"
        await user.press("enter")
        assert "You cracked it in 2!" in user.seen
        await user.press("f4")
        assert user.app.clipboard.startswith("codepegs No. 2\n2/10")
        assert len(context.archive.entries()) == 1


async def test_before_the_first_day_there_is_no_daily_code(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press("d", "enter")
        assert user.screen == "DailyScreen"
        assert "There is no daily code" in user.words


async def test_solo_games_are_listed_by_their_results(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, played(RUNNING, "guess AAB", "guess ABC"))
    archive_match(context, played(RUNNING, "leave codebreaker"), at=context.now() + 1)
    async with play(context) as user:
        await user.press("m")
        assert re.search("Solo · Quick +cracked in 2", user.seen)
        assert re.search("Solo · Quick +not cracked", user.seen)
        await user.press("down", "v", "end")
        seen = " ".join(user.seen.split())
        assert "Cracked in 2 rows." in seen
        assert "Points" not in seen
