"""Two commands at once at the running application: what becomes of them is what some order of them makes.

Nothing is durable until both are under way. What the pure table makes of one after the other is what must be
answered and kept, for one order or the other.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

import pytest

from codepegs.errors import CodepegsError
from codepegs.protocol.errors import status
from codepegs.rules import Code, SetCode, find_claim
from codepegs.storage.archive import MatchId
from codepegs.table import commands, moves, seats
from codepegs.table.table import Table, Transition
from tests.support.asgi import Site, site
from tests.support.fleet import fleet

NEW_ID, SALT = MatchId("k" * 10), bytes(32)
TIME_OUT = partial(commands.time_out, code=Code(()), salt=None)


@dataclass(frozen=True)
class Command:
    """What somebody sends; the clock sends a time-out."""

    who: str
    what: str
    text: str = ""
    yes: bool = True

    def judged(self, here: Site, table: Table, *, seen: int, key: str) -> Transition:
        """What the pure table makes of it, on a match of which `seen` moves are seen."""
        client = here.client_id(self.who) if self.who in here.tokens else None
        match self.what:
            case "moves":
                text = self.text
                if text == moves.CLAIM:
                    game = commands.find_claimed_game(table, client=client, key=key, moves=seen)
                    assert game is not None
                    text = moves.write(table.require_match(), find_claim(game.board))
                return commands.move(table, client=client, key=key, moves=seen, text=text, salt=SALT)
            case "offers":
                return commands.offer(table, client=client, key=key, text=self.text, new_id=lambda: NEW_ID)
            case "replies":
                return commands.reply(
                    table, client=client, key=key, text=self.text, yes=self.yes, new_id=lambda: NEW_ID
                )
            case "join":
                assert client is not None
                invitation = seats.invitation_hash(self.text)
                return commands.join(table, client=client, name=self.who, invitation=invitation)
            case _:
                return TIME_OUT(table)

    async def sent(self, here: Site, *, seen: int, key: str) -> int:
        """The status that the application answers with."""
        if self.what == "time-out":
            try:
                await here.registry.execute(here.table, TIME_OUT)
            except CodepegsError as error:
                return status(error)
            return 200
        bodies: dict[str, dict[str, Any]] = {
            "moves": {"key": key, "moves": seen, "move": self.text},
            "offers": {"key": key, "offer": self.text},
            "replies": {"key": key, "reply": self.text, "yes": self.yes},
            "join": {"invitation": self.text, "name": self.who},
        }
        return (await here.post(self.what, bodies[self.what], who=self.who))[0]


ADA = [Command("Ada", "moves", text) for text in ("code RRR", "code BBB", "answer 2+0", "own up", "leave")]
BOB = [
    Command("Bob", "moves", text)
    for text in ("guess RRB", "guess BBB", "give up", "claim", "hint 1", "leave")
]
AGREEING = [
    Command("Ada", "offers", "clock 60"),
    Command("Bob", "offers", "clock 60"),
    Command("Bob", "offers", "hints"),
    Command("Bob", "replies", "hints"),
    Command("Bob", "replies", "hints", False),
    Command("Ada", "offers", "rematch"),
    Command("Bob", "offers", "rematch"),
]
COMMANDS = [*ADA, *BOB, *AGREEING, Command("", "time-out")]

PHASES: dict[str, list[Command]] = {
    "setting": [],
    "guessing": [ADA[0]],
    "guessing, hints offered": [ADA[0], Command("Ada", "offers", "hints")],
    "answering": [ADA[0], BOB[0]],
    "contradicted": [ADA[0], BOB[0], ADA[2], BOB[0], Command("Ada", "moves", "answer 0+0")],
    "answered wrongly": [ADA[0], BOB[0], Command("Ada", "moves", "answer 1+0")],
    "over": [ADA[0], ADA[4]],
    "over, rematch offered": [ADA[0], ADA[4], Command("Ada", "offers", "rematch")],
}

Outcome = tuple[int, int, tuple[object, ...]]


def facts(table: Table) -> tuple[object, ...]:
    """What there is to tell tables apart, names of new ones and salts left out."""
    made = [] if table.match is None else table.match.moves
    lines = [
        str(move.secret and move.secret.reveal())
        if isinstance(move, SetCode)
        else moves.write(table.require_match(), move)
        for move in made
    ]
    offers = sorted((offer.by, offer.text) for offer in table.offers)
    names = tuple(name is not None for name in table.seats.names)
    return tuple(lines), tuple(offers), names, table.version, table.rematch is not None, table.over


def in_turn(here: Site, table: Table, order: list[tuple[Command, str]]) -> tuple[list[int], Table]:
    seen, found = table.moves, []
    for each, key in order:
        try:
            table = each.judged(here, table, seen=seen, key=key).table
            found.append(200)
        except CodepegsError as error:
            found.append(status(error))
    return found, table


def serial(here: Site, table: Table, one: tuple[Command, str], two: tuple[Command, str]) -> set[Outcome]:
    """What either order makes of two commands."""
    (a, b), after = in_turn(here, table, [one, two])
    (d, c), other = in_turn(here, table, [two, one])
    return {(a, b, facts(after)), (c, d, facts(other))}


async def at_once(
    here: Site, one: tuple[Command, str], two: tuple[Command, str], *, there: Site | None = None
) -> Outcome:
    """What the application makes of two commands while nothing is durable yet.

    The second one goes to another process, `there`.
    """
    there = there or here
    seen = (await here.registry.table(here.table)).table.moves
    here.archive.held = []
    sent = [
        asyncio.create_task(each.sent(at, seen=seen, key=key))
        for at, (each, key) in ((here, one), (there, two))
    ]
    while not all(task.done() for task in sent):
        for _ in range(8):
            await asyncio.sleep(0)
        here.archive.release()
        here.archive.held = []
    here.archive.release()
    a, b = (task.result() for task in sent)
    for _ in range(1000):
        # Each hears of what the other has done.
        copies = [facts((await at.registry.table(here.table)).table) for at in (here, there)]
        if copies[0] == copies[1]:
            break
        await asyncio.sleep(0.001)
    assert copies[0] == copies[1]
    kept = await here.registry.table(here.table)
    again = Table.from_row(
        here.archive.table(here.table), here.archive.match(here.table), here.archive.keys(here.table)
    )
    same = facts(kept.table) == facts(again)
    return a, b, facts(again) if same else ("shown", facts(kept.table), "kept", facts(again))


async def race_all(phase: str, pairs: list[tuple[Command, Command]]) -> list[str]:
    """The pairs of which no order makes what came of them."""
    async with site() as here:
        return await race(here, here, phase, pairs)


async def race_two_processes(phase: str, pairs: list[tuple[Command, Command]]) -> list[str]:
    """The same for two processes, each of which gets one of the commands."""
    async with fleet() as fleets:
        one, two = fleets.members
        return await race(one, two, phase, pairs)


async def race(here: Site, there: Site, phase: str, pairs: list[tuple[Command, Command]]) -> list[str]:
    wrong = []
    await here.seat("mini rows=4 time=60 answers=hand", games=2)
    for number, each in enumerate(PHASES[phase]):
        seen = (await here.registry.table(here.table)).table.moves
        assert await each.sent(here, seen=seen, key=f"p{number}") == 200
    first = here.table
    for number, (one, two) in enumerate(pairs):
        for keys in ("ab", "ba"):
            # Each pair has a table of its own, just like the first one.
            here.table = there.table = MatchId(f"t{number:07}{keys}")
            here.archive.rows[here.table] = replace(here.archive.rows[first], id=here.table)
            here.archive.matches[here.table] = replace(here.archive.matches[first], name=here.table)
            here.archive.sent[here.table] = dict(here.archive.sent[first])
            table = (await here.registry.table(here.table)).table
            await there.registry.table(here.table)
            left, right = ((one, keys[0]), (two, keys[1])) if keys == "ab" else ((two, "b"), (one, "a"))
            allowed = serial(here, table, left, right)
            found = await at_once(here, left, right, there=there)
            if found not in allowed:
                wrong.append(f"{phase}: {left[0]} and {right[0]} make {found}, not one of {allowed}")
    return wrong


PAIRS = list(combinations_with_replacement(COMMANDS, 2))


@pytest.mark.parametrize("phase", PHASES)
def test_concurrent_commands_are_serializable(phase: str) -> None:
    assert asyncio.run(race_all(phase, PAIRS)) == []


@pytest.mark.parametrize("phase", PHASES)
def test_commands_at_two_processes_are_serializable(phase: str) -> None:
    assert asyncio.run(race_two_processes(phase, PAIRS)) == []
