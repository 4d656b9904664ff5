"""One module per revision, numbered in order. A revision that was released never changes."""
