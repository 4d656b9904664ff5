"""Nothing that leaves the application depends on the hidden code: neither answers nor logs nor figures.

Two applications are compared in which everything is the same but the code: time and chance are handed in, and
so is the commitment. Leaks that are put in on purpose show that the comparison sees them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from codepegs.errors import NotNow
from codepegs.notation import record
from codepegs.protocol import messages
from codepegs.rules import Code, Game, Guess, Match, PlayerNumber
from codepegs.server.api import execution
from codepegs.server.context import context_of, table_id_of
from codepegs.server.learn import routes as learning
from codepegs.server.middleware import SECURITY_HEADERS
from codepegs.server.ops import log
from codepegs.server.ops.metrics import Metrics
from codepegs.server.pages import previews, routes
from codepegs.table import commands, local
from codepegs.table.errors import NotSeated
from codepegs.table.registry import TableRegistry
from codepegs.table.scheduler import TurnScheduler
from codepegs.table.session import TableSession
from codepegs.table.subscriber import Subscriber
from codepegs.table.table import Command, Table, Transition
from codepegs.table.view import TableView
from tests.support.rounds import ROUNDS
from tests.support.two_worlds import Script, captured_log, differences, scripts

PAIRS = 40
"""Pairs of worlds. `scripts/nightly` compares many more."""


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@settings(
    max_examples=PAIRS * ROUNDS, deadline=None, suppress_health_check=[*HealthCheck], phases=[Phase.generate]
)
@given(script=scripts())
def test_no_byte_that_leaves_the_server_depends_on_the_code(runner: asyncio.Runner, script: Script) -> None:
    assert script.pair[0] != script.pair[1]
    assert runner.run(differences(script)) == {}


def test_the_log_has_reports_of_this_event_loop_only(runner: asyncio.Runner) -> None:
    def report(loop: asyncio.AbstractEventLoop, what: str) -> None:
        loop.call_exception_handler({"message": what})

    async def test() -> list[bytes]:
        with captured_log() as lines:
            report(other, "a task of an earlier test")
            report(asyncio.get_running_loop(), "a task of the server")
        return lines

    other = asyncio.new_event_loop()
    (line,) = runner.run(test())
    other.close()
    assert b"a task of the server" in line


# Leaks --------------------------------------------------------------------------------

TRIED = ("rematch", "a code", "clock 77", "clock off", "guess", "timeout", "opponent gone")
"""Offers and moves that onlookers try, and that are no part of a match."""


def _code(match: Match | None) -> Code | None:
    return None if match is None or match.game.secret is None else match.game.secret.reveal()


def _sum(match: Match | None) -> int:
    code = _code(match)
    return 0 if code is None else sum(peg * 3**place for place, peg in enumerate(code.pegs))


def _in_the_record(patch: pytest.MonkeyPatch) -> None:
    plain = record.write
    patch.setattr(record, "write", lambda match: plain(match) + f"; {_code(match)}\n")


def _in_the_log(patch: pytest.MonkeyPatch) -> None:
    plain = TurnScheduler.advance

    def leaky(self: TurnScheduler, session: TableSession[Any, Any]) -> None:
        log.event("went on", table=session.table.id, code=str(_code(session.table.match)))
        plain(self, session)

    patch.setattr(TurnScheduler, "advance", leaky)


def _in_a_fault(patch: pytest.MonkeyPatch) -> None:
    def leaky(table: Table) -> Transition:
        raise ZeroDivisionError if _sum(table.match) % 2 else NotNow("Not now.")

    plain = execution._make_command

    def make(site: Any, session: Any, client: Any, sent: Any, address: Any) -> Command:
        tried = getattr(sent, "offer", None) in TRIED or getattr(sent, "move", None) in TRIED
        return leaky if tried else plain(site, session, client, sent, address)

    patch.setattr(execution, "_make_command", make)


def _in_the_figures(patch: pytest.MonkeyPatch) -> None:
    plain = commands.play

    def leaky(table: Table, *given: Any, **more: Any) -> Transition:
        step = plain(table, *given, **more)
        if _sum(step.table.match) % 2:
            latest[0].repeats.inc()
        return step

    latest: list[Metrics] = []
    begin = Metrics.__init__

    def made(self: Metrics) -> None:
        begin(self)
        latest[:] = [self]

    patch.setattr(Metrics, "__init__", made)
    patch.setattr(commands, "play", leaky)


def _in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    plain = commands.move

    def leaky(table: Table, **sent: Any) -> Transition:
        try:
            return plain(table, **sent)
        except NotNow as error:
            raise NotNow(str(error) + "!" * (_sum(table.match) % 2)) from None

    patch.setattr(commands, "move", leaky)


def _in_the_status(patch: pytest.MonkeyPatch) -> None:
    def leaking(plain: Callable[..., Transition]) -> Callable[..., Transition]:
        def leaky(table: Table, **sent: Any) -> Transition:
            if sent["text"] in TRIED and _sum(table.match) % 2:
                raise NotSeated
            return plain(table, **sent)

        return leaky

    for name in ("offer", "move"):
        patch.setattr(commands, name, leaking(getattr(commands, name)))


def _in_a_header(patch: pytest.MonkeyPatch) -> None:
    plain = TableRegistry.view

    async def leaky(self: TableRegistry[Any, Any], name: Any, client: Any) -> Any:
        session = await self.table(name)
        patch.setitem(SECURITY_HEADERS, "etag", str(hash(_code(session.table.match))))
        return await plain(self, name, client)

    patch.setattr(TableRegistry, "view", leaky)


def _on_connecting(patch: pytest.MonkeyPatch) -> None:
    plain = TableSession._snapshot

    def leaky(self: TableSession[Any, bytes], subscriber: Subscriber[bytes]) -> bytes:
        return plain(self, subscriber) + b" " * (_sum(self.table.match) % 2)

    patch.setattr(TableSession, "_snapshot", leaky)


def _in_how_often_it_is_told(patch: pytest.MonkeyPatch) -> None:
    plain = TableSession.publish_presence

    def leaky(self: TableSession[Any, Any], *, now: int) -> None:
        self.presence_changed |= _sum(self.table.match) % 2 == 1
        plain(self, now=now)

    patch.setattr(TableSession, "publish_presence", leaky)


def _in_a_hint(patch: pytest.MonkeyPatch) -> None:
    plain = learning._hint

    async def leaky(request: Any, board: Any, plan: Any) -> Any:
        session = await context_of(request).registry.table(table_id_of(request))
        found = await plain(request, board, plan)
        return msgspec.structs.replace(found, plan=str(_code(session.table.match)))

    patch.setattr(learning, "_hint", leaky)


def _in_an_answer(patch: pytest.MonkeyPatch) -> None:
    plain = messages.make_reply

    def leaky(match: Match, number: int, key: str) -> messages.Reply:
        given, made, code = plain(match, number, key), match.moves[number], _code(match)
        if not isinstance(made, Guess) or code is None:
            return given
        exact = [peg == hidden for peg, hidden in zip(made.code.pegs, code.pegs, strict=True)]
        return msgspec.structs.replace(given, feedback=f"{given.feedback} {exact}")

    patch.setattr(messages, "make_reply", leaky)


def _in_a_salt(patch: pytest.MonkeyPatch) -> None:
    def leaky(game: Game) -> bytes | None:
        return None if game.secret is None else game.secret.salt()

    patch.setattr(Game, "salt", property(leaky))


def _at_a_local_table(patch: pytest.MonkeyPatch) -> None:
    plain = local.make_view

    def leaky(table: Table, player: PlayerNumber | None, **more: Any) -> TableView:
        return replace(plain(table, player, **more), left=hash(_code(table.match)))

    patch.setattr(local, "make_view", leaky)


def _in_a_page(patch: pytest.MonkeyPatch) -> None:
    plain = previews.preview_table

    def leaky(table: Table) -> previews.Preview:
        preview = plain(table)
        return replace(preview, title=f"{preview.title}{_sum(table.match)}")

    patch.setattr(routes, "preview_table", leaky)


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "the code in the record": _in_the_record,
    "the code in the log": _in_the_log,
    "a fault for some codes": _in_a_fault,
    "a count that depends on the code": _in_the_figures,
    "a refusal that depends on the code": _in_a_refusal,
    "a status that depends on the code": _in_the_status,
    "the code in a header": _in_a_header,
    "a length of the first message that depends on the code": _on_connecting,
    "a message more for some codes": _in_how_often_it_is_told,
    "the code in a hint": _in_a_hint,
    "answers peg by peg": _in_an_answer,
    "the salt before its time": _in_a_salt,
    "the code in the view of a local table": _at_a_local_table,
    "pegs in the preview of a page": _in_a_page,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_seen(leak: str, runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[leak](monkeypatch)

    @settings(max_examples=300, deadline=None, database=None, derandomize=True, phases=[Phase.generate])
    @given(script=scripts())
    def nothing_leaks(script: Script) -> None:
        assert runner.run(differences(script)) == {}

    with pytest.raises(AssertionError):
        nothing_leaks()
