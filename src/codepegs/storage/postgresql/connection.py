"""Connections to PostgreSQL with the settings that an archive needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.errors import ConnectionTimeout, LockNotAvailable

from codepegs.storage.errors import ArchiveUnavailable
from codepegs.storage.postgresql.address import Address
from codepegs.storage.postgresql.circuit_breaker import CircuitBreaker, GuardedConnection
from codepegs.storage.postgresql.reasons import READ_ONLY

_CONFIGURE = """
    SELECT set_config('lock_timeout', %s, false),
        set_config('statement_timeout', %s, false),
        set_config('idle_in_transaction_session_timeout', '60s', false),
        -- Sets what is already set, so that a change of the configuration does not change this session.
        set_config('synchronous_commit', current_setting('synchronous_commit'), false),
        current_setting('server_encoding'),
        current_setting('transaction_read_only')
"""
_DEFAULTS = {
    "fallback_application_name": "codepegs",
    "client_encoding": "UTF8",
    # To notice a host that disappears after seconds, not after two hours.
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
"""Options of libpq that the URL can change."""


def connect(
    address: Address, *, timeout: float, only_read: bool = False, breaker: CircuitBreaker | None = None
) -> psycopg.Connection[Any]:
    """Open a connection with the settings that an archive needs.

    Raises ArchiveUnavailable if the database is not fit for an archive.
    """
    breaker = breaker or CircuitBreaker()
    breaker.check()
    limits = {"connect_timeout": str(max(2, round(timeout)))}
    try:
        connection = GuardedConnection.connect(**{**_DEFAULTS, **limits, **address.options})  # type: ignore[arg-type]
    except ConnectionTimeout:
        breaker.trip()
        raise
    connection.breaker = breaker
    timeouts = (_milliseconds(timeout), _milliseconds(breaker.statement_timeout))
    row = connection.execute(_CONFIGURE, timeouts).fetchone()
    connection.commit()
    assert row is not None
    *_, commit, encoding, read_only = row
    reason = None
    if read_only == "on":
        reason = READ_ONLY
    elif commit == "off":
        reason = "synchronous_commit is off, so a crash would lose moves. Set it to on for this role"
    elif encoding != "UTF8":
        reason = f"its encoding is {encoding}, so create a database with the encoding UTF8"
    if reason is not None:
        connection.close()
        raise ArchiveUnavailable(reason)
    if only_read:
        connection.execute("SET default_transaction_read_only = on")
        connection.commit()
    return connection


def _milliseconds(seconds: float) -> str:
    return str(max(1, round(seconds * 1000))) if seconds else "0"


@dataclass(frozen=True, slots=True)
class SessionLock:
    """Advisory lock that a connection holds until it is closed."""

    function: str
    refusal: str

    def take(self, connection: psycopg.Connection[Any]) -> None:
        """Raise ArchiveUnavailable if another connection keeps a lock that excludes this one.

        PostgreSQL releases a lock a moment after its connection was closed, so this waits for two seconds.
        """
        key = "hashtextextended(concat('codepegs tables ', current_schema()), 0)"
        try:
            connection.execute("SET LOCAL lock_timeout = '2s'")
            connection.execute(f"SELECT {self.function}({key})")
        except LockNotAvailable:
            connection.close()
            raise ArchiveUnavailable(self.refusal) from None
        connection.commit()
