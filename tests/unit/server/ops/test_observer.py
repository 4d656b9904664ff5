"""Faults in worker processes are logged and counted once each, without their messages."""

from __future__ import annotations

import asyncio
import json
from io import StringIO
from typing import Any

import pytest

from codepegs.compute.errors import BudgetExceeded, WorkerCrashed
from codepegs.errors import Busy, TooLarge
from codepegs.server.ops.metrics import Metrics
from codepegs.server.ops.observer import ObservedCompute
from tests.support.world import Ready

CRASH = WorkerCrashed("ZeroDivisionError", ("jobs.py:7 fail",))


@pytest.mark.parametrize(
    ("error", "faults"),
    [
        (CRASH, 1),
        # Jobs that are stopped on purpose.
        *((error, 0) for error in (BudgetExceeded.time(1), TooLarge(2, 1), Busy(), asyncio.CancelledError())),
    ],
)
async def test_only_a_fault_in_a_worker_is_logged_and_counted(
    stream: StringIO, error: BaseException, faults: int
) -> None:
    def refuse() -> None:
        raise error

    class Failing(Ready):
        async def guess(self, *_: Any, **__: Any) -> Any:
            raise error

        guess_quickly = guess

    metrics = Metrics()
    observed = ObservedCompute(Failing(), metrics)
    view: Any = None
    for count, job in enumerate(
        (observed.run(refuse), observed.guess(view, view, 1), observed.guess_quickly(view, view, 1)), 1
    ):
        with pytest.raises(type(error)):
            await job
        assert f"codepegs_internal_errors_total {count * faults}.0\n" in metrics.text()
    logged = [json.loads(line) for line in stream.getvalue().splitlines()]
    facts = [(each["level"], each["event"], each["error"], each["where"]) for each in logged]
    assert facts == [("error", "fault in a worker", CRASH.fault, [*CRASH.where])] * 3 * faults
