"""The story in the application, with both players at one keyboard and with one at a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from textual.pilot import Pilot

from codepegs.client import RemoteSeat
from codepegs.notation import record
from codepegs.rules.match import Match
from codepegs.table.keyboard import Keyboard
from codepegs.table.view import TableView
from codepegs.tui.look import PaintedApp
from codepegs.tui.match.handover import HandoverScreen
from codepegs.tui.match.screen import MatchScreen
from codepegs.tui.settings import Settings
from tests.support.asgi import Site, site
from tests.support.match_host import Host, play, until
from tests.support.remote import AppTransport
from tests.support.story import AGAINST_A_COMPUTER, BY_HAND, SOLO, Step, Story, check_heard

KEYS = {"claim": ["f3"], "own up": ["f4", "y"], "give up": ["f8", "y"]}


def keys(step: Step) -> list[str]:
    """The keys that make a move of the story."""
    if step.word == "answer":
        return [*step.pegs.split("+"), "enter"]
    return KEYS.get(step.word, [*step.pegs.lower(), "enter"])


async def listen(changes: AsyncIterator[TableView], heard: list[str]) -> None:
    version = 0
    async for view in changes:
        if view.version > version:
            heard.extend(view.told)
            version = view.version
        if view.over:
            return


async def test_the_story_is_played_by_two_people_at_one_keyboard() -> None:
    app, heard = Host(Match.start(BY_HAND.agreement)), list[str]()
    async with play(app) as pilot:
        listening = asyncio.create_task(listen(app.keyboard._watcher.changes(), heard))
        games = 1
        for step in BY_HAND.steps:
            if isinstance(app.screen, HandoverScreen):
                await pilot.press("f2")
            # Who owns up while the other one sits there gets a cover.
            await pilot.press(*(["f4", "f2", "y"] if step.word == "own up" else keys(step)))
            await pilot.pause()
            if len(app.match.games) > games and not app.match.over:
                games = len(app.match.games)
                await pilot.press("enter")
        await asyncio.wait_for(listening, 20)
        check_heard(app.match, heard)


@pytest.mark.parametrize("story", [AGAINST_A_COMPUTER, SOLO])
async def test_the_story_is_played_by_one_person(story: Story) -> None:
    app, heard = Host(Match.start(story.agreement)), list[str]()
    async with play(app) as pilot:
        listening = asyncio.create_task(listen(app.keyboard._watcher.changes(), heard))
        for step in story.steps:
            if step.word == "code":
                await pilot.press("enter")
            await until(pilot, lambda: app.board.asked is not None)
            await pilot.press(*keys(step))
        await pilot.press(*["+"] * 5)
        await asyncio.wait_for(listening, 20)
        check_heard(app.match, heard)


class FarHost(PaintedApp):
    """A match screen for one keyboard."""

    def __init__(self, keyboard: Keyboard) -> None:
        super().__init__()
        self.keyboard = keyboard

    async def on_mount(self) -> None:
        await self.push_screen(MatchScreen(self.keyboard, settings=Settings()))


async def seat_of(here: Site, who: str) -> RemoteSeat:
    seat = RemoteSeat("http://testserver", here.table, here.tokens[who], transport=AppTransport(here))
    return await seat.connect()


async def press(pilot: Pilot[None], bob: RemoteSeat, step: Step) -> None:
    """Press the keys of a step when it is Bob's turn. Enter leaves a finished game before."""
    if step.word != "own up":
        await until(pilot, lambda: bob.view.turn == 1)
    assert bob.view.match is not None
    if step.word == "code" or (bob.view.match.game.replay and not bob.view.match.game.board.rows):
        await pilot.press("enter")
    moves = bob.view.moves
    await pilot.press(*keys(step))
    await until(pilot, lambda: bob.view.moves > moves)


async def test_the_story_is_played_at_a_server() -> None:
    async with site() as here:
        await here.seat(BY_HAND.edition, games=BY_HAND.games)
        bob, ada = await seat_of(here, "Bob"), await seat_of(here, "Ada")
        heard: list[list[str]] = [[], []]
        async with FarHost(Keyboard({1: bob}, bob)).run_test() as pilot:
            listening = [
                asyncio.create_task(listen(seat.changes(), into))
                for seat, into in zip((ada, bob), heard, strict=True)
            ]
            for step in BY_HAND.steps:
                if step.who == "Bob":
                    await press(pilot, bob, step)
                else:
                    status, answer = await here.play("Ada", step.text)
                    assert status == 200, answer
            async with asyncio.timeout(20):
                await asyncio.gather(*listening)
            match = record.read(await ada.record())
        assert match.over
        for sentences in heard:
            check_heard(match, sentences)
        await ada.close()
