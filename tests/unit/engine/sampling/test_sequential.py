"""Codes grown side by side, against the list of all codes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.engine.sampling import sequential
from codepegs.engine.sampling.sequential import GrownCodes, draw_distinct, grow_codes
from codepegs.rules import Board, find_edition
from tests.support.positions import boards, candidates, named, numbered, played
from tests.support.strategies import editions

SMALL = editions(pegs=4, colours=5, rows=6)
SUPER = find_edition("super")


def grown(board: Board, seed: int, particles: int) -> GrownCodes:
    feedbacks = [row.feedback for row in board.rows if row.feedback is not None]
    guesses = numbered(board.edition, board)
    return grow_codes(board.edition, guesses, feedbacks, np.random.default_rng(seed), particles=particles)


@given(boards(SMALL, rows=6, true=True) | boards(SMALL, rows=3, true=False), st.integers(0, 99))
def test_with_room_for_all_heads_every_fitting_code_grows(board: Board, seed: int) -> None:
    found = grown(board, seed, 10_000)
    codes = named(board.edition, found.codes)
    assert not found.cut
    assert set(codes) == candidates(board)
    assert len(codes) == len(set(codes)) == len(found.log_weights)
    assert not found.log_weights.any()


@given(boards(SMALL, rows=4, true=True), st.integers(0, 99), st.integers(1, 30))
def test_with_room_for_few_heads_only_fitting_codes_grow(board: Board, seed: int, particles: int) -> None:
    found = grown(board, seed, particles)
    codes = named(board.edition, found.codes)
    assert all(map(board.fits, codes))
    assert len(codes) == len(set(codes)) == len(found.log_weights)
    assert found.cut or set(codes) == candidates(board)


@pytest.mark.parametrize(
    ("board", "particles", "look"),
    [
        (played(SUPER, 1, 3), 50, 4),
        (played(SUPER, 2, 3), 20, 2),
        (played(find_edition("classic-2"), 3, 2), 15, 4),
        (played(find_edition("bulls-and-cows"), 4, 2), 30, 2),
        (played(find_edition("hasbro-2010"), 5, 2), 20, 4),
        (played(find_edition("mini"), 6, 0), 10, 4),
    ],
    ids=str,
)
def test_weights_say_how_many_codes_fit_and_favour_none(
    board: Board, particles: int, look: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sequential, "_LOOKAHEAD", look)
    right = sorted(candidates(board))
    place = {code: number for number, code in enumerate(right)}
    runs = 200
    weights = np.zeros((runs, len(right)))
    for run in range(runs):
        found = grown(board, run, particles)
        assert found.cut
        weights[run, [place[code] for code in named(board.edition, found.codes)]] = np.exp(found.log_weights)
    # The expected weight of each code is 1: in all, of every half, and of codes one by one.
    everything, half = weights.sum(axis=1), weights[:, ::2].sum(axis=1)
    for sums, size in ((everything, len(right)), (half, len(right[::2]))):
        assert abs(sums.mean() - size) < 4 * sums.std() / np.sqrt(runs)
    errors = (weights.mean(axis=0) - 1) / (weights.std(axis=0) / np.sqrt(runs))
    assert 0.6 < (errors**2).mean() < 1.6


@given(st.lists(st.floats(1e-20, 1e20), min_size=1, max_size=40), st.integers(1, 40), st.integers(0, 99))
def test_what_is_drawn_is_drawn_once_and_not_too_often(chances: list[float], most: int, seed: int) -> None:
    taken, odds = draw_distinct(np.array(chances), most, np.random.default_rng(seed))
    assert len(set(taken.tolist())) == len(taken) == len(odds) <= most
    assert len(taken) >= min(most, len(chances)) - 1
    assert (odds > 0).all()
    assert (odds <= 1).all()


def test_things_are_drawn_as_often_as_their_chances_say() -> None:
    chances = np.array([10.0, 3.0, 2.0, 2.0, 1.0, 1.0, 1.0])
    often, generator = np.zeros(7), np.random.default_rng(1)
    for _ in range(4000):
        taken, odds = draw_distinct(chances, 3, generator)
        often[taken] += 1
        assert odds == pytest.approx([1.0 if number == 0 else chances[number] / 5 for number in taken])
    assert often[0] == 4000
    assert often[1:] / 4000 == pytest.approx(chances[1:] / 5, abs=0.03)
