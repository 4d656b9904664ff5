"""Executor of commands: runs each on the immutable table, saves its effect, publishes it and replies.

The commands of a table run one after another, from a queue. None of them needs a task: running one
takes microseconds, and one callback publishes all effects that the store has saved together.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any

from codepegs.errors import CodepegsError
from codepegs.storage.errors import (
    ArchiveError,
    ArchiveUnavailable,
    Stale,
    UnknownMatch,
    UnknownTable,
    VersionConflict,
)
from codepegs.table.observer import Observer
from codepegs.table.peers import Peers, Session
from codepegs.table.scheduler import StartTask
from codepegs.table.session import Done, Job
from codepegs.table.store import Store
from codepegs.table.table import Deleted, Played, Rematched, Table, Transition

MAX_TRIES = 10
"""How often a command runs while other processes change its table."""
FAULT = "fault in the table service"


class CommandExecutor:
    """Executor for the tables of one event loop."""

    def __init__(
        self,
        store: Store,
        observer: Observer,
        peers: Peers,
        *,
        now: Callable[[], int],
        monotonic: Callable[[], int],
        start: StartTask,
        reload: Callable[[Session], Awaitable[None]],
        unload: Callable[[Session, str], None],
        advance: Callable[[Session], None],
    ) -> None:
        """`reload` brings a session up to date, and `unload` ends it for a reason.

        `advance` is called after each change.
        """
        self._store, self._observer, self._peers = store, observer, peers
        self._now, self._monotonic, self._start = now, monotonic, start
        self._reload, self._unload, self._advance = reload, unload, advance
        self._saves: list[tuple[Job, Future[Any]]] = []
        self._saves_lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def execute(
        self, session: Session, command: Callable[[Table], Transition | None]
    ) -> asyncio.Future[Transition | None]:
        """Queue a command. It runs to its end even if the Future is cancelled."""
        reply = asyncio.get_running_loop().create_future()
        self.submit(session, command, partial(_resolve, reply))
        return reply

    def submit(self, session: Session, command: Callable[[Table], Transition | None], done: Done) -> None:
        """Queue a command. `done` is called at once if the command has no effect or is refused."""
        self._loop = asyncio.get_running_loop()
        session.jobs.append(Job(session, command, done))
        self._run_jobs(session)

    def _run_jobs(self, session: Session) -> None:
        """Run queued commands until one has to wait for the store."""
        while session.jobs and not session.busy:
            session.busy = True
            job = session.jobs.popleft()
            if session.needs_reload:
                self._start(self._reload_first(job))
            else:
                self._run(job)

    async def _reload_first(self, job: Job, error: BaseException | None = None) -> None:
        """Reload the table, then refuse the command with `error`, or run it."""
        try:
            await self._reload(job.session)
        except Exception as failed:
            error = failed
        if error is None:
            self._run(job)
        else:
            self._refuse(job, error)
        self._run_jobs(job.session)

    def _run(self, job: Job) -> None:
        """Run a command and start to save its effect."""
        # Like a task, a job passes any error to its own caller.
        try:
            transition = job.command(job.session.table)
        except CodepegsError as error:
            if self._peers.alone or job.checked:
                self._refuse(job, error)
            else:
                self._start(self._check_refusal(job, error))
            return
        except Exception as error:
            self._refuse(job, error)
            return
        if transition is None or transition.effect is None:
            if transition is not None:
                self._observer.command_repeated()
            job.session.busy = False
            _reply(job, transition, None)
            return
        job.transition, job.started = transition, self._monotonic()
        try:
            saving = self._store.save(job.session.table, transition, at=self._now())
        except Exception as error:
            self._save_failed(job, error)
        else:
            saving.add_done_callback(partial(self._saved, job))

    async def _check_refusal(self, job: Job, error: CodepegsError) -> None:
        """Refuse a command, unless another process has changed the table. Then run the command again.

        Its sender may know of a change that has not been announced here yet.
        """
        job.checked = True
        name, version = job.session.table.id, job.session.table.version
        with suppress(ArchiveError):
            if (await self._store.versions([name])).get(name) != version:
                await self._reload_first(job)
                return
        self._refuse(job, error)
        self._run_jobs(job.session)

    def _saved(self, job: Job, saving: Future[Any]) -> None:
        """Collect a finished save. The store's thread calls this, and wakes the event loop once per batch."""
        with self._saves_lock:
            self._saves.append((job, saving))
            if len(self._saves) > 1:
                return
        assert self._loop is not None
        with suppress(RuntimeError):  # the event loop is closed
            self._loop.call_soon_threadsafe(self._finish_saves)

    def _finish_saves(self) -> None:
        with self._saves_lock:
            saves, self._saves = self._saves, []
        for job, saving in saves:
            try:
                self._finish(job, saving)
            except Exception as error:
                job.session.needs_reload = True
                self._refuse(job, error)
            self._run_jobs(job.session)

    def _finish(self, job: Job, saving: Future[Any]) -> None:
        """Publish a saved effect."""
        session, transition, error = job.session, job.transition, saving.exception()
        assert transition is not None
        if error is not None:
            self._save_failed(job, error)
            return
        if isinstance(transition.effect, Played) and saving.result().repeated:
            # The table is outdated. On the stored one the command proves to be a repetition.
            self._start(self._reload_first(job))
            return
        # A socket writes at the end of this turn, so that the reply leaves together with the change.
        _reply(job, transition, None)
        now = self._monotonic()
        assert transition.effect is not None
        self._observer.transition_saved((now - job.started) / 1e9, transition.effect)
        if isinstance(transition.effect, Rematched):
            self._observer.table_opened()
        version = transition.table.changes
        if isinstance(transition.effect, Deleted):
            version = version._replace(total=version.total + 1)
        self._peers.announce(session.table.id, version)
        if isinstance(transition.effect, Deleted):
            self._unload(session, transition.effect.reason)
        else:
            self._observer.subscribers_resynced(session.apply(transition, now=now))
            self._advance(session)
        session.busy = False

    def _save_failed(self, job: Job, error: BaseException) -> None:
        session = job.session
        if isinstance(error, (UnknownMatch, UnknownTable)):
            self._unload(session, "This table was deleted.")
            self._refuse(job, UnknownTable(session.table.id))
            return
        # It may be saved all the same, or another process was first. Only the store knows.
        session.needs_reload = isinstance(error, ArchiveError)
        if isinstance(error, ArchiveUnavailable):
            self._observer.save_failed(session.table.id, error.reason)
        if isinstance(error, (Stale, VersionConflict)):
            # Another process was first. Run the command again, on the table as it is now.
            job.tries += 1
            again = job.tries < MAX_TRIES
            self._start(self._reload_first(job, None if again else error))
        else:
            self._refuse(job, error)

    def _refuse(self, job: Job, error: BaseException) -> None:
        job.session.busy = False
        if isinstance(error, ArchiveUnavailable):
            # Nobody could move, so the turn restarts; and a time-out is not tried again at once.
            job.session.restart_turn(self._monotonic())
        elif not isinstance(error, CodepegsError):
            self._observer.fault(FAULT, error)
        _reply(job, None, error)


def _reply(job: Job, transition: Transition | None, error: BaseException | None) -> None:
    done, job.done = job.done, None
    if done is not None:
        done(transition, error)


def _resolve(
    reply: asyncio.Future[Transition | None], transition: Transition | None, error: BaseException | None
) -> None:
    if reply.done():  # cancelled
        return
    if error is None:
        reply.set_result(transition)
    else:
        reply.set_exception(error)
