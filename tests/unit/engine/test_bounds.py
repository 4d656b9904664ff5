"""Bounds: true ones; and the search that uses them against one that uses none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, reduce
from itertools import count, pairwise, product
from operator import or_

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.engine import CodeSpace
from codepegs.engine.bounds import INFINITE, LOST, UNLIMITED, after, costs, split_cost
from codepegs.engine.codespace import Indices
from codepegs.engine.optimum import Bounds, Optimum
from codepegs.engine.search_numpy import Technique
from codepegs.engine.symmetry import representatives, types
from codepegs.rules import Code, Edition, Feedback, find_edition, mark
from tests.support.strategies import guesses, secrets
from tests.support.twins import both

CLASSIC = find_edition("classic-1")

# Counting ------------------------------------------------------------------------------


@cache
def cheapest(classes: int, codes: int, parts: int, left: int = UNLIMITED) -> int:
    """The least cost of `codes` codes in so many parts, each broken in the best of all shapes."""
    if parts == 0:
        return 0 if codes == 0 else INFINITE
    sizes = range(1, codes - parts + 2)
    return min(
        (cheapest_whole(classes, n, left) + cheapest(classes, codes - n, parts - 1, left) for n in sizes),
        default=INFINITE,
    )


@cache
def cheapest_whole(classes: int, codes: int, left: int) -> int:
    """The least cost of `codes` codes: each costs this guess, and all but one perhaps go on in parts."""
    if left == 0:
        return codes * LOST
    if codes == 1:
        return 1
    shapes = [(codes - won, parts) for won in (0, 1) for parts in range(1, classes + 1)]
    return codes + min(
        cheapest(classes, rest, parts, after(left)) for rest, parts in shapes if (rest, parts) != (codes, 1)
    )


@pytest.mark.parametrize("classes", [1, 2, 3, 5, 13])
@pytest.mark.parametrize("left", [1, 2, 3, 4, 6, UNLIMITED])
def test_costs_are_the_least_over_all_shapes_of_a_strategy(classes: int, left: int) -> None:
    least = [cheapest_whole(classes, n, left) for n in range(1, 25)]
    assert costs(classes, 24, left=left).tolist() == [0, *least]


@given(classes=st.integers(1, 80), most=st.integers(1, 300), left=st.integers(1, 30) | st.just(UNLIMITED))
def test_costs_are_convex_so_even_splits_are_cheapest(classes: int, most: int, left: int) -> None:
    table = costs(classes, most, left=left).tolist()
    steps = [later - earlier for earlier, later in pairwise(table)]
    assert len(table) == most + 1
    assert steps == sorted(steps)


@given(
    classes=st.integers(1, 6),
    parts=st.integers(0, 8),
    codes=st.integers(0, 20),
    left=st.integers(1, 5) | st.just(UNLIMITED),
)
def test_the_cost_of_a_split_is_the_least_over_all_sizes_of_its_parts(
    classes: int, parts: int, codes: int, left: int
) -> None:
    least = min(cheapest(classes, codes, parts, left), INFINITE)
    assert split_cost(costs(classes, 20, left=left), parts, codes) == least


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
    """The least cost by trying every guess; it leaves out only those that tell nothing."""

    def __init__(self, terms: Edition, *, consistent: bool = False, weights: tuple[int, ...] = ()) -> None:
        self.space = CodeSpace(terms)
        self._marks = marks_of(terms)
        self._win, self._consistent = Feedback(terms.pegs, 0), consistent
        self._weights = dict(zip(self.space.codes.tolist(), weights, strict=True)) if weights else {}
        self._known: dict[tuple[tuple[int, ...], int], int] = {}

    def value(self, part: tuple[int, ...], left: int = UNLIMITED) -> int:
        if (part, left) not in self._known:
            lost = LOST * sum(self._weights.get(code, 1) for code in part)
            self._known[part, left] = min(self._costs(part, left)) if left else lost
        return self._known[part, left]

    def cost(self, part: tuple[int, ...], left: int, guess: int) -> int | None:
        """The cost if `guess` comes next; None if it tells nothing."""
        split: defaultdict[Feedback, list[int]] = defaultdict(list)
        for code in part:
            split[self._marks[guess][code]].append(code)
        won = split.pop(self._win, None)
        if not won and len(split) == 1:
            return None
        weight: int = sum(self._weights.get(code, 1) for code in part)
        return weight + sum(self.value(tuple(codes), after(left)) for codes in split.values())

    def _costs(self, part: tuple[int, ...], left: int) -> Iterator[int]:
        for guess in part if self._consistent else range(len(self._marks)):
            if (cost := self.cost(part, left, guess)) is not None:
                yield cost


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
    optimum = Optimum(CodeSpace.of(terms), consistent=consistent, kernel=kernel)
    assert optimum.solve(fitting, history, rows=left) == Bounds(value, value)


@both
@given(case=positions(most=12), left=st.integers(2, 6) | st.none(), data=st.data())
def test_with_weights_the_optimum_is_what_trying_every_guess_finds(
    case: tuple[Edition, Indices, list[int]], left: int | None, data: st.DataObject, kernel: bool
) -> None:
    terms, fitting, history = case
    space = CodeSpace.of(terms)
    by_type = data.draw(st.lists(st.integers(1, 9), min_size=12, max_size=12))
    weights = tuple(by_type[number] for number in types(space)[space.codes])
    consistent = data.draw(st.booleans())
    slow = Plain(terms, consistent=consistent, weights=weights)
    value = slow.value(tuple(fitting.tolist()), left or UNLIMITED)
    optimum = Optimum(space, consistent=consistent, weights=weights, kernel=kernel)
    assert optimum.solve(fitting, history, rows=left) == Bounds(value, value)


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
@pytest.mark.parametrize("consistent", [False, True])
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
def test_one_search_is_right_about_all_positions_and_rows_of_a_board(
    terms: Edition, consistent: bool, kernel: bool
) -> None:
    space, slow = CodeSpace.of(terms), plain(terms, consistent=consistent)
    optimum = Optimum(space, consistent=consistent, kernel=kernel)
    seen = set()
    for part, history in after_two(space):
        if (codes := tuple(part.tolist())) in seen:
            continue
        seen.add(codes)
        # More rows than the best strategy needs change nothing.
        for left in (UNLIMITED, *range(1, depth(slow, codes) + 1)):
            value = slow.value(codes, left)
            assert optimum.solve(part, history, rows=left) == Bounds(value, value)
            assert slow.cost(codes, left, optimum.guess(part, left)) == value


def depth(slow: Plain, codes: tuple[int, ...]) -> int:
    """The fewest rows with which the best average costs nothing."""
    return next(left for left in count(1) if slow.value(codes, left) == slow.value(codes))


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
    value = plain(terms, consistent=consistent).value(tuple(fitting.tolist()), left or UNLIMITED)
    optimum = Optimum(CodeSpace.of(terms), consistent=consistent, kernel=kernel, without=technique)
    assert optimum.solve(fitting, history, rows=left) == Bounds(value, value)


@both
def test_without_any_technique_a_small_board_has_the_same_optimum(kernel: bool) -> None:
    space = CodeSpace.of(CLASSIC.with_rules(pegs=3, colours=3))
    every = reduce(or_, Technique)
    value = plain(CLASSIC.with_rules(pegs=3, colours=3)).value(tuple(space.codes.tolist()))
    assert Optimum(space, kernel=kernel, without=every).solve(space.codes) == Bounds(value, value)
