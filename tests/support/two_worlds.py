"""Two worlds of a whole application: the same is asked of both, and only the hidden code differs.

Everything that leaves either is noted: answers with their status and headers, what sockets and streams are
sent, records, figures and the log.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest
from typing import Any
from unittest.mock import patch

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from starlette.routing import Route

from codepegs.notation import commitment, edition_line
from codepegs.players import computer
from codepegs.protocol import learn
from codepegs.rules import (
    NOBODY,
    Agreement,
    AllowHints,
    Answer,
    Answers,
    Code,
    Guess,
    Match,
    Move,
    PlayerNumber,
    Seat,
    Secret,
    SetClock,
    SetCode,
    TimeOut,
    mark,
    seat_of,
)
from codepegs.server.learn import jobs
from codepegs.server.ops import log
from codepegs.table import commands, local
from codepegs.table.randomness import RandomSource
from codepegs.table.registry import TableRegistry
from tests.support.asgi import INVITATION, KEY, Site, Talk, site
from tests.support.pure_table import NAME, spelled
from tests.support.strategies import (
    agreements,
    claim_of,
    editions,
    feedbacks,
    guesses,
    refusal,
    secrets,
    twins,
)
from tests.support.strategies import spelled as move_of

NOISE = [
    *(
        "own up",
        "take back",
        "opponent gone",
        "answer 4+0",
        "hint 1",
        "hint 2",
        "code RRRR",
        "guess",
        "timeout",
    ),
    *("claim", "claim rows 1", "claim rows 1 2"),
]
"""Moves that are nearly always refused. None of them uses up a row."""

SEATS = ("Ada", "Bob")
"""Whose tokens the two players have, whatever they are called."""
STRANGER = "Eve"
SAYS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("moves", {"move": text}) for text in NOISE),
    *(("offers", {"offer": text}) for text in ("clock 77", "clock off", "rematch", "a code")),
    *(("replies", {"reply": text, "yes": yes}) for text in ("clock 77", "rematch") for yes in (False, True)),
    ("join", {"key": KEY, "invitation": "x" * 43, "name": "Eve"}),
    ("moves", {"key": "é", "moves": "many", "move": None}),
)
"""What somebody tries who does not know the code, in vain or nearly."""
LOOKS = (
    *("", "/record", "/stream", "/socket"),
    *("/hint", "/hint?plan=RGBY", "/review", "/review?game=1", "/review?game=2", "/codes-left", "/share"),
    *("/result", "/result?game=1", "/codes-left?game=1"),
)
"""What somebody looks at who does not know the code."""

Heard = dict[str, list[bytes]]


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that an onlooker does: `who` is None for a spectator."""

    who: str | None
    what: str
    body: dict[str, Any] | None = None
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Script:
    """Two matches that part at one code, and what onlookers do after each of their moves."""

    pair: tuple[Match, Match]
    deeds: tuple[tuple[Deed, ...], ...]
    digest: bytes
    """The commitment to the code in both worlds, as it says nothing to those who do not know its salt."""
    by_socket: bool
    """Whether players send their moves over sockets."""
    everywhere: bool
    """Whether onlookers look at every page in the end, and not only at those of the table."""

    @property
    def codebreaker(self) -> PlayerNumber:
        return self.pair[0].player(Seat.CODEBREAKER)


@st.composite
def any_two_codes(draw: DrawFn) -> tuple[Match, Match]:
    """Draw two codes on a small board that fit every guess so far."""
    terms = draw(editions(pegs=3, colours=4, rows=5))
    alone = Agreement(terms.with_rules(answers=Answers.REFEREE), (NOBODY, "Ada"), 1)
    match = Match.start(draw(agreements(st.just(terms)) | st.just(alone)))
    terms = match.agreement.edition
    one = draw(secrets(terms))
    by_hand = terms.answers is Answers.HAND
    moves: list[Move] = []
    left = [code for code in terms.codes() if code != one]
    for _ in range(draw(st.integers(0, terms.rows - 1))):
        guess = draw(guesses(terms))
        same = left if by_hand else [code for code in left if mark(guess, code) == mark(guess, one)]
        if not same or (not by_hand and guess == one):
            continue
        left = same
        # An answer of all black would end the game and show the code.
        answers = feedbacks(terms).filter(lambda feedback: feedback.black < terms.pegs)
        moves += [Guess(guess), Answer(draw(answers))] if by_hand else [Guess(guess)]
    return _behind(match, one, moves), _behind(match, draw(st.sampled_from(left)), moves)


