"""What every breaker promises, on every board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from codepegs.engine.breaker import BREAKERS, SAMPLED, Breaker, breaker, strongest
from codepegs.errors import TooLarge, UnknownStrategy
from codepegs.rules import CATALOGUE, Board, Code, Edition, Feedback, edition, mark

LARGE = edition("classic-1", pegs=8, colours=12, rows=30)


def some_codes(terms: Edition, number: int) -> list[Code]:
    random = Random(7)
    draw = random.choices if terms.code_repeats else random.sample
    return [Code(tuple(draw(terms.kinds, k=terms.pegs))) for _ in range(number)]


def played(chosen: Breaker, terms: Edition, secret: Code) -> Iterator[tuple[Board, Code]]:
    """Every board of a game, and the guess made on it."""
    board = Board(terms)
    while not board.broken:
        guess = chosen.guess(board)
        assert guess is not None
        yield board, guess
        board = board.guess(guess).answer(mark(guess, secret))


@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("name", BREAKERS)
def test_every_breaker_breaks_codes_of_every_edition(name: str, slug: str) -> None:
    terms = edition(slug, rows=30)
    for secret in some_codes(terms, 2):
        game = [*played(breaker(name, terms, Random(1)), terms, secret)]
        assert len(game) <= 12
        for board, guess in game:
            terms.check_guess(guess)
            if name.endswith("-consistent"):
                assert board.fits(guess)


@pytest.mark.parametrize("name", BREAKERS)
@pytest.mark.parametrize("slug", ["classic-2", "hasbro-2010", "super"])
def test_where_no_code_fits_there_is_no_guess(name: str, slug: str) -> None:
    terms = edition(slug)
    guess = some_codes(terms.house(code_repeats=False), 1)[0]
    board = Board(terms).guess(guess).answer(Feedback(terms.pegs - 1, 1))
    assert breaker(name, terms, Random(1)).guess(board) is None


@pytest.mark.parametrize("name", BREAKERS)
def test_rows_without_an_answer_count_for_nothing(name: str) -> None:
    terms = edition("classic-1", time_limit=60)
    first, second = some_codes(terms, 2)
    board = Board(terms).guess(first).answer(mark(first, second))
    waiting = board.time_out().guess(second)
    assert breaker(name, terms, Random(1)).guess(board) == breaker(name, terms, Random(1)).guess(waiting)


@pytest.mark.parametrize("name", BREAKERS)
def test_a_board_too_large_to_list_is_for_sampling_alone(name: str) -> None:
    if name != SAMPLED:
        with pytest.raises(TooLarge):
            breaker(name, LARGE, Random(1))
        return
    for secret in some_codes(LARGE, 2):
        for _, guess in played(strongest(LARGE, Random(1)), LARGE, secret):
            LARGE.check_guess(guess)


def test_the_strongest_is_the_best_where_the_codes_can_be_listed() -> None:
    terms = edition("hasbro-2010")
    assert strongest(terms, Random(1)).guess(Board(terms)) == terms.code("RBYG")


def test_an_unknown_name_is_refused_with_all_that_are_known() -> None:
    with pytest.raises(UnknownStrategy) as refused:
        breaker("luck", edition("mini"), Random(1))
    assert refused.value.known == BREAKERS
    assert set(BREAKERS) >= {"optimal", "sampled", "entropy", "random-consistent"}
