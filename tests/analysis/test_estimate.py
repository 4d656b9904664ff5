"""Estimates: near what is proved, marked as estimates, and enough for boards that nobody can list."""

from __future__ import annotations

from random import Random

import pytest

from codepegs.analysis.allowance import Allowance, Way, cost
from codepegs.analysis.ground import ground
from codepegs.analysis.option import estimate
from codepegs.analysis.review import Review, review
from codepegs.engine.codespace import CodeSpace
from codepegs.engine.follower import on_shelf
from codepegs.engine.sample import sample
from codepegs.notation import edition as edition_line
from codepegs.rules import Board, Game, Guess, Secret, SetCode, edition, mark
from tests.analysis.test_review import keeps_the_account
from tests.engine.positions import played

LARGE = "classic-1 pegs=8 colours=10 rows=30"


@pytest.mark.parametrize("name", ["classic-1", "classic-2", "hasbro-2010", "bulls-and-cows"])
def test_an_estimate_is_near_what_is_proved(name: str) -> None:
    terms = edition(name)
    space = CodeSpace.of(terms)
    tree = on_shelf(space)
    assert tree is not None
    choice = tree.find(space.codes)
    assert choice is not None
    off = 0.0
    for answer, part in space.split(choice.guess, space.codes):
        found = tree.find(part)
        if answer != space.classes.win and found is not None and found.total is not None:
            guessed = estimate(terms, len(part))
            error = guessed.guesses - found.total / len(part)
            off += len(part) / len(space.codes) * (error / max(guessed.margin, 0.01)) ** 2
    # By standard errors, each part as often as it is met.
    assert off < 1


def test_few_codes_are_never_estimated() -> None:
    assert [estimate(edition("classic-1"), codes).guesses for codes in (1, 2)] == [1, 1.5]
    assert estimate(edition("classic-1"), 2).proved


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


@pytest.fixture(scope="module")
def large() -> Review:
    return review(_random_game(LARGE, 12, 1), Allowance(codes=200))


def test_a_board_too_large_to_list_is_reviewed_by_samples(large: Review) -> None:
    assert large.whole
    assert not large.proved
    assert keeps_the_account(large)
    first = large.rows[0]
    assert first.left is not None
    assert not first.left.exact
    assert abs(first.left.codes / 10**8 - 1) < 0.05
    assert first.regret is not None
    assert first.regret.error > 0
    assert large.made.alike is None
    for row in large.rows:
        assert row.regret is not None
        assert row.regret.guesses >= 0


def test_the_end_of_a_large_game_is_counted_and_proved(large: Review) -> None:
    last = large.rows[-1]
    assert last.left is not None
    assert last.left.exact
    fitting = [row.fits(large.code) for row in large.board.rows]
    assert all(fitting)
    if last.left.codes <= 2:
        assert last.before is not None
        assert last.before.proved


def test_the_same_seed_finds_the_same() -> None:
    game = _random_game(LARGE, 3, 2)
    few = Allowance(codes=50)
    assert review(game, few) == review(game, few)
    assert review(game, few) != review(game, Allowance(codes=50, seed=1))


def test_once_it_is_time_to_stop_figures_are_estimates_and_the_account_still_holds() -> None:
    game = _random_game("classic-1 colours=8", 3, 3)
    at_once = review(game, stop=lambda: True)
    assert not at_once.proved
    assert keeps_the_account(at_once)
    patient = review(game, Allowance(steps=20_000, misses=1))
    for hasty, row in zip(at_once.rows, patient.rows, strict=True):
        assert hasty.left == row.left
        if row.regret is not None and row.regret.proved and hasty.regret is not None:
            assert abs(hasty.regret.guesses - row.regret.guesses) < max(0.3, 4 * hasty.regret.error)


def test_an_estimated_count_is_near_the_true_one() -> None:
    for seed in range(6):
        board = played(edition("super"), seed, 2)
        true = ground(board.edition).count(board).codes
        found = sample(board, Random(seed), most=200)
        assert found.whole == (true <= 200) or not found.uniform
        assert 0.6 * true <= found.size <= 1.5 * true


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("classic-1", Way.PROVED),
        ("invicta blanks=yes rows=8", Way.PROVED),
        ("super", Way.SEARCHED),
        ("classic-1 colours=8", Way.SEARCHED),
        (LARGE, Way.SAMPLED),
        ("classic-1 pegs=12 colours=26", Way.SAMPLED),
    ],
)
def test_what_a_review_may_cost_is_known_beforehand(line: str, way: Way) -> None:
    terms = edition_line.read(line)
    found = cost(terms, 5)
    assert found.way is way
    assert (found.steps == 0) == (way is Way.SAMPLED) == (found.samples > 0)
    assert cost(terms, 5, Allowance(steps=1)).steps <= 2


def test_marks_of_a_large_board_are_those_of_the_rules() -> None:
    terms = edition_line.read(LARGE)
    board = played(terms, 1, 2)
    guess = board.answered[0][0]
    known = ground(terms, Allowance(codes=50))
    option = known.judge(board, guess)
    assert [part.answer for part in option.parts] == [board.answered[0][1]]
    codes = known.codes(board)
    other = played(terms, 9, 1).answered[0][0]
    assert {part.answer for part in known.judge(board, other).parts} == {mark(other, code) for code in codes}
