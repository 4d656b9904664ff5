"""Faults in worker processes are logged and counted once each, without their messages."""

from __future__ import annotations

import asyncio
import json
from io import StringIO
from pathlib import Path

import pytest

from codepegs.compute.errors import BudgetExceeded, WorkerCrashed
from codepegs.compute.pool import ComputePool
from codepegs.errors import Busy, TooLarge
from codepegs.server.ops.metrics import Metrics
from codepegs.server.ops.observer import ObservedCompute
from tests.support.pool_jobs import die, fail, hang, hang_loudly, refuse

METRIC = "codepegs_internal_errors_total"


def faults(metrics: Metrics) -> int:
    [line] = [line for line in metrics.text().splitlines() if line.startswith(METRIC)]
    return int(float(line.split()[1]))


@pytest.mark.parametrize(
    ("job", "fault", "last"),
    [((fail,), "ZeroDivisionError", "fail"), ((die, 9), "exit code 9", None)],
)
async def test_a_fault_in_a_worker_is_logged_and_counted(
    stream: StringIO, job: tuple[object, ...], fault: str, last: str | None
) -> None:
    metrics = Metrics()
    async with ComputePool() as pool:
        with pytest.raises(WorkerCrashed):
            await ObservedCompute(pool, metrics).run(*job)  # type: ignore[arg-type]
    [line] = map(json.loads, stream.getvalue().splitlines())
    assert (line["level"], line["event"], line["error"]) == ("error", "fault in a worker", fault)
    assert (line["where"][-1].split()[1] if line["where"] else None) == last
    assert "mistake" not in stream.getvalue(), "a message may quote a code"
    assert faults(metrics) == 1


async def test_a_job_stopped_on_purpose_is_not_a_fault(stream: StringIO, tmp_path: Path) -> None:
    metrics, file = Metrics(), tmp_path / "pid"
    async with ComputePool(timeout=0.2) as pool:
        observed = ObservedCompute(pool, metrics)
        with pytest.raises(BudgetExceeded):
            await observed.run(hang)
    async with ComputePool(timeout=60) as pool:
        observed = ObservedCompute(pool, metrics)
        with pytest.raises(TooLarge):
            await observed.run(refuse)
        cancelled = asyncio.create_task(observed.run(hang_loudly, file))
        while not file.exists():
            await asyncio.sleep(0.01)
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled
        closed = asyncio.create_task(observed.run(hang_loudly, tmp_path / "second"))
        while not (tmp_path / "second").exists():
            await asyncio.sleep(0.01)
    with pytest.raises(Busy):
        await closed
    assert stream.getvalue() == ""
    assert faults(metrics) == 0
