"""Creation of an archive's tables, and the version of its schema."""

from __future__ import annotations

from sqlalchemy import Connection, insert, inspect, select

from codepegs.storage.errors import CannotOpenArchive
from codepegs.storage.sql import token_key
from codepegs.storage.sql.schema import MATCHES, METADATA, SCHEMA_VERSION, TOKEN_KEY, VERSIONS


def is_created(connection: Connection, place: str) -> bool:
    """Return whether the database has an archive of this version, or False if it is empty.

    Raises CannotOpenArchive if it is anything else.
    """
    tables = inspect(connection).get_table_names()
    if not {VERSIONS.name, MATCHES.name} <= {*tables}:
        if tables:
            raise CannotOpenArchive(place, "it is a database of another program")
        return False
    found = connection.scalars(select(VERSIONS.c.version_num)).all()
    # A transaction creates the table and its row, so another number of rows is damage.
    if len(found) != 1 or not isinstance(found[0], str):
        raise CannotOpenArchive(place, "its version is damaged, so restore it from a backup")
    if found[0] != SCHEMA_VERSION:
        raise CannotOpenArchive(place, "it was written by another version of codepegs, so use that version")
    return True


def create(connection: Connection) -> None:
    """Create the tables in an empty database, in the current transaction of `connection`."""
    for metadata in (METADATA, VERSIONS.metadata):
        metadata.create_all(connection, checkfirst=False)
    connection.execute(insert(VERSIONS), {"version_num": SCHEMA_VERSION})
    connection.execute(insert(TOKEN_KEY), token_key.new_row())
