"""Errors of the packages, which derive from those of the rules."""

from __future__ import annotations

from importlib import import_module

import pytest

from codepegs.compute.errors import BudgetExceeded
from codepegs.errors import CodepegsError
from tests.support.error_samples import check_pickling, subclasses

for package in ("storage", "compute", "table", "protocol", "client", "server", "tui"):
    import_module(f"codepegs.{package}.errors")


OTHERS = [kind for kind in subclasses(CodepegsError) if kind.__module__ != "codepegs.errors"]


@pytest.mark.parametrize("kind", OTHERS)
def test_an_error_keeps_its_facts_when_it_is_pickled(kind: type[CodepegsError]) -> None:
    check_pickling(kind)


def test_a_job_over_its_budget_names_the_limit() -> None:
    time, memory = BudgetExceeded.time(2.5), BudgetExceeded.memory(3 << 20)
    assert (time.of, time.limit) == (BudgetExceeded.TIME, 2.5)
    assert (memory.of, memory.limit) == (BudgetExceeded.MEMORY, 3 << 20)
    assert "2.5 seconds" in str(time)
    assert "3 MB" in str(memory)
