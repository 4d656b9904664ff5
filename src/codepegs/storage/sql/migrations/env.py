"""Alembic runs this for every migration, on the connection and in the transaction it is given."""

from alembic import context

from codepegs.storage.sql.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"], target_metadata=METADATA, transactional_ddl=True
)
with context.begin_transaction():
    context.run_migrations()
