"""The files of `deploy`: each is checked by the program that reads it, or by a linter."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from codepegs.server.ops.config import settings
from codepegs.server.ops.metrics import BUS_METRICS
from tests.support.proxy import DEPLOY, KINDS, Proxy, free_port, require
from tests.support.terminal import PATIENCE
from tests.support.world import world

UNITS = sorted((DEPLOY / "systemd").iterdir())
FOR_COMPOSE = {"CODEPEGS_DOMAIN", "CODEPEGS_SERVERS"}
"""Variables of the compose files and the Caddyfile, which are not settings of the server."""


def run(*command: str | Path) -> str:
    """Run a checker that must succeed, and return what it says."""
    done = subprocess.run(
        list(map(str, command)), check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_a_proxy_accepts_its_configuration(kind: str, tmp_path: Path) -> None:
    proxy = Proxy(kind, tmp_path, ("127.0.0.1:8001", "127.0.0.1:8002"), port=free_port())
    checked = proxy.validate()
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "[WARNING]" not in checked.stderr


def test_alerts_are_about_metrics_that_exist() -> None:
    with world() as here:
        text = here.client.get("/metrics").text
    exist = {
        name
        for family in text_string_to_metric_families(text)
        for name in (family.name, f"{family.name}_total", f"{family.name}_bucket")
    }
    for file in (DEPLOY / "alerts.yml", DEPLOY.parent / "docs" / "hosting.md"):
        named = re.findall(r"codepegs_\w+", file.read_text(encoding="utf-8"))
        assert named
        assert not set(named) - exist - {*BUS_METRICS}


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/sh", unit.read_text(encoding="utf-8"), flags=re.M)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    said = run(require("systemd-analyze"), "verify", *sorted(tmp_path.iterdir()))
    assert not [line for line in said.splitlines() if "codepegs" in line], said


def test_every_variable_is_a_setting() -> None:
    known = {setting.variable for setting in settings()} | FOR_COMPOSE
    for file in (path for path in DEPLOY.rglob("*") if path.is_file()):
        named = set(re.findall(r"CODEPEGS_[A-Z_]+", file.read_text(encoding="utf-8")))
        assert not named - known, file
