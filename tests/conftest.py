"""What holds for every test: how much Hypothesis tries, signals, tiers, golden files, and skips.

`--update-golden` writes the files of `tests/golden` instead of comparing with them. `--nightly`
runs the tests with the marker `night` too.

`CODEPEGS_EXAMPLES=quick` is for `scripts/test` and mutation runs, `thorough` for a long night (with
`--timeout=0`). With `same` Hypothesis tries what it tried before, so that a change is judged by the
change and not by chance; to try more of the same would find nothing the next time. What chance finds is for
everybody who runs the tests without it.

`CODEPEGS_NO_SKIPS=1` fails a test that would skip: a check that must see everything is not
content with a machine on which something is missing.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.databases import address, other_address, postgresql
from tests.support.golden_files import Golden

__all__ = ["address", "other_address", "postgresql"]

# A slow machine is not a fault of the code, so neither the clock of an example nor the
# time it takes to build one can fail a test.
for name, examples in {"default": 100, "same": 50, "quick": 25, "thorough": 3000}.items():
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        derandomize=name in ("quick", "same"),
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile(os.environ.get("CODEPEGS_EXAMPLES", "default"))

TESTS = Path(__file__).parent
TIERS = {
    "browser": "browser",
    "processes": "process",
    "endurance": "process",
    "unit/storage/sqlite/test_lock.py": "process",
    "unit/analysis/test_executors.py": "process",
    "unit/compute/test_pool.py": "process",
    "unit/tui": "screen",
    "unit/analysis/puzzle/test_puzzle.py": "long",
    "contracts/test_levels.py": "long",
    "unit/engine/test_bounds.py": "long",
    "unit/engine/sampling/test_sequential.py": "long",
    "unit/engine/test_marking.py": "long",
    "unit/engine/test_optimum.py": "long",
    "unit/server/test_secrecy.py": "long",
    "unit/server/test_hostile.py": "long",
}
"""The marker of every test in a folder or file. A single test may have one of its own."""
ONE_WORKER = {
    "processes/test_bot.py",
    "processes/test_cluster.py",
    "processes/test_join.py",
    "processes/test_proxies.py",
    "processes/test_server_bounds.py",
    "unit/analysis/puzzle/test_puzzle.py",
    "unit/analysis/test_executors.py",
    "unit/compute/test_pool.py",
    "unit/table/test_persistence.py",
}
"""Files whose tests share something that takes long to prepare, so one worker runs them all."""
NO_SKIPS = os.environ.get("CODEPEGS_NO_SKIPS") == "1"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write the golden files instead of comparing"
    )
    parser.addoption("--nightly", action="store_true", help="run the tests with the marker night too")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    return Golden(update=request.config.getoption("--update-golden"))


def pytest_configure() -> None:
    """Let the processes that tests start have default signal handlers.

    In the background or under `nohup` some signals are ignored, and a process inherits that. It does
    not inherit a handler, so one that does nothing still lets this process outlive its terminal.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGHUP", "SIGQUIT"):
        number = getattr(signal, name, None)  # Windows has neither
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups in the same hook
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for file, tests in groupby(items, key=lambda item: item.path):
        tiers = [tier for place, tier in TIERS.items() if file.is_relative_to(TESTS / place)]
        shared = file.is_relative_to(TESTS) and file.relative_to(TESTS).as_posix() in ONE_WORKER
        for item in tests:
            for tier in tiers:
                item.add_marker(tier)
            if shared:
                item.add_marker(pytest.mark.xdist_group(file.stem))
            if item.get_closest_marker("long"):
                # To note the lines makes a test three times as slow.
                item.add_marker("no_cover")
    if not config.getoption("--nightly"):
        late = [item for item in items if item.get_closest_marker("night")]
        config.hook.pytest_deselected(items=late)
        items[:] = [item for item in items if not item.get_closest_marker("night")]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if NO_SKIPS and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", f"This must not skip: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if NO_SKIPS and report.skipped:
        report.outcome, report.longrepr = "failed", f"This must not skip: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"
