"""A match in line mode whose other player is elsewhere, and what happens while a prompt waits."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import replace
from io import StringIO
from random import Random
from typing import Any

import pytest

from codepegs.cli.console_text import Style
from codepegs.cli.repl.console import Console, Leave
from codepegs.cli.repl.loop import LoopThread
from codepegs.cli.repl.match import MatchRunner
from codepegs.cli.repl.report import Reporter
from codepegs.cli.repl.spectator import Spectator
from codepegs.cli.repl.sync_keyboard import SyncKeyboard
from codepegs.notation import edition_line
from codepegs.rules.agreement import NOBODY, Agreement
from codepegs.rules.move import GiveUp, Guess, SetCode
from codepegs.rules.secret import Secret
from codepegs.table.keyboard import Keyboard
from codepegs.table.local import LocalTables
from codepegs.table.persistence import MemoryStore
from codepegs.table.seat import TableSeat
from codepegs.table.view import TableView

PLAIN = Style(ansi=False, ascii_only=True)
RGB = edition_line.read("mini").code("RGB")


class Screen(StringIO):
    """A terminal. When it shows some words for the first time, something happens elsewhere."""

    def __init__(self, events: dict[str, Callable[[], object]] | None = None) -> None:
        super().__init__()
        self._events = events or {}

    def isatty(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        for words in [words for words in self._events if words in text]:
            self._events.pop(words)()
        return super().write(text)


class Typist(StringIO):
    """A person at the terminal, who types some lines."""

    def isatty(self) -> bool:
        return True


class Hands:
    """Tables with a clock that the test moves, and one person at a terminal."""

    def __init__(self, loop: LoopThread) -> None:
        self.loop, self.time = loop, 0
        self.tables = LocalTables(MemoryStore(), random=Random(1), now=lambda: 0, monotonic=lambda: self.time)

    def open(self, edition: str, *players: str) -> Keyboard:
        agreement = Agreement(edition_line.read(edition), (players[0], players[1]), 1)
        return self.loop.run(self.tables.open(agreement))

    def play(self, keyboard: Keyboard, typed: str, **events: Callable[[], object]) -> str:
        """Return what the screen shows. `typed` has the lines that the person types, until they quit."""
        screen = Screen({words.replace("_", " "): event for words, event in events.items()})
        runner = MatchRunner(
            Console(Typist(typed.replace(" / ", "\n") + "\n"), screen, PLAIN), self.loop, stored=False
        )
        with suppress(Leave):
            runner.run(keyboard)
        return " ".join(screen.getvalue().split())

    def close_table(self) -> None:
        """Close the only table."""
        (session,) = self.tables.registry._sessions.values()
        self.loop.call(lambda: session.close("closed by a test"))

    def tick(self, seconds: int) -> None:
        async def tick() -> None:
            for _ in range(seconds * 10):
                self.time += 100_000_000
                self.tables.registry.tick()

        self.loop.run(tick())

    def wait(self, keyboard: Keyboard, done: Callable[[TableView], bool]) -> None:
        async def wait() -> None:
            async for view in keyboard.changes():
                if done(view):
                    return

        self.loop.run(wait())


@pytest.fixture
def hands() -> Iterator[Hands]:
    with LoopThread() as loop:
        here = Hands(loop)
        yield here
        loop.run(here.tables.close())


def separate(keyboard: Keyboard) -> tuple[TableSeat, Keyboard]:
    """Return the seat of player 0, who is elsewhere, and the keyboard of player 1."""
    one, two = (keyboard._seats[player] for player in (0, 1))
    return one, Keyboard({1: two}, two)


def in_order(shown: str, *sentences: str) -> None:
    for sentence in sentences:
        _, found, shown = shown.partition(sentence)
        assert found, f"this is missing, or comes too early: {sentence}"


@pytest.mark.parametrize("line", ["KKK", "hint"])
def test_a_line_is_too_late_when_the_row_was_lost_meanwhile(hands: Hands, line: str) -> None:
    keyboard = hands.open("mini time=5", "computer", "Ada")

    def think() -> None:
        hands.tick(7)
        hands.wait(keyboard, lambda view: view.moves == 2)

    shown = hands.play(keyboard, f"{line} / quit", guess_1_of_8=think)
    in_order(
        shown,
        "Ada, guess 1 of 8 within 5 s: Too late: the match has moved on. Time ran out: row 1 is lost.",
        "Ada, guess 2 of 8 within 5 s:",
    )
    assert "K K K" not in shown


def test_offers_and_a_rematch_with_a_player_who_is_elsewhere(hands: Hands) -> None:
    ada, keyboard = separate(hands.open("mini", "Ada", "Bob"))

    def do(work: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
        return lambda: hands.loop.run(work())

    shown = hands.play(
        keyboard,
        "board / yes / clock off / board / RGB / yes / quit",
        Waiting_for_Ada=do(lambda: ada.play(SetCode(Secret(RGB)), at=0)),
        guess_1=do(lambda: ada.offer("clock 60")),
        Bob_would_like_to_play=do(lambda: ada.reply("clock off", yes=False)),
        Waiting_for_an_answer=do(lambda: ada.reply("rematch", yes=True)),
    )
    in_order(
        shown,
        "Waiting for Ada. Press Ctrl-C to quit.",
        "Ada has set the code.",
        "Ada would like a time limit of 1 minute per guess. Do you accept? [y/N]:",
        "The time limit is now 1 minute per guess.",
        "Bob would like to play without a time limit.",
        "The offer was declined.",
        "Bob cracked the code in 1 guess.",
        "Rematch? [y/N]:",
        "Bob would like a rematch.",
        "Bob and Ada play 1 game of mini.",
        "Bob, make a code:",
    )
    assert shown.count("Ada would like") == 1


def test_a_declined_rematch_ends_the_program(hands: Hands) -> None:
    ada, keyboard = separate(hands.open("mini", "Ada", "Bob"))
    hands.loop.run(ada.play(SetCode(Secret(RGB)), at=0))
    shown = hands.play(
        keyboard,
        "RGB / yes",
        Waiting_for_an_answer=lambda: hands.loop.run(ada.reply("rematch", yes=False)),
    )
    assert shown.endswith("The offer was declined.")


def test_a_player_who_is_elsewhere_has_to_agree_to_stop(hands: Hands) -> None:
    ada, keyboard = separate(hands.open("mini", "Ada", "Bob"))
    hands.loop.run(ada.play(SetCode(Secret(RGB)), at=0))
    shown = hands.play(
        keyboard,
        "stop / board / KKK / no",
        Bob_would_like_to_stop=lambda: hands.loop.run(ada.reply("stop", yes=True)),
    )
    in_order(
        shown,
        "Bob would like to stop the match without a winner.",
        "Both players agreed to stop.",
        "The match was stopped, so nobody wins.",
    )
    assert "K K K" not in shown


def test_a_player_reads_the_terms_that_somebody_else_chose(hands: Hands) -> None:
    _, keyboard = separate(hands.open("mini answers=hand bonus=7", "Ada", "Bob"))
    shown = hands.play(keyboard, "", Waiting_for_Ada=hands.close_table)
    in_order(
        shown,
        "With 1 game, only the Codemaker, Ada, can score unless an answer is wrong.",
        "The Codemaker marks the guesses.",
        "If the code isn't cracked, the Codemaker gets 7 extra points.",
        "Waiting for Ada.",
    )


def test_a_spectator_can_ask_for_terms_and_codes_left(hands: Hands) -> None:
    keyboard = hands.open("mini", "Ada", "Bob")
    hands.loop.run(keyboard.play(SetCode(Secret(RGB)), 0, at=0))
    hands.loop.run(keyboard.play(Guess(edition_line.read("mini").code("KKK")), 1, at=1))
    view = hands.loop.call(lambda: keyboard.view)
    screen = Screen()
    console = Console(Typist(), screen, PLAIN)
    reporter = Reporter(console, people=())
    watcher = Keyboard({}, hands.loop.call(lambda: keyboard._watcher))
    spectator = Spectator(console, SyncKeyboard(hands.loop, watcher, reporter.report), reporter)
    for line in ("terms", "left", "board", "", "what?"):
        spectator.follow(line, view)
    in_order(
        screen.getvalue(),
        "Ada makes the code.",
        "125 codes fit all answers.",
        "K K K",
        "You can type:",
    )
    with pytest.raises(Leave):
        spectator.follow("quit", view)


def test_a_spectator_of_a_solo_game_reads_the_name(hands: Hands) -> None:
    keyboard = hands.open("mini", NOBODY, "Ada")
    hands.wait(keyboard, lambda view: view.turn == 1)
    watcher = Keyboard({}, hands.loop.call(lambda: keyboard._watcher))
    shown = hands.play(watcher, "", You_are_watching=lambda: hands.loop.run(keyboard.play(GiveUp(), 1, at=1)))
    in_order(shown, "Ada plays a solo game of mini.", "Ada gave up after 0 guesses.")


def test_a_spectator_sees_the_match_to_its_end(hands: Hands) -> None:
    keyboard = hands.open("mini", "computer", "computer 2")
    shown = hands.play(keyboard, "")
    in_order(shown, "You are watching.", "has set the code.", "Row 1,", "Points: ")
    assert "Rematch" not in shown


def test_a_table_that_is_closed_ends_the_program(hands: Hands) -> None:
    _, keyboard = separate(hands.open("mini", "Ada", "Bob"))
    shown = hands.play(keyboard, "", Waiting_for_Ada=hands.close_table)
    assert shown.endswith("This match was closed.")


def test_the_view_is_as_new_as_the_last_report(hands: Hands) -> None:
    keyboard = hands.open("mini", "computer", "Ada")
    hands.wait(keyboard, lambda view: view.turn == 1)
    reported: list[int] = []

    def report(view: TableView) -> None:
        reported.append(view.moves)
        if view.moves == 1:  # another change arrives while this one is printed
            hands.loop.run(keyboard.play(Guess(RGB), 1, at=1))

    table = SyncKeyboard(hands.loop, keyboard, report)
    assert table.catch_up().moves == 2
    assert reported == [1, 2]
    table.close()


def test_a_lost_connection_is_reported_once(hands: Hands) -> None:
    keyboard = hands.open("mini", "Ada", "Bob")
    view = hands.loop.call(lambda: keyboard.view)
    screen = Screen()
    reporter = Reporter(Console(Typist(), screen, PLAIN), people=(0,))
    for change in (view, replace(view, online=False), replace(view, online=False), view):
        reporter.report(change)
    assert screen.getvalue().endswith("Connection lost. Reconnecting …\nReconnected.\n")