def _behind(match: Match, code: Code, moves: list[Move]) -> Match:
    for move in (SetCode(Secret(code)), *moves):
        match = match.play(move)
    return match


def upheld(match: Match, text: str) -> bool:
    """Return whether this is a claim that voids the game."""
    if not text.startswith("claim"):
        return False
    claim = claim_of(match) if text == "claim" else move_of(text)
    return claim is not None and refusal(match, claim) is None


@st.composite
def scripts(draw: DrawFn) -> Script:
    """Two codes that no answer so far distinguishes."""
    pair = draw(twins().map(lambda so_far: so_far[-1]) | any_two_codes())
    breaker = SEATS[pair[0].player(Seat.CODEBREAKER)]
    match, deeds = Match.start(pair[0].agreement), []
    for number, move in enumerate(pair[0].moves):
        match = match.play(move)
        much = 3 if number == len(pair[0].moves) - 1 else 1 if draw(st.integers(0, 2)) == 0 else 0
        deeds.append(tuple(draw(_deed(match, breaker)) for _ in range(much)))
    digest, everywhere = draw(st.binary(min_size=32, max_size=32)), draw(st.integers(0, 9)) == 0
    return Script(pair, tuple(deeds), digest, draw(st.booleans()), everywhere)


@st.composite
def _deed(draw: DrawFn, match: Match, breaker: str) -> Deed:
    who = draw(st.sampled_from([breaker, breaker, None, STRANGER]))
    if draw(st.booleans()):
        return Deed(who, draw(st.sampled_from(LOOKS)))
    what, body = draw(st.sampled_from(SAYS))
    text = body.get("move")
    # Nothing that would bring the match off its way: a claim that is right, a hint, a codemaker's move.
    making = who == breaker and SEATS[match.player(Seat.CODEBREAKER)] != breaker
    # In a solo game every offer is agreed at once.
    making = making or (who == breaker and what == "offers" and match.agreement.solo)
    if making or upheld(match, str(text)) or str(text).startswith("hint"):
        return Deed(who, "/record")
    return Deed(who, what, body, stale=draw(st.booleans()))


