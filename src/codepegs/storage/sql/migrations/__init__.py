"""Alembic migrations that upgrade archives of earlier versions."""
