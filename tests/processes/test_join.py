"""A terminal at the table of a real server, by `codepegs join` and from the menu, also when it is killed."""

from __future__ import annotations

import asyncio
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":  # pragma: no cover
    pytest.skip("a pseudo-terminal needs POSIX", allow_module_level=True)

from codepegs.cli import guest
from codepegs.client import Client
from codepegs.notation import record
from codepegs.rules import Match
from codepegs.tui.context import AppContext
from codepegs.tui.match.screen import MatchScreen
from tests.support.application import User, open_context
from tests.support.application import play as run_application
from tests.support.match_host import until
from tests.support.restarts import ServerLauncher
from tests.support.serving import Server
from tests.support.story import BY_HAND, check_printed
from tests.support.terminal import Terminal


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running.address


def invite(ada: Client, server: str, edition: str = "mini", games: int = 1) -> tuple[str, str]:
    """Open a table as Ada. Return its id and the link for a friend."""
    opened = ada.open(edition, games=games, players=("Ada", None))
    return opened.id, f"{server}/t/{opened.id}#{opened.invitation}"


def play(ada: Client, table: str, text: str) -> None:
    """Make a move as soon as it is Ada's turn."""
    for view in ada.stream(table):
        if text.partition(" ")[0] in view.legal:
            ada.move(table, text, moves=view.moves)
            return


def match_of(ada: Client, table: str) -> Match:
    return record.read(ada.record(table))


def test_a_terminal_and_a_program_play_the_story(server: str, tmp_path: Path) -> None:
    with Client(server) as ada:
        table, link = invite(ada, server, BY_HAND.edition, BY_HAND.games)
        bob = Terminal("join", "--lines", link, data=tmp_path)
        bob.wait_for("The Codemaker marks the guesses.")
        bob.wait_for("Your name: ")
        bob.type("Bob")
        bob.wait_for("The Codemaker marks the guesses.")
        bob.wait_for("Waiting for Ada.")
        eve = Terminal("join", "--lines", link, "--watch", data=tmp_path)
        eve.wait_for("You are watching.")
        for step in BY_HAND.steps:
            if step.who == "Ada":
                play(ada, table, step.text)
            elif step.word == "own up":  # while Ada thinks
                bob.wait_for("Waiting for Ada.")
                bob.type(step.text)
                bob.wait_for("Bob, was one of your answers wrong?")
                bob.type("yes")
            else:
                bob.wait_for("Bob, ")
                bob.type(step.text if step.word == "claim" else step.pegs)
        bob.wait_for("Rematch?")
        match = match_of(ada, table)
        assert match.over
        check_printed(match, bob.shown)
        eve.rest()
        check_printed(match, eve.shown)
        assert eve.exit_code() == 0
        ada.offer(table, "rematch")
        bob.type("yes")
        bob.wait_for("Bob and Ada play 2 games of mini answers=hand.")
        bob.wait_for("Bob, make a code: ")
        bob.press(b"\x03")
        bob.wait_for(f"To return to your seat, run: codepegs join {server}/t/")
        assert bob.exit_code() == 130


def test_a_player_returns_to_the_seat_after_a_crash(server: str, tmp_path: Path) -> None:
    with Client(server) as ada:
        table, link = invite(ada, server)
        bob = Terminal("join", "--lines", link, "--name", "Bob", data=tmp_path)
        bob.wait_for("Waiting for Ada.")
        bob.kill()
        bob.exit_code()
        play(ada, table, "code RGB")
        again = Terminal("join", "--lines", link, data=tmp_path)
        again.wait_for("Bob, guess 1 of 8: ")
        again.type("clock 60")
        again.wait_for("Bob would like a time limit of 1 minute per guess.")
        again.wait_for("Bob, guess 1 of 8: ")
        ada.reply(table, "clock 60", yes=True)
        again.type("RRR")
        again.wait_for("Too late: the match has moved on.")
        again.wait_for("The time limit is now 1 minute per guess.")
        again.wait_for("Bob, guess 1 of 8 within 60 s: ")
        again.type("RGB")
        again.wait_for("Ada wins the match.")
        again.wait_for("Rematch?")
        again.type("no")
        again.rest()
        assert again.exit_code() == 0
        (file,) = tmp_path.rglob("tokens.json")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_killed_server_comes_back_and_no_move_is_lost_or_made_twice(tmp_path: Path) -> None:
    with ServerLauncher(tmp_path, "safe") as launcher:
        launcher.start()
        launcher.wait_until_reachable()
        with Client(launcher.url) as ada:
            table, link = invite(ada, launcher.url)
            bob = Terminal("join", "--lines", link, "--name", "Bob", data=tmp_path)
            bob.wait_for("Waiting for Ada.")
            launcher.kill()
            bob.wait_for("Connection lost. Reconnecting …")
            launcher.start()
            bob.wait_for("Reconnected.")
            play(ada, table, "code RGB")
            for number, guess in enumerate(("RRR", "GGG", "RGB"), start=1):
                bob.wait_for(f"Bob, guess {number} of 8: ")
                launcher.kill()
                bob.type(guess)  # while nobody listens
                launcher.start()
            bob.wait_for("Ada wins the match.")
            spell = BY_HAND.agreement.edition.spell
            rows = [row.guess for row in match_of(ada, table).game.board.rows]
            assert [spell(guess) for guess in rows if guess] == ["RRR", "GGG", "RGB"]
            bob.type("no")
            bob.rest()
            assert bob.exit_code() == 0


