"""Jobs of a server that run for ever: an error does not end them."""

from __future__ import annotations

import threading

import pytest

from codepegs.server import app, lobby
from codepegs.server.lobby import Lobby
from tests.support.world import world


def test_a_job_that_fails_is_logged_and_started_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    calls, again = [], threading.Event()

    def tick(self: Lobby) -> None:
        calls.append(self)
        if len(calls) == 1:
            raise RuntimeError("a bug")
        again.set()

    monkeypatch.setattr(Lobby, "tick", tick)
    monkeypatch.setattr(lobby, "INTERVAL", 0.01)
    monkeypatch.setattr(app, "RESTART_SECONDS", 0.01)
    with world() as here:
        assert again.wait(10)
        context = here.client.app.state.context  # type: ignore[attr-defined]
        assert "codepegs_internal_errors_total 1.0\n" in context.metrics.text()
    assert "background job failed" in caplog.text
