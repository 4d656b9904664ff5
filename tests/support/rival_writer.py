"""Commands at a table by name, for races between threads or processes.

Usage: rival_writer ADDRESS     reads lines `COMMAND TABLE VERSION`, runs each, and prints its result
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from codepegs.errors import CodepegsError
from codepegs.rules import Code, Secret, SetCode, find_edition
from codepegs.storage import MatchId, TableRow, Tables, new_id
from codepegs.storage.archive import SYSTEM_RANDOM
from codepegs.storage.postgresql import engine as postgresql
from codepegs.storage.sql.tables import SqlTables
from codepegs.storage.sqlite import engine as sqlite

MINI = find_edition("mini")
CODES = {text: SetCode(Secret(Code.parse(text.lower()))) for text in ("ABC", "BBB")}
COMMANDS = (
    "open",
    "join bob",
    "join eve",
    "add ABC",
    "add BBB",
    "note one",
    "note two",
    "rematch",
    "seat zoe",
    "hide",
    "delete",
)


def waiting(name: MatchId) -> TableRow:
    return TableRow(name, MINI, 2, ("Ada", None), ("ada", None), (owner(name), None), invitation="please")


def owner(name: MatchId) -> str:
    """Return the owner of the first seat. Each table has its own, so that their lists are short."""
    return f"owner of {name}"


def seated(name: MatchId) -> TableRow:
    return replace(
        waiting(name),
        names=("Ada", "Bob"),
        clients=("ada", "bob"),
        owners=(owner(name), "bob"),
        invitation=None,
    )


def shared(address: str) -> SqlTables:
    """Open tables without the lock that excludes a second server."""
    if address.startswith("postgresql"):
        return postgresql.open_tables(address, timeout=30)

    def nowhere(_: Path) -> None:
        raise AssertionError("no backups here")

    return SqlTables(sqlite.open_archive(address, timeout=30), backup=nowhere, unlock=lambda: None)


def done(tables: Tables, command: str, name: MatchId, version: int) -> str:
    """Run a command and return `done`, or the name of the error."""
    word, _, rest = command.partition(" ")
    try:
        match word:
            case "open":
                tables.open(waiting(name), at=0).result()
            case "join":
                tables.join(
                    name, client=rest, owner=rest, name=rest.title(), invitation="please", at=0
                ).result()
            case "add":
                tables.add_later(name, 0, CODES[rest], at=0, seat=0, key=rest).result()
            case "note":
                tables.save_offers(name, version=version, offers=rest, at=0).result()
            case "rematch":
                new = seated(new_id(SYSTEM_RANDOM))
                tables.rematch(name, version=version, new=new, at=0).result()
            case "seat":
                tables.move_seat(
                    name, version=version, player=0, client=rest, owner=owner(name), at=0
                ).result()
            case "hide":
                tables.hide(name, owner(name)).result()
            case "delete":
                tables.delete(name).result()
    except CodepegsError as error:
        return type(error).__name__
    return "done"


def main(address: str) -> None:
    tables = shared(address)
    print("ready", flush=True)
    for line in sys.stdin:
        command, name, version = line.rstrip("\n").split("\t")
        print(done(tables, command, MatchId(name), int(version)), flush=True)
    tables.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
