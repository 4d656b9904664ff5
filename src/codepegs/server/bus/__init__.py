"""Services between the server processes at one archive: the bus, and the ownership of tables."""
