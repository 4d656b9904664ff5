"""Database schema."""

from __future__ import annotations

from datetime import date
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    FromClause,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    UniqueConstraint,
)

from codepegs.storage.sql.checksum import Sealed

SCHEMA_VERSION = "initial_7"
"""Version of this schema. An archive of another one is refused."""
VERSIONS = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""One row with the version of an archive, in the table where Alembic has always kept it."""

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", String, primary_key=True),
    Column("edition", String, nullable=False),
    Column("games", SmallInteger, nullable=False),
    Column("codemaker", String, nullable=False),
    Column("codebreaker", String, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("friendly", Boolean, nullable=False),
    Column("daily", String),
    Column("begun", BigInteger, nullable=False),
    Column("terms_checksum", BigInteger, nullable=False),
    # Derived from the moves, so that a list of matches does not replay them.
    Column("changed", BigInteger, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("points_one", Integer, nullable=False),
    Column("points_two", Integer, nullable=False),
    Column("winner", SmallInteger),
    Column("abandoned_by", SmallInteger),
    Column("stopped", Boolean, nullable=False),
    Column("cracked_in", SmallInteger),
    # The games that count in the statistics, as "codebreaker:guesses", and ":hints" if any.
    Column("results", String, nullable=False),
    Column("result_checksum", BigInteger, nullable=False),
    # That of the table, which notices a lost or outdated row there. NULL without a table.
    Column("table_checksum", BigInteger),
    Index(None, "changed"),
)

MOVES = Table(
    "moves",
    METADATA,
    # The primary key is the lock: only one move can have a number.
    Column("match", String, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("text", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    # Player and idempotency key of a move that a client sent; NULL for other moves.
    Column("seat", SmallInteger),
    Column("client_key", String),
    # Where the match stands after the move, so that a list of tables does not replay it: the player to
    # move, the number of the game, and the guesses in that game.
    Column("turn", SmallInteger),
    Column("game", SmallInteger, nullable=False),
    Column("guesses", SmallInteger, nullable=False),
    Column("checksum", BigInteger, nullable=False),
    UniqueConstraint("match", "seat", "client_key"),
    sqlite_with_rowid=False,
)

TABLES = Table(
    "tables",
    METADATA,
    # Also the id of the match, which starts when both players are there.
    Column("id", String, primary_key=True),
    Column("edition", String, nullable=False),
    Column("games", SmallInteger, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("friendly", Boolean, nullable=False),
    Column("daily", String),
    Column("offline", Boolean, nullable=False),
    Column("name_one", String),
    Column("name_two", String),
    Column("client_one", String),
    Column("client_two", String),
    Column("owner_one", String),
    Column("owner_two", String),
    Column("invitation", String),
    # Whether anybody may take the empty seat.
    Column("challenge", Boolean, nullable=False),
    # Changes other than moves, so that a move does not update this table.
    Column("events", Integer, nullable=False),
    Column("offers", String, nullable=False),
    Column("rematch", String),
    Column("rematch_of", String),
    # Whether a player has removed the match from their list.
    Column("hidden_one", Boolean, nullable=False),
    Column("hidden_two", Boolean, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("checksum", BigInteger, nullable=False),
    Index(None, "owner_one"),
    Index(None, "owner_two"),
)

TOKEN_KEY = Table(
    "token_key",
    METADATA,
    # Always 1.
    Column("id", SmallInteger, primary_key=True),
    Column("key", String, nullable=False),
    Column("checksum", BigInteger, nullable=False),
)
"""The key with which a server marks the tokens that it issues, in hexadecimal."""

LAST_MOVE = MOVES.alias("last_move")


def _columns(table: FromClause, names: str) -> tuple[Column[Any], ...]:
    return tuple(table.c[name] for name in names.split())  # type: ignore[misc]


_MOVE = "match number text at seat client_key turn game guesses"
_TABLE = (
    "id edition games hints friendly daily offline name_one name_two client_one client_two owner_one "
    "owner_two invitation challenge events offers rematch rematch_of hidden_one hidden_two opened changed"
)
# The last move covers the columns `moves` and `changed` of a match, so that a move needs one checksum only.
TERMS = Sealed(
    "terms",
    _columns(MATCHES, "id edition games codemaker codebreaker hints friendly daily begun"),
    MATCHES.c.terms_checksum,
)
RESULT = Sealed(
    "result",
    _columns(MATCHES, "id over points_one points_two winner abandoned_by stopped cracked_in results"),
    MATCHES.c.result_checksum,
)
MOVE = Sealed("move", _columns(MOVES, _MOVE), MOVES.c.checksum)
LAST = Sealed("move", _columns(LAST_MOVE, _MOVE), LAST_MOVE.c.checksum)
TABLE = Sealed("table", _columns(TABLES, _TABLE), TABLES.c.checksum)
KEY = Sealed("key", _columns(TOKEN_KEY, "id key"), TOKEN_KEY.c.checksum)


def write_day(day: date | None) -> str | None:
    """Return the day of a daily code as text for a column."""
    return None if day is None else day.isoformat()


def read_day(text: str | None) -> date | None:
    """Return the day that `write_day` wrote, or raise ValueError."""
    return None if text is None else date.fromisoformat(text)
