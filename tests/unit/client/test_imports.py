"""What a program loads when it imports the client."""

from __future__ import annotations

import subprocess
import sys

import pytest

SERVER_ONLY = (
    "codepegs.analysis",
    "codepegs.compute",
    "codepegs.engine",
    "codepegs.players",
    "codepegs.server",
    "codepegs.storage",
    "numpy",
    "sqlalchemy",
    "starlette",
)


@pytest.mark.parametrize(
    "module", ["codepegs.client", "codepegs.protocol.learn", "codepegs.protocol.messages"]
)
def test_importing_the_client_loads_nothing_of_the_server(module: str) -> None:
    code = f"import sys, {module}; print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = set(shown.split())
    assert module in loaded
    assert loaded.isdisjoint(SERVER_ONLY)


@pytest.mark.parametrize("kind", ["BudgetExceeded", "Stale", "NotSeated"])
def test_a_refusal_becomes_an_error_of_a_package_that_is_not_loaded(kind: str) -> None:
    code = (
        "import codepegs.client; from codepegs.protocol.errors import Refusal, to_error; "
        f"assert type(to_error(Refusal({kind!r}, ''))).__name__ == {kind!r}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
