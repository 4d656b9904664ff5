"""Initial schema: matches, moves, tables and the token key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from codepegs.storage.sql import token_key

revision = "initial_7"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("edition", sa.String, nullable=False),
        sa.Column("games", sa.SmallInteger, nullable=False),
        sa.Column("codemaker", sa.String, nullable=False),
        sa.Column("codebreaker", sa.String, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("friendly", sa.Boolean, nullable=False),
        sa.Column("daily", sa.String),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("terms_checksum", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("points_one", sa.Integer, nullable=False),
        sa.Column("points_two", sa.Integer, nullable=False),
        sa.Column("winner", sa.SmallInteger),
        sa.Column("abandoned_by", sa.SmallInteger),
        sa.Column("stopped", sa.Boolean, nullable=False),
        sa.Column("cracked_in", sa.SmallInteger),
        sa.Column("results", sa.String, nullable=False),
        sa.Column("result_checksum", sa.BigInteger, nullable=False),
        sa.Column("table_checksum", sa.BigInteger),
    )
    op.create_index("ix_matches_changed", "matches", ["changed"])
    op.create_table(
        "moves",
        sa.Column("match", sa.String, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("client_key", sa.String),
        sa.Column("turn", sa.SmallInteger),
        sa.Column("game", sa.SmallInteger, nullable=False),
        sa.Column("guesses", sa.SmallInteger, nullable=False),
        sa.Column("checksum", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("match", "seat", "client_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("edition", sa.String, nullable=False),
        sa.Column("games", sa.SmallInteger, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("friendly", sa.Boolean, nullable=False),
        sa.Column("daily", sa.String),
        sa.Column("offline", sa.Boolean, nullable=False),
        sa.Column("name_one", sa.String),
        sa.Column("name_two", sa.String),
        sa.Column("client_one", sa.String),
        sa.Column("client_two", sa.String),
        sa.Column("owner_one", sa.String),
        sa.Column("owner_two", sa.String),
        sa.Column("invitation", sa.String),
        sa.Column("challenge", sa.Boolean, nullable=False),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("offers", sa.String, nullable=False),
        sa.Column("rematch", sa.String),
        sa.Column("rematch_of", sa.String),
        sa.Column("hidden_one", sa.Boolean, nullable=False),
        sa.Column("hidden_two", sa.Boolean, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("checksum", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_tables_owner_one", "tables", ["owner_one"])
    op.create_index("ix_tables_owner_two", "tables", ["owner_two"])
    key = op.create_table(
        "token_key",
        sa.Column("id", sa.SmallInteger, primary_key=True),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("checksum", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(key, [token_key.new_row()])
