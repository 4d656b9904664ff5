"""The result card: what it says after every ending, and what can be done with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from codepegs.rules import Agreement, Answers, Match, find_edition
from codepegs.rules.agreement import NOBODY
from codepegs.tui.match.result_card import ResultCard
from codepegs.tui.review.screen import ReviewScreen
from tests.support.application import archive_match, open_context
from tests.support.application import play as play_application
from tests.support.match_host import LARGE, SMALL, Host, match_of, play, shown_keys, until
from tests.support.strategies import played

MINI = Match.start(Agreement(find_edition("mini"), (NOBODY, "Ada"), 1))
CLASSIC = Match.start(Agreement(find_edition("classic-1"), (NOBODY, "Ada"), 1))


def card_of(app: Host) -> ResultCard:
    return app.match_screen.query_one(ResultCard)


def framed(app: Host) -> str:
    """The text of the card, on one line."""
    region = card_of(app).region
    lines = app.text.splitlines()[region.y : region.bottom]
    return " ".join(" ".join(line[region.x : region.right].strip("│╭╮╰╯─ ") for line in lines).split())


ENDINGS = {
    "cracked alone": (
        played(MINI, "code ABC", "guess AAB"),
        [*"rby", "enter"],
        "Astonishing! You cracked it in 2!",
    ),
    "given up": (played(MINI, "code ABC", "guess AAB"), ["f8", "y"], "Not this time. The code was R B Y"),
    "left": (played(MINI, "code ABC"), ["f9", "y"], "This game wasn’t finished."),
    "cracked by a computer's opponent": (
        played(match_of("mini", players=("computer easy", "Ada"), games=1), "code ABC"),
        [*"rby", "enter"],
        "Unbelievable! You cracked it in 1!",
    ),
    "at one keyboard": (
        played(match_of("mini"), "code ABC"),
        ["f2", *"rby", "enter"],
        "Bob cracked it in 1.",
    ),
    "stopped": (
        played(match_of("mini"), "code ABC"),
        ["f2", "f9", "3", "y"],
        "Stopped by agreement: nobody wins.",
    ),
    "the last of a match": (
        played(match_of("mini"), "code ABC", "guess ABC", "code ABC"),
        ["f2", "f8", "y"],
        "Bob won the match, 9 to 1. The code was R B Y Last game: Ada didn’t crack it.",
    ),
    "void": (
        played(match_of("mini", answers=Answers.HAND), "code ABC", "guess AAA 0+0", "guess ABC 1+2"),
        ["f2", "f3"],
        "This game doesn’t count. The code was R B Y Ada marked guesses 1 and 2 wrongly.",
    ),
}


@pytest.mark.parametrize("size", [(56, 20), SMALL])
@pytest.mark.parametrize("ending", ENDINGS)
async def test_every_ending_has_a_card(ending: str, size: tuple[int, int]) -> None:
    match, keys, words = ENDINGS[ending]
    app = Host(match)
    async with play(app, size=size) as pilot:
        await pilot.press(*keys)
        await until(pilot, lambda: card_of(app).region.height > 0)
        assert words in framed(app)
        assert (
            not app.match_screen.query_one("#side").display or not app.match_screen.query_one("#side").region
        )
        assert ("replay" in shown_keys(app)) is (ending == "void")
        assert app.screen.region.contains_region(card_of(app).region)
        assert app.board.region.right <= card_of(app).region.x or size[0] < 60


async def test_skill_luck_and_par_follow_when_they_are_computed() -> None:
    app = Host(played(CLASSIC, "code ABCD", "guess AABB", "guess CCDD"))
    async with play(app) as pilot:
        await pilot.press(*"rbyg", "enter")
        await until(pilot, lambda: "Skill ━" in app.text)
        assert "Perfect play averages 4.34." in framed(app)
        assert "Luck" in framed(app)
        assert "…" not in framed(app)


async def test_a_lost_game_tells_when_only_one_code_was_left() -> None:
    rows = ["guess AABB", "guess ACCE", "guess ABCF", *["guess AAAA"] * 6]
    app = Host(played(CLASSIC, "code ABCD", *rows))
    async with play(app, size=LARGE) as pilot:
        await pilot.press(*"rrrr", "enter")
        await until(pilot, lambda: "Skill ━" in app.text)
        assert "So close! The code was R B Y G You had it down to 1 code." in framed(app)
        assert "Only one code was left after row 3." in framed(app)
        assert "Perfect play" not in framed(app)


async def test_a_board_too_large_to_review_has_a_card_too() -> None:
    match = played(match_of("classic-1", games=1, pegs=8, colours=8), "code AABBCCDD")
    app = Host(match, far=True)
    async with play(app, size=LARGE) as pilot:
        await pilot.press(*"rrbbyygg", "enter")
        await until(pilot, lambda: "Skill" not in app.text)
        assert "You cracked it in 1!" in framed(app)
        assert "Skill" not in framed(app)
        assert "Perfect play" not in framed(app), "Par is not proved for this board."


async def test_nothing_tells_the_outcome_before_the_last_key_peg(moving: None) -> None:
    app = Host(played(CLASSIC, "code ABCD"))
    async with play(app) as pilot:
        await pilot.press(*"rbyg", "enter")
        seen = list[str]()
        while app.board._keys_shown is not None:
            seen.append(app.text)
            await pilot.pause(0.02)
        assert seen
        for text in seen:
            for word in ("★", "cracked", "next game"):
                assert word not in text
            assert "?   ?   ?   ?" in text, "The shield is closed."
        await until(pilot, lambda: "You cracked it in 1!" in app.text)


async def test_a_key_finishes_the_motion_and_starts_the_next_game(moving: None) -> None:
    app = Host(played(CLASSIC, "code ABCD"))
    async with play(app) as pilot:
        await pilot.press(*"rbyg", "enter", "n")
        await pilot.pause()
        assert "Your turn: guess 1 of 10" in app.words


async def test_the_history_of_a_player_is_next_to_the_board(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    solo = Agreement(find_edition("classic-1"), (NOBODY, "Player"), 1)
    for number, rows in enumerate((["guess ABCD"], ["guess AABB", "guess ABCD"], ["give up"])):
        archive_match(context, played(solo, "code ABCD", *rows), at=context.now() + number)
    async with play_application(context, size=(200, 50)) as user:
        await user.press("p")
        assert "2 of 3 cracked · average 1.50" in user.seen
        assert "Best 1 · streak 0 · par 4.34" in user.seen
        await user.press("escape", "p", "f9", "y", "s")
        assert user.screen == "StatisticsScreen"


async def test_each_game_of_a_match_is_reviewed_and_copied() -> None:
    app = Host(played(match_of("mini"), "code ABC"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rby", "enter")
        assert shown_keys(app)[:3] == ["next", "review", "copy"]
        await pilot.press("c")
        await until(pilot, lambda: bool(app.clipboard))
        assert app.clipboard == "codepegs · Quick\n1/8 · par 3.95\n⚫⚫⚫"
        assert "Copied. Paste it anywhere" in app.text
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))


async def test_an_offer_of_a_rematch_is_on_the_card() -> None:
    app = Host(played(match_of("mini", games=1), "code ABC", "guess ABC"), far=True)
    async with play(app) as pilot:
        await app.far.offer("rematch")
        await pilot.pause()
        assert "Ada would like a rematch." in framed(app)
        assert shown_keys(app)[0] == "reply"
        await pilot.press("ctrl+f", "y")
        await pilot.pause()
        assert "Your turn: make a code" in app.words
