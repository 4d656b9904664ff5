"""The service worker: what it keeps, and that another version replaces it."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from codepegs.server.pages import service_worker, static_files
from tests.support.world import world

CACHES = (service_worker.version, service_worker.text, static_files.load_files, static_files.version)


def shell() -> dict[str, Any]:
    """Return what the script is told to keep."""
    first = service_worker.text().partition("\n")[0]
    told: dict[str, Any] = json.loads(first.removeprefix("self.SHELL = ").removesuffix(";"))
    return told


def forget() -> None:
    for each in CACHES:
        each.cache_clear()


def test_everything_that_it_keeps_is_there_without_a_cookie() -> None:
    told = shell()
    # No answer of the API, and no table.
    assert {path.split("/")[1] for path in told["pages"]} == {"", "daily", "rules", "offline"}
    assert {path.split("/")[1] for path in told["files"]} == {"static"}
    with world() as here:
        sent = here.client.get("/service-worker.js")
        assert sent.headers["content-type"].startswith("text/javascript")
        assert (sent.headers["cache-control"], sent.text) == ("no-cache", service_worker.text())
        for path in (*told["pages"], *told["files"]):
            sent = here.client.get(path)
            assert sent.status_code == 200, path
            assert "set-cookie" not in sent.headers
            if path in told["files"]:
                assert sent.headers["cache-control"] == static_files.CACHE_FOREVER


def test_all_scripts_and_styles_are_kept() -> None:
    kept = {path.partition(static_files.version())[2] for path in shell()["files"]}
    missing = {name for name in static_files.load_files() if f"/{name}" not in kept}
    assert {Path(name).suffix for name in missing - {service_worker.SCRIPT}} <= {".png", ".ico"}


@pytest.mark.parametrize("changed", ["templates/start.html", "static/css/site.css"])
def test_any_change_of_a_page_makes_another_version(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = service_worker.version()
    folder = Path(service_worker.__file__).parent
    for part in ("templates", "static"):
        copytree(folder / part, tmp_path / part)
    monkeypatch.setattr(service_worker, "_TEMPLATES", tmp_path / "templates")
    monkeypatch.setattr(static_files, "FOLDER", tmp_path / "static")
    try:
        forget()
        assert service_worker.version() == before
        with (tmp_path / changed).open("a") as file:
            file.write(" ")
        forget()
        assert service_worker.version() != before
    finally:
        forget()
