"""A census shared among workers is the same census."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_all_start_methods, get_context
from random import Random
from typing import ParamSpec, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.analysis.census import Census, take_census
from codepegs.engine import STRATEGIES, CodeSpace, find_strategy
from codepegs.engine.codespace import Indices
from codepegs.rules import Edition, find_edition
from tests.support.strategies import editions

P = ParamSpec("P")
T = TypeVar("T")


class Serial(Executor):
    """Does each job at once, on copies of what it is given, as a process would; counts the jobs."""

    def __init__(self) -> None:
        self.jobs = 0

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        self.jobs += 1
        job: Future[T] = Future()
        call, given, named = pickle.loads(pickle.dumps((function, args, kwargs)))
        job.set_result(pickle.loads(pickle.dumps(call(*given, **named))))
        return job


@pytest.fixture(scope="module", params=["threads", "spawn", "fork", "serial"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    made: dict[str, Callable[[], Executor]] = {
        "threads": lambda: ThreadPoolExecutor(3),
        "spawn": lambda: ProcessPoolExecutor(2, mp_context=get_context("spawn")),
        "fork": lambda: ProcessPoolExecutor(1, mp_context=get_context("fork")),
        "serial": Serial,
    }
    if request.param == "fork" and "fork" not in get_all_start_methods():
        pytest.skip("this system does not fork")
    with made[request.param]() as executor:
        yield executor


def counted(terms: Edition, name: str, executor: Executor | None, seed: int = 7) -> Census:
    return take_census(CodeSpace.of(terms), find_strategy(name, Random(seed)), executor=executor)


@pytest.mark.parametrize("name", STRATEGIES)
def test_jobs_change_no_strategy(name: str) -> None:
    """On copies of everything, as in another process. A small board shows it as well as a large one."""
    assert counted(find_edition("mini"), name, Serial()) == counted(find_edition("mini"), name, None)


def test_an_executor_changes_nothing(executor: Executor) -> None:
    """With chance in it, which has to be the same for any order of the jobs."""
    terms = find_edition("classic-1")
    assert counted(terms, "random-consistent", executor) == counted(terms, "random-consistent", None)


def test_optimal_that_has_to_search_is_counted_by_any_executor(executor: Executor) -> None:
    terms = find_edition("classic-1", colours=5)
    assert counted(terms, "optimal", executor).total == 2463


@given(terms=editions(pegs=3, colours=4), name=st.sampled_from(tuple(STRATEGIES)), seed=st.integers(0, 1000))
def test_no_edition_is_counted_otherwise_by_jobs(terms: Edition, name: str, seed: int) -> None:
    assert counted(terms, name, Serial(), seed) == counted(terms, name, None, seed)


def test_there_are_jobs_enough_for_many_workers_and_none_is_tiny() -> None:
    executor = Serial()
    counted(find_edition("classic-2"), "entropy", executor)
    assert 20 < executor.jobs < 200


def test_what_is_done_adds_up_over_all_jobs(executor: Executor) -> None:
    broken: list[int] = []
    space = CodeSpace.of(find_edition("classic-1"))
    take_census(space, find_strategy("parts", Random(0)), executor=executor, done=broken.append)
    assert sum(broken) == 1296
    assert len(broken) > 10


class Failing:
    """Knows a first guess and no other."""

    def guess(self, space: CodeSpace, candidates: Indices, rows: int | None = None) -> int:
        if len(candidates) < len(space.codes):
            raise LookupError("no idea")
        return 7


def test_what_fails_in_a_job_fails_the_census(executor: Executor) -> None:
    with pytest.raises(LookupError, match="no idea"):
        take_census(CodeSpace.of(find_edition("classic-1")), Failing(), executor=executor)


def test_a_space_travels_as_its_edition_and_is_made_once_in_a_process() -> None:
    space = CodeSpace.of(find_edition("classic-2"))
    assert space.table is not None
    sent = pickle.dumps(space)
    assert len(sent) < 5_000
    assert pickle.loads(sent) is space
