"""Connections to SQLite files that may be damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any, Self

DAMAGED = "the file is damaged"


class Connection(sqlite3.Connection):
    """Connection that reads all text, and whose errors are all sqlite3.Error.

    Invalid UTF-8 must not make other rows unreadable. The value itself is rejected later, by
    its checksum. SQLite quotes the file in some messages, which Python cannot decode either.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.text_factory = lambda text: text.decode(errors="surrogateescape")

    def cursor(self, factory: object = None) -> Cursor:  # type: ignore[override]
        return super().cursor(Cursor)

    def execute(self, statement: str, values: Any = ()) -> Cursor:
        return self.cursor().execute(statement, values)


class Cursor(sqlite3.Cursor):
    """Cursor of such a connection."""

    def execute(self, statement: str, values: Any = ()) -> Self:
        try:
            return super().execute(statement, values)
        except UnicodeDecodeError:
            raise damage() from None

    def executemany(self, statement: str, rows: Iterable[Any]) -> Self:
        try:
            return super().executemany(statement, rows)
        except UnicodeDecodeError:
            raise damage() from None


def damage() -> sqlite3.DatabaseError:
    """Return the error that SQLite raises for a damaged file."""
    error = sqlite3.DatabaseError(DAMAGED)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error
