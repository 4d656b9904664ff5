"""Archive and tables in a PostgreSQL database."""
