"""The exact optimum: published totals, the guesses that reach them, and searches cut short.

What the search is worth without its bounds and other short cuts is in `test_bound`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random

import numpy as np
import pytest

from codepegs.engine import CodeSpace
from codepegs.engine import kernel as kernel_module
from codepegs.engine.bounds import INFINITE
from codepegs.engine.optimum import Bounds, Optimum
from codepegs.engine.search_numpy import NONE, Technique
from codepegs.engine.symmetry import types
from codepegs.errors import TooLarge
from codepegs.rules import Board, Code, Edition, Feedback, Row, find_edition, mark
from tests.support.strategies import code
from tests.support.twins import both

CLASSIC = find_edition("classic-1")


def board(pegs: int, colours: int, *, repeats: bool = True) -> Edition:
    return CLASSIC.with_rules(pegs=pegs, colours=colours, code_repeats=repeats, guess_repeats=repeats)


# Published totals ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pegs", "colours", "total"),
    [
        *((3, 4, 206), (3, 5, 451), (3, 6, 854), (3, 7, 1474), (3, 8, 2359)),
        *((4, 4, 905), (4, 5, 2463), (5, 3, 816), (6, 3, 2649)),
    ],
)
@both
def test_the_optimum_with_repeats_is_the_published_one(
    pegs: int, colours: int, total: int, kernel: bool
) -> None:
    space = CodeSpace(board(pegs, colours))
    assert Optimum(space, kernel=kernel).solve(space.codes) == Bounds(total, total)


@pytest.mark.parametrize(
    ("pegs", "colours", "total"),
    [
        *((3, 5, 196), (3, 6, 436), (3, 8, 1449), (3, 10, 3575)),
        *((4, 5, 462), (4, 6, 1446), (4, 7, 3639)),
    ],
)
@both
def test_the_optimum_without_repeats_is_the_published_one(
    pegs: int, colours: int, total: int, kernel: bool
) -> None:
    space = CodeSpace(board(pegs, colours, repeats=False))
    assert Optimum(space, kernel=kernel).solve(space.codes) == Bounds(total, total)


LARGER = [
    (board(5, 4), 3954),
    (board(5, 6, repeats=False), 3434),
    (board(4, 9, repeats=False), 14914),
]
"""Boards that take numpy from seconds to minutes."""


@pytest.mark.skipif(not kernel_module.compiled, reason="installed without a C compiler: no kernel")
@pytest.mark.parametrize(("terms", "total"), LARGER, ids=str)
def test_the_optimum_of_a_larger_board_is_the_known_one(terms: Edition, total: int) -> None:
    space = CodeSpace(terms)
    assert Optimum(space, kernel=True).solve(space.codes) == Bounds(total, total)


@cache
def classic(
    rows: int | None = None, *, consistent: bool = False, kernel: bool | None = None
) -> tuple[Optimum, Bounds]:
    space = CodeSpace.of(CLASSIC)
    optimum = Optimum(space, consistent=consistent, kernel=kernel)
    return optimum, optimum.solve(space.codes, rows=rows, sure=True)


@pytest.mark.parametrize(
    ("rows", "consistent", "total", "worst"),
    [
        (None, False, 5625, 6),
        (6, False, 5625, 6),
        (5, False, 5626, 5),
        (None, True, 5660, None),
        (4, False, INFINITE, None),
    ],
)
@both
def test_the_optimum_of_four_pegs_and_six_colours_is_the_published_one(
    rows: int | None, consistent: bool, total: int, worst: int | None, kernel: bool
) -> None:
    bounds = classic(rows, consistent=consistent, kernel=kernel)[1]
    assert bounds == Bounds(total, total)
    assert worst is None or bounds.worst == worst


@pytest.mark.parametrize(
    ("first", "total"), [("RRRR", 6318), ("RRRB", 5791), ("RRBB", 5702), ("RRBY", 5625), ("RBYG", 5673)]
)
def test_each_first_guess_has_its_published_optimum(first: str, total: int) -> None:
    space, (optimum, _) = CodeSpace.of(CLASSIC), classic()
    number = space.number(CLASSIC.code(first))
    marks = space.marks(np.array([number]), space.codes)[0]
    parts = [space.codes[marks == answer] for answer in np.unique(marks) if answer != space.classes.win]
    assert total == len(space.codes) + sum(optimum.solve(part, [number]).lower for part in parts)


# The strategy behind the value --------------------------------------------------------


def depths(
    space: CodeSpace, optimum: Optimum, codes: list[Code], rows: int | None = None, used: int = 0
) -> Iterator[int]:
    """How many guesses each of `codes` takes, marked by the rules alone; one more than `rows` if too many."""
    if rows == used:
        yield from [used + 1] * len(codes)
        return
    numbers = np.array([space.number(secret) for secret in codes])
    guess = space.code(optimum.guess(numbers, None if rows is None else rows - used))
    split: defaultdict[Feedback, list[Code]] = defaultdict(list)
    for secret in codes:
        split[mark(guess, secret)].append(secret)
    assert len(split) > 1 or guess in codes, "a guess that tells nothing would go on for ever"
    for answer, part in split.items():
        if answer.black == space.pegs:
            yield used + 1
        else:
            yield from depths(space, optimum, part, rows, used + 1)


@pytest.mark.parametrize(
    ("rows", "consistent", "total", "worst"),
    [(None, False, 5625, 6), (5, False, 5626, 5), (None, True, 5660, None)],
)
@both
def test_the_guesses_of_the_optimum_reach_its_total_over_all_codes(
    rows: int | None, consistent: bool, total: int, worst: int | None, kernel: bool
) -> None:
    space, (optimum, _) = CodeSpace.of(CLASSIC), classic(rows, consistent=consistent, kernel=kernel)
    needed = list(depths(space, optimum, list(CLASSIC.codes()), rows))
    assert len(needed) == 1296
    assert sum(needed) == total
    assert worst is None or max(needed) == worst


@pytest.mark.parametrize(
    ("terms", "rows", "broken", "guesses"),
    [
        (CLASSIC, 1, 1, 1296),
        (CLASSIC, 2, 14, 2591),
        (CLASSIC, 3, 132, 3874),
        (CLASSIC, 4, 768, 5084),
        (find_edition("hasbro-2010"), 3, 116, 5029),
        (find_edition("hasbro-2010"), 4, 681, 6632),
    ],
    ids=str,
)
def test_with_too_few_rows_its_guesses_break_as_many_codes_as_it_says(
    terms: Edition, rows: int, broken: int, guesses: int
) -> None:
    space = CodeSpace.of(terms)
    optimum = Optimum(space)
    assert optimum.solve(space.codes, rows=rows, sure=True) == Bounds(INFINITE, INFINITE)
    bounds = optimum.solve(space.codes, rows=rows)
    needed = list(depths(space, optimum, list(terms.codes()), rows))
    assert bounds.proved
    assert not bounds.possible
    assert sum(used <= rows for used in needed) == len(space.codes) - bounds.lost == broken
    assert sum(min(used, rows) for used in needed) == bounds.guesses == guesses


@both
def test_a_code_that_is_likelier_is_guessed_sooner(kernel: bool) -> None:
    space = CodeSpace.of(CLASSIC)
    three = np.array([space.number(code(text)) for text in ("AABB", "AABC", "AABD")])
    for favourite, total in (("AABB", 5 + 2 + 3), ("AABC", 5 + 2 * 5 + 3)):
        optimum = Optimum(space, weights=likely(space, favourite), kernel=kernel)
        assert optimum.solve(three) == Bounds(total, total)
        assert space.code(optimum.guess(three)) == code(favourite)
        pair = three[:2]
        assert optimum.solve(pair) == Bounds(7, 7)
        assert space.code(optimum.guess(pair)) == code(favourite)


def likely(space: CodeSpace, favourite: str) -> list[int]:
    """Weights of 5 for the codes of one type and of 1 for the others."""
    kinds = types(space)
    return [5 if kind == kinds[space.number(code(favourite))] else 1 for kind in kinds[space.codes]]


@both
@pytest.mark.parametrize("without", [NONE, Technique.SYMMETRY | Technique.CANONICAL | Technique.SMALL])
def test_weights_by_type_give_the_same_total_with_symmetry_and_without(
    without: Technique, kernel: bool
) -> None:
    space = CodeSpace.of(board(3, 4))
    optimum = Optimum(space, weights=likely(space, "AAB"), kernel=kernel, without=without)
    assert optimum.solve(space.codes) == Bounds(635, 635)


def test_codes_of_one_type_must_weigh_the_same() -> None:
    space = CodeSpace.of(CLASSIC)
    weights = likely(space, "AABC")
    weights[space.number(code("DEAA"))] = 4
    with pytest.raises(ValueError, match=r"one type must have the same weight.* 5 .* 4"):
        Optimum(space, weights=weights)


@pytest.mark.parametrize("weights", [[1] * 1295, [0] + [1] * 1295, [1] * 1295 + [1_000_000], []])
def test_weights_that_cannot_be_used_are_refused(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="1296 integers"):
        Optimum(CodeSpace.of(CLASSIC), weights=weights)


def test_long_rows_have_more_answers_than_a_word_has_bits() -> None:
    terms = board(11, 2)
    space, secret = CodeSpace(terms), code("ABBBBABBBAA")
    history = [code("AABABBAAABB"), code("BBABAAAAABB"), code("ABBAABBAAAA")]
    left = space.candidates(Board(terms, tuple(Row(guess, mark(guess, secret)) for guess in history)))
    # Every one of the 2,048 guesses was tried for this value.
    assert Optimum(space).solve(left, [space.number(guess) for guess in history]) == Bounds(11, 11)


# Searches that are cut short ----------------------------------------------------------


@both
@pytest.mark.parametrize("steps", [0, 1, 30, 300])
def test_a_search_that_is_cut_short_plays_what_its_upper_bound_says(steps: int, kernel: bool) -> None:
    space = CodeSpace.of(CLASSIC)
    optimum = Optimum(space, steps=steps, kernel=kernel)
    bounds = optimum.solve(space.codes)
    assert bounds.upper is not None
    assert bounds.lower <= 5625 <= bounds.upper <= 5722
    assert not bounds.proved
    assert sum(depths(space, optimum, list(CLASSIC.codes()))) == bounds.upper


@both
def test_what_was_cut_short_does_not_spoil_what_is_proved_later(kernel: bool) -> None:
    terms = board(8, 2)
    space, random = CodeSpace.of(terms), Random(1)
    optimum, exact = Optimum(space, steps=40, kernel=kernel), Optimum(space, kernel=kernel)
    proved = 0
    for _ in range(60):
        *history, secret = random.sample(range(256), 3)
        left = space.codes
        for guess in history:
            left = next(part for _, part in space.split(guess, left) if secret in part)
        bounds = optimum.solve(left, history)
        if bounds.proved and len(left) > 2:
            proved += 1
            split = space.split(optimum.guess(left), left)
            parts = [part for answer, part in split if answer != space.classes.win]
            assert bounds.lower == len(left) + sum(exact.solve(part).lower for part in parts)
    assert 0 < proved < 60


@both
@pytest.mark.parametrize("candidates", [[3, 200], [7, 8, 9, 300], [9, 8, 7]])
def test_candidates_that_a_search_was_not_made_for_are_refused(candidates: list[int], kernel: bool) -> None:
    optimum = Optimum(CodeSpace.of(CLASSIC), codes=np.arange(100), kernel=kernel)
    with pytest.raises(ValueError, match="must be among the codes"):
        optimum.solve(np.array([*candidates, 101]))


@both
@pytest.mark.parametrize("calls", [0, 1, 2])
def test_a_search_asks_whether_to_stop(calls: int, kernel: bool) -> None:
    space, left = CodeSpace.of(CLASSIC), iter(range(calls))
    bounds = Optimum(space, stop=lambda: next(left, None) is None, kernel=kernel).solve(space.codes)
    assert next(left, None) is None
    assert bounds.upper is not None
    assert bounds.lower <= 5625 <= bounds.upper
    assert not bounds.proved


@both
def test_a_search_that_fails_to_ask_passes_the_failure_on(kernel: bool) -> None:
    def stop() -> bool:
        raise LookupError("on purpose")

    space = CodeSpace.of(CLASSIC)
    with pytest.raises(LookupError, match="on purpose"):
        Optimum(space, stop=stop, kernel=kernel).solve(space.codes)


@both
def test_a_search_that_was_stopped_can_be_taken_up_again(kernel: bool) -> None:
    space = CodeSpace.of(board(4, 5))
    answers = iter([False, True] + [False] * 100_000)
    optimum = Optimum(space, stop=lambda: next(answers), kernel=kernel)
    assert not optimum.solve(space.codes).proved
    assert optimum.solve(space.codes) == Bounds(2463, 2463)
    assert sum(depths(space, optimum, list(board(4, 5).codes()))) == 2463


@pytest.mark.parametrize(("pegs", "colours", "total"), [(4, 5, 2463), (5, 3, 816)])
@both
def test_progress_never_goes_back_nor_past_the_optimum(
    pegs: int, colours: int, total: int, kernel: bool
) -> None:
    space, heard = CodeSpace.of(board(pegs, colours)), list[Bounds]()
    Optimum(space, progress=heard.append, kernel=kernel).solve(space.codes)
    lowers = [bounds.lower for bounds in heard]
    uppers = [INFINITE if bounds.upper is None else bounds.upper for bounds in heard]
    assert len(heard) > 1
    assert lowers == sorted(lowers)
    assert uppers == sorted(uppers, reverse=True)
    assert lowers[-1] <= total <= uppers[-1] < INFINITE


def test_a_board_without_a_table_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codepegs.engine.codespace.MAX_TABLE_SIZE", 0)
    with pytest.raises(TooLarge):
        Optimum(CodeSpace(CLASSIC))


@both
def test_a_position_on_a_board_too_large_to_solve_is_solved_from_its_candidates(kernel: bool) -> None:
    terms = CLASSIC.with_rules(pegs=5, colours=8)
    space, secret = CodeSpace(terms), code("CAFEH")
    history = [code("AABBC"), code("CDEAF"), code("FAGCH")]
    left = space.candidates(Board(terms, tuple(Row(guess, mark(guess, secret)) for guess in history)))
    with pytest.raises(TooLarge, match="searched"):
        Optimum(space)
    optimum = Optimum(space, codes=left, kernel=kernel)
    bounds = optimum.solve(left, [space.number(guess) for guess in history])
    assert bounds.proved
    assert sum(depths(space, optimum, [space.code(number) for number in left])) == bounds.upper
    assert bounds == Bounds(27, 27)


@both
def test_a_search_for_some_codes_finds_what_one_for_all_finds(kernel: bool) -> None:
    space = CodeSpace.of(CLASSIC)
    some = space.candidates(Board(CLASSIC, (Row(code("AABC"), Feedback(1, 1)),)))
    history = [space.number(code("AABC"))]
    whole, part = (Optimum(space, codes=codes, kernel=kernel) for codes in (None, some))
    assert whole.solve(some, history) == part.solve(some, history)


def test_no_code_costs_nothing() -> None:
    space = CodeSpace.of(CLASSIC)
    assert Optimum(space).solve(space.codes[:0]) == Bounds(0, 0)


def test_no_guess_at_all_breaks_nothing() -> None:
    space = CodeSpace.of(board(3, 3))
    assert Optimum(space).solve(space.codes, rows=0).lost == 27
    assert Optimum(space).solve(space.codes, rows=0, sure=True).lower == INFINITE


def test_a_question_may_have_steps_of_its_own() -> None:
    space = CodeSpace.of(find_edition("mini"))
    optimum = Optimum(space, steps=1)
    assert not optimum.solve(space.codes).proved
    assert optimum.solve(space.codes, steps=1_000_000).lower == 854
