"""The switch for golden files, and how much Hypothesis tries.

`--update-golden` writes the files of `tests/golden` instead of comparing with them.

`CODEPEGS_EXAMPLES=quick` is for mutation runs, `thorough` for a long night.

With `same` it tries what it tried before, so that a change is judged by the change and not
by chance; to try more of the same would find nothing the next time. What chance finds is for
everybody who runs the tests without it.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.golden_files import Golden

# A slow machine is no fault of the code, so neither the clock of an example nor the
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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write the golden files instead of comparing"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    return Golden(update=request.config.getoption("--update-golden"))
