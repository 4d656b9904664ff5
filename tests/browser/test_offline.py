"""Without a network: the installed page plays solo games and the daily code, and sends them later."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from codepegs.rules.daily import DAILY_EDITION, daily_code, daily_day
from tests.browser.person import Person
from tests.support.serving import Server

READY = "navigator.serviceWorker.ready.then(async () => (await caches.keys()).length)"
KEPT = """caches.keys().then(async ([name]) => {
  const cache = await caches.open(name);
  return (await cache.keys()).map(({ url }) => new URL(url).pathname);
})"""


class Site:
    """A server that can be stopped and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.server = Server.unlimited(folder)
        self.address = self.server.address

    def stop(self) -> None:
        self.server.stop()
        self.server.kill()

    def start(self) -> None:
        self.server = Server.unlimited(self._folder, f"--port={self.address.rpartition(':')[2]}")
        assert self.server.address == self.address


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    here = Site(tmp_path)
    yield here
    here.server.kill()


@pytest.fixture
def ada(site: Site, chromium: Browser) -> Iterator[Person]:
    """Ada has visited the site once, so that her browser keeps it."""
    person = Person("Ada", site.address, chromium, service_workers="allow")
    person.context.add_init_script("localStorage.setItem('codepegs.welcomed', 'yes')")
    person.page.goto("/")
    person.page.evaluate(READY)
    yield person
    faults = [fault for fault in person.faults if "ERR_CONNECTION_REFUSED" not in fault]
    person.context.close()
    assert faults == []


def statistics(ada: Person) -> Any:
    return ada.page.evaluate("fetch('/api/statistics').then((answer) => answer.json())")


def pending(ada: Person) -> int:
    return int(ada.page.evaluate("JSON.parse(localStorage['codepegs.offline.played'] ?? '[]').length"))


def guess(ada: Person, code: str) -> None:
    ada.lay(code)
    ada.press("Check")


def test_games_without_a_network_count_when_it_is_back(site: Site, ada: Person) -> None:
    site.stop()
    ada.page.goto("/daily")
    day = daily_day(int(ada.page.evaluate("Math.floor((Date.now() - Date.parse('2026-11-16')) / 864e5) + 1")))
    code = DAILY_EDITION.spell(daily_code(day))
    wrong = "RRBB" if code != "RRBB" else "BBRR"
    guess(ada, wrong)
    ada.sees("Guess 2 of 10")
    expect(ada.page.locator(".banner")).to_contain_text("You are offline. This game is saved here")
    ada.page.reload()
    ada.sees("Guess 2 of 10")
    guess(ada, code)
    ada.result("You cracked it in 2!")
    ada.reads("Perfect play averages 4.34.")
    expect(ada.page.locator(".emoji")).to_contain_text("2/10 · par 4.34")
    ada.page.reload()
    ada.result("You cracked it in 2!")

    ada.page.goto("/")
    guess(ada, "RRBB")
    ada.sees("Guess 2 of 10")
    ada.press("Give up")
    ada.confirm("Give up")
    ada.result("Not this time.")
    ada.page.locator(".again").click()
    ada.sees("Crack the secret code")
    assert pending(ada) == 2

    site.start()
    ada.page.goto("/rules")
    ada.page.wait_for_function("() => (localStorage['codepegs.offline.played'] ?? '[]') === '[]'")
    told = statistics(ada)
    assert (told["daily"]["calendar"], told["solo"]["games"], told["solo"]["cracked"]) == (
        {day.isoformat(): 2}, 1, 0,
    )  # fmt: skip
    ada.page.goto("/daily")
    ada.result("You cracked it in 2!")
    ada.page.goto("/statistics")
    expect(ada.page.locator("main")).to_contain_text("Daily")
    expect(ada.page.locator("main")).to_contain_text("Solo")
    assert statistics(ada) == told


def test_only_the_shell_is_kept(site: Site, ada: Person) -> None:
    table = ada.open("mini", 1, friend="", second=True)
    ada.sees("Guess 1 of 8")
    ada.page.goto("/games")
    kept = ada.page.evaluate(KEPT)
    assert {path.split("/")[1] for path in kept} == {"", "daily", "rules", "offline", "static"}
    site.stop()
    ada.page.goto(table)
    ada.sees("You are offline")
    ada.page.get_by_role("link", name="Rules", exact=True).last.click()
    ada.sees("The rules")


def test_a_new_version_replaces_what_was_kept(
    site: Site, ada: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ada.page.evaluate("caches.keys()")
    (tmp_path / "sitecustomize.py").write_text("import codepegs\ncodepegs.__version__ = 'later'\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    site.stop()
    site.start()
    ada.page.reload()
    replaced = """async (before) => {
      for (;;) {
        const now = await caches.keys();
        if (now.length === 1 && now[0] !== before) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }"""
    ada.page.evaluate(replaced, before[0])
    site.stop()
    ada.page.goto("/")
    ada.sees("Crack the secret code")


def test_without_a_network_the_first_guess_is_answered_at_once(site: Site, ada: Person) -> None:
    tried: list[str] = []
    ada.page.on("requestfailed", lambda request: tried.append(request.method))
    ada.page.goto("/")
    ada.context.set_offline(True)
    guess(ada, "RRBB")
    ada.sees("Guess 2 of 10")
    assert tried.count("POST") == 1, "nobody waits for a connection that is known to be missing"
