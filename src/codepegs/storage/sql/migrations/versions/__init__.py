"""One module per revision, numbered in order. A released revision never changes."""
