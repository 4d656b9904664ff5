"""The hidden code: nowhere on the screen, nor in its widgets, while the codebreaker sits there."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest
from rich.segment import Segment
from textual.screen import Screen
from textual.strip import Strip

from codepegs.rules import Secret
from codepegs.rules.code import Code
from codepegs.rules.edition import Answers
from codepegs.rules.match import Match
from codepegs.table.keyboard import Keyboard
from codepegs.tui.match.handover import HandoverScreen
from tests.support.match_host import Host, letters, match_of, play

SECRET = "CADB"
"""Not in the order of the tray, where its letters stand too."""


def within(thing: object, seen: set[int]) -> Iterator[object]:
    """Everything that can be reached from a widget, but not behind a Secret, which is made to be opaque.

    A keyboard holds the seats of both players, and gives a widget only its view.
    """
    waiting: list[object] = [thing]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, Secret | type | ModuleType | FunctionType):
            continue
        seen.add(id(thing))
        if isinstance(thing, str | int | float | bytes) or thing is None:
            continue
        yield thing
        if isinstance(thing, Keyboard):
            waiting.append(thing.view)
        elif isinstance(thing, dict):
            waiting += [*thing.keys(), *thing.values()]
        elif isinstance(thing, list | tuple | set | frozenset | deque):
            waiting += [*thing]
        else:
            slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
            waiting += [*getattr(thing, "__dict__", {}).values()]
            waiting += [
                getattr(thing, name) for name in slots if isinstance(name, str) and hasattr(thing, name)
            ]


def found(host: Host, pegs: tuple[int, ...], spelled: str) -> list[object]:
    """Where a code turns up on the screens or in their widgets: as a code, as pegs, as letters in a line."""
    seen: set[int] = {id(host)}
    hits: list[object] = []
    for screen in host.screen_stack:
        for node in (screen, *screen.walk_children()):
            for thing in within(node, seen):
                hit = isinstance(thing, Code) and thing.pegs == pegs
                hit = hit or (isinstance(thing, tuple) and thing == pegs)
                if hit or (isinstance(thing, Strip) and spelled in letters_of(thing)):
                    hits.append((node, thing))
    lines = [line_letters(line) for line in host.text.splitlines()]
    return hits + [line for line in lines if spelled in line]


def letters_of(strip: Strip) -> str:
    segments: list[Segment] = list(strip)
    return line_letters("".join(segment.text for segment in segments))


def line_letters(line: str) -> str:
    return "".join(character for character in line if character.isupper())


@pytest.mark.parametrize("slug", ["classic-1", "hasbro-2010", "pressman-2007"])
@pytest.mark.parametrize("answers", Answers)
async def test_the_codebreakers_screen_contains_no_code(slug: str, answers: Answers) -> None:
    app = Host(match := match_of(slug, answers=answers))
    pegs, spelled = Code.parse(SECRET.lower()).pegs, match.agreement.edition.spell(Code.parse(SECRET.lower()))
    async with play(app) as pilot:
        await pilot.press("f2", *letters(match, SECRET))
        await pilot.pause()
        kinds = {type(hit[1]) for hit in found(app, pegs, spelled) if isinstance(hit, tuple)}
        assert kinds >= {tuple, Strip}, "The search finds a code that is there, drawn or not."
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, HandoverScreen)
        assert not found(app, pegs, spelled)
        await pilot.press("f2", *letters(match, "AEEB"))
        await pilot.pause()
        assert not found(app, pegs, spelled)
        await pilot.press("enter")
        await pilot.pause()
        assert not found(app, pegs, spelled)
        if answers is Answers.HAND:
            assert isinstance(app.screen, HandoverScreen)
            await pilot.press("f2")
            await pilot.pause()
            assert found(app, pegs, spelled)
            await pilot.press("1", "1", "enter")
            await pilot.pause()
            assert isinstance(app.screen, HandoverScreen)
            assert not found(app, pegs, spelled)
            await pilot.press("f2")
            await pilot.pause()
            assert not found(app, pegs, spelled)


async def shown(match: Match, secret: str, size: tuple[int, int]) -> list[Any]:
    """What the codebreaker gets to see of a game with this secret, screen by screen."""
    app = Host(match)
    seen: list[Any] = []
    async with play(app, size=size) as pilot:

        def look() -> None:
            screen: Screen[Any] = app.screen
            seen.append([[*strip] for strip in screen._compositor.render_strips()])
            board = app.board
            seen.append((board.draft, board.lifted, board.answer_draft, board.scroll_offset))

        await pilot.press("f2", *letters(match, secret), "enter")
        await pilot.pause()
        look()
        await pilot.press("f2")
        await pilot.pause()
        look()
        # What fills a row now must not be the last peg of the secret.
        await pilot.press("=", "up")
        await pilot.pause()
        look()
        await pilot.press(*letters(match, "AEEA"), "enter")
        await pilot.pause()
        look()
    return seen


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_two_secrets_behind_one_board_look_the_same(size: tuple[int, int]) -> None:
    match = match_of("classic-1")
    assert await shown(match, "ABCD", size) == await shown(match, "ADCB", size)


async def test_two_secrets_with_different_answers_look_different() -> None:
    match = match_of("classic-1")
    assert await shown(match, "ABCD", (80, 24)) != await shown(match, "BACD", (80, 24))
