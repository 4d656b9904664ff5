"""Schema migrations of an archive, by Alembic."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from codepegs.storage.errors import CannotOpenArchive
from codepegs.storage.sql.schema import HEAD, MATCHES

SCRIPTS = Path(__file__).parent / "migrations"
_TABLE = "alembic_version"


def revision(connection: Connection, place: str) -> str | None:
    """Return the schema revision, or None for an empty database.

    Raises CannotOpenArchive if the database is not an archive.
    """
    tables = inspect(connection).get_table_names()
    if {_TABLE, MATCHES.name} <= {*tables}:
        found = connection.execute(text(f"SELECT version_num FROM {_TABLE}")).scalars().all()
        # A transaction creates the table and its row, so another number of rows is damage.
        if len(found) != 1 or not isinstance(found[0], str):
            raise CannotOpenArchive(place, "its version is damaged, so restore it from a backup")
        return found[0]
    if tables:
        raise CannotOpenArchive(place, "it is a database of another program")
    return None


def migrate(connection: Connection, place: str) -> None:
    """Upgrade the schema to the latest revision, in the current transaction of `connection`."""
    # Imported here, because Alembic takes longer to load than an archive to open.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    now = revision(connection, place)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if now is not None and now not in known:
        raise CannotOpenArchive(place, "it was written by another version of codepegs, so use that version")
    command.upgrade(config, HEAD)
