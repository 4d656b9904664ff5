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


@pytest.mark.parametrize(
    ("base", "kind"),
    [("ComputationError", "BudgetExceeded"), ("CodepegsError", "Stale"), ("CodepegsError", "NotSeated")],
)
def test_a_refusal_knows_errors_of_packages_that_are_not_loaded(base: str, kind: str) -> None:
    code = (
        f"from codepegs.client import ServerRefused; from codepegs.errors import {base}; "
        f"assert ServerRefused({kind!r}, '', 400).means({base})"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
