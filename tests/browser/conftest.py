"""A real server and a real Chromium, shared by all tests of the pages."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.person import Person
from tests.support.serving import Server

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
RULES = {"light": "", "dark": ", runOnly: ['color-contrast']"}
"""Rules of axe for each scheme: a dark room changes nothing but the colours."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `codepegs serve`."""
    with Server.unlimited(tmp_path_factory.mktemp("server")) as server:
        yield server.address


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    # The shell without a window starts pages in a fifth of the time.
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        pytest.skip("there is no Chromium here to look at pages with")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def person(server: str, chromium: Browser) -> Iterator[Callable[..., Person]]:
    """Makes people with a browser each; in the end nothing may have gone wrong in any of them."""
    people: list[Person] = []

    def come(name: str, server: str = server, **context: Any) -> Person:
        people.append(Person(name, server, chromium, **context))
        return people[-1]

    yield come
    faults = [fault for each in people for fault in each.faults]
    for each in people:
        each.close()
    assert faults == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe, which looks for what keeps people out."""
    package = find_spec("axe_core_python")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).with_name("axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def look(axe: str) -> Callable[[Person], None]:
    """Let axe look at what somebody has before them, by day and by night."""

    def looked(each: Person) -> None:
        for scheme in SCHEMES:
            each.page.emulate_media(color_scheme=scheme)
            each.page.evaluate(axe)
            found = each.page.evaluate(f"axe.run({{resultTypes: ['violations']{RULES[scheme]}}})")
            told = [
                f"{fault['id']} ({scheme}): {node['html'][:160]} {node['failureSummary']}"
                for fault in found["violations"]
                for node in fault["nodes"]
            ]
            assert told == []

    return looked
