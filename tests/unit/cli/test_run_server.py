"""`codepegs serve` gives the server a clock that never jumps, real randomness, and the system's limits."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom
from time import monotonic_ns, time_ns
from typing import Any

import pytest
from starlette.applications import Starlette

from codepegs.cli import run_server
from codepegs.server.app import app
from codepegs.server.ops import log
from codepegs.server.ops.config import Config


class Stopped(Exception):
    """Raised instead of serving."""


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    """Return what `run` passes to the application and to the server."""
    seen: dict[str, Any] = {}

    def make(config: Config, **given: Any) -> Starlette:
        seen.update(given)
        return app(config, **given)

    def serve(*_: Any, **given: Any) -> None:
        seen.update(given)
        raise Stopped

    monkeypatch.setattr(run_server, "app", make)
    monkeypatch.setattr(run_server, "Server", serve)
    monkeypatch.setattr(log, "configure", lambda **_: None)
    monkeypatch.setattr(run_server, "raise_descriptor_limit", lambda: 4321)
    with pytest.raises(Stopped):
        run_server.run(Config(port=0, archive=f"sqlite:///{tmp_path}/matches.db"))
    return seen


def test_the_server_gets_what_the_system_has(passed: dict[str, Any]) -> None:
    before = time_ns() // 1000
    assert before <= passed["now"]() <= time_ns() // 1000
    assert passed["monotonic"] is monotonic_ns
    assert type(passed["random"]) is SystemRandom
    assert passed["descriptors"] == 4321
