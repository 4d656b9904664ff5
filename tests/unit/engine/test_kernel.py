"""The kernel itself: threads, interruptions, arguments. What it computes is tested where its twin is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest

from codepegs.engine import CodeSpace, kernel
from codepegs.engine.optimum import Bounds, Optimum
from codepegs.engine.search_numpy import NONE, NumpySearch, Technique
from codepegs.rules import Edition, find_edition

if kernel.compiled:
    from codepegs.engine import _kernel

pytestmark = pytest.mark.skipif(
    not kernel.compiled, reason="installed without a C compiler: there is no kernel to test"
)
CLASSIC = find_edition("classic-1")


def ran_during(work: Callable[[], object]) -> bool:
    """Whether another thread could run while `work` did."""
    begin, moments = threading.Event(), list[float]()

    def other() -> None:
        begin.wait()
        moments.append(time.perf_counter())

    thread = threading.Thread(target=other)
    thread.start()
    # Python takes its lock from no thread by force here: only who gives it up lets the other run.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)
    try:
        begin.set()
        work()
        end = time.perf_counter()
    finally:
        sys.setswitchinterval(interval)
        thread.join()
    return moments[0] < end


def test_other_threads_run_while_the_kernel_works() -> None:
    space = CodeSpace.of(CLASSIC)
    codes = np.tile(space.guesses, (4, 1))
    part, history = np.arange(1296, dtype=np.uint16), np.empty(0, np.int32)

    def new_search() -> Callable[[], object]:
        assert space.table is not None
        everything = np.arange(1296, dtype=np.int32)
        search = _kernel.Search(space.guesses, space.table, everything, None, 4, 6, 14, False, 1 << 20, 0)
        return lambda: search.solve(part, history, True, 9_999, 99, 1 << 60, False, None)

    assert not ran_during(lambda: sum(range(1_000_000)))
    # On a busy machine the other thread may get no processor in time.
    assert any(ran_during(lambda: kernel.mark_all(codes, codes, 6)) for _ in range(100))
    assert any(ran_during(new_search()) for _ in range(100))


def test_searches_in_threads_do_not_disturb_each_other() -> None:
    boards = [(CLASSIC, 5625), (find_edition("mini"), 854), (find_edition("hasbro-2010"), 7797)] * 2

    def solved(number: int) -> Bounds:
        space = CodeSpace.of(boards[number][0])
        return Optimum(space, kernel=True).solve(space.codes)

    with ThreadPoolExecutor(3) as executor:
        found = list(executor.map(solved, range(len(boards))))
    assert found == [Bounds(total, total) for _, total in boards]


def test_one_search_serves_one_thread_at_a_time() -> None:
    space = CodeSpace.of(CLASSIC)
    refusals: list[Exception] = []

    def ask_again() -> bool:
        try:
            optimum.solve(space.codes, budget=5_625)
        except RuntimeError as refusal:
            refusals.append(refusal)
        return True

    optimum = Optimum(space, kernel=True, stop=ask_again)
    optimum.solve(space.codes)
    assert len(refusals) == 1
    assert "one per thread" in str(refusals[0])


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
def test_a_long_search_can_be_interrupted() -> None:
    program = (
        # Whoever started the tests may have them ignore interruptions, and children inherit that.
        "import signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from codepegs.engine import CodeSpace\n"
        "from codepegs.engine.optimum import Optimum\n"
        "from codepegs.rules import find_edition\n"
        "space = CodeSpace.of(find_edition('classic-1', colours=10))\n"
        "optimum = Optimum(space, kernel=True)\n"
        "print('begun', flush=True)\n"
        "optimum.solve(space.codes, budget=1 << 39)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)  # into the search, or not yet: both must end the same way
        os.kill(process.pid, signal.SIGINT)
        try:
            _, error = process.communicate(timeout=60)
        finally:
            process.kill()
    assert error.rstrip().endswith("KeyboardInterrupt")


def test_arrays_that_do_not_belong_together_are_refused() -> None:
    rows, marks = np.zeros((3, 4), np.uint8), np.zeros((3, 2), np.uint8)
    with pytest.raises(ValueError, match="found has 6 bytes, not 9 items of 1"):
        _kernel.mark(rows, rows, 4, 6, marks)
    with pytest.raises(ValueError, match="1 to 12 pegs of 1 to 27 colours"):
        _kernel.mark(rows, rows, 13, 6, marks)
    numbers = np.arange(2)
    with pytest.raises(ValueError, match="counts has 16 bytes, not 28 items of 8"):
        _kernel.split(marks, 2, numbers, numbers, 14, numbers)
    with pytest.raises(ValueError, match="worth has 16 bytes, not 3 items of 8"):
        _kernel.judge(marks, 2, numbers, numbers, 14, numbers, False, numbers)
    guess_of, one = np.arange(2, dtype=np.int32), np.ones(1, np.int32)
    with pytest.raises(ValueError, match="board of this size"):
        _kernel.Search(rows, marks, guess_of, None, 4, 6, 65, False, 64, 0)
    with pytest.raises(ValueError, match="marks has 6 bytes, not 3 items of 1"):
        _kernel.Search(rows, marks, one, None, 4, 6, 14, False, 64, 0)
    with pytest.raises(ValueError, match="weights has 4 bytes, not 2 items of 4"):
        _kernel.Search(rows, marks, guess_of, one, 4, 6, 14, False, 64, 0)


def test_numbers_that_are_no_codes_or_guesses_are_refused() -> None:
    space = CodeSpace.of(CLASSIC)
    assert space.table is not None
    search = _kernel.Search(
        space.guesses, space.table, np.arange(1296, dtype=np.int32), None, 4, 6, 14, False, 64, 0
    )
    none = np.empty(0, np.int32)
    for part in ([0, 1, 1296], [0, 2, 1], [0, 1, 1]):
        with pytest.raises(ValueError, match="in rising order"):
            search.solve(np.array(part, np.uint16), none, False, 99, 99, 99, False, None)
    for history in ([-1], [1296]):
        with pytest.raises(ValueError, match="guess numbers"):
            search.solve(
                np.arange(3, dtype=np.uint16), np.array(history, np.int32), True, 99, 99, 99, False, None
            )
    for codes, left in ((2, 99), (3, 1), (3, 31)):
        with pytest.raises(ValueError, match="at least three codes, two guesses"):
            search.solve(np.arange(codes, dtype=np.uint16), none, False, 99, left, 99, False, None)


def test_the_environment_can_switch_the_kernel_off() -> None:
    program = "from codepegs.engine import kernel; print(kernel.compiled, kernel.available)"
    shown = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "CODEPEGS_KERNEL": word},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for word in ("off", "on")
    ]
    assert shown == ["True False\n", "True True\n"]


@pytest.mark.parametrize("technique", [NONE, Technique.SHUFFLE], ids=["shuffles", "plain"])
@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize(
    ("pegs", "colours", "repeats"),
    [(3, 4, True), (4, 6, True), (4, 7, False), (5, 4, True), (6, 3, True), (7, 3, True), (9, 2, True)],
)
def test_ranks_are_those_of_numpy(
    pegs: int, colours: int, repeats: bool, consistent: bool, technique: Technique
) -> None:
    """Masks of two bytes to eight, boards in which not every guess is a code, and a very small one."""
    space = CodeSpace.of(
        CLASSIC.with_rules(pegs=pegs, colours=colours, code_repeats=repeats, guess_repeats=True)
    )
    table, random = space.table, Random(pegs)
    assert table is not None
    guess_of, codes, kinds = space.codes.astype(np.int32), len(space.codes), len(space.kinds)
    sizes = (pegs, kinds, len(space.classes), consistent)
    fast = _kernel.Search(space.guesses, table, guess_of, None, *sizes, 64, technique)
    slow = NumpySearch(space, space.codes, table, consistent=consistent)
    found = np.empty(len(space.guesses), np.uint8)
    for n in (*range(1, 10), 33, codes):
        part = sorted(random.sample(range(codes), min(n, codes)))
        fast.ranks(np.array(part, np.uint16), found)
        assert (found == slow._ranks(tuple(part))).all()
    for wrong in ([], [codes]):
        with pytest.raises(ValueError, match="code numbers"):
            fast.ranks(np.array(wrong, np.uint16), found)
    with pytest.raises(ValueError, match="ranks has 1 bytes"):
        fast.ranks(np.arange(2, dtype=np.uint16), found[:1])


# Threads ------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize(
    ("edition", "rows", "consistent", "total"),
    [
        (CLASSIC, None, False, 5625),
        (CLASSIC, 5, False, 5626),
        (CLASSIC, None, True, 5660),
        (find_edition("classic-2"), None, False, 11228),
        (find_edition("hasbro-2010"), None, False, 7797),
        (find_edition("classic-1", pegs=5, colours=5), None, False, 13496),
    ],
    ids=str,
)
def test_threads_find_what_one_finds(
    edition: Edition, rows: int | None, consistent: bool, total: int, threads: int
) -> None:
    space = CodeSpace.of(edition)
    optimum = Optimum(space, kernel=True, consistent=consistent, threads=threads)
    assert optimum.solve(space.codes, rows=rows, sure=True) == Bounds(total, total)
    # The first guess reaches the total, with the same memo.
    first, left = optimum.guess(space.codes, rows), None if rows is None else rows - 1
    parts = [part for answer, part in space.split(first, space.codes) if answer != space.classes.win]
    found = [optimum.solve(part, [first], rows=left, sure=True) for part in parts]
    assert len(space.codes) + sum(bounds.lower for bounds in found) == total
    assert all(bounds.proved for bounds in found)


@pytest.mark.parametrize("size", [64, 1 << 12])
def test_a_memo_that_overflows_spoils_nothing(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codepegs.engine.search_kernel.MEMO_SIZE", size)
    for edition, total in ((CLASSIC, 5625), (find_edition("hasbro-2010"), 7797)):
        space = CodeSpace.of(edition)
        for threads in (1, 3):
            assert Optimum(space, kernel=True, threads=threads).solve(space.codes).lower == total


def test_threads_stop_when_asked_to_and_can_be_asked_again() -> None:
    space, answers = CodeSpace.of(find_edition("classic-2")), iter([False, True] + [False] * 1_000_000)
    optimum = Optimum(space, kernel=True, threads=3, stop=lambda: next(answers))
    bounds = optimum.solve(space.codes)
    assert not bounds.proved
    assert bounds.lower <= 11228
    assert optimum.solve(space.codes) == Bounds(11228, 11228)


def test_threads_end_with_a_failure_of_the_callback() -> None:
    def stop() -> bool:
        raise LookupError("on purpose")

    space, running = CodeSpace.of(find_edition("classic-2")), threading.active_count()
    with pytest.raises(LookupError, match="on purpose"):
        Optimum(space, kernel=True, threads=3, stop=stop).solve(space.codes)
    assert threading.active_count() == running


def test_progress_of_threads_never_passes_the_optimum() -> None:
    space, heard = CodeSpace.of(find_edition("classic-2")), list[Bounds]()
    Optimum(space, kernel=True, threads=3, progress=heard.append).solve(space.codes)
    lowers = [bounds.lower for bounds in heard]
    assert lowers == sorted(lowers)
    assert lowers[-1] <= 11228


def test_only_an_idle_search_is_helped() -> None:
    space, refusals = CodeSpace.of(CLASSIC), list[Exception]()
    assert space.table is not None
    words = (space.guesses, space.table, np.arange(1296, dtype=np.int32), None, 4, 6, 14, False, 64, 0)
    search = _kernel.Search(*words)

    def help_it(*found: int) -> bool:
        try:
            _kernel.Search(*words, search)
        except ValueError as refusal:
            refusals.append(refusal)
        return True

    search.solve(np.arange(1296, dtype=np.uint16), np.empty(0, np.int32), True, 9_999, 99, 99, False, help_it)
    assert "only an idle search" in str(refusals[0])
    with pytest.raises(ValueError, match="only an idle search"):
        _kernel.Search(*words, "search")  # type: ignore[arg-type]
