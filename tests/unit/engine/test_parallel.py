"""The optimum on several cores: what it finds is what one core finds."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

import pytest

from codepegs.engine import CodeSpace
from codepegs.engine.bounds import INFINITE
from codepegs.engine.optimum import Bounds
from codepegs.engine.parallel import solve
from codepegs.errors import TooLarge
from codepegs.rules import Edition, find_edition

P = ParamSpec("P")
T = TypeVar("T")
CLASSIC = find_edition("classic-1")


class Serial(Executor):
    """Does everything at once, and counts it."""

    jobs = 0

    def submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        self.jobs += 1
        future: Future[T] = Future()
        future.set_result(work(*args, **kwargs))
        return future


SMALL = CLASSIC.with_rules(pegs=4, colours=5)


@pytest.mark.parametrize(
    ("terms", "rows", "consistent", "total", "first"),
    [
        (SMALL, None, False, 2463, "RRBY"),
        (CLASSIC, None, False, 5625, "RRBY"),
        (CLASSIC, 5, False, 5626, "RRBY"),
        (CLASSIC, 4, False, INFINITE, None),
        (CLASSIC, None, True, 5660, "RRBY"),
        (find_edition("hasbro-2010", colours=6), None, False, 1435, "RRBY"),
        (find_edition("mini"), None, False, 854, "RBY"),
    ],
    ids=str,
)
def test_parts_solved_one_by_one_make_the_whole(
    terms: Edition, rows: int | None, consistent: bool, total: int, first: str | None
) -> None:
    answer = solve(terms, Serial(), rows=rows, consistent=consistent)
    assert answer.bounds == Bounds(total, total)
    if first is not None:
        assert answer.first is not None
        assert terms.spell(CodeSpace.of(terms).code(answer.first)) == first


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_any_executor_will_do(kind: str) -> None:
    executor: Executor = (
        ThreadPoolExecutor(2)
        if kind == "threads"
        else ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))
    )
    with executor:
        assert solve(SMALL, executor).bounds == Bounds(2463, 2463)
        assert solve(find_edition("mini"), executor).bounds == Bounds(854, 854)


def test_it_stops_when_asked_to_with_bounds_that_hold() -> None:
    heard = list[Bounds]()
    answer = solve(CLASSIC, Serial(), stop=lambda: True, progress=heard.append)
    assert not answer.bounds.proved
    assert answer.bounds.upper == 5722
    assert answer.bounds.lower == heard[0].lower <= 5625
    assert answer.first is not None
    assert CLASSIC.spell(CodeSpace.of(CLASSIC).code(answer.first)) == "RBYG"


def test_a_board_too_large_is_refused_before_any_job_is_made() -> None:
    executor = Serial()
    with pytest.raises(TooLarge):
        solve(find_edition("super"), executor)
    assert not executor.jobs


def test_a_guess_whose_bound_is_reached_already_gives_no_work() -> None:
    executor = Serial()
    solve(CLASSIC, executor)
    # The parts of AABC, ABCD, AABB and AAAB. AAAA, which leaves four, cannot be better.
    assert executor.jobs == 13 + 13 + 12 + 10
