"""Symmetry: what changes of colours and places do to guesses and answers."""

from __future__ import annotations

from itertools import permutations
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.engine import CodeSpace
from codepegs.engine.symmetry import MAX_PEGS, Symmetry, all_symmetries, fixing, representatives
from codepegs.rules import Code, Colour, Edition, find_edition, mark
from tests.support.strategies import code

CLASSIC = find_edition("classic-1")
Pegs = tuple[int, ...]


def row(pegs: Pegs) -> Code:
    return Code(tuple(map(Colour, pegs)))


def applied(change: Symmetry, names: dict[int, int], pegs: Pegs) -> Pegs:
    """What a change, its colours all named, turns a row into."""
    return tuple(names[pegs[place]] for place in change.places)


def completions(change: Symmetry, kinds: int) -> list[dict[int, int]]:
    """Every way to name the colours that a change leaves open."""
    open_ = [colour for colour in range(kinds) if colour not in change.colours]
    names = [colour for colour in range(kinds) if colour not in change.colours.values()]
    return [change.colours | dict(zip(open_, order, strict=True)) for order in permutations(names)]


@st.composite
def histories(draw: DrawFn) -> tuple[int, list[Pegs], Pegs]:
    """So many kinds of colours, the guesses so far, and one more."""
    pegs, kinds = draw(st.integers(1, 4)), draw(st.integers(2, 4))
    rows = st.tuples(*[st.integers(0, kinds - 1)] * pegs)
    return kinds, draw(st.lists(rows, max_size=3)), draw(rows)


def kept(history: list[Pegs], pegs: int) -> list[Symmetry]:
    found = all_symmetries(pegs)
    for guess in history:
        found = fixing(found, guess)
    return found


@given(histories())
def test_the_changes_found_are_those_that_keep_the_guesses(case: tuple[int, list[Pegs], Pegs]) -> None:
    kinds, history, last = case
    found = [
        (change.places, tuple(sorted(names.items())))
        for change in kept(history, len(last))
        for names in completions(change, kinds)
    ]
    free = [
        (change, dict(enumerate(names)))
        for change in all_symmetries(len(last))
        for names in permutations(range(kinds))
    ]
    right = [
        (change.places, tuple(names.items()))
        for change, names in free
        if all(applied(change, names, guess) == guess for guess in history)
    ]
    assert sorted(found) == sorted(right)


@given(histories())
def test_a_change_lowers_a_guess_if_some_naming_of_its_colours_does(
    case: tuple[int, list[Pegs], Pegs],
) -> None:
    kinds, history, last = case
    for change in kept(history, len(last)):
        lowest = min(applied(change, names, last) for names in completions(change, kinds))
        assert change.maps_lower(last) == (lowest < last)


@given(histories(), st.data())
def test_a_change_leaves_answers_as_they_are(case: tuple[int, list[Pegs], Pegs], data: st.DataObject) -> None:
    kinds, history, last = case
    change = data.draw(st.sampled_from(kept(history, len(last))))
    names = data.draw(st.sampled_from(completions(change, kinds)))
    secret = data.draw(st.tuples(*[st.integers(0, kinds - 1)] * len(last)))
    changed = row(applied(change, names, secret))
    assert mark(row(applied(change, names, last)), changed) == mark(row(last), row(secret))
    assert [mark(row(guess), changed) for guess in history] == [
        mark(row(guess), row(secret)) for guess in history
    ]


def test_every_order_of_the_places_is_a_change_up_to_six_pegs() -> None:
    assert [len(all_symmetries(pegs)) for pegs in range(1, MAX_PEGS + 1)] == [
        factorial(n) for n in range(1, 7)
    ]
    assert all_symmetries(MAX_PEGS + 1) == []


@pytest.mark.parametrize(
    ("terms", "kinds"),
    [
        (CLASSIC, ["AAAA", "AAAB", "AABB", "AABC", "ABCD"]),
        (find_edition("classic-2"), ["AAAA", "AAAB", "AABB", "AABC", "ABCD"]),
        (find_edition("bulls-and-cows"), ["ABCD"]),
        (find_edition("hasbro-2010"), ["AAAA", "AAAB", "AABB", "AABC", "ABCD"]),
        (
            CLASSIC.with_rules(pegs=6, colours=4),
            ["AAAAAA", "AAAAAB", "AAAABB", "AAAABC", "AAABBB", "AAABBC", "AAABCD", "AABBCC", "AABBCD"],
        ),
        (CLASSIC.with_rules(colours=2), ["AAAA", "AAAB", "AABB"]),
        (CLASSIC.with_rules(colours=2, pegs=1), ["A"]),
        (CLASSIC.with_rules(colours=2, pegs=3, blanks=True), ["AAA", "AAB", "AB-"]),
    ],
    ids=str,
)
def test_first_guesses_are_of_so_many_kinds(terms: Edition, kinds: list[str]) -> None:
    space = CodeSpace.of(terms)
    assert [space.code(number) for number in representatives(space).tolist()] == [*map(code, kinds)]


@pytest.mark.parametrize(
    "terms", [CLASSIC, CLASSIC.with_rules(pegs=5, colours=3), find_edition("bulls-and-cows")], ids=str
)
def test_representatives_are_the_guesses_that_no_change_lowers(terms: Edition) -> None:
    space, found = CodeSpace.of(terms), all_symmetries(terms.pegs)
    rows = [tuple(map(int, pegs)) for pegs in space.guesses]
    low = [number for number, pegs in enumerate(rows) if not any(change.maps_lower(pegs) for change in found)]
    assert representatives(space).tolist() == low


def test_guesses_of_a_kind_split_all_codes_alike() -> None:
    space = CodeSpace.of(CLASSIC)
    marks = space.marks(np.arange(1296), space.codes)
    splits = {tuple(np.bincount(line, minlength=14).tolist()) for line in marks}
    assert len(splits) == len(representatives(space)) == 5
