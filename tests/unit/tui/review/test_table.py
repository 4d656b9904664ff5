"""The table of a review: numbers, rows, words, and another guess."""

from __future__ import annotations

from pathlib import Path

import pytest

from codepegs.analysis import review_match
from codepegs.notation import position
from codepegs.rules import find_edition
from codepegs.tui.review.table import ReviewTable, rate_luck
from codepegs.tui.review.trial import try_guess
from tests.support.application import archive_match, open_context, play
from tests.support.strategies import played, two

CLASSIC = find_edition("classic-1")
OVER = played(two(CLASSIC, 1), "code AABC", "guess ABCD", "guess AACB", "guess AABC")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_review_opens_with_its_table(tmp_path: Path, size: tuple[int, int]) -> None:
    context = open_context(tmp_path)
    archive_match(context, OVER)
    [game] = review_match(OVER).games
    async with play(context, size=size) as user:
        await user.press("m", "v")
        assert "3 guesses" in user.seen
        assert "par 4.34" in user.seen
        assert f"{game.totals.skill:.0f} skill" in user.seen
        assert "1,296 → 132" in user.seen
        assert "132 → 3" in user.seen
        assert "1,296 codes left before this guess, 132 after." in user.seen
        await user.press("down")
        assert "132 codes left before this guess, 3 after." in user.seen
        await user.press("enter")
        assert "Game 1 of 1" in user.seen, "Enter shows the board."
        await user.press("enter", "k")
        assert "1,296 codes left before this guess" in user.seen


async def test_another_guess_can_be_tried(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, OVER)
    async with play(context, size=(120, 40)) as user:
        await user.press("m", "v", "down", "t", *"rrby", "enter")
        board = position.read("classic-1 / RBYG 1+2")
        said = try_guess(board, CLASSIC.code("RRBY"), CLASSIC.code("RRBY"))
        assert user.app.screen.query_one(ReviewTable).tried == said
        assert said.startswith("RRBY: ")
        assert "4 black, 0 white, leaving 1." in said
        await user.press("t", "z", "enter")
        assert "is not a colour here" in user.app.screen.query_one(ReviewTable).tried
        assert "Instead" in user.seen
        await user.press("escape")
        assert user.screen == "ReviewScreen", "Esc closes the field first."


async def test_another_guess_is_judged_in_full_in_a_small_window(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, OVER)
    said = try_guess(position.read("classic-1"), CLASSIC.code("RYWK"), CLASSIC.code("RRBY"))
    assert len(said) > 80
    async with play(context, size=(80, 24)) as user:
        await user.press("m", "v", "t", *"rywk", "enter")
        assert said in " ".join(user.seen.split())


@pytest.mark.parametrize("row", [1, 2, 3])
async def test_enter_shows_the_chosen_row_on_the_board(tmp_path: Path, row: int) -> None:
    context = open_context(tmp_path)
    archive_match(context, OVER)
    async with play(context, size=(80, 24)) as user:
        await user.press("m", "v", *["down"] * (row - 1), "enter")
        assert f"Row {row}: " in user.seen


@pytest.mark.parametrize(
    ("fortune", "sign"), [(100, "▲▲"), (60, "▲"), (50, "·"), (39, "▼"), (0, "▼▼"), (None, "·")]
)
def test_luck_has_a_sign(fortune: float | None, sign: str) -> None:
    assert rate_luck(fortune)[0] == sign
