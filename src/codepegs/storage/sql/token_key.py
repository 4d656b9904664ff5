"""The key with which the servers of an archive mark the tokens that they issue."""

from __future__ import annotations

from secrets import token_bytes

from sqlalchemy import Connection, insert, select

from codepegs.storage.errors import ArchiveUnavailable
from codepegs.storage.sql.schema import TOKEN_KEY

_SIZE = 32
_ID = 1


def read_or_make(connection: Connection) -> bytes:
    """Return the key, and store a random one if there is none. The connection must be the writer's."""
    stored = connection.scalar(select(TOKEN_KEY.c.key).where(TOKEN_KEY.c.id == _ID))
    if stored is None:
        key = token_bytes(_SIZE)
        connection.execute(insert(TOKEN_KEY), {"id": _ID, "key": key.hex()})
        return key
    try:
        key = bytes.fromhex(stored)
    except (TypeError, ValueError):
        key = b""
    if len(key) != _SIZE:
        raise ArchiveUnavailable("its token key is damaged, so restore it from a backup")
    return key
