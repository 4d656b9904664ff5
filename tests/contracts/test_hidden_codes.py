"""No log line and no error of an archive shows a hidden code, whatever fails."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import psycopg
import pytest

from codepegs.errors import CodepegsError
from codepegs.rules import Secret, SetCode, find_edition
from codepegs.storage import open_archive
from tests.support.strategies import code, played, two

MINI = two(find_edition("mini"))
REFUSE = {
    "sqlite": "CREATE TRIGGER no BEFORE INSERT ON moves BEGIN SELECT RAISE(ABORT, 'no'); END",
    # PostgreSQL quotes the whole row in the details of this error.
    "postgresql": "ALTER TABLE moves ADD CONSTRAINT no CHECK (number > 5) NOT VALID",
}
ALLOW = {"sqlite": "DROP TRIGGER no", "postgresql": "ALTER TABLE moves DROP CONSTRAINT no"}


def tamper(address: str, *statements: str) -> None:
    if address.startswith("sqlite"):
        with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as file, file:
            for statement in statements:
                file.execute(statement)
    else:
        with psycopg.connect(address) as connection:
            for statement in statements:
                connection.execute(statement.encode())


def chain(error: BaseException | None) -> Iterator[str]:
    while error is not None:
        yield f"{error!r} {error} {vars(error)}"
        error = error.__cause__ or error.__context__


def test_no_log_line_or_error_contains_a_hidden_code(address: str, caplog: pytest.LogCaptureFixture) -> None:
    """Neither in clear nor obscured, at any log level and after any database error."""
    caplog.set_level(logging.DEBUG)
    for logger in ("sqlalchemy", "sqlalchemy.engine", "sqlalchemy.pool", "psycopg"):
        caplog.set_level(logging.DEBUG, logger=logger)
    address = address.replace("codepegs@", "codepegs:hush@")
    kind = address.partition(":")[0]
    archive = open_archive(address)
    secret = SetCode(Secret(code("ADB")))
    faults: list[str] = []

    def attempt(action: Callable[[], object]) -> None:
        with pytest.raises(CodepegsError) as refused:
            action()
        faults.extend(chain(refused.value))

    name = archive.begin(MINI, at=0)
    archive.add(name, 0, secret, at=1)
    assert archive.match(name) == played(MINI, "code ADB")
    attempt(lambda: archive.add(name, 0, secret, at=1))
    attempt(lambda: archive.add(name, 1, secret, at=1))
    other = archive.begin(MINI, at=0)
    tamper(address, REFUSE[kind])
    attempt(lambda: archive.add(other, 0, secret, at=1))
    tamper(address, ALLOW[kind], "UPDATE moves SET text = 'code Veiled 081811'")
    attempt(lambda: archive.match(name))
    tamper(address, "ALTER TABLE moves RENAME COLUMN text TO words")
    attempt(lambda: archive.add(other, 0, secret, at=1))
    attempt(lambda: archive.match(name))
    archive.close()
    written = "\n".join([caplog.text, *(record.getMessage() for record in caplog.records), *faults])
    assert len(faults) >= 6
    for spelling in ("081811", "RGB", "ADB", "(0, 3, 1)", "hush"):
        assert spelling not in written