async def wait_for(user: User, words: str) -> None:
    """Wait until the screen says something."""
    await until(user.pilot, lambda: words in user.words)


def visiting(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AppContext:
    """Return a context of the application that can join tables of servers."""
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    context = open_context(folder)
    context.visit = lambda link: guest.Guest(guest.read_link(link))
    return context


async def join(bob: User, link: str) -> None:
    """Sit down at a table from the menu, and wait until the match is shown."""
    await enter(bob, link)
    await wait_for(bob, "Ada's turn: make a code")


async def enter(bob: User, link: str) -> None:
    await bob.press("o")
    await bob.type(link)
    await bob.press("down")
    await bob.type("Bob")
    await bob.press("enter", "enter")


async def test_a_match_joined_from_the_menu_survives_a_killed_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = "Connection lost. Trying again …"
    with ServerLauncher(tmp_path, "safe") as launcher:
        launcher.start()
        launcher.wait_until_reachable()
        with Client(launcher.url) as ada:
            table, link = invite(ada, launcher.url, games=2)
            async with run_application(visiting(tmp_path, monkeypatch)) as bob:
                await join(bob, link)
                await asyncio.to_thread(play, ada, table, "code RGB")
                await wait_for(bob, "Your turn: guess 1 of 8")
                await bob.press(*"rrr", "enter")
                await wait_for(bob, "Your turn: guess 2 of 8")

                launcher.kill()
                await wait_for(bob, lost)
                await bob.pilot.press(*"ggg", "enter")
                await bob.pilot.press("enter", "enter")  # an impatient player
                assert lost in bob.words
                assert "guess 3 of 8" not in bob.words, "The server has not taken the guess."
                launcher.start()
                await wait_for(bob, "Your turn: guess 3 of 8")
                assert lost not in bob.words

                launcher.kill()
                await wait_for(bob, lost)
                await bob.pilot.press(*"rg")
                launcher.start()
                await until(bob.pilot, lambda: lost not in bob.words)
                await bob.press("b", "enter")  # the pegs that were placed stayed
                await wait_for(bob, "You cracked it in 3")
                await bob.press("enter")
                await wait_for(bob, "Your turn: make a code")
                await bob.press(*"wky", "enter")
                await wait_for(bob, "Ada's turn: guess 1 of 8")
                await asyncio.to_thread(play, ada, table, "guess WKY")
                await wait_for(bob, "won")

            match = match_of(ada, table)
            spell = match.agreement.edition.spell
            assert match.over
            assert [spell(row.guess) for row in match.games[0].board.rows if row.guess] == [
                "RRR",
                "GGG",
                "RGB",
            ]
            assert [spell(row.guess) for row in match.games[1].board.rows if row.guess] == ["WKY"]


async def test_a_player_can_leave_before_the_match_is_shown(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MatchScreen, "_show_change", lambda screen, view: None)
    with Client(server) as ada:
        _, link = invite(ada, server)
        async with run_application(visiting(tmp_path, monkeypatch)) as bob:
            await enter(bob, link)
            await until(bob.pilot, lambda: bob.screen == "MatchScreen")
            await bob.press("escape")
            assert bob.screen == "JoinScreen"


async def test_a_player_who_leaves_a_match_of_the_menu_can_return(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = visiting(tmp_path, monkeypatch)
    with Client(server) as ada:
        table, link = invite(ada, server)
        async with run_application(context) as bob:
            await join(bob, link)
            speed = str(context.pace)
            await bob.press("+")
            assert str(context.pace) == speed, "It is the speed of computers at tables of this program."
            await bob.press("escape")
            assert bob.screen == "JoinScreen"
            assert bob.notifications == [f"To return to your seat, join {server}/t/{table}"]
            await asyncio.to_thread(play, ada, table, "code RGB")
            await bob.press("enter")
            await wait_for(bob, "Your turn: guess 1 of 8")
