"""Previews of links: what a chat shows about a table, a daily code or a puzzle."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from codepegs.notation import position
from codepegs.notation.drawing import letters
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.rules import (
    Agreement,
    Code,
    GiveUp,
    Guess,
    Leave,
    Match,
    Move,
    Seat,
    Secret,
    SetCode,
    daily_code,
    find_edition,
)
from codepegs.server.learn import jobs
from codepegs.server.pages.previews import preview_daily, preview_puzzle, preview_site, preview_table
from codepegs.table.table import Table
from tests.support.pure_table import NAME, seated, two, waiting

MINI = find_edition("mini")
CODE = MINI.code("RGB")
DAY = date(2026, 11, 20)
ALONE = Agreement(MINI, ("", "Ada"), 1)
DAILY = Agreement(find_edition("classic-1"), ("", "Ada"), 1, daily=DAY)
TODAYS = DAILY.edition.spell(daily_code(DAY))
ONE_CODE = "one-code:mini:GYK=1+0,YRB=0+1,RYB=1+0,BKW=0+1:e800"


def played(agreement: Agreement, *guesses: str, code: Code = CODE) -> Table:
    """Return a table after these guesses. A daily code is that of its day."""
    return with_moves(
        agreement,
        SetCode(Secret(daily_code(agreement.daily) if agreement.daily else code)),
        *(Guess(agreement.edition.code(guess)) for guess in guesses),
    )


def with_moves(agreement: Agreement, *moves: Move) -> Table:
    table = seated(agreement)
    assert table.match is not None
    match: Match = table.match
    for move in moves:
        match = match.play(move)
    return replace(table, match=match)


def series(agreement: Agreement) -> Table:
    """Return a table after two games: the first player cracks nothing, the second cracks at once."""
    code = SetCode(Secret(CODE))
    return with_moves(agreement, code, Guess(CODE), code, GiveUp())


SERIES = series(two(MINI))
LEFT = replace(
    seated(two(MINI)),
    match=Match.start(Agreement(MINI, ("computer easy", "Bob"), 2))
    .play(SetCode(Secret(CODE)))
    .play(Leave(Seat.CODEBREAKER)),
)


@pytest.mark.parametrize(
    ("table", "title", "description"),
    [
        (
            waiting(two("classic-1")),
            "Ada invites you to a game of codepegs",
            "Classic, 2 games. 4 pegs, 6 colours, 10 guesses per game. No sign-up.",
        ),
        (
            played(two(MINI), "RRY"),
            "Ada and Bob play codepegs",
            "Quick. Game 1 of 2. Guess 2 of 8. Points: Ada 0, Bob 0.",
        ),
        (
            SERIES,
            "Bob won the match, 9 to 1 · Ada and Bob at codepegs",
            "Quick, 2 games. Points: Ada 1, Bob 9.",
        ),
        (
            played(ALONE, "RRY", "RGB"),
            "Cracked in 2 of 8 guesses",
            "Quick. 3 pegs, 6 colours, 8 guesses per game. Can you do better?",
        ),
        (
            played(DAILY, "RRBB", TODAYS),
            "Daily code No. 5",
            "Cracked in 2 of 10 guesses. Everybody gets the same code. One try, ten guesses.",
        ),
    ],
)
def test_a_preview_says_what_is_going_on(table: Table, title: str, description: str) -> None:
    found = preview_table(table)
    assert (found.title, found.description) == (title, description)
    assert found.path == f"/t/{NAME}.png?v={table.version}"
    assert NAME not in found.title + found.description


def test_only_a_finished_game_shows_its_code() -> None:
    for table, code in (
        (played(two(MINI), "RRY"), None),
        (played(ALONE, "RRY"), None),
        (played(ALONE, "RRY", "RGB"), CODE),
    ):
        shown = preview_table(table).picture
        assert (shown.code, shown.colours) == (code, True)


@pytest.mark.parametrize(
    ("table", "headline"),
    [
        (SERIES, ("Bob won", "9 to 1")),
        (series(Agreement(MINI, ("Ada", "李小龙"), 2)), ("Final score", "9 to 1")),
        (LEFT, ("The computer won",)),
        (with_moves(two(MINI), SetCode(Secret(CODE)), Leave(Seat.CODEMAKER)), ("Bob won",)),
        (with_moves(two(MINI), SetCode(Secret(CODE)), Leave(None)), ("Nobody", "wins")),
        (with_moves(two(MINI), *(SetCode(Secret(CODE)), Guess(CODE)) * 2), ("A draw", "1 to 1")),
    ],
)
def test_the_picture_of_a_finished_match_says_who_won(table: Table, headline: tuple[str, ...]) -> None:
    assert preview_table(table).picture.headline == headline


@pytest.mark.parametrize("guesses", [(), ("RRBB",), ("RRBB", TODAYS)])
def test_a_daily_code_is_not_spoiled(guesses: tuple[str, ...]) -> None:
    shown = preview_table(played(DAILY, *guesses)).picture
    assert (shown.code, shown.colours) == (None, False)
    assert preview_daily(DAY).picture.code is None


def test_all_text_in_pictures_can_be_drawn() -> None:
    puzzle = jobs.make_puzzle("mini", Theme.BEST_GUESS, Difficulty.EASY, "a seed").id
    tables = (waiting(two("classic-1")), played(ALONE), played(DAILY), SERIES)
    for preview in (
        preview_site(),
        preview_daily(DAY),
        preview_puzzle(jobs.load_puzzle(puzzle)),
        *map(preview_table, tables),
    ):
        picture = preview.picture
        assert set("".join((*picture.headline, picture.note))) <= letters.CHARACTERS


def test_a_puzzle_shows_its_rows_and_no_answer() -> None:
    found = preview_puzzle(jobs.load_puzzle(ONE_CODE))
    assert found.picture.board == position.read("mini / GYK 1+0 / YRB 0+1 / RYB 1+0 / BKW 0+1")
    assert found.picture.code is None
    assert found.path == f"/puzzle/{ONE_CODE}.png"
