"""Measurements, with a clock that can be wound by hand."""

from __future__ import annotations

from itertools import count
from random import Random

import numpy as np
import pytest

from codepegs.analysis import bench
from codepegs.analysis.bench import ITEMS, Figure, Stopwatch, board, positions, ways
from codepegs.engine import CodeSpace, kernel


def ticking(*, step: float = 1.0, repeat: int = 3) -> Stopwatch:
    """A stopwatch that goes on by a step each time it is looked at."""
    moments = count(0, step)
    return Stopwatch(lambda: next(moments), repeat)


@pytest.mark.parametrize("name", ["marks", "tree"])
def test_a_measurement_is_made_as_often_as_asked(name: str) -> None:
    assert {len(figure.seconds) for figure in ITEMS[name](ticking())} == {3}


def test_what_takes_long_is_not_repeated() -> None:
    watch = ticking(step=30.0, repeat=5)
    assert watch.times("sleeping", lambda: watch.seconds(lambda: None)) == (30.0,)


def test_the_best_is_the_shortest_and_the_median_the_middle_one() -> None:
    figure = Figure("sleeping", "us", (3.0, 1.0, 10.0))
    assert (figure.best, figure.median) == (1.0, 3.0)


def test_a_proof_is_measured_with_what_it_proves() -> None:
    figure, total = bench.proof("small", "3x4", ways()[-1], ticking())
    assert (figure.seconds, total) == ((1.0, 1.0, 1.0), 206)


@pytest.mark.parametrize("name", ["4x6", "4of8"])
def test_positions_fit_their_guesses_and_are_the_same_for_a_seed(name: str) -> None:
    space = CodeSpace.of(board(name))
    met = [*positions(space, Random(1), 20)]
    again = [*positions(space, Random(1), 20)]
    assert all(
        one == other and (left == kept).all() for (one, left), (other, kept) in zip(met, again, strict=True)
    )
    for history, candidates in met:
        assert 1 <= len(history) <= 3
        assert len(candidates) > 0
        # Whatever fits a board is told apart from the rest by the answers alone.
        answers = space.marks(np.array(history), space.codes)
        alike = (answers == space.marks(np.array(history), candidates[:1])).all(axis=0)
        assert (space.codes[alike] == candidates).all()


@pytest.mark.parametrize(("available", "names"), [(True, ["numpy", "kernel"]), (False, ["numpy"])])
def test_the_kernel_is_measured_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch, available: bool, names: list[str]
) -> None:
    monkeypatch.setattr(kernel, "available", available)
    assert ways() == [(name, name == "kernel") for name in names]
