"""Tables: who sits at a match, also before there is one; and whether a match allows hints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    op.add_column("matches", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("edition", sa.String, nullable=False),
        sa.Column("games", sa.SmallInteger, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("name_one", sa.String),
        sa.Column("name_two", sa.String),
        sa.Column("holder_one", sa.String),
        sa.Column("holder_two", sa.String),
        sa.Column("invitation", sa.String),
        sa.Column("events", sa.Integer, nullable=False),
        sa.Column("offers", sa.String, nullable=False),
        sa.Column("rematch", sa.String),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_tables_holder_one", "tables", ["holder_one"])
    op.create_index("ix_tables_holder_two", "tables", ["holder_two"])
