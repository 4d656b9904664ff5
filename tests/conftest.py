"""What holds for every test: how much Hypothesis tries, signals, tiers, golden files, and skips.

`--update-golden` writes the files of `tests/golden` instead of comparing with them.

`CODEPEGS_EXAMPLES=quick` is for mutation runs, `thorough` for a long night (with `--timeout=0`).
With `same` Hypothesis tries what it tried before, so that a change is judged by the change and
not by chance; to try more of the same would find nothing the next time. What chance finds is for
everybody who runs the tests without it.

`CODEPEGS_NO_SKIPS=1` fails a test that would skip: a check that must see everything is not
content with a machine on which something is missing.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
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
    "unit/project/test_recipes.py": "process",
    "unit/tui": "screen",
    "unit/analysis/puzzle/test_puzzle.py": "long",
    "contracts/test_levels.py": "long",
    "unit/engine/test_bounds.py": "long",
    "unit/engine/sampling/test_sequential.py": "long",
    "unit/engine/test_marking.py": "long",
    "unit/engine/test_optimum.py": "long",
    "endurance/test_app_secrecy.py": "long",
    "unit/server/test_hostile.py": "long",
    "unit/table/test_secrecy.py": "long",
    "unit/rules": "covered",
    "unit/notation": "covered",
}
"""The marker of every test in a folder or file. A single test may have one of its own."""
NO_SKIPS = os.environ.get("CODEPEGS_NO_SKIPS") == "1"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write the golden files instead of comparing"
    )


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for place, tier in TIERS.items():
            if item.path.is_relative_to(TESTS / place):
                item.add_marker(tier)


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
