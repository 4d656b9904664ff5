"""Matches that are kept: gone on with, looked at, deleted, counted."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from codepegs.notation import record
from codepegs.rules import Agreement, Board, Code, find_edition
from codepegs.rules.agreement import NOBODY
from codepegs.rules.daily import DAILY_EDITION, daily_code
from codepegs.tui.review.screen import ReviewScreen
from codepegs.tui.screens.match_lines import DAY, HOUR
from codepegs.tui.screens.path_dialog import complete_path
from codepegs.tui.widgets.board import BoardView
from tests.support.application import LARGE, NOW, archive_match, archive_server_match, open_context, play
from tests.support.strategies import played, two

NOVEMBER = int(datetime(2026, 11, 17, tzinfo=UTC).timestamp()) * 1_000_000
MINI = find_edition("mini")
RBY = re.compile(r"R\W{1,5}B\W{1,5}Y")
"""A row as it is drawn."""
OVER = played(two(MINI), "code ABC", "guess AAA", "guess ABC", "code DEF", "guess DEF")
SOLO = Agreement(MINI, (NOBODY, "Player"), 1)
OPEN = played(two(MINI), "code ABC", "guess AAB", "guess BBB")


async def test_a_match_is_resumed_after_a_restart(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press("c", "1", "enter", "enter")
        assert user.screen == "MatchScreen"
        await user.press("r", "b", "y", "enter")
        await user.press("g", "w")  # not played, so not kept
        await user.press("escape")
        assert user.screen == "MenuScreen"
        assert "saved" in user.notifications[-1]
        await user.press("r", "enter")
        assert user.screen == "MatchScreen"
        assert user.notifications == [], "Nothing covers the colours and the keys."

    again = open_context(tmp_path)
    (entry,) = again.archive.entries(over=False)
    before = again.archive.match(entry.id)
    assert [row.guess for row in before.game.board.rows] == [MINI.code("RBY")]
    async with play(again) as user:
        await user.press("r", "enter")
        assert user.screen == "MatchScreen"
        assert RBY.search(user.seen)
        await user.press("g", "w", "k", "enter")
        assert len(again.archive.match(entry.id).game.board.rows) == 2


async def test_each_move_is_saved_before_the_next_key(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("c", "1", "enter", "enter")
        assert user.screen == "MatchScreen"
        for number, row in enumerate(("rby", "gwk", "rrr"), start=2):
            await user.press(*row, "enter")
            assert context.archive.entries()[0].moves >= number


async def test_continue_lists_the_unfinished_and_my_games_lists_all(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, OVER, at=NOW - 3 * HOUR)
    for days in (2, 3):
        archive_match(context, OPEN, at=NOW - days * DAY)
    async with play(context) as user:
        await user.press("r")
        assert "unfinished" in user.seen
        assert "2 d" in user.seen
        assert "won" not in user.seen
        await user.press("escape", "m")
        assert "Ada won" in user.seen
        assert "3 h" in user.seen
        assert "2 : 1" in user.words


async def test_a_match_on_a_server_can_only_be_reviewed(tmp_path: Path) -> None:
    name = archive_server_match(tmp_path, OPEN)
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("r")
        assert "There is no unfinished game." in user.seen
        await user.press("escape", "m")
        assert "on a server" in user.seen
        await user.press("enter")
        assert user.screen == "MatchesScreen"
        assert f"/t/{name}" in user.notifications[-1]
        await user.press("v")
        assert user.screen == "ReviewScreen"


async def test_long_names_end_with_an_ellipsis(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    names = ("computer perfect", "Bartholomew the Great")
    archive_match(context, played(Agreement(MINI, names, 1), "code ABC", "guess ABC"))
    async with play(context) as user:
        await user.press("m")
        assert "Computer (perfect) – Ba… " in user.seen


async def test_a_match_with_a_computer_is_called_so(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, played(Agreement(MINI, ("computer easy", "Ada"), 1), "code ABC", "guess ABC"))
    async with play(context) as user:
        await user.press("m", "d")
        assert "Delete the match between the computer and Ada?" in user.words
        await user.press("n", "v")
        await user.wait_for("Computer (easy) and Ada")


async def test_deleting_a_match_needs_a_confirmation(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, OVER)
    async with play(context) as user:
        await user.press("m", "d")
        assert "Delete the match between Ada and Bob?" in user.seen
        await user.press("escape")
        assert len(context.archive.entries()) == 1
        await user.press("d", "enter")  # Enter means no
        assert len(context.archive.entries()) == 1
        await user.press("d", "y")
        assert context.archive.entries() == []
        assert "You have not played here yet." in user.words
        await user.press("d", "v", "enter")
        assert user.screen == "MatchesScreen"


async def test_a_match_deleted_elsewhere_is_refused(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    name = archive_match(context, OPEN)
    async with play(context) as user:
        await user.press("m")
        context.archive.delete(name)
        await user.press("enter")
        assert "There is no match" in user.notifications[-1]


async def test_a_move_made_elsewhere_is_not_overwritten(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    match = played(two(MINI), "code ABC")
    name = archive_match(context, match)
    async with play(context) as user:
        await user.press("r", "enter", "f2")
        assert user.screen == "MatchScreen"
        guessed = match.play(played(two(MINI), "code ABC", "guess FFF").moves[-1])
        context.archive.add(name, 1, guessed.moves[-1], at=NOW)
        await user.press("r", "b", "y", "enter")
        assert "The match has moved on" in user.words
        assert "▶ 2" in user.seen
        assert context.archive.match(name) == guessed


# Review -------------------------------------------------------------------------------


def code(review: ReviewScreen) -> Code | None:
    return review.step.view.code


async def test_arrows_step_through_a_match(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, OVER)
    async with play(context, size=LARGE) as user:
        await user.press("m", "v")
        review = user.app.screen
        assert isinstance(review, ReviewScreen)
        assert "Enter show board" in user.seen
        await user.press("enter")
        assert "Game 1 of 2" in user.seen
        await user.press("home", "right", "right")
        assert review.step.view.board == Board(MINI, OVER.games[0].board.rows[:1])
        assert code(review) is None
        await user.press("right")
        assert code(review) == MINI.code("RBY")
        assert "Bob cracked the code in 2 guesses." in user.seen
        await user.press("down")
        assert "Game 2 of 2" in user.seen
        await user.press("end")
        assert "Ada wins the match." in user.seen
        await user.press("right", "left")
        assert code(review) is None
        await user.press("up", "up")
        assert "Game 1 of 2" in user.seen
        await user.press("end", "home", "left")
        assert review.step.view.board.rows == ()
        await user.click("#bar", offset=(100, 0))
        assert review.step.game == 1


async def test_s_shows_the_code_of_a_finished_game(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, OVER)
    async with play(context) as user:
        await user.press("m", "v", "right")
        review = user.app.screen
        assert isinstance(review, ReviewScreen)
        assert code(review) is None
        await user.press("s")
        assert code(review) == MINI.code("RBY")
        assert RBY.search(user.seen)
        await user.press("s")
        assert not RBY.search(user.seen)


async def test_no_step_contains_the_code_of_an_unfinished_game(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, OPEN)
    async with play(context) as user:
        await user.press("m", "v", "s", "end")
        review = user.app.screen
        assert isinstance(review, ReviewScreen)
        assert "The match is not over yet." in user.seen
        assert all(step.code is None and step.view.code is None for step in review._steps)
        assert not any(isinstance(value, type(OPEN)) for value in vars(review).values())
        assert not RBY.search(user.seen)


# Search, preview, export and import ---------------------------------------------------


async def test_the_list_follows_what_is_searched(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, OVER)
    solo = archive_match(context, played(SOLO, "code ABC", "guess ABC"))
    async with play(context) as user:
        await user.press("m", "slash", *"solo")
        assert "Solo · Quick" in user.seen
        assert "Ada – Bob" not in user.seen
        await user.press(*"x")
        assert "Nothing found." in user.seen
        await user.press("escape")
        assert "Ada – Bob" in user.seen
        await user.press("slash", *solo, "enter", "v")
        assert user.screen == "ReviewScreen"


async def test_the_preview_shows_a_board_without_its_hidden_code(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, OPEN, at=NOW)
    archive_match(context, OVER, at=NOW - HOUR)
    async with play(context, size=LARGE) as user:
        await user.press("m")
        assert "?   ?   ?" in user.seen
        assert "Bob to move" in user.words
        assert not RBY.search(user.seen)
        shown = user.app.screen.query_one(BoardView).game
        assert shown is not None
        assert shown.code is None
        await user.press("down")
        assert re.search(r"G\W{1,5}W\W{1,5}K", user.seen)


@pytest.mark.parametrize(
    ("number", "copied"), [("1", "codepegs"), ("2", "mini / RRR 1+0 / RBY 3+0"), ("3", "")]
)
async def test_a_match_is_copied(tmp_path: Path, number: str, copied: str) -> None:
    context = open_context(tmp_path)
    name = archive_match(context, played(two(MINI, 1), "code ABC", "guess AAA", "guess ABC"))
    async with play(context) as user:
        await user.press("m", "x", number)
        assert user.app.clipboard.startswith(copied or name)


@pytest.mark.parametrize(("number", "name", "content"), [("4", "a.pegs", "codepegs"), ("5", "a.svg", "<svg")])
async def test_a_match_is_saved_to_a_new_file(tmp_path: Path, number: str, name: str, content: str) -> None:
    context = open_context(tmp_path)
    archive_match(context, OVER)
    async with play(context) as user:
        for _ in range(2):
            await user.press("m", "x", number)
            await user.type(str(tmp_path / name))
            await user.press("enter", "escape")
        assert "Saved as" in user.notifications[0]
        assert "exists already" in user.notifications[1]
    assert (tmp_path / name).read_text().startswith(content)


async def test_a_record_is_imported_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "match.pegs").write_text(record.write(OVER))
    (tmp_path / "open.pegs").write_text(record.write(OPEN))
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("m", "i")
        await user.type(f"{tmp_path}/ma")
        await user.press("tab", "enter")
        assert user.screen == "MatchesScreen"
        assert "Ada won" in user.seen
        (entry,) = context.archive.entries()
        assert context.archive.match(entry.id).moves == OVER.moves
        await user.press("i")
        await user.type(f"{tmp_path}/open.pegs")
        await user.press("enter")
        assert user.screen == "ReviewScreen", "Without its code it cannot be continued."
        assert len(context.archive.entries()) == 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "cannot be read"),
        (b"\xff", "not UTF-8 text"),
        (b"hello \x1b[2J", "Line 1: this is not a record"),
        (record.write(OVER).replace("winner Ada", "winner \x1b]0;x\x07").encode(), "does not follow"),
    ],
)
async def test_a_file_that_is_not_a_record_is_refused(
    tmp_path: Path, content: bytes | None, reason: str
) -> None:
    file = tmp_path / "x.pegs"
    if content is not None:
        file.write_bytes(content)
    async with play(open_context(tmp_path), size=LARGE) as user:
        await user.press("m", "i")
        await user.type(str(file))
        await user.press("enter")
        assert reason in user.notifications[-1]
        assert "\x1b" not in user.seen


@pytest.mark.parametrize(
    ("typed", "found"), [("ma", "match.pegs"), ("fo", "folder/"), ("x", None), ("", None), ("\0", None)]
)
def test_paths_are_completed(tmp_path: Path, typed: str, found: str | None) -> None:
    (tmp_path / "match.pegs").write_text("")
    (tmp_path / "folder").mkdir()
    assert complete_path(f"{tmp_path}/{typed}") == (found and f"{tmp_path}/{found}")


# Statistics ---------------------------------------------------------------------------


async def test_statistics_of_solo_games_stand_next_to_par(tmp_path: Path) -> None:
    context = open_context(tmp_path, now=NOVEMBER)
    classic, mini = (Agreement(find_edition(slug), (NOBODY, "Player"), 1) for slug in ("classic-1", "mini"))
    daily = Agreement(DAILY_EDITION, (NOBODY, "Player"), 1, daily=context.today)
    code = daily_code(context.today)
    matches = [
        played(classic, "code AABB", "give up"),
        played(classic, "code AABB", "guess AABB"),
        played(classic, "code AABB", "guess BBBB", "guess CCCC", "guess AABB"),
        played(mini, "code ABC", "leave codebreaker"),
        played(daily, f"code {code}", f"guess {code}"),
    ]
    for number, match in enumerate(matches):
        archive_match(context, match, at=NOVEMBER + number)
    async with play(context, size=LARGE) as user:
        await user.press("s")
        assert "Statistics for Player" in user.seen, "The name of the form comes first."
        daily_block, overall, solo, other = user.seen.split("Daily codes")[1].split("Solo, ")
        assert "1 of 1 game cracked · average 1.00 (par 4.34) · best 1" in daily_block
        assert "2 of 4 games cracked · average 2.00 · best 1" in overall
        assert "Streak 0 · longest streak 2" in overall
        assert "2 of 3 games cracked · average 2.00 (par 4.34) · best 1" in solo
        assert "Streak 2 · longest streak 2" in solo
        assert "0 of 1 game cracked" in other
