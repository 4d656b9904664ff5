"""The optimum on several cores: what it finds is what one core finds."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

import pytest

from codepegs.engine import CodeSpace, parallel
from codepegs.engine.bounds import INFINITE
from codepegs.engine.checkpoint import Checkpoint
from codepegs.engine.optimum import Bounds, Optimum
from codepegs.engine.parallel import _Job, solve
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
    bounds, guess = solve(terms, Serial(), workers=1, rows=rows, consistent=consistent)
    assert bounds == Bounds(total, total)
    if first is None:
        assert guess is None
    else:
        assert guess is not None
        assert terms.spell(CodeSpace.of(terms).code(guess)) == first


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_any_executor_will_do(kind: str) -> None:
    executor: Executor = (
        ThreadPoolExecutor(2)
        if kind == "threads"
        else ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))
    )
    with executor:
        assert solve(SMALL, executor, workers=2)[0] == Bounds(2463, 2463)
        assert solve(find_edition("mini"), executor, workers=2)[0] == Bounds(854, 854)


def test_it_stops_when_asked_to_with_bounds_that_hold() -> None:
    heard = list[Bounds]()
    jobs = Serial()
    bounds, first = solve(CLASSIC, jobs, workers=1, stop=lambda: jobs.jobs > 20, progress=heard.append)
    assert (bounds.upper, first) == (None, None)
    assert bounds.lower == heard[-1].lower <= 5625
    assert [each.lower for each in heard] == sorted(each.lower for each in heard)


def test_a_job_in_this_thread_stops_too(tmp_path: Path) -> None:
    calls: list[None] = []

    def stop() -> bool:
        calls.append(None)
        return len(calls) > 30

    space = CodeSpace.of(CLASSIC)
    with closing(Checkpoint(tmp_path / "proof.txt", CLASSIC, consistent=False)) as checkpoint:
        stopped, _ = solve(CLASSIC, optimum=Optimum(space, stop=stop), checkpoint=checkpoint)
        assert (stopped.upper, stopped.lower <= 5625) == (None, True)
        assert solve(CLASSIC, optimum=Optimum(space, threads=2), checkpoint=checkpoint)[0] == Bounds(
            5625, 5625
        )


def test_a_board_too_large_is_refused_before_any_job_is_made() -> None:
    executor = Serial()
    with pytest.raises(TooLarge):
        solve(find_edition("super"), executor, workers=1)
    assert not executor.jobs


class Rigged(Executor):
    """Ends each job in an order of its own: the last one first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[object], Callable[[], object]]] = []

    def submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        job: Callable[[], object] = partial(work, *args, **kwargs)
        self.waiting.append((cast("Future[object]", future), job))
        return future

    def wait(self, futures: object, **options: object) -> tuple[set[Future[object]], None]:
        future, job = self.waiting.pop()
        future.set_result(job())
        return {future}, None


@pytest.mark.parametrize("workers", [1, 3, 40])
@pytest.mark.parametrize(
    ("rows", "consistent", "total"), [(None, False, 5625), (5, False, 5626), (None, True, 5660)]
)
def test_the_order_of_jobs_does_not_change_the_result(
    workers: int, rows: int | None, consistent: bool, total: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor = Rigged()
    monkeypatch.setattr(parallel, "wait", executor.wait)
    found, _ = solve(CLASSIC, executor, workers=workers, rows=rows, consistent=consistent)
    assert found == Bounds(total, total)


def test_a_later_job_knows_what_an_earlier_one_found() -> None:
    budgets = dict[tuple[int, bytes], list[int]]()

    class Watching(Serial):
        def submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
            job = cast(_Job, work)
            budgets.setdefault((job.key.first, job.part.tobytes()), []).append(job.budget)
            return super().submit(work, *args, **kwargs)

    solve(CLASSIC, Watching(), workers=1)
    assert all(found == sorted(found, reverse=True) for found in budgets.values())
    # The parts of the first guess begin without a limit. One job is made before the first has ended.
    unlimited = [found for found in budgets.values() if found[0] > 5625 and len(found) > 2]
    assert unlimited
    assert all(found[2] < 5625 for found in unlimited)


def test_a_proof_resumes_from_its_checkpoint(tmp_path: Path) -> None:
    path, jobs = tmp_path / "proof.txt", list[int]()
    for stop_after in (40, 100, 10_000):
        executor = Serial()
        with closing(Checkpoint(path, CLASSIC, consistent=False)) as checkpoint:
            found = solve(
                CLASSIC,
                executor,
                workers=1,
                checkpoint=checkpoint,
                stop=lambda executor=executor, most=stop_after: executor.jobs >= most,  # type: ignore[misc]
            )
        jobs.append(executor.jobs)
    assert found[0] == Bounds(5625, 5625)
    alone = Serial()
    solve(CLASSIC, alone, workers=1)
    # A job that was running when the proof stopped is done again.
    assert alone.jobs <= sum(jobs) <= alone.jobs + 10
    with closing(Checkpoint(path, CLASSIC, consistent=False)) as checkpoint:
        again = Serial()
        assert solve(CLASSIC, again, workers=1, checkpoint=checkpoint) == found
    # Known costs come in another order, so a few budgets are larger than they were.
    assert again.jobs < 10


def test_one_checkpoint_serves_every_number_of_rows(tmp_path: Path) -> None:
    with closing(Checkpoint(tmp_path / "proof.txt", CLASSIC, consistent=False)) as checkpoint:
        for rows, total in ((4, INFINITE), (5, 5626), (None, 5625)):
            found, _ = solve(CLASSIC, Serial(), workers=1, rows=rows, checkpoint=checkpoint)
            assert found == Bounds(total, total)
