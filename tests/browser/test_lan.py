"""A server for the local network: others open its address and play there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from codepegs.cli.lan import find_addresses
from codepegs.server.http.auth import url_of
from tests.browser.person import Person
from tests.support.serving import Server

ADDRESSES = find_addresses() or ["127.0.0.2"]
"""Addresses of this machine. Without a network, one that the server does not treat as its own."""


@pytest.fixture(
    params=[["--lan"], pytest.param(["--host", "0.0.0.0"], marks=pytest.mark.night)], ids=" ".join
)
def urls(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[str]]:
    """Addresses of a server that listens on all interfaces."""
    with Server.unlimited(tmp_path, *request.param) as server:
        ipv4 = [address for address in ADDRESSES if ":" not in address]
        yield [url_of(each, int(server.port)) for each in (ADDRESSES if "--lan" in request.param else ipv4)]


def test_two_people_in_a_network_play_a_game(urls: list[str], chromium: Browser) -> None:
    ada, bob = (
        Person(name, url, chromium) for name, url in zip(("Ada", "Bob"), (urls[0], urls[-1]), strict=True)
    )
    try:
        ada.page.goto("/")
        expect(ada.page.locator(".swatch").first).to_be_visible()
        link = ada.open("mini", 1)
        bob.join(link.replace(urls[0], urls[-1]))
        ada.set_code("RGB")
        bob.guess("RRR")
        bob.guess("RGB")
        ada.result("Bob")
        bob.result("You")
        assert not [fault for each in (ada, bob) for fault in each.faults]
    finally:
        ada.context.close()
        bob.context.close()
