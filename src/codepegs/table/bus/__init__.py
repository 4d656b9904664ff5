"""Bus between the server processes at one archive: its messages, and what a process learns from them."""
