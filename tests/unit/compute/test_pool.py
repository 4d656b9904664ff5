"""Engine work in processes: it is right, it is limited, and nothing that it does harms what comes next."""

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

from codepegs.compute.errors import BudgetExceeded, WorkerCrashed
from codepegs.compute.pool import ComputePool, codebreaker_view
from codepegs.errors import Busy, TooLarge
from codepegs.players import LEVELS, Computer, Level
from codepegs.rules import Accept, Act, Agreement, Answers, Match, MatchView, Move, find_edition
from tests.support.pool_jobs import die, double, eat, fail, hang, hang_loudly, refuse, spin, who
from tests.support.strategies import spelled, twins

T = TypeVar("T")
PATIENCE = 60.0
SMALL = 400 << 20


def wait_for(asked: Coroutine[Any, Any, T]) -> T:
    async def patiently() -> T:
        return await asyncio.wait_for(asked, PATIENCE)

    return asyncio.run(patiently())


@pytest.fixture(scope="module")
def thinker() -> Iterator[ComputePool]:
    made = ComputePool(processes=2)
    yield made
    made.close()


@pytest.fixture(scope="module")
def strict() -> Iterator[ComputePool]:
    """One process that may do little."""
    made = ComputePool(processes=1, timeout=0.3, memory=SMALL, queue=3)
    yield made
    made.close()


async def pid(thinker: ComputePool) -> int:
    return await thinker.run(who)


def views(pairs: list[tuple[Match, Match]]) -> list[tuple[MatchView, MatchView]]:
    """What the codebreakers see of two matches that look alike, wherever they are to guess."""
    guessing = [pair for pair in pairs if Act.GUESS in pair[0].legal(pair[0].game.seat(pair[0].turn))]
    return [
        (MatchView.of(one, one.game.codebreaker), MatchView.of(other, other.game.codebreaker))
        for one, other in guessing
    ]


@settings(max_examples=60)
@given(pairs=twins(), level=st.sampled_from([*LEVELS.values()]), seed=st.integers(0, 2**64), data=st.data())
def test_a_move_is_that_of_a_computer_with_the_same_seed(
    thinker: ComputePool, pairs: list[tuple[Match, Match]], level: Level, seed: int, data: st.DataObject
) -> None:
    view, _ = data.draw(st.sampled_from(views(pairs)))
    assert wait_for(thinker.guess(view, level, seed)) == Computer(Random(seed), level=level).move(view)


@given(pairs=twins())
def test_what_a_process_is_told_does_not_depend_on_the_code(pairs: list[tuple[Match, Match]]) -> None:
    for one, other in views(pairs):
        assert pickle.dumps(codebreaker_view(one)) == pickle.dumps(codebreaker_view(other))


def series(answers: Answers = Answers.REFEREE) -> Match:
    return Match.start(Agreement(find_edition("mini", answers=answers), ("Ada", "Bob"), games=2))


def test_nobody_but_the_codebreaker_is_thought_for(thinker: ComputePool) -> None:
    match = series().play(spelled("code ABC"))
    for player in (match.game.codemaker, None):
        with pytest.raises(ValueError, match="Only the codebreaker"):
            wait_for(thinker.guess(MatchView.of(match, player), LEVELS["expert"], 1))


def test_a_view_that_shows_the_code_is_refused_whatever_else_it_says() -> None:
    match = series().play(spelled("code ABC"))
    maker, breaker = (MatchView.of(match, player) for player in (0, 1))
    with pytest.raises(ValueError, match="Only the codebreaker"):
        codebreaker_view(replace(maker, legal=breaker.legal))
    game = replace(breaker.game, code=maker.game.code)
    with pytest.raises(ValueError, match="shows the code"):
        codebreaker_view(replace(breaker, games=(game,)))


def test_a_computer_claims_what_the_reveal_has_shown(thinker: ComputePool) -> None:
    match = series(Answers.HAND)
    for line in ("code ABC", "guess ABC", "answer 0+1", "give up", "reveal"):
        match = match.play(spelled(line))
    view = MatchView.of(match, match.game.codebreaker)
    assert {Act.CLAIM, Act.ACCEPT} <= view.legal
    move: Move = wait_for(thinker.guess(view, LEVELS["novice"], 1))
    assert move != Accept()
    assert match.play(move).games[0].proof is not None


def test_questions_asked_at_once_are_all_answered(thinker: ComputePool) -> None:
    async def ask() -> list[int]:
        return await asyncio.gather(*(thinker.run(double, number) for number in range(50)))

    assert wait_for(ask()) == [2 * number for number in range(50)]


