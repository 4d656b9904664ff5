"""Somebody at a browser and somebody at a terminal play each other, and the server is killed meanwhile."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

if sys.platform == "win32":  # pragma: no cover
    pytest.skip("a pseudo-terminal needs POSIX", allow_module_level=True)

from codepegs.client import Client
from codepegs.notation import record
from tests.browser.person import Person
from tests.support.serving import Server
from tests.support.story import check_printed
from tests.support.terminal import Terminal


def test_no_row_is_lost_or_played_twice_when_the_server_is_killed(chromium: Browser, tmp_path: Path) -> None:
    with Server.unlimited(tmp_path) as first:
        ada = Person("Ada", first.address, chromium)
        link = ada.open("mini", 1)
        bob = Terminal("join", "--lines", link, "--name", "Bob", data=tmp_path)
        bob.wait_for("Waiting for Ada.")
        ada.set_code("RGB")
        bob.wait_for("Bob, row 1 of 8: ")
        bob.type("RRR")
        expect(ada.hole("row 1, answer: 1 black, 0 white")).to_be_visible()
        bob.wait_for("Bob, row 2 of 8: ")
        # The page has asked how many codes are left, and is not cut off while it waits.
        expect(ada.page.locator(".big")).to_have_text("75")
        first.kill()
        expect(ada.page.locator(".banner.lost")).to_be_visible()
        bob.type("GGG")
    with Server.unlimited(tmp_path, "--port", first.port):
        expect(ada.hole("row 2, answer: 1 black, 0 white")).to_be_visible()
        bob.wait_for("Bob, row 3 of 8: ")
        bob.type("RGB")
        ada.result("Bob cracked it in 3.")
        bob.wait_for("Rematch?")
        bob.type("no")
        bob.rest()
        assert bob.exit_code() == 0
        with Client(first.address) as eve:
            match = record.read(eve.record(link.partition("#")[0].rpartition("/")[2]))
        assert len(match.moves) == 4
        check_printed(match, bob.shown)
        ada.context.close()
    assert all("ERR_CONNECTION_REFUSED" in fault for fault in ada.faults)
