"""`codepegs serve` in one of two worlds that differ only in the hidden codes.

python -m tests.support.world_server WORLD PROCESS LEAK --port 0 …

WORLD is 0 or 1, and PROCESS numbers the servers of a world. Randomness and the key of the archive are known,
so that both worlds have the same ids and tokens; the salts differ, because they are as secret as the codes.
LEAK is `none`, or `leak` for a broken server that tells something about each code, on the bus and in its log.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from codepegs.cli import run_server
from codepegs.cli.commands import serve
from codepegs.players import computer
from codepegs.players.hard_codes import HardCodes
from codepegs.rules import Agreement, Code
from codepegs.server.http.transfers import TransferTokens
from codepegs.server.ops import log
from codepegs.server.ops.config import Limits
from codepegs.storage.sql.tables import SqlTables
from codepegs.table import bots, scheduler
from codepegs.table.bus.peers import BusPeers
from codepegs.table.randomness import RandomSource
from codepegs.table.table import Table

CODES = ("RGB", "RKK")
"""The hidden code of each world, in the edition "mini"."""


def part(world: int, process: str) -> None:
    """Make everything known that is random, and the drawn codes and salts those of a world."""
    draw = computer.draw_code

    def drawn(agreement: Agreement, random: Random, hard: HardCodes = ()) -> Code:
        draw(agreement, random, hard)
        return agreement.edition.code(CODES[world])

    computer.draw_code = bots.draw_code = scheduler.draw_code = drawn  # type: ignore[attr-defined]
    RandomSource.salt = lambda _: bytes([world] * 32)  # type: ignore[method-assign,assignment]
    SqlTables.token_key = lambda _: bytes(32)  # type: ignore[method-assign,assignment]
    # A link to another device contains the time when it ends.
    TransferTokens._seconds = lambda _: 2_000_000_000  # type: ignore[method-assign,assignment]
    run_server.SystemRandom = lambda: Random(process)  # type: ignore[attr-defined,assignment,misc]
    run_server.token_hex = lambda _: f"process {process}"  # type: ignore


def leak() -> None:
    """Announce the number of different colours in the code."""
    announce = BusPeers.announce

    def tell(self: BusPeers, table: Any, version: Any, **more: Any) -> None:
        announce(self, table, version, **more)
        host: Any = self._host
        session = host.find(table)
        secret = _secret(session.table) if session is not None else None
        if secret is not None:
            self.say(table, len({*secret.pegs}) > 2, "Thanks")  # type: ignore[arg-type]
            log.event("code set", table=table, colours=len({*secret.pegs}))

    BusPeers.announce = tell  # type: ignore[method-assign]


def _secret(table: Table) -> Code | None:
    secret = None if table.match is None else table.match.game.secret
    return None if secret is None else secret.reveal()


def main() -> None:
    world, process, mode, *options = sys.argv[1:]
    part(int(world), process)
    if mode == "leak":
        leak()
    given = serve.command.make_context("codepegs serve", options).params
    run_server.run(serve.config_of(given), limits=Limits(pace=0))


if __name__ == "__main__":
    main()
