"""Process whose children open archives and kill themselves, each before another SQL statement.

Usage: killed_migration FOLDER create|migrate safe|torn STEP

Child 0 opens `FOLDER/0/matches.db` and kills itself before the first statement. The next child kills itself
STEP statements later, and so on, until a child has finished. `create` starts without files. `migrate` starts
with copies of `FOLDER/matches.db`, which a version of codepegs with one more revision opens. `torn` is the
broken twin without a transaction. It prints the file of each killed child.
"""

from __future__ import annotations

import os
import signal
import sys
from itertools import count
from pathlib import Path
from shutil import copy, copytree
from typing import Any

import alembic.command  # noqa: F401, imported here once instead of by each child

from codepegs.storage import open_archive
from codepegs.storage.sql import migrate
from codepegs.storage.sql.migrate import SCRIPTS
from codepegs.storage.sql.schema import HEAD
from codepegs.storage.sqlite import connection, engine

NOTES = f"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "r2", "{HEAD}"


def upgrade() -> None:
    op.add_column("matches", sa.Column("note", sa.String, nullable=False, server_default="old"))
    op.create_table("notes", sa.Column("id", sa.String, primary_key=True))
"""


def write_revision(folder: Path) -> Path:
    """Write the migrations of a version with one more revision to a new folder, and return the new module."""
    copytree(SCRIPTS, folder)
    module = folder / "versions" / "r2_notes.py"
    module.write_text(NOTES, encoding="utf-8")
    return module


def open_and_die(path: Path, before: int, *, torn: bool) -> None:
    """Open the archive, and kill this process before the statement with the number `before`."""
    started = count()

    def trace(_: str) -> None:
        if next(started) == before:
            os.kill(os.getpid(), signal.SIGKILL)

    class Cursor(connection.Cursor):
        def execute(self, statement: str, values: Any = ()) -> Any:
            skipped = torn and statement == "BEGIN IMMEDIATE"
            return super().execute("SELECT 1" if skipped else statement, values)

    class Connection(connection.Connection):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self.set_trace_callback(trace)

        def cursor(self, factory: object = None) -> Cursor:  # type: ignore[override]
            return super(connection.Connection, self).cursor(Cursor)

    vars(engine)["Connection"] = Connection
    open_archive(f"sqlite:///{path}").close()


def main(place: str, mode: str, manner: str, step: str) -> None:
    folder = Path(place)
    if mode == "migrate":
        write_revision(folder / "migrations")
        vars(migrate).update(SCRIPTS=folder / "migrations", HEAD="r2")
        vars(engine).update(HEAD="r2")
    for number in count(step=int(step)):
        path = folder / str(number) / "matches.db"
        path.parent.mkdir()
        if mode == "migrate":
            copy(folder / "matches.db", path)
        child = os.fork()
        if child == 0:
            open_and_die(path, number, torn=manner == "torn")
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status):
            assert os.WEXITSTATUS(status) == 0
            return
        print(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
