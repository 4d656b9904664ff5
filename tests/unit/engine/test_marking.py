"""Marks of whole spaces, against `rules.mark`: the law."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from numpy.typing import NDArray

from codepegs.engine import CodeSpace, marking
from codepegs.engine.marking import Classes, mark_all
from codepegs.rules import Code, Edition, Feedback, find_edition, mark
from tests.support.strategies import editions, guesses, secrets
from tests.support.twins import both

CLASSIC = find_edition("classic-1")


def array(terms: Edition, codes: list[Code]) -> NDArray[np.uint8]:
    return np.array([[terms.kinds.index(peg) for peg in code.pegs] for code in codes], np.uint8)


def twin(terms: Edition, rows: list[Code], codes: list[Code], *, kernel: bool) -> list[list[Feedback]]:
    classes = Classes(terms.pegs)
    found = mark_all(
        array(terms, rows), array(terms, codes), classes, colours=len(terms.kinds), kernel=kernel
    )
    return [[classes.feedbacks[number] for number in line] for line in found.tolist()]


def law(rows: list[Code], codes: list[Code]) -> list[list[Feedback]]:
    return [[mark(guess, code) for code in codes] for guess in rows]


@st.composite
def pairs(draw: DrawFn) -> tuple[Edition, list[Code], list[Code]]:
    """Guesses and codes of any edition there is, up to twelve pegs and 26 colours."""
    terms = draw(editions())
    rows = draw(st.lists(guesses(terms), min_size=1, max_size=6))
    return terms, rows, draw(st.lists(secrets(terms), min_size=1, max_size=6))


@both
@given(case=pairs())
def test_any_guess_is_marked_against_any_code_as_the_rules_mark_it(
    case: tuple[Edition, list[Code], list[Code]], kernel: bool
) -> None:
    terms, rows, codes = case
    assert twin(terms, rows, codes, kernel=kernel) == law(rows, codes)


@both
@pytest.mark.parametrize("pegs", range(1, 13))
def test_rows_of_any_length_are_marked_as_the_rules_mark_them(pegs: int, kernel: bool) -> None:
    terms, random = CLASSIC.with_rules(pegs=pegs, colours=7, blanks=True), Random(pegs)
    codes = [Code(tuple(random.choices(terms.kinds, k=pegs))) for _ in range(70)]
    assert twin(terms, codes[:20], codes, kernel=kernel) == law(codes[:20], codes)


@both
@pytest.mark.parametrize("count", [1, 31, 32, 33, 2047, 2048, 2049, 4097])
def test_any_number_of_codes_is_marked_without_a_seam(count: int, kernel: bool) -> None:
    space = CodeSpace.of(find_edition("bulls-and-cows"))
    rows, right = space.guesses[:3], space.marks(np.arange(3), space.codes[-count:])
    found = mark_all(rows, space.guesses[-count:], space.classes, colours=10, kernel=kernel)
    assert (found == right).all()


@pytest.mark.parametrize("block", [1, 64, 65, 64 * 5, 4095, 4096])
def test_marks_do_not_depend_on_how_they_are_cut_into_blocks(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = CLASSIC.with_rules(pegs=3, colours=4)
    codes = list(terms.codes())
    rows, classes = array(terms, codes), Classes(3)
    monkeypatch.setattr(marking, "_BLOCK", block)
    # Memory used before could hold the right marks by chance; what is left out shows like this.
    monkeypatch.setattr(np, "empty", lambda shape, kind: np.full(shape, 255, kind))
    found = mark_all(rows, rows, classes, colours=4, kernel=False).tolist()
    right = [[classes.number(answer) for answer in line] for line in law(codes, codes)]
    assert found == right


@both
def test_there_may_be_nothing_to_mark(kernel: bool) -> None:
    some, none = array(CLASSIC, list(CLASSIC.codes())[:3]), np.empty((0, 4), np.uint8)
    assert mark_all(some, none, Classes(4), colours=6, kernel=kernel).shape == (3, 0)
    assert mark_all(none, some, Classes(4), colours=6, kernel=kernel).shape == (0, 3)


@pytest.mark.parametrize("pegs", range(1, 13))
def test_classes_number_the_answers_in_order_and_all_black_last(pegs: int) -> None:
    classes = Classes(pegs)
    assert [classes.number(feedback) for feedback in classes.feedbacks] == list(range(len(classes)))
    assert classes.feedbacks == sorted(classes.feedbacks)
    assert classes.feedbacks[classes.win] == Feedback(pegs, 0)
    assert classes.win == len(classes) - 1


@pytest.mark.parametrize(("pegs", "colours"), [(1, 3), (2, 4), (3, 4), (4, 4)])
def test_an_answer_has_a_number_if_and_only_if_a_code_can_earn_it(pegs: int, colours: int) -> None:
    terms = CLASSIC.with_rules(pegs=pegs, colours=colours)
    earned = {mark(guess, code) for guess, code in product(terms.codes(), repeat=2)}
    offered = {Feedback(black, white) for black, white in product(range(pegs + 2), repeat=2)}
    assert {answer for answer in offered if Classes(pegs).number(answer) is not None} == earned
