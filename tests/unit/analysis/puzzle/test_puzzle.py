"""Puzzles have one answer. Proved by trying everything: `CODEPEGS_PUZZLES=5000` tries more of them."""

from __future__ import annotations

import os
from dataclasses import fields
from datetime import date
from itertools import cycle, islice, product

import pytest

from codepegs.analysis.puzzle import puzzle
from codepegs.analysis.puzzle.puzzle import Puzzle, answer, daily, judge, make, read
from codepegs.errors import IllegalCode, NoPuzzle, TooLarge
from codepegs.notation import edition_line, position, puzzle_id
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.rules import CATALOGUE, find_edition
from tests.support import plain_review
from tests.support.golden_files import FOLDER, Golden

COUNT = int(os.environ.get("CODEPEGS_PUZZLES", "72"))
"""How many puzzles are proved: one of each kind by default."""

LARGEST = 1_000
"""From so many puzzles on, the largest edition takes part too."""

TERMS = [
    *(slug for slug in CATALOGUE if slug != "super" or COUNT >= LARGEST),
    "hasbro-2010 guess-repeats=no",
    "invicta blanks=yes rows=6",
    "mini blanks=yes code-repeats=no",
    "classic-1 pegs=5 colours=5",
]
EASY, MEDIUM, HARD = Difficulty
TODAY = date(2026, 11, 16)


KINDS = [*product(TERMS, Theme, Difficulty)]


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    """Puzzles of every kind in turn, as many as are asked for."""
    return [
        make(edition_line.read(terms), theme, difficulty, f"test {number}")
        for number, (terms, theme, difficulty) in enumerate(islice(cycle(KINDS), COUNT))
    ]


def test_one_code_fits_and_every_row_is_needed(puzzles: list[Puzzle]) -> None:
    proved = 0
    for each in puzzles:
        codes, needed = plain_review.fitting(each.board)
        assert needed == set(range(len(each.board.rows))), each.id
        if each.theme.asks_for_code:
            assert codes == [answer(each)], each.id
            proved += 1
    print(f"{proved} puzzles have exactly one code")


def test_one_guess_is_the_best(puzzles: list[Puzzle]) -> None:
    proved = 0
    for each in puzzles:
        if not each.theme.asks_for_code and each.board.edition.size < 10_000:
            codes, _ = plain_review.fitting(each.board)
            target, best = plain_review.best_guesses(each.board, codes)
            assert best == [answer(each)], each.id
            verdict = judge(each, best[0])
            assert (verdict.lost, verdict.total) == target
            proved += 1
    print(f"{proved} puzzles have exactly one best guess")


def test_a_puzzle_is_what_its_id_says(puzzles: list[Puzzle]) -> None:
    for each in puzzles:
        assert read(each.id) == each
        assert not each.board.full
        assert answer(each) not in [guess for guess, _ in each.board.answered]


# The same everywhere, for ever ----------------------------------------------------------


def test_a_day_keeps_its_puzzle(golden: Golden) -> None:
    """A line is a day, a difficulty and an ID. From the release on they stay: people play them."""
    lines = []
    for line in (FOLDER / "puzzles.txt").read_text(encoding="utf-8").splitlines():
        day, difficulty, text = line.split()
        theme, board = puzzle_id.read(text)
        made = make(board.edition, theme, Difficulty(difficulty), f"day {day}")
        lines.append(f"{day} {difficulty} {made.id}\n")
    golden("puzzles.txt", "".join(lines))


def test_a_day_has_one_puzzle() -> None:
    for day in (TODAY, date(2026, 11, 17)):
        found = daily(day)
        assert found == make(find_edition("classic-1"), Theme.ONE_CODE, MEDIUM, f"day {day.isoformat()}")
    assert daily(TODAY) != daily(date(2026, 11, 17))


def test_the_kernel_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = [(theme, difficulty) for theme in (Theme.ONE_CODE, Theme.BEST_GUESS) for difficulty in Difficulty]
    with_it = [make(find_edition("mini"), *kind, "seed").id for kind in kinds]
    monkeypatch.setattr("codepegs.engine.kernel.use_kernel", lambda wanted: False)
    puzzle._comparison.cache_clear()
    assert [make(find_edition("mini"), *kind, "seed").id for kind in kinds] == with_it


# Refusals -------------------------------------------------------------------------------


