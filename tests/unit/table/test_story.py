"""The story at a table of this process, and what each seat hears of it."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from codepegs.notation import record
from codepegs.rules.seat import PlayerNumber
from codepegs.storage.archive import MatchId
from codepegs.table import moves
from codepegs.table.keyboard import Keyboard
from codepegs.table.local import LocalTables
from codepegs.table.persistence import MemoryStore
from codepegs.table.registry import TableRegistry
from tests.support.story import AGAINST_A_COMPUTER, BY_HAND, SOLO, Step, Story, check_heard


async def listen(keyboard: Keyboard, heard: list[str]) -> None:
    version = 0
    async for view in keyboard.changes():
        if view.version > version:
            heard.extend(view.told)
            version = view.version
        if view.over:
            return


async def play(registry: TableRegistry[Any, Any], keyboard: Keyboard, step: Step) -> None:
    """Make one move of the story, when its player's turn has come. Nobody waits for a turn to own up."""
    player: PlayerNumber = 0 if keyboard.view.names[0] == step.who else 1
    async with asyncio.timeout(120):
        async for view in keyboard.changes():
            if view.turn == player or step.text == "own up":
                break
    keyboard.sit(keyboard.wanted)
    match = (await registry.table(MatchId(view.id))).table.require_match()
    move = moves.read(step.text, match, match.game.seat(player))
    await keyboard.play(move, player, at=keyboard.view.moves)


@pytest.mark.parametrize("story", [BY_HAND, AGAINST_A_COMPUTER, SOLO])
async def test_every_seat_hears_the_same_sentences(story: Story) -> None:
    tables = LocalTables(MemoryStore(), random=Random(1), now=lambda: 0, monotonic=lambda: 0)
    keyboard = await tables.open(story.agreement)
    seats = [keyboard._watcher, *keyboard._seats.values()]
    heard: list[list[str]] = [[] for _ in seats]
    listeners = [
        asyncio.create_task(listen(Keyboard({}, seat), into)) for seat, into in zip(seats, heard, strict=True)
    ]
    for step in story.steps:
        await play(tables.registry, keyboard, step)
    async with asyncio.timeout(120):
        await asyncio.gather(*listeners)
    match = record.read(await keyboard.record())
    for sentences in heard:
        check_heard(match, sentences)
    await tables.close()
