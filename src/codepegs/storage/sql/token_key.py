"""The key with which the servers of an archive mark the tokens that they issue."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from sqlalchemy import Connection, select

from codepegs.storage.errors import ArchiveUnavailable
from codepegs.storage.sql.schema import KEY, TOKEN_KEY

_SIZE = 32


def new_row() -> dict[str, Any]:
    """Return the row of a random key, for a new archive."""
    row = {"id": 1, "key": token_hex(_SIZE)}
    return {**row, "checksum": KEY.seal(row)}


def read(connection: Connection) -> bytes:
    """Return the key. A damaged one is refused, because another key would make all tokens invalid."""
    row = connection.execute(select(TOKEN_KEY)).mappings().first()
    if row is None or not KEY.intact(row):
        raise ArchiveUnavailable("its token key is damaged, so restore it from a backup")
    return bytes.fromhex(row["key"])
