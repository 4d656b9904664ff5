"""Codes that the perfect computer hides."""

from __future__ import annotations

from random import Random

import pytest

from codepegs.engine.optimal_strategy import OptimalGuesser
from codepegs.engine.par import find_par
from codepegs.players import LEVELS, Computer
from codepegs.players.hard_codes import find_hard_codes
from codepegs.rules import CATALOGUE, Agreement, Board, Code, Edition, Match, MatchView, SetCode, find_edition
from codepegs.rules.feedback import mark


def codes_of(edition: Edition) -> set[Code]:
    return {Code(tuple(edition.kinds[place] for place in code)) for code in find_hard_codes(edition)}


def guesses_of_perfect_play(edition: Edition, code: Code) -> int:
    """Play the best strategy against a code, without the list of hard codes."""
    board, guesser = Board(edition), OptimalGuesser(edition)
    while not board.broken:
        guess = guesser.guess(board)
        assert guess is not None
        board = board.guess(guess).answer(mark(guess, code))
    return len(board.rows)


@pytest.mark.parametrize("slug", ["mini", "classic-1"])
def test_hard_codes_take_perfect_play_longer_than_the_average(slug: str) -> None:
    edition = find_edition(slug)
    hard, par = codes_of(edition), find_par(edition)
    assert par is not None
    for code in Random(1).sample([*edition.codes()], 60):
        assert (code in hard) is (guesses_of_perfect_play(edition, code) > par)


@pytest.mark.parametrize("edition", CATALOGUE.values(), ids=str)
def test_every_edition_has_many_hard_codes(edition: Edition) -> None:
    hard = codes_of(edition)
    assert edition.size / 4 < len(hard) < edition.size
    for code in hard:
        edition.check_secret(code)


def test_other_colours_and_names_change_no_hard_code() -> None:
    seven = find_edition("classic-1", colours=7)
    blanks = find_edition("classic-2")
    assert find_hard_codes(seven) == find_hard_codes(blanks)
    assert codes_of(seven) != codes_of(blanks)


def hidden_by(level: str, edition: Edition, *, quick: bool = False) -> set[Code]:
    computer = Computer(Random(1), level=LEVELS[level], quick=quick)
    view = MatchView.of(Match.start(Agreement(edition, ("computer", "Ada"), 2)), 0)
    moves = [computer.move(view) for _ in range(200)]
    return {move.secret.reveal() for move in moves if isinstance(move, SetCode) and move.secret}


def test_only_the_perfect_level_hides_hard_codes() -> None:
    classic = find_edition("classic-1")
    hard = codes_of(classic)
    assert hidden_by("perfect", classic) <= hard
    assert len(hidden_by("perfect", classic)) > 100
    for level in ("beginner", "easy", "medium", "expert"):
        assert not hidden_by(level, classic) <= hard
    assert not hidden_by("perfect", classic, quick=True) <= hard


def test_a_board_without_a_known_strategy_has_random_codes() -> None:
    large = find_edition("classic-1", pegs=8, colours=12)
    assert find_hard_codes(large) == ()
    assert len(hidden_by("perfect", large)) == 200
