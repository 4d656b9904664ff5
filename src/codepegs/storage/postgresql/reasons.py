"""Reason and remedy for each error of PostgreSQL.

Messages of PostgreSQL itself are not used: some contain values of rows, which may be hidden codes.
"""

from __future__ import annotations

import psycopg
from sqlalchemy.exc import DatabaseError

from codepegs.storage.errors import ArchiveUnavailable

AWAY = "the database does not answer, so try again later"
BUSY = "other programs are changing the same data, so try again later"
FULL = "the disk of the database is full, so free some space"
READ_ONLY = "the database is read-only, so use one that can be written"
_DAMAGED = "the database is damaged, so restore it from a backup"
_NOT_OURS = "its tables are not those of an archive, so restore it from a backup"

_REASONS = {
    "08": AWAY,
    "22": "PostgreSQL cannot store one of the values",
    "23": "it conflicts with stored data, so reload and try again",
    "25006": READ_ONLY,
    "28": "the database refuses this role or its password, so check the URL",
    "3D000": "there is no such database, so create it first",
    "3F000": "it has no schema for tables, so create the schema of its search_path",
    "40": BUSY,
    "42501": "this role may not write to its tables, so make it the owner of the database",
    "42": _NOT_OURS,
    "53100": FULL,
    "53300": "the database has too many connections, so raise its max_connections",
    "53": "the database has too little memory or disk space",
    "55P03": BUSY,
    "57014": "the database has cancelled the operation, so try again later",
    "57": AWAY,
    "58": "the disk of the database failed to read or write it",
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}
"""By SQLSTATE, or by its first two characters, which are the class of the error."""

_RETRIED = {"40001", "40P01"}
"""Serialization failure and deadlock. PostgreSQL has undone the transaction."""


def explain(error: DatabaseError) -> str:
    """Return what happened and what to do."""
    state = _state(error)
    # Without a state, there was no answer.
    return AWAY if state is None else _find(state) or f"PostgreSQL reports error {state}"


def explain_refusal(error: DatabaseError) -> str:
    """Return why no connection could be made, in the words of libpq if there are no better ones.

    Only for the person who runs the program, because it may name the host and the role.
    """
    state = _state(error)
    reason = None if state is None else _find(state)
    if reason is not None:
        return reason
    lines = str(error.orig).strip().splitlines() or [AWAY]
    # Without the address, which the error names already.
    detail = lines[0].rpartition(" failed: ")[2].removeprefix("FATAL:").strip(" .")
    return f"PostgreSQL says: {detail}. Check the URL and whether the database is running"


def translate(error: DatabaseError) -> ArchiveUnavailable:
    """Return the archive error for one of the database."""
    return ArchiveUnavailable(explain(error))


def can_retry(error: DatabaseError) -> bool:
    """Return whether the transaction was undone only because of another one at the same time."""
    return _state(error) in _RETRIED


def _find(state: str) -> str | None:
    return _REASONS.get(state) or _REASONS.get(state[:2])


def _state(error: DatabaseError) -> str | None:
    return error.orig.sqlstate if isinstance(error.orig, psycopg.Error) else None
