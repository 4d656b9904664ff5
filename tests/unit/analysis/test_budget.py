"""Estimates: near what is proved, marked as estimates; and boards that nobody can list."""

from __future__ import annotations

from random import Random

import pytest

from codepegs.analysis.budget import SearchBudget
from codepegs.analysis.evaluator import Evaluator
from codepegs.analysis.guess import estimate_outlook
from codepegs.analysis.hint import find_hint
from codepegs.engine.codespace import CodeSpace
from codepegs.engine.tree_lookup import look_up
from codepegs.errors import TooLarge
from codepegs.notation import edition_line, position
from codepegs.rules import Board, Game, Guess, Secret, SetCode, find_edition
from tests.unit.analysis.review.test_review import keeps_the_account, review

LARGE = "classic-1 pegs=8 colours=10 rows=30"


@pytest.mark.parametrize("name", ["classic-1", "classic-2", "hasbro-2010", "bulls-and-cows"])
def test_an_estimate_is_near_what_is_proved(name: str) -> None:
    terms = find_edition(name)
    space = CodeSpace.of(terms)
    choice = look_up(space, space.codes)
    assert choice is not None
    off = 0.0
    for answer, part in space.split(choice.guess, space.codes):
        found = look_up(space, part)
        if answer != space.classes.win and found is not None and found.total is not None:
            guessed = estimate_outlook(terms, len(part), None)
            error = guessed.guesses - found.total / len(part)
            off += len(part) / len(space.codes) * (error / max(guessed.margin, 0.01)) ** 2
    # By standard errors, each part as often as it is met.
    assert off < 1


def _random_game(line: str, rows: int, seed: int) -> Game:
    terms, random = edition_line.read(line), Random(seed)

    def code() -> str:
        hues = [hue.letter for hue in terms.hues]
        return "".join(random.choices(hues, k=terms.pegs))

    at_play = Game(1, 0, Board(terms)).play(SetCode(Secret(terms.code(code()))))
    for _ in range(rows):
        at_play = at_play.play(Guess(terms.code(code())))
    assert at_play.secret is not None
    return at_play.play(Guess(at_play.secret.reveal()))


def test_once_it_is_time_to_stop_figures_are_estimates_and_the_account_still_holds() -> None:
    game = _random_game("classic-1 colours=8", 3, 3)
    at_once = review(game, stop=lambda: True)
    assert not at_once.totals.proved
    assert keeps_the_account(at_once)
    patient = review(game, SearchBudget(steps=20_000, misses=1))
    for hasty, row in zip(at_once.rows, patient.rows, strict=True):
        assert hasty.left == row.left
        if row.regret is not None and row.regret.proved and hasty.regret is not None:
            assert abs(hasty.regret.guesses - row.regret.guesses) < max(0.3, 4 * hasty.regret.error)


def test_a_board_too_large_to_list_is_refused_in_a_sentence() -> None:
    with pytest.raises(
        TooLarge, match=r"100,000,000 possible codes. At most 1,000,000 can be analysed"
    ) as refused:
        review(_random_game(LARGE, 1, 1))
    assert (refused.value.size, refused.value.limit) == (10**8, 10**6)
    with pytest.raises(TooLarge):
        find_hint(position.read(f"{LARGE} / RRBBYYGG 3+2"))


def test_guesses_too_many_to_list_are_refused_too() -> None:
    """Codes of this edition could be listed, and guesses may repeat colours."""
    terms = find_edition("classic-1", pegs=8, colours=9, code_repeats=False)
    assert terms.size < 10**6 < 9**8
    with pytest.raises(TooLarge):
        Evaluator(terms)


def test_the_largest_board_is_analysed() -> None:
    terms = find_edition("classic-1", pegs=6, colours=10)
    assert Evaluator(terms, SearchBudget(steps=1)).count(Board(terms)) == 10**6
