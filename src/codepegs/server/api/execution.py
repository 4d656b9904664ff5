"""Execution of commands that were sent over HTTP or a socket.

A command at a table in memory needs no task: it is judged at once, and a callback replies when it is saved.
"""

from __future__ import annotations

import asyncio
from asyncio import Task
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar, TypeVarTuple

from codepegs.errors import CodepegsError
from codepegs.protocol import messages
from codepegs.protocol.view import View
from codepegs.rules.board import Board
from codepegs.rules.claim import check_claim, find_claim
from codepegs.rules.code import Code
from codepegs.rules.move import Claim
from codepegs.server.context import ServerContext
from codepegs.server.learn import jobs
from codepegs.server.ops import costs
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import Stale, VersionConflict
from codepegs.table import commands
from codepegs.table.preparation import LONG_MOVES, prepare_move
from codepegs.table.seats import ClientId
from codepegs.table.session import TableSession
from codepegs.table.table import Command, Transition

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Message = messages.Done | messages.Refused
Answer = Callable[[Message | None, BaseException | None], None]
"""Gets the reply to a command, or a refusal and its error. The message is None if the program failed."""


async def execute(
    context: ServerContext, name: MatchId, client: ClientId, sent: messages.Sent, *, address: str
) -> tuple[Message, BaseException | None]:
    """Execute a command and return its reply, or a refusal and its error."""
    reply: asyncio.Future[tuple[Message, BaseException | None]]
    reply = asyncio.get_running_loop().create_future()

    def answer(message: Message | None, error: BaseException | None) -> None:
        if reply.done():  # cancelled
            return
        if message is not None:
            reply.set_result((message, error))
        elif error is not None:
            reply.set_exception(error)

    preparing = Execution(context, name, client, sent, address, answer).start()
    try:
        return await reply
    finally:
        if preparing is not None:
            preparing.cancel()


@dataclass(frozen=True, slots=True)
class Execution:
    """Execution of one command. `answer` is called once."""

    context: ServerContext
    name: MatchId
    client: ClientId
    sent: messages.Sent
    address: str
    answer: Answer

    def start(self) -> Task[None] | None:
        """Execute the command. Return the task that prepares it, if something has to be awaited first.

        After that task, the command runs to its end even if the task is cancelled.
        """
        session = self.context.registry.keep(self.name)
        if session is None or _is_long(self.sent):
            return asyncio.get_running_loop().create_task(self._prepare())
        session.note_address(self.client, self.address)
        self._submit(session, self.sent)
        return None

    async def _prepare(self) -> None:
        registry, sent = self.context.registry, self.sent
        try:
            session = await self.context.session(self.name, self.client, self.address)
            if isinstance(sent, messages.Admitting):
                admitted = await registry.admit(self.name, self.client, ask_id=sent.admit, yes=sent.yes)
                self._finish(admitted, None)
                return
            if isinstance(sent, messages.Moving) and sent.move.startswith(LONG_MOVES):
                text = await prepare_move(
                    await registry.current(self.name),
                    client=self.client,
                    key=sent.key,
                    at=sent.moves,
                    text=sent.move,
                    jobs=_Jobs(self.context, self.address),
                )
                sent = messages.Moving(sent.key, sent.moves, text)
        except Exception as error:
            self._finish(None, error)
        else:
            self._submit(session, sent)

    def _submit(self, session: TableSession[View, bytes], sent: messages.Sent) -> None:
        try:
            command = _make_command(self.context, session, self.client, sent, self.address)
            self.context.registry.submit(session, command, self._finish)
        except Exception as error:
            self._finish(None, error)

    def _finish(self, transition: Transition | None, error: BaseException | None) -> None:
        try:
            if isinstance(error, CodepegsError):
                self.answer(*self._refuse(error))
            elif transition is None:
                self.answer(None, error)
            else:
                self.answer(_confirm(self.sent, transition), None)
        except Exception as fault:
            self.answer(None, fault)

    def _refuse(self, error: CodepegsError) -> tuple[messages.Refused, CodepegsError]:
        """Return the refusal, with a view if the sender has not seen the latest change."""
        view, session = None, self.context.registry.keep(self.name)
        if isinstance(error, (Stale, VersionConflict)) and session is not None:
            try:
                self.context.charge(self.address, session.table.moves * costs.VIEWED_MOVE)
                view = self.context.registry.show(session, self.client)
            except CodepegsError as another:
                error = another
        self.context.metrics.count_refusal(error)
        return messages.make_refused(error, view=view, key=self.sent.key), error


def _is_long(sent: messages.Sent) -> bool:
    if isinstance(sent, messages.Moving):
        return sent.move.startswith(LONG_MOVES)
    return isinstance(sent, messages.Admitting)


def _make_command(
    context: ServerContext,
    session: TableSession[View, bytes],
    client: ClientId,
    sent: messages.Sent,
    address: str,
) -> Command:
    def new_id() -> MatchId:
        context.admit_table(address)
        return context.random_source.match_id()

    match sent:
        case messages.Moving(key=key, moves=moves, move=text):
            return context.registry.make_move(session, client, key=key, moves=moves, text=text)
        case messages.Offering(key=key, offer=text):
            return partial(commands.offer, client=client, key=key, text=text, new_id=new_id)
        case messages.Replying(key=key, reply=text, yes=yes):
            return partial(commands.reply, client=client, key=key, text=text, yes=yes, new_id=new_id)
        case messages.Admitting():
            raise ValueError("Admitting a player has to be awaited.")


def _confirm(sent: messages.Sent, transition: Transition) -> messages.Done:
    """Return the reply to a command that was done."""
    match sent:
        case messages.Moving(key=key):
            assert transition.number is not None
            return messages.make_reply(transition.table.require_match(), transition.number, key)
        case messages.Offering(key=key, offer=text) | messages.Replying(key=key, reply=text):
            return messages.Agreed(key, text)
        case messages.Admitting(key=key, admit=ask_id):
            return messages.Admitted(key, ask_id)


@dataclass(frozen=True, slots=True)
class _Jobs:
    """Long computations for one request."""

    context: ServerContext
    address: str

    async def find_claim(self, board: Board) -> Claim:
        return await self._run(("claim", board), find_claim, board)

    async def check_claim(self, board: Board, rows: tuple[int, ...]) -> object:
        return await self._run(("claim", board, rows), check_claim, board, rows)

    async def find_hint(self, board: Board, plan: Code | None) -> object:
        return await self._run(("hint", board, plan), jobs.find_hints, board, plan)

    async def _run(self, key: Hashable, job: Callable[[*Ts], T], *args: *Ts) -> T:
        return await self.context.run_job(
            key, self.address, lambda: self.context.compute.run(job, *args, address=self.address)
        )
