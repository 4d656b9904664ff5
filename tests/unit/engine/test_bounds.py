"""Bounds: true ones; and the search that uses them against one that uses none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, reduce
from itertools import pairwise, product
from operator import or_

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.engine import CodeSpace
from codepegs.engine.bounds import INFINITE, breakable, costs, split_cost
from codepegs.engine.codespace import Indices
from codepegs.engine.optimum import UNLIMITED, Bounds, Optimum
from codepegs.engine.search_numpy import Technique
from codepegs.engine.symmetry import representatives
from codepegs.rules import Code, Edition, Feedback, find_edition, mark
from tests.support.strategies import guesses, secrets
from tests.support.twins import both

CLASSIC = find_edition("classic-1")

# Counting ------------------------------------------------------------------------------


@cache
def cheapest(classes: int, codes: int, parts: int) -> int:
    """The least cost of `codes` codes in so many parts, each broken in the best of all shapes."""
    if parts == 0:
        return 0 if codes == 0 else INFINITE
    sizes = range(1, codes - parts + 2)
    return min(
        (cheapest_whole(classes, n) + cheapest(classes, codes - n, parts - 1) for n in sizes),
        default=INFINITE,
    )


@cache
def cheapest_whole(classes: int, codes: int) -> int:
    """The least cost of `codes` codes: each costs this guess, and all but one perhaps go on in parts."""
    if codes == 1:
        return 1
    shapes = [(codes - won, parts) for won in (0, 1) for parts in range(1, classes + 1)]
    return codes + min(
        cheapest(classes, rest, parts) for rest, parts in shapes if (rest, parts) != (codes, 1)
    )


@pytest.mark.parametrize("classes", [1, 2, 3, 5, 13])
def test_costs_are_the_least_over_all_shapes_of_a_strategy(classes: int) -> None:
    assert costs(classes, 24).tolist() == [0, *(cheapest_whole(classes, n) for n in range(1, 25))]


@given(classes=st.integers(1, 80), most=st.integers(1, 300))
def test_costs_are_convex_so_even_splits_are_cheapest(classes: int, most: int) -> None:
    table = costs(classes, most).tolist()
    steps = [later - earlier for earlier, later in pairwise(table)]
    assert len(table) == most + 1
    assert steps == sorted(steps)


@given(classes=st.integers(1, 6), parts=st.integers(0, 8), codes=st.integers(0, 20))
def test_the_cost_of_a_split_is_the_least_over_all_sizes_of_its_parts(
    classes: int, parts: int, codes: int
) -> None:
    assert split_cost(costs(classes, 20), parts, codes) == min(cheapest(classes, codes, parts), INFINITE)


@given(classes=st.integers(1, 6), guesses=st.integers(1, 7))
def test_what_can_be_broken_is_what_the_costs_have_places_for(classes: int, guesses: int) -> None:
    codes = breakable(classes, guesses)
    assert breakable(classes, 0) == 0
    table = costs(classes, codes + 1)
    assert table[codes] - table[codes - 1] == guesses
    assert table[codes + 1] - table[codes] == guesses + 1


# Against a search without bounds -------------------------------------------------------

TINY = [
    CLASSIC.with_rules(pegs=pegs, colours=colours, blanks=blanks, code_repeats=codes, guess_repeats=rows)
    for pegs, colours, blanks in product(range(1, 7), range(2, 9), (False, True))
    for codes, rows in ((True, True), (False, True), (False, False))
    if (colours + blanks) ** pegs <= 81 and (codes or pegs <= colours + blanks)
]
"""Every board with 81 guesses at most, empty holes and both kinds of no repeats among them."""


@cache
def marks_of(terms: Edition) -> list[list[Feedback]]:
    """The mark of every guess against every guess."""
    space = CodeSpace.of(terms)
    rows = [space.code(number) for number in range(len(space.guesses))]
    return [[mark(guess, code) for code in rows] for guess in rows]


class Plain:
    """The least total by trying every guess; it leaves out only those that tell nothing."""

    def __init__(self, terms: Edition, *, consistent: bool = False, weights: tuple[int, ...] = ()) -> None:
        self.space = CodeSpace(terms)
        self._marks = marks_of(terms)
        self._win, self._consistent = Feedback(terms.pegs, 0), consistent
        self._weights = dict(zip(self.space.codes.tolist(), weights, strict=True)) if weights else {}
        self._known: dict[tuple[tuple[int, ...], int], int] = {}

    def value(self, part: tuple[int, ...], left: int = UNLIMITED) -> int:
        if (part, left) not in self._known:
            self._known[part, left] = min(self._costs(part, left), default=INFINITE) if left else INFINITE
        return self._known[part, left]

    def _costs(self, part: tuple[int, ...], left: int) -> Iterator[int]:
        after = left if left == UNLIMITED else left - 1
        weight = sum(self._weights.get(code, 1) for code in part)
        for guess in part if self._consistent else range(len(self._marks)):
            split = defaultdict(list)
            for code in part:
                split[self._marks[guess][code]].append(code)
            won = split.pop(self._win, None)
            if won or len(split) > 1:
                cost = weight + sum(self.value(tuple(codes), after) for codes in split.values())
                yield min(cost, INFINITE)


plain = cache(Plain)


@st.composite
def positions(draw: DrawFn, most: int = 20) -> tuple[Edition, Indices, list[int]]:
    """What true answers have left after any guesses; then after fitting ones, until few are left."""
    terms = draw(st.sampled_from(TINY))
    space, secret = CodeSpace.of(terms), draw(secrets(terms))
    history = [space.number(guess) for guess in draw(st.lists(guesses(terms), max_size=2))]
    fitting = space.codes
    for guess in history:
        fitting = left_by(space, guess, secret, fitting)
    while len(fitting) > most:
        history.append(int(fitting[-1]))
        fitting = left_by(space, history[-1], secret, fitting)
    return terms, fitting, history


def left_by(space: CodeSpace, guess: int, secret: Code, codes: Indices) -> Indices:
    row = space.code(guess)
    answer = mark(row, secret)
    return np.array([code for code in codes.tolist() if mark(row, space.code(code)) == answer], np.intp)


@given(positions())
def test_costs_are_never_above_the_true_value(case: tuple[Edition, Indices, list[int]]) -> None:
    terms, fitting, _ = case
    space, n = CodeSpace.of(terms), len(fitting)
    value = plain(terms).value(tuple(fitting.tolist()))
    assert costs(space.classes.win, n)[n] <= value
    marks = space.marks(np.arange(len(space.guesses)), fitting)
    widest = max(len(set(row) - {space.classes.win}) for row in marks.tolist())
    assert n == 1 or costs(widest, n)[n] <= value


@both
@given(case=positions(), left=st.integers(1, 6) | st.none(), consistent=st.booleans())
def test_the_optimum_is_what_trying_every_guess_finds(
    case: tuple[Edition, Indices, list[int]], left: int | None, consistent: bool, kernel: bool
) -> None:
    terms, fitting, history = case
    value = plain(terms, consistent=consistent).value(tuple(fitting.tolist()), left or UNLIMITED)
    limit = None if left is None else len(history) + left
    optimum = Optimum(CodeSpace.of(terms), limit=limit, consistent=consistent, kernel=kernel)
    assert optimum.solve(fitting, history) == Bounds(value, value)


@both
@given(case=positions(most=12), left=st.integers(2, 6) | st.none(), data=st.data())
def test_with_weights_the_optimum_is_what_trying_every_guess_finds(
    case: tuple[Edition, Indices, list[int]], left: int | None, data: st.DataObject, kernel: bool
) -> None:
    terms, fitting, history = case
    size = len(CodeSpace.of(terms).codes)
    weights = tuple(data.draw(st.lists(st.integers(1, 9), min_size=size, max_size=size)))
    consistent = data.draw(st.booleans())
    slow = Plain(terms, consistent=consistent, weights=weights)
    value = slow.value(tuple(fitting.tolist()), left or UNLIMITED)
    limit = None if left is None else len(history) + left
    optimum = Optimum(CodeSpace.of(terms), limit=limit, consistent=consistent, weights=weights, kernel=kernel)
    assert optimum.solve(fitting, history) == Bounds(value, value)


def after_two(space: CodeSpace) -> Iterator[tuple[Indices, list[int]]]:
    """Every position that one guess or two leave, with 3 to 30 candidates."""
    for first in representatives(space).tolist():
        for part in parted(space, first, space.codes):
            yield from [(part, [first])] if 3 <= len(part) <= 30 else []
            for second in range(len(space.guesses)):
                smaller = parted(space, second, part)
                yield from ((codes, [first, second]) for codes in smaller if 3 <= len(codes) <= 30)


def parted(space: CodeSpace, guess: int, codes: Indices) -> list[Indices]:
    marks = space.marks(np.array([guess]), codes)[0]
    return [codes[marks == answer] for answer in np.unique(marks)]


@both
@pytest.mark.parametrize(("limit", "consistent"), [(None, False), (4, False), (None, True)])
@pytest.mark.parametrize(
    "terms",
    [
        CLASSIC.with_rules(pegs=3, colours=3),
        CLASSIC.with_rules(pegs=5, colours=2),
        CLASSIC.with_rules(pegs=3, colours=3, blanks=True, code_repeats=False),
        CLASSIC.with_rules(pegs=3, colours=5, code_repeats=False, guess_repeats=False),
        CLASSIC.with_rules(pegs=2, colours=6),
    ],
    ids=str,
)
def test_one_search_is_right_about_all_positions_of_a_board(
    terms: Edition, limit: int | None, consistent: bool, kernel: bool
) -> None:
    space, slow = CodeSpace.of(terms), plain(terms, consistent=consistent)
    optimum = Optimum(space, limit=limit, consistent=consistent, kernel=kernel)
    seen = set()
    for part, history in after_two(space):
        if (tuple(part.tolist()), len(history)) not in seen:
            seen.add((tuple(part.tolist()), len(history)))
            value = slow.value(tuple(part.tolist()), limit - len(history) if limit else UNLIMITED)
            assert optimum.solve(part, history) == Bounds(value, value)


# With techniques switched off ----------------------------------------------------------


@both
@pytest.mark.parametrize("technique", Technique, ids=lambda technique: str(technique.name).lower())
@settings(max_examples=30)
@given(case=positions(), left=st.integers(1, 6) | st.none(), consistent=st.booleans())
def test_without_one_of_its_techniques_the_search_finds_the_same(
    technique: Technique,
    case: tuple[Edition, Indices, list[int]],
    left: int | None,
    consistent: bool,
    kernel: bool,
) -> None:
    terms, fitting, history = case
    limit = None if left is None else len(history) + left
    value = plain(terms, consistent=consistent).value(tuple(fitting.tolist()), left or UNLIMITED)
    optimum = Optimum(
        CodeSpace.of(terms), limit=limit, consistent=consistent, kernel=kernel, without=technique
    )
    assert optimum.solve(fitting, history) == Bounds(value, value)


@both
def test_without_any_technique_a_small_board_has_the_same_optimum(kernel: bool) -> None:
    space = CodeSpace.of(CLASSIC.with_rules(pegs=3, colours=3))
    every = reduce(or_, Technique)
    value = plain(CLASSIC.with_rules(pegs=3, colours=3)).value(tuple(space.codes.tolist()))
    assert Optimum(space, kernel=kernel, without=every).solve(space.codes) == Bounds(value, value)
