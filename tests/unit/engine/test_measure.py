"""Measures: the figures of the first guess, and the plain formula of each."""

from __future__ import annotations

from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.engine import MEASURES, CodeSpace, Measure
from codepegs.engine.measure import BIT
from codepegs.engine.strategy import split_all
from codepegs.rules import find_edition
from tests.support.strategies import code

CLASSIC = find_edition("classic-1")


def of(name: str, *split: int) -> int:
    return int(MEASURES[name](np.array([split], np.int64))[0])


@pytest.mark.parametrize(
    ("guess", "largest", "expected", "entropy", "parts"),
    [
        ("AAAA", 625, 511.98, 1.498, 5),
        ("AAAB", 317, 235.95, 2.693, 11),
        ("AABB", 256, 204.54, 2.885, 13),
        ("AABC", 276, 185.27, 3.044, 14),
        ("ABCD", 312, 188.19, 3.057, 14),
    ],
)
def test_first_guesses_of_four_pegs_and_six_colours_split_as_published(
    guess: str, largest: int, expected: float, entropy: float, parts: int
) -> None:
    space = CodeSpace.of(CLASSIC)
    number = space.number(code(guess))
    (split,) = split_all(space, np.array([number]), space.codes).tolist()
    assert sum(split) == 1296
    assert of("largest", *split) == largest
    assert of("expected", *split) / 1296 == pytest.approx(expected, abs=0.005)
    assert log2(1296) - of("entropy", *split) / 1296 / BIT == pytest.approx(entropy, abs=0.0005)
    assert of("parts", *split) == -parts


@given(st.lists(st.integers(0, 5000), min_size=1, max_size=30))
def test_each_measure_is_its_formula(split: list[int]) -> None:
    assert of("largest", *split) == max(split)
    assert of("expected", *split) == sum(n * n for n in split)
    assert of("entropy", *split) / BIT == pytest.approx(sum(n * log2(n) for n in split if n), abs=1e-3)
    assert of("parts", *split) == -sum(n > 0 for n in split)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((172, 1020, 104), (1020, 104, 172)),
        ((4, 1, 1, 1, 1), (2, 2, 2, 2)),
        ((6, 1, 1, 1, 1, 1, 1), (3, 3, 2, 2, 2)),
        ((121, 610, 247, 318), (610, 247, 121, 318)),
        ((163, 103, 831, 39, 160), (163, 39, 103, 160, 831)),
    ],
)
def test_splits_of_equal_entropy_count_as_equal(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    assert of("entropy", *one) == of("entropy", *other)


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
@given(split=st.lists(st.integers(1, 5000), min_size=2, max_size=14))
def test_a_guess_that_tells_something_beats_one_that_tells_nothing(
    measure: Measure, split: list[int]
) -> None:
    something, nothing = measure(np.array([split, [sum(split)] + [0] * (len(split) - 1)], np.int64))
    assert something < nothing
