"""All pages for everyone, and those around the table: rules, settings, about, addresses that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from codepegs.rules.catalogue import CATALOGUE
from codepegs.server.pages.routes import routes
from tests.browser.person import PATIENCE, Person

Coming = Callable[..., Person]
Looking = Callable[[Person], None]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}}
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
PAGES = [
    *("/", "/daily", "/games", "/challenges", "/statistics", "/puzzle", "/analysis", "/openings", "/review"),
    *("/rules", "/settings", "/about", "/offline"),
]
"""Every page whose address has no parameter."""


def test_no_page_is_left_out(server: str) -> None:
    with httpx.Client(base_url=server, timeout=PATIENCE) as client:
        found = {route.path: client.get(route.path) for route in routes() if "{" not in route.path}
    pages = {path for path, page in found.items() if "html" in page.headers.get("content-type", "")}
    assert pages == set(PAGES)


@pytest.mark.parametrize("path", [*PAGES, "/rules/hasbro-2010"])
def test_axe_finds_nothing_and_nothing_is_to_be_scrolled_sideways(
    person: Coming, look: Looking, path: str
) -> None:
    ada = person("Ada", **PHONE)
    for width in (1440, 768, 360, 320):
        ada.page.set_viewport_size({"width": width, "height": 700})
        ada.page.goto(path)
        expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
        expect(ada.page.locator(".loading")).to_have_count(0)
        assert ada.page.evaluate(FITS), width
    look(ada)


@pytest.mark.parametrize("size", [(360, 740)], ids=str)
def test_axe_finds_nothing_in_any_dialog_of_the_lists(
    person: Coming, look: Looking, size: tuple[int, int]
) -> None:
    ada = person("Ada", viewport={"width": size[0], "height": size[1]})
    for kind in ("friend", "computer", "two", "watch", "solo"):
        ada.page.goto(f"/?play={kind}")
        expect(ada.page.get_by_role("dialog")).to_be_visible()
        look(ada)
    ada.page.goto("/challenges")
    ada.press("Create a challenge")
    look(ada)
    ada.open("mini", 2, friend="computer beginner")
    ada.sees("Make a secret code")
    ada.leave()
    ada.sees("You left")
    ada.page.goto("/games")
    ada.page.get_by_role("button", name=re.compile("^Delete")).click()
    look(ada)


def test_every_edition_has_rules_with_drawn_examples(person: Coming) -> None:
    ada = person("Ada")
    for edition in CATALOGUE.values():
        ada.page.goto(f"/rules/{edition.slug}")
        expect(ada.page.get_by_role("heading", level=1)).to_have_text(edition.box.title)
        shown = ada.page.locator(".marked li").first
        assert shown.locator(".peg").count() == 2 * edition.pegs
        expect(ada.page.locator(".board-picture svg")).to_be_visible()


def test_an_address_that_leads_nowhere_leads_on(person: Coming, look: Looking) -> None:
    ada = person("Ada", **PHONE)
    ada.refused = True
    ada.page.goto("/nowhere")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Nothing right here")
    look(ada)
    ada.page.get_by_role("main").get_by_role("link", name="Rules").click()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("The rules")


def test_settings_change_at_once_and_last(person: Coming, look: Looking) -> None:
    ada = person("Ada", **PHONE)
    ada.page.goto("/settings")
    for name, value in (
        ("marks", "shapes"),
        ("palette", "apart"),
        ("theme", "dark"),
        ("motion", "off"),
        ("sound", "on"),
    ):
        ada.page.locator(f"input[name={name}][value={value}]").check()
        assert ada.page.evaluate(f"document.documentElement.dataset.{name}") == value
    expect(ada.page.locator(".sample .shape:visible")).to_have_count(8)
    look(ada)
    ada.page.goto("/rules")
    expect(ada.page.locator(".marked .shape:visible").first).to_be_visible()
    assert ada.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    ada.page.goto("/settings")
    for name, value in (
        ("marks", "shapes"),
        ("palette", "apart"),
        ("theme", "dark"),
        ("motion", "off"),
        ("sound", "on"),
    ):
        expect(ada.page.locator(f"input[name={name}][value={value}]")).to_be_checked()


def test_without_scripts_every_page_says_what_to_do(person: Coming) -> None:
    ada = person("Ada", java_script_enabled=False)
    for path in ("/", "/review", "/settings"):
        # Chromium reads noscript as if scripts ran, when it is told not to run them in this way.
        sent = ada.context.request.get(path).text()
        assert re.search(r"<noscript>[^§]*JavaScript, which is off[^§]*</noscript>", sent)
    ada.page.goto("/daily")
    expect(ada.page.get_by_role("img", name="Classic: 0 of 10 rows played")).to_be_visible()
    expect(ada.page.get_by_text("Next code in")).to_be_hidden()
    ada.page.goto("/puzzle")
    expect(ada.page.locator(".loading")).to_be_hidden()
    ada.page.goto("/rules/classic-2")
    expect(ada.page.locator(".marked .letter").first).to_be_visible()
