"""A server with one table of every kind, for two worlds that differ only in the codes that are hidden.

Randomness and clocks are the same in both. A commitment is random to everybody who does not know
its salt, so both worlds have the same; the salts differ, because they are as secret as the codes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from codepegs.notation import commitment
from codepegs.players import computer
from codepegs.players.hard_codes import HardCodes
from codepegs.rules import DAILY_EDITION, Agreement, Code, match
from codepegs.server import lobby
from codepegs.storage import open_tables
from codepegs.table import bots, registry, scheduler
from codepegs.table.randomness import RandomSource
from tests.support.world import ORIGIN, Hands, World, world

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
CODES = {"mini": ("RGB", "RKK"), "classic-1": ("BYGW", "BGGG")}
"""The hidden code of each world, by edition."""
GUESSES = {"mini": "RYY", "classic-1": "BKKR"}
"""Guesses with the same answer in both worlds."""
MAKER, BREAKER, SPECTATOR = "Ada", "Bob", "Eve"


@dataclass
class Scene:
    """The tables of one world. MAKER knows the hidden codes, so nobody compares what she sees."""

    here: World
    hidden: list[str] = field(default_factory=list)
    """Tables whose code is hidden now. The worlds part there."""
    others: list[str] = field(default_factory=list)
    """Tables that are the same in both worlds."""
    moves: dict[str, int] = field(default_factory=dict)
    """Number of moves at each table."""
    invitation: str = ""
    transfer: str = ""
    """Token that moves a seat of BREAKER at one of the other tables."""
    puzzle: str = ""
    record: str = ""
    cookie: str = ""
    """Cookie header of a browser that plays a solo game."""

    def codes(self) -> list[Code]:
        """Return the hidden codes."""
        secrets = [self.here.archive.match(table).game.secret for table in self.hidden]
        return [secret.reveal() for secret in secrets if secret is not None]

    @property
    def daily(self) -> str:
        """The table of the daily code."""
        return self.hidden[6]

    @property
    def tables(self) -> list[str]:
        return self.hidden + self.others


@contextmanager
def parted_world(number: int, folder: Path) -> Iterator[Scene]:
    """Run a server in which world `number`, 0 or 1, has its own hidden codes."""
    hands = Hands(day=round(NOON.timestamp() * 1_000_000))
    archive = open_tables(f"sqlite:///{folder / f'world-{number}.db'}")
    with ExitStack() as stack:
        stack.callback(archive.close)
        stack.enter_context(patch.object(archive, "token_key", lambda: bytes(32)))
        # Presence is published at every tick of a real clock.
        stack.enter_context(patch.object(registry, "TICK_SECONDS", 3600.0))
        stack.enter_context(patch.object(lobby, "INTERVAL", 3600.0))
        stack.enter_context(patch.object(commitment, "compute_commitment", lambda *_: bytes(32)))
        daily_code = DAILY_EDITION.code(CODES["classic-1"][number])
        stack.enter_context(patch.object(match, "daily_code", lambda _: daily_code))
        here = stack.enter_context(world(archive=archive, hands=hands))
        yield _play(Scene(here), number)


def _play(scene: Scene, number: int) -> Scene:
    here = scene.here
    for who in (MAKER, BREAKER, SPECTATOR):
        here.headers(who)
    solo = {"games": 1, "players": ["", BREAKER]}
    finished = _open(here, "mini", **solo)
    here.play(finished, BREAKER, "give up")
    waiting = here.open("mini")
    challenge = here.open("mini", challenge=True)
    own = _open(here, "mini", players=[BREAKER, None])
    scene.others = [finished, waiting["id"], own, _rematched(here), challenge["id"]]
    scene.invitation = waiting["invitation"]
    moved = here.post(f"/api/tables/{scene.others[2]}/transfers", None, who=BREAKER)
    scene.transfer = moved.json()["token"]
    scene.record = here.client.get(f"/api/tables/{finished}/record").text
    puzzle = here.client.get("/api/puzzles/new", params={"edition": "mini", "difficulty": "easy"})
    scene.puzzle = puzzle.json()["id"]
    second = _second_game(here)
    with _drawn_codes(number), patch.object(RandomSource, "salt", lambda _: bytes([number] * 32)):
        _part(scene, number, second, solo)
    scene.moves = {table: here.look(table)["moves"] for table in scene.tables}
    return scene


def _part(scene: Scene, number: int, second: str, solo: dict[str, Any]) -> None:
    """Open every table whose code is hidden, and guess once."""
    here, code, guess = scene.here, f"code {CODES['mini'][number]}", f"guess {GUESSES['mini']}"
    running = here.seated("mini")
    hinted = here.seated("mini", hints=True)
    by_hand = here.seated("mini answers=hand")
    for table in (running, hinted, by_hand, second):
        here.play(table, MAKER, code)
        here.play(table, BREAKER, guess)
    here.play(by_hand, MAKER, "answer 1+0")
    for step in (1, 2, 3):
        here.play(hinted, BREAKER, f"hint {step}")
    offered = here.post(f"/api/tables/{running}/offers", {"key": "offered", "offer": "clock 600"}, who=MAKER)
    assert offered.status_code == 200, offered.text
    against_computer = _open(here, "mini", games=1, players=["computer expert", BREAKER])
    alone = _open(here, "mini", **solo)
    daily = _open(here, "classic-1", **solo, daily=NOON.date().isoformat())
    for table in (against_computer, alone):
        here.play(table, BREAKER, guess)
    here.play(daily, BREAKER, f"guess {GUESSES['classic-1']}")
    scene.hidden = [running, hinted, by_hand, second, against_computer, alone, daily]
    scene.hidden.append(_open_in_browser(scene))
    scene.hidden.append(_at_one_screen(here, number))


def _second_game(here: World) -> str:
    """Play the first of two games, after which MAKER makes a code."""
    opened = here.open("mini", players=[None, MAKER])
    table: str = opened["id"]
    body = {"invitation": opened["invitation"], "name": BREAKER}
    joined = here.post(f"/api/tables/{table}/join", body, who=BREAKER)
    assert joined.status_code == 200, joined.text
    here.play(table, BREAKER, "code KKK")
    here.play(table, MAKER, "guess KKK")
    return table


def _rematched(here: World) -> str:
    """Leave a match, and agree on a rematch."""
    table = here.seated("mini")
    here.play(table, BREAKER, "leave")
    for who in (MAKER, BREAKER):
        agreed = here.post(f"/api/tables/{table}/offers", {"key": "again", "offer": "rematch"}, who=who)
        assert agreed.status_code == 200, agreed.text
    return table


def _open(here: World, edition: str, **terms: Any) -> str:
    opened = here.post(
        "/api/tables", {"edition": edition, "games": 2, "players": [BREAKER, None]} | terms, who=BREAKER
    )
    assert opened.status_code == 201, opened.text
    table: str = opened.json()["id"]
    return table


def _at_one_screen(here: World, number: int) -> str:
    """Set a code and guess at a table of which MAKER has both seats. Nobody else may know its code."""
    table: str = here.open("mini", players=[MAKER, "Mia"])["id"]
    moves = (f"code {CODES['mini'][number]}", f"guess {GUESSES['mini']}")
    for seat, move in enumerate(moves):
        body = {"key": f"shared{seat}", "moves": seat, "move": move}
        made = here.post(f"/api/tables/{table}/moves?seat={seat}", body, who=MAKER)
        assert made.status_code == 200, made.text
    return table


def _open_in_browser(scene: Scene) -> str:
    """Open a solo game without a token, and keep the cookie that the server sets."""
    body = {"edition": "mini", "games": 1, "players": ["", "Guest"]}
    opened = scene.here.post("/api/tables", body, origin=ORIGIN)
    assert opened.status_code == 201, opened.text
    scene.cookie = "; ".join(f"{name}={value}" for name, value in scene.here.client.cookies.items())
    scene.here.client.cookies.clear()
    table: str = opened.json()["id"]
    return table


@contextmanager
def _drawn_codes(number: int) -> Iterator[None]:
    """Let the program draw the codes of world `number`, with the same use of randomness in both."""
    draw = computer.draw_code

    def of_this_world(agreement: Agreement, random: Random, hard: HardCodes = ()) -> Code:
        draw(agreement, random, hard)
        code = CODES["classic-1" if agreement.daily else "mini"][number]
        return agreement.edition.code(code)

    with (
        patch.object(bots, "draw_code", of_this_world),
        patch.object(computer, "draw_code", of_this_world),
        patch.object(scheduler, "draw_code", of_this_world),
    ):
        yield
