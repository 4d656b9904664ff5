"""The web server: API, pages, limits and metrics around the tables."""
