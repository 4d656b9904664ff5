"""Joining a table of a server from the menu."""

from __future__ import annotations

from asyncio import Event
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from codepegs.cli import guest
from codepegs.client import Client, NoConnection
from codepegs.table.keyboard import Keyboard
from codepegs.tui.context import AppContext
from tests.support.application import LARGE, open_context, play
from tests.support.match_host import until
from tests.support.world import ORIGIN, World, world


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[World]:
    """A server at ORIGIN."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with world() as running:
        monkeypatch.setattr(guest, "Client", partial(Client, transport=running.client._transport))
        monkeypatch.setattr(guest, "CONNECT_TIMEOUT", 0)
        yield running


def visiting(context: AppContext, monkeypatch: pytest.MonkeyPatch) -> AppContext:
    """A context whose visitors sit at a table of this process instead of the server's stream."""

    async def open_keyboard(self: guest.Guest) -> Keyboard:
        raise NoConnection(self.link.server)

    monkeypatch.setattr(guest.Guest, "open_keyboard", open_keyboard)
    context.visit = lambda link: guest.Guest(guest.read_link(link))
    return context


async def test_the_terms_are_shown_before_sitting_down(
    tmp_path: Path, here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = here.open()
    async with play(visiting(open_context(tmp_path), monkeypatch), size=LARGE) as user:
        await user.press("o")
        await user.type(f"{ORIGIN}/t/{opened['id']}#{opened['invitation']}")
        await user.press("down")
        await user.type("Bob")
        await user.press("enter")
        assert "Press Enter again to accept" in user.words
        assert here.look(opened["id"])["agreed"][0] in user.words
        assert here.look(opened["id"])["players"][1]["name"] is None, "Nobody sits there yet."
        await user.press("enter")
        assert [player["name"] for player in here.look(opened["id"])["players"]] == ["Ada", "Bob"]
        assert "Cannot connect" in user.notifications[-1]


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("", "This isn't a link to a match."),
        ("pegs.example/t/k7m2abcdef", "This isn't a link to a match."),
        (f"{ORIGIN}/t/k7m2abcdef", "There is no table"),
    ],
)
async def test_a_wrong_link_is_explained(
    tmp_path: Path, here: World, monkeypatch: pytest.MonkeyPatch, link: str, words: str
) -> None:
    async with play(visiting(open_context(tmp_path), monkeypatch), size=LARGE) as user:
        await user.press("o")
        await user.type(link)
        await user.press("enter")
        assert words in user.words
        assert user.screen == "JoinScreen"


async def test_keys_work_again_after_esc_while_a_table_is_opened(
    tmp_path: Path, here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = visiting(open_context(tmp_path), monkeypatch)

    async def connect(self: guest.Guest) -> Keyboard:
        await Event().wait()
        raise AssertionError

    monkeypatch.setattr(guest.Guest, "open_keyboard", connect)
    async with play(context, size=LARGE) as user:
        await user.press("o")
        await user.type(f"{ORIGIN}/t/{here.open()['id']}")
        await user.pilot.press("enter")
        await until(user.pilot, lambda: context.typed is not None)
        await user.pilot.press("escape")
        await until(user.pilot, lambda: user.screen == "MenuScreen")
        await user.press("d")
        assert user.screen == "DailyScreen"