def test_nothing_in_a_puzzle_is_its_answer() -> None:
    assert [field.name for field in fields(Puzzle)] == ["board", "theme", "difficulty"]
    each = make(find_edition("classic-1"), Theme.ONE_CODE, HARD, "seed")
    for text in (repr(each), each.id, position.write(each.board)):
        assert each.board.edition.spell(answer(each)) not in text
        assert str(answer(each)) not in text


@pytest.mark.parametrize(
    ("terms", "size"), [("classic-1 pegs=8 colours=12", "429,981,696"), ("mini pegs=12 colours=26", "")]
)
def test_large_boards_are_refused(terms: str, size: str) -> None:
    with pytest.raises(TooLarge, match=f"{size}.*At most 100,000 can be looked through"):
        make(edition_line.read(terms), Theme.ONE_CODE, EASY, "seed")


def test_boards_with_too_many_guesses_are_refused() -> None:
    terms = find_edition("hasbro-2010", pegs=6)
    assert terms.size < 100_000
    with pytest.raises(TooLarge, match="262,144"):
        make(terms, Theme.ONE_CODE, EASY, "seed")


@pytest.mark.parametrize(
    ("terms", "theme"),
    [
        ("mini pegs=1 colours=2", Theme.ONE_CODE),
        ("mini rows=1", Theme.ONE_CODE),
        ("mini rows=4", Theme.ONE_CODE),  # hard needs four rows, and a free one
        ("mini pegs=2 colours=2", Theme.BEST_GUESS),
    ],
)
def test_what_is_not_found_is_said(terms: str, theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle, "MAX_EFFORT", 500_000)
    with pytest.raises(NoPuzzle, match="no hard puzzle"):
        make(edition_line.read(terms), theme, HARD, "seed")


@pytest.mark.parametrize(
    ("theme", "line"),
    [
        (Theme.ONE_CODE, "mini / RRB 1+1"),  # several codes fit
        (Theme.ONE_CODE, "mini / RRR 1+0 / RRB 0+0"),  # none does
        (Theme.ONE_CODE, "mini / RRB 2+1"),  # nor can any
        (Theme.ONE_CODE, "mini / GRR 0+1 / GRY 0+1 / GKB 0+0 / RRR 1+0"),  # a row says nothing new
        (Theme.BEST_GUESS, "mini / KYW 0+1 / YBR 0+3"),  # one code is left
        (Theme.BEST_GUESS, "mini / RRR 0+0"),  # too many are
        (Theme.BEST_GUESS, "mini / RBY 0+0 / GGW 0+2"),  # several guesses are as good
    ],
)
def test_rows_that_are_no_puzzle_are_refused(theme: Theme, line: str) -> None:
    with pytest.raises(NoPuzzle, match=f"don't make a puzzle with the theme {theme.value}: "):
        read(puzzle_id.write(theme, position.read(line)))


def test_rows_beyond_any_puzzle_are_refused() -> None:
    line = "mini rows=30" + " / RRR 0+0" * 13
    with pytest.raises(NoPuzzle, match="at most 12 rows"):
        read(puzzle_id.write(Theme.ONE_CODE, position.read(line)))


# Judging --------------------------------------------------------------------------------


def test_a_wrong_code_is_told_the_first_row_that_rules_it_out() -> None:
    each = read(puzzle_id.write(Theme.ONE_CODE, position.read("mini / GRR 0+1 / GRY 0+1 / GKB 0+0")))
    for code in each.board.edition.codes():
        verdict = judge(each, code)
        against = [number for number, row in enumerate(each.board.rows, start=1) if not row.fits(code)]
        assert verdict.right is (not against)
        assert (verdict.wrong.row if verdict.wrong else None) == (against[0] if against else None)


def test_a_wrong_guess_is_told_what_it_costs() -> None:
    each = make(find_edition("mini"), Theme.BEST_GUESS, EASY, "seed")
    best = answer(each)
    least = judge(each, best)
    assert least.right
    assert least.total is not None
    for guess in each.board.edition.codes():
        verdict = judge(each, guess)
        assert verdict.right is (guess == best)
        assert verdict.total is not None
        assert verdict.total >= least.total + (guess != best)


def test_what_cannot_be_the_answer_is_not_judged() -> None:
    terms = find_edition("hasbro-2010")
    code = make(terms, Theme.ONE_CODE, EASY, "seed")
    with pytest.raises(IllegalCode):
        judge(code, terms.code("RRBB"))
    guess = make(terms, Theme.BEST_GUESS, MEDIUM, "seed")
    assert judge(guess, terms.code("RRBB")).right in (True, False)
    with pytest.raises(IllegalCode):
        judge(guess, terms.code("RRB"))
