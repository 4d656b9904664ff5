"""Alembic environment: runs migrations in the transaction of the caller."""

from alembic import context

from codepegs.storage.sql.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"], target_metadata=METADATA, transactional_ddl=True
)
with context.begin_transaction():
    context.run_migrations()
