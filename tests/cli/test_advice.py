"""The advice of `codepegs solve` against honest codemakers."""

from __future__ import annotations

from random import Random

import pytest

from codepegs.cli.line.advice import Adviser, Grade, recommendation
from codepegs.engine import CodeSpace
from codepegs.engine.breaker import BREAKERS, OPTIMAL, SAMPLED
from codepegs.engine.optimal import Optimum
from codepegs.notation import edition as edition_line
from codepegs.notation import position
from codepegs.rules import CATALOGUE, Board, Code, Edition, Feedback, edition, mark

LARGE = "classic-1 pegs=8 colours=12"


def adviser(terms: Edition, name: str = OPTIMAL) -> Adviser:
    return Adviser(terms, name, Random(1))


def rows_needed(advice: Adviser, terms: Edition, secret: Code) -> int:
    """How many rows the advice takes to break a code whose maker answers truly."""
    board = Board(terms)
    while not board.broken:
        advised = advice.advise(board)
        assert advised is not None
        board = board.guess(advised.guess).answer(mark(advised.guess, secret))
    return len(board.rows)


def some_codes(terms: Edition, number: int) -> list[Code]:
    random = Random(7)
    if terms.code_repeats:
        return [Code(tuple(random.choices(terms.kinds, k=terms.pegs))) for _ in range(number)]
    return [Code(tuple(random.sample(terms.kinds, terms.pegs))) for _ in range(number)]


def test_over_all_codes_of_mini_nothing_is_better() -> None:
    terms = edition("mini")
    advice = adviser(terms)
    assert sum(rows_needed(advice, terms, code) for code in terms.codes()) == 854


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_edition_is_broken_in_few_rows(slug: str) -> None:
    terms = edition(slug)
    advice = adviser(terms)
    needed = [rows_needed(advice, terms, code) for code in some_codes(terms, 4)]
    assert max(needed) <= 8
    assert sum(needed) / len(needed) <= 6


@pytest.mark.parametrize("name", BREAKERS)
@pytest.mark.parametrize("line", ["classic-1", "classic-1 pegs=6"])
def test_every_strategy_breaks_codes_of_boards_small_and_large(name: str, line: str) -> None:
    terms = edition_line.read(line + " rows=20")
    advice = adviser(terms, name)
    assert all(rows_needed(advice, terms, code) <= 12 for code in some_codes(terms, 2))


@pytest.mark.parametrize(
    ("name", "grade"), [(OPTIMAL, Grade.GOOD), (SAMPLED, Grade.GOOD), ("entropy", Grade.FITTING)]
)
def test_a_board_too_large_to_list_is_broken_all_the_same(name: str, grade: Grade) -> None:
    terms = edition_line.read(f"{LARGE} rows=30")
    advised = adviser(terms, name).advise(Board(terms))
    assert advised is not None
    assert advised.grade is grade
    assert advised.count is None
    assert all(rows_needed(adviser(terms, name), terms, code) <= 20 for code in some_codes(terms, 3))


@pytest.mark.parametrize("slug", ["mini", "classic-1"])
def test_the_first_guess_is_as_good_as_the_search_says(slug: str) -> None:
    terms = edition(slug)
    space = CodeSpace.of(terms)
    advised = adviser(terms).advise(Board(terms))
    assert advised is not None
    assert advised.grade is Grade.BEST
    assert advised.total == Optimum(space).solve(space.codes).upper
    # And it is this guess that has the total: its parts sum up to it.
    parts: dict[str, list[int]] = {}
    for number in space.codes.tolist():
        parts.setdefault(str(mark(advised.guess, space.code(number))), []).append(number)
    optimum = Optimum(space)
    history = [space.number(advised.guess)]
    del parts[f"{terms.pegs}+0"]
    rest = sum(optimum.solve(space.codes[part], history).lower for part in parts.values())
    assert advised.total == len(space.codes) + rest


def test_best_is_said_only_of_what_is_proved() -> None:
    board = position.read("super / RRBYG 1+2 / RGPKR 1+1")
    advised = adviser(board.edition).advise(board)
    assert advised is not None
    assert advised.grade is Grade.GOOD
    assert advised.total is None
    few = position.read("super / RRBYG 1+2 / RGPKR 1+1 / RBRPP 2+1 / RWBPP 1+2")
    advised = adviser(few.edition).advise(few)
    assert advised is not None
    assert advised.count is not None
    assert advised.count < 10
    assert (advised.grade is Grade.BEST) == (advised.total is not None)


def test_a_guess_that_tells_two_codes_apart_is_best_on_any_board() -> None:
    terms = edition("super")
    advice = adviser(terms)
    for code in some_codes(terms, 3):
        board = Board(terms)
        while not board.broken:
            advised = advice.advise(board)
            assert advised is not None
            assert advised.count is not None
            if advised.count <= 2:
                assert advised.total == 2 * advised.count - 1
            board = board.guess(advised.guess).answer(mark(advised.guess, code))


def test_a_guess_that_tells_all_apart_without_being_one_of_them_is_best_where_none_of_them_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("codepegs.engine.best.CANDIDATES", 0)  # without a search
    board = position.read("super / PPPGP 1+1 / PBKOK 0+2 / WYYBR 2+0 / GPYBB 2+1")
    advised = adviser(board.edition).advise(board)
    assert advised is not None
    codes = adviser(board.edition).some(board, 20)
    assert len({mark(advised.guess, code) for code in codes}) == len(codes) == advised.count == 8
    assert all(len({mark(guess, code) for code in codes}) < 8 for guess in codes)
    assert (advised.grade, advised.total) == (Grade.BEST, 16)


def test_no_code_no_advice() -> None:
    for terms in (edition("classic-1"), edition_line.read(LARGE)):
        guess = Code(terms.kinds[:1] * terms.pegs)
        board = Board(terms).guess(guess).answer(Feedback(0, 1))
        assert adviser(terms).advise(board) is None


def test_the_outlook_counts_what_the_guess_leaves() -> None:
    board = position.read("classic-1")
    outlook = adviser(board.edition).outlook(board, board.edition.code("RRBY"))
    assert outlook is not None
    assert (outlook.worst, outlook.candidate) == (276, True)
    assert outlook.average == pytest.approx((1296 * 185.27 - 1) / 1295, abs=0.01)


def test_one_code_left_is_named() -> None:
    board = position.read("mini / RRR 3+0")
    advised = adviser(board.edition).advise(board)
    assert advised is not None
    assert recommendation(board.edition, advised) == "1 code is possible: RRR"