@pytest.mark.parametrize("endless", [hang, spin])
def test_a_question_that_takes_too_long_is_refused_and_its_process_replaced(
    strict: ComputePool, endless: Any
) -> None:
    before = wait_for(pid(strict))
    with pytest.raises(BudgetExceeded, match=r"more than 0\.3 seconds") as refused:
        wait_for(strict.run(endless))
    assert refused.value.of == BudgetExceeded.TIME
    assert wait_for(pid(strict)) != before
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited where the system can do it")
def test_a_question_that_eats_memory_is_refused_and_its_process_replaced() -> None:
    with_time = ComputePool(processes=1, memory=SMALL)
    try:
        before = wait_for(pid(with_time))
        with pytest.raises(BudgetExceeded, match="more than 400 MB of memory") as refused:
            wait_for(with_time.run(eat))
        assert refused.value.of == BudgetExceeded.MEMORY
        assert wait_for(pid(with_time)) != before
    finally:
        with_time.close()


@pytest.mark.parametrize("code", [0, 1, 9])
def test_a_question_that_its_process_dies_of_is_lost_and_the_next_one_answered(
    strict: ComputePool, code: int
) -> None:
    with pytest.raises(WorkerCrashed):
        wait_for(strict.run(die, code))
    assert wait_for(strict.run(double, 21)) == 42


def test_a_process_that_died_between_two_questions_costs_one_of_them(strict: ComputePool) -> None:
    before = wait_for(pid(strict))
    os.kill(before, signal.SIGKILL)
    with pytest.raises(WorkerCrashed, match="Please try again"):
        wait_for(pid(strict))
    assert wait_for(pid(strict)) != before


def test_refusals_come_through_with_their_facts_and_the_process_stays(strict: ComputePool) -> None:
    before = wait_for(pid(strict))
    with pytest.raises(TooLarge) as refused:
        wait_for(strict.run(refuse))
    assert refused.value.limit == 10
    assert wait_for(pid(strict)) == before


def test_a_mistake_in_the_work_is_told_to_those_who_can_mend_it(strict: ComputePool) -> None:
    before = wait_for(pid(strict))
    with pytest.raises(WorkerCrashed, match="Please try again") as lost:
        wait_for(strict.run(fail))
    assert "as a mistake would" in lost.value.trace
    assert "mistake" not in str(lost.value)
    assert wait_for(pid(strict)) == before


def test_of_a_flood_only_as_many_wait_as_may_and_the_others_are_told_so() -> None:
    async def flood(thinker: ComputePool) -> None:
        asked = [asyncio.create_task(thinker.run(hang)) for _ in range(500)]
        refused, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        assert {type(task.exception()) for task in refused} == {Busy}
        assert (len(refused), len(waiting), thinker.pending) == (496, 4, 4)
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting)
        assert all(task.cancelled() for task in waiting)
        assert thinker.pending == 0
        assert await thinker.run(double, 21) == 42

    patient = ComputePool(processes=1, timeout=PATIENCE, queue=3)
    try:
        wait_for(flood(patient))
    finally:
        patient.close()


async def hanging(thinker: ComputePool, file: Path) -> tuple[asyncio.Task[None], int]:
    """A question that hangs, and the process that hangs with it."""
    task = asyncio.create_task(thinker.run(hang_loudly, file))
    while not file.exists():
        await asyncio.sleep(0.01)
    return task, int(file.read_text())


def test_who_stops_waiting_sets_the_process_free(tmp_path: Path) -> None:
    async def change_of_mind(thinker: ComputePool) -> None:
        task, process = await hanging(thinker, tmp_path / "pid")
        task.cancel()
        assert await thinker.run(who) != process
        with pytest.raises(asyncio.CancelledError):
            await task

    patient = ComputePool(processes=1, timeout=PATIENCE)
    try:
        wait_for(change_of_mind(patient))
    finally:
        patient.close()


def test_closing_loses_open_questions_and_leaves_no_process(tmp_path: Path) -> None:
    async def close() -> None:
        async with ComputePool(processes=1, timeout=PATIENCE) as thinker:
            task, process = await hanging(thinker, tmp_path / "pid")
            waiting = asyncio.create_task(thinker.run(double, 1))
            await asyncio.sleep(0)
        for lost in (task, waiting, thinker.run(double, 2)):
            with pytest.raises(WorkerCrashed):
                await lost
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)

    wait_for(close())
