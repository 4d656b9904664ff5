"""Fork server: one process has all modules loaded, and each server is a fork of it.

Reads lines `MODE PORT ADDRESS` and prints the process id of each server. Modes are `safe` and the broken
twins: `early` responds before the commit, and `keyless` ignores the keys of commands.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

from codepegs.cli import run_server
from codepegs.server.ops.config import Config, Limits
from codepegs.server.run import Server
from codepegs.storage import open_tables
from codepegs.storage.archive import Added
from codepegs.storage.errors import ArchiveError
from codepegs.table import commands
from codepegs.table.persistence import ServedStore
from codepegs.table.table import Played, Table, Transition
from tests.support.world import Hands, Ready, make_app


class NoProcesses(Ready):
    """Compute pool without processes."""

    def __init__(self, *, processes: int) -> None: ...

    def close(self) -> None: ...


def early() -> None:
    plain = ServedStore.save

    def save(self: ServedStore, before: Table, transition: Transition, *, at: int) -> Future[Any]:
        saving = plain(self, before, transition, at=at)
        if isinstance(transition.effect, Played):
            saving = Future()
            saving.set_result(Added(transition.effect.number, repeated=False))
        return saving

    ServedStore.save = save  # type: ignore[method-assign]


def keyless() -> None:
    plain = commands.move

    def move(table: Table, **sent: Any) -> Transition:
        transition = plain(replace(table, keys={}), **sent)
        if isinstance(transition.effect, Played):
            transition = replace(transition, effect=replace(transition.effect, key=None))
        return transition

    commands.move = move


def serve(mode: str, port: int, address: str) -> None:
    config = Config(
        port=port,
        archive=address,
        rate=1e6,
        address_rate=1e6,
        address_sockets=10**6,
    )
    run_server.ComputePool = NoProcesses  # type: ignore[attr-defined,assignment]
    {"early": early, "keyless": keyless}.get(mode, lambda: None)()
    while True:
        with suppress(ArchiveError):
            run_server.run(config, limits=Limits(address_tables=10**6, pace=0))
        # As a supervisor does: the database may just be starting.
        sleep(0.2)


def warm() -> None:
    """Load the modules that a server loads on demand, so that each fork has them."""
    with TemporaryDirectory() as folder:
        tables = open_tables(f"sqlite:///{folder}/matches.db")
        made = make_app(Config(), tables, Hands())
        context = made.state.context
        Server(made, Config(), metrics=context.metrics, on_shutdown=context.registry.stop).config.load()
        tables.close()


def main() -> None:
    warm()
    for line in sys.stdin:
        mode, port, address = line.split()
        child = os.fork()
        if not child:
            os.dup2(os.open(os.devnull, os.O_RDWR), 1)
            # Shows what a server that hangs is doing.
            faulthandler.register(signal.SIGUSR1)
            serve(mode, int(port), address)
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("ended", flush=True)


if __name__ == "__main__":
    main()
