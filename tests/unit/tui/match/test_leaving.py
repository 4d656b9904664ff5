"""Leaving a match for good at each phase, agreeing to stop, owning up, taking back and slips."""

from __future__ import annotations

from dataclasses import replace

import pytest

from codepegs.rules.edition import Answers
from codepegs.rules.game import Ending
from codepegs.rules.match import Outcome
from codepegs.rules.move import Answer, Leave, OwnUp
from codepegs.rules.seat import PlayerNumber, Seat, other_player
from codepegs.table.keyboard import Keyboard
from codepegs.table.seats import PLAYER_NUMBERS
from codepegs.tui.match.handover import HandoverScreen
from codepegs.tui.widgets.confirm import ChoiceScreen
from tests.support.match_host import Host, click_key, match_of, play, shown_keys
from tests.support.strategies import played

HAND = match_of("mini", games=1, answers=Answers.HAND)
PHASES = {
    "setting": HAND,
    "guessing": played(HAND, "code ABC"),
    "answering": played(HAND, "code ABC", "guess AAA"),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("leaves", PLAYER_NUMBERS)
async def test_one_of_two_people_leaves_at_each_phase(phase: str, leaves: PlayerNumber) -> None:
    app = Host(PHASES[phase])
    async with play(app) as pilot:
        await pilot.press("f2", "f9", "enter")  # Enter goes back
        assert app.saved == []
        await pilot.press("f9")
        assert "1  Ada leaves: Bob wins" in app.text
        await pilot.press(str(leaves + 1))
        await pilot.pause()
        assert app.saved == [Leave(Seat.CODEMAKER if leaves == 0 else Seat.CODEBREAKER)]
        assert app.match.outcome == Outcome(other_player(leaves), abandoned_by=leaves)
        assert f"{('Ada', 'Bob')[leaves]} left: " in app.words


@pytest.mark.parametrize("phase", PHASES)
async def test_two_people_at_one_keyboard_agree_to_stop(phase: str) -> None:
    app = Host(PHASES[phase])
    async with play(app) as pilot:
        await pilot.press("f2", "f9", "3")
        assert "Ada and Bob, do you both want to stop the match?" in app.words
        await pilot.press("y")
        assert app.match.outcome == Outcome(stopped=True)
        assert "nobody wins" in app.words


async def test_a_far_player_is_offered_to_stop_and_must_accept() -> None:
    app = Host(PHASES["guessing"], far=True)
    async with play(app) as pilot:
        await pilot.press("f9")
        assert "1  Bob leaves: Ada wins" in app.text
        assert "gone" not in app.text, "Ada is connected."
        await pilot.press("2")
        assert app.saved == []
        assert "Bob would like to stop the match without a winner." in app.words
        await app.far.reply("stop", yes=True)
        await pilot.pause()
        assert app.match.outcome == Outcome(stopped=True)


async def test_an_opponent_without_a_connection_is_claimed_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Host(PHASES["guessing"], far=True)
    async with play(app) as pilot:
        away = replace(app.match_screen._keyboard.view, present=(False, True))
        monkeypatch.setattr(Keyboard, "view", away)
        await pilot.press("f9")
        assert "3  Ada is away: claim the win" in app.text
        await pilot.press("3")
        assert app.saved == [], "The table in this process knows that Ada is here."
        assert "Ada is not away." in app.words


async def test_a_codemaker_owns_up_behind_a_cover() -> None:
    app = Host(played(HAND, "code ABC", "guess AAA", "answer 0+0"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rb")
        assert "own-up" not in shown_keys(app), "It is Bob's turn."
        assert "leave" in shown_keys(app)
        await pilot.press("colon", *"own up", "enter")
        assert isinstance(app.screen, HandoverScreen)
        assert "Bob, look away." in app.words
        await pilot.press("f2", "enter")  # Enter means no
        assert app.saved == []
        assert "Bob, press Enter" in app.words
        await pilot.press("f2", "f4", "f2", "y")
        await pilot.pause()
        assert app.saved == [OwnUp()]
        assert app.match.games[0].ending is Ending.VOID
        assert "Ada owns up" not in app.text
        assert "marked guess 1 wrongly: it was 1 black, 0 white." in app.words


async def test_only_the_codemaker_learns_that_all_answers_are_right() -> None:
    app = Host(played(HAND, "code ABC", "guess AAA", "answer 1+0"))
    async with play(app) as pilot:
        await pilot.press("f2", "f4", "f2", "y")
        await pilot.pause()
        assert type(app.screen) is ChoiceScreen
        assert "All your answers were right" in app.words
        await pilot.press("enter")
        assert "Bob, press Enter" in app.words
        await pilot.press("f2")
        await pilot.pause()
        assert "answers are right" not in app.text
        assert app.saved == []
        assert app.board.draft is not None


async def test_a_codemaker_who_sits_alone_owns_up_at_once() -> None:
    app = Host(played(HAND, "code ABC", "guess AAA", "answer 0+0", "guess BBB"))
    async with play(app) as pilot:
        await pilot.press("f2")
        await click_key(pilot, app, "own-up")
        assert "Bob gets 3 points" in app.words
        await pilot.press("y")
        assert app.saved == [OwnUp()]


async def test_an_impossible_answer_is_questioned_before_it_is_sent() -> None:
    app = Host(PHASES["answering"])
    async with play(app) as pilot:
        await pilot.press("f2", "2", "1", "enter")
        assert "2 black and 1 white is impossible with 3 pegs." in app.words
        assert app.saved == []
        assert app.board.answer_draft is not None
        assert app.board.answer_draft.counts == (2, 1)
        await pilot.press("backspace", "1", "enter")
        assert app.saved == [], "Another answer is questioned again."
        await pilot.press("enter")
        assert [type(move) for move in app.saved] == [Answer]