class LogCapture(logging.Handler):
    """Handler that keeps the lines of the log, with a constant time.

    The garbage collector may find a failed task of an earlier test at any moment, and asyncio
    then logs it through the event loop of that test. Only reports of this loop are kept.
    """

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(log.JsonFormatter())
        self.lines: list[bytes] = []
        self._from_this_loop = False

    def report(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log what this event loop reports, such as an exception that nobody retrieved."""
        self._from_this_loop = True
        try:
            loop.default_exception_handler(context)
        finally:
            self._from_this_loop = False

    def emit(self, record: logging.LogRecord) -> None:
        if record.funcName == "default_exception_handler" and not self._from_this_loop:
            return
        record.created = 0
        self.lines.append(self.format(record).encode())


@contextmanager
def captured_log() -> Iterator[list[bytes]]:
    """Capture what the server and asyncio log in the block."""
    handler, loggers = LogCapture(), [log.LOGGER, logging.getLogger("asyncio")]
    asyncio.get_running_loop().set_exception_handler(handler.report)
    before = [(logger.level, logger.propagate) for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.propagate = False
        logger.setLevel(logging.INFO)
    try:
        yield handler.lines
    finally:
        asyncio.get_running_loop().set_exception_handler(None)
        for logger, (level, propagate) in zip(loggers, before, strict=True):
            logger.removeHandler(handler)
            logger.setLevel(level)
            logger.propagate = propagate


async def world(script: Script, side: int) -> Heard:
    """All that codebreaker, spectators and whoever runs the server hear in one of the two worlds."""
    match, salts = script.pair[side], [bytes(32)]
    with (
        patch.object(RandomSource, "salt", lambda _: salts[-1]),
        patch.object(RandomSource, "match_id", lambda _: NAME),
        patch.object(TableRegistry, "run", _never),
        patch.object(commitment, "compute_commitment", lambda *_: script.digest),
        # What a thinker is asked is told as it is, since what it answers depends on nothing else.
        patch.object(jobs, "find_hints", _hinted),
        patch.object(jobs, "count_codes_left", repr),
        patch.object(computer, "draw_code", lambda *_: _first_code(match)),
        patch.object(jobs, "review_record", lambda *asked: asked),
        captured_log() as lines,
    ):
        async with site() as here:
            here.welcome(*SEATS, STRANGER)
            heard = await _World(here, script, match, salts).run()
            heard["figures"] = [here.app.state.context.metrics.text().encode()]
    heard["log"] = lines
    return heard


def _first_code(match: Match) -> Code:
    """Return the code that the table of a solo game sets."""
    first = match.moves[0]
    assert isinstance(first, SetCode)
    assert first.secret is not None
    return first.secret.reveal()


def _hinted(*asked: object) -> learn.Hints:
    steps = tuple(learn.HintStep(step, tuple(map(repr, asked))) for step in (1, 2, 3))
    return learn.Hints(row=1, plan=None, steps=steps, left=())


async def _never(_: TableRegistry[Any, Any]) -> None:
    """Instead of looking at the clocks every so often: here a script says when."""
    await asyncio.Event().wait()


class _World:
    def __init__(self, here: Site, script: Script, match: Match, salts: list[bytes]) -> None:
        self.here, self.script, self.match, self.salts = here, script, match, salts
        self.heard: Heard = {}
        self.now = Match.start(match.agreement, name=NAME)

    async def run(self) -> Heard:
        await self._sit_down()
        breaker = SEATS[self.script.codebreaker]
        talks = {
            f"{who} at {what}": self._talk(who, f"/{what}")
            for who in (breaker, None)
            for what in ("socket", "stream")
        }
        self.maker = self._talk(SEATS[1 - self.script.codebreaker], "/socket")
        self.breaker = talks[f"{breaker} at socket"]
        for talk in (*talks.values(), self.maker):
            await talk.__aenter__()
        sides = zip(*(match.moves for match in self.script.pair), strict=True)
        for move, deeds, (one, other) in zip(self.match.moves, self.script.deeds, sides, strict=True):
            if one != other:
                assert isinstance(move, SetCode)
                assert move.secret is not None
                # Here the worlds part. Nothing that is sent may depend on the salt either.
                self.salts.append(sha256(repr(move.secret.reveal()).encode()).digest())
            await self._make(move)
            del self.salts[1:]
            self.here.hands.pass_seconds(0.25)
            self.here.registry.tick()
            await settled()
            for number, deed in enumerate(deeds):
                await self._do(deed, number)
        for step in (1, 2, 3):
            moves = (await self.here.registry.table(self.here.table)).table.moves
            body = {"key": f"hint{step}", "moves": moves, "move": f"hint {step}"}
            await self._note(f"{breaker} takes a hint", self._talk(breaker, "/moves", body))
        for who in (breaker, None):
            await self._do(Deed(who, "/stream"), 0)
            for path in self._paths():
                await self._note(f"{who} at {path}", self._talk(who, "", path=path))
            # The same text for those at a table of this process.
            table = (await self.here.registry.table(self.here.table)).table
            player = None if who is None else self.script.codebreaker
            self.heard[f"{who} at a local table"] = [repr(local.make_view(table, player, left=None)).encode()]
        await self.here.registry.stop()
        for name, talk in talks.items():
            await talk.__aexit__(None, None, None)
            self.heard[name] = _drained(talk)
        await self.maker.__aexit__(None, None, None)
        return self.heard

    def _paths(self) -> list[str]:
        """Return the addresses of all pages, pictures and answers about the table, or of all there are."""
        found = []
        for route in self.here.app.routes:
            if isinstance(route, Route) and "GET" in (route.methods or ()) and "/stream" not in route.path:
                about_table = "{table}" in route.path
                path = route.path.replace("{table}", self.here.table)
                if "{" not in path and (about_table or self.script.everywhere):
                    found.append(path)
        return sorted(found)

    async def _sit_down(self) -> None:
        agreed = self.match.agreement
        line = edition_line.write(agreed.edition)
        if agreed.solo:
            session = await self.here.open(SEATS[1], line, games=1, players=agreed.players, hints=True)
            self.here.table = session.table.id
            return
        # Hints may be taken in the end, unless it is the match itself that allows them.
        hints = agreed.hints or not any(isinstance(move, AllowHints) for move in self.match.moves)
        players = (agreed.players[0], None)
        session = await self.here.open(SEATS[0], line, games=agreed.games, players=players, hints=hints)
        self.here.table = session.table.id
        joined = await self.here.post(
            "join", {"invitation": INVITATION, "name": agreed.players[1]}, who="Bob"
        )
        assert joined[0] == 200, joined

    async def _make(self, move: Move) -> None:
        """A move of the script, which goes well in either world."""
        before = (await self.here.registry.table(self.here.table)).table.moves
        if self.match.agreement.solo and isinstance(move, SetCode):
            await settled()
            before = 0
        elif isinstance(move, TimeOut):
            await self.here.registry.execute(
                self.here.table, lambda table: commands.time_out(table, code=Code(()), salt=None)
            )
        elif isinstance(move, AllowHints | SetClock):
            text = "hints" if isinstance(move, AllowHints) else spelled(self.now, move)
            for who, what, body in (
                (0, "offers", {"offer": text}),
                (1, "replies", {"reply": text, "yes": True}),
            ):
                await self._send(SEATS[who], what, body, key=f"{what}{before}")
        else:
            seat = seat_of(move)
            assert seat is not None
            body = {"move": spelled(self.now, move), "moves": before}
            await self._send(SEATS[self.now.player(seat)], "moves", body, key=f"m{before}")
        self.now = self.now.play(move)
        after = (await self.here.registry.table(self.here.table)).table
        assert after.moves == before + 1, (move, after)

    async def _send(self, who: str, what: str, body: dict[str, Any], *, key: str) -> None:
        if self.script.by_socket:
            (self.breaker if who == SEATS[self.script.codebreaker] else self.maker).tell({"key": key} | body)
            await settled()
        else:
            talk = self._talk(who, f"/{what}", {"key": key} | body)
            noted = f"{who} plays" if who == SEATS[self.script.codebreaker] else None
            await self._note(noted, talk)

    async def _do(self, deed: Deed, number: int) -> None:
        name = f"{deed.who} at {deed.what}"
        if deed.body is None:
            await self._note(name, self._talk(deed.who, deed.what))
            return
        moves = (await self.here.registry.table(self.here.table)).table.moves
        body: dict[str, Any] = {"key": f"d{moves}-{number}"} if deed.what != "join" else {}
        if "move" in deed.body:
            body |= {"moves": 0 if deed.stale else moves}
        if deed.stale and deed.who == SEATS[self.script.codebreaker] and deed.what != "join":
            self.breaker.tell(json.dumps(body | deed.body))
            await settled()
        else:
            await self._note(name, self._talk(deed.who, f"/{deed.what}", body | deed.body))

    def _talk(self, who: str | None, what: str, body: Any = None, *, path: str | None = None) -> Talk:
        place, _, query = (path or f"/api/tables/{self.here.table}{what}").partition("?")
        return Talk(self.here, place, who=who, query=query, body=body, socket=place.endswith("/socket"))

    async def _note(self, name: str | None, talk: Talk) -> None:
        endless = talk.scope["path"].endswith(("/stream", "/socket"))
        async with talk:
            await (settled() if endless else talk.task)
        if name is not None:
            self.heard.setdefault(name, []).extend(_drained(talk))


async def settled() -> None:
    """Let everything that can happen now happen."""
    for _ in range(10):
        await asyncio.sleep(0)


def _drained(talk: Talk) -> list[bytes]:
    """Every message that was sent, headers included, as bytes."""
    return [repr(sorted(talk.sent.get_nowait().items())).encode() for _ in range(talk.sent.qsize())]


async def differences(script: Script) -> dict[str, list[tuple[bytes | None, bytes | None]]]:
    """Return the messages that differ between the two worlds, by channel."""
    one, other = await world(script, 0), await world(script, 1)
    found = {}
    for name in one.keys() | other.keys():
        pairs = zip_longest(one.get(name, []), other.get(name, []))
        if differing := [pair for pair in pairs if pair[0] != pair[1]]:
            found[name] = differing
    return found
