"""The compute pool: right results, limits, and workers that are replaced after failures."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codepegs.compute import pool as pool_module
from codepegs.compute.errors import BudgetExceeded, WorkerCrashed
from codepegs.compute.pool import ComputePool, codebreaker_view, is_quick
from codepegs.errors import Busy, TooLarge
from codepegs.notation import edition_line
from codepegs.players import LEVELS, Computer, Level
from codepegs.rules import CATALOGUE, Act, Agreement, Guess, Match, MatchView, find_edition
from tests.support.pool_jobs import die, double, eat, fail, hang, hang_loudly, pause, refuse, spin, who
from tests.support.strategies import spelled, twins

T = TypeVar("T")
TIMEOUT = 60.0
SHORT = 1.0
"""Seconds of computing, more than any job needs that ends."""
SMALL = 400 << 20


def wait_for(coroutine: Coroutine[Any, Any, T]) -> T:
    async def with_timeout() -> T:
        return await asyncio.wait_for(coroutine, TIMEOUT)

    return asyncio.run(with_timeout())


@pytest.fixture(scope="module")
def pool() -> Iterator[ComputePool]:
    made = ComputePool(processes=2)
    yield made
    made.close()


@pytest.fixture(scope="module")
def strict() -> Iterator[ComputePool]:
    """Pool of one process with tight limits."""
    made = ComputePool(processes=1, timeout=SHORT, memory=SMALL, queue=3)
    yield made
    made.close()


async def pid(pool: ComputePool) -> int:
    return await pool.run(who)


def views(pairs: list[tuple[Match, Match]]) -> list[tuple[MatchView, MatchView]]:
    """Return the codebreakers' views of matches that look alike to them, on their turns to guess."""
    guessing = [pair for pair in pairs if Act.GUESS in pair[0].legal(pair[0].game.seat(pair[0].turn))]
    return [
        (MatchView.of(one, one.game.codebreaker), MatchView.of(other, other.game.codebreaker))
        for one, other in guessing
    ]


@settings(max_examples=25)
@given(pairs=twins(), level=st.sampled_from([*LEVELS.values()]), seed=st.integers(0, 2**64), data=st.data())
def test_a_move_is_that_of_a_computer_with_the_same_seed(
    pool: ComputePool, pairs: list[tuple[Match, Match]], level: Level, seed: int, data: st.DataObject
) -> None:
    view, _ = data.draw(st.sampled_from(views(pairs)))
    assert wait_for(pool.guess(view, level, seed)) == Computer(Random(seed), level=level).move(view)


@given(pairs=twins())
def test_the_data_sent_to_a_process_does_not_depend_on_the_code(pairs: list[tuple[Match, Match]]) -> None:
    for one, other in views(pairs):
        assert pickle.dumps(codebreaker_view(one)) == pickle.dumps(codebreaker_view(other))


def test_a_view_that_shows_the_code_is_refused(pool: ComputePool) -> None:
    match = Match.start(Agreement(find_edition("mini"), ("Ada", "Bob"), games=2)).play(spelled("code ABC"))
    maker, breaker = (MatchView.of(match, player) for player in (0, 1))
    for view in (maker, replace(maker, legal=breaker.legal), MatchView.of(match, None)):
        with pytest.raises(ValueError, match="Only the codebreaker"):
            wait_for(pool.guess(view, LEVELS["expert"], 1))
    game = replace(breaker.game, code=maker.game.code)
    with pytest.raises(ValueError, match="shows the code"):
        codebreaker_view(replace(breaker, games=(game,)))


def guessing(edition: str) -> MatchView:
    """Return the view of a codebreaker before the first guess."""
    match = Match.start(Agreement(edition_line.read(edition), ("Ada", "Bob"), games=2))
    match = match.play(Computer(Random(1)).move(MatchView.of(match, 0)))
    return MatchView.of(match, 1)


@pytest.mark.parametrize(
    ("edition", "quick"),
    [
        *((slug, True) for slug in CATALOGUE),
        ("super pegs=6", False),
        ("super pegs=12 colours=26 rows=30", False),
        # Codes without repeats are few, but guesses may repeat.
        ("super colours=9 code-repeats=no", False),
    ],
)
def test_guesses_on_large_boards_are_long_jobs(edition: str, quick: bool) -> None:
    assert is_quick(edition_line.read(edition)) == quick


def test_quick_guesses_do_not_wait_for_long_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "MAX_GUESS_WAIT", 0.01)

    async def guess() -> None:
        async with ComputePool(timeout=TIMEOUT) as pool:
            task, _ = await hanging(pool, tmp_path / "pid")
            for level in LEVELS.values():
                assert isinstance(await pool.guess(guessing("classic-1"), level, 1), Guess)
            large = guessing("super pegs=12 colours=26 rows=30")
            with pytest.raises(Busy):
                await pool.guess(large, LEVELS["perfect"], 1)
            assert isinstance(await pool.guess_quickly(large, LEVELS["perfect"], 1), Guess)
            assert not task.done()
            task.cancel()

    wait_for(guess())


