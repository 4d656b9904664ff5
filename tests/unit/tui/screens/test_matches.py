"""Matches that are kept: gone on with, looked at, deleted, counted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codepegs.notation import record
from codepegs.rules import Answers, Board, Code, find_edition
from codepegs.tui.review.screen import ReviewScreen
from codepegs.tui.screens.matches import DAY, HOUR
from tests.support.application import LARGE, NOW, keep, play, room, serve
from tests.support.strategies import played, two

MINI = find_edition("mini")
RBY = re.compile(r"R\W{1,5}B\W{1,5}Y")
"""A row as it is drawn."""
OVER = played(two(MINI), "code ABC", "guess AAA", "guess ABC", "code DEF", "guess DEF")
OPEN = played(two(MINI), "code ABC", "guess AAB", "guess BBB")


async def test_a_match_played_and_left_is_gone_on_with_as_it_was(tmp_path: Path) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press("n", "9", "enter", "enter")
        assert seated.screen == "TableScreen"
        await seated.press("r", "b", "y", "enter")
        await seated.press("g", "w")  # not played, so not kept
        await seated.press("escape")
        assert seated.screen == "MenuScreen"
        assert "kept" in seated.told[-1]

    kept = room(tmp_path)
    (entry,) = kept.archive.entries(over=False)
    before = kept.archive.match(entry.id)
    assert [row.guess for row in before.game.board.rows] == [MINI.code("RBY")]
    async with play(kept) as seated:
        await seated.press("r", "enter")
        assert seated.screen == "TableScreen"
        assert RBY.search(seated.seen)
        await seated.press("g", "w", "k", "enter")
        assert len(kept.archive.match(entry.id).game.board.rows) == 2


async def test_what_is_played_is_kept_before_the_next_key(tmp_path: Path) -> None:
    here = room(tmp_path)
    async with play(here) as seated:
        await seated.press("n", "9", "enter", "enter")
        assert seated.screen == "TableScreen"
        for number, row in enumerate(("rby", "gwk", "rrr"), start=2):
            await seated.press(*row, "enter")
            assert here.archive.entries()[0].moves >= number


async def test_resume_lists_the_unfinished_and_recent_lists_all(tmp_path: Path) -> None:
    here = room(tmp_path)
    keep(here, OVER, at=NOW - 3 * HOUR)
    keep(here, OPEN, at=NOW - 2 * DAY)
    async with play(here) as seated:
        await seated.press("r")
        assert "goes on" in seated.seen
        assert "2 days ago" in seated.seen
        assert "won" not in seated.seen
        await seated.press("escape", "m")
        assert "Ada won" in seated.seen
        assert "3 hours ago" in seated.seen
        assert "2 : 1" in seated.seen


async def test_a_match_at_a_table_of_a_server_is_looked_at_here_and_played_there(tmp_path: Path) -> None:
    name = serve(tmp_path, OPEN)
    here = room(tmp_path)
    async with play(here) as seated:
        await seated.press("r")
        assert "No match waits to be gone on with." in seated.seen
        await seated.press("escape", "m")
        assert "goes on at a table" in seated.seen
        await seated.press("enter")
        assert seated.screen == "MatchesScreen"
        assert f"/t/{name}" in seated.told[-1]
        await seated.press("v")
        assert seated.screen == "ReviewScreen"


async def test_a_match_that_is_over_is_reviewed_wherever_it_was_played(tmp_path: Path) -> None:
    serve(tmp_path, OVER)
    async with play(room(tmp_path)) as seated:
        await seated.press("m")
        assert "Ada won" in seated.seen
        assert "at a table" not in seated.seen
        await seated.press("enter")
        assert seated.screen == "ReviewScreen"


@pytest.mark.parametrize(
    ("moves", "count"), [([], "0 moves"), (["code ABC"], "1 move"), (["code ABC", "guess AAB"], "2 moves")]
)
async def test_the_moves_of_a_match_are_counted_in_its_line(
    tmp_path: Path, moves: list[str], count: str
) -> None:
    here = room(tmp_path)
    keep(here, played(two(MINI), *moves))
    async with play(here) as seated:
        await seated.press("m")
        assert f"2 games, {count}, " in seated.seen


async def test_a_match_is_gone_on_with_by_mouse(tmp_path: Path) -> None:
    here = room(tmp_path)
    keep(here, OPEN)
    async with play(here) as seated:
        await seated.press("r")
        await seated.click("Chooser", offset=(5, 1))
        assert seated.screen == "CoverScreen"  # two people share a keyboard


async def test_a_match_is_deleted_only_after_the_question(tmp_path: Path) -> None:
    here = room(tmp_path)
    keep(here, OVER)
    async with play(here) as seated:
        await seated.press("m", "d")
        assert "Delete the match of Ada and Bob?" in seated.seen
        await seated.press("escape")
        assert len(here.archive.entries()) == 1
        await seated.press("d", "enter")  # Enter means no
        assert len(here.archive.entries()) == 1
        await seated.press("d", "y")
        assert here.archive.entries() == []
        assert "No match has been played here yet." in seated.seen
        await seated.press("d", "v", "enter")
        assert seated.screen == "MatchesScreen"


async def test_a_match_that_another_window_deleted_is_refused_in_a_sentence(tmp_path: Path) -> None:
    here = room(tmp_path)
    name = keep(here, OPEN)
    async with play(here) as seated:
        await seated.press("r")
        here.archive.delete(name)
        await seated.press("enter")
        assert "There is no match" in seated.told[-1]


async def test_a_move_that_another_window_made_first_is_not_overwritten(tmp_path: Path) -> None:
    here = room(tmp_path)
    match = played(two(MINI), "code ABC")
    name = keep(here, match)
    async with play(here) as seated:
        await seated.press("r", "enter", "f2")
        assert seated.screen == "TableScreen"
        guessed = match.play(played(two(MINI), "code ABC", "guess FFF").moves[-1])
        here.archive.add(name, 1, guessed.moves[-1], at=NOW)
        await seated.press("r", "b", "y", "enter")
        assert "could not be kept" in seated.seen
        assert here.archive.match(name) == guessed


# Review -------------------------------------------------------------------------------


def code(review: ReviewScreen) -> Code | None:
    return review.step.view.code


async def test_arrows_step_through_a_match(tmp_path: Path) -> None:
    here = room(tmp_path)
    keep(here, OVER)
    async with play(here, size=LARGE) as seated:
        await seated.press("m", "v")
        review = seated.app.screen
        assert isinstance(review, ReviewScreen)
        assert "Game 1 of 2" in seated.seen
        assert "waits for the codemaker to set the code" in " ".join(seated.seen.split())
        await seated.press("right", "right")
        assert review.step.view.board == Board(MINI, OVER.games[0].board.rows[:1])
        assert code(review) is None
        await seated.press("right")
        assert code(review) == MINI.code("RBY")
        assert "Bob broke the code in 2 rows." in seated.seen
        await seated.press("down")
        assert "Game 2 of 2" in seated.seen
        await seated.press("end")
        assert "Ada wins the match." in seated.seen
        await seated.press("right", "left")
        assert code(review) is None
        await seated.press("up", "up")
        assert "Game 1 of 2" in seated.seen
        await seated.press("end", "home", "left")
        assert review.step.view.board.rows == ()


async def test_the_code_of_an_ended_game_can_be_shown_from_the_start(tmp_path: Path) -> None:
    here = room(tmp_path)
    keep(here, OVER)
    async with play(here) as seated:
        await seated.press("m", "v", "right")
        review = seated.app.screen
        assert isinstance(review, ReviewScreen)
        assert code(review) is None
        await seated.press("c")
        assert code(review) == MINI.code("RBY")
        assert RBY.search(seated.seen)
        await seated.press("c")
        assert not RBY.search(seated.seen)


async def test_the_code_of_a_game_that_goes_on_is_not_even_in_the_steps(tmp_path: Path) -> None:
    here = room(tmp_path)
    keep(here, OPEN)
    async with play(here) as seated:
        await seated.press("m", "v", "c", "end")
        review = seated.app.screen
        assert isinstance(review, ReviewScreen)
        assert "The match is not over yet." in seated.seen
        assert all(step.code is None and step.view.code is None for step in review._steps)
        assert not any(isinstance(value, type(OPEN)) for value in vars(review).values())
        assert not RBY.search(seated.seen)


async def test_the_bar_is_clicked_to_go_somewhere(tmp_path: Path) -> None:
    here = room(tmp_path)
    keep(here, OVER)
    async with play(here) as seated:
        await seated.press("m", "enter")
        review = seated.app.screen
        assert isinstance(review, ReviewScreen)
        await seated.click("#bar", offset=(60, 0))
        assert review.step.game == 1
        await seated.click("#bar", offset=(1, 0))
        assert review.step == review._steps[0]


async def test_a_proof_is_drawn_and_said(tmp_path: Path) -> None:
    here = room(tmp_path)
    terms = find_edition("mini", answers=Answers.HAND)
    keep(here, played(two(terms), "code ABC", "guess AAA 0+0", "guess AAA 1+0", "claim"))
    async with play(here, size=LARGE) as seated:
        await seated.press("m", "v", "down", "left")
        assert "No code fits the answers to rows 1 and 2 together" in " ".join(seated.seen.split())


async def test_a_record_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    file.write_text(record.write(OVER))
    async with play(room(tmp_path)) as seated:
        await seated.press("v")
        await seated.type(str(file))
        await seated.press("enter")
        assert seated.screen == "ReviewScreen"
        await seated.press("escape")
        assert seated.screen == "RecordScreen"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "cannot be read"),
        (b"\xff", "it is not text in UTF-8"),
        (b"hello \x1b[2J", "Line 1: this is no record"),
        (record.write(OVER).replace("winner Ada", "winner \x1b]0;x\x07").encode(), "does not follow"),
    ],
)
async def test_a_file_that_is_no_record_is_refused_below(
    tmp_path: Path, content: bytes | None, reason: str
) -> None:
    file = tmp_path / "x.pegs"
    if content is not None:
        file.write_bytes(content)
    async with play(room(tmp_path), size=LARGE) as seated:
        await seated.press("v")
        await seated.type(str(file))
        await seated.press("enter")
        assert reason in " ".join(seated.seen.replace("│", " ").split())
        assert "\x1b" not in seated.seen
        assert seated.screen == "RecordScreen"


# Statistics ---------------------------------------------------------------------------


async def test_statistics_count_games_edition_by_edition(tmp_path: Path) -> None:
    here = room(tmp_path)
    keep(here, OVER)
    keep(here, played(two(find_edition("classic-1")), "code AABB", "give up", "code AABC"))
    async with play(here, size=LARGE) as seated:
        await seated.press("s")
        assert "Statistics of everybody" in seated.seen
        assert "2 games, 2 broken, 0 held; 1.50 guesses on average, 1 at best" in seated.seen
        assert "1 game, 0 broken, 1 held" in seated.seen
        await seated.press("right")
        assert "Statistics of Ada" in seated.seen
        assert "1 game, 1 broken, 0 held; 1.00 guesses on average, 1 at best" in seated.seen
        await seated.press("right")
        assert "Statistics of Bob" in seated.seen
        await seated.press("right")
        assert "Statistics of everybody" in seated.seen


async def test_before_the_first_game_statistics_say_so(tmp_path: Path) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press("s")
        assert "No game has been finished yet" in seated.seen
