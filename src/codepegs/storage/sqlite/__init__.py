"""Archive and tables in a SQLite file."""