def test_long_jobs_of_an_address_wait_for_its_own(tmp_path: Path) -> None:
    order = list[str]()

    async def job(pool: ComputePool, address: str) -> None:
        await pool.run(double, 1, address=address)
        order.append(address)

    async def run() -> None:
        async with ComputePool(timeout=TIMEOUT) as pool:
            task, _ = await hanging(pool, tmp_path / "pid")
            jobs = [asyncio.create_task(job(pool, address)) for address in ("crowd", "crowd", "newcomer")]
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(*jobs)

    wait_for(run())
    assert order == ["crowd", "newcomer", "crowd"]


def test_waiting_for_a_busy_processor_does_not_count(strict: ComputePool) -> None:
    assert wait_for(strict.run(pause, 2 * SHORT)) == "done"


@pytest.mark.parametrize("endless", [hang, spin])
def test_a_job_that_takes_too_long_has_its_process_replaced(strict: ComputePool, endless: Any) -> None:
    before = wait_for(pid(strict))
    with pytest.raises(BudgetExceeded) as refused:
        wait_for(strict.run(endless))
    assert (refused.value.of, refused.value.limit) == (BudgetExceeded.TIME, SHORT)
    assert wait_for(pid(strict)) != before
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
def test_a_job_that_takes_too_much_memory_has_its_process_replaced() -> None:
    with_time = ComputePool(processes=1, memory=SMALL)
    try:
        before = wait_for(pid(with_time))
        with pytest.raises(BudgetExceeded) as refused:
            wait_for(with_time.run(eat))
        assert (refused.value.of, refused.value.limit) == (BudgetExceeded.MEMORY, SMALL)
        assert wait_for(pid(with_time)) != before
    finally:
        with_time.close()


@pytest.mark.parametrize("code", [0, 1, 9])
def test_the_next_job_runs_after_a_crash(strict: ComputePool, code: int) -> None:
    with pytest.raises(WorkerCrashed) as lost:
        wait_for(strict.run(die, code))
    assert (lost.value.fault, lost.value.where) == (f"exit code {code}", ())
    assert wait_for(strict.run(double, 21)) == 42


def test_a_process_that_dies_while_idle_fails_one_job(strict: ComputePool) -> None:
    before = wait_for(pid(strict))
    os.kill(before, signal.SIGKILL)
    with pytest.raises(WorkerCrashed):
        wait_for(pid(strict))
    assert wait_for(pid(strict)) != before


def test_an_error_keeps_its_facts_and_its_process(strict: ComputePool) -> None:
    before = wait_for(pid(strict))
    with pytest.raises(TooLarge) as refused:
        wait_for(strict.run(refuse))
    assert refused.value.limit == 10
    assert wait_for(pid(strict)) == before


def test_a_bug_in_a_job_leaves_its_type_and_stack(strict: ComputePool) -> None:
    before = wait_for(pid(strict))
    with pytest.raises(WorkerCrashed) as lost:
        wait_for(strict.run(fail))
    assert lost.value.fault == "ZeroDivisionError"
    assert [place.rpartition(" ")[2] for place in lost.value.where] == ["_run_job", "fail"]
    assert "mistake" not in str(vars(lost.value)), "a message may quote a code"
    assert wait_for(pid(strict)) == before


def test_a_full_queue_refuses_more_jobs() -> None:
    async def flood(pool: ComputePool) -> None:
        tasks = [asyncio.create_task(pool.run(hang)) for _ in range(500)]
        refused, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        assert {type(task.exception()) for task in refused} == {Busy}
        assert (len(refused), len(waiting)) == (496, 4)
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting)
        assert all(task.cancelled() for task in waiting)
        assert await pool.run(double, 21) == 42

    patient = ComputePool(processes=1, timeout=TIMEOUT, queue=3)
    try:
        wait_for(flood(patient))
    finally:
        patient.close()


async def hanging(pool: ComputePool, file: Path) -> tuple[asyncio.Task[None], int]:
    """Start a job that hangs, and return it with the id of its process."""
    task = asyncio.create_task(pool.run(hang_loudly, file))
    while not file.exists():
        await asyncio.sleep(0.01)
    return task, int(file.read_text())


def test_cancelling_a_job_frees_its_process(tmp_path: Path) -> None:
    async def cancel(pool: ComputePool) -> None:
        task, process = await hanging(pool, tmp_path / "pid")
        task.cancel()
        assert await pool.run(who) != process
        with pytest.raises(asyncio.CancelledError):
            await task

    patient = ComputePool(processes=1, timeout=TIMEOUT)
    try:
        wait_for(cancel(patient))
    finally:
        patient.close()


def test_closing_fails_open_jobs_and_leaves_no_process(tmp_path: Path) -> None:
    async def close() -> None:
        async with ComputePool(processes=1, timeout=TIMEOUT) as pool:
            task, process = await hanging(pool, tmp_path / "pid")
            waiting = asyncio.create_task(pool.run(double, 1))
            await asyncio.sleep(0)
        for lost in (task, waiting, pool.run(double, 2)):
            with pytest.raises(Busy):
                await lost
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)

    wait_for(close())
