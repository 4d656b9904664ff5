"""Matches at tables of this process, played through a keyboard."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from codepegs.errors import NotNow, RuleError
from codepegs.notation import edition_line
from codepegs.rules.agreement import Agreement
from codepegs.rules.feedback import Feedback
from codepegs.rules.game import Phase
from codepegs.rules.move import Answer, Guess, Leave, Move, SetCode
from codepegs.rules.seat import Seat
from codepegs.rules.secret import Secret
from codepegs.rules.view import MatchView
from codepegs.storage import open_archive
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import Stale
from codepegs.table.errors import NotYourMove
from codepegs.table.keyboard import Keyboard
from codepegs.table.local import LocalTables
from codepegs.table.persistence import ArchiveStore, MemoryStore
from codepegs.table.view import TableView

MINI = edition_line.read("mini answers=hand")


class Hands:
    """Local tables with a clock that the test moves, and helpers for the people at them."""

    def __init__(self) -> None:
        self.time = 0
        self.store = MemoryStore()
        self.tables = LocalTables(self.store, random=Random(1), now=lambda: 0, monotonic=lambda: self.time)

    async def open(self, line: str, *players: str, games: int = 1, hints: bool = False) -> Keyboard:
        names = ("Ada", "Bob") if not players else (players[0], players[1])
        return await self.tables.open(Agreement(edition_line.read(line), names, games, hints))

    def tick(self, seconds: float) -> None:
        """Let time pass in small steps, as it does while the process is awake."""
        for _ in range(int(seconds * 10)):
            self.time += 100_000_000
            self.tables.registry.tick()


@pytest.fixture
async def hands() -> AsyncIterator[Hands]:
    here = Hands()
    yield here
    await here.tables.close()


async def do(keyboard: Keyboard, move: Move) -> None:
    """Make a move as the player who should have the keyboard."""
    if keyboard.covered:
        assert match_of(keyboard).game.code is None, "the code is in view before the keyboard changed hands"
    keyboard.sit(keyboard.wanted)
    player = keyboard.view.turn if keyboard.sitting is None else keyboard.sitting
    assert player is not None
    await keyboard.play(move, player, at=keyboard.view.moves)


def match_of(keyboard: Keyboard) -> MatchView:
    match = keyboard.view.match
    assert match is not None
    return match


async def until(keyboard: Keyboard, done: Callable[[TableView], bool]) -> TableView:
    async with asyncio.timeout(120):
        async for view in keyboard.changes():
            if done(view):
                return view
    raise AssertionError("the table was closed")


async def test_nobody_at_this_keyboard_is_gone(hands: Hands) -> None:
    keyboard = await hands.open("mini")
    with pytest.raises(NotNow):
        await keyboard.play(Leave(Seat.CODEBREAKER), 0, at=0)
    await keyboard.play(Leave(Seat.CODEMAKER), 0, at=0)
    outcome = match_of(keyboard).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.abandoned_by) == (1, 0)


async def test_only_the_codemaker_who_sits_alone_sees_the_code(hands: Hands) -> None:
    keyboard = await hands.open("mini answers=hand")
    await do(keyboard, SetCode(Secret(MINI.code("RGB"))))
    assert (keyboard.covered, keyboard.wanted, keyboard.alone) == (True, 1, False)
    assert match_of(keyboard).game.code is None
    await do(keyboard, Guess(MINI.code("YYY")))
    assert (keyboard.covered, keyboard.wanted, keyboard.alone) == (True, 0, True)
    assert match_of(keyboard).game.code is None
    keyboard.sit(0)
    assert match_of(keyboard).game.code == MINI.code("RGB")


async def test_a_person_against_a_computer_never_hands_over(hands: Hands) -> None:
    keyboard = await hands.open("mini", "computer", "Ada")
    view = await until(keyboard, lambda view: view.turn == 1)
    assert (keyboard.covered, keyboard.sitting, view.you) == (False, 1, 1)
    assert view.told == ("The computer has set the code.",)


async def test_a_reader_who_is_behind_hears_of_every_change(hands: Hands) -> None:
    keyboard = await hands.open("mini", "computer", "Ada")
    await until(keyboard, lambda view: view.turn == 1)
    changes = keyboard.changes()
    heard = [await anext(changes)]
    for guess in ("RRR", "GGG"):
        await keyboard.play(Guess(MINI.code(guess)), 1, at=keyboard.view.moves)
    heard += [await anext(changes), await anext(changes)]
    assert [(view.moves, view.you) for view in heard] == [(1, 1), (2, 1), (3, 1)]
    assert [view.told[0][:10] for view in heard[1:]] == ["Row 1, RRR", "Row 2, GGG"]


async def test_a_move_for_an_old_board_is_refused(hands: Hands) -> None:
    keyboard = await hands.open("mini", "computer", "Ada")
    view = await until(keyboard, lambda view: view.turn == 1)
    await keyboard.play(Guess(MINI.code("RRR")), 1, at=view.moves)
    with pytest.raises(Stale):
        await keyboard.play(Guess(MINI.code("RRR")), 1, at=view.moves)
    with pytest.raises(NotYourMove):
        await keyboard.play(SetCode(Secret(MINI.code("RRR"))), 1, at=keyboard.view.moves)


async def test_the_clock_stands_still_under_a_cover(hands: Hands) -> None:
    keyboard = await hands.open("mini time=5")
    keyboard.sit(0)
    async for view in keyboard.changes():
        if view.moves == 1:
            break
        await do(keyboard, SetCode(Secret(MINI.code("RGB"))))
    assert keyboard.covered
    hands.tick(60)
    keyboard.sit(1)
    hands.tick(4)
    assert (keyboard.view.moves, keyboard.view.left) == (1, 1000)


async def test_two_people_at_one_keyboard_agree_on_a_clock_and_on_hints(hands: Hands) -> None:
    keyboard = await hands.open("mini")
    await do(keyboard, SetCode(Secret(MINI.code("RGB"))))
    await keyboard.offer("clock 60")
    assert match_of(keyboard).game.time_limit == 60
    await keyboard.offer("hints")
    keyboard.sit(1)
    assert await keyboard.hint()
    assert match_of(keyboard).game.hints == (1,)


async def test_a_hint_that_fails_is_not_taken(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard = await hands.open("mini", hints=True)
    await do(keyboard, SetCode(Secret(MINI.code("RGB"))))
    keyboard.sit(1)

    async def fail(*_: object) -> Any:
        raise RuleError("no hint")

    monkeypatch.setattr(hands.tables.compute, "find_hint", fail)
    with pytest.raises(RuleError):
        await keyboard.hint()
    assert match_of(keyboard).game.hints == ()


async def test_a_rematch_swaps_the_players_and_keeps_the_keyboard(hands: Hands) -> None:
    keyboard = await hands.open("mini")
    await do(keyboard, SetCode(Secret(MINI.code("RGB"))))
    await do(keyboard, Guess(MINI.code("RGB")))
    assert keyboard.view.over
    await keyboard.offer("rematch")
    again = await keyboard.rematch()
    assert again.view.names == ("Bob", "Ada")
    assert again.people == (1, 0)
    await do(again, SetCode(Secret(MINI.code("RGB"))))
    assert match_of(again).game.phase is Phase.GUESSING


async def test_closing_does_not_wait_for_a_computer_that_thinks(hands: Hands) -> None:
    go, begun = threading.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def think(view: MatchView) -> Move:
        assert threading.current_thread().daemon, "The process would wait for this thread."
        loop.call_soon_threadsafe(begun.set)
        go.wait(20)
        raise AssertionError("nobody needs this move")

    computer: Any = SimpleNamespace(move=think)
    hands.tables.compute._computers["medium"] = computer
    keyboard = await hands.open("mini", "Ada", "computer")
    await do(keyboard, SetCode(Secret(MINI.code("RGB"))))
    await begun.wait()
    await hands.tables.close()
    assert not go.is_set()
    go.set()


async def test_local_matches_carry_no_commitment(hands: Hands) -> None:
    keyboard = await hands.open("mini")
    await do(keyboard, SetCode(Secret(MINI.code("RGB"))))
    assert match_of(keyboard).game.commitment is None
    assert "code" in await keyboard.record()


async def test_a_match_in_the_archive_is_resumed_after_the_last_move(tmp_path: Path) -> None:
    with closing(open_archive(f"sqlite:///{tmp_path}/matches.db")) as archive:
        first = LocalTables(
            ArchiveStore(lambda: archive), random=Random(1), now=lambda: 7, monotonic=lambda: 0
        )
        keyboard = await first.open(Agreement(MINI, ("Ada", "Bob"), 1))
        for move in (SetCode(Secret(MINI.code("RGB"))), Guess(MINI.code("YYY"))):
            await do(keyboard, move)
        await first.close()
        later = LocalTables(
            ArchiveStore(lambda: archive), random=Random(2), now=lambda: 8, monotonic=lambda: 0
        )
        resumed = await later.resume(MatchId(keyboard.view.id))
        assert resumed.view == keyboard.view
        await do(resumed, Answer(Feedback(0, 0)))
        await later.close()


async def test_a_second_process_with_an_old_board_reloads(tmp_path: Path) -> None:
    with closing(open_archive(f"sqlite:///{tmp_path}/matches.db")) as archive:
        one, two = (
            LocalTables(
                ArchiveStore(lambda: archive), random=Random(seed), now=lambda: 7, monotonic=lambda: 0
            )
            for seed in (1, 2)
        )
        here = await one.open(Agreement(MINI, ("Ada", "Bob"), 1))
        there = await two.resume(MatchId(here.view.id))
        await do(here, SetCode(Secret(MINI.code("RGB"))))
        with pytest.raises(Stale):
            await do(there, SetCode(Secret(MINI.code("BBB"))))
        assert there.view == here.view
        await one.close()
        await two.close()
