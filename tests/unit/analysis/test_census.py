"""The census: totals over all codes, against the published ones."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.analysis.census import Census, take_census
from codepegs.engine import STRATEGIES, CodeSpace, Strategy, find_strategy
from codepegs.rules import Code, Edition, find_edition, mark
from tests.support.strategies import code, editions

CLASSIC = find_edition("classic-1")
EIGHT = find_edition("hasbro-2010", guess_repeats=False)


def counted(terms: Edition, name: str, seed: int = 0) -> Census:
    return take_census(CodeSpace.of(terms), find_strategy(name, Random(seed)))


@pytest.mark.parametrize(
    ("terms", "name", "first", "total", "worst"),
    [
        (CLASSIC, "largest", "AABB", 5801, 5),
        (CLASSIC, "entropy", "ABCD", 5722, 6),
        (CLASSIC, "parts", "AABC", 5668, 6),
        (CLASSIC, "first-consistent", "AAAA", 7471, 9),
        (find_edition("classic-2"), "entropy", "ABCD", 11378, 6),
        (EIGHT, "expected", "ABCD", 7915, 7),
        (find_edition("bulls-and-cows"), "largest", "ABCD", 27139, 7),
    ],
)
def test_a_strategy_needs_so_many_guesses_over_all_codes(
    terms: Edition, name: str, first: str, total: int, worst: int
) -> None:
    found = counted(terms, name)
    assert (found.first, found.total, found.worst) == (code(first), total, worst)


@given(terms=editions(pegs=3, colours=4), name=st.sampled_from(tuple(STRATEGIES)), seed=st.integers(0, 1000))
def test_a_census_breaks_every_code_once(terms: Edition, name: str, seed: int) -> None:
    broken: list[int] = []
    found = take_census(CodeSpace.of(terms), find_strategy(name, Random(seed)), done=broken.append)
    assert sum(found.histogram) == found.codes == terms.size
    assert sum(broken) == terms.size
    assert found.histogram[-1] > 0
    assert found.worst == len(found.histogram)
    assert found.average == found.total / terms.size


@pytest.mark.parametrize("name", ["first-consistent", "largest"])
@given(terms=editions(pegs=3, colours=3))
def test_a_census_counts_what_games_played_one_by_one_take(name: str, terms: Edition) -> None:
    space = CodeSpace.of(terms)
    player = find_strategy(name, Random(0))
    rows = [played(space, player, secret) for secret in terms.codes()]
    found = take_census(space, player)
    assert [rows.count(guesses) for guesses in range(1, max(rows) + 1)] == list(found.histogram)
    assert found.first == space.code(player.guess(space, space.codes))


def played(space: CodeSpace, player: Strategy, secret: Code) -> int:
    """How many guesses `player` takes for `secret`, marked by the rules alone."""
    candidates, guesses = space.codes, 0
    while True:
        guess = space.code(player.guess(space, candidates))
        guesses += 1
        if guess == secret:
            return guesses
        answer = mark(guess, secret)
        candidates = candidates[[mark(guess, space.code(number)) == answer for number in candidates.tolist()]]
