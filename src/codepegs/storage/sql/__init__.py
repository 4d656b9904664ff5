"""Archive and tables in any SQL database, by SQLAlchemy."""
