"""The row that a player at another screen is laying, on the board of the terminal."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from codepegs.client import RemoteSeat
from codepegs.client.laid_row import INTERVAL
from codepegs.rules.move import Act
from codepegs.table.errors import NotYourMove
from codepegs.table.keyboard import Keyboard
from codepegs.tui.match.screen import MatchScreen
from tests.support.asgi import Site, site
from tests.support.match_host import SMALL, Host, match_of, play, until
from tests.support.remote import AppTransport


async def lay(here: Site, pegs: str, *, moves: int, by: int = 1) -> None:
    client = here.registry._sessions[here.table].table.seats.clients[by]
    here.registry.lay(here.table, client, moves=moves, pegs=pegs)
    here.registry.tick()


async def shows(pilot: Pilot[None], host: Host, letters: str) -> None:
    """Wait until row 1 of the board has these letters, and a dot for every free hole."""
    screen = host.screen
    assert isinstance(screen, MatchScreen)

    def row() -> str:
        line = next(line for line in host.text.splitlines() if "▶" in line)
        return "".join(sign for sign in line[:28].partition("1")[2] if sign in "RBYGWK▀")

    await until(pilot, lambda: row()[:3] == letters.replace(".", "▀"))


@pytest.mark.parametrize("who", ["Ada", None], ids=["codemaker", "spectator"])
async def test_a_row_being_laid_at_another_screen_is_on_the_board(who: str | None) -> None:
    async with site() as here:
        await here.seat("mini")
        token = None if who is None else here.tokens[who]
        seat = RemoteSeat("http://testserver", here.table, token, transport=AppTransport(here))
        await seat.connect(timeout=60)
        host = Host(match_of("mini"))
        async with play(host, size=SMALL) as pilot:
            await host.show(Keyboard({} if who is None else {0: seat}, seat))
            await pilot.pause()
            await here.play("Ada", "code RGB")
            await shows(pilot, host, "...")
            await lay(here, "K.R", moves=1)
            await shows(pilot, host, "K.R")
            await lay(here, "KW.", moves=1)
            await shows(pilot, host, "KW.")
            await here.play("Bob", "guess RRR")
            await until(pilot, lambda: "▶ 2" in host.text)
            assert "KW" not in host.text
        await seat.close()


async def test_a_code_being_set_is_never_shown() -> None:
    async with site() as here:
        await here.seat("mini")
        seat = RemoteSeat("http://testserver", here.table, here.tokens["Bob"], transport=AppTransport(here))
        await seat.connect(timeout=60)
        with pytest.raises(NotYourMove):
            await lay(here, "RGB", moves=0, by=0)
        here.registry.tick()
        assert seat.view.laid == ()
        await seat.close()


async def test_the_codemaker_sees_a_row_being_laid_in_the_terminal_but_never_a_code() -> None:
    async with site() as here:
        await here.seat("mini", games=2)
        transport = AppTransport(here)
        bob = RemoteSeat("http://testserver", here.table, here.tokens["Bob"], transport=transport)
        ada = RemoteSeat("http://testserver", here.table, here.tokens["Ada"], transport=AppTransport(here))
        await bob.connect(timeout=60)
        await ada.connect(timeout=60)
        host = Host(match_of("mini"))
        async with play(host, size=SMALL) as pilot:
            await host.show(Keyboard({1: bob}, bob))
            await pilot.pause()
            await here.play("Ada", "code RGB")
            await until(pilot, lambda: "guess 1 of 8" in host.text)

            def known() -> bool:
                here.registry.tick()
                return all(bob.view.present)

            await until(pilot, known)  # nothing is sent while nobody looks

            def seen(pegs: tuple[int | None, ...]) -> bool:
                here.registry.tick()
                return ada.view.laid == pegs

            await pilot.press("k")
            await until(pilot, lambda: seen((5, None, None)))
            await pilot.press("r", "r", "backspace")
            await until(pilot, lambda: seen((5, 0, None)))
            sent = transport.requests.count("POST laid")
            assert sent <= 4
            await here.play("Bob", "guess RGB")
            await until(pilot, lambda: bob.view.turn == 1)
            await pilot.press("n", "r", "g", "b")
            await pilot.pause(2 * INTERVAL)
            screen = host.screen
            assert isinstance(screen, MatchScreen)
            assert screen._board.asked is Act.SET_CODE
            assert screen._board.draft is not None
            assert screen._board.draft.code is not None, "A code is on the board."
            await pilot.press("enter")
            await until(pilot, lambda: bob.view.moves == 3)
            assert transport.requests.count("POST laid") == sent
        await bob.close()
        await ada.close()
