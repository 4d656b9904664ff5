"""What a table service loads when it is imported."""

from __future__ import annotations

import subprocess
import sys

import pytest

FORBIDDEN = {
    *("alembic", "httpx", "jinja2", "msgspec", "numpy", "sqlalchemy", "starlette", "textual", "uvicorn"),
    *("codepegs.server", "codepegs.protocol", "codepegs.compute", "codepegs.client", "codepegs.tui"),
}


def loaded_by(module: str) -> set[str]:
    code = f"import sys, {module}; print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    return set(shown.split())


@pytest.mark.parametrize("module", ["codepegs.table.registry", "codepegs.table.persistence"])
def test_a_table_service_loads_no_server_and_no_database(module: str) -> None:
    loaded = loaded_by(module)
    assert module in loaded
    assert loaded.isdisjoint(FORBIDDEN), loaded & FORBIDDEN
