"""The turn clock counts only time in which the process runs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.rules import Agreement, Match, find_edition
from codepegs.table import clock
from codepegs.table.clock import GRACE, MAX_TICK, SECOND, Clock
from tests.support.strategies import played

LIMIT = 10
LIMITED = Agreement(find_edition("mini", time_limit=LIMIT), ("Ada", "Bob"), 2, hints=True)
GUESSING = played(LIMITED, "code AAA")
HOUR = 3600 * SECOND

looks = st.lists(st.integers(0, MAX_TICK), max_size=60)
"""Intervals between updates while the server runs."""
naps = st.lists(st.integers(MAX_TICK + 1, 1000 * HOUR), max_size=5)
"""Intervals in which the process slept."""


def after(clock: Clock, match: Match, *whiles: int) -> Clock:
    for elapsed in whiles:
        clock = clock.advance(match, clock.seen + elapsed)
    return clock


@given(start=st.integers(0, 10**18), awake=looks)
def test_time_while_the_server_runs_counts_in_full(start: int, awake: list[int]) -> None:
    now = after(Clock().advance(GUESSING, start), GUESSING, *awake)
    assert now.spent == sum(awake)
    assert now.left == max(0, LIMIT * SECOND - sum(awake)) // 1_000_000
    assert now.expired == (sum(awake) >= LIMIT * SECOND + GRACE)


def test_a_turn_has_one_second_of_grace() -> None:
    spent = after(Clock().advance(GUESSING, 0), GUESSING, *[MAX_TICK] * LIMIT)
    assert (spent.left, spent.expired) == (0, False)
    assert not after(spent, GUESSING, GRACE - 1).expired
    assert after(spent, GUESSING, GRACE).expired


@given(data=st.data(), awake=looks, asleep=naps)
def test_time_while_the_process_sleeps_does_not_count(
    data: st.DataObject, awake: list[int], asleep: list[int]
) -> None:
    mixed = data.draw(st.permutations(awake + asleep))
    now = after(Clock().advance(GUESSING, 0), GUESSING, *mixed)
    assert now.spent == sum(awake)


@given(awake=looks, back=st.integers(1, 10**18))
def test_a_clock_that_runs_backwards_counts_nothing(awake: list[int], back: int) -> None:
    now = after(Clock().advance(GUESSING, back), GUESSING, *awake)
    assert now.advance(GUESSING, now.seen - back).spent == now.spent


def test_each_row_has_its_own_time() -> None:
    spent = after(Clock().advance(GUESSING, 0), GUESSING, *[MAX_TICK] * 5)
    for moves in (["guess ABC"], ["timeout"]):
        assert spent.advance(played(GUESSING, *moves), spent.seen).left == LIMIT * 1000


def test_hints_gain_no_time() -> None:
    spent = after(Clock().advance(GUESSING, 0), GUESSING, *[MAX_TICK] * 5)
    assert spent.advance(played(GUESSING, "hint 1"), spent.seen).spent == 5 * MAX_TICK


def test_changing_the_limit_restarts_the_turn() -> None:
    spent = after(Clock().advance(GUESSING, 0), GUESSING, *[MAX_TICK] * 5)
    assert spent.advance(played(GUESSING, "clock 60"), spent.seen).left == 60_000
    off = spent.advance(played(GUESSING, "clock off"), spent.seen)
    assert (off.left, off.expired) == (None, False)


@pytest.mark.parametrize("moves", [[], ["code AAA", "give up"], ["code AAA", "leave codemaker"]])
def test_no_time_runs_unless_a_guess_is_due(moves: list[str]) -> None:
    match = played(LIMITED, *moves)
    now = after(Clock().advance(match, 0), match, *[MAX_TICK] * 30)
    assert (now.left, now.expired) == (None, False)
    assert after(Clock().advance(None, 0), GUESSING, MAX_TICK).spent == 0


def test_pure_table_modules_import_no_clock_and_no_randomness() -> None:
    here = Path(clock.__file__).parent
    for name in ("clock", "commands", "moves", "offers", "seats", "table"):
        tree = ast.parse((here / f"{name}.py").read_text(encoding="utf-8"))
        imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        imported |= {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
        }
        assert not imported & {"time", "random", "secrets", "os", "asyncio", "socket"}, name
